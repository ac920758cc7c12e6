/** Looks things up among the types of a site: one that is asked for, what it may have been meant to be, what is missing. */
import type { Kind, TypeKind } from "../operations.ts";
import type { Key } from "../tree/key.ts";
import type { SiteTypes } from "./site-types.ts";

/** Which type is asked for. */
export type TypeTarget = { by: "id"; id: number } | { by: "key"; key: Key } | { by: "alias"; alias: string };

/** As the CMS finds it: aliases are matched without regard to case, and of two that match the first counts. */
export function findType<Type extends { id: number; key: Key; alias?: string }>(
  types: readonly Type[],
  target: TypeTarget,
): Type | undefined {
  if (target.by === "id") return types.find(({ id }) => id === target.id);
  if (target.by === "key") return types.find(({ key }) => key === target.key);
  const alias = target.alias.toLowerCase();
  return types.find((type) => type.alias?.toLowerCase() === alias);
}

/** What is asked for in words: `content type with the alias page`. */
export function describeType(kind: TypeKind, target: TypeTarget): string {
  const value = target.by === "alias" ? target.alias : target.by === "id" ? target.id : target.key;
  return `${kind} type with the ${target.by} ${value}`;
}

/** So many are told at most. */
const MOST_TOLD = 3;
/** One mistake in so many characters is taken for a slip. */
const CHARACTERS_PER_SLIP = 4;

/** @returns the nearest first; one that holds the text, or is held by it, is near as well */
export function nearAliases(text: string, aliases: readonly string[]): string[] {
  const wanted = text.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted.length / CHARACTERS_PER_SLIP));
  return aliases
    .map((alias) => ({ alias, slips: slipsBetween(wanted, alias.toLowerCase(), allowed) }))
    .filter(({ slips }) => slips <= allowed)
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MOST_TOLD)
    .map(({ alias }) => alias);
}

function slipsBetween(wanted: string, alias: string, allowed: number): number {
  const [shorter, longer] = wanted.length < alias.length ? [wanted, alias] : [alias, wanted];
  if (shorter.length > 2 && longer.includes(shorter)) return allowed;
  // Each character more is a slip at least.
  if (longer.length - shorter.length > allowed) return Number.POSITIVE_INFINITY;
  return editDistance(wanted, alias);
}

/** How many characters are to be put in, left out or replaced (Levenshtein). */
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
 * The types that nodes have and that are not among those of the data, each with how many nodes have it.
 * @param counts how many nodes have each type
 * @returns nothing where the data holds no types at all: then none is amiss
 */
export function missingTypes(
  types: readonly { alias: string }[],
  counts: ReadonlyMap<string, number>,
): { alias: string; nodes: number }[] {
  if (types.length === 0) return [];
  const known = new Set(types.map(({ alias }) => alias));
  return [...counts].flatMap(([alias, nodes]) => (known.has(alias) ? [] : [{ alias, nodes }]));
}

/** @returns what editors see as the names of a type's properties, by their aliases; none where there is no such type */
export function propertyNames(types: SiteTypes[Kind], type: string): Map<string, string> {
  const tabs = types.find(({ alias }) => alias === type)?.tabs ?? [];
  const properties = tabs.flatMap((tab) => tab.properties);
  return new Map(properties.flatMap(({ alias, name }) => (name ? [[alias, name]] : [])));
}
