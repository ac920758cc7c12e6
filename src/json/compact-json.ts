/** Reads members of objects in compact JSON text, the form in which trees keep nodes. */
import { type NodeText, objectOf } from "./node-text.ts";
import { TolerantCursor, valueEnd } from "./tolerant-cursor.ts";

/**
 * Returns a member as it is written. Works only for objects without nested objects or arrays, and not for the first
 * member.
 * @returns `undefined` if the member is missing
 */
export function scalarMember(json: string, name: string): string | undefined {
  // Inside a string, the quotes would be escaped.
  const before = `,"${name}":`;
  const at = json.indexOf(before);
  return at < 0 ? undefined : json.slice(at + before.length, valueEnd(json, at + before.length));
}

/** Members of an object by name, as compact JSON. */
export type Fields = Map<string, string>;

export type NodeRecord = {
  /** All fields except `properties`. */
  fields: Fields;
  /** Compact JSON, parsed only if two nodes differ in it: most changed nodes keep their properties. */
  properties: string;
};

export function parseNodeRecord(text: NodeText<string | Buffer>): NodeRecord {
  const fields = parseMembers(objectOf(text.toString() as NodeText<string>));
  const properties = fields.get("properties") ?? "{}";
  fields.delete("properties");
  return { fields, properties };
}

/** Returns the `value` of each property by alias. */
export function propertyValues(properties: string): Fields {
  return new Map([...parseMembers(properties)].map(([alias, property]) => [alias, propertyValue(property)]));
}

/** Returns the `value` of a property. */
export function propertyValue(property: string): string {
  return parseMembers(property).get("value") ?? "null";
}

/**
 * Parses an object; if a name occurs twice, the last member wins. Returns an empty map for any other value.
 * @param json compact
 */
export function parseMembers(json: string): Fields {
  if (!json.startsWith("{")) return new Map();
  return new Map(new TolerantCursor(json).members().map(({ name, value }) => [JSON.parse(name), value]));
}

/** Returns the text of a JSON string; `undefined` for any other value. */
export function parseString(json: string | undefined): string | undefined {
  return json?.startsWith('"') ? JSON.parse(json) : undefined;
}
