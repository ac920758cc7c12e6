/** Matches the nodes of two trees: by key, or by URL, path or names if keys did not survive a migration. */
import { type NodeText, parseNodeText } from "../../json/node-text.ts";
import { entryIn } from "../../site/map-entries.ts";
import { isKeyOfId, type Key } from "../../site/tree/key.ts";
import { NodeNames } from "../../site/tree/node-names.ts";
import { percentDecoded, withoutEnd } from "../../text/path-text.ts";

export const MATCHED_BY = ["key", "path", "url", "name-path"] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];

export type Matches = {
  /** For each index of the new tree the index of the matching node in the old one, or -1. */
  wasAt: Int32Array;
  /** Identities that several nodes of a side share; these nodes are matched in order. */
  shared: readonly SharedIdentity[];
};

/** The number of nodes of each side that share a URL, path or path of names. */
type SharedIdentity = { identity: string; before: number; after: number };

/** No matching node. */
const NONE = -1;
/** A parent that the old tree does not have; a root's parent is -1. */
const NEW_PARENT = -2;

export function matchNodes(before: ComparedTree, after: ComparedTree, by: MatchedBy = "key"): Matches {
  if (by === "key") return { wasAt: matchedByKey(before, after, () => true), shared: [] };
  const identitiesOf =
    by === "name-path" ? namePathIdentities() : (tree: ComparedTree) => urlIdentities(tree, by);
  const [earlier, later] = [identitiesOf(before), identitiesOf(after)];
  // Folders have no URL, and may have kept their keys.
  const wasAt = matchedByKey(
    before,
    after,
    (was, is) => earlier[was] === undefined && later[is] === undefined,
  );
  const were = indexesByIdentity(earlier);
  const are = indexesByIdentity(later);
  for (const [identity, indexes] of are) {
    const same = were.get(identity) ?? [];
    for (let i = 0; i < Math.min(indexes.length, same.length); i++) wasAt[indexes[i]] = same[i];
  }
  const shownIdentity = (identity: string, was: number | undefined, is: number | undefined) => {
    if (by !== "name-path") return identity;
    return was === undefined ? new NodeNames(after).path(is ?? NONE) : new NodeNames(before).path(was);
  };
  return { wasAt, shared: sharedIdentities(were, are, shownIdentity) };
}

/** Whether a node of both trees has the same parent as before. */
export function hasSameParent(
  before: ComparedTree,
  after: ComparedTree,
  { wasAt }: Pick<Matches, "wasAt">,
  is: number,
): boolean {
  const parent = after.parentAt(is);
  const former = parent < 0 ? parent : wasAt[parent] < 0 ? NEW_PARENT : wasAt[parent];
  return before.parentAt(wasAt[is]) === former;
}

/**
 * Matches by key, and the rest by id if one of the two keys is derived from the id: a derived key gives way to a real
 * one.
 */
function matchedByKey(
  before: ComparedTree,
  after: ComparedTree,
  mayMatch: (was: number, is: number) => boolean,
): Int32Array {
  const wasAt = new Int32Array(after.size).fill(NONE);
  const taken = new Uint8Array(before.size);
  const isTaken = (was: number | undefined, is: number) => {
    if (was === undefined || was < 0 || taken[was] || !mayMatch(was, is)) return false;
    wasAt[is] = was;
    taken[was] = 1;
    return true;
  };
  const all = Array.from({ length: after.size }, (_, is) => is);
  // Ids are usually the same too; then no map of keys is needed.
  const others = all.filter((is) => !isTaken(sameAt(before, after, is), is));
  if (others.length === 0) return wasAt;
  const indexes = new Map<string, number>();
  for (let was = 0; was < before.size; was++) if (!taken[was]) indexes.set(before.keyAt(was), was);
  const keyless = others.filter((is) => !isTaken(indexes.get(after.keyAt(is)), is));
  for (const is of keyless) isTaken(isDerivedAt(before, after, is), is);
  return wasAt;
}

/** Returns the index of the node with the same id and key; -1 if there is none. */
function sameAt(before: ComparedTree, after: ComparedTree, is: number): number {
  const was = before.findId(after.idAt(is));
  return was >= 0 && before.keyAt(was) === after.keyAt(is) ? was : NONE;
}

/** Returns the index of the node with the same id, if one of the two keys is derived from the id; otherwise -1. */
function isDerivedAt(before: ComparedTree, after: ComparedTree, is: number): number {
  const was = before.findId(after.idAt(is));
  return was >= 0 && (hasDerivedKey(before, was) || hasDerivedKey(after, is)) ? was : NONE;
}

function hasDerivedKey(tree: ComparedTree, index: number): boolean {
  return isKeyOfId(tree.keyAt(index), tree.idAt(index));
}

/** By index, the identity of a node; `undefined` if it has none. */
type Identities = readonly (string | undefined)[];

function urlIdentities(tree: ComparedTree, by: "url" | "path"): Identities {
  return Array.from({ length: tree.size }, (_, index) => {
    const { url } = parseNodeText(tree.text(index));
    if (typeof url !== "string" || url === "" || url === "#") return undefined;
    return by === "url" ? url : pathOfUrl(url);
  });
}

/** Each path of names is represented by a number, since paths get as long as the tree is deep. */
function namePathIdentities(): (tree: ComparedTree) => Identities {
  const numbers = new Map<string, string>();
  return (tree) => {
    const identities: string[] = [];
    for (let index = 0; index < tree.size; index++) {
      const path = `${identities[tree.parentAt(index)] ?? ""}/${String(parseNodeText(tree.text(index)).name ?? "").trim()}`;
      identities.push(entryIn(numbers, path, () => String(numbers.size)));
    }
    return identities;
  };
}

/** Returns the path of a URL, ignoring host, query, case, escapes and a trailing slash. */
function pathOfUrl(url: string): string {
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  return percentDecoded(withoutEnd(path, "/") || "/").toLowerCase();
}

function indexesByIdentity(identities: Identities): Map<string, number[]> {
  const indexes = new Map<string, number[]>();
  identities.forEach((identity, index) => {
    if (identity !== undefined) entryIn(indexes, identity, () => []).push(index);
  });
  return indexes;
}

function sharedIdentities(
  earlier: Map<string, number[]>,
  later: Map<string, number[]>,
  shownIdentity: (identity: string, was: number | undefined, is: number | undefined) => string,
): SharedIdentity[] {
  const identities = new Set([...earlier.keys(), ...later.keys()]);
  return [...identities].flatMap((identity) => {
    const [were = [], are = []] = [earlier.get(identity), later.get(identity)];
    if (were.length < 2 && are.length < 2) return [];
    return [{ identity: shownIdentity(identity, were[0], are[0]), before: were.length, after: are.length }];
  });
}

export interface ComparedTree {
  readonly size: number;
  idAt(index: number): number;
  keyAt(index: number): Key;
  /** The index of the parent; -1 for a root. */
  parentAt(index: number): number;
  /** @returns the index of the node with this id, or -1 */
  findId(id: number): number;
  /** @returns bytes that are valid until the next call of `text` or `keyAt` */
  text(index: number): NodeText;
}

/** The key of a node's parent; `undefined` for a root. */
export function parentKeyAt(tree: ComparedTree, index: number): Key | undefined {
  const parent = tree.parentAt(index);
  return parent < 0 ? undefined : tree.keyAt(parent);
}
