/** Compares the types that nodes have with those that are known. */

/** A type that nodes have and that is not among the types. */
type MissingType = { alias: string; nodes: number };

/**
 * @param types those that the data holds
 * @param counts how many nodes have each type
 * @returns nothing where the data holds no types at all: then none is amiss
 */
export function missingTypes(
  types: readonly { alias: string }[],
  counts: ReadonlyMap<string, number>,
): MissingType[] {
  if (types.length === 0) return [];
  const known = new Set(types.map(({ alias }) => alias));
  return [...counts].flatMap(([alias, nodes]) => (known.has(alias) ? [] : [{ alias, nodes }]));
}
