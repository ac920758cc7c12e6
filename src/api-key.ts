/** The API key: how it is sent, and how it is kept out of whatever is said or kept. */

/** The user that the key goes with, as HTTP Basic has it. */
export const API_USER = "api";

/** What stands where the key would. */
const BLOT = "***";
/** From so many characters on, the beginning of a key that was cut off counts as the key. */
const TELLING_LENGTH = 4;
/** Base64 of fewer characters than these is found anywhere. */
const TELLING_BASE64_LENGTH = 6;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
  "+": "plus",
  "/": "sol",
  "=": "equals",
};

export class ApiKey {
  readonly text: string;
  #spellings: RegExp | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The value of the `Authorization` header. */
  get authorization(): string {
    return `Basic ${Buffer.from(`${API_USER}:${this.text}`).toString("base64")}`;
  }

  /** The text without the key, however it is spelled there: plain, or in the escapes of URLs, JSON, HTML and base64. */
  hide(text: string): string {
    this.#spellings ??= new RegExp(spellingsOf(this.text).join("|"), "gu");
    return text.replace(this.#spellings, BLOT);
  }
}

/** Regular expressions, the longest match first. */
function spellingsOf(key: string): string[] {
  const encoded = [`${API_USER}:${key}`, key].flatMap(base64Cores).map((core) => inOrder(core));
  return [...encoded.map((core) => `${core}(?:=|%3[dD])*`), inOrder(key), cutOff(key)];
}

/**
 * The characters of base64 that a text determines wholly, wherever in the encoded bytes it stands: the bytes before it
 * may be of any number.
 */
function base64Cores(text: string): string[] {
  const cores = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const base64 = bytes.toString("base64").replace(/=+$/, "");
    // With the bytes before and behind it share a character those bits that are not the text's alone.
    const start = Math.ceil((before * 8) / 6);
    const isOwnEnd = before === 0;
    return base64.slice(start, isOwnEnd ? undefined : Math.floor((bytes.length * 8) / 6));
  });
  return cores.filter((core) => core.length >= TELLING_BASE64_LENGTH);
}

function inOrder(text: string): string {
  return [...text].map(spellingsOfCharacter).join("");
}

/** The beginning of the key where the rest was left out: what is shown of long texts ends so. */
function cutOff(key: string): string {
  const characters = [...key].map(spellingsOfCharacter);
  const [first, rest] = [characters.slice(0, TELLING_LENGTH), characters.slice(TELLING_LENGTH)];
  if (first.length < TELLING_LENGTH) return "(?!)";
  return `${first.join("")}${rest.reduceRight((behind, spelling) => `(?:${spelling}${behind})?`, "")}(?=…)`;
}

/** One character as itself and as each escape of it; in base64 for URLs, two characters are others. */
function spellingsOfCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, "0"));
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  const spellings = [
    literal(character),
    bytes.map((byte) => `%(?:25)*${anyCase(byte)}`).join(""),
    units.map((unit) => `\\\\+u${anyCase(unit.toString(16).padStart(4, "0"))}`).join(""),
    `&#0*${point};?`,
    `&#[xX]0*${anyCase(point.toString(16))};?`,
    ...(/["\\/]/.test(character) ? [`\\\\+${literal(character)}`] : []),
    ...(ENTITIES[character] ? [`&${ENTITIES[character]};`] : []),
    ...(character === " " ? ["\\+"] : []),
    ...(character === "+" ? ["-"] : []),
    ...(character === "/" ? ["_"] : []),
  ];
  return `(?:${spellings.join("|")})`;
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/u, "\\$&");
}

function anyCase(hexadecimal: string): string {
  return hexadecimal.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
