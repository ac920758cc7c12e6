/** Answers look-ups from a data directory that was loaded into memory. */

import type { Kind, TypeKind } from "../operations.ts";
import { MediaFiles } from "../site/media/media-files.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import { NO_TYPES } from "../site/schema/site-types.ts";
import type { SiteData } from "../site/site-data.ts";
import type { Lookup, Snapshot, Source } from "../site/source.ts";
import type { Answer } from "../site/tree/render.ts";
import { TreeAnswers } from "../site/tree/tree-answers.ts";

export class DirectorySource implements Source {
  readonly snapshot: Snapshot | undefined;
  readonly #answers: Record<Kind, TreeAnswers>;
  readonly #types: (() => TypeLists) | undefined;
  readonly gridEditors: readonly object[] | undefined;
  readonly #media: MediaFiles;

  /** @param held the data as a site, with its version: only then is there a snapshot */
  constructor(data: Pick<SiteData, "trees"> & Partial<SiteData>, held?: Pick<Snapshot, "site" | "version">) {
    const { trees, types, gridEditors } = data;
    this.snapshot = held && { ...held, has: (lookup) => this.#has(lookup) };
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
