/** JSON read without loss: numbers that a double does not hold keep their digits. */

/** A number as it is written. */
export class WrittenNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

export type Json = null | boolean | number | string | WrittenNumber | Json[] | { [name: string]: Json };

/** What newer browsers tell of a value that was read. */
type Context = { source?: string };

/** @returns `undefined` where the text is no JSON */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text, (_name: string, value: Json, context?: Context) =>
      typeof value === "number" && context?.source !== undefined && String(value) !== context.source
        ? new WrittenNumber(context.source)
        : value,
    );
  } catch {
    return undefined;
  }
}

/** Whether a value has others in it. */
export function isNest(value: Json | undefined): value is Json[] | { [name: string]: Json } {
  return typeof value === "object" && value !== null && !(value instanceof WrittenNumber);
}
