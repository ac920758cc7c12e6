/** Answers look-ups from a data directory that was loaded into memory. */
import type { LoadedData } from "../formats/load-directory.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { Edition, Lookup, Source } from "../source.ts";
import type { Answer } from "../tree/render.ts";
import { digestTrees } from "../tree/tree-digest.ts";
import { TreeAnswers } from "./tree-answers.ts";

export class DirectorySource implements Source, Edition {
  readonly format: string;
  readonly sizes: Readonly<Record<Kind, number>>;
  readonly #answers: Record<Kind, TreeAnswers>;
  readonly #trees: LoadedData["trees"];
  #version: string | undefined;

  /** @param version the digest of the trees, where it is known already */
  constructor({ trees, format = "" }: Pick<LoadedData, "trees"> & Partial<LoadedData>, version?: string) {
    this.format = format;
    this.sizes = { content: trees.content.size, media: trees.media.size };
    this.#trees = trees;
    this.#answers = { content: new TreeAnswers(trees.content), media: new TreeAnswers(trees.media) };
    this.#version = version;
  }

  get edition(): Edition {
    return this;
  }

  /** Reads the whole data when it is first asked for. */
  get version(): string {
    this.#version ??= digestTrees(KINDS.map((kind) => this.#trees[kind]));
    return this.#version;
  }

  answer(lookup: Lookup): Answer | undefined {
    return this.#answers[lookup.kind].answer(lookup);
  }

  has({ kind, target }: Lookup): boolean {
    return this.#answers[kind].levelOf(target) !== undefined;
  }
}
