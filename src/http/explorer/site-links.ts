/** What refers to each node of a site, found out when it is first asked for, a little at a time so that others are answered meanwhile. */
import { setImmediate as letOthers } from "node:timers/promises";
import { ReferenceCollector, type ReferenceIndex } from "../../analysis/reference-index.ts";
import type { ReferenceResolver } from "../../analysis/resolve-reference.ts";
import { siteNodes } from "../../analysis/site-nodes.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { ElementTypes } from "../../values/element-types.ts";
import { readValue } from "../../values/read-value.ts";

/** How long others wait at most, in milliseconds, unless one value takes longer. */
const SLICE_MILLISECONDS = 15;

export async function siteLinks(resolver: ReferenceResolver, types: SiteTypes): Promise<ReferenceIndex> {
  const elementTypes = new ElementTypes(types);
  const collector = new ReferenceCollector(resolver);
  let until = performance.now() + SLICE_MILLISECONDS;
  for (const node of siteNodes(resolver.trees)) {
    for (const { alias, editorAlias, value } of node.properties()) {
      const { references } = readValue(value, editorAlias, elementTypes, alias);
      if (references.length > 0) collector.add(node, alias, references);
    }
    if (performance.now() < until) continue;
    await letOthers();
    until = performance.now() + SLICE_MILLISECONDS;
  }
  return collector.finish();
}
