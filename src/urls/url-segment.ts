/** Makes the segment of a URL of a name, as the CMS does. */
import { ASCII_FORMS } from "./ascii-forms.ts";
import type { UrlAsciiMode, UrlSettings } from "./url-settings.ts";

export type SegmentOptions = {
  ascii: UrlAsciiMode;
  /**
   * Capitals with marks that are replaced before all are recoded: `all` six in current releases, `two` (Ä and Ö) up to
   * version 8. Default: all.
   */
  capitals?: "all" | "two";
} & Pick<UrlSettings, "replacements" | "keepsReplacements">;

/**
 * How a version makes segments where nothing else is said.
 * @param major the first number of the CMS's version. Default: that of a current one
 * @param ascii wins over what the site and the version do
 * @param settings those of the site, which win over its version
 */
export function segmentOptions(
  major: number | undefined,
  ascii: UrlAsciiMode | undefined,
  { ascii: siteAscii, replacements, keepsReplacements }: UrlSettings = {},
): SegmentOptions {
  const isOld = major !== undefined && major <= 8;
  const ofVersion = isOld && major < 8 ? "false" : "try";
  const capitals = isOld ? "two" : "all";
  return { ascii: ascii ?? siteAscii ?? ofVersion, capitals, replacements, keepsReplacements };
}

/** The property by which editors say what is to stand in a URL in place of the name. */
export const URL_NAME = "umbracoUrlName";

/**
 * What a segment is made of.
 * @param urlName the value of `umbracoUrlName`, if there is one
 */
export function urlSource(name: string, urlName: string | undefined): string {
  return urlName?.trim() ? urlName : name;
}

/** In UTF-16 code units, as the CMS counts. */
const LONGEST_SEGMENT = 240;
const HIGHEST_ASCII = 0x7f;

/** What stands for single characters; case counts. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  [" ", "-"],
  ["|", "-"],
  ...Array.from("\"'%.;/\\:#&?<>", (character) => [character, ""] as const),
  ["+", "plus"],
  ["*", "star"],
  ["æ", "ae"],
  ["ø", "oe"],
  ["å", "aa"],
  ["ä", "ae"],
  ["ö", "oe"],
  ["ü", "ue"],
  ["ß", "ss"],
  ["Ä", "ae"],
  ["Ö", "oe"],
]);
const NO_REPLACEMENTS: ReadonlyMap<string, string> = new Map();
const MORE_CAPITALS: ReadonlyMap<string, string> = new Map([
  ["Æ", "ae"],
  ["Ø", "oe"],
  ["Å", "aa"],
  ["Ü", "ue"],
]);

/**
 * @param name what `urlSource` gives
 * @returns the segment, empty where nothing of the name can stand in one
 */
export function urlSegment(name: string, options: SegmentOptions): string {
  const words = recoded(replaced(name.trim(), options), options.ascii).match(/[\p{L}\p{Nd}_]+/gu) ?? [];
  const segment = Array.from(words.join("-"), lowerCase).join("").slice(0, LONGEST_SEGMENT);
  // Half of a character is none.
  return segment.replace(/[\u{d800}-\u{dbff}]$/u, "");
}

/** The site's own replacements come first, one after the other, as the CMS takes them. */
function replaced(
  name: string,
  { capitals = "all", replacements = NO_REPLACEMENTS, keepsReplacements = true }: SegmentOptions,
): string {
  let text = name;
  for (const [from, to] of replacements) text = text.replaceAll(from, () => to);
  if (!keepsReplacements) return text;
  return Array.from(text, (character) => {
    // What the site has a word on is not replaced again.
    if (replacements.has(character)) return character;
    const other = capitals === "all" ? MORE_CAPITALS.get(character) : undefined;
    return REPLACEMENTS.get(character) ?? other ?? character;
  }).join("");
}

function recoded(text: string, mode: UrlAsciiMode): string {
  // Here the CMS takes out what it has no single code unit for, and leaves it in where it tried to recode.
  if (mode === "false") return text.replace(/[\u{10000}-\u{10ffff}]/gu, " ");
  const forms = Array.from(text, asciiForm);
  if (mode === "try" && forms.includes(undefined)) return text;
  return forms.map((form) => form ?? "?").join("");
}

/** Control characters have an empty form. */
function asciiForm(character: string): string | undefined {
  if (/\p{Cc}/u.test(character)) return "";
  const code = character.codePointAt(0) ?? 0;
  return code <= HIGHEST_ASCII ? character : ASCII_FORMS.get(code);
}

/** As .NET's invariant culture: a letter becomes one letter, or stays. */
function lowerCase(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}
