/** Maps whose entries are made when they are first wanted. */

/** The entry of a name, made where there is none. */
export function entryIn<K, V>(map: Map<K, V>, name: K, make: () => V): V {
  const known = map.get(name);
  if (known !== undefined) return known;
  const made = make();
  map.set(name, made);
  return made;
}

/** Adds to the count of a name. */
export function countIn<K>(counts: Map<K, number>, name: K, count = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}
