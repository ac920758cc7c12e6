/** The items of values that are lists, such as tags and choices, as importers read them: also from text between commas. */

import { NO_CONFIGURATION } from "../../decode/configuration.ts";
import { isList } from "../../decode/decoded-value.ts";
import { SiteInLanguage } from "../../decode/site-in-language.ts";
import type { SiteNode, SiteProperty } from "../../site/site-nodes.ts";
import type { SiteReader } from "../../site/site-reader.ts";
import { editorFor } from "../../site/values/editors.ts";
import { StoredValue } from "../../site/values/stored-value.ts";
import type { Element, ElementProperty } from "../../site/values/value-parts.ts";

/** Returns the items of a property's value; none if its editor stores no list. */
export type ListItems = (
  node: SiteNode,
  property: Pick<SiteProperty | ElementProperty, "alias" | "editorAlias" | "value">,
  /** The element that has the property. Default: the node has it */
  element?: Element,
) => readonly string[];

/** The readings of editors whose values are lists. */
const LISTS: readonly (string | undefined)[] = ["texts", "choices"];

export function listItemsOf(site: SiteReader): ListItems {
  const { decoder } = new SiteInLanguage(site, { mode: "export", report: () => {} });
  return (node, property, element) => {
    const { alias, value } = property;
    const type = node.brief().type ?? "";
    const declared = element
      ? decoder.types.ofElement(element.type.alias, element.type.key)
      : decoder.types.ofNode(node.kind, type);
    const known = declared?.properties.get(alias);
    const editorAlias = property.editorAlias ?? known?.editorAlias;
    if (!LISTS.includes(editorFor(editorAlias, alias)?.reads)) return [];
    const decoded = decoder.decode({
      property: {
        node: node.tree.keyAt(node.index),
        kind: node.kind,
        type,
        alias,
        editorAlias: editorAlias ?? null,
        value,
      },
      value: StoredValue.of(value),
      type: declared?.alias ?? type,
      alias,
      editorAlias,
      configuration: known?.configuration ?? NO_CONFIGURATION,
      expansion: undefined,
    });
    return (isList(decoded) ? decoded : [decoded]).filter((item) => typeof item === "string");
  };
}
