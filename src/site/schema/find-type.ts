/** Finds types of a site, suggestions for a mistyped alias, and missing types. */
import type { Kind, TypeKind } from "../../operations.ts";
import { countIn } from "../map-entries.ts";
import type { Key } from "../tree/key.ts";
import type { SiteTypes } from "./site-types.ts";
import type { TypeOwner } from "./type-owner.ts";

/** The requested type. */
export type TypeTarget = { by: "id"; id: number } | { by: "key"; key: Key } | { by: "alias"; alias: string };

/** As in the CMS, aliases match in any case, and the first match wins. */
export function findType<Type extends { id: number; key: Key; alias?: string }>(
  types: readonly Type[],
  target: TypeTarget,
): Type | undefined {
  if (target.by === "id") return types.find(({ id }) => id === target.id);
  if (target.by === "key") return types.find(({ key }) => key === target.key);
  const alias = target.alias.toLowerCase();
  return types.find((type) => type.alias?.toLowerCase() === alias);
}

/** The requested type in words: `content type with the alias page`. */
export function describeType(kind: TypeKind, target: TypeTarget): string {
  const value = target.by === "alias" ? target.alias : target.by === "id" ? target.id : target.key;
  return `${kind} type with the ${target.by} ${value}`;
}

/** The most suggestions. */
const MOST_SUGGESTIONS = 3;
/** One typing error is allowed for this many characters. */
const CHARACTERS_PER_ERROR = 4;

/** @returns the nearest aliases first; one that contains the text, or is contained in it, is near, too */
export function nearAliases(text: string, aliases: readonly string[]): string[] {
  const wanted = text.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted.length / CHARACTERS_PER_ERROR));
  return aliases
    .map((alias) => ({ alias, errors: errorsBetween(wanted, alias.toLowerCase(), allowed) }))
    .filter(({ errors }) => errors <= allowed)
    .sort((a, b) => a.errors - b.errors)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ alias }) => alias);
}

function errorsBetween(wanted: string, alias: string, allowed: number): number {
  const [shorter, longer] = wanted.length < alias.length ? [wanted, alias] : [alias, wanted];
  if (shorter.length > 2 && longer.includes(shorter)) return allowed;
  // Each additional character is at least one error.
  if (longer.length - shorter.length > allowed) return Number.POSITIVE_INFINITY;
  return editDistance(wanted, alias);
}

/** The Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, character] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = row[j] + (character === b[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1] + 1, next[j] + 1));
    }
    row = next;
  }
  return row[b.length];
}

/**
 * Returns a function for the number of nodes of a type.
 * @param counts the number of nodes of each alias, as the nodes have it
 */
export function nodesByType(counts: ReadonlyMap<string, number>): (type: { alias: string }) => number {
  const sums = new Map<string, number>();
  for (const [alias, nodes] of counts) countIn(sums, alias.toLowerCase(), nodes);
  return ({ alias }) => sums.get(alias.toLowerCase()) ?? 0;
}

/**
 * The types of nodes that the data lacks, with the number of their nodes.
 * @param counts the number of nodes of each type
 * @returns nothing if the data has no types at all
 */
export function missingTypes(
  types: readonly { alias: string }[],
  counts: ReadonlyMap<string, number>,
): { alias: string; nodes: number }[] {
  if (types.length === 0) return [];
  const known = new Set(types.map(({ alias }) => alias.toLowerCase()));
  return [...counts].flatMap(([alias, nodes]) => (known.has(alias.toLowerCase()) ? [] : [{ alias, nodes }]));
}

/** What editors call a type and its properties, by their aliases. */
type NamesOfType = { name?: string; properties: ReadonlyMap<string, string> };

const NO_NAMES: NamesOfType = { properties: new Map() };

/** The type of an owner. */
export function typeOfOwner(types: SiteTypes, { kind, of, type: alias }: TypeOwner) {
  return findType<SiteTypes[Kind][number]>(types[of === "element" ? "content" : kind], {
    by: "alias",
    alias,
  });
}

/** Makes the function that returns the names of a type and its properties; none if there is no such type. */
export function typeNamer(types: SiteTypes): (owner: TypeOwner) => NamesOfType {
  const known = new Map<string, NamesOfType>();
  return (owner) => {
    const place = `${owner.of === "element" ? "content" : owner.kind} ${owner.type}`;
    const earlier = known.get(place);
    const found = earlier ? undefined : typeOfOwner(types, owner);
    // Aliases of types that do not exist can be of any number.
    if (!found) return earlier ?? NO_NAMES;
    const properties = found.tabs.flatMap((tab) => tab.properties);
    const names = {
      name: found.name || undefined,
      properties: new Map(properties.flatMap(({ alias, name }) => (name ? [[alias, name]] : []))),
    };
    known.set(place, names);
    return names;
  };
}
