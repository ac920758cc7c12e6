/** Loads the SQLite database of an Umbraco 10 to 18, with what its write-ahead log holds, and changes neither. */
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DataError } from "../../errors.ts";
import type { Kind } from "../../operations.ts";
import type { Tree } from "../../tree/tree.ts";
import { unreadable } from "../data-file.ts";
import { Findings } from "../findings.ts";
import type { FormatOptions } from "../read-options.ts";
import { buildTree } from "./build-tree.ts";
import { readSite, type SiteRecords } from "./read-site.ts";
import { SiteNotes } from "./site-notes.ts";
import { DatabaseFiles } from "./sqlite/database-files.ts";
import { Pages, reasonForNothing } from "./sqlite/pages.ts";
import { SqliteDatabase } from "./sqlite/sqlite-database.ts";
import { SqliteFault } from "./sqlite/sqlite-fault.ts";

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
