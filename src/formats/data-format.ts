/** The contract of a format: how its data is recognised, watched and loaded, and which options it takes. */

import { UsageError } from "../errors.ts";
import type { Kind } from "../operations.ts";
import type { DictionaryItem } from "../site/dictionary.ts";
import type { Findings } from "../site/findings.ts";
import type { SiteDomain, SiteLanguage } from "../site/languages.ts";
import type { Tree } from "../site/tree/tree.ts";
import type { UnpublishedNode } from "../site/unpublished-node.ts";
import type { UnreadPart } from "../site/unread.ts";
import type { StoredRedirect, UrlAsciiMode, UrlSettings } from "../site/urls/node-urls.ts";
import type { GivenEditors } from "../site/values/element-types.ts";
import type { ManifestCheck } from "./copy/manifest-check.ts";
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

/** A path to find data at. */
export type DataPath = {
  path: string;
  /** The names in the folder; `undefined` if the path is a file. */
  entries: readonly string[] | undefined;
  /** The option or the argument (as help calls it) that has the path. */
  givenAs: string;
};

/** Found data of a format. */
export type Found = {
  /** Its name in messages: a file's name, or for example `a uSync folder`. */
  what: string;
  /** Its kind, if it has only one. Data of another format can then have the other. */
  kind?: Kind;
  /** Its folder, if `content-types.json` and `media-types.json` beside it can have its types. */
  typesIn?: string;
  load(job: LoadJob): Contents | Promise<Contents>;
};

export type LoadJob = {
  /** Without the options that the format refuses. */
  options: ReadOptions;
  /** Gets the errors and warnings. */
  findings: Findings;
  /** Compares what is read with the manifest of the directory, if it has one. */
  check: ManifestCheck | undefined;
  /** The types found beside the data. */
  types: ReadTypes | undefined;
  /** The settings of a site folder. */
  settings: SiteSettings | undefined;
  /** Called now and then by formats that take long to load. */
  onProgress?: LoadProgress;
  /** The segment whose values are read, where it has some. Default: only values without a segment. */
  segment?: string;
};

/** The contents of loaded data. */
export type Contents = {
  /** A tree is absent if there is no such file, or if errors were found. */
  trees: Partial<Record<Kind, Tree | undefined>>;
  /** Default: `LoadJob.types`. */
  types?: ReadTypes;
  /** The editors of `--editors`, for properties of elements. Default: none. */
  givenEditors?: GivenEditors;
  /** The version of the program that wrote the data, if it is known. */
  version?: string;
  /** The site's languages in code-unit order of their codes, if the format has them. */
  languages?: readonly SiteLanguage[];
  /** The code of the language that was read, if it is known. */
  culture?: string;
  /** The codes of the languages that its nodes exist in. Default: nodes have no language. */
  heldLanguages?: readonly string[];
  /** The segments that values exist for. Default: none. */
  segments?: readonly string[];
  /** Whether ids were derived from keys, since the data has none. */
  hasDerivedIds?: boolean;
  /** Nodes that are left out since they or their ancestors are not published; of a copy, only nodes that others refer to. Default: unknown. */
  unpublished?: readonly UnpublishedNode[];
  /** The site's domains, in the order in which the CMS tries them. Absent if the format has none. */
  domains?: (findings: Findings) => readonly SiteDomain[];
  /** Absent if the format has none. */
  dictionary?: (findings: Findings) => readonly DictionaryItem[];
  /** What the data has and the program does not read, the highest count first. Absent if that is not known. */
  unread?: readonly UnreadPart[];
  /** The number of rows of redirects, of which some can be of no use. Absent if the format has none. */
  redirectCount?: number;
  /** Earlier URLs of pages. Default: none. */
  redirects?: readonly StoredRedirect[];
};

/**
 * A format. The object itself is light and imports its loader only for data of the format. docs/architecture.md says how to add one.
 */
export interface DataFormat {
  readonly name: string;
  /** The name in help of a path that is data of this format. */
  readonly pathName?: string;
  /** The file of each kind, if the format has one file per kind. */
  readonly fileNames?: Readonly<Record<Kind, string>>;
  /** What messages say they looked for in a directory. */
  readonly expected: readonly string[];
  /** Names of its files, in any folder, which `--watch` watches. */
  readonly watched: RegExp;
  /** The fields that nodes can have besides id, key and properties. Default: any. */
  readonly fields?: readonly string[];
  /** The options that it cannot use, each with the reason. */
  readonly refused: Refusals;
  /** Its data in a site folder: the names of the path, in any case. */
  readonly inSite?: {
    readonly at: readonly string[];
    /** What messages say they looked for. */
    readonly expected: string;
    /** Whether the site's settings can have its path, which then wins. */
    readonly isInSettings?: boolean;
    /**
     * @param entries the names in it, none if it is no folder
     * @param root the site folder
     * @throws DataError if there is more than can be read
     */
    choose(path: string, entries: readonly string[], root: DataPath): string | undefined;
  };
  /** Paths outside of a path that belong to it, which `--watch` also watches. They need not exist. */
  beside?(path: string): readonly string[] | Promise<readonly string[]>;
  /**
   * @param findings gets warnings about data that is not read
   * @returns the data of this format at the path
   */
  find(dataPath: DataPath, findings: Findings): readonly Found[] | Promise<readonly Found[]>;
}

export type ReadOptions = {
  /** The culture to read, such as `de-DE`, in any case. Default: the site's default language. */
  culture?: string;
  /** Whether unpublished nodes are read, too. Default: no, since the API serves the published site. */
  includeUnpublished?: boolean;
  /** A JSON file or a uSync folder with editor aliases that the data lacks: see `readEditors`. */
  editors?: string;
  /** Whether to generate URLs that the data lacks. Default: no. */
  urls?: boolean;
  /** How letters of generated URLs are recoded. Default: as in the version that wrote the data. */
  urlAscii?: UrlAsciiMode;
};

/** @param progress how many bytes of a file, once they are inflated, have been read, and how many there are */
export type LoadProgress = (progress: { file: string; done: number; total: number }) => void;

/** The options of a format, the site's settings of URLs, and the segment whose values are read. */
export type FormatOptions = ReadOptions & { settings?: UrlSettings; segment?: string };

/** Why a format cannot use options: reasons that begin with a verb, such as `has only one culture`. */
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
 * Refuses options that a format cannot use.
 * @param subject the subject of each reason, if it has one
 * @throws UsageError
 */
export function refuseOptions(options: ReadOptions, reasons: Refusals, subject?: string): void {
  for (const name of NAMES) {
    const reason = reasons[name];
    if (!options[name] || reason === undefined) continue;
    throw new UsageError(`${FLAGS[name]} cannot be used: ${subject ? `${subject} ` : ""}${reason}`);
  }
}

/** Separates the options that a format can use from the names of the others. */
export function takeOptions(
  options: ReadOptions,
  refused: readonly Refusals[],
): { taken: ReadOptions; passedOver: (keyof ReadOptions)[] } {
  const names = NAMES.filter((name) => options[name] !== undefined);
  const passedOver = names.filter((name) => refused.some((reasons) => reasons[name] !== undefined));
  const taken = names.filter((name) => !passedOver.includes(name)).map((name) => [name, options[name]]);
  return { taken: Object.fromEntries(taken), passedOver };
}
