/** Loads the SQLite database of an Umbraco 10 to 18 with its write-ahead log, and changes neither. */
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Kind } from "../../operations.ts";
import { Findings } from "../../site/findings.ts";
import { FILE_PROPERTY, mediaUrl } from "../../site/media/media-paths.ts";
import type { NodeDates } from "../../site/site-data.ts";
import { type Key, parseKey } from "../../site/tree/key.ts";
import {
  type SegmentOptions,
  segmentOptions,
  URL_NAME,
  urlSegment,
  urlSource,
} from "../../site/urls/url-segment.ts";
import { explainingWhy, FileFault, unreadable } from "../data-file.ts";
import type { FormatOptions } from "../data-format.ts";
import { PropertyWriter } from "../node-writer.ts";
import { buildSite, IN_BIN, recordKey, type SiteRecord } from "../site-model.ts";
import { type DatabaseFiles, imageOf, readDatabaseFiles } from "./database-image.ts";
import type { SiteSegments } from "./database-urls.ts";
import { dateOf, exactDateOf } from "./read-nodes.ts";
import { type DatabaseNode, type DatabaseSite, siteOfDatabase } from "./read-site.ts";
import { SiteWarnings } from "./site-warnings.ts";
import { openDatabase } from "./sql.ts";
import { loadTables } from "./umbraco-tables.ts";

/** How often the files are read if a program writes to them, and the pause after the first time; it doubles each time. */
const READINGS = 6;
const PAUSE_MILLISECONDS = 25;
/** A fault of a file that was written recently counts only if it is still there after this time. */
const STANDING_MILLISECONDS = 250;

/**
 * @param path the database itself; its log lies beside it
 * @returns what it holds; a tree is absent if errors were found
 * @throws DataError if it cannot be read; UsageError for a culture that it does not have
 */
export async function loadDatabase(path: string, options: FormatOptions, findings: Findings) {
  const site = await readAtRest(path, async (files) => {
    const database = await openDatabase(imageOf(files));
    // Warnings about a state that is read again do not count.
    const found = new Findings();
    try {
      const site = siteOfDatabase(loadTables(database), options, new SiteWarnings(basename(path), found));
      for (const warning of found.warnings) findings.warnings.push(warning);
      return site;
    } finally {
      database.close();
    }
  });
  return contentsOf(site, options, new SiteWarnings(basename(path), findings));
}

/** What the format gives of a site that was read. */
export function contentsOf(site: DatabaseSite, options: FormatOptions, warnings: SiteWarnings) {
  return { ...site.contents, ...buildTrees(site, options, warnings) };
}

/**
 * Reads the files of a database, again if a program writes to them meanwhile.
 * @param read throws FileFault if the files are damaged, which recent files may be only for a moment
 * @throws DataError
 */
async function readAtRest<T>(path: string, read: (files: DatabaseFiles) => Promise<T>): Promise<T> {
  let faulty: { stamp: string; since: number } | undefined;
  for (let reading = 1; ; reading++) {
    const files = explainingWhy(path, () => readDatabaseFiles(path));
    if ("main" in files) {
      try {
        return await read(files);
      } catch (error) {
        if (!(error instanceof FileFault)) throw error;
        const now = performance.now();
        const since = faulty?.stamp === files.stamp ? faulty.since : now;
        faulty = { stamp: files.stamp, since };
        if (!files.isYoung || now - since >= STANDING_MILLISECONDS) throw unreadable(path, error);
      }
    }
    if (reading === READINGS)
      throw unreadable(path, "journal" in files ? unfinished(files.journal) : WRITTEN);
    await delay(PAUSE_MILLISECONDS * 2 ** reading);
  }
}

const WRITTEN = `it was written to at each of ${READINGS} readings: try again when the site is at rest, or copy it together with its log`;

function unfinished(journal: string): string {
  return `a transaction is under way or was interrupted: ${journal} exists`;
}

/** A record, and whether the site stores no segment of its URL. */
type DatabaseRecord = SiteRecord & { id: number; hasDerivedSegment: boolean };

