/** Source: the contract of everything that answers a look-up. */

import type { Kind, TypeKind } from "../operations.ts";
import type { TypeLists } from "./schema/site-types.ts";
import type { Site } from "./site.ts";
import { isLikeKeyOfId, type Key } from "./tree/key.ts";
import type { Answer } from "./tree/render.ts";

/** The requested node, or all roots. */
export type Target = { by: "root" } | { by: "id"; id: number } | { by: "key"; key: Key };

/** A request to a source, with at most one of `maxLevel` and `depth`. */
export type Lookup = {
  kind: Kind;
  target: Target;
  /** A node at level L has `children` if L < `maxLevel`; the roots' level is 1. */
  maxLevel?: number;
  /** The same limit as levels below the requested node. Default: 1. */
  depth?: number;
};

/** One state of data in memory. It never changes: changed data is another snapshot. */
export type Snapshot = {
  /** The snapshot version, which entity tags contain: letters, digits, `-` and `_`, different if any answer differs. */
  readonly version: string;
  readonly site: Site;
  /** Whether the look-up has an answer, without rendering it. */
  has(lookup: Lookup): boolean;
};

export interface Source {
  /**
   * The answer of the operation: compact JSON, members in their fixed order.
   * @returns `undefined` if no node matches
   */
  answer(lookup: Lookup): Answer | undefined | Promise<Answer | undefined>;

  /**
   * All types of a kind, in the order of their operation. Absent if the source cannot have types.
   * @returns `undefined` if the site has no operations for types, as older versions of the API
   */
  types?<K extends TypeKind>(kind: K): TypeLists[K] | undefined | Promise<TypeLists[K] | undefined>;

  /** The id of the first media node whose `url` has this path, in any case. Absent if the source cannot search paths. */
  mediaAt?(path: string): number | undefined;

  /** The grid editors of the site's configuration. Absent if it is not known. */
  readonly gridEditors?: readonly object[];

  /** Whether there are nodes below the limit of the look-up. Absent if that is not known. */
  hasBelow?(lookup: Lookup): boolean;

  /** The data in memory. Absent for a live site. */
  readonly snapshot?: Snapshot;
}

/** The id or key of the requested node; `undefined` for all roots. */
export function targetValue(target: Target): number | Key | undefined {
  if (target.by === "root") return undefined;
  return target.by === "id" ? target.id : target.key;
}

/** A hint if the site lacks a key that may be derived from an id; empty for other targets. */
export function hintAtId(target: Target): string {
  return target.by === "key" && isLikeKeyOfId(target.key)
    ? "; a key that was derived from an id is not known to the site: try --id"
    : "";
}

/** A look-up in words: `content node with the id 5`. */
export function describeTarget(kind: Kind, target: Target): string {
  if (target.by === "root") return `${kind} roots`;
  return `${kind} node with the ${target.by} ${targetValue(target)}`;
}
