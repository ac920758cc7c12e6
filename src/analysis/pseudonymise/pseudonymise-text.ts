/** Pseudonymises personal data in texts, and keeps everything that identifies nodes, files and pages. */

import { createHash } from "node:crypto";
import { REDACTED } from "../../site/secrets.ts";
import { readIsoDate } from "../../text/iso-date.ts";

/** The parts of a text to replace. */
export type PseudonymScope =
  /** E-mail addresses, and unambiguous phone numbers. */
  | "contacts"
  /** The same, and numbers made of digits alone, for properties that hold phone numbers. */
  | "phone"
  /** All visible text. */
  | "all";

/** The number of replaced values, by kind. */
export type PseudonymCounts = {
  /** E-mail addresses and phone numbers; each occurrence counts. */
  emails: number;
  phones: number;
  /** Texts and numbers of properties that are replaced completely. */
  properties: number;
};

/** Identifiers of nodes, files and pages. */
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
/** Matches everything that is not visible text. */
const BETWEEN = new RegExp(`${KNOWN}|(?<tag><[!?/a-z][^<>]*>)|&#?\\w{1,32};`, "giu");
/** Attributes with visible text. */
const SHOWN_ATTRIBUTES = /(\s(?:alt|title)\s*=\s*)("[^"]*"|'[^']*')/gi;
/** A path, and nothing else. */
const PATH = /^~?\/\S[^<>\n]*$/;
const FEWEST_DIGITS = 7;
const MOST_DIGITS = 15;
/** Dates, times, years, decimals, IP addresses, and numbers with thousands separators. */
const OTHER_NUMBERS = [
  /^\d{4}[-./]\d{1,2}[-./]\d{1,2}\b/,
  /^\d{1,2}[-./] ?\d{1,2}[-./] ?\d{4}\b/,
  /^(?:[12]\d{3}[ ./-]+)+[12]\d{3}$/,
  /^\d{1,2}\.\d\d ?- ?\d{1,2}\.\d\d$/,
  /\.\d{4,}/,
  /^\d{1,3}(?:\.\d{1,3}){3}$/,
  /^[1-9]\d{0,2}(?:[ .\u00a0]\d{3})+$/,
];

/** The groups of a match. */
type Found = Readonly<Record<string, string | undefined>>;

/**
 * Replaces parts of a text; the same text always gets the same pseudonym.
 * @param counts changed. Default: nothing is counted
 */
export function pseudonymiseText(text: string, part: PseudonymScope, counts?: PseudonymCounts): string {
  if (PATH.test(text) || text === REDACTED) return text;
  if (part !== "all") return pseudonymiseContacts(text, part, counts);
  const made = pseudonymiseVisible(text);
  if (counts && made !== text) counts.properties++;
  return made;
}

function pseudonymiseContacts(text: string, part: PseudonymScope, counts?: PseudonymCounts): string {
  return text.replace(CONTACTS, (found, ...rest) => {
    const groups: Found = rest.at(-1);
    const made =
      groups.phone === undefined || isPhone(found, part) ? pseudonymiseMatch(found, groups) : found;
    if (counts && made !== found) counts[groups.email === undefined ? "phones" : "emails"]++;
    return made;
  });
}

function pseudonymiseMatch(found: string, { name, email, linked, phone }: Found): string {
  if (name !== undefined) return found;
  if (email !== undefined) return emailPseudonym(found);
  return linked === undefined && phone === undefined ? found : phonePseudonym(found);
}

function isPhone(text: string, part: PseudonymScope): boolean {
  const digits = text.replace(/\D/g, "").length;
  if (digits < FEWEST_DIGITS || digits > MOST_DIGITS) return false;
  if (part === "phone" || /^\(?(?:\+|00)/.test(text)) return true;
  return digits < text.length && !OTHER_NUMBERS.some((pattern) => pattern.test(text));
}

function pseudonymiseVisible(text: string): string {
  let made = "";
  let at = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(BETWEEN)) {
    made += textPseudonym(text.slice(at, index));
    made += groups.tag === undefined ? pseudonymiseMatch(found, groups) : pseudonymiseTag(found);
    at = index + found.length;
  }
  return made + textPseudonym(text.slice(at));
}

