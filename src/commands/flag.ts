/** A flag as data: how it is spelled, what it says of itself, how its value is read. */

import { readFileSync } from "node:fs";
import { UsageError, whyUnread } from "../errors.ts";
import type { Io } from "../io.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { inWords } from "../text/counted.ts";
import { shellQuoted } from "../text/shell-quoted.ts";

/** Reads a value. `spelled` is the flag, such as `--port`, for what it throws: a UsageError. */
type ReadValue<T> = (text: string, spelled: string) => T;

export type Flag<T> = {
  /** As commander takes it: `--port <port>`; a switch has no value. */
  readonly spelling: string;
  /** What it does, with its default. */
  readonly help: string;
  /** Absent for a switch, and where a text is taken as it is. */
  readonly read?: ReadValue<T>;
  /** Whether it may be given again: then `read` gives a list, and the lists are joined. */
  readonly repeats?: boolean;
  /** Whether --help leaves it out, since another tells of it. */
  readonly isHidden?: boolean;
  /** Set for an earlier spelling: the option that replaces it, and what to give instead of a value. */
  readonly replacement?: { by: string; instead: (given: Given[string]) => Given };
};

/** Flags by their names in camel case. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** What flags give where they are given. */
export type Values<F extends Flags> = { [Name in keyof F]?: F[Name] extends Flag<infer T> ? T : never };

/** The texts of flags as they stand on the command line; `true` for a switch, `false` for one that says no. */
export type Given = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A flag with a value of any text. */
export function text(spelling: string, help: string): Flag<string> {
  return { spelling, help, read: (value) => value };
}

/** A flag whose value is read. */
export function valued<T>(spelling: string, help: string, read: ReadValue<T>): Flag<T> {
  return { spelling, help, read };
}

/** A flag that may be given again. */
export function repeated<T>(spelling: string, help: string, read: ReadValue<T>): Flag<T[]> {
  return { spelling, help, read: (value, spelled) => [read(value, spelled)], repeats: true };
}

/** A flag without a value. */
export function toggle(spelling: string, help: string): Flag<boolean> {
  return { spelling, help };
}

/** A flag that can stand alone, or with a text. */
export function toggleOrText(spelling: string, help: string): Flag<string | boolean> {
  return { spelling, help };
}

/** An option that takes names of a closed set, between commas and repeated. */
export function names<T extends string>(
  spelling: string,
  help: string,
  choices: readonly T[],
  remark?: string,
): Flag<T[]> {
  return { spelling, help, read: someOf(choices, remark), repeats: true };
}

/**
 * An option that takes aliases or parts of aliases, between commas and repeated.
 * @param what as `notEmpty` takes it
 */
export function aliases(spelling: string, help: string, what: string): Flag<string[]> {
  const read = notEmpty(what);
  return {
    spelling,
    help,
    read: (text, spelled) => text.split(",").map((each) => read(each.trim(), spelled)),
    repeats: true,
  };
}

/**
 * An earlier spelling of an option, which is refused with a hint; repeated, so that the hint has all values.
 * @param by the option that replaces it, such as `--fail-on`
 * @param instead the options to give instead of a value
 */
export function replaced(
  spelling: string,
  by: string,
  instead: (given: Given[string]) => Given,
): Flag<never> {
  return { spelling, help: "", isHidden: true, repeats: true, replacement: { by, instead } };
}

/** `--port` of `--port <port>`. */
export function nameOfFlag({ spelling }: Pick<Flag<unknown>, "spelling">): string {
  return spelling.split(" ", 1)[0];
}

/** The same flags, left out of --help: a command that has no use for them refuses them with what to do instead. */
export function hidden<F extends Flags>(flags: F): F {
  const entries = Object.entries(flags).map(([name, flag]) => [name, { ...flag, isHidden: true }]);
  return Object.fromEntries(entries);
}

/** Reads what is given. */
export function readFlags<F extends Flags>(flags: F, given: Given): Values<F> {
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const value = given[name];
    if (value === undefined) continue;
    if (flag.replacement) {
      const { by, instead } = flag.replacement;
      throw new UsageError(`${nameOfFlag(flag)} is now ${by}`, {
        flags: { [name]: undefined, ...instead(value) },
      });
    }
    const texts = [value]
      .flat()
      .map((text) => (flag.read && typeof text === "string" ? flag.read(text, nameOfFlag(flag)) : text));
    values[name] = flag.repeats ? texts.flat() : texts[0];
  }
  return values as Values<F>;
}

