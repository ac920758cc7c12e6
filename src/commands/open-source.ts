/** Opens the source that the options of a command select, and prints the warnings about its data. */

import { DataError, NoSuchNodeError } from "../errors.ts";
import { DirectorySource } from "../formats/directory-source.ts";
import { loadDirectory } from "../formats/load-directory.ts";
import { type Io, writeError } from "../io.ts";
import { otherKind } from "../operations.ts";
import { aboutTopic, countWarnings, type Warning } from "../site/findings.ts";
import type { MediaFiles } from "../site/media/media-files.ts";
import { refusedFilesWarning } from "../site/media/media-folder.ts";
import type { Site } from "../site/site.ts";
import { copyLimits, languagesBeside, type SiteData } from "../site/site-data.ts";
import { describeTarget, hintAtId, type Lookup, type Source } from "../site/source.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import type { Invocation } from "./command.ts";
import type { Values } from "./flag.ts";
import { withLoadProgress } from "./load-progress.ts";
import { DATA_FLAGS, DIRECTORY_FLAGS, type QUIET_FLAG } from "./shared-flags.ts";
import { type GivenDirectory, type GivenSite, warnOfClearKey } from "./source-options.ts";

type Printer = Pick<Invocation, "io" | "spell">;

/** Opens a source, with the warnings of a directory. */
export async function openSource(
  given: GivenDirectory | GivenSite,
  flags: Values<typeof QUIET_FLAG>,
  printer: Printer,
): Promise<{ source: Source; warnings: readonly Warning[] }> {
  if ("directory" in given) {
    const data = await loadData(given, flags, printer);
    return { source: new DirectorySource(data), warnings: data.warnings };
  }
  warnOfClearKey(given, printer.io);
  const { RemoteSource } = await import("../remote/remote-source.ts");
  const { createDispatcher } = await import("../remote/http-client.ts");
  const dispatcher = createDispatcher(given.connection);
  const onWarning = (text: string) => writeError(printer.io, `warning: ${text}`);
  const source = new RemoteSource({ ...given, dispatcher }, flags.quiet ? {} : { onWarning });
  return { source, warnings: [] };
}

/**
 * Loads a directory, and prints its warnings on stderr.
 * @param which "all" for commands about the data itself. Default: the warnings that concern any result
 * @param coversLanguages whether the command covers all languages; else, of several, the one read is printed. Default: no
 */
export async function loadData(
  given: GivenDirectory,
  flags: Values<typeof QUIET_FLAG>,
  printer: Printer,
  which: "all" | "concerning" = "concerning",
  coversLanguages = false,
): Promise<SiteData> {
  const data = await loadGiven(given, flags, printer.io);
  if (!flags.quiet && !coversLanguages) printLanguage(data, given.options.culture, printer.io);
  const warnings = which === "all" ? data.warnings : data.warnings.filter(concernsAnyResult);
  printWarnings(warnings, "the data", flags, printer);
  return data;
}

/** Loads a directory as a site, and prints its warnings on stderr. Parameters as of `loadData`. */
export async function loadWithWarnings(
  given: GivenDirectory,
  flags: Values<typeof QUIET_FLAG>,
  printer: Printer,
  which?: "all" | "concerning",
  coversLanguages?: boolean,
): Promise<Site> {
  const data = await loadData(given, flags, printer, which, coversLanguages);
  // Look-ups share this module, and need none of the code that a site consists of.
  const { createSite } = await import("../site/site.ts");
  return createSite(data);
}

/** Whether a warning concerns any result: data is missing, or other data may be meant. */
export function concernsAnyResult({ topic }: Warning): boolean {
  return aboutTopic(topic).concerns === "all";
}

/**
 * Searches for nodes. If there are none, prints on stderr how many nodes the data left out, which may include them.
 * @throws errors of `search`
 */
export async function searchIn<T>(
  warnings: readonly Warning[],
  flags: Values<typeof QUIET_FLAG>,
  printer: Printer,
  search: () => T | Promise<T>,
): Promise<T> {
  try {
    return await search();
  } catch (error) {
    if (error instanceof NoSuchNodeError) {
      const leftOut = warnings.filter(({ topic }) => aboutTopic(topic).concerns === "not-found");
      printWarnings(leftOut, "nodes left out", flags, printer);
    }
    throw error;
  }
}

