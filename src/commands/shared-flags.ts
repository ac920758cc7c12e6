/** The options that several commands share, in the groups of `--help`. */

import { type NodeSelector, otherUdiType, parseNodeSelector } from "../analysis/find/criteria.ts";
import { type Hint, UsageError } from "../errors.ts";
import type { ReadOptions } from "../formats/data-format.ts";
import { formatsTaking } from "../formats/data-formats.ts";
import { DEFAULT_PREFIX, KINDS, type Kind, parseId } from "../operations.ts";
import { anyText, ofForm, refusalOf, wholeNumber } from "../parameter.ts";
import { PACE_DEFAULTS } from "../remote/options.ts";
import type { Target } from "../site/source.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import {
  aliases,
  choice,
  decimalNumber,
  type Flags,
  givenOf,
  hidden,
  readAs,
  repeated,
  textOption,
  toggle,
  type Values,
  valued,
} from "./flag.ts";

/** In seconds: Node's own limit for a silent server. */
const LONGEST_TIMEOUT = 300;

/** Which directory is read. */
export const DATA_FLAGS = {
  data: valued(
    "--data <path>",
    `data directory, file or site folder (${formatsTaking()})`,
    anyText("the path of a directory"),
    { env: "MIGRATIONS_DATA", default: "./data" },
  ),
  sample: toggle("--sample", "read the sample site that comes with the program"),
} satisfies Flags;

/** Which site is read, for commands that can read one. */
const SITE_FLAG = {
  baseUrl: textOption("--base-url <url>", "read a live site instead", { env: "MIGRATIONS_BASE_URL" }),
} satisfies Flags;

/** How a directory is read: no use for a site. */
const READING_FLAGS = {
  culture: valued(
    "--culture <code>",
    `language to read (${formatsTaking("culture")})`,
    anyText("a code such as en-US"),
    { defaultText: "the site's default language" },
  ),
  includeUnpublished: toggle(
    "--include-unpublished",
    `also read unpublished nodes (${formatsTaking("includeUnpublished")})`,
  ),
  editors: textOption(
    "--editors <path>",
    `JSON from property to editor alias, or a uSync folder (${formatsTaking("editors")})`,
  ),
  skipDamaged: toggle(
    "--skip-damaged",
    `skip damaged files instead of reading nothing (${formatsTaking("skipDamaged")})`,
  ),
} satisfies Flags;

/** For commands that show, compare or write URLs: they make the URLs that the data lacks. */
export const NO_URLS_FLAG = {
  urls: toggle("--no-urls", `make no URLs that the data lacks (${formatsTaking("urls")})`),
} satisfies Flags;

/** The API of a site, read or served. */
export const API_FLAGS = {
  prefix: valued("--prefix <path>", "path before /Migrations", readPrefix, {
    env: "MIGRATIONS_PREFIX",
    default: DEFAULT_PREFIX,
  }),
  apiKeyFile: textOption("--api-key-file <file>", "file with the API key, or - for stdin", {
    defaultText: "the key in MIGRATIONS_API_KEY",
  }),
} satisfies Flags;

/** How a site is read: no use for a directory. */
export const SITE_FLAGS = {
  ...API_FLAGS,
  timeout: valued(
    "--timeout <seconds>",
    "longest wait for data from the site",
    ofForm(`seconds, more than 0 and up to ${LONGEST_TIMEOUT}`, (text) => {
      const seconds = decimalNumber(text);
      return seconds > 0 && seconds <= LONGEST_TIMEOUT ? seconds : undefined;
    }),
    { default: 30 },
  ),
  caFile: textOption("--ca-file <file>", "also trust these certificates (PEM)", { conflicts: ["insecure"] }),
  insecure: toggle("--insecure", "trust any certificate"),
} satisfies Flags;

const HIGHEST_CONCURRENCY = 64;
const MOST_RETRIES = 100;
/** In milliseconds. */
const LONGEST_DELAY = 60_000;

/** How many requests are sent to a live site. */
export const PACE_FLAGS = {
  concurrency: valued("--concurrency <n>", "requests at a time", wholeNumber(1, HIGHEST_CONCURRENCY), {
    default: PACE_DEFAULTS.concurrency,
  }),
  delay: valued("--delay <ms>", "shortest time between two requests", wholeNumber(0, LONGEST_DELAY), {
    default: PACE_DEFAULTS.delay,
  }),
  retries: valued("--retries <n>", "retries per request", wholeNumber(0, MOST_RETRIES), {
    default: PACE_DEFAULTS.retries,
  }),
} satisfies Flags;

