/** The API key: how it is sent, and how it is kept out of what is printed, logged or stored. */

/** The user of HTTP Basic. */
export const API_USER = "api";

const PLACEHOLDER = "***";
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

export class ApiKey {
  readonly text: string;
  #spellings: RegExp | undefined;

  /** @param text not empty */
  constructor(text: string) {
    this.text = text;
  }

  /** The value of the `Authorization` header. */
  get authorization(): string {
    return `Basic ${base64Of(`${API_USER}:${this.text}`)}`;
  }

  /**
   * Redacts the key in a text, whether it is plain, in base64 (also with its user, as it is sent), percent-encoded, or escaped
   * as in JSON or HTML: these are the ways in which servers repeat a request.
   */
  hide(text: string): string {
    this.#spellings ??= spellingsOf(this.text);
    return text.replace(this.#spellings, PLACEHOLDER);
  }
}

function base64Of(text: string): string {
  return Buffer.from(text).toString("base64");
}

function spellingsOf(key: string): RegExp {
  const encoded = [`${API_USER}:${key}`, key].map((text) => {
    const characters = base64Of(text).replace(/=+$/, "");
    return `${patternOf(characters, { "+": "-", "/": "_" })}(?:=|%3[dD]){0,2}`;
  });
  return new RegExp([encoded[0], patternOf(key, { " ": "[+]" }), encoded[1]].join("|"), "g");
}

/** Matches each character as it is, escaped, or as its alternative. All repetitions are bounded, so that matching stays linear. */
function patternOf(text: string, alternatives: Readonly<Record<string, string>>): string {
  return Array.from(text, (character) => {
    const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
    const bytes = [...Buffer.from(character)];
    const spellings = [
      // "%252B" if it was encoded twice.
      bytes.map((byte) => `%(?:25)?${anyCase(byte, 2)}`).join(""),
      // More backslashes if it is in JSON that is a string of JSON.
      units.map((unit) => `\\\\{1,3}u${anyCase(unit, 4)}`).join(""),
      `&#(?:${character.codePointAt(0)}|[xX]${anyCase(character.codePointAt(0) ?? 0, 1)});`,
      ...(ENTITIES[character] ? [`&${ENTITIES[character]};`] : []),
      ...(/["\\/]/.test(character) ? [`\\\\{1,3}${literal(character)}`] : []),
      ...(alternatives[character] ? [alternatives[character]] : []),
      literal(character),
    ];
    return `(?:${spellings.join("|")})`;
  }).join("");
}

/** A pattern of hexadecimal digits in both cases. */
function anyCase(value: number, length: number): string {
  const digits = value.toString(16).padStart(length, "0");
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
