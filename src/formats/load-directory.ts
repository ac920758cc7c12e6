/** Loads data: finds its format, reads it, and reports errors and warnings. */
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { DataError } from "../errors.ts";
import { Findings } from "../site/findings.ts";
import { distinctDomains, isSameLanguage } from "../site/languages.ts";
import { once } from "../site/once.ts";
import { NO_TYPES } from "../site/schema/site-types.ts";
import { languagesBeside, type SiteData } from "../site/site-data.ts";
import type { siteReader } from "../site/site-reader.ts";
import { emptyTree } from "../site/tree/tree-builder.ts";
import { failureCount, readManifest } from "./copy/manifest.ts";
import type { ManifestCheck } from "./copy/manifest-check.ts";
import { isBeingPulled, STAGING, unfinishedPull } from "./copy/unfinished-pull.ts";
import {
  type Contents,
  type DataFormat,
  type LoadJob,
  type LoadProgress,
  READ_OPTIONS,
  type ReadOptions,
  refuseOptions,
} from "./data-format.ts";
import { dataAtPath, takesOption } from "./data-formats.ts";
import { type FoundData, findData } from "./find-data.ts";
import { readGridEditors } from "./grid-editors.ts";
import { typesBeside } from "./type-lists.ts";

/** How often a directory is read at most while a pull replaces its files. */
const READINGS = 3;
const PAUSE_MILLISECONDS = 100;

/** Options that a format refuses if it cannot use them; the segment whose values are read, where it has some; and what formats that take long to load call now and then. */
type LoadOptions = ReadOptions & { segment?: string; onProgress?: LoadProgress };

/**
 * Loads both trees, or neither.
 * @param givenPath the directory, or a file of any format
 * @param shared options for several sources, of which a format ignores the ones that it cannot use
 * @param givenAs the option or the argument (as help calls it) that has the path
 * @throws DataError with all errors found; UsageError for options that the format cannot use
 */
