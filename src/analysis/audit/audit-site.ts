/** Audits a site in one pass, and makes the sections from the counts. */

import { KINDS, type Kind } from "../../operations.ts";
import { entryIn } from "../../site/map-entries.ts";
import { imagesAmong, isShown, shownElements, wordsIn } from "../../site/node-counts.ts";
import { type LanguageReferences, ReferenceCollector } from "../../site/references/reference-graph.ts";
import type { Resolution } from "../../site/references/resolve-reference.ts";
import { runInSlices } from "../../site/run-in-slices.ts";
import { typeNamer, typeOfOwner } from "../../site/schema/find-type.ts";
import type { SiteTypes } from "../../site/schema/site-types.ts";
import { elementType, NO_TYPE } from "../../site/schema/type-owner.ts";
import { type InnerSecret, innerSecrets, secretProperties } from "../../site/secrets.ts";
import type { Site } from "../../site/site.ts";
import { copyLimits } from "../../site/site-data.ts";
import type { SiteNode } from "../../site/site-nodes.ts";
import type { Reference } from "../../site/values/value-parts.ts";
import { unusedNodes } from "../find/unused-nodes.ts";
import { UnlistedFiles } from "../unlisted-files.ts";
import {
  AUDIT_SECTIONS,
  type AuditSection,
  type AuditSectionName,
  exampleOf,
  type NodeAt,
} from "./audit-section.ts";
import { type AuditSummary, auditSummary } from "./audit-summary.ts";
import { editorNumbers, TypeTotals } from "./count-overview.ts";
import {
  editorsSection,
  type Field,
  FieldTable,
  filledSection,
  propertiesSection,
  secretsSection,
} from "./field-sections.ts";
import {
  type FileInventory,
  filesSection,
  MediaPaths,
  PageUrls,
  referencesSection,
} from "./link-sections.ts";
import { MarkupUses } from "./markup-section.ts";
import { TextFaults } from "./text-faults.ts";
import { ElementUses, LeftoverUses } from "./use-sections.ts";

/** Sections that need the references of nodes of both trees. */
const OF_REFERENCES: readonly AuditSectionName[] = ["references", "media"];

/** What an audit takes beside the site. */
type AuditOptions = {
  /** The sections that will be requested. Default: all. */
  wanted?: readonly AuditSectionName[];
  /** Whether the summary will be requested. Default: yes. */
  hasSummary?: boolean;
  /** The trees to report on. References to and from the other tree count in any case. Default: both. */
  kinds?: readonly Kind[] | undefined;
  /** Set if there is a folder of files. */
  files?: FileInventory | undefined;
  /** References in the other languages, if the site has several. */
  elsewhere?: LanguageReferences | undefined;
  /** Collects the files that values name. Default: they are not collected. */
  unlisted?: UnlistedFiles | undefined;
};

/** The sections and their summary, each made once, when it is first needed. */
export type SiteAudit = {
  section: (name: AuditSectionName) => AuditSection;
  /**
   * The summary of all sections that are not made on request alone.
   * @param inDigits as in `auditSummary`
   */
  summary: (inDigits?: (count: number) => string) => AuditSummary;
};

/** What one pass over the site gives. */
type AuditParts = {
  sections: Record<AuditSectionName, () => AuditSection>;
  /** @param files how many files of media nodes are there, if there is a folder of files */
  overview: (files: number | undefined) => Pick<AuditSummary, "site" | "types" | "editors">;
};

/** Audits a site. */
export async function auditSite(
  site: Site,
  options: Omit<AuditOptions, "elsewhere" | "unlisted"> = {},
): Promise<SiteAudit> {
  const { wanted = AUDIT_SECTIONS, kinds = KINDS } = options;
  const needsReferences = wanted.some((name) => OF_REFERENCES.includes(name));
  const elsewhere = needsReferences ? await site.languageReferences() : undefined;
  const unlisted = wanted.includes("files") ? new UnlistedFiles(site) : undefined;
  const { sections, overview } = await runInSlices(auditSteps(site, { ...options, elsewhere, unlisted }));
  if (unlisted) for await (const other of site.inOtherLanguages()) unlisted.addAll(other, kinds);
  const made = new Map<AuditSectionName, AuditSection>();
  const section = (name: AuditSectionName) => entryIn(made, name, sections[name]);
  return {
    section,
    summary: (inDigits) => {
      const { named, missing = [] } = options.files ?? {};
      const files = named === undefined ? undefined : named - missing.length;
      const facts = { ...overview(files), copyLimits: copyLimits(site) };
      return auditSummary(AUDIT_SECTIONS.map(section), facts, inDigits);
    },
  };
}

