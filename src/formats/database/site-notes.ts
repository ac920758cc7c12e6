/** What is told of a database: its notes, each of which names the node that it is about. */
import type { Findings, NoteTopic } from "../findings.ts";

export class SiteNotes {
  /** The database's name, without its folder. */
  readonly file: string;
  readonly #findings: Findings;
  /** The nodes whose texts were told of. */
  readonly #broken = new Set<number>();

  constructor(file: string, findings: Findings) {
    this.file = file;
    this.#findings = findings;
  }

  node(id: number, text: string, topic: NoteTopic): void {
    this.#findings.note(this.file, `node ${id} ${text}`, topic);
  }

  /** Where a text holds bytes that stand for no character. */
  brokenText(id: number): void {
    if (this.#broken.has(id)) return;
    this.#broken.add(id);
    this.node(id, "has text that is not UTF-8: what stands for no character is replaced", "notUtf8");
  }

  /** Of the site as a whole. */
  whole(text: string, topic: NoteTopic): void {
    this.#findings.note(this.file, text, topic);
  }

  /** What keeps the tree from being one. */
  error(id: number, reason: string): void {
    this.#findings.error(this.file, () => "", `node ${id}: ${reason}`);
  }
}
