/** The languages that values hold within themselves, as those of the package Vorto do. */
import type { SiteReader } from "./site-reader.ts";

/** A member of each value of Vorto. */
const VORTO_MEMBER = "dtdGuid";

/** The codes of the languages in which values of Vorto are filled, in the order in which they are found. */
export function valueLanguages(site: SiteReader): string[] {
  const codes = new Set<string>();
  for (const node of site.nodes()) {
    if (!node.tree.text(node.index).includes(VORTO_MEMBER)) continue;
    for (const { parts } of site.values(node)) {
      for (const { layout, properties } of parts.elements) {
        if (layout !== "vorto") continue;
        for (const { alias, shape } of properties) if (shape !== "empty") codes.add(alias);
      }
    }
  }
  return [...codes];
}
