/** The one walk over the nodes of a site, on which all is counted that sections tell. */
import type { Kind } from "../../operations.ts";
import type { ElementTypes } from "../../values/element-types.ts";
import { readValue } from "../../values/read-value.ts";
import type { ValueParts } from "../../values/value-parts.ts";
import type { SiteProperty } from "../property-heads.ts";
import { ReferenceCollector } from "../reference-index.ts";
import type { ReferenceResolver, SitePlace } from "../resolve-reference.ts";
import type { NodeView } from "../site-nodes.ts";
import { NO_TYPE } from "./audit-section.ts";
import { FieldTable, type TypeFields } from "./field-table.ts";
import { MediaPaths } from "./media-section.ts";
import { TextFaultList } from "./text-faults.ts";
import { PageUrls } from "./urls-section.ts";
import { ElementUses, elementType, LeftoverUses } from "./use-sections.ts";

/** What was counted. */
export class AuditCounts {
  readonly fields = new FieldTable();
  readonly elements = new ElementUses();
  readonly leftovers = new LeftoverUses();
  readonly urls = new PageUrls();
  readonly media = new MediaPaths();
  readonly texts: TextFaultList;
  readonly references: ReferenceCollector;
  /** Pages that say that they are not published. */
  readonly unpublished: SitePlace[] = [];
  readonly #types: ElementTypes;

  /** @param types what elements are called, and which editors they have */
  constructor(resolver: ReferenceResolver, types: ElementTypes) {
    const { content, media } = resolver.trees;
    this.texts = new TextFaultList([content, media]);
    this.references = new ReferenceCollector(resolver);
    this.#types = types;
  }

  /** Takes in a node. */
  visit(node: NodeView): void {
    const { type = NO_TYPE, url, isUnpublished } = node.brief();
    if (isUnpublished) this.unpublished.push({ kind: node.kind, place: node.place });
    if (url !== undefined) (node.kind === "content" ? this.urls : this.media).add(url, node.place);
    const fields = this.fields.meet(node.kind, "node", type);
    for (const property of node.properties()) this.#visitProperty(fields, node, property);
  }

  #visitProperty(type: TypeFields, node: NodeView, property: SiteProperty): void {
    const { place, kind } = node;
    const { alias, editorAlias, value } = property;
    const parts = readValue(value, editorAlias, this.#types, alias);
    this.fields.add(type, place, property, parts.shape);
    const where = { owner: type.owner, place, alias };
    if (this.texts.mayHave) this.texts.add(value, where);
    if (parts.references.length > 0) this.references.add(node, alias, parts.references);
    if (parts.leftovers.length > 0) this.leftovers.add(parts.leftovers, where);
    if (parts.elements.length === 0) return;
    this.elements.add(parts.elements, where);
    this.#visitElements(kind, place, parts);
  }

  #visitElements(kind: Kind, place: number, { elements }: ValueParts): void {
    for (const element of elements) {
      const type = this.fields.meet(kind, "element", elementType(element));
      for (const property of element.properties) this.fields.add(type, place, property, property.shape);
    }
  }
}
