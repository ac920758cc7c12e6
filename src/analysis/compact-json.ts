/** Members of objects in compact JSON text, as trees keep it. */
import { type NodeText, objectOf } from "../json/node-text.ts";
import { TolerantCursor, valueEnd } from "../json/tolerant-cursor.ts";

/**
 * The member of an object that holds none but scalars, and it not first: as it is written.
 * @returns `undefined` where it is not there
 */
export function scalarMember(json: string, name: string): string | undefined {
  // Within a string the quotes would be escaped.
  const before = `,"${name}":`;
  const at = json.indexOf(before);
  return at < 0 ? undefined : json.slice(at + before.length, valueEnd(json, at + before.length));
}

/** Members of an object as compact JSON, by name. */
export type Fields = Map<string, string>;

export type NodeRecord = {
  /** All but `properties`. */
  fields: Fields;
  /** The `properties`, to be taken apart where they differ: most nodes that changed kept them. */
  properties: string;
};

export function parseNodeRecord(text: NodeText<string | Buffer>): NodeRecord {
  const fields = parseMembers(objectOf(text.toString() as NodeText<string>));
  const properties = fields.get("properties") ?? "{}";
  fields.delete("properties");
  return { fields, properties };
}

/** The `value` of each property, by alias. */
export function propertyValues(properties: string): Fields {
  return new Map([...parseMembers(properties)].map(([alias, property]) => [alias, propertyValue(property)]));
}

/** The `value` of a property. */
export function propertyValue(property: string): string {
  return parseMembers(property).get("value") ?? "null";
}

/**
 * The members of an object; if a name occurs twice, the last one. Empty for any other value.
 * @param json compact
 */
export function parseMembers(json: string): Fields {
  if (!json.startsWith("{")) return new Map();
  return new Map(new TolerantCursor(json).members().map(({ name, value }) => [JSON.parse(name), value]));
}

/** What JSON text says where it is a string; `undefined` for all else. */
export function parseString(json: string | undefined): string | undefined {
  return json?.startsWith('"') ? JSON.parse(json) : undefined;
}
