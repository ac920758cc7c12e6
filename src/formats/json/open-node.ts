/** A node whose object is being read: the names that mean something in it, and what is known of it so far. */
import { isScalar } from "../../json/grammar.ts";
import { NameTable } from "../../json/json-scanner.ts";
import { ITEM_FIELDS, type Members, RANK } from "../../json/members.ts";

export type OpenNode = {
  row: number;
  members: Members;
  /** Where in the buffer its text begins. */
  start: number;
  /** Where its key begins, in quotes. */
  key: number;
  /** The known names among its members so far, a bit each, and the other names. */
  seen: number;
  otherNames: Set<string> | undefined;
  faulty: boolean;
  /** Whether it has more members than are looked at. */
  isCrowded?: boolean;
};

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
