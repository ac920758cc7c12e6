/** What a node holds, member by member as it is written, to be compared with what it held before. */
import { readObjects } from "../json/json-in-memory.ts";
import { type NodeText, objectOf } from "../json/node-text.ts";

/** Values are compact JSON. */
export type NodeRecord = {
  /** All but `properties`, by name. */
  fields: ReadonlyMap<string, string>;
  /** The `value` of each property, by alias. */
  properties: ReadonlyMap<string, string>;
};

export function recordOf(text: NodeText<string>): NodeRecord {
  const fields = membersOf(objectOf(text));
  const properties = membersOf(fields.get("properties") ?? "{}");
  fields.delete("properties");
  for (const [alias, property] of properties) {
    properties.set(alias, membersOf(property).get("value") ?? "null");
  }
  return { fields, properties };
}

function membersOf(json: string): Map<string, string> {
  const [members = []] = readObjects(Buffer.from(json)) ?? [];
  return new Map(members.map(({ name, value }) => [JSON.parse(name), value]));
}
