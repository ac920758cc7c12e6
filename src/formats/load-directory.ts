/** Loads a data directory: recognises its format, reads its files, reports what is wrong. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DataError } from "../errors.ts";
import type { ReadBytes } from "../json/byte-window.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { Tree } from "../tree/tree.ts";
import { TreeBuilder } from "../tree/tree-builder.ts";
import { unreadable, withDataFile } from "./data-file.ts";
import { isDatabase } from "./database/is-database.ts";
import { Findings, type Note } from "./findings.ts";
import { readJson } from "./json/json.ts";
import { readNdjson } from "./json/ndjson.ts";
import { type LoadedTypes, NO_TYPES, type ReadTypes, typesBeside, typesWhenAsked } from "./loaded-types.ts";
import { failureCount, readManifest } from "./manifest.ts";
import type { ManifestCheck } from "./manifest-check.ts";
import { type ReadOptions, refuseOptions } from "./read-options.ts";

/** The formats of one file a kind, `<kind>.<ending>`. */
const FILE_FORMATS = [
  { name: "JSON", ending: "json", read: readJson, readLarge: undefined },
  { name: "NDJSON", ending: "ndjson", read: readNdjson, readLarge: readLargeNdjson },
] as const;

/** From this size on, in bytes, a file is read by several threads together where its format allows it. */
const LARGE_BYTES = 32 * 1024 * 1024;

/** The one file of the format that is called after it. */
const UMBRACO_CONFIG = "umbraco.config";
/** How files of the CMS's own formats end. */
const CONFIG_ENDING = ".config";

/** What a data directory holds. */
export type LoadedData = {
  /** The path as it was given. */
  path: string;
  /** The format's name, or both names. */
  format: string;
  /** The version of what wrote the data, where that is told. */
  version?: string;
  /** The codes of the site's languages, where the format tells them, and the one that was read. */
  languages?: readonly string[];
  culture?: string;
  /** The folder that stands for the root of the site where media files are served, where data lies in a site's own folder. */
  mediaRoot?: string;
  trees: Record<Kind, Tree>;
  /** Gives the types, which are made when they are first asked for. Throws DataError where they have errors. */
  types: () => LoadedTypes;
  notes: readonly Note[];
  /** How many nodes and files are missing, where the directory was pulled. */
  missing: number;
};

/** What the files of a format hold. A tree is absent where there is no such file, or where errors were found. */
type Contents = Omit<LoadedData, "path" | "trees" | "types" | "notes" | "missing"> & {
  trees: Partial<Record<Kind, Tree>>;
  types?: ReadTypes;
};

/** How often a directory is read that is not what its manifest says: a pull may be putting new files in place. */
const READINGS = 3;
const PAUSE_MILLISECONDS = 100;

/**
 * Loads both trees, or neither.
 * @param path the directory, an `umbraco.config`, or a database of Umbraco's
 * @throws DataError that tells all errors found; UsageError for options that the format makes no use of
 */
