/** A cursor over JSON text that need not be valid: finds names and values, and validates nothing. */
import { BYTE } from "./grammar.ts";

/** A member of an object as JSON text, the name with its quotes. */
export type MemberText = { name: string; value: string };

const SPACE = 0x20;

/** Reads forward through a string. Commas count as white space. */
export class TolerantCursor {
  readonly text: string;
  /** The index of the next character to read. */
  at: number;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** The code of the next character that is not white space, without consuming it; NaN at the end of the text. */
  peek(): number {
    let code = this.text.charCodeAt(this.at);
    while (code <= SPACE || code === BYTE.comma) code = this.text.charCodeAt(++this.at);
    return code;
  }

  /** Consumes the next character that is not white space if it has this code. */
  accept(code: number): boolean {
    if (this.peek() !== code) return false;
    this.at++;
    return true;
  }

  /**
   * Reads the name of an object's next member and the colon after it.
   * @returns the name with its quotes; `undefined` if the object ends or anything else follows
   */
  name(): string | undefined {
    if (this.peek() !== BYTE.quote) return undefined;
    const start = this.at;
    this.at = stringEnd(this.text, start);
    const end = this.at;
    return this.accept(BYTE.colon) ? this.text.slice(start, end) : undefined;
  }

  /** Skips a value. */
  skip(): void {
    this.peek();
    this.at = valueEnd(this.text, this.at);
  }

  /** Reads the text of a value. */
  value(): string {
    this.peek();
    const start = this.at;
    this.skip();
    return this.text.slice(start, this.at);
  }

  /** Reads the members of an object, which must be next. */
  members(): MemberText[] {
    const members: MemberText[] = [];
    this.accept(BYTE.openBrace);
    for (let name = this.name(); name !== undefined; name = this.name()) {
      members.push({ name, value: this.value() });
    }
    this.accept(BYTE.closeBrace);
    return members;
  }
}

/**
 * @param json an array of objects, or one object
 * @returns the members of each object, in their order; `undefined` if the text is anything else
 */
export function readObjects(json: string): MemberText[][] | undefined {
  const cursor = new TolerantCursor(json);
  const isArray = cursor.accept(BYTE.openBracket);
  if (!isArray) return cursor.peek() === BYTE.openBrace ? [cursor.members()] : undefined;
  const objects: MemberText[][] = [];
  while (cursor.peek() === BYTE.openBrace) objects.push(cursor.members());
  return cursor.accept(BYTE.closeBracket) ? objects : undefined;
}

/** The object as JSON text, without the members of these names. */
export function withoutMembers(members: readonly MemberText[], names: readonly string[]): string {
  const left = names.map((name) => `"${name}"`);
  const kept = members.filter(({ name }) => !left.includes(name));
  return `{${kept.map(({ name, value }) => `${name}:${value}`).join(",")}}`;
}

/** The end of the value that begins at `start`. Reads each character once, without recursion. */
export function valueEnd(json: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const code = json.charCodeAt(at);
    if (code === BYTE.quote) at = stringEnd(json, at);
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

/** The end of the string that begins at `start`, after its closing quote; -1 if there is none. */
export function quotedEnd(text: string, start: number, quote = '"'): number {
  for (let end = text.indexOf(quote, start + 1); end > 0; end = text.indexOf(quote, end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BYTE.backslash) before--;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return -1;
}

function stringEnd(json: string, start: number): number {
  const end = quotedEnd(json, start);
  return end < 0 ? json.length : end;
}

/** After a comma, a colon, a number or a literal. */
function otherEnd(json: string, start: number): number {
  let at = start + 1;
  for (let code = json.charCodeAt(at); isPlain(code); code = json.charCodeAt(at)) at++;
  return at;
}

/** Whether a character can continue a number or a literal. */
function isPlain(code: number): boolean {
  return (
    code > BYTE.quote && code !== BYTE.comma && code !== BYTE.colon && !isOpener(code) && !isCloser(code)
  );
}

function isOpener(code: number): boolean {
  return code === BYTE.openBrace || code === BYTE.openBracket;
}

function isCloser(code: number): boolean {
  return code === BYTE.closeBrace || code === BYTE.closeBracket;
}
