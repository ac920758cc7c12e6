/** Makes up what a text tells of people, and leaves alone what names nodes, files and pages. */
import { REDACTED } from "../secrets.ts";
import { madeUpEmail, madeUpPhone, madeUpText } from "./made-up.ts";

/** What is made up of a text. */
export type ScrubbedPart =
  /** E-mail addresses, and phone numbers that cannot be mistaken. */
  | "contacts"
  /** The same, and numbers that are nothing but digits: the property says that it holds a phone number. */
  | "phone"
  /** All that is shown of it. */
  | "all";

/** How many values were made up, by what they are. */
export type ScrubCounts = {
  /** E-mail addresses and phone numbers, each as often as it occurs. */
  emails: number;
  phones: number;
  /** Texts and numbers of properties of which all is made up. */
  properties: number;
};

/** What names nodes, files and pages. */
const NAMES = [
  String.raw`umb://[^\s"'<>,]+`,
  String.raw`(?:\{|%7B)localLink[^"'\s<>]*`,
  String.raw`(?:https?:)?//[^\s"'<>]+`,
  String.raw`~?/media/[^\s"'<>]+`,
  String.raw`\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b`,
  String.raw`\b[0-9a-f]{32}\b`,
  String.raw`\b(?:src|href)\s*=\s*(?:"(?!mailto:|tel:|sms:)[^"]*"|'(?!mailto:|tel:|sms:)[^']*')`,
].join("|");
const DOMAIN = String.raw`(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,23}`;
const EMAIL = String.raw`(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}@${DOMAIN}`;
const LINKED = String.raw`(?<=\b(?:tel|sms|callto):)\+?[\d() ./-]{4,24}\d`;
const PHONE = String.raw`(?<![\p{L}\p{N}_/.,#=@%+-])\(?(?:\+|00)?\(?\d[\d ()./\u00a0-]{4,22}\d(?![\p{L}\p{N}_/@%])`;
const KNOWN = `(?<name>${NAMES})|(?<email>${EMAIL})|(?<linked>${LINKED})`;

const CONTACTS = new RegExp(`${KNOWN}|(?<phone>${PHONE})`, "giu");
/** What stands between the texts that are shown. */
const BETWEEN = new RegExp(`${KNOWN}|(?<tag><[!?/a-z][^<>]*>)|&#?\\w{1,32};`, "giu");
/** Attributes whose values are shown. */
const SHOWN_ATTRIBUTES = /(\s(?:alt|title)\s*=\s*)("[^"]*"|'[^']*')/gi;
/** A path, and nothing else. */
const PATH = /^~?\/\S[^<>\n]*$/;
const FEWEST_DIGITS = 7;
const MOST_DIGITS = 15;
/** Dates, times, years, decimals, addresses of machines, and numbers with their thousands apart. */
const OTHER_NUMBERS = [
  /^\d{4}[-./]\d{1,2}[-./]\d{1,2}\b/,
  /^\d{1,2}[-./] ?\d{1,2}[-./] ?\d{4}\b/,
  /^(?:[12]\d{3}[ ./-]+)+[12]\d{3}$/,
  /^\d{1,2}\.\d\d ?- ?\d{1,2}\.\d\d$/,
  /\.\d{4,}/,
  /^\d{1,3}(?:\.\d{1,3}){3}$/,
  /^[1-9]\d{0,2}(?:[ .\u00a0]\d{3})+$/,
];

/** What was found, by the names of groups. */
type Found = Readonly<Record<string, string | undefined>>;

/**
 * The same text has the same made up.
 * @param counts what is added to. Default: nothing is counted
 */
export function scrubText(text: string, part: ScrubbedPart, counts?: ScrubCounts): string {
  if (PATH.test(text) || text === REDACTED) return text;
  if (part !== "all") return scrubContacts(text, part, counts);
  const made = scrubShown(text);
  if (counts && made !== text) counts.properties++;
  return made;
}

function scrubContacts(text: string, part: ScrubbedPart, counts?: ScrubCounts): string {
  return text.replace(CONTACTS, (found, ...rest) => {
    const groups: Found = rest.at(-1);
    const made = groups.phone === undefined || isPhone(found, part) ? scrubKnown(found, groups) : found;
    if (counts && made !== found) counts[groups.email === undefined ? "phones" : "emails"]++;
    return made;
  });
}

function scrubKnown(found: string, { name, email, linked, phone }: Found): string {
  if (name !== undefined) return found;
  if (email !== undefined) return madeUpEmail(found);
  return linked === undefined && phone === undefined ? found : madeUpPhone(found);
}

function isPhone(text: string, part: ScrubbedPart): boolean {
  const digits = text.replace(/\D/g, "").length;
  if (digits < FEWEST_DIGITS || digits > MOST_DIGITS) return false;
  if (part === "phone" || /^\(?(?:\+|00)/.test(text)) return true;
  return digits < text.length && !OTHER_NUMBERS.some((pattern) => pattern.test(text));
}

function scrubShown(text: string): string {
  let made = "";
  let at = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(BETWEEN)) {
    made += madeUpText(text.slice(at, index));
    made += groups.tag === undefined ? scrubKnown(found, groups) : scrubTag(found);
    at = index + found.length;
  }
  return made + madeUpText(text.slice(at));
}

function scrubTag(tag: string): string {
  const made = tag.replace(SHOWN_ATTRIBUTES, (_, before: string, quoted: string) => {
    return before + quoted[0] + madeUpText(quoted.slice(1, -1)) + quoted[0];
  });
  return scrubContacts(made, "contacts");
}
