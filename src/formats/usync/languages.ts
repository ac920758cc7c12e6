/** The languages of a site, which of them is read, and which of several texts counts in it. */
import { UsageError } from "../../errors.ts";
import type { Findings } from "../../site/findings.ts";
import { type ConfigFile, isTrue, readConfig } from "./config-file.ts";
import type { UsyncFile } from "./find-files.ts";

/** The cultures that decide which values count. Codes are in lower case, since uSync writes them in either. */
export type Cultures = {
  /** The culture that is read; absent if a site has none, or several and no default. */
  read: string | undefined;
  /** The culture that values without one belong to. */
  fallback: string | undefined;
};

type Languages = {
  /** ISO codes as they are written, in code-unit order. */
  codes: readonly string[];
  cultures: Cultures;
};

/**
 * Reads `Languages/*.config`; uSync 7 names no default. Exports with two defaults exist, of which the first is taken.
 * @param requested the requested culture
 * @throws UsageError if the site has no such language
 */
export function readLanguages(
  files: readonly UsyncFile[],
  requested: string | undefined,
  findings: Findings,
): Languages {
  const codes: string[] = [];
  const defaults: string[] = [];
  for (const file of files) {
    const config = readConfig(file, findings);
    const code = config && codeOf(config);
    if (!config || !code) continue;
    codes.push(code);
    if (isTrue(config.root.child("IsDefault")?.text)) defaults.push(code);
  }
  defaults.sort();
  if (new Set(defaults).size > 1) {
    const text = `${defaults.join(" and ")} are both the default language: ${defaults[0]} is used`;
    findings.warn(files[0].name, text, "severalDefaults");
  }
  return languagesOf([...new Set(codes)].sort(), defaults[0], requested);
}

function languagesOf(
  codes: readonly string[],
  marked: string | undefined,
  requested: string | undefined,
): Languages {
  const fallback = marked ?? (codes.length === 1 ? codes[0] : undefined);
  const read = (requested ?? fallback)?.toLowerCase();
  if (requested !== undefined && codes.length > 0 && !codes.some((code) => code.toLowerCase() === read)) {
    throw new UsageError(`--culture ${requested}: the site has no such language, only ${codes.join(", ")}`);
  }
  // If there is no default, the language that is read counts as the default.
  return { codes, cultures: { read, fallback: fallback?.toLowerCase() ?? read } };
}

function codeOf({ root }: ConfigFile): string | undefined {
  if (root.name !== "Language") return undefined;
  return root.attributes.Alias || root.child("IsoCode")?.text || root.attributes.CultureAlias;
}

/** A text; without a culture it holds for all. Cultures are in lower case. */
export type CultureText = { culture: string | undefined; text: string };

/**
 * docs/formats.md, Languages: the culture's own text, else the one without a culture. But where texts vary, a single
 * one without a culture is the default language's; and where they do not, one with a culture counts only in the default
 * language.
 * @param varies whether texts vary; `undefined` if that is not known
 */
export function textIn(
  { read, fallback }: Cultures,
  texts: readonly CultureText[],
  varies: boolean | undefined,
): string | undefined {
  const isDefault = read === fallback;
  if (texts.length === 1 && texts[0].culture === undefined) {
    return varies && !isDefault ? undefined : texts[0].text;
  }
  const own = read === undefined ? undefined : texts.find(({ culture }) => culture === read);
  if (own && (varies !== false || isDefault)) return own.text;
  return texts.find(({ culture }) => culture === undefined)?.text;
}
