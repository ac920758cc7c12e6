/** The JSON of a property's value, made of the text in which the CMS keeps it. */
import type { ByteBuffer } from "../json/byte-buffer.ts";
import { looksNested } from "../json/grammar.ts";
import { JsonCompactor } from "../json/json-in-memory.ts";

/** Numbers as JSON writes them, so that they can stand there with their own digits. */
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
/** Editors whose values are integers. */
const INTEGER_EDITORS: readonly (string | null)[] = ["Umbraco.TrueFalse", "Umbraco.Integer"];
const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const DECIMAL_EDITOR = "Umbraco.Decimal";

const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const FIRST_BEYOND_ASCII = 0x85;
/** White space as .NET has it, which wrote the texts: `Char.IsWhiteSpace`. JavaScript has U+FEFF in place of U+0085. */
const BEYOND_ASCII = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** What becomes of a value that is white space alone: null, or the text that it is. */
export type Blank = "null" | "text";

export class PropertyValues {
  readonly #out: ByteBuffer;
  readonly #blank: Blank;
  readonly #compactor: JsonCompactor;

  /** @param out where values are written to */
  constructor(out: ByteBuffer, blank: Blank) {
    this.#out = out;
    this.#blank = blank;
    this.#compactor = new JsonCompactor(out);
  }

  /**
   * Writes the value as docs/formats.md has it (Values): JSON is what it says, integers and decimals are numbers where their
   * editor says so, all else is a string.
   * @param before text that is still to be written before the value
   * @param text `undefined` is null
   * @returns text that is still to be written by now
   */
  write(before: string, text: string | undefined, editorAlias: string | null): string {
    if (text === undefined) return `${before}null`;
    const inner = trimmed(text);
    if (!looksNested(inner)) return before + this.#scalar(text, inner, editorAlias);
    this.#out.appendText(before);
    return this.#compactor.copy(inner) ? "" : quoted(text);
  }

  #scalar(text: string, inner: string, editorAlias: string | null): string {
    if (inner === "") return this.#blank === "null" ? "null" : quoted(text);
    const isNumber = INTEGER_EDITORS.includes(editorAlias)
      ? INTEGER.test(text)
      : editorAlias === DECIMAL_EDITOR && DECIMAL.test(text);
    return isNumber ? text : quoted(text);
  }
}

/** A text without the white space at its ends. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isWhiteSpace(code: number): boolean {
  if (code < FIRST_BEYOND_ASCII) return code === SPACE || (code >= TAB && code <= CARRIAGE_RETURN);
  return BEYOND_ASCII.test(String.fromCharCode(code));
}

/** What a JSON string may not be able to hold as it is. Halves of surrogate pairs do not come out of UTF-8. */
const ESCAPED = /["\\\p{Cc}]/u;

/** As JSON.stringify, which is slow to start: most texts need no more than quotes. */
export function quoted(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}