/** One node per step, so that a server can answer requests in between. */
function* auditSteps(
  site: Site,
  { wanted = AUDIT_SECTIONS, hasSummary = true, kinds = KINDS, files, elsewhere, unlisted }: AuditOptions,
): Generator<void, AuditParts, void> {
  const { trees } = site;
  const types = site.types();
  const collector = new ReferenceCollector(site);
  const fields = new FieldTable();
  const elements = new ElementUses();
  const leftovers = new LeftoverUses();
  const urls = new PageUrls();
  const media = new MediaPaths();
  const texts = new TextFaults();
  const totals = new TypeTotals(site);
  const markup = wanted.includes("markup") ? new MarkupUses() : undefined;
  /** References to media nodes, in data that has none. */
  let toMissingMedia = 0;
  /** Nodes of the data that are marked as unpublished. */
  const unpublished: SiteNode[] = [];
  const needsAll = wanted.some((name) => OF_REFERENCES.includes(name));
  for (const node of site.nodes(needsAll ? KINDS : kinds)) {
    if (kinds.includes(node.kind)) visit(node);
    else collector.read(node);
    yield;
  }
  declareProperties(fields, types);
  const references = collector.finish(elsewhere);
  const isSecret = secretProperties([types]);
  const nodeAt: NodeAt = (kind, index) => exampleOf(site.at({ kind, index }));
  const sections: AuditParts["sections"] = {
    editors: () => editorsSection(fields, nodeAt),
    elements: () => elements.section(nodeAt),
    references: () =>
      referencesSection(references, {
        kinds,
        unpublished,
        language: elsewhere && (site.culture ?? ""),
        toMissingMedia,
        redactor: site.secrets(),
      }),
    leftovers: () => leftovers.section(nodeAt),
    media: () => {
      const isUnused = unusedNodes(trees, references);
      return media.section({
        files: kinds.includes("media") ? files : undefined,
        indexOf: (id) => trees.media.findId(id),
        unused: kinds.includes("media")
          ? [...Array(trees.media.size).keys()].filter((index) => isUnused(site.at({ kind: "media", index })))
          : [],
        urlAt: (index) => site.at({ kind: "media", index }).brief().url ?? "",
        nodeAt,
      });
    },
    files: () => filesSection(unlisted?.list() ?? []),
    urls: () => urls.section(nodeAt, kinds.includes("content") && trees.content.size > 0),
    secrets: () => secretsSection(fields, nodeAt, isSecret, typeNamer(types)),
    texts: () => texts.section(nodeAt),
    markup: () => (markup ?? new MarkupUses()).section(nodeAt),
    properties: () => propertiesSection(fields, nodeAt, isSecret),
    filled: () => filledSection(fields, nodeAt),
  };
  return {
    sections,
    overview: (files) => ({
      site: totals.numbers(files),
      types: totals.list(types),
      editors: editorNumbers(fields, site),
    }),
  };

  function visit(node: SiteNode): void {
    const { kind, index } = node;
    const { type = NO_TYPE, url, isUnpublished } = node.brief();
    if (isUnpublished) unpublished.push(node);
    if (url !== undefined) (kind === "content" ? urls : media).add(url, index);
    const own = fields.meet(kind, "node", type);
    const values = site.values(node);
    unlisted?.add(site, node, values);
    const total = hasSummary && kind === "content" ? totals.add(type, url) : undefined;
    const leadTo: Resolution[] = [];
    for (const { property, parts } of values) {
      const { alias, editorAlias, value } = property;
      const field = fields.add(own, index, property, parts.shape);
      const secrets = innerSecrets(value);
      const inElements = new Map<string, Field>();
      const where = { owner: own.owner, index, alias };
      const shown = shownElements(parts);
      texts.add(value, where);
      markup?.add(parts, editorAlias, where);
      for (const [at, found] of collector.add(node, alias, parts.references).entries()) {
        leadTo.push(found);
        if (trees.media.size === 0 && isOfMediaNode(parts.references[at], found)) toMissingMedia++;
      }
      if (parts.leftovers.length > 0) leftovers.add(parts.leftovers, where);
      elements.add(shown, where);
      if (total) {
        total.words += wordsIn(parts);
        total.elements += shown.length;
      }
      for (const element of parts.elements) {
        const isCounted = isShown(element);
        const ofElement = fields.meet(kind, "element", elementType(element), isCounted);
        for (const each of element.properties) {
          const inElement = fields.add(ofElement, index, each, each.shape, isCounted);
          if (secrets.length > 0) inElements.set(each.pointer, inElement);
          markup?.add(each, each.editorAlias, where);
        }
      }
      for (const secret of secrets) holderOf(secret, inElements, field)?.inside.push(secret.name);
    }
    if (total) total.images += imagesAmong(leadTo, site, node);
  }
}

/** Whether a reference is to a media node of data that has none. */
function isOfMediaNode({ kind, target }: Reference, { state }: Resolution): boolean {
  return kind !== "content" && target.by !== "path" && state === "unknown";
}

/** Returns the property of the innermost element around a secret; `undefined` if the secret is the whole property. */
function holderOf({ pointer }: InnerSecret, inElements: ReadonlyMap<string, Field>, outer: Field) {
  if (inElements.has(pointer)) return undefined;
  for (let end = pointer.lastIndexOf("/"); end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    const field = inElements.get(pointer.slice(0, end));
    if (field) return field;
  }
  return outer;
}

/** Adds properties that a type has, although no node or element has them. */
function declareProperties(fields: FieldTable, types: SiteTypes): void {
  for (const type of fields.types) {
    const known = typeOfOwner(types, type.owner);
    for (const property of known?.tabs.flatMap(({ properties }) => properties) ?? []) {
      fields.declare(type, property.alias, property.editorAlias ?? undefined);
    }
  }
}
