/** An option as data: its spelling, its help, how its value is read, its default, and what it conflicts with. */

import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { reasonOf, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { anyText, oneOf, refusalOf, type ValueForm } from "../parameter.ts";
import { inWords } from "../text/counted.ts";
import { withoutMark } from "../text/file-text.ts";
import { shellQuoted } from "../text/visible-text.ts";

/** Reads a value. `spelled` is the option, such as `--port`, for its UsageError. */
type ReadValue<T> = (text: string, spelled: string) => T;

/** What help, checks and handlers share about an option; as in commander's `Option`. */
type Details<T> = {
  /** The value if the option is absent. Handlers take it from here, and help prints it. */
  readonly default?: T;
  /** The default in words, if it is not one value. */
  readonly defaultText?: string;
  /** The environment variable that is read if the option is absent. */
  readonly env?: string;
  /** The values that help lists. */
  readonly choices?: readonly string[];
  /** Names of options that cannot be used together with this one. */
  readonly conflicts?: readonly string[];
  /** The name of an option without which this one has no effect; of several, one is enough. */
  readonly needs?: string | readonly string[];
};

export type Flag<T> = Details<T> & {
  /** As commander takes it: `--port <port>`; an option without a value has no `<…>`. */
  readonly spelling: string;
  /** What it does. Help adds choices and default. */
  readonly help: string;
  /** Absent for an option without a value, and if any text is accepted as it is. */
  readonly read?: ReadValue<T>;
  /** Whether it can be repeated: `read` then returns a list, and the lists are joined. */
  readonly repeats?: boolean;
  /** Whether --help leaves it out, since another option describes it. */
  readonly isHidden?: boolean;
};

/** Options by their names in camel case. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** The values of the options that were given. */
export type Values<F extends Flags> = { [Name in keyof F]?: F[Name] extends Flag<infer T> ? T : never };

/** The texts of options as they were given; `true` for an option without a value, `false` for a `--no-` option. */
export type Given = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** An option whose value is read; a form is enough, unless its errors need other words. */
export function valued<T, const D extends Details<NoInfer<T>> = object>(
  spelling: string,
  help: string,
  value: ValueForm<T> | ReadValue<T>,
  details?: D,
): Flag<T> & D {
  return { spelling, help, read: readerOf(value), ...(details as D) };
}

function readerOf<T>(value: ValueForm<T> | ReadValue<T>): ReadValue<T> {
  return typeof value === "function" ? value : (text, spelled) => readAs(value, text, spelled);
}

/** @throws UsageError if the text is empty or not of the form */
export function readAs<T>(value: ValueForm<T>, text: string, spelled: string): T {
  const read = text === "" ? undefined : value.read(text);
  if (read === undefined) throw new UsageError(refusalOf(spelled, value, text));
  return read;
}

/** An option that takes any text. */
export function textOption<const D extends Details<string> = object>(
  spelling: string,
  help: string,
  details?: D,
): Flag<string> & D {
  return { spelling, help, read: (value) => value, ...(details as D) };
}

/** An option that takes one name of a closed set, which help lists. */
export function choice<const T extends string, const D extends Details<T> = object>(
  spelling: string,
  help: string,
  choices: readonly T[],
  details?: D,
) {
  return { ...valued<T, D>(spelling, help, oneOf(choices), details), choices };
}

/** An option that can be repeated. */
export function repeated<T>(spelling: string, help: string, value: ValueForm<T> | ReadValue<T>): Flag<T[]> {
  const read = readerOf(value);
  return { spelling, help, read: (value, spelled) => [read(value, spelled)], repeats: true };
}

/** An option without a value. */
export function toggle(spelling: string, help: string, details?: Details<boolean>): Flag<boolean> {
  return { spelling, help, ...details };
}

/** An option whose value can be left out. */
export function toggleOrText(spelling: string, help: string): Flag<string | boolean> {
  return { spelling, help };
}

/** An option that takes names of a closed set, separated by commas or repeated. */
export function names<T extends string>(
  spelling: string,
  help: string,
  choices: readonly T[],
  details?: Details<T[]>,
): Flag<T[]> {
  const read = (text: string) =>
    choices.find((choice) => choice === text) ??
    choices.find((choice) => choice === `${text}s` || `${choice}s` === text);
  const form = { ...oneOf(choices), read, form: `${inWords(choices)}, separated by commas` };
  return { spelling, help, read: readerOfSome(form), repeats: true, choices, ...details };
}

/**
 * An option that takes aliases or parts of aliases, separated by commas or repeated.
 * @param form as `anyText` takes it
 */
export function aliases(spelling: string, help: string, form: string): Flag<string[]> {
  return { spelling, help, read: readerOfSome(anyText(form)), repeats: true };
}

/** Reads values that are separated by commas. */
function readerOfSome<T>(value: ValueForm<T>): ReadValue<T[]> {
  return (text, spelled) => text.split(",").map((each) => readAs(value, each.trim(), spelled));
}

/** What help prints about an option: what it does, its choices, and its default. */
export function helpOf({ help, choices, env, default: value, defaultText }: Flag<unknown>): string {
  const defaults = [env, defaultText ?? value].filter((each) => each !== undefined).join(", else ");
  return help + (choices ? `: ${inWords(choices)}` : "") + (defaults === "" ? "" : ` (default: ${defaults})`);
}

/** @throws UsageError if options that were given cannot be used together, or one lacks the option that it needs */
export function refuseCombinations(flags: Flags, given: Given): void {
  const isGiven = (name: string) => {
    const value = given[name];
    // Commander sets the option of --no-x to true if it is absent.
    return value !== undefined && flags[name] && value !== nameOfFlag(flags[name]).startsWith("--no-");
  };
  for (const [name, flag] of Object.entries(flags)) {
    if (!isGiven(name)) continue;
    const { conflicts = [], needs } = flag;
    const other = conflicts.find(isGiven);
    if (other !== undefined) {
      throw new UsageError(`${nameOfFlag(flag)} and ${nameOfFlag(flags[other])} cannot be used together`);
    }
    const needed = [needs ?? []].flat();
    if (needed.length > 0 && !needed.some(isGiven)) {
      const others = inWords(needed.map((each) => nameOfFlag(flags[each])));
      throw new UsageError(`${nameOfFlag(flag)} can only be used with ${others}`);
    }
  }
}

/** `--port` of `--port <port>`. */
export function nameOfFlag({ spelling }: Pick<Flag<unknown>, "spelling">): string {
  return spelling.split(" ", 1)[0];
}

/** The same options, left out of --help: a command that cannot use them refuses them with what to do instead. */
export function hidden<F extends Flags>(flags: F): F {
  const entries = Object.entries(flags).map(([name, flag]) => [name, { ...flag, isHidden: true }]);
  return Object.fromEntries(entries);
}

/** Reads the options that were given. */
export function readFlags<F extends Flags>(flags: F, given: Given): Values<F> {
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const value = given[name];
    if (value === undefined) continue;
    const texts = [value]
      .flat()
      .map((text) => (flag.read && typeof text === "string" ? flag.read(text, nameOfFlag(flag)) : text));
    values[name] = flag.repeats ? texts.flat() : texts[0];
  }
  return values as Values<F>;
}

