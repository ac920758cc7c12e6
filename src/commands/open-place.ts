/** Opens the place that a command reads from. */
import { isLoopbackHost } from "../access/loopback.ts";
import { type LanguageReferences, readLanguageReferences } from "../analysis/reference-index.ts";
import { DataError, NoSuchNodeError } from "../errors.ts";
import { aboutTopic, type Note } from "../formats/findings.ts";
import {
  type LoadedData,
  languagesBeside,
  loadDirectory,
  otherLanguages,
} from "../formats/load-directory.ts";
import { readManifest } from "../formats/manifest.ts";
import { type Io, writeError } from "../io.ts";
import type { Source } from "../source.ts";
import { DirectorySource } from "../sources/directory.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import type { Invocation } from "./command.ts";
import type { Values } from "./flag.ts";
import type { DirectoryPlace } from "./place.ts";
import type { RemotePlace } from "./remote-place.ts";
import { DEFAULT_DIRECTORY, DIRECTORY_FLAGS, type QUIET_FLAG } from "./shared-flags.ts";

type Teller = Pick<Invocation, "io" | "spell">;

/** Opens the place, with the notes on what was read of a directory. */
export async function openSource(
  place: DirectoryPlace | RemotePlace,
  flags: Values<typeof QUIET_FLAG>,
  teller: Teller,
): Promise<{ source: Source; notes: readonly Note[] }> {
  if ("directory" in place) {
    const data = await loadWithNotes(place, flags, teller);
    return { source: new DirectorySource(data), notes: data.notes };
  }
  warnOfClearKey(place, teller.io);
  const { RemoteSource } = await import("../sources/remote.ts");
  const { createDispatcher } = await import("../sources/http-client.ts");
  const dispatcher = createDispatcher(place.connection);
  const onNote = (text: string) => writeError(teller.io, `note: ${text}`);
  const source = new RemoteSource({ ...place, dispatcher, onNote: flags.quiet ? undefined : onNote });
  return { source, notes: [] };
}

/**
 * Loads a directory, and says on stderr what of its notes concerns the result of the command.
 * @param told which notes: all of them, where the command is about the data as such. Default: those that concern any result
 * @param isOfAll whether the command covers all languages: others say which of several is read. Default: no
 */
export async function loadWithNotes(
  place: DirectoryPlace,
  flags: Values<typeof QUIET_FLAG>,
  teller: Teller,
  told: "all" | "concerning" = "concerning",
  isOfAll = false,
): Promise<LoadedData> {
  const data = await loadPlace(place);
  if (!flags.quiet && !isOfAll) tellLanguage(data, place.options.culture, teller.io);
  const notes = told === "all" ? data.notes : data.notes.filter(concernsAnyResult);
  tellNotes(notes, "what was read", flags, teller);
  return data;
}

/** Whether a note concerns whatever a command results in: data is missing, or other data may be meant. */
export function concernsAnyResult({ topic }: Note): boolean {
  return aboutTopic(topic).concerns === "all";
}

/**
 * Looks for nodes. If they are not found, says on stderr how many notes there are on nodes that were left out: they may be among these.
 * @throws whatever `look` throws
 */
export async function lookIn<T>(
  notes: readonly Note[],
  flags: Values<typeof QUIET_FLAG>,
  teller: Teller,
  look: () => T | Promise<T>,
): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof NoSuchNodeError) {
      const leftOut = notes.filter(({ topic }) => aboutTopic(topic).concerns === "not-found");
      tellNotes(leftOut, "nodes that were left out", flags, teller);
    }
    throw error;
  }
}

/** A single note is told itself; of several, how many there are, and the command that lists them. */
function tellNotes(
  [first, ...more]: readonly Note[],
  about: string,
  { quiet }: Values<typeof QUIET_FLAG>,
  { io, spell }: Teller,
): void {
  if (quiet || first === undefined) return;
  writeError(
    io,
    more.length === 0
      ? visible(`note: ${first.file}: ${first.text}`)
      : `${more.length + 1} notes on ${about}, listed by: ${spell("check", DIRECTORY_FLAGS)}`,
  );
}

/**
 * Says on stderr which of several languages is read, where no flag has named one.
 * @param culture the language that is asked for, if one is
 */
export function tellLanguage(
  data: Pick<LoadedData, "culture" | "heldLanguages"> & { path: string },
  culture: string | undefined,
  io: Io,
): void {
  const others = languagesBeside(data);
  if (culture !== undefined || others.length === 0) return;
  const read = data.culture === undefined ? "without a language" : `in ${data.culture}`;
  writeError(
    io,
    visible(
      `note: ${data.path} is read ${read}; it also holds ${others.join(", ")}: --culture names the language to read`,
    ),
  );
}

/** Reports on stderr that a copy holds one language of its source, and no redirects. */
export function tellCopy(path: string, { quiet }: Values<typeof QUIET_FLAG>, io: Io): void {
  const manifest = quiet ? undefined : readManifest(path);
  if (manifest?.redirects !== false) return;
  const { language, otherLanguages = [] } = manifest;
  const others = otherLanguages.length > 0 ? `, not ${otherLanguages.join(", ")}` : "";
  const held = language === undefined ? "one language of the site" : `the language ${language}${others}`;
  writeError(io, visible(`note: ${path} is a copy: it holds ${held}, and no redirects`));
}

/** Reads the references that stand in the other languages of a site; none where it holds no more than one. */
export async function languageReferences(data: LoadedData): Promise<LanguageReferences | undefined> {
  if (languagesBeside(data).length === 0) return undefined;
  return readLanguageReferences(data.trees, otherLanguages(data), data.types());
}

/** Reports on stderr how many values were redacted, if any were. */
export function reportRedacted(count: number, { quiet }: Values<typeof QUIET_FLAG>, io: Io): void {
  if (quiet || count === 0) return;
  writeError(
    io,
    `redacted ${counted(count, "value")} that ${count === 1 ? "looks like a secret" : "look like secrets"}: --keep-secrets keeps them`,
  );
}

/** Warns of an API key that others can read on its way. */
export function warnOfClearKey({ apiKey, baseUrl }: RemotePlace, io: Io): void {
  if (apiKey === undefined || !isInTheClear(baseUrl)) return;
  writeError(io, "warning: the API key is sent over plain http, where others can read it: use https");
}

/** @throws DataError, which says where else to look where the default directory is not there */
export async function loadPlace({ directory, options, implied }: DirectoryPlace): Promise<LoadedData> {
  try {
    return await loadDirectory(directory, options, implied);
  } catch (error) {
    // Most likely nobody has said yet where the data is.
    if (directory !== DEFAULT_DIRECTORY || !(error instanceof DataError) || error.findings.length > 0)
      throw error;
    throw new DataError(
      `${error.message}; try --data DIRECTORY, --sample for the tree that comes with the program, or migrations pull to copy a site`,
    );
  }
}

function isInTheClear(baseUrl: string): boolean {
  const { protocol, host } = new URL(baseUrl);
  return protocol === "http:" && !isLoopbackHost(host);
}
