/** One state of the data with all that the explorer derives from it, each thing once, as long as this state is served. */

import { type AuditRecord, auditRecorder, sectionHead } from "../../analysis/audit/audit-record.ts";
import {
  AUDIT_SECTIONS,
  type AuditSection,
  type AuditSectionName,
} from "../../analysis/audit/audit-section.ts";
import { auditSite } from "../../analysis/audit/audit-site.ts";
import { findingLines } from "../../analysis/audit/audit-summary.ts";
import type { FileInventory } from "../../analysis/audit/link-sections.ts";
import { changeGroupSteps } from "../../analysis/diff/change-groups.ts";
import type { SiteDiff } from "../../analysis/diff/site-diff.ts";
import type { Criteria } from "../../analysis/find/criteria.ts";
import { linkLanguages } from "../../analysis/find/link-tests.ts";
import { type FoundSoFar, SearchedHeads } from "../../analysis/find/ranked-search.ts";
import { KINDS, type Kind } from "../../operations.ts";
import { entryIn } from "../../site/map-entries.ts";
import type { MediaFiles } from "../../site/media/media-files.ts";
import { mediaPath } from "../../site/media/media-paths.ts";
import { once } from "../../site/once.ts";
import type { ReferenceGraph } from "../../site/references/reference-graph.ts";
import type { NodeIndex } from "../../site/references/resolve-reference.ts";
import { runInSlices } from "../../site/run-in-slices.ts";
import type { TypeLists } from "../../site/schema/site-types.ts";
import type { Site } from "../../site/site.ts";
import type { SiteTrees } from "../../site/site-data.ts";
import type { SiteNode } from "../../site/site-nodes.ts";
import { type NodeNames, namesByTree } from "../../site/tree/node-names.ts";
import type { Tree } from "../../site/tree/tree.ts";
import type { Reference } from "../../site/values/value-parts.ts";
import { shortened } from "../../text/visible-text.ts";
import type {
  AuditAnswer,
  FoundNodes,
  Level,
  LinkedNode,
  ListedNode,
  ReferenceDetails,
  TreeRow,
  TypeCount,
} from "./explorer-api.ts";
import { IdleReading, type MayRead } from "./idle-reading.ts";
import { type ShownNode, ShownTree } from "./shown-tree.ts";
import { LONGEST_NAME, TreeLevels } from "./tree-levels.ts";
import { TypeCounter } from "./type-counter.ts";
import { valueExplainer } from "./value-details.ts";

/** File names that browsers show as pictures. */
const PICTURE = /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i;

/** The size of a list of nodes, in characters. A larger list is cut. */
const MOST_CHARACTERS = 4_000_000;
/** The size of a row without its url and the names above it. */
const ROW_LENGTH = 500;

/** How many types are listed, the most frequent first. */
const MOST_TYPES = 10_000;

/** How many rows of an audit section are shown, and how much of each text. */
const MOST_ROWS = 500;
const LONGEST_TEXT = 1000;

/** What a search has found so far, best first. */
export type SearchResult = FoundSoFar & { facets?: FoundNodes["facets"] };

/** A node of the trees, or of another language, and the languages of the references that led to it. */
type NodeToList = NodeIndex & { tree?: Tree; language?: string } & Pick<ListedNode, "found" | "cells">;

type SiteParts = {
  site: Site;
  /** Gives the files that are served. */
  media?: () => MediaFiles;
  /** The differences from an earlier state, if the data is compared with one. */
  diff?: SiteDiff | undefined;
  /** The files that the media folder lacks, and the files that no node names. */
  inventory?: () => FileInventory | undefined;
  /** Whether to read ahead. */
  mayRead: MayRead;
};

export class ExploredSite {
  readonly site: Site;
  readonly trees: SiteTrees;
  readonly types: TypeLists;
  readonly levels: Readonly<Record<Kind, TreeLevels>>;
  /** The trees with their changes. */
  readonly shown: Readonly<Record<Kind, ShownTree>>;
  /** The differences from an earlier state, if the data is compared with one. */
  readonly diff: SiteDiff | undefined;
  readonly explainProperty: ReturnType<typeof valueExplainer>;
  /** The last searches, by their criteria, so that pages and facets of one search need no other. */
  readonly searches = new Map<string, SearchResult>();
  /** What searches compare beside values: each letter that is typed is another search. */
  readonly heads: SearchedHeads;
  readonly idleReading: IdleReading;
  readonly #media: SiteParts["media"];
  readonly #inventory: SiteParts["inventory"];