/** New names of hosts. */
export const RENAME_HOST_FLAG = {
  renameHost: repeated(
    "--rename-host <old=new>",
    "the new name of a host; can be repeated",
    ofForm("two hosts, such as www.old.example=www.new.example", (text) => {
      const [, old, name] = /^([^=\s/]+)=([^=\s]+?)\/?$/.exec(text) ?? [];
      const isHost =
        name !== undefined && URL.canParse(/^https?:\/\//i.test(name) ? name : `https://${name}`);
      return old !== undefined && isHost ? ([old.toLowerCase(), name] as const) : undefined;
    }),
  ),
} satisfies Flags;

/** The groups of options that several commands have, each under its heading in --help. */
export const SOURCE_GROUP = { heading: "Source:", flags: { ...DATA_FLAGS, ...SITE_FLAG } };
/** For commands that only read directories: known, so that the error can say to pull the site first. */
export const NO_SITE_FLAG = hidden(SITE_FLAG);
/** The same, with the options of a site. */
export const NO_SITE_FLAGS = { ...NO_SITE_FLAG, ...hidden(SITE_FLAGS) };
/** For commands that need a whole site at once, which a live one cannot give. */
export const WHOLE_SITE_GROUP = {
  heading: SOURCE_GROUP.heading,
  flags: { ...DATA_FLAGS, ...NO_SITE_FLAGS },
};
export const READING_GROUP = { heading: "Reading a directory:", flags: READING_FLAGS, isCommon: true };
/** The same for commands that make URLs. */
export const URLS_READING_GROUP = { ...READING_GROUP, flags: { ...READING_FLAGS, ...NO_URLS_FLAG } };
export const SITE_GROUP = { heading: "Reading a live site:", flags: SITE_FLAGS, isCommon: true };

/** Which tree. */
export const KIND_FLAG = {
  kind: choice("--kind <kind>", "only these nodes", KINDS, { defaultText: "both" }),
} satisfies Flags;

/** Which columns a list has. */
export const LIST_FLAGS = {
  fields: aliases("--fields <names>", "columns, separated by commas; --fields help lists them", "a field"),
} satisfies Flags;

export type ListFlags = Values<typeof LIST_FLAGS> & { color?: boolean };

/** Whether the command only lists the fields, and reads no data. */
export function isFieldHelp({ fields }: ListFlags): boolean {
  return fields?.includes("help") === true;
}

export const QUIET_FLAG = { quiet: toggle("--quiet", "no warnings or progress on stderr") } satisfies Flags;

/**
 * How a result is printed.
 * @param otherwise the format if neither option nor variable selects one, in words
 * @param what what is printed in that format. Default: the result
 */
export function outputFlags<F extends string>(
  formats: readonly F[],
  otherwise: "plain" | typeof BY_STDOUT,
  what = "output format",
) {
  return {
    format: choice("--format <format>", what, formats, { defaultText: otherwise }),
    color: toggle("--no-color", "no colours"),
    ...QUIET_FLAG,
  } satisfies Flags;
}
/** The default format of commands with views for a terminal. */
export const BY_STDOUT = "json, or a view on a terminal";

/** Which directory is read, and how. */
export const DIRECTORY_FLAGS = { ...DATA_FLAGS, ...READING_FLAGS } satisfies Flags;
export type DirectoryFlags = Values<typeof DIRECTORY_FLAGS>;

/** What options say about how a directory is read. */
export function readingOf(flags: DirectoryFlags & Values<typeof NO_URLS_FLAG>): ReadOptions {
  return { ...givenOf(READING_FLAGS, flags), ...(flags.urls === false && { urls: false }) };
}

/** Any source. */
export type SourceFlags = DirectoryFlags & Values<typeof SITE_FLAG & typeof SITE_FLAGS>;

/** The path segments before `Migrations`, without leading and trailing slashes, not percent-encoded. */
export function readPrefix(text: string): string {
  const path = text.replace(/^\/+|\/+$/g, "");
  const isPath = path
    .split("/")
    .every((segment) => /^[^\s?#%\\]+$/.test(segment) && !/^\.\.?$/.test(segment));
  if (isPath) return path;
  throw new UsageError(`the prefix ${JSON.stringify(text)} is not a path such as umbraco/Limbo`);
}

/** A key, and the kind if it was given as a UDI. */
type NamedKey = { key: Key; kind: Kind | undefined };

export const NODE_FLAGS = {
  id: valued("--id <id>", "the node with this id", readId, { conflicts: ["key"] }),
  key: valued("--key <key>", "the node with this key: a GUID or a UDI", readKey),
} satisfies Flags;

/**
 * @param hintFor the hint for a UDI of the other kind
 * @throws UsageError if the key is a UDI of the other kind
 */
export function readTarget(
  kind: Kind,
  { id, key }: Values<typeof NODE_FLAGS>,
  hintFor: (kind: Kind) => Hint,
): Target {
  if (id !== undefined) return { by: "id", id };
  if (key === undefined) return { by: "root" };
  if (key.kind === undefined || key.kind === kind) return { by: "key", key: key.key };
  throw new UsageError(
    `--key is a UDI of ${key.kind === "media" ? "a media node" : "a content node"}`,
    hintFor(key.kind),
  );
}

function readId(text: string): number {
  const id = parseId(text);
  if (id !== undefined) return id;
  if (parseKey(text))
    throw new UsageError("--id takes an id, not a key", { flags: { id: undefined, key: text } });
  throw new UsageError(refusalOf("--id", { form: "a decimal 32-bit integer such as 1050" }, text));
}

function readKey(text: string): NamedKey {
  refuseOtherUdi(text, "--key");
  const named = parseNodeSelector(text);
  if (named?.by === "key") return { key: named.key, kind: named.kind };
  if (parseId(text) !== undefined) {
    throw new UsageError("--key takes a key, not an id", { flags: { key: undefined, id: text } });
  }
  throw new UsageError(
    refusalOf("--key", { form: "a GUID, or a UDI such as umb://document/<32 digits>" }, text),
  );
}

/** @throws UsageError for a UDI of anything but a node */
export function refuseOtherUdi(text: string, spelled: string): void {
  const type = otherUdiType(text);
  if (type !== undefined)
    throw new UsageError(`${spelled} takes UDIs of documents and media, not of a ${type}`);
}

/** A node by its id or key, in any form. */
export function readNodeFlag(given: string, spelled: string): NodeSelector {
  refuseOtherUdi(given, spelled);
  return readAs(NODE_FORM, given, spelled);
}

const NODE_FORM = ofForm("an id, a GUID or a UDI", parseNodeSelector);
