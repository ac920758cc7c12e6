/** Which flag was forgotten before a word that stands alone. */
import { existsSync } from "node:fs";
import { parseId } from "../operations.ts";
import { parseKey } from "../tree/key.ts";
import type { Flags } from "./flag.ts";
import { isSiteUrl } from "./flag-values.ts";

/** For each flag, what its values look like. */
const LOOKS: readonly [name: string, is: (word: string) => boolean][] = [
  ["id", (word) => parseId(word) !== undefined],
  ["key", (word) => parseKey(word.replace(/^umb:\/\/[a-z]+\//i, "")) !== undefined],
  ["baseUrl", isSiteUrl],
  ["data", (word) => existsSync(word)],
];

/** @returns the name of one of these flags, in camel case; `undefined` where it is not clear */
export function flagMeantBy(word: string, flags: Flags): string | undefined {
  return LOOKS.find(([name, is]) => name in flags && is(word))?.[0];
}
