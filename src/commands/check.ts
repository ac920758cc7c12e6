/** `check`: says whether a data directory is sound, and what it holds. */
import { counted } from "../counted.ts";
import { DataError, EXIT, IncompleteError } from "../errors.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { type Io, writeAll, writeJson, writeLines } from "../io.ts";
import { KINDS } from "../operations.ts";
import { checkView } from "../output/check-view.ts";
import { FINDING_FORMATS, formatOfVariable, readLook } from "../output/style.ts";
import { missingTypes } from "../schema/missing-types.ts";
import { countNodes } from "../tree/census.ts";
import { defineCommand } from "./command.ts";
import { type Flags, text, toggle, type Values, valued } from "./flag.ts";
import { oneOf } from "./flag-values.ts";
import { mediaFilesOf, refuseNoDirectory } from "./media-folder.ts";
import { inventoryNotes, takeInventory } from "./media-inventory.ts";
import { loadPlace } from "./open-place.ts";
import { type DirectoryPlace, readDirectory } from "./place.ts";
import { COLOR_FLAG, DATA_FLAGS, type DirectoryFlags, QUIET_FLAG, READING_GROUP } from "./shared-flags.ts";

type FindingFormat = (typeof FINDING_FORMATS)[number];

const CHECK_FLAGS = {
  files: text(
    "--files <directory>",
    "compare the site's own folder of media files with what media nodes name",
  ),
  strict: toggle("--strict", "exit with 1 where there are notes"),
  format: valued(
    "--format <format>",
    "plain, or json for scripts (default: MIGRATIONS_FORMAT, else plain)",
    oneOf(FINDING_FORMATS),
  ),
  ...COLOR_FLAG,
  quiet: { ...QUIET_FLAG.quiet, help: "count the notes, but do not list them" },
} satisfies Flags;

export const checkCommand = defineCommand({
  examples: [
    "migrations check",
    "migrations check --data ./uSync/v13",
    "migrations check --data ./site --strict --format json",
    "migrations check --data ./uSync/v13 --files ./media",
  ],
  groups: [{ heading: "What is checked:", flags: { ...DATA_FLAGS, ...CHECK_FLAGS } }, READING_GROUP],
  run: (flags, { io }) => check(flags, io),
});

type CheckFlags = Values<typeof CHECK_FLAGS> & DirectoryFlags;

/**
 * @throws UsageError where `--files` names no directory; DataError for a directory that does not load; IncompleteError where a pull could not have all, or where
 * notes are to count and there are some
 */
async function check(flags: CheckFlags, io: Io): Promise<number> {
  const format = flags.format ?? formatOfVariable(FINDING_FORMATS, io) ?? "plain";
  const place = readDirectory(flags, io);
  refuseNoDirectory(flags.files);
  const loaded = await loadWithTypes(place).catch((error) => {
    throw error instanceof DataError ? reportErrors(error, place.directory, format, io) : error;
  });
  const inventory = flags.files === undefined ? undefined : takeInventory(mediaFilesOf(loaded, flags.files));
  const data = inventory ? { ...loaded, notes: [...loaded.notes, ...inventoryNotes(inventory)] } : loaded;
  if (format === "json") writeJson(io, { ...asJson(data), files: inventory });
  else await writeAll(io.stdout, await checkView(data, { ...readLook(flags, io), quiet: flags.quiet }));
  throwNo(data, flags.strict === true);
  return EXIT.done;
}

/** As `loadPlace`, with what is to be noted of the types, too. */
async function loadWithTypes(place: DirectoryPlace): Promise<LoadedData> {
  const data = await loadPlace(place);
  const types = data.types();
  const missing = KINDS.flatMap((kind) => {
    if (types[kind].length === 0) return [];
    return missingTypes(types[kind], countNodes(data.trees[kind]).types).map(({ alias, nodes }) => ({
      file: kind,
      text: `the type ${alias} is not among the ${kind} types: ${counted(nodes, "node has", "nodes have")} it`,
      topic: "nodes of types that are not there",
      count: nodes,
    }));
  });
  return { ...data, notes: [...data.notes, ...types.notes, ...missing] };
}

/** @throws IncompleteError where the answer is no */
function throwNo({ path, missing, notes }: LoadedData, isStrict: boolean): void {
  if (missing > 0) {
    throw new IncompleteError(
      `${path} is not whole: ${counted(missing, "node or file is", "nodes or files are")} missing`,
    );
  }
  if (isStrict && notes.length > 0) {
    throw new IncompleteError(`${counted(notes.length, "note")}, and --strict makes them count`);
  }
}

/** Writes all errors, and returns one in short. */
function reportErrors(error: DataError, path: string, format: FindingFormat, io: Io): DataError {
  const errors = error.findings.length > 0 ? error.findings : [error.message];
  if (format === "json") writeJson(io, { path, sound: false, errors });
  else if (error.findings.length > 0)
    writeLines(
      io,
      errors.map((text) => `error: ${text}`),
    );
  return new DataError(error.message.split("\n")[0], { cause: error });
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
    notes: notes.map(({ file, text }) => ({ file, text })),
  };
}
