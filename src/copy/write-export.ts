/** Writes an export: the nodes of a site with decoded values, in all languages, and what could not be decoded. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { contentModel, modelJson } from "../decode/content-model.ts";
import { countSecrets } from "../decode/count-secrets.ts";
import { countUses } from "../decode/count-uses.ts";
import type { DecodingProblem } from "../decode/decoding.ts";
import { modelJsonSchema } from "../decode/model-json-schema.ts";
import { modelTypeScript } from "../decode/model-typescript.ts";
import type { ReportLine } from "../decode/report.ts";
import { SiteLines } from "../decode/site-lines.ts";
import { UseCounter } from "../decode/use-counter.ts";
import { EXPORT_FORMAT, EXPORT_INDEX_NAME, holdsExport, SWAP_MARKS } from "../formats/export-index.ts";
import { parseNodeText } from "../json/node-text.ts";
import { KINDS, type Kind } from "../operations.ts";
import { countLosses, isLoss } from "../site/findings.ts";
import { countIn, entryIn } from "../site/map-entries.ts";
import type { MediaFiles } from "../site/media/media-files.ts";
import { namesOfFiles } from "../site/media/media-names.ts";
import { FILE_PROPERTY, mediaPath } from "../site/media/media-paths.ts";
import { createSite } from "../site/site.ts";
import { copyLimits, languagesBeside, type SiteData } from "../site/site-data.ts";
import type { Key } from "../site/tree/key.ts";
import type { Tree } from "../site/tree/tree.ts";
import { counted } from "../text/counted.ts";
import { COPIED_FOLDER, CopiedFiles, type FileOutcome, filePaths, stageFiles } from "./copied-files.ts";
import { LineFile, type LineFileEntry, waitingStore } from "./line-files.ts";
import { inStaging } from "./lock.ts";
import { publishFiles } from "./publish.ts";
import { refuseOtherFiles, type Staging } from "./staging.ts";
import { removeWhenFree } from "./when-free.ts";

/** What `export.json` says of a file. */
type FileEntry = Omit<LineFileEntry, "lines"> & Partial<LineFileEntry>;

const REPORT_NAME = "report.ndjson";
/** What nodes have in other languages, until all are read. */
const WAITING_NAME = "languages.waiting";
/** The content model. */
const MODEL_NAMES = ["model.json", "types.ts", "schema.json"];
/** What a site has beside its nodes. */
const TABLE_NAMES = ["languages.json", "domains.json", "dictionary.json"] as const;
/** Nodes between two turns of the event loop. */
const NODES_PER_TURN = 100;

type ExportOptions = {
  /** The directory to write. */
  out: string;
  kinds: readonly Kind[];
  /** The media files to copy. Default: none. */
  files?: MediaFiles;
  /** The version of this program. */
  version: string;
  /** Aborts the writing, but not the swap; its reason is then thrown. */
  signal: AbortSignal;
  /** Called now and then. */
  onProgress?: (text: string) => void;
  /** Called if the lock of a run that has ended is taken over. Default: nothing happens. */
  onWarning?: (text: string) => void;
};

export type ExportResult = {
  /** Nodes by kind; of a kind that was not exported, none. */
  nodes: Readonly<Record<Kind, number>>;
  /** In whatever languages, each once. */
  elements: number;
  /** References that are decoded as nodes: several of a node to another count once. */
  resolvedReferences: number;
  /** Lines of the report by problem. */
  report: ReadonlyMap<DecodingProblem, number>;
  /** The codes of the languages; empty if the data has none. Absent if that is not known of a copy. */
  languages?: readonly string[];
  /** What is not known of a copy; absent for any other data. */
  copy?: string;
  /** Absent without `files`. */
  files?: { count: number; bytes: number };
  /** How many values of properties that look like secrets were written. */
  secrets: number;
  /** What the source has and the program does not read, with counts. */
  notExported: ReadonlyMap<string, number>;
};

/**
 * The same source gives the same bytes.
 * @throws UsageError if `out` has files and is no export; OutputError if a file cannot be written; the signal's reason
 */
export async function writeExport(data: SiteData, options: ExportOptions): Promise<ExportResult> {
  const { out } = options;
  if (!holdsExport(out)) refuseOtherFiles(out, "export of an earlier run");
  const nodesFiles = KINDS.map((kind) => `${kind}.ndjson`);
  return await inStaging(out, (staging) => write(staging, data, options), {
    onWarning: options.onWarning,
    temporary: [...nodesFiles, REPORT_NAME, WAITING_NAME, COPIED_FOLDER, ...TABLE_NAMES, ...MODEL_NAMES],
  });
}

