/** The contract of a format: the files by which its data is known, the options that it takes, and how it is loaded. */

import { UsageError } from "../errors.ts";
import { CMS_NODE_FIELDS } from "../json/members.ts";
import type { Kind } from "../operations.ts";
import type { Findings } from "../site/findings.ts";
import type { DictionaryItem, SiteDomain } from "../site/languages.ts";
import type { StoredFacts } from "../site/site-data.ts";
import type { Tree } from "../site/tree/tree.ts";
import type { UrlSettings } from "../site/urls/node-urls.ts";
import type { ManifestCheck } from "./copy/manifest-check.ts";
import type { ReadTypes } from "./type-lists.ts";

/** The fields of a node that all of Umbraco's own formats have, besides id, key and properties. */
export const CMS_FIELDS = CMS_NODE_FIELDS.filter((name) => !["id", "key", "urlName"].includes(name));

/** Files by which data of a format is known. */
export type FilePattern = {
  /**
   * Where such a file is looked for. `path`: the path itself is the file. `directory`: in the directory at the path.
   * `site`: in a site folder, in any case of letters; its path is then read as if it were given. `any`: `--watch` watches
   * such files in all folders of the data, but none of them is data by itself.
   */
  in: "path" | "directory" | "site" | "any";
  /** The names of folders, then of the file. Only the last can be a pattern. Empty: the path itself, whatever its name. */
  names: readonly (string | RegExp)[];
  /**
   * What messages call the file that list what was looked for; of `any`, the folder that has such files, which messages
   * tell from the folder above it. Default: messages do not mention it.
   */
  label?: string;
  /** The kind of the nodes in the file, if it has only one. Data of another format can then have the other. */
  kind?: Kind;
  /** Whether the site's settings can have its path, which then wins. */
  isInSettings?: boolean;
  /** Whether it is passed over if the settings name a database server: it is most likely the one that the site began with. */
  isPassedOver?: boolean;
  /** Whether a path with such names holds data. Default: yes. */
  matches?(path: string): boolean | Promise<boolean>;
};

/** Data that was found. */
export type Found = { path: string; kind?: Kind };

export type LoadJob = {
  /** Only options that the format takes, and what the data's surroundings decide. */
  options: FormatOptions;
  /** Gets the errors and warnings. */
  findings: Findings;
  /** Compares what is read with the manifest of the directory, if it has one. */
  check: ManifestCheck | undefined;
  /** Returns what reads the types in files beside the data, if there are such files. */
  types: () => ReadTypes | undefined;
  /** Called now and then by formats that take long to load. */
  onProgress?: LoadProgress;
};

/** What data holds. */
export type Contents = StoredFacts & {
  /** A tree is absent if there is no such file, or if errors were found. */
  trees: Partial<Record<Kind, Tree | undefined>>;
  /** What messages call the data, if it holds one culture although the format takes one: data of an old version. */
  ofOneCulture?: string;
  /** Default: no types. */
  types?: ReadTypes;
  /** The site's domains, in the order in which the CMS tries them. Absent if the format has none. */
  domains?: (findings: Findings) => readonly SiteDomain[];
  /** Absent if the format has none. */
  dictionary?: (findings: Findings) => readonly DictionaryItem[];
};

/**
 * A format. The object itself is light and imports its loader only for data of the format. docs/architecture.md says how to add one.
 */
export interface DataFormat {
  readonly name: string;
  /** How its data is recognised and watched. */
  readonly files: readonly FilePattern[];
  /** The options that it can use. */
  readonly takes: readonly ReadOption[];
  /** The fields that nodes can have besides id, key and properties. Default: any. */
  readonly fields?: readonly string[];
  /** Paths outside of a path that belong to it, which `--watch` also watches. They need not exist. */
  beside?(path: string): readonly string[] | Promise<readonly string[]>;
  load(found: Found, job: LoadJob): Promise<Contents>;
}

export type ReadOptions = {
  /** The culture to read, such as `de-DE`, in any case. Default: the site's default language. */
  culture?: string;
  /** Whether unpublished nodes are read, too. Default: no, since the API serves the published site. */
  includeUnpublished?: boolean;
  /** A JSON file or a uSync folder with editor aliases that the data lacks: see `readEditors`. */
  editors?: string;
  /** Whether to make URLs that the data lacks. Default: no. */
  urls?: boolean;
  /** Whether files that cannot be read are skipped. Default: they are errors, and nothing is read. */
  skipDamaged?: boolean;
};

/** @param progress how many bytes of a file, once they are inflated, have been read, and how many there are */
export type LoadProgress = (progress: { file: string; done: number; total: number }) => void;

export type ReadOption = keyof ReadOptions;

/** The options of a format, the site's settings of URLs, and the segment whose values are read where it has some. */
export type FormatOptions = ReadOptions & { settings?: UrlSettings; segment?: string };

/** The flag of each option, and why data of a format that does not take the option cannot use it. */
const OPTIONS: Readonly<Record<ReadOption, { flag: string; reason: string }>> = {
  culture: { flag: "--culture", reason: "holds only one culture" },
  includeUnpublished: { flag: "--include-unpublished", reason: "has no unpublished nodes" },
  editors: { flag: "--editors", reason: "holds editor aliases itself" },
  skipDamaged: { flag: "--skip-damaged", reason: "is read as a whole or not at all" },
  urls: { flag: "--no-urls", reason: "holds urls itself" },
};
export const READ_OPTIONS = Object.keys(OPTIONS) as ReadOption[];

/**
 * Refuses options that data cannot use.
 * @param subject the data in messages, such as the name of its format
 * @throws UsageError
 */
export function refuseOptions(options: ReadOptions, refused: readonly ReadOption[], subject: string): void {
  const name = READ_OPTIONS.find((each) => isGiven(options, each) && refused.includes(each));
  if (name === undefined) return;
  throw new UsageError(`${OPTIONS[name].flag} cannot be used: ${subject} ${OPTIONS[name].reason}`);
}

/** Whether an option was given: URLs are made without one. */
export function isGiven(options: ReadOptions, name: ReadOption): boolean {
  return name === "urls" ? options.urls === false : Boolean(options[name]);
}
