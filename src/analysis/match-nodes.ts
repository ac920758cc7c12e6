/** Finds which node of one tree is which of another: by key, or by what else they share where keys did not survive. */
import { type NodeText, parseNodeText } from "../json/node-text.ts";
import { isKeyOfId, type Key } from "../tree/key.ts";
import { NodeNames } from "../tree/node-names.ts";
import { entryIn } from "./map-entries.ts";
import { decodedWhole } from "./urls/address.ts";

/** What nodes can be matched by. */
export const MATCHED_BY = ["key", "path", "url", "name-path"] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];

export type Matches = {
  /** For each place of the new tree the place of the same node in the old one, or -1. */
  wasAt: Int32Array;
  /** What several nodes of one side share, which were matched in their order. */
  shared: readonly SharedIdentity[];
};

/** How many nodes of each side have the same url, path or names. */
type SharedIdentity = { identity: string; before: number; after: number };

/** Stands where there is no place. */
const NONE = -1;
/** Stands for a parent that was not in the old tree; -1 is that of a root. */
const NEW_PARENT = -2;

export function matchNodes(before: ComparedTree, after: ComparedTree, by: MatchedBy = "key"): Matches {
  if (by === "key") return { wasAt: byKey(before, after, () => true), shared: [] };
  const identitiesOf =
    by === "name-path" ? namePathIdentities() : (tree: ComparedTree) => urlIdentities(tree, by);
  const [earlier, later] = [identitiesOf(before), identitiesOf(after)];
  // Folders have no url, and may have kept their keys.
  const wasAt = byKey(before, after, (was, is) => earlier[was] === undefined && later[is] === undefined);
  const were = indexesByIdentity(earlier);
  const are = indexesByIdentity(later);
  for (const [identity, indexes] of are) {
    const same = were.get(identity) ?? [];
    for (let i = 0; i < Math.min(indexes.length, same.length); i++) wasAt[indexes[i]] = same[i];
  }
  const told = (identity: string, was: number | undefined, is: number | undefined) => {
    if (by !== "name-path") return identity;
    return was === undefined ? new NodeNames(after).path(is ?? NONE) : new NodeNames(before).path(was);
  };
  return { wasAt, shared: sharedIdentities(were, are, told) };
}

/** Whether a node that is in both trees stands below the same one as before. */
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

/** By key; what is left by id where a key was made of it, which gives way to a real one. */
function byKey(
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
  // Most often ids are the same, too, and no table of keys is needed.
  const others = all.filter((is) => !isTaken(sameAt(before, after, is), is));
  if (others.length === 0) return wasAt;
  const indexes = new Map<string, number>();
  for (let was = 0; was < before.size; was++) if (!taken[was]) indexes.set(before.keyAt(was), was);
  const keyless = others.filter((is) => !isTaken(indexes.get(after.keyAt(is)), is));
  for (const is of keyless) isTaken(madeOfIdAt(before, after, is), is);
  return wasAt;
}

/** The place of the node that has both id and key of another; -1 where none has. */
function sameAt(before: ComparedTree, after: ComparedTree, is: number): number {
  const was = before.findId(after.idAt(is));
  return was >= 0 && before.keyAt(was) === after.keyAt(is) ? was : NONE;
}

/** The place of the node that has the id of another, if the key of one of the two was made of it. */
function madeOfIdAt(before: ComparedTree, after: ComparedTree, is: number): number {
  const was = before.findId(after.idAt(is));
  return was >= 0 && (hasMadeKey(before, was) || hasMadeKey(after, is)) ? was : NONE;
}

function hasMadeKey(tree: ComparedTree, index: number): boolean {
  return isKeyOfId(tree.keyAt(index), tree.idAt(index));
}

/** For each place what its node is known by; `undefined` where that is nothing. */
type Identities = readonly (string | undefined)[];

function urlIdentities(tree: ComparedTree, by: "url" | "path"): Identities {
  return Array.from({ length: tree.size }, (_, index) => {
    const { url } = parseNodeText(tree.text(index));
    if (typeof url !== "string" || url === "" || url === "#") return undefined;
    return by === "url" ? url : pathOf(url);
  });
}

/** A number stands for the names from the root down, since a chain of nodes can be as deep as it is long. */
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

/** The path of a URL, without regard to host, query, case, encoding or a slash at its end. */
function pathOf(url: string): string {
  const path = url
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, "")
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "");
  return decodedWhole(path || "/").toLowerCase();
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
  told: (identity: string, was: number | undefined, is: number | undefined) => string,
): SharedIdentity[] {
  const identities = new Set([...earlier.keys(), ...later.keys()]);
  return [...identities].flatMap((identity) => {
    const [were = [], are = []] = [earlier.get(identity), later.get(identity)];
    if (were.length < 2 && are.length < 2) return [];
    return [{ identity: told(identity, were[0], are[0]), before: were.length, after: are.length }];
  });
}

export interface ComparedTree {
  readonly size: number;
  idAt(index: number): number;
  keyAt(index: number): Key;
  /** The place of the node above; -1 for a root. */
  parentAt(index: number): number;
  /** @returns the place of the node that has this id, or -1 */
  findId(id: number): number;
  /** @returns bytes that stay what they are until the next text or key is asked for */
  text(index: number): NodeText;
}

/** The key of a node's parent; `undefined` for a root. */
export function parentKeyAt(tree: ComparedTree, index: number): Key | undefined {
  const parent = tree.parentAt(index);
  return parent < 0 ? undefined : tree.keyAt(parent);
}
