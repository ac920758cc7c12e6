/** Answers look-ups from a data directory that was loaded into memory. */

import type { Kind, TypeKind } from "../operations.ts";
import { MediaFiles } from "../site/media/media-files.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import { NO_TYPES } from "../site/schema/site-types.ts";
import { languagesBeside } from "../site/site-data.ts";
import type { Lookup, Snapshot, Source } from "../site/source.ts";
import type { Answer } from "../site/tree/render.ts";
import { TreeAnswers } from "../site/tree/tree-answers.ts";
import { type LoadedData, otherLanguages } from "./load-directory.ts";

export class DirectorySource implements Source {
  readonly snapshot: Snapshot | undefined;
  readonly #answers: Record<Kind, TreeAnswers>;
  readonly #types: (() => TypeLists) | undefined;
  readonly gridEditors: readonly object[] | undefined;
  readonly #media: MediaFiles;

  /** @param version the digest of the trees: only with it is there a snapshot */
  constructor(data: Pick<LoadedData, "trees"> & Partial<LoadedData>, version?: string) {
    const { trees, types, gridEditors, format = "", unpublished = [], culture } = data;
    const sizes = { content: trees.content.size, media: trees.media.size };
    const has = (lookup: Lookup) => this.#has(lookup);
    const languages = {
      ...(culture !== undefined && { culture }),
      ...(languagesBeside(data).length > 0 && { otherLanguages: () => otherLanguages(data) }),
    };
    const whole = { format, sizes, trees, unpublished, has, ...languages };
    this.snapshot =
      version === undefined ? undefined : { version, ...whole, tabAliases: types?.().tabAliases };
    this.#types = types;
    this.gridEditors = gridEditors;
    this.#media = new MediaFiles(trees.media, undefined, "site");
    this.#answers = { content: new TreeAnswers(trees.content), media: new TreeAnswers(trees.media) };
  }

  answer(lookup: Lookup): Answer | undefined {
    return this.#answers[lookup.kind].answer(lookup);
  }

  /** @throws DataError if the types have errors */
  types<K extends TypeKind>(kind: K): TypeLists[K] {
    return (this.#types?.() ?? NO_TYPES)[kind];
  }

  mediaAt(path: string): number | undefined {
    return this.#media.named(path)?.id;
  }

  hasBelow(lookup: Lookup): boolean {
    return this.#answers[lookup.kind].hasBelow(lookup);
  }

  #has({ kind, target }: Lookup): boolean {
    return this.#answers[kind].levelOf(target) !== undefined;
  }
}
