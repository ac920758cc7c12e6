/** The JSON of a property's value, made of the text in which the CMS keeps it. */
import type { ByteBuffer } from "../tree/byte-buffer.ts";
import { JsonCompactor } from "./json-compactor.ts";

/** Numbers as JSON writes them, so that they can stand there with their own digits. */
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
/** Editors whose values are integers. */
const INTEGER_EDITORS: readonly (string | null)[] = ["Umbraco.TrueFalse", "Umbraco.Integer"];
const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const DECIMAL_EDITOR = "Umbraco.Decimal";

export class PropertyValues {
  readonly #out: ByteBuffer;
  readonly #compactor: JsonCompactor;

  /** @param out where values are written to */
  constructor(out: ByteBuffer) {
    this.#out = out;
    this.#compactor = new JsonCompactor(out);
  }

  /**
   * Writes the value as docs/formats.md has it (Values): white space alone is null, JSON is what it says, integers and
   * decimals are numbers where their editor says so, all else is a string.
   * @param before text that is still to be written before the value
   * @returns text that is still to be written by now
   */
  write(before: string, text: string | undefined, editorAlias: string | null): string {
    if (text === undefined || !looksLikeJson(text)) return before + scalar(text, editorAlias);
    this.#out.appendText(before);
    return this.#compactor.copy(text) ? "" : quoted(text);
  }
}

/** Whether a text begins as a JSON object or array and ends as the same. */
export function looksLikeJson(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first === 0x7b) return text.endsWith("}");
  return first === 0x5b && text.endsWith("]");
}

function scalar(text: string | undefined, editorAlias: string | null): string {
  if (text === undefined || text.trim() === "") return "null";
  const isNumber = INTEGER_EDITORS.includes(editorAlias)
    ? INTEGER.test(text)
    : editorAlias === DECIMAL_EDITOR && DECIMAL.test(text);
  return isNumber ? text : quoted(text);
}

/** What a JSON string may not be able to hold as it is. Halves of surrogate pairs do not come out of UTF-8. */
const ESCAPED = /["\\\p{Cc}]/u;

/** As JSON.stringify, which is slow to start: most texts need no more than quotes. */
export function quoted(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}
