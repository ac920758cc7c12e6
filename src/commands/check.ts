/** `check`: says whether a data directory is sound, and what it holds. */
import { DataError, IncompleteError, UsageError } from "../errors.ts";
import type { Note } from "../formats/findings.ts";
import { type LoadedData, loadDirectory } from "../formats/load-directory.ts";
import type { Io } from "../io.ts";
import { KINDS } from "../operations.ts";
import { visible } from "../output/visible.ts";
import { type Census, countNodes } from "../tree/census.ts";
import { readDirectory, type WhereFlags } from "./where.ts";

export type CheckFlags = WhereFlags & {
  format?: string;
  strict?: boolean;
};

/** The forms in which findings are told. */
export const CHECK_FORMATS = ["plain", "json"] as const;
type CheckFormat = (typeof CHECK_FORMATS)[number];

/**
 * @throws DataError for a directory that does not load; IncompleteError where a pull could not have all, or where
 * notes are to count and there are some
 */
export async function check(flags: CheckFlags, io: Io): Promise<void> {
  const format = readFormat(flags.format);
  const { directory, options } = readDirectory(flags, io);
  let data: LoadedData;
  try {
    data = await loadDirectory(directory, options);
  } catch (error) {
    throw error instanceof DataError ? reportErrors(error, directory, format, io) : error;
  }
  io.stdout.write(format === "json" ? `${JSON.stringify(asJson(data))}\n` : asLines(data).map(line).join(""));
  const { length } = data.notes;
  if (flags.strict && length > 0) {
    throw new IncompleteError(`${length} ${length === 1 ? "note" : "notes"}, and --strict makes them count`);
  }
  if (data.missing > 0) {
    throw new IncompleteError(`${data.path} is not whole: ${data.missing} nodes or files are missing`);
  }
}

/** Writes all errors, and returns one in short. */
function reportErrors(error: DataError, path: string, format: CheckFormat, io: Io): DataError {
  const errors = error.findings.length > 0 ? error.findings : [error.message];
  if (format === "json") io.stdout.write(`${JSON.stringify({ path, sound: false, errors })}\n`);
  else if (error.findings.length > 0) io.stdout.write(errors.map((text) => line(`error: ${text}`)).join(""));
  return new DataError(error.message.split("\n")[0], { cause: error });
}

function asLines({ path, format, version, languages = [], culture, trees, notes }: LoadedData): string[] {
  const counts = KINDS.map((kind) => `${trees[kind].size} ${kind}`).join(" and ");
  const codes = languages.map((code) => (code === culture ? `${code} (read)` : code));
  return [
    `${path} is sound: ${[format, version].filter(Boolean).join(" ")}, ${counts} nodes`,
    ...(codes.length > 0 ? [`languages: ${codes.join(", ")}`] : []),
    ...KINDS.flatMap((kind) => censusLines(kind, countNodes(trees[kind]))),
    `notes: ${notes.length}`,
    ...notes.map(({ file, text }) => `note: ${file}: ${text}`),
  ];
}

function censusLines(kind: string, { total, levels, types }: Census): string[] {
  if (total === 0) return [];
  const byLevel = levels.map((count, index) => `${index + 1}: ${count}`).join(", ");
  const byType = [...types].map(([type, count]) => `${type}: ${count}`).join(", ");
  return [`${kind} by level: ${byLevel}`, ...(byType === "" ? [] : [`${kind} by type: ${byType}`])];
}

function asJson({ path, format, version, languages, culture, trees, notes, missing }: LoadedData) {
  const nodes = KINDS.map((kind) => {
    const { total, levels, types } = countNodes(trees[kind]);
    return [kind, { total, levels, types: Object.fromEntries(types) }];
  });
  return {
    path,
    sound: true,
    format,
    version,
    languages,
    culture,
    nodes: Object.fromEntries(nodes),
    missing,
    notes: notes.map(({ file, text }: Note) => ({ file, text })),
  };
}

/** Names in a directory can be anything, and a terminal would obey some. */
function line(text: string): string {
  return `${visible(text)}\n`;
}

function readFormat(text = "plain"): CheckFormat {
  const format = CHECK_FORMATS.find((candidate) => candidate === text);
  if (!format) throw new UsageError(`--format takes ${CHECK_FORMATS.join(" or ")}, not "${text}"`);
  return format;
}
