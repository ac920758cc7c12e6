/** Whether two values say the same: as JSON, not as they are written. */

/** A number with more digits may not fit into a double, and is compared as it is written. */
const LONGEST_NUMBER = 15;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/**
 * JSON in a string is as good as that JSON, line ends and outer white space make no difference, nor do empty text and null,
 * or a number and its text.
 * @param one compact JSON
 */
export function isSameValue(one: string, other: string): boolean {
  if (one === other) return true;
  const pairs: [Json | undefined, Json | undefined][] = [[parse(one), parse(other)]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair.map(normal);
    if (!isObject(a) || !isObject(b)) {
      if (a !== b) return false;
      continue;
    }
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(b, name)) return false;
      pairs.push([a[name], b[name]]);
    }
  }
  return true;
}

/** What is compared: objects and lists as they are, all else as text. */
function normal(value: Json | undefined): Record<string, Json> | string | undefined {
  if (typeof value === "string") return fromText(value.replaceAll("\r\n", "\n").trim());
  if (value === null) return "";
  return typeof value === "object"
    ? (value as Record<string, Json>)
    : value === undefined
      ? value
      : String(value);
}

function fromText(text: string): Record<string, Json> | string {
  if (!(/^\{.*\}$/s.test(text) || /^\[.*\]$/s.test(text))) return text;
  const value = parse(text);
  return isObject(value) ? value : text;
}

function parse(json: string): Json | undefined {
  try {
    return JSON.parse(json.replace(TOKEN, (token) => (isLong(token) ? `"${token}"` : token)));
  } catch {
    return undefined;
  }
}

function isLong(token: string): boolean {
  return !token.startsWith('"') && token.length > LONGEST_NUMBER;
}

function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === "object" && value !== null;
}
