/** Prepares text for searching: folds case and accents, and extracts the texts of a value. */
import { type JsonNode, parseOutline, stringOf, wholeString } from "../../json/outline.ts";
import { mayHaveTagsInWords, visibleText, withoutHtmlEntities } from "../../site/values/visible-html.ts";
import { withoutSoftHyphens } from "../../site/values/words.ts";

const ASCII = /^[\0-\x7f]*$/;
/** Compact JSON, perhaps inside a string, whose first scalar is a number, a boolean, or a text that is not empty. */
const BEGINS_WITH_TEXT = /^"?(?:\[|\{\\*"[\w.]+\\*":)+(?:[\dtf]|\\*"\w)/;
/** Words that JSON can write in one way only, unless it has an escape for a character. A sigma depends on the letters around it. */
const PLAIN_WORD = /^(?:(?![σς])[\p{L}\p{N}])+$/u;
/** Text that may be JSON. */
const NESTED = /^(?:"(?:\\[nrt]|\s)*)?[[{]/;
const OBJECT_OR_ARRAY = /^\s*[[{]/;

/** A part of a JSON text. */
type Part = { text: string; node: JsonNode };

/** Letters that Unicode does not take apart into a plain letter and a mark, and spaces that do not break, as people type them. */
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
  "\u00a0": " ",
  "\u202f": " ",
};
/** The marks of Latin, Greek and Cyrillic letters, and characters among which all other marks are: a class of all marks is slow. */
const COMMON_MARKS = /[\u0300-\u036f]+/g;
const OTHER_MARKS = /[\u0483-\u0489\u0591-\u30ff\ua66f-\uabff\ud800-\uffff]/;
const WITH_PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "g");

/**
 * Letters in lower case, without their marks (NFD) and soft hyphens, and plain spaces: `kafe` finds `Kafé`, and `brolen` finds
 * `Brølen`.
 */
export function foldedLetters(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  const letters = withoutSoftHyphens(lower.normalize("NFD")).replace(COMMON_MARKS, "");
  const unmarked = OTHER_MARKS.test(letters) ? letters.replace(/\p{Mn}+/gu, "") : letters;
  // NFD also splits Hangul syllables; NFC joins them again.
  return unmarked.normalize("NFC").replace(WITH_PLAIN_LETTERS, (letter) => PLAIN_LETTERS[letter]);
}

/** Letters that are not ASCII: the rest of a text is folded by its case alone. */
const OTHER_LETTERS = /[^\0-\x7f]+/g;
/** The runs of such letters that are kept: words come again, and sentences of languages without spaces do not. */
const LONGEST_KEPT_RUN = 32;
const MOST_KEPT_RUNS = 10_000;

/** Returns a function like `foldedLetters` for many texts: it folds runs of letters that come again once, which takes half of the time. */
export function letterFolder(): (text: string) => string {
  const known = new Map<string, string>();
  const foldRun = (run: string) => {
    const kept = known.get(run);
    if (kept !== undefined) return kept;
    const folded = foldedLetters(run);
    if (run.length <= LONGEST_KEPT_RUN && known.size < MOST_KEPT_RUNS) known.set(run, folded);
    return folded;
  };
  return (text) => {
    const lower = text.toLowerCase();
    return ASCII.test(lower) ? lower : lower.replace(OTHER_LETTERS, foldRun);
  };
}

/**
 * A text of a value as it is searched: folded, as it is written, with characters in place of HTML entities, and without the tags if
 * some are within words.
 */
export function searchedText(text: string, fold: (text: string) => string): string {
  const searched = withEntities(text, fold);
  return mayHaveTagsInWords(text) ? `${searched}\0${fold(visibleText(text))}` : searched;
}

function withEntities(text: string, fold: (text: string) => string): string {
  const readable = withoutHtmlEntities(text);
  return readable === text ? fold(text) : `${fold(text)}\0${fold(readable)}`;
}

/**
 * Whether JSON may have texts with all these folded words, by a quick check: taking JSON apart takes longer.
 * @param fold as of `letterFolder`
 */
export function mayHoldWords(
  json: string,
  words: readonly string[],
  fold: (text: string) => string,
): boolean {
  const plain = words.filter((word) => PLAIN_WORD.test(word));
  if (plain.length === 0 || json.includes("\\u") || mayHaveTagsInWords(json)) return true;
  const text = withEntities(json, fold);
  return plain.every((word) => text.includes(word));
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

/** Whether a value is a list, an object, or a string that may hold one. */
export function mayBeNested(value: string): boolean {
  return NESTED.test(value);
}

/** Whether a value contains nothing but white space and empty lists and objects. */
export function holdsNothing(value: string): boolean {
  if (BEGINS_WITH_TEXT.test(value)) return false;
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
  const node = text.startsWith('"') ? wholeString(text) : parseOutline(text);
  return node && { text, node };
}
