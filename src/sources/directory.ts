/** Answers look-ups from a data directory that was loaded into memory. */
import type { LoadedData } from "../formats/load-directory.ts";
import type { Kind } from "../operations.ts";
import type { Lookup, Source } from "../source.ts";
import type { Answer } from "../tree/render.ts";
import { TreeAnswers } from "./tree-answers.ts";

export class DirectorySource implements Source {
  readonly #answers: Record<Kind, TreeAnswers>;

  constructor({ trees }: Pick<LoadedData, "trees">) {
    this.#answers = { content: new TreeAnswers(trees.content), media: new TreeAnswers(trees.media) };
  }

  answer(lookup: Lookup): Answer | undefined {
    return this.#answers[lookup.kind].answer(lookup);
  }
}
