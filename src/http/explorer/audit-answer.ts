/** One section of an audit as the explorer's page shows it. */
import { AUDIT_SECTIONS, type AuditRow, type AuditSectionName } from "../../analysis/audit/audit-section.ts";
import { auditSteps, type SiteAudit } from "../../analysis/audit/audit-site.ts";
import type { FileInventory } from "../../analysis/audit/link-sections.ts";
import type { SiteTrees } from "../../analysis/site-nodes.ts";
import { shortened } from "../../text/visible-text.ts";
import type { ExploredSite } from "./explored-site.ts";
import type { AuditAnswer, AuditRecordRow, FindQuery } from "./explorer-answers.ts";
import { inTurns } from "./in-turns.ts";

/** So many rows of a section are shown, and so much of each text. */
const MOST_ROWS = 500;
const LONGEST_TEXT = 1000;

export class ExplorerAudit {
  readonly #audit: SiteAudit;
  readonly #counts: AuditAnswer["sections"];
  readonly #trees: SiteTrees;

  constructor(audit: SiteAudit, trees: SiteTrees) {
    this.#audit = audit;
    this.#trees = trees;
    this.#counts = AUDIT_SECTIONS.map((name) => {
      const { title, rows } = this.#audit.section(name);
      return { name, title, rows: rows.length };
    });
  }

  answer(name: AuditSectionName = AUDIT_SECTIONS[0]): AuditAnswer {
    const { title, columns, rows } = this.#audit.section(name);
    return {
      sections: this.#counts,
      name,
      title,
      columns: Object.entries(columns).map(([column, of]) => ({ name: column, of })),
      rows: rows.slice(0, MOST_ROWS).map((row) => recordOf(row, this.#trees)),
      total: rows.length,
    };
  }
}

/** Walks over the whole site, once: sections are told when they are asked for. */
export async function auditOf(site: ExploredSite, files: FileInventory | undefined): Promise<ExplorerAudit> {
  const { trees, types, edition } = site;
  const { unpublished, culture = "" } = edition;
  const references = await site.languages();
  const languages = references && { read: culture, references };
  const audited = { trees, types, unpublished, files, languages };
  return new ExplorerAudit(await inTurns(auditSteps(audited)), trees);
}

function recordOf({ cells, owner, finding, node, query }: AuditRow, trees: SiteTrees): AuditRecordRow {
  const isElsewhere = node && trees[node.kind].findKey(node.key) < 0;
  return {
    cells: cells.map((cell) => (typeof cell === "string" ? shortened(cell, LONGEST_TEXT) : (cell ?? null))),
    owner: owner && { ...owner, type: shortened(owner.type, LONGEST_TEXT) },
    finding,
    node: node && {
      ...node,
      name: shortened(node.name, LONGEST_TEXT),
      ...(isElsewhere && { isElsewhere }),
    },
    query: query && queryOf(query),
  };
}

/** @returns `undefined` where a text is so long that no request could ask for it */
function queryOf(query: NonNullable<AuditRow["query"]>): FindQuery | undefined {
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return entries.some(([, value]) => value.length > LONGEST_TEXT) ? undefined : Object.fromEntries(entries);
}