/** The values of these options that were given. */
export function givenOf<F extends Flags>(flags: F, given: Values<Flags>): Values<F> {
  const names = Object.keys(flags).filter((name) => given[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, given[name]])) as Values<F>;
}

/**
 * @param reason what to say after the name of the option
 * @throws UsageError if one of the options was given
 */
export function refuseGiven(refused: Flags, given: Values<Flags>, reason: string): void {
  const [name] = Object.keys(givenOf(refused, given));
  if (name !== undefined) throw new UsageError(`${nameOfFlag(refused[name])} ${reason}`);
}

/** The options that were given, as arguments to paste into a shell. */
export function spelledFlags(flags: Flags, given: Readonly<Record<string, unknown>>): string[] {
  return givenArguments(flags, given).map((argument) => shellQuoted(argument));
}

/** The options that were given, as arguments of a program. Values that were read are written as text. */
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

/** Whether a source is a URL, and so a site. */
export function isSiteUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** A decimal number that is not negative, or NaN. */
export function decimalNumber(text: string): number {
  return /^[0-9]+(?:\.[0-9]+)?$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * @param path `-` is standard input
 * @param failure what to say before the reason if it cannot be read
 * @returns the text without a byte-order mark
 * @throws UsageError
 */
export async function readInput(path: string, io: Io, failure: string): Promise<string> {
  if (path !== "-") return readTextFile(path, failure);
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk));
  return textOfBytes(Buffer.concat(chunks), "standard input");
}

/** As `readInput`, but only from a file. */
export function readTextFile(path: string, failure: string): string {
  return textOfBytes(readBytes(path, failure), path);
}

/** As `readTextFile`, in whatever encoding. */
export function readBytes(path: string, failure: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${failure}: ${reasonOf(error)}`);
  }
}

/** @throws UsageError for text in another encoding, which spreadsheets and some shells write by default */
function textOfBytes(bytes: Buffer, source: string): string {
  // UTF-16 has zeros.
  if (isUtf8(bytes) && !bytes.includes(0)) return withoutMark(bytes.toString("utf8"));
  const form = /\.csv$/i.test(source) ? "CSV UTF-8" : "UTF-8";
  throw new UsageError(`${source} is not UTF-8: save it as ${form}`);
}
