/** The order of a type's properties, in which nodes and elements have their values. */
import type { Key } from "../tree/key.ts";
import { GENERIC_TAB, type MediaType, type TypeProperty, type TypeTab } from "./site-types.ts";

/** A property, and the tab or group that it is in. */
type OrderedProperty = { property: TypeProperty; tab: TypeTab };

/**
 * Returns the properties of a type as Umbraco orders them (measured with 17.0.1): those of its compositions, each in the same
 * way, then its own, by sort order of the tab or group, then of the property. An alias counts once. Properties without a tab
 * come before those with one.
 * @param types the types of its kind
 */
export function orderedProperties<T extends MediaType>(type: T, types: readonly T[]): OrderedProperty[] {
  const byKey = new Map(types.map((each) => [each.key, each]));
  const visited = new Set<Key>();
  const found = new Map<string, OrderedProperty>();
  const own = new Map(
    type.tabs.flatMap((tab) =>
      tab.properties.map((property) => [property.alias, { property, tab }] as const),
    ),
  );
  const add = (each: T) => {
    if (visited.has(each.key)) return;
    visited.add(each.key);
    for (const { key } of each.compositions) {
      const composition = byKey.get(key);
      if (composition) add(composition);
    }
    const rank = ({ name, sortOrder }: TypeTab) => (name === GENERIC_TAB ? -1 : sortOrder);
    for (const { properties } of each.tabs.toSorted((a, b) => rank(a) - rank(b))) {
      for (const { alias } of properties) {
        const counting = own.get(alias);
        if (counting) found.set(alias, found.get(alias) ?? counting);
      }
    }
  };
  add(type);
  return [...found.values()];
}
