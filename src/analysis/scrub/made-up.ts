/** Makes values up: of the same shape as others, and the same for the same. */
import { createHash } from "node:crypto";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;
const UPPER = /\p{Lu}/u;
/** Domains that nobody has (RFC 2606). */
const DOMAINS = ["example.com", "example.net", "example.org"];
/** How many digits at the end are the same however a number is written. */
const OWN_DIGITS = 8;
/** What stays of a phone number: a country's code, and a zero before all else. */
const DIALLED_FIRST = /^\(?(?:\+|00)\D*(?:\d\D*){2}|^\(?0/;
const DATE = /^(\d{4})-\d\d-\d\d(?:([T ])\d\d:\d\d(:\d\d)?)?/;
const DATE_ALONE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Numbers that look like chance, and are the same for the same seed. */
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

/** An address at a domain for examples; one that is at such a domain is itself. */
export function madeUpEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (DOMAINS.includes(email.slice(at + 1).toLowerCase())) return email;
  const draws = new Draws(email.toLowerCase());
  const name = letterByLetter(email.slice(0, at), draws);
  return `${name}@${DOMAINS[draws.below(DOMAINS.length)]}`;
}

/** A phone number, digit by digit. The same number has the same digits, with a country's code or without. */
export function madeUpPhone(phone: string): string {
  const [before = ""] = DIALLED_FIRST.exec(phone) ?? [];
  const draws = new Draws(phone.replace(/\D/g, "").slice(-OWN_DIGITS));
  const made = [...phone.slice(before.length)].reverse().map((character) => {
    return DIGIT.test(character) ? DIGITS[draws.below(DIGITS.length)] : character;
  });
  return before + made.reverse().join("");
}

/** A text whose letters, digits, white space and all else stand where they stood. A date is another day of its year. */
export function madeUpText(text: string): string {
  const draws = new Draws(text);
  if (!DATE_ALONE.test(text.trim())) return letterByLetter(text, draws);
  return text.replace(DATE, (_, year: string, between?: string, seconds?: string) => {
    const two = (from: number, count: number) => String(from + draws.below(count)).padStart(2, "0");
    const day = `${year}-${two(1, 12)}-${two(1, 28)}`;
    const time = between === undefined ? "" : `${between}${two(0, 24)}:${two(0, 60)}`;
    return `${day}${time}${seconds === undefined ? "" : `:${two(0, 60)}`}`;
  });
}

/** A number of JSON, digit by digit. */
export function madeUpNumber(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = ""] = /^(-?)(\d+)(\.\d+)?(.*)$/.exec(text) ?? [];
  const draws = new Draws(text);
  const first = whole.length === 1 ? draws.below(10) : 1 + draws.below(9);
  return `${sign}${first}${letterByLetter(whole.slice(1) + fraction, draws)}${exponent}`;
}

function letterByLetter(text: string, draws: Draws): string {
  let made = "";
  for (const character of text) made += madeUpCharacter(character, draws);
  return made;
}

function madeUpCharacter(character: string, draws: Draws): string {
  if (DIGIT.test(character)) return DIGITS[draws.below(DIGITS.length)];
  if (!LETTER.test(character)) return character;
  const letter = LETTERS[draws.below(LETTERS.length)];
  return UPPER.test(character) ? letter.toUpperCase() : letter;
}
