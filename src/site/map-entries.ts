/** Helpers for maps: get or create an entry, and count. */

/** Returns the entry of a name, created if it is missing. */
export function entryIn<K, V>(map: Map<K, V>, name: K, make: () => V): V {
  const known = map.get(name);
  if (known !== undefined) return known;
  const made = make();
  map.set(name, made);
  return made;
}

export function countIn<K>(counts: Map<K, number>, name: K, count = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}