/** The error for a node that a source does not have; if a node of the other kind matches, with the command for it. */
export async function missingNodeError(source: Source, { kind, target }: Lookup): Promise<NoSuchNodeError> {
  const other = otherKind(kind);
  const reason = `there is no ${describeTarget(kind, target)}`;
  const isOther = (await source.answer({ kind: other, target, maxLevel: 0 })) !== undefined;
  // Local data can be looked up by derived keys too.
  const hint = source.snapshot === undefined ? hintAtId(target) : "";
  if (!isOther) return new NoSuchNodeError(reason + hint);
  // A UDI would contradict the other kind.
  const key = target.by === "key" ? target.key : undefined;
  return new NoSuchNodeError(`${reason}; a ${other} node has it`, {
    command: other,
    flags: key === undefined ? {} : { key },
  });
}

/** Prints a single warning, or the number of several and the command that lists them. */
function printWarnings(
  warnings: readonly Warning[],
  about: string,
  { quiet }: Values<typeof QUIET_FLAG>,
  { io, spell }: Printer,
): void {
  const [first] = warnings;
  if (quiet || first === undefined) return;
  writeError(
    io,
    warnings.length === 1
      ? visible(`warning: ${first.file}: ${first.text}`)
      : `${countWarnings(warnings)} warnings about ${about}; to list them: ${spell("check", DIRECTORY_FLAGS)}`,
  );
}

/**
 * Prints on stderr which of several languages is read, unless an option selects one.
 * @param culture the language of that option
 */
export function printLanguage(
  data: Pick<SiteData, "culture" | "heldLanguages"> & { path: string },
  culture: string | undefined,
  io: Io,
): void {
  const others = languagesBeside(data);
  if (culture !== undefined || others.length === 0) return;
  const read = data.culture === undefined ? "without a language" : `in ${data.culture}`;
  writeError(
    io,
    visible(
      `warning: reading ${data.path} ${read}; it also has ${others.join(", ")}: to select a language, add --culture`,
    ),
  );
}

/** Reports on stderr what is not known of copies of live sites. */
export function reportCopyLimits(
  sources: readonly Pick<SiteData, "path" | "origin">[],
  { quiet }: Values<typeof QUIET_FLAG>,
  io: Io,
): void {
  for (const data of quiet ? [] : sources) {
    const limits = copyLimits(data);
    if (limits !== undefined) writeError(io, visible(`warning: ${data.path} is a copy: ${limits}`));
  }
}

/** Reports on stderr how many values of properties that look like secrets were written. */
export function warnOfSecrets(count: number, { quiet }: Values<typeof QUIET_FLAG>, io: Io): void {
  if (count === 0 || quiet) return;
  const values = counted(count, "value");
  writeError(io, `warning: wrote ${values} of properties that look like secrets, as importers need them`);
}

/** Reports on stderr that the site's own folder has files which media nodes refer to and which are not served. */
export function warnOfRefusedFiles(
  files: MediaFiles | undefined,
  { quiet }: Values<typeof QUIET_FLAG>,
  io: Io,
): void {
  const refused = files && refusedFilesWarning(files);
  if (refused !== undefined && !quiet) writeError(io, `warning: ${refused}`);
}

/** Prints warnings on stderr, unless --quiet is given. */
export function warner({ quiet }: Values<typeof QUIET_FLAG>, io: Io): (text: string) => void {
  return (text) => {
    if (!quiet) writeError(io, visible(`warning: ${text}`));
  };
}

/** Reports on stderr how many values were redacted, if any were. @param hint how to keep them */
export function reportRedacted(
  count: number,
  { quiet }: Values<typeof QUIET_FLAG>,
  io: Io,
  hint = "; to keep them, add --keep-secrets",
): void {
  if (quiet || count === 0) return;
  writeError(
    io,
    `redacted ${counted(count, "value")} that ${count === 1 ? "looks like a secret" : "look like secrets"}${hint}`,
  );
}

/** @throws DataError, with a hint if the default directory does not exist */
export async function loadGiven(
  { directory, options, implied }: GivenDirectory,
  flags: Values<typeof QUIET_FLAG>,
  io: Io,
): Promise<SiteData> {
  try {
    return await withLoadProgress(flags, io, (onProgress) =>
      loadDirectory(directory, { ...options, onProgress }, implied),
    );
  } catch (error) {
    // Most likely the command was run without a source.
    if (directory !== DATA_FLAGS.data.default || !(error instanceof DataError) || error.findings.length > 0)
      throw error;
    throw new DataError(
      `${error.message}; add --data PATH, or --sample for the sample site, or copy a site with migrations pull`,
    );
  }
}
