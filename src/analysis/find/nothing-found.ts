/** Explains why a search finds nothing: for the shell an error with a hint, for an assistant a sentence. */

import { type Hint, NoSuchNodeError } from "../../errors.ts";
import { takesOption } from "../../formats/data-formats.ts";
import { type Kind, kindsOf } from "../../operations.ts";
import { PROPERTY_FIELD } from "../../site/field-titles.ts";
import type { ReferenceGraph } from "../../site/references/reference-graph.ts";
import { nearAliases } from "../../site/schema/find-type.ts";
import type { Site } from "../../site/site.ts";
import type { SiteTrees } from "../../site/site-data.ts";
import { siteNodes } from "../../site/site-nodes.ts";
import type { SiteReader } from "../../site/site-reader.ts";
import { countNodes } from "../../site/tree/tree.ts";
import { isMediaPath } from "../../site/values/text-references.ts";
import { inWords } from "../../text/counted.ts";
import { wildcard } from "../wildcard.ts";
import { type Criteria, describeSelector } from "./criteria.ts";
import { selectedNodes } from "./criteria-tests.ts";
import { nodesElsewhere, unknownNode } from "./link-tests.ts";

/**
 * @param graph the references of all languages, if the data holds several
 * @throws NoSuchNodeError if a criterion names a node that does not exist, or `without` or `sort` a property
 */
export function refuseUnknown(site: Site, criteria: Criteria, graph?: ReferenceGraph): void {
  const unknown = unknownNode(site, criteria, graph);
  if (unknown) {
    const reason = `there is no ${describeSelector(unknown)}`;
    const isOfPage = unknown.by === "path" && !isMediaPath(unknown.path);
    throw (isOfPage ? withoutUrls(site, reason) : undefined) ?? new NoSuchNodeError(reason);
  }
  const property = unknownProperty(site, criteria);
  if (property) throw property;
}

/** The error for a property of `without` or `sort` that no type and no node has: all nodes would be found, or in no order. */
export function unknownProperty(
  site: SiteReader,
  { without = [], sort, kind }: Criteria,
): NoSuchNodeError | undefined {
  const known = new Set<string>();
  const asked = without.map((alias) => ({
    alias,
    isKnown: () => isAmong(known, alias),
    flagsFor: (near: string): Hint["flags"] => ({ without: near }),
  }));
  if (sort?.field.startsWith(PROPERTY_FIELD)) {
    const alias = sort.field.slice(PROPERTY_FIELD.length);
    const sign = sort.isDescending ? "-" : "";
    asked.push({
      alias,
      isKnown: () => known.has(alias),
      flagsFor: (near) => ({ sort: `${sign}${PROPERTY_FIELD}${near}` }),
    });
  }
  if (asked.length === 0) return undefined;
  const kinds = kindsOf(kind);
  const types = site.types();
  for (const { tabs } of kinds.flatMap((each) => types[each]))
    for (const { alias } of tabs.flatMap(({ properties }) => properties)) known.add(alias);
  if (asked.every(({ isKnown }) => isKnown())) return undefined;
  for (const node of site.nodes(kinds)) for (const { alias } of node.properties()) known.add(alias);
  const lack = asked.find(({ isKnown }) => !isKnown());
  return lack && withNear(`no node has the property ${lack.alias}`, lack.alias, known, lack.flagsFor);
}

/** The error of a search by URL if no page of the data has a URL; else `undefined`. */
function withoutUrls(
  { trees, format }: Pick<Site, "trees" | "format">,
  reason: string,
): NoSuchNodeError | undefined {
  if (trees.content.size === 0) return undefined;
  for (const node of siteNodes(trees, ["content"])) if (node.brief().url !== undefined) return undefined;
  return new NoSuchNodeError(
    `${reason}: no content node of the data has a URL`,
    takesOption(format, "urls") ? { flags: { urls: undefined } } : undefined,
  );
}

