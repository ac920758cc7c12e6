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
import { type NodeProperty, NodeWriter } from "../node-writer.ts";
import type { ChosenNode } from "./choose-versions.ts";
import type { NodeRow } from "./node-rows.ts";
import { dateOf, type NodeValues } from "./node-values.ts";
import { readSite, type SiteNodes, type SiteRecords } from "./read-site.ts";
import { SiteNotes } from "./site-notes.ts";
import { DatabaseFiles, Pages, reasonForNothing, SqliteFault } from "./sqlite/database-files.ts";
import { SqliteDatabase } from "./sqlite/sqlite-database.ts";

/** How often a database is read that is written to meanwhile, and how long to wait in between: twice as long each time. */
const READINGS = 6;
const PAUSE_MILLISECONDS = 25;
/** So long a fault has to stay in a file that was written to lately: whoever writes it may have been stopped in the middle. */
const STANDING_MILLISECONDS = 250;

/** What a database holds. A tree is absent where errors were found. */
export type DatabaseSite = Omit<SiteRecords, Kind | "values"> & { trees: Record<Kind, Tree | undefined> };

/** What has come of reading a database once: why it is to be read again, and what was wrong with the state that was there. */
type Reading = { site: SiteRecords } | { again: string; fault?: { error: SqliteFault; stamp: string } };

const WRITTEN = `it was written to at each of ${READINGS} readings: try again when the site is at rest, or copy it together with its log`;

/**
 * @param path the database itself; its log lies beside it
 * @throws DataError where it cannot be read; UsageError for a culture that it does not have
 */
export async function loadDatabase(
  path: string,
  options: FormatOptions,
  findings: Findings,
): Promise<DatabaseSite> {
  let suspected: { stamp: string; since: number } | undefined;
  for (let reading = 1; ; reading++) {
    // What was found in a state that is none is forgotten with it.
    const found = new Findings();
    const outcome = readOnce(path, options, new SiteNotes(basename(path), found));
    if ("site" in outcome) {
      for (const note of found.notes) findings.notes.push(note);
      return withTrees(outcome.site, new SiteNotes(basename(path), findings));
    }
    const { fault } = outcome;
    if (fault) {
      const now = performance.now();
      if (suspected?.stamp !== fault.stamp) suspected = { stamp: fault.stamp, since: now };
      else if (now - suspected.since >= STANDING_MILLISECONDS) throw faulty(path, fault.error);
    }
    if (reading === READINGS) throw new DataError(`${path} cannot be read: ${outcome.again}`);
    await delay(PAUSE_MILLISECONDS * 2 ** reading);
  }
}

function withTrees({ content, media, values, ...site }: SiteRecords, notes: SiteNotes): DatabaseSite {
  const build = (nodes: SiteRecords[Kind]) => buildTree(nodes, values, notes);
  return { ...site, trees: { content: build(content), media: build(media) } };
}

/** @throws DataError where the database cannot be read, now or later */
function readOnce(path: string, options: FormatOptions, notes: SiteNotes): Reading {
  const files = openFiles(path);
  try {
    if (files.journal) {
      return { again: `a transaction is under way, or was cut off, as ${files.journal} tells` };
    }
    const site = readFiles(files, options, notes);
    if (files.isCurrent()) return { site };
  } catch (error) {
    if (!(error instanceof SqliteFault)) throw error;
    if (files.isCurrent()) {
      if (!files.isYoung()) throw faulty(path, error);
      return { again: WRITTEN, fault: { error, stamp: files.stamp } };
    }
  } finally {
    files.close();
  }
  return { again: WRITTEN };
}

function readFiles(files: DatabaseFiles, options: FormatOptions, notes: SiteNotes): SiteRecords {
  const pages = new Pages(files);
  const database = new SqliteDatabase(pages);
  if (database.tableCount === 0) throw new SqliteFault(reasonForNothing(files, pages));
  return readSite(database, options, notes);
}

function faulty(path: string, fault: SqliteFault): DataError {
  return new DataError(`${path} cannot be read: ${fault.message}`, { cause: fault });
}

function openFiles(path: string): DatabaseFiles {
  try {
    return new DatabaseFiles(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** @returns `undefined` where an id or a key is not what it must be, which is told */
function buildTree(site: SiteNodes, values: NodeValues, notes: SiteNotes): Tree | undefined {
  const { nodes } = site;
  const builder = new TreeBuilder();
  const writer = new NodeWriter(builder, "text");
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
    const properties = propertiesOf(node, site.first + at, values, notes);
    writer.write(at, fieldsOf(node, key, site.urls[at]), properties);
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

function fieldsOf({ row, type, version, name, isPublished }: ChosenNode, key: Key, url: string | undefined) {
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

/** @param at the node's place among those that the values are of */
function propertiesOf({ type, row }: ChosenNode, at: number, values: NodeValues, notes: SiteNotes) {
  return type.properties.map(({ kind: property }, index): NodeProperty => {
    const value = values.get(at, index);
    if (value === undefined) return { property, text: undefined };
    const { text, isJson } = value;
    if (values.isBroken(at, index, value)) notes.brokenText(row.id);
    return { property, text, isJson };
  });
}
