/** Reports what is found in a database, with the ids of nodes. */
import { KINDS, type Kind } from "../../operations.ts";
import type { Findings, WarningTopic } from "../../site/findings.ts";
import type { SiteMessages, SiteRecord } from "../site-model.ts";

export class SiteWarnings {
  /** The database's name, without its folder. */
  readonly file: string;
  readonly findings: Findings;
  /** The nodes whose texts were reported. */
  readonly #broken = new Set<number>();

  constructor(file: string, findings: Findings) {
    this.file = file;
    this.findings = findings;
  }

  node(id: number, text: string, topic: WarningTopic): void {
    this.findings.warn(this.file, `node ${id} ${text}`, topic);
  }

  /** Reports that a text of a node is not UTF-8, once for each node. */
  brokenText(id: number): void {
    if (this.#broken.has(id)) return;
    this.#broken.add(id);
    this.node(id, "has text that is not UTF-8: invalid bytes are replaced by U+FFFD", "notUtf8");
  }

  /** Reports something about the whole site. */
  whole(text: string, topic: WarningTopic): void {
    this.findings.warn(this.file, text, topic);
  }

  /** What `buildSite` reports of nodes, which the tables link by id. */
  ofRecords<R extends SiteRecord & { id: number }>(): SiteMessages<R> {
    return {
      findings: this.findings,
      file: () => this.file,
      nameOf: ({ id }) => `node ${id}`,
      missingParent: (parent, removed) =>
        removed === undefined
          ? `there is no node ${parent}, its parent`
          : `its parent, node ${parent}, is in the recycle bin`,
      warn: ({ id }, text, topic) => this.node(id, text, topic),
      error: ({ id }, reason) => this.error(id, reason),
    };
  }

  /** Reports the nodes in the recycle bin. */
  removed(records: Readonly<Record<Kind, readonly (SiteRecord & { id: number })[]>>): void {
    for (const { id, removed } of KINDS.flatMap((kind) => records[kind]))
      if (removed !== undefined) this.node(id, `is left out: ${removed}`, "inBin");
  }

  error(id: number, reason: string): void {
    this.findings.error(this.file, () => "", `node ${id}: ${reason}`);
  }
}
