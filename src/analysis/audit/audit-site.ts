/** What an importer will meet in a site: everything counted in one walk, told in sections. */
import type { UnpublishedNode } from "../../formats/manifest.ts";
import { KINDS, type Kind } from "../../operations.ts";
import { findType, propertyNames } from "../../schema/find-type.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { ElementTypes } from "../../values/element-types.ts";
import { atOnce } from "../../values/json-outline.ts";
import { readValue } from "../../values/read-value.ts";
import type { ValueParts } from "../../values/value-parts.ts";
import { unusedNodes } from "../find/unused-nodes.ts";
import { entryIn } from "../map-entries.ts";
import { type LanguageReferences, ReferenceCollector, type ReferenceIndex } from "../reference-index.ts";
import { ReferenceResolver, type SitePlace, UnpublishedNodes } from "../resolve-reference.ts";
import { SecretProperties } from "../secrets.ts";
import { NodeView, type SiteProperty, type SiteTrees, siteNodes } from "../site-nodes.ts";
import {
  AUDIT_SECTIONS,
  type AuditSection,
  type AuditSectionName,
  exampleOf,
  NO_TYPE,
  type NodeAt,
  ownerOf,
  type TypeOwner,
} from "./audit-section.ts";
import {
  editorsSection,
  FieldTable,
  filledSection,
  propertiesSection,
  secretsSection,
  type TypeFields,
} from "./field-sections.ts";
import { type FileInventory, MediaPaths, PageUrls, referencesSection } from "./link-sections.ts";
import { TextFaultList } from "./text-faults.ts";
import { ElementUses, elementType, LeftoverUses } from "./use-sections.ts";

/** Sections that tell what nodes of either tree refer to. */
const OF_REFERENCES: readonly AuditSectionName[] = ["references", "media"];

/** A site, as far as an audit looks at it. */
export type AuditedSite = {
  trees: SiteTrees;
  types: SiteTypes;
  /** The nodes that the data left out since they are not published. Default: none is known. */
  unpublished?: readonly UnpublishedNode[];
  /** Where there is a folder of files. */
  files?: FileInventory;
  /** What stands in other languages, and the code of the one that is read, if the site is one of several. */
  languages?: { read: string; references: LanguageReferences };
};

export class SiteAudit {
  readonly #site: AuditedSite;
  readonly #kinds: readonly Kind[];
  readonly #counts: AuditCounts;
  readonly #references: ReferenceIndex;

  /**
   * For `auditSteps` alone.
   * @param kinds the trees whose nodes are told of
   */
  constructor(site: AuditedSite, kinds: readonly Kind[], counts: AuditCounts) {
    this.#site = site;
    this.#kinds = kinds;
    this.#counts = counts;
    declareProperties(counts, site.types);
    this.#references = counts.references.finish(site.languages?.references);
  }

  section(name: AuditSectionName): AuditSection {
    const { trees, types, files } = this.#site;
    const { fields, elements, leftovers, media, urls, texts } = this.#counts;
    const secrets = new SecretProperties([types]);
    const nodeAt: NodeAt = (kind, place) => exampleOf(new NodeView(kind, trees[kind], place));
    const tell: Record<AuditSectionName, () => AuditSection> = {
      editors: () => editorsSection(fields, nodeAt),
      elements: () => elements.section(nodeAt),
      references: () => this.#referencesSection(nodeAt),
      leftovers: () => leftovers.section(nodeAt),
      media: () =>
        media.section({
          files: this.#kinds.includes("media") ? files : undefined,
          placeOf: (id) => trees.media.findId(id),
          isUnused: this.#unusedMedia(),
          urlAt: (place) => new NodeView("media", trees.media, place).brief().url ?? "",
          nodeAt,
        }),
      urls: () => urls.section(nodeAt),
      secrets: () => secretsSection(fields, nodeAt, secrets, propertyNamer(types)),
      texts: () => texts.section(nodeAt),
      properties: () => propertiesSection(fields, nodeAt, secrets),
      filled: () => filledSection(fields, nodeAt),
    };
    return tell[name]();
  }

  #unusedMedia(): (place: number) => boolean {
    const { trees } = this.#site;
    const isUnused = unusedNodes(trees, this.#references);
    return (place) => isUnused(new NodeView("media", trees.media, place));
  }

  #referencesSection(nodeAt: NodeAt): AuditSection {
    return referencesSection(this.#references, {
      kinds: this.#kinds,
      unpublished: this.#counts.unpublished,
      language: this.#site.languages?.read,
      nodeAt,
      typeAt: ({ kind, place }) => ownerOf(new NodeView(kind, this.#site.trees[kind], place)),
    });
  }
}

/**
 * Walks over a site.
 * @param wanted the sections that will be asked for. Default: all
 * @param kinds the trees whose nodes are told of. What they refer to, and what refers to them, may lie in either. Default: both
 */
export function auditSite(
  site: AuditedSite,
  wanted?: readonly AuditSectionName[],
  kinds?: readonly Kind[],
): SiteAudit {
  return atOnce(auditSteps(site, wanted, kinds));
}

/** The same, a node a step, for those who must let others in between. */
export function* auditSteps(
  site: AuditedSite,
  wanted: readonly AuditSectionName[] = AUDIT_SECTIONS,
  kinds: readonly Kind[] = KINDS,
): Generator<void, SiteAudit, void> {
  const { trees, types } = site;
  const elementTypes = new ElementTypes(types);
  const resolver = new ReferenceResolver(trees, new UnpublishedNodes(site.unpublished));
  const counts = new AuditCounts(resolver, elementTypes);
  const needsAll = wanted.some((name) => OF_REFERENCES.includes(name));
  for (const node of siteNodes(trees, needsAll ? KINDS : kinds)) {
    if (kinds.includes(node.kind)) counts.visit(node);
    else counts.references.read(node, elementTypes);
    yield;
  }
  return new SiteAudit(site, kinds, counts);
}

/** Properties that types have, and no node or element of them tells. */
function declareProperties({ fields }: AuditCounts, types: SiteTypes): void {
  for (const type of fields.types) {
    const { kind, of, type: alias } = type.owner;
    const known = findType(types[of === "element" ? "content" : kind], { by: "alias", alias });
    for (const property of known?.tabs.flatMap(({ properties }) => properties) ?? []) {
      fields.declare(type, property.alias, property.editorAlias ?? undefined);
    }
  }
}

/** Gives the names that types have for their properties. */
function propertyNamer(types: SiteTypes): (owner: TypeOwner, alias: string) => string | undefined {
  const known = new Map<TypeOwner, ReadonlyMap<string, string>>();
  return (owner, alias) => {
    const kind = owner.of === "element" ? "content" : owner.kind;
    const names = entryIn(known, owner, () => propertyNames(types[kind], owner.type));
    return names.get(alias);
  };
}

/** What was counted. */
class AuditCounts {
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
