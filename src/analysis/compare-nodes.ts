/** Compares two nodes that are the same one at two times: what was done to it, in verbs, and what differs. */
import type { NodeText } from "../json/node-text.ts";
import { type NodeRecord, recordOf } from "./node-record.ts";
import { isSameValue } from "./same-value.ts";

/** What can have been done to a node, in the order in which it is told. */
export const VERBS = ["added", "gone", "moved", "renamed", "retyped", "reordered", "changed"] as const;
type Verb = (typeof VERBS)[number];

/** How many nodes each verb was done to. */
export type ChangeCounts = Record<Verb, number>;

/** A node at one time. */
export type ComparedNode = {
  id: number;
  key: string;
  parentKey: string | undefined;
  text: NodeText<string>;
};

/** Members as compact JSON, by name. */
export type Fields = Map<string, string>;

export type PropertyChange = { alias: string; before: string | undefined; after: string | undefined };

export type Difference = { changes: Verb[]; before: Fields; after: Fields; properties: PropertyChange[] };

/** What is not compared: dates change with whatever else does, and order is a matter of siblings. */
const NOT_COMPARED = new Set(["id", "key", "createDate", "updateDate", "sortOrder"]);
const VERB_OF: Readonly<Record<string, Verb | undefined>> = { name: "renamed", type: "retyped" };

/**
 * @param hasMovedUrl whether the `url` of the node's parent changed: then its own did so with it, and that is no change
 * @returns no verbs where nothing was done to it; where its siblings stand otherwise is not looked at
 */
export function compareNodes(before: ComparedNode, after: ComparedNode, hasMovedUrl: boolean): Difference {
  const difference: Difference = { changes: [], before: new Map(), after: new Map(), properties: [] };
  const was = recordOf(before.text);
  const is = recordOf(after.text);
  const verbs = new Set<Verb>();
  for (const [name, verb] of differingFields(was, is)) {
    put(difference.before, name, was.fields.get(name));
    put(difference.after, name, is.fields.get(name));
    if (name !== "url") verbs.add(verb);
  }
  if (before.parentKey !== after.parentKey) {
    verbs.add("moved");
    difference.before.set("parentKey", JSON.stringify(before.parentKey ?? null));
    difference.after.set("parentKey", JSON.stringify(after.parentKey ?? null));
  }
  difference.properties = differingProperties(was, is);
  if (difference.properties.length > 0) verbs.add("changed");
  const isUrlAlone = verbs.size === 0 && difference.after.size + difference.before.size > 0;
  if (isUrlAlone && !hasMovedUrl) verbs.add("changed");
  difference.changes = VERBS.filter((verb) => verbs.has(verb));
  return difference;
}

function* differingFields(was: NodeRecord, is: NodeRecord): Generator<[string, Verb]> {
  for (const name of new Set([...was.fields.keys(), ...is.fields.keys()])) {
    if (!NOT_COMPARED.has(name) && !isSame(was.fields.get(name), is.fields.get(name)))
      yield [name, (Object.hasOwn(VERB_OF, name) ? VERB_OF[name] : undefined) ?? "changed"];
  }
}

function differingProperties(was: NodeRecord, is: NodeRecord): PropertyChange[] {
  const aliases = [...new Set([...was.properties.keys(), ...is.properties.keys()])];
  return aliases
    .map((alias) => ({ alias, before: was.properties.get(alias), after: is.properties.get(alias) }))
    .filter(({ before, after }) => !isSame(before, after));
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined ? one === other : isSameValue(one, other);
}

function put(fields: Fields, name: string, value: string | undefined): void {
  if (value !== undefined) fields.set(name, value);
}
