/** A stored value: a part of JSON text, with its JSON pointer; strings that hold JSON are entered on demand. */
import { MOST_LEVELS, pointerBelow } from "../../json/grammar.ts";
import {
  compactOutline,
  enteredOutline,
  type JsonNode,
  memberCount,
  memberOf,
  nestedJson,
  parseOutline,
  parseStrictOutline,
  stringOf,
  wholeString,
} from "../../json/outline.ts";

const NONE: readonly string[] = [];

export class StoredValue {
  readonly json: string;
  readonly node: JsonNode;
  /** A JSON pointer (RFC 6901) within the property's value. */
  readonly pointer: string;
  /** Facts that are computed once and used repeatedly. */
  #string: string | undefined;
  #entered: StoredValue | undefined;

  constructor(json: string, node: JsonNode, pointer: string) {
    this.json = json;
    this.node = node;
    this.pointer = pointer;
  }

  /** @param json invalid JSON is read as text */
  static of(json: string): StoredValue {
    const outline = json.startsWith('"') ? undefined : parseOutline(json);
    return new StoredValue(json, outline ?? wholeString(json), "");
  }

  /** A text inside this value. */
  static ofText(text: string, pointer: string): StoredValue {
    const json = JSON.stringify(text);
    return new StoredValue(json, wholeString(json), pointer);
  }

  /** A text inside this value, as it is, whatever it looks like. */
  static plain(text: string, pointer: string): StoredValue {
    return new StoredValue(text, wholeString(text), pointer);
  }

  /** The same value under the pointer of a part of it. */
  below(path: readonly string[]): StoredValue {
    return new StoredValue(this.json, this.node, pointerBelow(this.pointer, path));
  }

  /** A part of this value. */
  part(node: JsonNode, path: readonly (string | number)[]): StoredValue {
    return new StoredValue(this.json, node, pointerBelow(this.pointer, path));
  }

  get isNull(): boolean {
    return this.node.kind === "literal" && this.written === "null";
  }

  /** The JSON text as it is written; of an invalid one its characters. */
  get written(): string {
    return this.json.slice(this.node.start, this.node.end);
  }

  /** The value as strict and compact JSON. */
  get compact(): string {
    return compactOutline({ text: this.json, node: this.node });
  }

  /** The decoded text of a string; `undefined` for any other value. */
  get string(): string | undefined {
    if (this.node.kind !== "string") return undefined;
    this.#string ??= stringOf(this.json, this.node);
    return this.#string;
  }

  /** The decoded text of a string, or the JSON text of any other value; empty for null. */
  get text(): string {
    return this.string ?? (this.isNull ? "" : this.written);
  }

  /** Whether a string holds JSON that is nested too deep to be decoded: it stays a text. */
  get isTooDeep(): boolean {
    if (this.entered() !== this) return false;
    const inner = nestedJson(this.string ?? "");
    return inner !== undefined && parseStrictOutline(inner) !== undefined;
  }

  /** The object or array that a string holds, at any depth; otherwise the value itself. */
  entered(): StoredValue {
    if (this.node.kind !== "string") return this;
    this.#entered ??= this.#enteredString();
    return this.#entered;
  }

  #enteredString(): StoredValue {
    const inner = nestedJson(this.string ?? "");
    const outline = inner === undefined ? undefined : parseStrictOutline(inner, MOST_LEVELS);
    if (outline === undefined) return this;
    const { text, node } = enteredOutline(outline);
    return new StoredValue(text, node, this.pointer);
  }

  /** @returns `undefined` if there is no such member */
  at(name: string): StoredValue | undefined {
    const node = memberOf(this.node, name);
    return node && this.part(node, [name]);
  }

  /** @returns `undefined` if there is no such member, or if it is null */
  member(name: string): StoredValue | undefined {
    const member = this.at(name);
    return member?.isNull ? undefined : member;
  }

  /** The decoded text of a member that is a string. */
  stringAt(name: string): string | undefined {
    return stringOf(this.json, memberOf(this.node, name));
  }

  /** The whole number from 1 of a member, which may be a text. */
  countAt(name: string): number | undefined {
    return memberCount(this.json, this.node, name);
  }

  has(name: string): boolean {
    return memberOf(this.node, name) !== undefined;
  }

  /** The members of an object with their names, but for some; none of any other value. */
  members(left: readonly string[] = NONE): { alias: string; value: StoredValue }[] {
    const { kind, names, items } = this.node;
    if (kind !== "object") return [];
    return names.flatMap((alias, i) =>
      left.includes(alias) ? [] : [{ alias, value: this.part(items[i], [alias]) }],
    );
  }

  /** The text of a member that is a string or a number. */
  memberText(name: string): string | undefined {
    const member = this.member(name);
    return member?.node.kind === "number" ? member.written : member?.string;
  }

  /** The items of an array; none of any other value. */
  items(): StoredValue[] {
    return this.node.kind === "array" ? this.node.items.map((item, i) => this.part(item, [i])) : [];
  }
}
