/** JSON that is in memory already: taken apart into its members as they are written, down to the digits of numbers. */
import { ByteBuffer } from "./byte-buffer.ts";
import { ByteWindow, readFrom } from "./byte-window.ts";
import { BYTE } from "./grammar.ts";
import { JsonScanner } from "./json-scanner.ts";

/** A member of an object; both are compact JSON text, the name in its quotes. */
export type MemberText = { name: string; value: string };

const WINDOW_BYTES = 64 * 1024;

/** Walks through well-formed JSON. It keeps no more of it than the value at hand. */
export class MemberReader {
  readonly #scanner: JsonScanner;

  constructor(json: Buffer) {
    const size = Math.min(json.length, WINDOW_BYTES);
    this.#scanner = new JsonScanner(new ByteWindow(readFrom([json]), size), new ByteBuffer(size));
  }

  /** Whether an array is next; it is then entered. */
  enterArray(): boolean {
    return this.#scanner.accept(BYTE.openBracket);
  }

  /** Whether another element of the array is next: asked before each of them. */
  hasElement(): boolean {
    this.#scanner.accept(BYTE.comma);
    return !this.#scanner.accept(BYTE.closeBracket);
  }

  /** Whether an object is next; it is then entered. */
  enterObject(): boolean {
    return this.#scanner.accept(BYTE.openBrace);
  }

  /** The names of the object's members, in their quotes. What is yielded next, its value, must be read in between. */
  *names(): Generator<string> {
    const scanner = this.#scanner;
    while (!scanner.accept(BYTE.closeBrace)) {
      scanner.accept(BYTE.comma);
      const start = scanner.mark();
      scanner.copyName();
      const name = scanner.copiedText(start).slice(0, -1);
      scanner.rewind(start);
      yield name;
    }
  }

  /**
   * Reads a value.
   * @param bytes how much of its text is wanted at most. Default: all
   */
  value(bytes?: number): string {
    const start = this.#scanner.mark();
    this.#scanner.copyValue();
    const text = this.#scanner.copiedText(start, bytes);
    this.#scanner.rewind(start);
    return text;
  }
}

/**
 * @param json well-formed: an array of objects, or one object
 * @returns the members of each object, in their order; `undefined` where the JSON is anything else
 */
export function readObjects(json: Buffer): MemberText[][] | undefined {
  const reader = new MemberReader(json);
  if (!reader.enterArray()) return reader.enterObject() ? [membersOf(reader)] : undefined;
  const objects: MemberText[][] = [];
  while (reader.hasElement()) {
    if (!reader.enterObject()) return undefined;
    objects.push(membersOf(reader));
  }
  return objects;
}

/** As JSON text, without the members of these names. */
export function withoutMembers(members: readonly MemberText[], names: readonly string[]): string {
  const left = names.map((name) => `"${name}"`);
  const kept = members.filter(({ name }) => !left.includes(name));
  return `{${kept.map(({ name, value }) => `${name}:${value}`).join(",")}}`;
}

function membersOf(reader: MemberReader): MemberText[] {
  const members: MemberText[] = [];
  for (const name of reader.names()) members.push({ name, value: reader.value() });
  return members;
}