async function write(staging: Staging, data: SiteData, options: ExportOptions): Promise<ExportResult> {
  const { kinds, files, signal, onProgress } = options;
  const paths = files ? filePaths(data.trees.media, files) : new Set<string>();
  const copied = files && (await stageFiles(staging, files, paths, signal));
  const fileNames = copied && namesOfCopied(data.trees.media, copied);
  const waiting = new LineFile(staging.file(WAITING_NAME));
  const report = new LineFile(staging.file(REPORT_NAME));
  const entries = new Map<string, FileEntry>();
  const counts = { nodes: { content: 0, media: 0 }, elements: 0, resolvedReferences: 0 };
  const problems = new Map<DecodingProblem, number>();
  const uses = new UseCounter(languagesBeside(data).length > 0);
  for (const [name, rows] of Object.entries(siteTables(data)))
    entries.set(name, writeTable(staging.file(name), rows ?? []));
  /** Each language has a property without an editor anew. */
  const withoutEditor = new Set<string>();
  const note = (line: ReportLine) => {
    if (line.problem === "no-editor") {
      if (withoutEditor.has(line.text)) return;
      withoutEditor.add(line.text);
    }
    countIn(problems, line.problem);
    report.add(JSON.stringify(line));
  };
  const pages = new Map<string, Key>();
  try {
    const lines = await SiteLines.read(data, {
      kinds,
      file: fileNames,
      uses,
      store: waitingStore(waiting),
      onProgress: ({ language, lines }) => {
        signal.throwIfAborted();
        onProgress?.(`reading ${language}: ${counted(lines, "node")}`);
      },
    });
    for (const kind of kinds) {
      const file = new LineFile(staging.file(`${kind}.ndjson`));
      for (const line of lines.lines(kind)) {
        file.add(line.text);
        counts.resolvedReferences += line.references;
        line.report.forEach(note);
        for (const each of sameUrls(pages, line)) note(each);
        if (counts.nodes[kind]++ % NODES_PER_TURN > 0) continue;
        onProgress?.(`writing ${kind}: ${counted(counts.nodes[kind], "node")}`);
        await nextTurn();
        signal.throwIfAborted();
      }
      entries.set(`${kind}.ndjson`, file.end());
    }
  } finally {
    waiting.close();
  }
  for (const line of fileNames ? missingFiles(data, fileNames) : []) note(line);
  for (const line of skippedParts(data)) note(line);
  entries.set(REPORT_NAME, report.end());
  counts.elements = uses.elements;
  onProgress?.("writing the content model");
  await countUses(
    createSite(data),
    KINDS.filter((kind) => !kinds.includes(kind)),
    uses,
  );
  for (const [name, text] of Object.entries(modelFiles(data, uses))) {
    staging.write(name, text);
    entries.set(name, {
      bytes: Buffer.byteLength(text),
      sha256: createHash("sha256").update(text).digest("hex"),
    });
  }
  const languages = [...(data.culture === undefined ? [] : [data.culture]), ...languagesBeside(data)];
  const copy = copyLimits(data);
  const result: ExportResult = {
    ...counts,
    report: new Map([...problems].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ...((copy === undefined || languages.length > 0) && { languages }),
    ...(copy !== undefined && { copy }),
    ...(copied && { files: sizesOf(copied) }),
    secrets: countSecrets(data.types(), kinds, uses),
    notExported: new Map([
      ...(data.unread ?? []).map(({ what, count }) => [what, count] as const),
      ...lostParts(data),
    ]),
  };
  signal.throwIfAborted();
  const media = new CopiedFiles(staging, paths, { stagedIn: COPIED_FOLDER, keeps: false });
  const swapMedia = copied ? media.stage(copied, (path) => path, true).swap : () => media.removeEarlier();
  await publishFiles(staging, {
    mark: SWAP_MARKS.export,
    before: async () => {
      // Without it, importers see that the directory holds no whole export.
      await removeWhenFree(join(staging.out, EXPORT_INDEX_NAME));
      await swapMedia();
    },
    files: [...entries.keys()],
    obsolete: KINDS.map((kind) => `${kind}.ndjson`).filter((name) => !entries.has(name)),
    index: { name: EXPORT_INDEX_NAME, text: indexText(data, options, result, entries) },
  });
  return result;
}

function sizesOf(copied: ReadonlyMap<string, FileOutcome>): { count: number; bytes: number } {
  const sizes = Array.from(copied.values()).flatMap((each) => (each.state === "got" ? [each.bytes] : []));
  return { count: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

/** The content model as JSON, TypeScript and JSON Schema, by the names of the files. */
function modelFiles(data: SiteData, uses: UseCounter): Record<string, string> {
  const model = contentModel(data.types(), uses);
  return {
    "model.json": modelJson(model),
    "types.ts": modelTypeScript(model),
    "schema.json": modelJsonSchema(model),
  };
}

/** Returns the name of a media node's file below the folder of files; `undefined` if there is no such file. */
function namesOfCopied(
  media: Tree,
  copied: ReadonlyMap<string, FileOutcome>,
): (index: number) => string | undefined {
  const names = namesOfFiles(copied.keys());
  for (const [path, { state }] of copied) if (state === "failed") names.delete(path);
  return (index) => {
    const path = pathOfFile(media, index);
    return path === undefined ? undefined : names.get(path);
  };
}

function pathOfFile(media: Tree, index: number): string | undefined {
  const { url } = parseNodeText(media.text(index, "item"));
  return typeof url === "string" ? mediaPath(url) : undefined;
}

/** A line for each media node whose file is not there. */
function* missingFiles(
  { trees: { media } }: SiteData,
  nameOf: (index: number) => string | undefined,
): Generator<ReportLine, void> {
  for (let index = 0; index < media.size; index++) {
    const path = pathOfFile(media, index);
    if (path === undefined || nameOf(index) !== undefined) continue;
    const at = { kind: "media", id: media.keyAt(index), language: null } as const;
    yield { ...at, property: FILE_PROPERTY, pointer: "", problem: "missing-file", text: path };
  }
}

/** Yields a line for each URL that an earlier page has, too. */
function* sameUrls(
  pages: Map<string, Key>,
  { key, urls }: { key: Key; urls: readonly string[] },
): Generator<ReportLine, void> {
  for (const url of urls) {
    const first = entryIn(pages, url, () => key);
    if (first === key) continue;
    const at = { kind: "content", id: key, language: null, property: null, pointer: "" } as const;
    yield { ...at, problem: "same-url", text: `${url} is also the URL of ${first}` };
  }
}

function lostParts({ warnings }: SiteData): [what: string, count: number][] {
  const { files, nodes } = countLosses(warnings);
  const parts: [string, number][] = [
    ["damaged files", files],
    ["nodes left out", nodes],
  ];
  return parts.filter(([, count]) => count > 0);
}

/** A line for each file that was skipped, and each node that was left out with it. */
function skippedParts({ warnings }: SiteData): ReportLine[] {
  const at = { kind: null, id: null, language: null, property: null, pointer: "" } as const;
  return warnings
    .filter(({ topic }) => isLoss(topic))
    .map(({ file, text }) => ({ ...at, problem: "skipped", text: `${file}: ${text}` }));
}

/** Without times and paths of this machine, so that the same source gives the same text. */
function indexText(
  data: SiteData,
  { version, kinds }: ExportOptions,
  { nodes, elements, resolvedReferences, report, languages, copy, files, notExported }: ExportResult,
  entries: ReadonlyMap<string, FileEntry>,
): string {
  const index = {
    format: EXPORT_FORMAT,
    program: version,
    source: { format: data.format, version: data.version ?? null },
    language: data.culture ?? null,
    languages,
    copy,
    kinds,
    counts: { ...nodes, elements, resolvedReferences, ...(files && { files: files.count }) },
    report: Object.fromEntries(report),
    notExported: Object.fromEntries(notExported),
    files: Object.fromEntries(entries),
  };
  return `${JSON.stringify(index, undefined, 2)}\n`;
}

/** What the source has beside its nodes, by the names of files. */
function siteTables({
  languages,
  domains,
  dictionary,
}: SiteData): Record<(typeof TABLE_NAMES)[number], readonly object[] | undefined> {
  return { "languages.json": languages, "domains.json": domains?.(), "dictionary.json": dictionary?.() };
}

/** Writes an array, a row a line. */
function writeTable(path: string, rows: readonly object[]): LineFileEntry {
  const file = new LineFile(path);
  if (rows.length === 0) file.add("[]");
  for (const [index, row] of rows.entries()) {
    file.add(`${index === 0 ? "[" : " "}${JSON.stringify(row)}${index === rows.length - 1 ? "]" : ","}`);
  }
  return file.end();
}
