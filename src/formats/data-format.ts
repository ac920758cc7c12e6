/** The contract of a format: how its data is recognised, watched and loaded, and which options it takes. */

import { UsageError } from "../errors.ts";
import type { Kind } from "../operations.ts";
import type { Tree } from "../tree/tree.ts";
import type { StoredRedirect, UrlAsciiMode, UrlSettings } from "../urls/node-urls.ts";
import type { Findings } from "./findings.ts";
import type { UnpublishedNode } from "./manifest.ts";
import type { ManifestCheck } from "./manifest-check.ts";
import type { SiteSettings } from "./site-settings.ts";
import type { ReadTypes } from "./type-lists.ts";

/** The fields of a node in Umbraco's own formats, besides id, key and properties. */
export const CMS_FIELDS = [
  "name",
  "url",
  "type",
  "sortOrder",
  "createDate",
  "updateDate",
  "template",
  "published",
] as const;

/** Where data is looked for. */
export type DataPath = {
  path: string;
  /** The names in the folder; `undefined` where the path is that of a file. */
  entries: readonly string[] | undefined;
  /** What the path was given as: a flag, or what help calls the word that it is. */
  givenAs: string;
};

/** Data of a format that was found. */
export type Found = {
  /** What messages call it: a file's name, or such as `a uSync folder`. */
  what: string;
  /** The kind that it holds, where that is one: data of another format may then hold the other. */
  kind?: Kind;
  /** The folder that it lies in, where `content-types.json` and `media-types.json` beside it tell its types. */
  typesIn?: string;
  load(job: LoadJob): Contents | Promise<Contents>;
};

export type LoadJob = {
  /** Those that the format refuses are not among them. */
  options: ReadOptions;
  /** Told of what is wrong, and of what was decided. */
  findings: Findings;
  /** Compares what is read with the manifest of the directory, where it has one. */
  check: ManifestCheck | undefined;
  /** The types that were found beside the data. */
  types: ReadTypes | undefined;
  /** What the site itself says, where its own folder is given. */
  settings: SiteSettings | undefined;
  /** Called now and then by formats that take long to load. */
  onProgress?: LoadProgress;
};

/** What the files of a format hold. */
export type Contents = {
  /** A tree is absent where there is no such file, or where errors were found. */
  trees: Partial<Record<Kind, Tree | undefined>>;
  /** Default: what `LoadJob.types` tells. */
  types?: ReadTypes;
  /** The version of what wrote the data, where that is told. */
  version?: string;
  /** The codes of the site's languages, where the format tells them, and the one that was read. */
  languages?: readonly string[];
  culture?: string;
  /** The codes of the languages that its nodes are there in. Default: nodes are of no language. */
  heldLanguages?: readonly string[];
  /** Whether any ids were made of keys, as the data holds none. */
  hasDerivedIds?: boolean;
  /** The nodes that are left out since they, or nodes above them, are not published; of a copy, those that nodes refer to. Default: that is not told. */
  unpublished?: readonly UnpublishedNode[];
  /** How much it tells that a data directory has no place for. */
  aside?: { domains: number; redirects: number; members?: number };
  /** Earlier addresses of pages. Default: the format holds none. */
  redirects?: readonly StoredRedirect[];
};

/**
 * A format. The object itself is light: it loads what it needs where data of it is met. docs/architecture.md says how to add one.
 */
export interface DataFormat {
  readonly name: string;
  /** What help calls a path that is data of this format by itself. */
  readonly pathName?: string;
  /** The file of each kind, where the format has one file a kind. */
  readonly fileNames?: Readonly<Record<Kind, string>>;
  /** What to look for in a directory, in words. */
  readonly expected: readonly string[];
  /** The names that its files have, in whatever folder: what `--watch` looks at. */
  readonly watched: RegExp;
  /** What it can tell of a node beside id, key and properties. Default: whatever somebody has written. */
  readonly fields?: readonly string[];
  readonly refused: Refusals;
  /** What to say in place of the name before such a reason. */
  readonly subject?: string;
  /** Where it lies in a site's own folder: names below each other, in any case, and what of it can be read by itself. */
  readonly inSite?: {
    readonly at: readonly string[];
    /** What to look for there, in words. */
    readonly expected: string;
    /** Whether the settings of the site say where it lies: then that is read. */
    readonly isInSettings?: boolean;
    /**
     * @param entries the names in it, none where it is no folder
     * @param root the site's own folder
     * @throws DataError where there is more than can be read
     */
    choose(path: string, entries: readonly string[], root: DataPath): string | undefined;
  };
  /** What belongs to a path, and does not lie below it: `--watch` looks there too. It need not exist. */
  beside?(path: string): readonly string[] | Promise<readonly string[]>;
  /**
   * @param findings told of what is there and not read
   * @returns what there is of this format
   */
  find(place: DataPath, findings: Findings): readonly Found[] | Promise<readonly Found[]>;
}

export type ReadOptions = {
  /** The culture to be read, such as `de-DE`, in any case. Default: the site's default language. */
  culture?: string;
  /** Whether nodes that are not published are read too. Default: no, as the API answers from the published site. */
  includeUnpublished?: boolean;
  /** A file, or a uSync folder, that tells editor aliases which the data does not hold: see `readEditors`. */
  editors?: string;
  /** Whether the urls that the data does not hold are made. Default: no. */
  urls?: boolean;
  /** How letters of urls that are made are recoded. Default: as the version that wrote the data does. */
  urlAscii?: UrlAsciiMode;
};

/** @param progress how many bytes of a file, once they are inflated, have been read, and how many there are */
export type LoadProgress = (progress: { file: string; done: number; total: number }) => void;

/** What is asked of a format, and what the site says itself of its URLs. */
export type FormatOptions = ReadOptions & { settings?: UrlSettings };

/** Why a format makes no use of options: reasons that begin with a verb, such as `holds one culture alone`. */
type Refusals = Readonly<Partial<Record<keyof ReadOptions, string>>>;

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
