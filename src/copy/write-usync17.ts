/** Writes a site as the files of a new Umbraco 17: files that uSync imports, views and media files; and the report. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { UsageError, withPath } from "../errors.ts";
import {
  isWrittenByUsync,
  SWAP_MARKS,
  USYNC_FOLDER,
  USYNC_INDEX_NAME,
  USYNC_MARK,
} from "../formats/export-index.ts";
import { usyncFolderAround } from "../formats/usync/find-files.ts";
import type { Kind } from "../operations.ts";
import type { MediaFiles } from "../site/media/media-files.ts";
import { namesOfFiles } from "../site/media/media-names.ts";
import type { SiteData } from "../site/site-data.ts";
import { shellQuoted } from "../text/visible-text.ts";
import type { MoveMap } from "../usync17/move-map.ts";
import type { MoveProblem, MoveReport, SubjectLine } from "../usync17/move-report.ts";
import { SiteMove, WRITTEN_SECTIONS } from "../usync17/move-site.ts";
import { usyncConfig, VIEW_STUB } from "../usync17/site-files.ts";
import type { TargetTemplate } from "../usync17/target-model.ts";
import { COPIED_FOLDER, CopiedFiles, filePaths, stageFiles } from "./copied-files.ts";
import { LineFile, waitingStore } from "./line-files.ts";
import { inStaging } from "./lock.ts";
import { refuseOtherFiles, type Staging } from "./staging.ts";
import { removeWhenFree, renameWhenFree } from "./when-free.ts";

/** The folders of a site of Umbraco. */
const VIEWS_FOLDER = "Views";
const WEB_ROOT = "wwwroot";
const REPORT_NAME = "report.ndjson";
/** What nodes have in each language, until all languages are read. */
const WAITING_NAME = "nodes.waiting";

type Usync17Options = {
  /** The directory to write, which has the layout of a site of Umbraco. */
  out: string;
  /** Whether only languages, data types, templates and types are written. */
  typesOnly: boolean;
  /** What the user decides about types. Default: nothing */
  map?: MoveMap;
  /** The media files to copy. Default: none. */
  files?: MediaFiles;
  /** Aborts the writing, but not the swap; its reason is then thrown. */
  signal: AbortSignal;
  /** Called now and then. */
  onProgress?: (text: string) => void;
  /** Called if the lock of a run that has ended is taken over. Default: nothing happens. */
  onWarning?: (text: string) => void;
};

export type Usync17Result = {
  nodes: Readonly<Record<Kind, number>>;
  /** Files by section. */
  files: Readonly<Record<string, number>>;
  /** Lines of the report by problem. */
  report: ReadonlyMap<MoveProblem, number>;
  /** The lines about types and other parts of the site. */
  subjects: readonly SubjectLine[];
  /** The copied media files. Absent without `files`. */
  media?: { count: number; bytes: number };
  /** How many values of properties that look like secrets were written. */
  secrets: number;
  /** The path of the report. */
  reportPath: string;
};

/**
 * The same source gives the same bytes.
 * @throws UsageError if `out` has files that this program did not write, or lies in the data that is read; OutputError if a file cannot be written; the signal's reason
 */
export async function writeUsync17(data: SiteData, options: Usync17Options): Promise<Usync17Result> {
  const { out } = options;
  if (isInside(out, data.readFrom))
    throw new UsageError(`--out ${out} lies in the data that is read, ${data.readFrom}: use another --out`);
  if (!isWrittenByUsync(join(out, USYNC_FOLDER))) refuseOtherFiles(out, "files that this command wrote");
  return await inStaging(out, (staging) => write(staging, data, options), {
    onWarning: options.onWarning,
    temporary: [...WRITTEN_SECTIONS, USYNC_INDEX_NAME, REPORT_NAME, WAITING_NAME, COPIED_FOLDER],
  });
}

/**
 * Refuses a directory in a folder of uSync files: what is written there would be read as the old site, and uSync would import both.
 * @throws UsageError
 */
