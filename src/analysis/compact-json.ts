/** Walks through compact JSON text, as trees keep it, without taking apart what is not asked for. */
import { type NodeText, objectOf } from "../json/node-text.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** The members of one object, one after the other. Names and values are as they are written. */
export class CompactMembers {
  /** The name of the member at hand, in its quotes. */
  name = "";
  /** Where its value begins and ends. */
  start = 0;
  end = 0;
  readonly #json: string;
  #next: number;

  /** @param start where the object begins */
  constructor(json: string, start: number) {
    this.#json = json;
    this.#next = start + 1;
  }

  /** Goes on to the next member, if there is one. */
  next(): boolean {
    const json = this.#json;
    if (json.charCodeAt(this.#next) !== QUOTE) return false;
    const nameEnd = stringEnd(json, this.#next);
    this.name = json.slice(this.#next, nameEnd);
    this.start = nameEnd + 1;
    this.end = valueEnd(json, this.start);
    this.#next = json.charCodeAt(this.end) === COMMA ? this.end + 1 : this.end;
    return true;
  }
}

/**
 * The member of an object that holds none but scalars, and it not first: as it is written.
 * @returns `undefined` where it is not there
 */
export function scalarIn(json: string, name: string): string | undefined {
  // Within a string the quotes would be escaped.
  const before = `,"${name}":`;
  const at = json.indexOf(before);
  return at < 0 ? undefined : json.slice(at + before.length, valueEnd(json, at + before.length));
}

/** Where the value that begins at `start` ends. Each character is looked at once, and nothing recurses */
export function valueEnd(json: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(json, at);
    else if (isOpener(code)) {
      depth++;
      at++;
    } else if (isCloser(code)) {
      depth--;
      at++;
    } else at = otherEnd(json, at);
  } while (depth > 0 && at < json.length);
  return at;
}

function stringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return json.length;
}

/** Behind a comma, a colon, a number or a literal. */
function otherEnd(json: string, start: number): number {
  let at = start + 1;
  for (let code = json.charCodeAt(at); isPlain(code); code = json.charCodeAt(at)) at++;
  return at;
}

/** Whether a character can go on a number or a literal. */
function isPlain(code: number): boolean {
  return code > QUOTE && code !== COMMA && code !== 0x3a && !isOpener(code) && !isCloser(code);
}

/** `{` and `[`. */
function isOpener(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

/** `}` and `]`. */
function isCloser(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}

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
