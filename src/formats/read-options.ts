/** What a user can ask of the formats that a CMS writes. */
import { UsageError } from "../errors.ts";
import type { UrlAsciiMode, UrlSettings } from "../urls/url-settings.ts";

export type ReadOptions = {
  /** The culture to be read, such as `de-DE`, in any case. Default: the site's default language. */
  culture?: string;
  /** Whether nodes that are not published are read too. Default: no, as the API answers from the published site. */
  includeUnpublished?: boolean;
  /** A file, or a uSync folder, that tells editor aliases which the data does not hold: see `toldEditors`. */
  editors?: string;
  /** Whether the urls that the data does not hold are made. Default: no. */
  urls?: boolean;
  /** How letters of urls that are made are recoded. Default: as the version that wrote the data does. */
  urlAscii?: UrlAsciiMode;
};

/** What is asked of a format, and what the site says itself of its URLs. */
export type FormatOptions = ReadOptions & { settings?: UrlSettings };

/** Why a format makes no use of options: reasons that begin with a verb, such as `holds one culture alone`. */
export type Refusals = Readonly<Partial<Record<keyof ReadOptions, string>>>;

const FLAGS: Readonly<Record<keyof ReadOptions, string>> = {
  culture: "--culture",
  includeUnpublished: "--include-unpublished",
  editors: "--editors",
  urls: "--urls",
  urlAscii: "--url-ascii",
};
const NAMES = Object.keys(FLAGS) as (keyof ReadOptions)[];

/**
 * Refuses options that a format makes no use of.
 * @param subject what stands before each reason, if anything does
 * @throws UsageError
 */
export function refuseOptions(options: ReadOptions, reasons: Refusals, subject?: string): void {
  for (const name of NAMES) {
    const reason = reasons[name];
    if (!options[name] || reason === undefined) continue;
    throw new UsageError(`${FLAGS[name]} is of no use here: ${subject ? `${subject} ` : ""}${reason}`);
  }
}

/** Those of the options that a format makes use of, and the names of the others. */
export function takeOptions(
  options: ReadOptions,
  refused: readonly Refusals[],
): { taken: ReadOptions; passedOver: (keyof ReadOptions)[] } {
  const names = NAMES.filter((name) => options[name] !== undefined);
  const passedOver = names.filter((name) => refused.some((reasons) => reasons[name] !== undefined));
  const taken = names.filter((name) => !passedOver.includes(name)).map((name) => [name, options[name]]);
  return { taken: Object.fromEntries(taken), passedOver };
}
