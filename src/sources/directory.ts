/** Answers look-ups from a data directory that was loaded into memory. */
import { type LoadedData, languagesBeside, otherLanguages } from "../formats/load-directory.ts";
import { NO_TYPES } from "../formats/type-lists.ts";
import type { Kind } from "../operations.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import type { Edition, Lookup, Source } from "../source.ts";
import type { Answer } from "../tree/render.ts";
import { TreeAnswers } from "./tree-answers.ts";

export class DirectorySource implements Source {
  readonly edition: Edition | undefined;
  readonly #answers: Record<Kind, TreeAnswers>;
  readonly #types: (() => SiteTypes) | undefined;

  /** @param version the digest of the trees: only with it is there an edition */
  constructor(data: Pick<LoadedData, "trees"> & Partial<LoadedData>, version?: string) {
    const { trees, types, format = "", unpublished = [], culture } = data;
    const sizes = { content: trees.content.size, media: trees.media.size };
    const has = (lookup: Lookup) => this.#has(lookup);
    const languages = {
      ...(culture !== undefined && { culture }),
      ...(languagesBeside(data).length > 0 && { otherLanguages: () => otherLanguages(data) }),
    };
    const whole = { format, sizes, trees, unpublished, has, ...languages };
    this.edition =
      version === undefined ? undefined : { version, ...whole, tabAliases: types?.().tabAliases };
    this.#types = types;
    this.#answers = { content: new TreeAnswers(trees.content), media: new TreeAnswers(trees.media) };
  }

  answer(lookup: Lookup): Answer | undefined {
    return this.#answers[lookup.kind].answer(lookup);
  }

  /** @throws DataError where the types have errors */
  types<K extends Kind>(kind: K): SiteTypes[K] {
    return (this.#types?.() ?? NO_TYPES)[kind];
  }

  hasBelow(lookup: Lookup): boolean {
    return this.#answers[lookup.kind].hasBelow(lookup);
  }

  #has({ kind, target }: Lookup): boolean {
    return this.#answers[kind].levelOf(target) !== undefined;
  }
}
