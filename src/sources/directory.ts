/** Answers look-ups from a data directory that was loaded into memory. */
import { type LoadedData, languagesBeside, otherLanguages } from "../formats/load-directory.ts";
import { NO_TYPES } from "../formats/type-lists.ts";
import { HIGHEST_LEVEL, type Kind, type TypeKind } from "../operations.ts";
import { MediaFiles } from "../site/media/media-files.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import type { Lookup, Snapshot, Source, Target } from "../site/source.ts";
import { type Answer, Renderer } from "../site/tree/render.ts";
import type { Tree } from "../site/tree/tree.ts";

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

export class TreeAnswers {
  readonly #tree: Tree;
  readonly #renderer: Renderer;

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#renderer = new Renderer(tree);
  }

  /** @returns the level of the node, 1 for the roots; `undefined` if no node matches */
  levelOf(target: Target): number | undefined {
    if (target.by === "root") return 1;
    const index = indexOfTarget(this.#tree, target);
    return index < 0 ? undefined : this.#tree.columns.level[index];
  }

  answer({ target, maxLevel, depth }: Omit<Lookup, "kind">): Answer | undefined {
    if (target.by === "root") return this.#renderer.roots(maxLevel ?? levelBelow(1, depth));
    const index = indexOfTarget(this.#tree, target);
    if (index < 0) return undefined;
    return this.#renderer.node(index, maxLevel ?? levelBelow(this.#tree.columns.level[index], depth));
  }

  /** Whether there is anything below the level to which `answer` goes. */
  hasBelow({ target, maxLevel, depth }: Omit<Lookup, "kind">): boolean {
    const { level, end } = this.#tree.columns;
    const first = target.by === "root" ? 0 : indexOfTarget(this.#tree, target);
    if (first < 0) return false;
    const last = target.by === "root" ? this.#tree.size : end[first];
    // The requested node is in the answer, however low the limit is.
    const deepest = Math.max(maxLevel ?? levelBelow(level[first], depth), level[first]);
    for (let index = first; index < last; index++) if (level[index] > deepest) return true;
    return false;
  }
}

/** @returns the index of the node in the tree; negative if there is none */
export function indexOfTarget(tree: Tree, target: Exclude<Target, { by: "root" }>): number {
  return target.by === "id" ? tree.findId(target.id) : tree.findKey(target.key);
}

/** The `maxLevel` that means `depth` levels below `level`. */
export function levelBelow(level: number, depth = 1): number {
  return Math.min(level + depth, HIGHEST_LEVEL);
}
