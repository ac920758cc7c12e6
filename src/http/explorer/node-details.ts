/** All that the explorer shows of one node beside its children: its place, its fields, its properties under their tabs. */
import type { NodeDetails, PropertyDetails, PropertyGroup } from "../../explorer-answers.ts";
import { readObjects } from "../../json/json-in-memory.ts";
import { decodedText, objectOf } from "../../json/node-text.ts";
import type { Kind } from "../../operations.ts";
import { findType } from "../../schema/find-type.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import type { Tree } from "../../tree/tree.ts";
import type { TreeLevels } from "./tree-levels.ts";

/** Longer values are asked for by themselves. */
const LONG_VALUE = 100_000;

/** What details are made of. */
type Site = { tree: Tree; levels: TreeLevels; types: SiteTypes[Kind] };

/** A property as the data has it; the value is compact JSON. */
type PropertyText = { alias: string; editorAlias: string | undefined; value: string };

export function nodeDetails({ tree, levels, types }: Site, kind: Kind, place: number): NodeDetails {
  const members = membersOf(objectOf(decodedText(tree.text(place))));
  const { type } = levels.row(place);
  const found = type === "" ? undefined : findType(types, { by: "alias", alias: type });
  const properties = propertiesIn(members.get("properties") ?? "{}");
  members.delete("properties");
  return {
    kind,
    path: levels.path(place),
    ...(found?.name ? { typeName: found.name } : {}),
    fields: Array.from(members, ([name, json]) => ({ name, json })),
    groups: groupsOf(properties.map(detailsOf), found),
  };
}

/** The properties of the node at a place. */
export function propertiesAt(tree: Tree, place: number): PropertyText[] {
  const members = membersOf(objectOf(decodedText(tree.text(place))));
  return propertiesIn(members.get("properties") ?? "{}");
}

function propertiesIn(json: string): PropertyText[] {
  return Array.from(membersOf(json), ([alias, property]) => {
    const members = membersOf(property);
    const editorAlias: unknown = JSON.parse(members.get("editorAlias") ?? "null");
    return {
      alias,
      editorAlias: typeof editorAlias === "string" ? editorAlias : undefined,
      value: members.get("value") ?? "null",
    };
  });
}

function detailsOf({ alias, editorAlias, value }: PropertyText): PropertyDetails {
  const bytes = Buffer.byteLength(value);
  return {
    alias,
    ...(editorAlias === undefined ? {} : { editorAlias }),
    ...(bytes <= LONG_VALUE ? { json: value } : {}),
    bytes,
  };
}

/** In the tabs of the type and by the names that it gives; what it does not have stands last. */
function groupsOf(
  properties: readonly PropertyDetails[],
  type: SiteTypes[Kind][number] | undefined,
): PropertyGroup[] {
  const left = new Map(properties.map((property) => [property.alias.toLowerCase(), property]));
  const groups = (type?.tabs ?? []).map((tab): PropertyGroup => {
    const own = tab.properties.flatMap(({ alias, name, description }) => {
      const property = left.get(alias.toLowerCase());
      left.delete(alias.toLowerCase());
      return property
        ? [{ ...property, ...(name ? { name } : {}), ...(description ? { description } : {}) }]
        : [];
    });
    return { name: tab.name, properties: own };
  });
  const named = groups.filter((group) => group.properties.length > 0);
  return left.size > 0 ? [...named, { name: null, properties: [...left.values()] }] : named;
}

/** The members of an object, each as compact JSON; none of what is no object. */
function membersOf(json: string): Map<string, string> {
  const [members = []] = (json.startsWith("{") && readObjects(Buffer.from(json))) || [];
  return new Map(members.map(({ name, value }) => [JSON.parse(name), value]));
}
