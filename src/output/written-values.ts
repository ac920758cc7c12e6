/** What a node's card shows of its values: their text, with the digits that numbers were written with. */
import { type MemberText, readObjects } from "../formats/object-members.ts";

/** Members of a node that have a place of their own in its card. */
const APART = ["name", "path", "properties", "children"];

/** Rows of text, in the order of the answer. */
export type WrittenValues = {
  /** Name and value. */
  fields: string[][];
  /** Alias, editor alias and value. */
  properties: string[][];
};

/** @param answer a node, in well-formed JSON */
export function readWrittenValues(answer: Buffer): WrittenValues {
  const members = membersOf(answer);
  const properties = members.find(({ name }) => unquoted(name) === "properties")?.value ?? "{}";
  return {
    fields: members
      .map(({ name, value }) => [unquoted(name), unquoted(value)])
      .filter(([name]) => !APART.includes(name)),
    properties: membersOf(Buffer.from(properties)).map(({ name, value }) => propertyRow(name, value)),
  };
}

function propertyRow(alias: string, property: string): string[] {
  const members = membersOf(Buffer.from(property));
  const textOf = (wanted: string) => members.findLast(({ name }) => unquoted(name) === wanted)?.value ?? '""';
  return [unquoted(alias), unquoted(textOf("editorAlias")), unquoted(textOf("value"))];
}

function membersOf(json: Buffer): MemberText[] {
  return readObjects(json)?.[0] ?? [];
}

/** A string as what it says, all else as JSON. */
function unquoted(json: string): string {
  return json.startsWith('"') ? JSON.parse(json) : json;
}
