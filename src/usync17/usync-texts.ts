/** Texts as uSync itself writes them, which its report compares: JSON, keys of languages and domains, paths. */
import type { Key } from "../site/tree/key.ts";
import { asciiText } from "../site/urls/url-segment.ts";

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;
const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Returns JSON with an indentation of two spaces, escaped as .NET does by default. Numbers keep their digits. */
export function usyncJson(json: string): string {
  const tokens = json.match(JSON_TOKEN) ?? [];
  let written = "";
  let indent = "\n";
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const closing = CLOSING[token];
    if (closing !== undefined && tokens[at + 1] === closing) {
      written += token + closing;
      at++;
    } else if (closing !== undefined) {
      indent += "  ";
      written += token + indent;
    } else if (token === "}" || token === "]") {
      indent = indent.slice(0, -2);
      written += indent + token;
    } else if (token === ",") written += `,${indent}`;
    else if (token === ":") written += ": ";
    else written += token.startsWith('"') ? escapedString(token) : token;
  }
  return written;
}

/** Whether a text is JSON of an object or a list. A list of numbers alone, such as `[2024]`, can be a title. */
export function isJson(text: string): boolean {
  if (!/^\s*(?:\{|\[\s*[[{"\]])/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What System.Text.Json escapes by a number; the stored text can have escaped less, or more. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are escaped
const ESCAPED = /[\u0000-\u0007\u000b\u000e-\u001f"&'+<>`\u007f-\uffff]/g;
const SHORT = /[\b\t\n\f\r\\]/g;

function escapedString(token: string): string {
  const text: string = JSON.parse(token);
  const escaped = text
    .replace(SHORT, (found) => JSON.stringify(found).slice(1, -1))
    .replace(ESCAPED, (found) => `\\u${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
  return `"${escaped}"`;
}

/** The key of a language by its code, or of a domain by its name: .NET's hash of a text, the same on every machine. */
export function hashKey(text: string): Key {
  let [even, odd] = [START, START];
  for (let at = 0; at < text.length; at += 2) {
    even = (Math.imul(even, 33) ^ text.charCodeAt(at)) | 0;
    if (at + 1 < text.length) odd = (Math.imul(odd, 33) ^ text.charCodeAt(at + 1)) | 0;
  }
  const hash = (even + Math.imul(odd, 1566083941)) >>> 0;
  return `${hash.toString(16).padStart(8, "0")}-0000-0000-0000-000000000000`;
}
const START = ((5381 << 16) + 5381) | 0;

/** Compares aliases and codes as .NET does: `_` before digits before letters, in any case. */
export const compareNames = new Intl.Collator("en").compare;

/** A name as a segment of the paths of nodes: Umbraco's safe alias of it, empty without letters of Latin script. */
export function safeAlias(name: string): string {
  const ascii = Array.from(name, (letter) => WRITTEN_OUT[letter.toLowerCase()] ?? letter).join("");
  const words = asciiText(ascii).match(/\w+/g) ?? [];
  const joined = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
  return joined.replace(/^[^A-Za-z]+/, "");
}

/** Characters that vanish without a break of words, and letters that become several, also as capitals. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  ...{ "'": "", ".": "", ";": "", "#": "", "&": "", "+": "plus" },
  ...{ å: "aa", æ: "ae", ø: "oe", ä: "ae", ö: "oe", ü: "ue", ß: "ss" },
};