/** @param graph the references of all languages, if the data holds several */
export function nothingFound(site: Site, criteria: Criteria, graph?: ReferenceGraph): NoSuchNodeError {
  const { trees } = site;
  const { linksTo, changedSince, kind, url } = criteria;
  const kinds = kindsOf(kind);
  const unknown = unknownType(trees, kinds, criteria) ?? unknownValue(site, kinds, criteria);
  if (unknown) return unknown;
  if (linksTo && linksTo.by !== "path" && selectedNodes(site, linksTo).length === 0) {
    const elsewhere = graph ? nodesElsewhere(linksTo, graph) : [];
    if (elsewhere.length > 0) {
      const languages = elsewhere.map(({ language }) => language).join(" and ");
      return new NoSuchNodeError(
        `nothing refers to the ${describeSelector(linksTo)}, which exists only in ${languages}`,
      );
    }
    return new NoSuchNodeError(`there is no ${describeSelector(linksTo)}, and nothing refers to it`);
  }
  if (changedSince !== undefined && !tellsChanges(trees, kinds)) {
    return new NoSuchNodeError("no node matches: this data has no updateDate");
  }
  const isOfPages = (url !== undefined && kind !== "media") || linksTo?.by === "path";
  return (
    (isOfPages ? withoutUrls(site, "no node matches") : undefined) ?? new NoSuchNodeError("no node matches")
  );
}

function unknownType(
  trees: SiteTrees,
  kinds: readonly Kind[],
  { type: types = [], kind }: Criteria,
): NoSuchNodeError | undefined {
  const known = new Set(kinds.flatMap((each) => [...countNodes(trees[each]).types.keys()]));
  if (types.length === 0 || types.some((type) => isAmong(known, type))) return undefined;
  const reason = `no ${kind === undefined ? "" : `${kind} `}node has the type ${inWords(types)}`;
  return withNear(reason, types[0], known, (near) => ({ type: near }));
}

/** A property of which no node, or with `in` no element, has a value. */
function unknownValue(
  site: Site,
  kinds: readonly Kind[],
  { property = [], element = [], in: owner }: Criteria,
): NoSuchNodeError | undefined {
  if (property.length === 0) return undefined;
  const { properties, elementProperties } = namesInValues(site, kinds);
  const [owners, aliases] =
    owner === "element"
      ? ["element", elementProperties]
      : owner === undefined && element.length > 0
        ? ["node or element", new Set([...properties, ...elementProperties])]
        : ["node", properties];
  const lack = property.find(({ alias }) => !isAmong(aliases, alias));
  if (lack === undefined) return undefined;
  const reason = `no ${owners} has the property ${lack.alias}`;
  return withNear(reason, lack.alias, aliases, (near) => ({ property: near }));
}

/** The aliases of the properties in all values: of nodes, and of elements. */
function namesInValues(site: Site, kinds: readonly Kind[]) {
  const names = { properties: new Set<string>(), elementProperties: new Set<string>() };
  for (const node of site.nodes(kinds)) {
    for (const { property, parts } of site.values(node)) {
      names.properties.add(property.alias);
      for (const { alias } of parts.elements.flatMap(({ properties }) => properties)) {
        names.elementProperties.add(alias);
      }
    }
  }
  return names;
}

function isAmong(known: ReadonlySet<string>, pattern: string): boolean {
  return [...known].some(wildcard(pattern));
}

/** @param flagsFor the option of the hint */
function withNear(
  reason: string,
  wanted: string,
  known: ReadonlySet<string>,
  flagsFor: (near: string) => Hint["flags"],
): NoSuchNodeError {
  const near = nearAliases(wanted, [...known]);
  if (near.length === 0) return new NoSuchNodeError(reason);
  return new NoSuchNodeError(`${reason}; near it: ${near.join(", ")}`, { flags: flagsFor(near[0]) });
}

function tellsChanges(trees: SiteTrees, kinds: readonly Kind[]): boolean {
  for (const node of siteNodes(trees, kinds)) if (node.fields().all.updateDate !== undefined) return true;
  return false;
}
