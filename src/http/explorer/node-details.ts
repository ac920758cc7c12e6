/** The details of one node for the explorer: its path, its fields, and its properties in the tabs of its type. */

import type { ElementField } from "../../analysis/diff/compare-values.ts";
import { decodedText, nodeJson } from "../../json/node-text.ts";
import { readObjects } from "../../json/outline.ts";
import type { Kind } from "../../operations.ts";
import { findType, typeNamer } from "../../site/schema/find-type.ts";
import type { SiteTypes, TabAliases } from "../../site/schema/site-types.ts";
import { SiteNode } from "../../site/site-nodes.ts";
import { namesByTree } from "../../site/tree/node-names.ts";
import { shortened } from "../../text/visible-text.ts";
import type { ExploredSite } from "./explored-site.ts";
import type { NodeChange, NodeDetails, PropertyDetails, PropertyGroup, ValueChange } from "./explorer-api.ts";
import type { ShownNode } from "./shown-tree.ts";
import { LONGEST_NAME } from "./tree-levels.ts";

type NodeType = SiteTypes[Kind][number];

/** Longer fields and changed values are cut. */
const LONG_JSON = 100_000;
const SHOWN_LENGTH = 200;
/** The most that the properties of an answer hold, in characters. */
const MOST_CHARACTERS = 12_000_000;

export function nodeDetails(site: ExploredSite, kind: Kind, shown: ShownNode): NodeDetails {
  const { index, isRemoved } = shown;
  const tree = site.shown[kind].treeOf(shown);
  const { type } = site.shown[kind].row(shown);
  const found = type === "" ? undefined : findType(site.types[kind], { by: "alias", alias: type });
  const properties = Array.from(new SiteNode(kind, tree, index).properties(), (property) => {
    const { alias, editorAlias, value } = property;
    return site.explainProperty(
      { kind, of: "node", type },
      { alias, editorAlias: editorAlias ?? undefined },
      value,
    );
  });
  const nameOf = ({ type = "", alias }: ElementField) =>
    typeNamer(site.types)({ kind, of: "element", type }).properties.get(alias);
  const [fields = []] = readObjects(nodeJson(decodedText(tree.text(index, "fields")))) ?? [];
  return {
    kind,
    path: site.shown[kind].path(shown),
    typeName: found?.name || undefined,
    fields: fields.map(({ name, value }) => ({ name: JSON.parse(name), json: shortJson(value) })),
    groups: groupsOf(fitting(properties), found, site.types.tabAliases ?? new Map()),
    image: isRemoved ? undefined : site.imageOf(kind, index),
    file: isRemoved ? undefined : site.fileOf(kind, index),
    change: explainedChange(site, kind, shown, shortChange(site.shown[kind].change(shown, nameOf), found)),
  };
}

/** Leaves out what the largest properties hold, so that the answer fits: the page shows their JSON when asked. */
function fitting(properties: readonly PropertyDetails[]): PropertyDetails[] {
  const lengths = properties.map((property) => JSON.stringify(property).length);
  let room = MOST_CHARACTERS - lengths.reduce((sum, length) => sum + length, 0);
  const left = new Set<PropertyDetails>();
  const largestFirst = [...properties.keys()].sort((one, other) => lengths[other] - lengths[one]);
  for (const i of largestFirst) {
    if (room >= 0) break;
    room += lengths[i];
    left.add(properties[i]);
  }
  return properties.map((property) => {
    if (!left.has(property)) return property;
    const { elements, references, leftovers } = property;
    const omitted = elements.length + references.length + leftovers.length;
    return { ...property, json: undefined, elements: [], references: [], leftovers: [], omitted };
  });
}

/** The JSON; of long JSON the beginning, as a string. */
function shortJson(json: string): string {
  return json.length <= LONG_JSON ? json : JSON.stringify(shortened(json, SHOWN_LENGTH));
}

