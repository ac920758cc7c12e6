/** Loads data: finds its format, reads it, and reports errors and warnings. */
import { isDeepStrictEqual } from "node:util";
import { DataError } from "../errors.ts";
import { Findings } from "../site/findings.ts";
import { once } from "../site/once.ts";
import { NO_TYPES } from "../site/schema/site-types.ts";
import { languagesBeside, type SiteData } from "../site/site-data.ts";
import { emptyTree } from "../site/tree/tree-builder.ts";
import { failureCount, readManifest, unpublishedNodesOf } from "./copy/manifest.ts";
import type { ManifestCheck } from "./copy/manifest-check.ts";
import { halfReplaced, isBeingPulled, STAGING, unfinishedPull } from "./copy/unfinished-pull.ts";
import {
  type Contents,
  type DataFormat,
  type Found,
  type LoadJob,
  type ReadOptions,
  refuseOptions,
  takeOptions,
} from "./data-format.ts";
import { findData } from "./find-data.ts";
import { readGridEditors } from "./grid-editors.ts";
import { typesBeside, typesWhenAsked } from "./type-lists.ts";

/** Loaded data. */
export type LoadedData = SiteData & {
  /** Options for several sources that this one cannot use. Default: none. */
  passedOver?: readonly (keyof ReadOptions)[];
};

/** How often a directory is read at most while a pull replaces its files. */
const READINGS = 3;
const PAUSE_MILLISECONDS = 100;

/**
 * Loads both trees, or neither.
 * @param path the directory, an `umbraco.config`, a database of Umbraco's, or a `.bacpac`
 * @param options with `onProgress`, which formats that take long to load call now and then, and the segment to read
 * @param shared options for several sources, of which a format ignores the ones that it cannot use
 * @param givenAs the option or the argument (as help calls it) that has the path
 * @throws DataError with all errors found; UsageError for options that the format cannot use
 */
export async function loadDirectory(
  path: string,
  { onProgress, segment, ...options }: ReadOptions & Pick<LoadJob, "onProgress" | "segment"> = {},
  shared: ReadOptions = {},
  givenAs = "--data",
): Promise<LoadedData> {
  for (let reading = 1; ; reading++) {
    const half = halfReplaced(path);
    if (half !== undefined) throw new DataError(`${path} holds no whole copy: it ${half}`);
    const manifest = readManifest(path);
    const check = manifest && new (await import("./copy/manifest-check.ts")).ManifestCheck(manifest);
    const read = await loadOnce(path, { options, shared, givenAs, onProgress, segment }, check);
    const inLanguage = (culture: string) =>
      loadDirectory(path, { ...options, culture, segment }, shared, givenAs);
    const inSegment = (name: string) => loadDirectory(path, { ...options, segment: name }, shared, givenAs);
    const withUrls = () => loadDirectory(path, options, { ...shared, urls: true }, givenAs);
    const data = {
      ...read,
      ...(languagesBeside(read).length > 0 && { inLanguage }),
      ...((read.segments ?? []).length > 0 && { inSegment }),
      ...((options.urls ?? shared.urls) === undefined && { withUrls }),
      unpublished: read.unpublished ?? unpublishedNodesOf(manifest),
    };
    if (!check) return { ...data, missing: 0 };
    const isChanging = () => isBeingPulled(path) || !isDeepStrictEqual(readManifest(path), manifest);
    if (reading === READINGS || check.changedFiles().length === 0 || !isChanging()) {
      return { ...data, warnings: [...data.warnings, ...check.warnings()], missing: failureCount(manifest) };
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}

type Loaded = Omit<LoadedData, "missing">;

async function loadOnce(
  path: string,
  given: { options: ReadOptions; shared: ReadOptions; givenAs: string } & Pick<
    LoadJob,
    "onProgress" | "segment"
  >,
  check: ManifestCheck | undefined,
): Promise<Loaded> {
  const findings = new Findings();
  const { found, from, mediaRoot, mediaAt, settings } = await findData(path, findings, given.givenAs);
  const name = [...new Set(found.map(({ format }) => format.name))].join(" and ");
  for (const { format, kind, what } of found) {
    refuseOptions(given.options, format.refused, kind === undefined ? what : name);
  }
  const { taken, passedOver } = takeOptions(
    given.shared,
    found.map(({ format }) => format.refused),
  );
  const options = { ...taken, ...given.options };
  const folder = found[0].typesIn;
  // A manifest describes its own directory, not a site folder.
  const watched = from === path ? check : undefined;
  const types = folder === undefined ? undefined : typesBeside(folder, watched);
  const { trees, ...others } = await loadAll(found, {
    options,
    findings,
    check: watched,
    types,
    settings,
    onProgress: given.onProgress,
    segment: given.segment,
  });
  findings.throwErrors(path);
  const unfinished = unfinishedPull(path);
  if (unfinished !== undefined) findings.warn(STAGING, unfinished, "notPulled");
  return {
    path,
    format: name,
    fields: fieldsOf(found),
    passedOver,
    ...others,
    ...(mediaRoot === undefined ? {} : { mediaRoot }),
    ...(mediaAt === undefined ? {} : { mediaAt }),
    trees: { content: trees.content ?? emptyTree(), media: trees.media ?? emptyTree() },
    gridEditors: readGridEditors(path, findings),
    types: typesWhenAsked(path, others.types ?? (() => NO_TYPES)),
    domains: readWhenAsked(path, others.domains),
    dictionary: readWhenAsked(path, others.dictionary),
    warnings: findings.warnings,
  };
}

/** Reads something at the first call, which throws DataError if it has errors. */
function readWhenAsked<T>(
  path: string,
  read: ((findings: Findings) => T) | undefined,
): (() => T) | undefined {
  return (
    read &&
    once(() => {
      const findings = new Findings();
      const value = read(findings);
      findings.throwErrors(path);
      return value;
    })
  );
}

/** The fields that nodes can have; `undefined` if any field is possible. */
function fieldsOf(found: readonly { format: DataFormat }[]): readonly string[] | undefined {
  if (found.some(({ format }) => format.fields === undefined)) return undefined;
  return found.flatMap(({ format }) => format.fields ?? []);
}

/** The contents of all found data, which have no part in common. */
async function loadAll(found: readonly Pick<Found, "load">[], job: LoadJob): Promise<Contents> {
  const all: Contents = { trees: {}, types: job.types };
  for (const { load } of found) {
    const { trees, ...others } = await load(job);
    Object.assign(all.trees, trees);
    Object.assign(all, others);
  }
  return all;
}
