/** All that the explorer shows of one node beside its children: its place, its fields, its properties under their tabs. */
import { NodeView } from "../../analysis/site-nodes.ts";
import type { NodeDetails, PropertyDetails, PropertyGroup } from "../../explorer-answers.ts";
import { readObjects } from "../../json/json-in-memory.ts";
import { decodedText, objectOf } from "../../json/node-text.ts";
import type { Kind } from "../../operations.ts";
import { findType } from "../../schema/find-type.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import type { ExploredSite } from "./explored-site.ts";
import type { ShownPlace } from "./shown-tree.ts";

type NodeType = SiteTypes[Kind][number];

export function nodeDetails(site: ExploredSite, kind: Kind, shown: ShownPlace): NodeDetails {
  const { place, isGone } = shown;
  const tree = site.shown[kind].treeOf(shown);
  const { type } = site.shown[kind].row(shown);
  const found = type === "" ? undefined : findType<Kind>(site.types[kind], { by: "alias", alias: type });
  const properties = Array.from(
    new NodeView(kind, tree, place).properties(),
    ({ alias, editorAlias, value }) =>
      site.values.property({ alias, editorAlias: editorAlias ?? undefined }, value),
  );
  const [fields = []] = readObjects(Buffer.from(objectOf(decodedText(tree.text(place, "fields"))))) ?? [];
  return {
    kind,
    path: site.shown[kind].path(shown),
    typeName: found?.name || undefined,
    fields: fields.map(({ name, value }) => ({ name: JSON.parse(name), json: value })),
    groups: groupsOf(properties, found),
    image: isGone ? undefined : site.imageOf(kind, place),
    change: site.changes.get(kind)?.describe(place, isGone),
  };
}

/** In the tabs of the type and by the names that it gives; what it does not have stands last. */
function groupsOf(properties: readonly PropertyDetails[], type: NodeType | undefined): PropertyGroup[] {
  const left = new Map(properties.map((property) => [property.alias.toLowerCase(), property]));
  const groups = (type?.tabs ?? []).map((tab): PropertyGroup => {
    const own = tab.properties.flatMap(({ alias, name, description }) => {
      const property = left.get(alias.toLowerCase());
      left.delete(alias.toLowerCase());
      if (!property) return [];
      return [{ ...property, name: name || undefined, description: description || undefined }];
    });
    return { name: tab.name, properties: own };
  });
  const named = groups.filter((group) => group.properties.length > 0);
  return left.size > 0 ? [...named, { name: null, properties: [...left.values()] }] : named;
}
