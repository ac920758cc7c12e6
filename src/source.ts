/** The contract of every place that can answer a look-up. */
import type { Kind, TypeKind } from "./operations.ts";
import type { TabAliases, TypeLists } from "./schema/site-types.ts";
import { isLikeKeyOfId, type Key } from "./tree/key.ts";
import type { Answer } from "./tree/render.ts";
import type { Tree } from "./tree/tree.ts";

/** Which node is asked for, or all roots. */
export type Target = { by: "root" } | { by: "id"; id: number } | { by: "key"; key: Key };

/** What is asked of a source. At most one of `maxLevel` and `depth` is given. */
export type Lookup = {
  kind: Kind;
  target: Target;
  /** A node at level L carries `children` where L < `maxLevel`; the roots' level is 1. */
  maxLevel?: number;
  /** The same as levels below the node asked for. Default 1. */
  depth?: number;
};

/** The same data in another of its languages. */
export type LanguageEdition = Pick<Edition, "trees"> & {
  language: string;
  unpublished?: Edition["unpublished"];
};

/** Data that is held as a whole, as it stands. It never changes: changed data is another edition. */
export interface Edition {
  /** Letters, digits, `-` and `_` that differ wherever an answer differs. */
  readonly version: string;
  /** The name of the format that it was read from. */
  readonly format: string;
  /** How many nodes there are. */
  readonly sizes: Readonly<Record<Kind, number>>;
  /** What answers are made of, for those who look at more than one node. */
  readonly trees: Readonly<Record<Kind, Tree>>;
  /** The nodes that the data left out since they are not published. */
  readonly unpublished: readonly { kind: Kind; id: number; key: Key }[];
  /** The code of the language that is read, if the format tells it. */
  readonly culture?: string;
  /** Reads what the data holds in its other languages, one at a time. Absent if it holds no more than one. */
  readonly otherLanguages?: () => AsyncIterable<LanguageEdition>;
  /** The aliases of the tabs and groups of types, which no operation tells. */
  readonly tabAliases?: TabAliases;
  /** Whether the look-up has an answer, without making it. */
  has(lookup: Lookup): boolean;
}

export interface Source {
  /**
   * The JSON that the operation answers with, compact, members in their fixed order.
   * @returns `undefined` where no node matches
   */
  answer(lookup: Lookup): Answer | undefined | Promise<Answer | undefined>;

  /**
   * All types of a kind, in the order in which their operation lists them. Absent where no types can be had at all.
   * @returns `undefined` where a site has no operations for types, as older ones
   */
  types?<K extends TypeKind>(kind: K): TypeLists[K] | undefined | Promise<TypeLists[K] | undefined>;

  /** The id of the first media node whose `url` has this path, in any case. Absent if the source cannot search paths. */
  mediaAt?(path: string): number | undefined;

  /** The grid editors of the site's configuration. Absent if it is not known. */
  readonly gridEditors?: readonly object[];

  /** Whether there is anything below the level to which it answers. Absent where that is not known. */
  hasBelow?(lookup: Lookup): boolean;

  /** The data that answers are made of, where it is at hand. */
  readonly edition?: Edition;
}

/** The id or key of the node that is asked for; `undefined` where all roots are. */
export function targetValue(target: Target): number | Key | undefined {
  if (target.by === "root") return undefined;
  return target.by === "id" ? target.id : target.key;
}

/** What to try where a site does not know a key that may be one of ours; empty for other targets. */
export function hintAtId(target: Target): string {
  return target.by === "key" && isLikeKeyOfId(target.key)
    ? "; a key that was made of an id, where the site has none, is not known to it: try --id"
    : "";
}

/** A look-up in words: `content node with the id 5`. */
export function describeTarget(kind: Kind, target: Target): string {
  if (target.by === "root") return `${kind} roots`;
  return `${kind} node with the ${target.by} ${targetValue(target)}`;
}