/** A change with short values, and with the names that the type has for properties. */
function shortChange(change: NodeChange | undefined, type: NodeType | undefined): NodeChange | undefined {
  if (!change) return undefined;
  const titles = new Map(type?.tabs.flatMap((tab) => tab.properties).map(({ alias, name }) => [alias, name]));
  const cut = (json: string | undefined) => (json === undefined ? undefined : shortJson(json));
  const all = (changes: readonly ValueChange[]) =>
    changes.map(({ before, after, ...each }) => ({ ...each, before: cut(before), after: cut(after) }));
  const properties = all(change.properties).map((each) => ({
    ...each,
    title: titles.get(each.name) || undefined,
  }));
  return { changeKinds: change.changeKinds, fields: all(change.fields), properties };
}

/** A change with the names of what its values refer to, and with the parents of a moved node instead of their keys. */
function explainedChange(
  site: ExploredSite,
  kind: Kind,
  shown: ShownNode,
  change: NodeChange | undefined,
): NodeChange | undefined {
  if (!change) return undefined;
  const names: Record<string, string> = {};
  const namesOf = namesByTree();
  const editors = new Map(
    [...new SiteNode(kind, site.shown[kind].treeOf(shown), shown.index).properties()].map((property) => [
      property.alias,
      property.editorAlias,
    ]),
  );
  for (const { name, at, before, after } of change.properties) {
    for (const [json, side] of [
      [before, site.diff?.old ?? site.site],
      [after, site.site],
    ] as const) {
      if (json === undefined) continue;
      // A part of a value has an editor of its own.
      for (const reference of side.read(json, at === undefined ? editors.get(name) : undefined, name)
        .references) {
        const found = side.resolve(reference);
        if (found.state !== "found") continue;
        names[reference.text] = shortened(namesOf(side.trees[found.kind]).at(found.index), LONGEST_NAME);
      }
    }
  }
  const parent = change.fields.find(({ name }) => name === "parentKey");
  const parentAt = (key: string | undefined) => {
    const found = key === undefined || key === "null" ? undefined : site.shown[kind].find(JSON.parse(key));
    return found && site.listedShown([{ kind, shown: found }])[0];
  };
  return {
    ...change,
    fields: change.fields.filter((field) => field !== parent),
    moved: parent && { from: parentAt(parent.before), to: parentAt(parent.after) },
    names: Object.keys(names).length > 0 ? names : undefined,
  };
}

/** Properties in the tabs and groups of the type, with its names; properties that the type lacks come last. */
function groupsOf(
  properties: readonly PropertyDetails[],
  type: NodeType | undefined,
  aliases: TabAliases,
): PropertyGroup[] {
  const left = new Map(properties.map((property) => [property.alias.toLowerCase(), property]));
  const all: PropertyGroup[] = [];
  const byAlias = new Map<string, PropertyGroup>();
  const within: { tab: string; group: PropertyGroup & { name: string } }[] = [];
  for (const { key, name, properties: own } of type?.tabs ?? []) {
    const inTab = own.flatMap(({ alias, name: title, description }) => {
      const property = left.get(alias.toLowerCase());
      left.delete(alias.toLowerCase());
      return property
        ? [{ ...property, name: title || undefined, description: description || undefined }]
        : [];
    });
    const alias = aliases.get(key)?.toLowerCase();
    const known = alias === undefined ? undefined : byAlias.get(alias);
    // Several compositions of a type can have the same tab or group.
    if (known) {
      for (const property of inTab) known.properties.push(property);
      continue;
    }
    const group = { name, properties: inTab };
    if (alias !== undefined) byAlias.set(alias, group);
    if (alias?.includes("/")) within.push({ tab: alias.slice(0, alias.lastIndexOf("/")), group });
    all.push(group);
  }
  const inTabs = new Set<PropertyGroup>();
  for (const { tab, group } of within) {
    const parent = byAlias.get(tab);
    if (parent === undefined) continue;
    inTabs.add(group);
    if (group.properties.length > 0) parent.groups = [...(parent.groups ?? []), group];
  }
  const shown = all.filter((group) => !inTabs.has(group) && (group.properties.length > 0 || group.groups));
  return left.size > 0 ? [...shown, { name: null, properties: [...left.values()] }] : shown;
}
