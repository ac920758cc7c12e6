/** Answers look-ups from a data directory that was loaded into memory. */

import type { Kind, TypeKind } from "../operations.ts";
import { MediaFiles } from "../site/media/media-files.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import { NO_TYPES } from "../site/schema/site-types.ts";
import type { SiteData } from "../site/site-data.ts";
import type { Lookup, Snapshot, Source } from "../site/source.ts";
import { type Answer, Renderer } from "../site/tree/render.ts";
import { answerLookup, hasBelow, indexOfTarget } from "../site/tree/tree-answers.ts";

export class DirectorySource implements Source {
  readonly snapshot: Snapshot | undefined;
  readonly #renderers: Record<Kind, Renderer>;
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
    this.#renderers = { content: new Renderer(trees.content), media: new Renderer(trees.media) };
  }

  answer(lookup: Lookup): Answer | undefined {
    return answerLookup(this.#renderers[lookup.kind], lookup);
  }

  /** @throws DataError if the types have errors */
  types<K extends TypeKind>(kind: K): TypeLists[K] {
    return (this.#types?.() ?? NO_TYPES)[kind];
  }

  mediaAt(path: string): number | undefined {
    return this.#media.named(path)?.id;
  }

  hasBelow(lookup: Lookup): boolean {
    return hasBelow(this.#renderers[lookup.kind].tree, lookup);
  }

  #has({ kind, target }: Lookup): boolean {
    return target.by === "root" || indexOfTarget(this.#renderers[kind].tree, target) >= 0;
  }
}
