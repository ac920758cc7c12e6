/** What refers to each node of a site, a node a step. */
import { ReferenceCollector, type ReferenceIndex } from "../../analysis/reference-index.ts";
import type { ReferenceResolver } from "../../analysis/resolve-reference.ts";
import { siteNodes } from "../../analysis/site-nodes.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { ElementTypes } from "../../values/element-types.ts";
import { readValue } from "../../values/read-value.ts";

export function* linkSteps(
  resolver: ReferenceResolver,
  types: SiteTypes,
): Generator<void, ReferenceIndex, void> {
  const elementTypes = new ElementTypes(types);
  const collector = new ReferenceCollector(resolver);
  for (const node of siteNodes(resolver.trees)) {
    for (const { alias, editorAlias, value } of node.properties()) {
      const { references } = readValue(value, editorAlias, elementTypes, alias);
      if (references.length > 0) collector.add(node, alias, references);
    }
    yield;
  }
  return collector.finish();
}
