/** What editors of a site see as the names of properties. */
import type { SiteTypes } from "./site-types.ts";

/** @returns the names of a type's properties by their aliases, none where there is no such type */
export function propertyNames(types: SiteTypes[keyof SiteTypes], type: string): Map<string, string> {
  const tabs = types.find(({ alias }) => alias === type)?.tabs ?? [];
  const properties = tabs.flatMap((tab) => tab.properties);
  return new Map(properties.flatMap(({ alias, name }) => (name ? [[alias, name]] : [])));
}
