/** All that the explorer shows of one node beside its children: its place, its fields, its properties under their tabs. */
import { NodeView } from "../../analysis/site-nodes.ts";
import { readObjects } from "../../json/json-in-memory.ts";
import { decodedText, objectOf } from "../../json/node-text.ts";
import type { Kind } from "../../operations.ts";
import { findType } from "../../schema/find-type.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { shortened } from "../../text/visible-text.ts";
import type { ExploredSite } from "./explored-site.ts";
import type {
  NodeChange,
  NodeDetails,
  PropertyDetails,
  PropertyGroup,
  ValueChange,
} from "./explorer-answers.ts";
import type { ShownPlace } from "./shown-tree.ts";
import { AnswerRoom } from "./value-details.ts";

type NodeType = SiteTypes[Kind][number];

/** Longer fields, and what was changed in a node, are cut. */
const LONG_JSON = 100_000;
const SHOWN_LENGTH = 200;

/** A part of a node a step, so that others are answered meanwhile. */
export function* nodeDetails(
  site: ExploredSite,
  kind: Kind,
  shown: ShownPlace,
): Generator<void, NodeDetails, void> {
  const { place, isGone } = shown;
  const tree = site.shown[kind].treeOf(shown);
  const { type } = site.shown[kind].row(shown);
  const found = type === "" ? undefined : findType<Kind>(site.types[kind], { by: "alias", alias: type });
  const room = new AnswerRoom();
  const properties: PropertyDetails[] = [];
  let omitted = 0;
  for (const { alias, editorAlias, value } of new NodeView(kind, tree, place).properties()) {
    yield;
    if (!room.take(alias.length + (editorAlias?.length ?? 0))) omitted++;
    else {
      const head = { alias, editorAlias: editorAlias ?? undefined };
      properties.push(yield* site.values.property({ kind, of: "node", type }, head, value, room));
    }
  }
  yield;
  const [fields = []] = readObjects(Buffer.from(objectOf(decodedText(tree.text(place, "fields"))))) ?? [];
  return {
    kind,
    path: site.shown[kind].path(shown),
    typeName: found?.name || undefined,
    fields: fields.map(({ name, value }) => ({ name: JSON.parse(name), json: fitting(value, room) })),
    groups: groupsOf(properties, found),
    omitted: omitted || undefined,
    image: isGone ? undefined : site.imageOf(kind, place),
    change: fittingChange(site.changes.get(kind)?.describe(place, isGone), room),
  };
}

/** The JSON, or the beginning of it as a string where it is long. */
function fitting(json: string, room: AnswerRoom): string {
  const fits = json.length <= LONG_JSON && room.take(json.length);
  return fits ? json : JSON.stringify(shortened(json, SHOWN_LENGTH));
}

function fittingChange(change: NodeChange | undefined, room: AnswerRoom): NodeChange | undefined {
  if (!change) return undefined;
  const cut = (json: string | undefined) => (json === undefined ? undefined : fitting(json, room));
  const all = (changes: readonly ValueChange[]) =>
    changes.map(({ name, before, after }) => ({ name, before: cut(before), after: cut(after) }));
  return { verbs: change.verbs, fields: all(change.fields), properties: all(change.properties) };
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
