/** What a node holds, member by member as it is written, to be compared with what it held before. */
import { readObjects } from "../json/json-in-memory.ts";
import { type NodeText, objectOf } from "../json/node-text.ts";

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

/** The members of an object; of a name that is there twice, the last. */
export function membersIn(json: string): Fields {
  const [members = []] = readObjects(Buffer.from(json)) ?? [];
  return new Map(members.map(({ name, value }) => [JSON.parse(name), value]));
}

/** What JSON text says where it is a string; `undefined` for all else. */
export function unquotedText(json: string | undefined): string | undefined {
  return json?.startsWith('"') ? JSON.parse(json) : undefined;
}