/** What is given of some flags. */
export function givenOf<F extends Flags>(flags: F, given: Values<Flags>): Values<F> {
  const names = Object.keys(flags).filter((name) => given[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, given[name]])) as Values<F>;
}

/** @throws UsageError where one of them is given. @param reason what to say behind its name */
export function refuseGiven(refused: Flags, given: Values<Flags>, reason: string): void {
  const [name] = Object.keys(givenOf(refused, given));
  if (name !== undefined) throw new UsageError(`${nameOfFlag(refused[name])} ${reason}`);
}

/** The flags that are given, as arguments that a shell takes again. */
export function spelledFlags(flags: Flags, given: Readonly<Record<string, unknown>>): string[] {
  return givenArguments(flags, given).map((argument) => shellQuoted(argument));
}

/** The same as a program gets them. Values that were read are as good as their texts where these say the same. */
export function givenArguments(flags: Flags, given: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(flags).flatMap(([name, flag]) => {
    const value = given[name];
    if (typeof value === "boolean") {
      const spelled = nameOfFlag(flag);
      if (value !== spelled.startsWith("--no-")) return [spelled];
      const negation = `--no-${spelled.slice(2)}`;
      return !value && Object.values(flags).some((each) => nameOfFlag(each) === negation) ? [negation] : [];
    }
    return value === undefined ? [] : [value].flat().flatMap((text) => [nameOfFlag(flag), String(text)]);
  });
}

const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };

/**
 * A text of a form.
 * @param form what the option takes, as the error says it
 * @param parse returns `undefined` for any other text
 */
export function ofForm<T>(form: string, parse: (text: string) => T | undefined): ReadValue<T> {
  return (text, spelled) => {
    const value = parse(text);
    if (value !== undefined) return value;
    throw new UsageError(`${spelled} takes ${form}, not "${text}"`);
  };
}

/** One of a closed set. */
export function oneOf<T extends string>(choices: readonly T[], remark = ""): ReadValue<T> {
  return ofForm(inWords(choices) + remark, (text) => choices.find((choice) => choice === text));
}

/**
 * Some of a closed set, with commas between them.
 * @param remark what an error says behind the choices. Default: nothing
 */
function someOf<T extends string>(choices: readonly T[], remark = ""): ReadValue<T[]> {
  const read = oneOf(choices, remark);
  return (text, spelled) => text.split(",").map((each) => read(each.trim(), spelled));
}

/** A whole number. */
export function wholeNumber(lowest: number, highest: number): ReadValue<number> {
  return ofForm(`a whole number from ${lowest} to ${highest}`, (text) => {
    const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
    return number >= lowest && number <= highest ? number : undefined;
  });
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

/** A share as a percentage, read as 0 to 1. */
export const readShare = ofForm("a share from 0% to 100%", (text) => {
  const [, percent] = /^(\d{1,3}(?:\.\d+)?)%?$/.exec(text) ?? [];
  return percent !== undefined && Number(percent) <= 100 ? Number(percent) / 100 : undefined;
});

/**
 * A size such as `300MB`, in bytes; units count in thousands.
 * @param example one that it takes
 */
export function byteSize(highest: number, example: string): ReadValue<number> {
  return ofForm(`a size up to ${highest / 1e6}MB, such as ${example}`, (text) => {
    const [, number = "", unit = ""] = /^([0-9.]+) ?([kmg]?)b?$/i.exec(text) ?? [];
    const bytes = Math.floor(decimalNumber(number) * UNITS[unit.toLowerCase()]);
    return bytes > 0 && bytes <= highest ? bytes : undefined;
  });
}

/**
 * @param path `-` is standard input
 * @param failure what to say before the reason where it cannot be read
 * @returns the text without a byte-order mark
 * @throws UsageError
 */
export async function readInput(path: string, io: Io, failure: string): Promise<string> {
  if (path !== "-") return readTextFile(path, failure);
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk));
  return withoutMark(Buffer.concat(chunks).toString("utf8"));
}

/** As `readInput`, of a file alone. */
export function readTextFile(path: string, failure: string): string {
  try {
    return withoutMark(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`${failure}: ${whyUnread(error)}`);
  }
}
