/** The names that mean something in a node's JSON object, and where in an answer the members stand that they name. */
import { isScalar } from "../../json/grammar.ts";
import { NameTable } from "../../json/json-scanner.ts";
import { ITEM_FIELDS, RANK } from "../../json/members.ts";

/** Each of them has a bit in a node's set of names; an item field's bit is its rank. */
export const KNOWN_NAMES = [
  ...ITEM_FIELDS,
  "children",
  "path",
  "properties",
  "parentId",
  "parentKey",
] as const;

export const NAMES = new NameTable(KNOWN_NAMES);

const bitOf = (name: (typeof KNOWN_NAMES)[number]) => KNOWN_NAMES.indexOf(name);

/** The bits of the names that are read, not only copied. */
export const BIT = {
  id: bitOf("id"),
  key: bitOf("key"),
  sortOrder: bitOf("sortOrder"),
  children: bitOf("children"),
  path: bitOf("path"),
  properties: bitOf("properties"),
  parentId: bitOf("parentId"),
  parentKey: bitOf("parentKey"),
} as const;

/** What a set of names holds where it holds any other name. */
export const OTHER = 1 << KNOWN_NAMES.length;

/** The rank of a member, by the byte that its value begins with and, where its name is known, by the name's bit. */
export function rankOf(first: number, bit: number = OTHER): number {
  if (bit < ITEM_FIELDS.length) return bit;
  return isScalar(first) ? RANK.otherScalar : RANK.otherField;
}
