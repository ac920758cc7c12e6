/** Prepares text for searching: folds case and accents, and extracts the texts of a value. */
import { type JsonNode, parseOutline, stringOf } from "../../values/json-outline.ts";

const ASCII = /^[ -~]*$/;
/** Text that may be JSON. */
const OBJECT_OR_ARRAY = /^\s*[[{]/;

/** A part of a JSON text. */
type Part = { text: string; node: JsonNode };

/** Letters that Unicode does not take apart into a plain letter and a mark, and how they are written without. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: "o",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
};
const WITH_PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "g");

/** Letters in lower case, without their marks (NFD): `kafe` finds `Kafé`, and `brolen` finds `Brølen`. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  // NFD also splits Hangul syllables; NFC joins them again.
  return lower
    .normalize("NFD")
    .replace(/\p{Mn}+/gu, "")
    .normalize("NFC")
    .replace(WITH_PLAIN_LETTERS, (letter) => PLAIN_LETTERS[letter]);
}

/**
 * Yields the texts of a property's value at any depth: in lists, objects, and JSON inside strings. Numbers and booleans
 * are yielded as written; member names are not.
 * @param value compact JSON
 */
export function* valueTexts(value: string): Generator<string, void> {
  const whole = partOf(value);
  const waiting = whole ? [whole] : [];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const { text, node } = part;
    for (let i = node.items.length - 1; i >= 0; i--) waiting.push({ text, node: node.items[i] });
    const leaf = leafOf(part);
    const inner =
      leaf === undefined
        ? undefined
        : node.kind === "string" && OBJECT_OR_ARRAY.test(leaf)
          ? partOf(leaf)
          : undefined;
    if (inner) waiting.push(inner);
    else if (leaf !== undefined) yield leaf;
  }
}

/** Whether a value contains nothing but white space and empty lists and objects. */
export function holdsNothing(value: string): boolean {
  for (const text of valueTexts(value)) if (text.trim() !== "") return false;
  return true;
}

/** Returns the text of a scalar; null has none. */
function leafOf({ text, node }: Part): string | undefined {
  if (node.kind === "string") return stringOf(text, node);
  const scalar = node.kind === "object" || node.kind === "array" ? "null" : text.slice(node.start, node.end);
  return scalar === "null" ? undefined : scalar;
}

function partOf(text: string): Part | undefined {
  const node = parseOutline(text);
  return node && { text, node };
}
