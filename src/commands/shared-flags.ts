/** The flags that several commands take, in the groups in which `--help` shows them. */

import { type NodeSelector, otherUdiType, parseNodeSelector } from "../analysis/find/criteria.ts";
import { type Hint, UsageError } from "../errors.ts";
import { formatsTaking, pathNames } from "../formats/data-formats.ts";
import { DEFAULT_PREFIX, KINDS, type Kind, parseId } from "../operations.ts";
import type { Target } from "../source.ts";
import { inWords } from "../text/counted.ts";
import { type Key, parseKey } from "../tree/key.ts";
import { URL_ASCII_MODES } from "../urls/node-urls.ts";
import {
  byteSize,
  decimalNumber,
  type Flags,
  hidden,
  notEmpty,
  ofForm,
  oneOf,
  text,
  toggle,
  type Values,
  valued,
} from "./flag.ts";

/** The data directory that is read where none is named. */
export const DEFAULT_DIRECTORY = "./data";

/** How long a remote may be silent, in seconds. */
export const DEFAULT_TIMEOUT = 30;

/** The largest answer of a site that is taken, once it is decoded. Media files have no such limit. */
const DEFAULT_MAX_ANSWER = "256MB";

/** A longer text than about this does not fit into one string, so an answer that is larger could not be read. */
const LARGEST_MAX_ANSWER = 500_000_000;

/** Node's own limit for a silent server. */
const LONGEST_TIMEOUT = 300;

/** Which directory is read. */
export const DATA_FLAGS = {
  data: valued(
    "--data <path>",
    `data directory, ${pathNames()} or site folder (default: MIGRATIONS_DATA, else ${DEFAULT_DIRECTORY})`,
    notEmpty("names a directory"),
  ),
  sample: toggle("--sample", "read the sample tree that comes with the program"),
} satisfies Flags;

/** Which site is asked, for commands that can ask one. */
const SITE_FLAG = {
  baseUrl: text("--base-url <url>", "ask a live site instead of a directory (default: MIGRATIONS_BASE_URL)"),
} satisfies Flags;

/** How a directory is read: of no use for a site. */
const READING_FLAGS = {
  culture: valued(
    "--culture <code>",
    `${formatsTaking("culture")}: the language to read (default: the site's default language)`,
    notEmpty("takes a code such as en-US"),
  ),
  includeUnpublished: toggle(
    "--include-unpublished",
    `${formatsTaking("includeUnpublished")}: read nodes that are not published too`,
  ),
  editors: text(
    "--editors <path>",
    `${formatsTaking("editors")}: JSON from property alias to editor alias, or a uSync folder of the site`,
  ),
  urls: toggle("--urls", `${formatsTaking("urls")}: make the urls that the data does not hold`),
  urlAscii: valued(
    "--url-ascii <mode>",
    "how letters of such urls are recoded to ASCII: try, true or false (default: by version)",
    oneOf(URL_ASCII_MODES),
  ),
} satisfies Flags;

/** For commands that make urls without being asked: it says no to `--urls`, by whose name commander gives it. */
export const NO_URLS_FLAG = {
  noUrls: toggle("--no-urls", "make no urls, where they are made without --urls"),
} satisfies Flags;

/** Where the API is, and who may ask it: of a site that is asked, or of one that is served. */
export const API_FLAGS = {
  prefix: valued(
    "--prefix <path>",
    `path before /Migrations (default: MIGRATIONS_PREFIX, else ${DEFAULT_PREFIX})`,
    readPrefix,
  ),
  apiKeyFile: text(
    "--api-key-file <file>",
    "file that holds the API key; - is stdin (default: the key in MIGRATIONS_API_KEY)",
  ),
} satisfies Flags;

/** How a site is asked: of no use for a directory. */
export const ASKING_FLAGS = {
  ...API_FLAGS,
  timeout: valued(
    "--timeout <seconds>",
    `how long the site may be silent (default: ${DEFAULT_TIMEOUT})`,
    ofForm(`seconds, more than 0 and up to ${LONGEST_TIMEOUT}`, (text) => {
      const seconds = decimalNumber(text);
      return seconds > 0 && seconds <= LONGEST_TIMEOUT ? seconds : undefined;
    }),
  ),
  maxAnswer: valued(
    "--max-answer <size>",
    `largest answer that is taken, uncompressed (default: ${DEFAULT_MAX_ANSWER})`,
    byteSize(LARGEST_MAX_ANSWER, DEFAULT_MAX_ANSWER),
  ),
  caFile: text("--ca-file <file>", "certificates in PEM that are trusted too"),
  insecure: toggle("--insecure", "take any certificate"),
} satisfies Flags;