export async function loadDirectory(path: string, options: ReadOptions = {}): Promise<LoadedData> {
  for (let reading = 1; ; reading++) {
    const manifest = readManifest(path);
    const check = manifest && new (await import("./manifest-check.ts")).ManifestCheck(manifest);
    const data = await loadOnce(path, options, check);
    if (!check) return { ...data, missing: 0 };
    if (reading === READINGS || check.changedFiles().length === 0) {
      return { ...data, notes: [...data.notes, ...check.notes()], missing: failureCount(manifest) };
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}

async function loadOnce(
  path: string,
  options: ReadOptions,
  check: ManifestCheck | undefined,
): Promise<Omit<LoadedData, "missing">> {
  const findings = new Findings();
  const { trees, types, ...contents } = await readContents(path, options, findings, check);
  findings.throwErrors(path);
  return {
    path,
    ...contents,
    trees: { content: trees.content ?? emptyTree(), media: trees.media ?? emptyTree() },
    types: typesWhenAsked(path, types ?? (() => NO_TYPES)),
    notes: findings.notes,
  };
}

/** What only one format needs is loaded when that format is met. */
async function readContents(
  path: string,
  options: ReadOptions,
  findings: Findings,
  check: ManifestCheck | undefined,
): Promise<Contents> {
  const entries = listDirectory(path);
  if (entries === undefined) {
    const isConfig = path.toLowerCase().endsWith(CONFIG_ENDING);
    return isConfig
      ? readUmbracoConfig(path, options, findings, check)
      : readDatabase(path, options, findings);
  }
  const files = chooseFiles(path, entries);
  if (files.length > 0) return readFiles(path, files, options, findings, check);
  const site = (await import("./find-in-site.ts")).findInSite(path, findings);
  // What lies there can be asked for by itself as well.
  if (site)
    return { ...(await readContents(site.path, options, findings, undefined)), mediaRoot: site.media };
  const { findUsyncFolder } = await import("./usync/find-files.ts");
  const folder = findUsyncFolder(path, findings);
  const hasUmbracoConfig = entries.includes(UMBRACO_CONFIG);
  if (folder && hasUmbracoConfig) {
    throw new DataError(`${path} holds both a uSync folder and ${UMBRACO_CONFIG}: --data can name that file`);
  }
  if (hasUmbracoConfig) return readUmbracoConfig(join(path, UMBRACO_CONFIG), options, findings, check);
  if (!folder)
    throw new DataError(`${path} holds no data: looked for ${expectedFiles()}${hintFor(path, entries)}`);
  const { loadUsync } = await import("./usync/load-usync.ts");
  return { format: "uSync", ...loadUsync(folder, options, findings) };
}

async function readUmbracoConfig(
  path: string,
  options: ReadOptions,
  findings: Findings,
  check: ManifestCheck | undefined,
): Promise<Contents> {
  const { loadUmbracoConfig } = await import("./umbraco-config/load-umbraco-config.ts");
  const types = (await typesBeside(dirname(path), check))?.(findings) ?? NO_TYPES;
  const content = loadUmbracoConfig(path, { ...options, types }, findings);
  return { format: UMBRACO_CONFIG, trees: { content }, types: () => types };
}

async function readDatabase(path: string, options: ReadOptions, findings: Findings): Promise<Contents> {
  const { loadDatabase } = await import("./database/load-database.ts");
  const { domains: _, ...contents } = await loadDatabase(path, options, findings);
  return { format: "Umbraco database", ...contents };
}

async function readFiles(
  path: string,
  files: ReturnType<typeof chooseFiles>,
  options: ReadOptions,
  findings: Findings,
  check: ManifestCheck | undefined,
): Promise<Contents> {
  const trees: Contents["trees"] = {};
  const format = [...new Set(files.map((file) => file.format.name))].join(" and ");
  refuseOptions(options, {
    culture: `${format} holds one culture alone`,
    includeUnpublished: `${format} does not tell what is published`,
    editors: `${format} holds editor aliases itself`,
  });
  for (const { kind, name, format } of files) {
    const file = join(path, name);
    const watch = (read: ReadBytes) => check?.watch(name, read) ?? read;
    const isLarge = sizeOf(file) >= LARGE_BYTES;
    trees[kind] =
      (isLarge ? await format.readLarge?.(file, name, findings, watch) : undefined) ??
      withDataFile(file, (read) => format.read(name, watch(read), findings));
  }
  return { format, trees, types: await typesBeside(path, check) };
}

/** As `readNdjson`, but gives nothing, and tells nothing, where there are errors. */
async function readLargeNdjson(
  path: string,
  file: string,
  findings: Findings,
  watch: (read: ReadBytes) => ReadBytes,
) {
  const { readNdjsonInThreads } = await import("./json/ndjson-in-threads.ts");
  return readNdjsonInThreads(path, file, findings, watch);
}

/** 0 where the file cannot be looked at: whoever reads it tells why. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/** @returns `undefined` where the path is a file that can be read by itself */
function listDirectory(path: string): string[] | undefined {
  try {
    if (statSync(path).isDirectory()) return readdirSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new DataError(`${path} does not exist: --data names the directory that holds ${expectedFiles()}`);
    }
    throw unreadable(path, error);
  }
  if (path.toLowerCase().endsWith(CONFIG_ENDING) || isDatabase(path)) return undefined;
  const isDataFile = fileNames().includes(basename(path));
  throw new DataError(
    isDataFile
      ? `${path} is a file: --data names its folder, ${dirname(path)}`
      : `${path} is no directory: --data names the directory that holds ${expectedFiles()}`,
  );
}

function chooseFiles(path: string, entries: string[]) {
  return KINDS.flatMap((kind) => {
    const found = FILE_FORMATS.map((format) => ({ kind, name: `${kind}.${format.ending}`, format })).filter(
      ({ name }) => entries.includes(name),
    );
    if (found.length > 1) {
      throw new DataError(
        `${path} holds both ${found.map(({ name }) => name).join(" and ")}: remove one of them`,
      );
    }
    return found;
  });
}

/** What else may be meant. */
function hintFor(path: string, entries: readonly string[]): string {
  if (!entries.some((name) => name.endsWith(CONFIG_ENDING))) return "";
  return `; if it is itself the Content folder of a uSync export, --data names the folder above it, ${join(path, "..")}`;
}

function fileNames(): string[] {
  return FILE_FORMATS.flatMap(({ ending }) => KINDS.map((kind) => `${kind}.${ending}`));
}

function expectedFiles(): string {
  return `${fileNames().join(", ")}, ${UMBRACO_CONFIG}, or the folders Content or Media with *${CONFIG_ENDING} files`;
}

function emptyTree(): Tree {
  const tree = new TreeBuilder().build(() => {});
  if (!tree) throw new Error("an empty tree has no faults");
  return tree;
}