function pseudonymiseTag(tag: string): string {
  const made = tag.replace(SHOWN_ATTRIBUTES, (_, before: string, quoted: string) => {
    return before + quoted[0] + textPseudonym(quoted.slice(1, -1)) + quoted[0];
  });
  return pseudonymiseContacts(made, "contacts");
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;
const UPPER = /\p{Lu}/u;
/** Reserved for examples (RFC 2606). */
const DOMAINS = ["example.com", "example.net", "example.org"];
/** The number of trailing digits that do not depend on how a phone number is written. */
const OWN_DIGITS = 8;
/** The prefix of a phone number that stays: the country code, or a leading zero. */
const DIALLED_FIRST = /^\(?(?:\+|00)\D*(?:\d\D*){2}|^\(?0/;

/** Deterministic pseudo-random numbers from a seed. */
class Draws {
  readonly #seed: string;
  #bytes: Uint8Array = new Uint8Array();
  #block = 0;
  #at = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** @param count at most 256 */
  below(count: number): number {
    if (this.#at === this.#bytes.length) {
      this.#bytes = createHash("sha256")
        .update(`${this.#block++} ${this.#seed}`)
        .digest();
      this.#at = 0;
    }
    return this.#bytes[this.#at++] % count;
  }
}

/** Replaces an address by one at an example domain; an address at such a domain stays. */
export function emailPseudonym(email: string): string {
  const at = email.lastIndexOf("@");
  if (DOMAINS.includes(email.slice(at + 1).toLowerCase())) return email;
  const draws = new Draws(email.toLowerCase());
  const name = letterByLetter(email.slice(0, at), draws);
  return `${name}@${DOMAINS[draws.below(DOMAINS.length)]}`;
}

/** Replaces the digits of a phone number. The same number gets the same digits, with or without a country code. */
export function phonePseudonym(phone: string): string {
  const [before = ""] = DIALLED_FIRST.exec(phone) ?? [];
  const draws = new Draws(phone.replace(/\D/g, "").slice(-OWN_DIGITS));
  const made = [...phone.slice(before.length)].reverse().map((character) => {
    return DIGIT.test(character) ? DIGITS[draws.below(DIGITS.length)] : character;
  });
  return before + made.reverse().join("");
}

/**
 * Replaces letters by letters and digits by digits; everything else stays. A date becomes another day of the same year.
 */
export function textPseudonym(text: string): string {
  const draws = new Draws(text);
  const date = readIsoDate(text.trim());
  if (!date) return letterByLetter(text, draws);
  const { day, minute, second } = date;
  const two = (from: number, count: number) => String(from + draws.below(count)).padStart(2, "0");
  let end = text.indexOf(day);
  let made = `${text.slice(0, end)}${day.slice(0, 4)}-${two(1, 12)}-${two(1, 28)}`;
  end += day.length;
  if (minute !== undefined) {
    made += `${text[end]}${two(0, 24)}:${two(0, 60)}`;
    end += 1 + minute.length;
  }
  if (second !== undefined) {
    made += `:${two(0, 60)}`;
    end += 1 + second.length;
  }
  return made + text.slice(end);
}

/** Replaces the digits of a JSON number. */
export function numberPseudonym(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = ""] = /^(-?)(\d+)(\.\d+)?(.*)$/.exec(text) ?? [];
  const draws = new Draws(text);
  const first = whole.length === 1 ? draws.below(10) : 1 + draws.below(9);
  return `${sign}${first}${letterByLetter(whole.slice(1) + fraction, draws)}${exponent}`;
}

function letterByLetter(text: string, draws: Draws): string {
  let made = "";
  for (const character of text) made += characterPseudonym(character, draws);
  return made;
}

function characterPseudonym(character: string, draws: Draws): string {
  if (DIGIT.test(character)) return DIGITS[draws.below(DIGITS.length)];
  if (!LETTER.test(character)) return character;
  const letter = LETTERS[draws.below(LETTERS.length)];
  return UPPER.test(character) ? letter.toUpperCase() : letter;
}