/** The groups of flags that several commands have, each under its heading in --help. */
export const PLACE_GROUP = { heading: "Where to read from:", flags: { ...DATA_FLAGS, ...SITE_FLAG } };
/** Which site is asked, for commands that read directories alone: known in order to say that it is to be pulled first. */
export const NO_SITE_FLAG = hidden(SITE_FLAG);
/** The same with how it is asked. */
export const NO_SITE_FLAGS = { ...NO_SITE_FLAG, ...hidden(ASKING_FLAGS) };
/** For commands that want all of a site at once, which a live one does not give. */
export const WHOLE_SITE_GROUP = {
  heading: PLACE_GROUP.heading,
  flags: { ...DATA_FLAGS, ...NO_SITE_FLAGS },
};
export const READING_GROUP = { heading: "Reading a directory:", flags: READING_FLAGS, isCommon: true };
export const ASKING_GROUP = { heading: "Asking a site:", flags: ASKING_FLAGS, isCommon: true };

/** Why not both. */
export const TLS_CONFLICT = {
  flags: ["caFile", "insecure"],
  reason: "trust one authority, and everyone: give one",
} as const;

/** Which tree. */
export function kindFlag(help: string) {
  return { kind: valued("--kind <kind>", help, oneOf(KINDS)) } satisfies Flags;
}
export const KIND_FLAG = kindFlag("content or media (default: both)");

/** What is said beside the result. */
export const QUIET_FLAG = { quiet: toggle("--quiet", "no warnings on stderr") } satisfies Flags;

/**
 * How a result is printed.
 * @param otherwise what it is where neither flag nor variable says, in words
 * @param said the formats in words. Default: their names
 */
export function outputFlags<F extends string>(
  formats: readonly F[],
  otherwise: "plain" | "by what stdout is",
  said = inWords(formats),
) {
  return {
    format: valued(
      "--format <format>",
      `${said} (default: MIGRATIONS_FORMAT, else ${otherwise})`,
      oneOf(formats),
    ),
    color: toggle("--no-color", "no colour"),
    ...QUIET_FLAG,
  } satisfies Flags;
}

/** Where a directory is, and how it is read. */
export const DIRECTORY_FLAGS = { ...DATA_FLAGS, ...READING_FLAGS } satisfies Flags;
export type DirectoryFlags = Values<typeof DIRECTORY_FLAGS>;

/** Any place to read from. */
export type PlaceFlags = DirectoryFlags & Values<typeof SITE_FLAG & typeof ASKING_FLAGS>;

/** The path segments before `Migrations`, without slashes around them, as they are written for people. */
export function readPrefix(text: string): string {
  const path = text.replace(/^\/+|\/+$/g, "");
  const isPath = path
    .split("/")
    .every((segment) => /^[^\s?#%\\]+$/.test(segment) && !/^\.\.?$/.test(segment));
  if (isPath) return path;
  throw new UsageError(`the prefix ${JSON.stringify(text)} is no path: it looks like umbraco/Limbo`);
}

/** A key as it was given, and the kind that a UDI tells. */
type NamedKey = { key: Key; kind: Kind | undefined };

export const NODE_FLAGS = {
  id: valued("--id <id>", "the node with this id", readId),
  key: valued("--key <key>", "the node with this key: a GUID or a UDI", readKey),
} satisfies Flags;

/** Why not both. */
export const NODE_CONFLICT = { flags: ["id", "key"], reason: "name two nodes: give one" } as const;

/**
 * @param hintFor what to try where the key is one of the other kind
 * @throws UsageError where it is
 */
export function readTarget(
  kind: Kind,
  { id, key }: Values<typeof NODE_FLAGS>,
  hintFor: (kind: Kind) => Hint,
): Target {
  if (id !== undefined) return { by: "id", id };
  if (key === undefined) return { by: "root" };
  if (key.kind === undefined || key.kind === kind) return { by: "key", key: key.key };
  throw new UsageError(`--key was given a UDI of ${key.kind}`, hintFor(key.kind));
}

export function readId(text: string): number {
  const id = parseId(text);
  if (id !== undefined) return id;
  if (parseKey(text)) throw new UsageError("--id was given a key", { flags: { id: undefined, key: text } });
  throw new UsageError(`--id takes a decimal 32-bit integer such as 1050, not "${text}"`);
}

export function readKey(text: string): NamedKey {
  refuseOtherUdi(text, "--key");
  const named = parseNodeSelector(text);
  if (named?.by === "key") return { key: named.key, kind: named.kind };
  if (parseId(text) !== undefined) {
    throw new UsageError("--key was given an id", { flags: { key: undefined, id: text } });
  }
  throw new UsageError(`--key takes a GUID, or a UDI such as umb://document/<32 digits>, not "${text}"`);
}

/** @throws UsageError for a UDI of something else than a node */
export function refuseOtherUdi(text: string, spelled: string): void {
  const type = otherUdiType(text);
  if (type !== undefined)
    throw new UsageError(`${spelled} takes UDIs of documents and media, not of a ${type}`);
}

/** A node by its id or its key, in whatever form. */
export function readNodeFlag(given: string, spelled: string): NodeSelector {
  refuseOtherUdi(given, spelled);
  const named = parseNodeSelector(given);
  if (named) return named;
  throw new UsageError(`${spelled} takes an id, a GUID or a UDI, not "${given}"`);
}