export async function loadDirectory(
  givenPath: string,
  options: LoadOptions = {},
  shared: ReadOptions = {},
  givenAs = "--data",
): Promise<SiteData> {
  const path = dataAtPath(givenPath);
  for (let reading = 1; ; reading++) {
    const manifest = readManifest(path);
    const manifests = manifest && (await import("./copy/manifest-check.ts"));
    const check = manifests && new manifests.ManifestCheck(manifest);
    const read = await loadOnce(path, { options, shared, givenAs, check });
    const again = (other: LoadOptions, otherShared = shared) =>
      loadDirectory(path, { ...options, onProgress: undefined, ...other }, otherShared, givenAs);
    const data = {
      ...read,
      ...(languagesBeside(read).length > 0 && { inLanguage: (culture: string) => again({ culture }) }),
      ...((read.segments ?? []).length > 0 && { inSegment: (segment: string) => again({ segment }) }),
      ...((options.urls ?? shared.urls) === undefined &&
        takesOption(read.format, "urls") && {
          withUrls: () => again({ segment: undefined }, { ...shared, urls: true }),
        }),
    };
    if (!check) return { ...data, missing: 0 };
    const origin = (manifest.content ?? manifest.media)?.source;
    const isChanging = () => isBeingPulled(path) || !isDeepStrictEqual(readManifest(path), manifest);
    if (reading === READINGS || check.changedFiles().length === 0 || !isChanging()) {
      const warnings = [...data.warnings, ...check.warnings(), ...manifests.failureWarnings(manifest)];
      return { ...data, origin, warnings, missing: failureCount(manifest) };
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}

/**
 * Loads data again of which an earlier state is served.
 * @throws DataError also for a database that was copied while it was open: the earlier state may have more
 */
export async function reloadDirectory(path: string, options: ReadOptions): Promise<SiteData> {
  const data = await loadDirectory(path, options);
  const open = data.warnings.find(({ topic }) => topic === "notClosed");
  if (open) throw new DataError(`${open.file} ${open.text}`);
  return data;
}

type GivenSource = {
  options: LoadOptions;
  shared: ReadOptions;
  givenAs: string;
  check: ManifestCheck | undefined;
};

async function loadOnce(
  path: string,
  { options: { onProgress, segment, ...options }, shared, givenAs, check }: GivenSource,
): Promise<Omit<SiteData, "missing">> {
  const findings = new Findings();
  const { found, from, mediaRoot, mediaAt, settings } = await findData(path, findings, givenAs);
  const formats = [...new Set(found.map(({ format }) => format))];
  const name = formats.map((format) => format.name).join(" and ");
  const untaken = READ_OPTIONS.filter((option) => formats.some(({ takes }) => !takes.includes(option)));
  // Values of such data may have languages (Vorto), which only the values show.
  const hasOneCulture = untaken.includes("culture");
  refuseOptions(
    options,
    untaken.filter((option) => option !== "culture"),
    name,
  );
  const taken = { ...shared };
  for (const option of untaken) delete taken[option];
  // A manifest describes its own directory, not a site folder.
  const watched = from === path ? check : undefined;
  const job: LoadJob = {
    options: { ...taken, ...options, settings: settings?.urls, segment },
    findings,
    check: watched,
    types: once(() => typesBeside(dirname(found[0].path), watched)),
    onProgress,
  };
  const {
    trees: read,
    ofOneCulture = hasOneCulture ? name : undefined,
    ...others
  } = await loadAll(found, job);
  findings.throwErrors(path);
  const unfinished = unfinishedPull(path);
  if (unfinished !== undefined) findings.warn(STAGING, unfinished, "notPulled");
  const trees = { content: read.content ?? emptyTree(), media: read.media ?? emptyTree() };
  const { types: readTypes = () => NO_TYPES } = others;
  const types = readWhenAsked(path, (findings) => ({ ...readTypes(findings), warnings: findings.warnings }));
  const valueCulture =
    options.culture === undefined || ofOneCulture === undefined
      ? undefined
      : (await languagesInValues({ ...others, domains: undefined, trees, types })).find((code) =>
          isSameLanguage(code, options.culture),
        );
  if (ofOneCulture !== undefined && valueCulture === undefined) {
    refuseOptions(options, ["culture"], ofOneCulture);
  }
  return {
    path,
    readFrom: from,
    format: name,
    fields: fieldsOf(formats),
    ...others,
    ...(valueCulture !== undefined && { valueCulture }),
    ...(mediaRoot === undefined ? {} : { mediaRoot }),
    ...(mediaAt === undefined ? {} : { mediaAt }),
    trees,
    gridEditors: readGridEditors(path, findings),
    types,
    domains:
      others.domains && readWhenAsked(path, (findings) => distinctDomains(others.domains?.(findings) ?? [])),
    dictionary: others.dictionary && readWhenAsked(path, others.dictionary),
    warnings: findings.warnings,
  };
}

/** The languages that values hold within themselves. A look-up of a node needs no reader of values, and starts sooner. */
async function languagesInValues(data: Parameters<typeof siteReader>[0]): Promise<readonly string[]> {
  const { siteReader, valueLanguages } = await import("../site/site-reader.ts");
  return valueLanguages(siteReader(data));
}

/** Reads something at the first call, which throws DataError if it has errors. */
function readWhenAsked<T>(path: string, read: (findings: Findings) => T): () => T {
  return once(() => {
    const findings = new Findings();
    const value = read(findings);
    findings.throwErrors(path);
    return value;
  });
}

/** The fields that nodes can have; `undefined` if any field is possible. */
function fieldsOf(formats: readonly DataFormat[]): readonly string[] | undefined {
  if (formats.some(({ fields }) => fields === undefined)) return undefined;
  return formats.flatMap(({ fields }) => fields ?? []);
}

/** The contents of all found data, which have no part in common. */
async function loadAll(found: readonly FoundData[], job: LoadJob): Promise<Contents> {
  const all: Contents = { trees: {} };
  for (const each of found) {
    const { trees, ...others } = await each.format.load(each, job);
    Object.assign(all.trees, trees);
    Object.assign(all, others);
  }
  return all;
}
