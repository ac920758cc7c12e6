/** Text as it is searched: without regard to case and accents, and what of it a value holds. */
import { type JsonNode, parseOutline, stringOf } from "../../values/json-outline.ts";

const ASCII = /^[ -~]*$/;
/** What may be JSON of its own. */
const OBJECT_OR_ARRAY = /^\s*[[{]/;

/** A part of some JSON text. */
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
  // Syllables of Hangul come apart too, and must be whole again.
  return lower
    .normalize("NFD")
    .replace(/\p{Mn}+/gu, "")
    .normalize("NFC")
    .replace(WITH_PLAIN_LETTERS, (letter) => PLAIN_LETTERS[letter]);
}

/**
 * The texts that a property's value holds, at any depth: in lists, objects, and JSON that lies in strings. Numbers and truth values are texts too, as they are written; names of members are none. Nothing recurses.
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

/** Whether there is nothing in a value but white space and the brackets of lists and objects. */
export function holdsNothing(value: string): boolean {
  for (const text of valueTexts(value)) if (text.trim() !== "") return false;
  return true;
}

/** The text of a part that has no parts; null has none. */
function leafOf({ text, node }: Part): string | undefined {
  if (node.kind === "string") return stringOf(text, node);
  const scalar = node.kind === "object" || node.kind === "array" ? "null" : text.slice(node.start, node.end);
  return scalar === "null" ? undefined : scalar;
}

function partOf(text: string): Part | undefined {
  const node = parseOutline(text);
  return node && { text, node };
}