export function refuseUsyncFolder(out: string): void {
  const [version, folder] = [out, dirname(resolve(out))].map((path) => basename(resolve(path)));
  if (/^v\d+$/i.test(version) && /^usync$/i.test(folder))
    throw new UsageError(
      `--out names the folder of the new site, in which usync writes ${USYNC_FOLDER}: pass --out ${shellQuoted(join(out, "..", ".."))}`,
    );
  const around = usyncFolderAround(out);
  if (around !== undefined)
    throw new UsageError(`--out ${out} lies in a folder of uSync files, ${around}: use another --out`);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Copies the media files into the staging directory.
 * @returns moves them to the paths of their URLs
 */
async function copyMedia(
  staging: Staging,
  { trees }: SiteData,
  from: MediaFiles,
  report: MoveReport,
  signal: AbortSignal,
) {
  const paths = filePaths(trees.media, from);
  const names = namesOfFiles(paths);
  const copied = new CopiedFiles(staging, paths, { stagedIn: COPIED_FOLDER, keeps: false });
  const moves: { staged: string; name: string }[] = [];
  const got = new Set<string>();
  let bytes = 0;
  for (const [path, outcome] of await stageFiles(staging, from, paths, signal)) {
    const name = names.get(path) ?? "";
    if (outcome.state === "failed") report.about("file", path, "missing-file", outcome.reason);
    else if (!name.startsWith("media/"))
      report.about("file", path, "not-carried-over", "is not below /media, where Umbraco 17 has its files");
    else if (outcome.state === "got") {
      if (`/${name}` !== path)
        report.about("file", path, "renamed", `is called ${name}: not every disk takes its name`);
      moves.push({ staged: copied.staged(path), name });
      got.add(path);
      bytes += outcome.bytes;
    }
  }
  const put = async () => {
    for (const { staged, name } of moves) {
      const target = join(staging.out, WEB_ROOT, name);
      mkdirSync(dirname(target), { recursive: true });
      await renameWhenFree(staged, target);
    }
  };
  return { count: moves.length, bytes, has: (path: string) => got.has(path), put };
}

/** The names of the views of templates, without which Umbraco refuses them; reports templates whose view has no name. */
function viewNames(templates: readonly TargetTemplate[], report: MoveReport): string[] {
  return templates.flatMap(({ alias }) => {
    const name = `${alias.replaceAll(" ", "")}.cshtml`;
    if (/^[\p{L}\p{N}_-][\p{L}\p{N}_.-]*$/u.test(name)) return [name];
    const text = "its view has no name that every disk takes: write one by hand";
    report.about("template", alias, "not-carried-over", text);
    return [];
  });
}

/** Writes views. One that is there stays. */
function putViews(out: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(out, VIEWS_FOLDER, name);
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    withPath(path, () => writeFileSync(path, VIEW_STUB));
  }
}

async function write(staging: Staging, data: SiteData, options: Usync17Options): Promise<Usync17Result> {
  const { typesOnly, map, signal, onProgress } = options;
  const progress = (text: string) => {
    signal.throwIfAborted();
    onProgress?.(text);
  };
  for (const section of WRITTEN_SECTIONS) {
    staging.remove(section);
    withPath(staging.file(section), () => mkdirSync(staging.file(section), { recursive: true }));
  }
  const waiting = new LineFile(staging.file(WAITING_NAME));
  const files: Record<string, number> = Object.fromEntries(WRITTEN_SECTIONS.map((section) => [section, 0]));
  let move: SiteMove;
  let copied: Awaited<ReturnType<typeof copyMedia>> | undefined;
  try {
    move = await SiteMove.read(data, {
      store: waitingStore(waiting),
      typesOnly,
      map,
      onProgress: progress,
    });
    if (options.files) copied = await copyMedia(staging, data, options.files, move.report, signal);
    let count = 0;
    for (const { name, text } of move.files(copied?.has)) {
      const path = staging.file(name);
      withPath(path, () => writeFileSync(path, text));
      files[name.slice(0, name.indexOf("/"))]++;
      if (count++ % 100 === 0) {
        await nextTurn();
        signal.throwIfAborted();
      }
    }
  } finally {
    waiting.close();
  }
  const views = viewNames(move.model.templates, move.report);
  const report = new LineFile(staging.file(REPORT_NAME));
  for (const line of move.report.lines((kind, key) => move.placeOf(kind, key)))
    report.add(JSON.stringify(line));
  report.end();
  signal.throwIfAborted();
  staging.write(USYNC_INDEX_NAME, usyncConfig(USYNC_MARK));
  await staging.swap(SWAP_MARKS.usync, async () => {
    const put = (name: string) => staging.put(name, join(USYNC_FOLDER, name));
    // From now on the folder is one of this program, which a later run may replace.
    await put(USYNC_INDEX_NAME);
    for (const section of WRITTEN_SECTIONS) {
      await removeWhenFree(join(staging.out, USYNC_FOLDER, section));
      if (files[section] > 0) await put(section);
    }
    await staging.put(REPORT_NAME);
    putViews(staging.out, views);
    await copied?.put();
  });
  return {
    ...{ nodes: move.nodes, files, report: move.report.counts, subjects: move.report.subjects },
    secrets: typesOnly ? 0 : move.secrets,
    ...(copied && { media: { count: copied.count, bytes: copied.bytes } }),
    reportPath: join(options.out, REPORT_NAME),
  };
}