  constructor({ site, media, diff, inventory, mayRead }: SiteParts) {
    const { trees } = site;
    this.site = site;
    this.trees = trees;
    this.types = site.types();
    this.heads = new SearchedHeads(this.types);
    this.idleReading = new IdleReading(site, this.heads, mayRead);
    this.levels = { content: new TreeLevels(trees.content), media: new TreeLevels(trees.media) };
    this.explainProperty = valueExplainer(site, (reference) => this.#explained(reference));
    this.#media = media;
    this.#inventory = inventory;
    this.diff = diff;
    const shown = (kind: Kind) => {
      const diff = this.diff?.kinds.find((each) => each.kind === kind);
      return new ShownTree(trees[kind], this.levels[kind], diff);
    };
    this.shown = { content: shown("content"), media: shown("media") };
  }

  /** How many nodes each type has. */
  readonly typeCounts = once(() => runInSlices(typeSteps(this)));

  /** The changes since the earlier state, grouped by what changed. */
  readonly changeGroups = once(() => runInSlices(changeGroupSteps(this.diff?.kinds ?? [])));

  /** Makes the function that decodes a node, and redacts its secrets. */
  readonly decodedLines = once(async () => {
    const { site } = this;
    // Loaded when it is first needed: few look at decoded values.
    const { NodeLines } = await import("../../decode/node-lines.ts");
    const { objectText } = await import("../../decode/merge-languages.ts");
    const lines = new NodeLines(site);
    return (kind: Kind, index: number) => {
      const { members, properties } = lines.line(kind, index).line;
      const text = objectText(new Map([...members, ["properties", objectText(properties)]]));
      return site.secrets().decodedLine(kind, text);
    };
  });

  readonly #audit = once(async () => {
    // The audit reads the references of other languages, too.
    this.idleReading.hurry();
    const audit = await auditSite(this.site, { files: this.#inventory?.() });
    return { audit, summary: audit.summary(DIGITS.format) };
  });

  /** All rows of a section of the audit. */
  async auditSection(name: AuditSectionName): Promise<AuditSection> {
    return (await this.#audit()).audit.section(name);
  }

  /** The summary of the audit, and the rows of a section. The first call walks over the whole site. */
  async audit(name: AuditSectionName | undefined): Promise<AuditAnswer> {
    const { audit, summary } = await this.#audit();
    const sections = AUDIT_SECTIONS.map(audit.section);
    const answer = {
      summary,
      sections: sections.map(({ name: own, title, label = own, rows, unchecked }) => ({
        name: own,
        title,
        label,
        rows: rows.length,
        ...(unchecked !== undefined && { isUnchecked: true }),
      })),
    };
    const section = sections.find((each) => each.name === name);
    if (!section) return answer;
    const { rows } = section;
    const record = auditRecorder(this.trees, this.types);
    return {
      ...answer,
      section: {
        ...sectionHead(section),
        rows: rows.slice(0, MOST_ROWS).map((row) => shortRecord(record(row, section))),
        total: rows.length,
        lines: findingLines(section, DIGITS.format),
      },
    };
  }

  /** Nodes with the names above them: at least one, and as many as an answer may hold. */
  listed(nodes: Iterable<NodeToList>): ListedNode[] {
    const others = new Map<Tree, TreeLevels>();
    return this.#fitting(
      nodes,
      ({ kind, index, tree = this.trees[kind], language, found, cells }, namesOf) => {
        const above = {
          breadcrumbs: namesOf(tree).above(index, Number.POSITIVE_INFINITY),
          ...(language !== undefined && { language }),
          ...(found && { found }),
          ...(cells && { cells }),
        };
        if (tree === this.trees[kind]) return { ...this.linked({ kind, index }), ...above };
        const levels = entryIn(others, tree, () => new TreeLevels(tree));
        return { kind, row: levels.row(index), ...above, isElsewhere: true };
      },
    );
  }

  /**
   * The nodes with the languages of the references by which they were found, if the data holds several.
   * @param graph absent if no criterion is about references
   */
  withLanguages(
    nodes: Iterable<SiteNode>,
    criteria: Pick<Criteria, "linksTo" | "linkedFrom">,
    graph: ReferenceGraph | undefined,
  ): NodeToList[] {
    const languageOf = linkLanguages(this.site, criteria, graph);
    return Array.from(nodes, (node) => {
      const { kind, index, tree } = node;
      return { kind, index, tree, language: languageOf?.(node) };
    });
  }

  /** The same for nodes that may be removed. */
  listedShown(nodes: Iterable<{ kind: Kind; shown: ShownNode }>): ListedNode[] {
    return this.#fitting(nodes, ({ kind, shown }, namesOf) => ({
      kind,
      row: this.shown[kind].row(shown),
      breadcrumbs: this.shown[kind].namesAbove(shown, namesOf),
    }));
  }

  #fitting<T>(
    nodes: Iterable<T>,
    link: (node: T, namesOf: (tree: Tree) => NodeNames) => ListedNode,
  ): ListedNode[] {
    const namesOf = namesByTree();
    const links: ListedNode[] = [];
    let characters = 0;
    for (const node of nodes) {
      const each = link(node, namesOf);
      each.breadcrumbs = each.breadcrumbs.map((name) => shortened(name, LONGEST_NAME));
      const { url = "" } = each.row;
      const texts = [...each.breadcrumbs, ...(each.cells ?? [])];
      characters += texts.reduce<number>((sum, text) => sum + String(text).length, ROW_LENGTH + url.length);
      if (links.length > 0 && characters > MOST_CHARACTERS) break;
      links.push(each);
    }
    return links;
  }

  /** A node as a link shows it. */
  linked({ kind, index }: NodeIndex): LinkedNode {
    return { kind, row: this.levels[kind].row(index), image: this.imageOf(kind, index) };
  }

  /** The path at which the picture of a media node is served. */
  imageOf(kind: Kind, index: number): string | undefined {
    const file = this.fileOf(kind, index);
    return file !== undefined && PICTURE.test(file) ? file : undefined;
  }

  /** The path at which the file of a media node is served. */
  fileOf(kind: Kind, index: number): string | undefined {
    const { url } = kind === "media" ? this.levels.media.row(index) : {};
    const path = url === undefined ? undefined : mediaPath(url);
    if (path === undefined) return undefined;
    const address = encodeURI(path).replaceAll("?", "%3F").replaceAll("#", "%23");
    const files = this.#media?.();
    return files?.folder !== undefined && files.named(address)?.name !== undefined ? address : undefined;
  }

  /** Rows of a kind with the paths of their pictures. */
  withImages(kind: Kind, level: Level): Level {
    if (kind !== "media") return level;
    const imageOf = ({ key }: TreeRow) => {
      const index = this.trees.media.findKey(key);
      return index < 0 ? undefined : this.imageOf("media", index);
    };
    return { ...level, rows: level.rows.map((row) => ({ ...row, image: imageOf(row) })) };
  }

  #explained(reference: Reference): ReferenceDetails {
    const { text, from } = reference;
    const found = this.site.resolve(reference);
    if (found.state === "found") return { text, from, node: this.linked(found) };
    return { text, from, ...(found.state === "dead" ? { dead: found.why } : { unknown: found.why }) };
  }
}

