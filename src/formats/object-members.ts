/** Reads the members of JSON objects as the text they are written with, down to the digits of numbers. */
import { ByteBuffer } from "../tree/byte-buffer.ts";
import { ByteWindow } from "./byte-window.ts";
import { JsonScanner } from "./json-scanner.ts";
import { BYTE } from "./json-text.ts";
import { NameTable } from "./name-table.ts";
import { readFrom } from "./read-from.ts";

/** A member of an object; both are compact JSON text, the name in its quotes. */
export type MemberText = { name: string; value: string };

/** No name means anything here. */
const NO_NAMES = new NameTable([]);

/**
 * @param json well-formed: an array of objects, or one object
 * @returns the members of each object, in their order; `undefined` where the JSON is anything else
 */
export function readObjects(json: Buffer): MemberText[][] | undefined {
  const scanner = new JsonScanner(new ByteWindow(readFrom([json]), json.length), new ByteBuffer(json.length));
  const objects: MemberText[][] = [];
  const isArray = scanner.accept(BYTE.openBracket);
  if (isArray && scanner.accept(BYTE.closeBracket)) return objects;
  do {
    if (!scanner.accept(BYTE.openBrace)) return undefined;
    objects.push(restOfObject(scanner));
  } while (isArray && scanner.accept(BYTE.comma));
  return objects;
}

/** As JSON text, without the members of these names. */
export function withoutMembers(members: readonly MemberText[], names: readonly string[]): string {
  const left = names.map((name) => `"${name}"`);
  const kept = members.filter(({ name }) => !left.includes(name));
  return `{${kept.map(({ name, value }) => `${name}:${value}`).join(",")}}`;
}

/** Reads an object behind its opening brace. */
function restOfObject(scanner: JsonScanner): MemberText[] {
  const members: MemberText[] = [];
  while (!scanner.accept(BYTE.closeBrace)) {
    scanner.accept(BYTE.comma);
    const name = scanner.mark();
    scanner.copyName(NO_NAMES);
    const value = scanner.mark();
    const nameText = scanner.copiedText(name).slice(0, -1);
    scanner.copyValue();
    members.push({ name: nameText, value: scanner.copiedText(value) });
  }
  return members;
}