function buildTrees(site: DatabaseSite, options: FormatOptions, warnings: SiteWarnings) {
  const { nodes, languages, domains, segments } = site;
  const { settings, includeUnpublished = false } = options;
  const rules = segments || options.urls ? segmentOptions(undefined, settings) : undefined;
  const writer = new PropertyWriter("text");
  const records: Record<Kind, DatabaseRecord[]> = { content: [], media: [] };
  const exactDates = new Map<Key, NodeDates>();
  for (const node of nodes) {
    const record = recordOf(node, rules && { rules, segments }, writer, warnings);
    if (!record) continue;
    records[node.isMedia ? "media" : "content"].push(record);
    exactDates.set(record.key, datesOf(node));
  }
  const isDefaultCulture = languages.read?.id === languages.default?.id;
  const urls = { domains, culture: languages.read?.code, isDefaultCulture, settings };
  const { trees, ...built } = buildSite(
    { records, linkedBy: "id", includeUnpublished, urls: rules && urls },
    warnings.ofRecords(),
  );
  for (const { id, url, hasDerivedSegment } of records.content) {
    // The CMS can lack the row of a page that it serves.
    if (segments && hasDerivedSegment && url !== undefined) warnings.node(id, NO_SEGMENT, "derivedSegments");
  }
  warnings.removed(records);
  const hasMadeUrls = rules !== undefined && !segments;
  return { trees, ...built, hasMadeUrls, exactDates };
}

function datesOf({ createDate, cultureDate, version }: DatabaseNode): NodeDates {
  const updateDate = cultureDate ?? version?.date;
  return {
    createDate: createDate && exactDateOf(createDate),
    updateDate: updateDate && exactDateOf(updateDate),
  };
}

const NO_SEGMENT = "has no segment in the database: its URL uses one derived from its name";

/**
 * @param urls how URLs are made; absent if they are not
 * @returns `undefined` if the id or the key is invalid, which is an error unless the node is in the recycle bin
 */
function recordOf(
  node: DatabaseNode,
  urls: { rules: SegmentOptions; segments: SiteSegments | undefined } | undefined,
  writer: PropertyWriter,
  warnings: SiteWarnings,
): DatabaseRecord | undefined {
  const { id, name, type, version, values } = node;
  const key = parseKey(node.key);
  if ((id | 0) !== id || key === undefined) {
    const reason =
      key === undefined
        ? `its key must be a GUID, not ${JSON.stringify(node.key)}`
        : "its id must be a 32-bit integer";
    if (!node.isTrashed) warnings.error(id, reason);
    return undefined;
  }
  const valueNamed = (alias: string) => {
    const property = type?.properties.find((each) => each.alias === alias);
    return property && values.get(property.id);
  };
  const stored = urls?.segments?.[node.unpublished === undefined ? "published" : "draft"].get(id);
  const segment = stored?.own ?? (type?.varies ? undefined : stored?.invariant);
  const made = () => urls && urlSegment(urlSource(name, valueNamed(URL_NAME)?.text), urls.rules);
  const file = node.isMedia ? valueNamed(FILE_PROPERTY) : undefined;
  return {
    id,
    ...recordKey(key, id),
    parent: node.parentId,
    removed: node.isTrashed ? IN_BIN : undefined,
    unpublished: node.unpublished,
    incomplete: node.incomplete,
    isElsewhere: node.isElsewhere,
    isInvariant: type && !type.varies,
    name,
    url: (file && !file.isJson ? mediaUrl(file.text) : undefined) ?? version?.path,
    type: type?.alias ?? "",
    sortOrder: node.sortOrder,
    createDate: node.createDate && dateOf(node.createDate),
    updateDate: version?.date && dateOf(version.date),
    template: version?.template,
    segment: segment ?? made(),
    hasDerivedSegment: segment === undefined,
    properties: () =>
      writer.write(
        type?.properties.map(({ id, kind }) => ({ property: kind, ...(values.get(id) ?? NO_VALUE) })) ?? [],
      ),
  };
}

const NO_VALUE = { text: undefined };
