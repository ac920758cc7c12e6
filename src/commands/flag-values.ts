/** The values that flags take, each read with an error that says what it takes. */

import { UsageError } from "../errors.ts";
import { inWords } from "../text/counted.ts";
import type { ReadValue } from "./flag.ts";

const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };

/** One of a closed set. */
export function oneOf<T extends string>(choices: readonly T[]): ReadValue<T> {
  return (text, spelled) => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice !== undefined) return choice;
    throw new UsageError(`${spelled} takes ${inWords(choices)}, not "${text}"`);
  };
}

/** Some of a closed set, with commas between them. */
export function someOf<T extends string>(choices: readonly T[]): ReadValue<T[]> {
  const readOne = oneOf(choices);
  return (text, spelled) => text.split(",").map((each) => readOne(each.trim(), spelled));
}

/** A whole number. */
export function wholeNumber(lowest: number, highest: number): ReadValue<number> {
  return (text, spelled) => {
    const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= lowest && number <= highest) return number;
    throw new UsageError(`${spelled} takes a whole number from ${lowest} to ${highest}, not "${text}"`);
  };
}

/** A text that is not empty. `what` says what it is. */
export function notEmpty(what: string): ReadValue<string> {
  return (text, spelled) => {
    if (text !== "") return text;
    throw new UsageError(`${spelled} is empty: it ${what}`);
  };
}

/** Whether a place is named by a URL, and so a site. */
export function isSiteUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** A decimal number that is not negative; else not a number. */
export function decimalNumber(text: string): number {
  return /^[0-9]+(?:\.[0-9]+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** A share as a percentage. @returns 0 to 1 */
export function readShare(text: string, spelled: string): number {
  const [, percent] = /^(\d{1,3}(?:\.\d+)?)%?$/.exec(text) ?? [];
  if (percent !== undefined && Number(percent) <= 100) return Number(percent) / 100;
  throw new UsageError(`${spelled} takes a share from 0% to 100%, not "${text}"`);
}

/**
 * A size such as `300MB`, in bytes; units count in thousands.
 * @param example one that it takes
 */
export function byteSize(highest: number, example: string): ReadValue<number> {
  return (text, spelled) => {
    const [, number = "", unit = ""] = /^([0-9.]+) ?([kmg]?)b?$/i.exec(text) ?? [];
    const bytes = Math.floor(decimalNumber(number) * UNITS[unit.toLowerCase()]);
    if (bytes > 0 && bytes <= highest) return bytes;
    throw new UsageError(
      `${spelled} takes a size up to ${highest / 1e6}MB, such as ${example}, not "${text}"`,
    );
  };
}
