/** Answers look-ups from a data directory that was loaded into memory. */
import type { LoadedData } from "../formats/load-directory.ts";
import type { Kind } from "../operations.ts";
import type { Edition, Lookup, Source } from "../source.ts";
import type { Answer } from "../tree/render.ts";
import { TreeAnswers } from "./tree-answers.ts";

export class DirectorySource implements Source {
  readonly edition: Edition | undefined;
  readonly #answers: Record<Kind, TreeAnswers>;

  /** @param version the digest of the trees: only with it is there an edition */
  constructor({ trees, format = "" }: Pick<LoadedData, "trees"> & Partial<LoadedData>, version?: string) {
    const sizes = { content: trees.content.size, media: trees.media.size };
    const has = (lookup: Lookup) => this.#has(lookup);
    this.edition = version === undefined ? undefined : { version, format, sizes, has };
    this.#answers = { content: new TreeAnswers(trees.content), media: new TreeAnswers(trees.media) };
  }

  answer(lookup: Lookup): Answer | undefined {
    return this.#answers[lookup.kind].answer(lookup);
  }

  hasBelow(lookup: Lookup): boolean {
    return this.#answers[lookup.kind].hasBelow(lookup);
  }

  #has({ kind, target }: Lookup): boolean {
    return this.#answers[kind].levelOf(target) !== undefined;
  }
}
