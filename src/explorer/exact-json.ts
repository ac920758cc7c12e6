/** JSON read without loss: numbers that a double does not hold keep their digits. */

/** A number as it is written. */
export class WrittenNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

export type ExactJson =
  | null
  | boolean
  | number
  | string
  | WrittenNumber
  | ExactJson[]
  | { [name: string]: ExactJson };

/** The reviver's context in newer browsers. */
type Context = { source?: string };

/** @returns `undefined` if the text is no JSON */
export function readJson(text: string): ExactJson | undefined {
  try {
    return JSON.parse(text, (_name: string, value: ExactJson, context?: Context) =>
      typeof value === "number" && context?.source !== undefined && String(value) !== context.source
        ? new WrittenNumber(context.source)
        : value,
    );
  } catch {
    return undefined;
  }
}

/** Whether a value has others in it. */
export function isNest(value: ExactJson | undefined): value is ExactJson[] | { [name: string]: ExactJson } {
  return typeof value === "object" && value !== null && !(value instanceof WrittenNumber);
}

/** Whether a value is an object and not a list. */
export function isExactObject(value: ExactJson | undefined): value is { [name: string]: ExactJson } {
  return isNest(value) && !Array.isArray(value);
}

/** The object or list in a string that holds one, otherwise the value itself. */
export function unnested(value: ExactJson): ExactJson {
  const inner = typeof value === "string" && /^\s*[[{]/.test(value) ? readJson(value) : undefined;
  return isNest(inner) ? inner : value;
}

/** The text of JSON, indented by two spaces; numbers keep their digits. */
export function indented(value: ExactJson, margin = ""): string {
  if (value instanceof WrittenNumber) return value.digits;
  if (!isNest(value)) return JSON.stringify(value);
  const inner = `${margin}  `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((member) => `${inner}${indented(member, inner)}`)
    : Object.entries(value).map(
        ([name, member]) => `${inner}${JSON.stringify(name)}: ${indented(member, inner)}`,
      );
  const [open, close] = isList ? "[]" : "{}";
  return members.length === 0 ? open + close : `${open}\n${members.join(",\n")}\n${margin}${close}`;
}
