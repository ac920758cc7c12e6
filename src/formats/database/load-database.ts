/** Loads the SQLite database of an Umbraco 10 to 18, with what its write-ahead log holds, and changes neither. */
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DataError } from "../../errors.ts";
import type { Kind } from "../../operations.ts";
import { type Key, keyOfId, parseKey, ZERO_KEY } from "../../tree/key.ts";
import { NO_PARENT } from "../../tree/preorder.ts";
import type { Tree } from "../../tree/tree.ts";
import { TreeBuilder } from "../../tree/tree-builder.ts";
import { unreadable } from "../data-file.ts";
import type { FormatOptions } from "../data-format.ts";
import { Findings } from "../findings.ts";
import { type NodeProperty, NodeWriter, PropertyWriter } from "../node-writer.ts";
import { type DatabaseFiles, imageOf, readDatabaseFiles, SqliteFault } from "./database-image.ts";
import { dateOf, type NodeRow } from "./read-nodes.ts";
import { readSite, type SiteNodes, type SiteRecords } from "./read-site.ts";
import { SiteNotes } from "./site-notes.ts";
import { openDatabase } from "./sql.ts";
import { loadTables } from "./umbraco-tables.ts";

/** How often the files are read if a program writes to them, and the pause after the first time; it doubles each time. */
const READINGS = 6;
const PAUSE_MILLISECONDS = 25;
/** A fault of a file that was written recently counts only if it is still there after this time. */
const STANDING_MILLISECONDS = 250;

/** What a database holds. A tree is absent if errors were found. */
export type DatabaseSite = Omit<SiteRecords, Kind> & { trees: Record<Kind, Tree | undefined> };

/**
 * @param path the database itself; its log lies beside it
 * @throws DataError if it cannot be read; UsageError for a culture that it does not have
 */
export async function loadDatabase(
  path: string,
  options: FormatOptions,
  findings: Findings,
): Promise<DatabaseSite> {
  const { content, media, ...site } = await readAtRest(path, async (files) => {
    const database = await openDatabase(imageOf(files));
    // Warnings about a state that is read again do not count.
    const found = new Findings();
    try {
      const site = readSite(loadTables(database), options, new SiteNotes(basename(path), found));
      for (const note of found.notes) findings.notes.push(note);
      return site;
    } finally {
      database.close();
    }
  });
  const notes = new SiteNotes(basename(path), findings);
  return { ...site, trees: { content: buildTree(content, notes), media: buildTree(media, notes) } };
}

/**
 * Reads the files of a database, again if a program writes to them meanwhile.
 * @param read throws SqliteFault if the files are damaged, which recent files may be only for a moment
 * @throws DataError
 */
async function readAtRest<T>(path: string, read: (files: DatabaseFiles) => Promise<T>): Promise<T> {
  const refused = (reason: string, cause?: unknown) =>
    new DataError(`${path} cannot be read: ${reason}`, { cause });
  let faulty: { stamp: string; since: number } | undefined;
  for (let reading = 1; ; reading++) {
    const files = filesOf(path);
    if ("main" in files) {
      try {
        return await read(files);
      } catch (error) {
        if (!(error instanceof SqliteFault)) throw error;
        const now = performance.now();
        const since = faulty?.stamp === files.stamp ? faulty.since : now;
        faulty = { stamp: files.stamp, since };
        if (!files.isYoung || now - since >= STANDING_MILLISECONDS) throw refused(error.message, error);
      }
    }
    if (reading === READINGS) throw refused("journal" in files ? unfinished(files.journal) : WRITTEN);
    await delay(PAUSE_MILLISECONDS * 2 ** reading);
  }
}

function filesOf(path: string) {
  try {
    return readDatabaseFiles(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

const WRITTEN = `it was written to at each of ${READINGS} readings: try again when the site is at rest, or copy it together with its log`;

function unfinished(journal: string): string {
  return `a transaction is under way, or was cut off, as ${journal} tells`;
}

/** @returns `undefined` where an id or a key is not what it must be, which is told */
function buildTree(nodes: SiteNodes, notes: SiteNotes): Tree | undefined {
  const builder = new TreeBuilder();
  const writer = new NodeWriter(builder);
  const propertyWriter = new PropertyWriter("text");
  let sound = true;
  builder.reserve(nodes.length);
  for (const node of nodes) {
    const { row, parent } = node;
    const at = builder.addRow(parent?.place ?? NO_PARENT);
    const key = keyOf(row, notes);
    if (key === undefined) {
      sound = false;
      continue;
    }
    builder.setId(at, row.id);
    builder.setKey(at, key);
    builder.setSortOrder(at, row.sortOrder);
    writer.write(at, fieldsOf(node, key), propertyWriter.write(propertiesOf(node, notes)));
  }
  if (!sound) return undefined;
  return builder.build((at, reason) => notes.error(nodes[at].row.id, reason));
}

/** @returns `undefined` where the key, or the id, is none, which is told */
function keyOf({ id, key }: NodeRow, notes: SiteNotes): Key | undefined {
  if ((id | 0) !== id) {
    notes.error(id, "its id must be a 32-bit integer");
    return undefined;
  }
  const parsed = parseKey(key.toLowerCase());
  if (parsed === undefined) notes.error(id, `its key must be a GUID, not ${JSON.stringify(key)}`);
  if (parsed !== ZERO_KEY) return parsed;
  notes.node(id, "has no key but zeros: it is made of its id", "keysOfIds");
  return keyOfId(id);
}

function fieldsOf({ row, type, version, name, isPublished, url }: SiteNodes[number], key: Key) {
  return {
    id: row.id,
    key,
    name,
    url,
    type: type.alias,
    sortOrder: row.sortOrder,
    createDate: row.createDate && dateOf(row.createDate),
    updateDate: version.date && dateOf(version.date),
    template: version.template,
    published: isPublished ? undefined : (false as const),
  };
}

function propertiesOf({ type, row, values }: SiteNodes[number], notes: SiteNotes) {
  return type.properties.map(({ id, kind: property }): NodeProperty => {
    const value = values.get(id);
    if (value?.isBroken) notes.brokenText(row.id);
    return { property, text: value?.text, isJson: value?.isJson };
  });
}
