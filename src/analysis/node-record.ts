/** What a node holds, member by member as it is written, to be compared with what it held before. */
import { type NodeText, objectOf } from "../json/node-text.ts";
import { CompactMembers } from "./compact-json.ts";

/** Members of an object as compact JSON, by name. */
export type Fields = Map<string, string>;

export type NodeRecord = {
  /** All but `properties`. */
  fields: Fields;
  /** The `properties`, to be taken apart where they differ: most nodes that changed kept them. */
  properties: string;
};

export function recordOf(text: NodeText<string | Buffer>): NodeRecord {
  const fields = membersIn(objectOf(text.toString() as NodeText<string>));
  const properties = fields.get("properties") ?? "{}";
  fields.delete("properties");
  return { fields, properties };
}

/** The `value` of each property, by alias. */
export function valuesIn(properties: string): Fields {
  return new Map([...membersIn(properties)].map(([alias, property]) => [alias, valueTextOf(property)]));
}

/** The `value` of a property. */
export function valueTextOf(property: string): string {
  return membersIn(property).get("value") ?? "null";
}

/**
 * The members of an object; if a name occurs twice, the last one. Empty for any other value.
 * @param json compact
 */
export function membersIn(json: string): Fields {
  const fields: Fields = new Map();
  if (!json.startsWith("{")) return fields;
  const members = new CompactMembers(json, 0);
  while (members.next()) fields.set(JSON.parse(members.name), json.slice(members.start, members.end));
  return fields;
}

/** What JSON text says where it is a string; `undefined` for all else. */
export function unquotedText(json: string | undefined): string | undefined {
  return json?.startsWith('"') ? JSON.parse(json) : undefined;
}
