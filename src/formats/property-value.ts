/** The JSON of a property's value, made of the text in which the CMS keeps it. */
import type { ByteBuffer } from "../tree/byte-buffer.ts";
import { JsonCompactor } from "./json-compactor.ts";

/** As digits alone, few enough for a number to hold them all. */
const INTEGER = /^-?[0-9]{1,15}$/;
/** Editors whose values are integers. */
const INTEGER_EDITORS: readonly (string | null)[] = ["Umbraco.TrueFalse", "Umbraco.Integer"];
const DECIMAL = /^-?[0-9]{1,300}(?:\.[0-9]+)?$/;
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
   * Writes `head`, then the value as FORMATS.md has it (rule 7): white space alone is null, JSON is what it says,
   * integers and decimals are numbers where their editor says so, all else is a string.
   */
  write(head: string, text: string | undefined, editorAlias: string | null): void {
    const out = this.#out;
    if (text !== undefined && looksLikeJson(text)) {
      out.appendText(head);
      if (!this.#compactor.copy(text)) out.appendText(JSON.stringify(text));
    } else {
      out.appendText(head + scalar(text, editorAlias));
    }
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
  return isNumber ? String(Number(text)) : JSON.stringify(text);
}