/**
 * Counts nodes by type. Takes a step for each node.
 * @returns the most frequent first, types of the data that no node has last; nodes without a type are left out
 */
function* typeSteps({ site, types }: ExploredSite): Generator<void, TypeCount[], void> {
  const counter = new TypeCounter();
  for (const node of site.nodes()) {
    counter.add(node.kind, node.brief().type);
    yield;
  }
  for (const kind of KINDS) for (const { alias } of types[kind]) counter.add(kind, alias, 0);
  return counter.list(types, MOST_TYPES);
}

/** The page writes numbers in English, as the sentences around them. */
const DIGITS = new Intl.NumberFormat("en");

/** A record whose texts are cut. */
function shortRecord({ cells, owner, node, query, leadsTo, sameValue, ...row }: AuditRecord): AuditRecord {
  const isTooLong = Object.values(query ?? {}).some((value) => value.length > LONGEST_TEXT);
  const cut = (text: string) => shortened(text, LONGEST_TEXT);
  return {
    cells: Object.fromEntries(
      Object.entries(cells).map(([name, cell]) => [name, typeof cell === "string" ? cut(cell) : cell]),
    ),
    ...(owner && { owner: { ...owner, type: cut(owner.type) } }),
    ...row,
    ...(leadsTo && { leadsTo: { ...leadsTo, target: cut(leadsTo.target) } }),
    ...(sameValue !== undefined && { sameValue }),
    ...(node && {
      node: {
        ...node,
        name: cut(node.name),
        path: node.path.map((name) => shortened(name, LONGEST_NAME)),
        ...(node.url !== undefined && { url: cut(node.url) }),
      },
    }),
    // No request could carry a longer text.
    ...(query && !isTooLong && { query }),
  };
}
