/** The command `pull` as data: its flags and examples. What runs it is loaded when it runs. */
import { FINDING_FORMATS } from "../output/style.ts";
import { defineCommand, type FlagsIn } from "./command.ts";
import { type Flags, text, toggle, toggleOrText, valued } from "./flag.ts";
import { readShare, wholeNumber } from "./flag-values.ts";
import { NODE_CONFLICT, NODE_FLAGS } from "./node-flags.ts";
import {
  ASKING_GROUP,
  KIND_FLAG,
  outputFlags,
  PLACE_GROUP,
  READING_GROUP,
  TLS_CONFLICT,
} from "./shared-flags.ts";

/** How many requests a pull has under way at a time. */
export const DEFAULT_CONCURRENCY = 4;
const HIGHEST_CONCURRENCY = 64;
/** How often a pull asks for one thing again. */
export const DEFAULT_RETRIES = 6;
const MOST_RETRIES = 100;
/** In milliseconds. */
const LONGEST_DELAY = 60_000;

export const COPY_FLAGS = {
  out: text("--out <directory>", "data directory to write"),
  ...KIND_FLAG,
  id: { ...NODE_FLAGS.id, help: "only the node with this id, its ancestors and all below it" },
  key: { ...NODE_FLAGS.key, help: "the same by key: a GUID or a UDI" },
  files: toggleOrText(
    "--files [directory]",
    "also the media files; of a directory, those in its files/, in the site's own folder, or in the one named",
  ),
  replace: toggle("--replace", "replace a copy of another source"),
} satisfies Flags;

/** How a site is copied: of no use for a directory. */
export const PACE_FLAGS = {
  fresh: toggle("--fresh", "ask for everything, and drop what an unfinished pull has left"),
  verify: valued("--verify <share>", "ask for this share of the unchanged nodes too, such as 5%", readShare),
  allowShrink: toggle("--allow-shrink", "take it where more than a fifth of the nodes is gone"),
  concurrency: valued(
    "--concurrency <n>",
    `requests under way at a time (default: ${DEFAULT_CONCURRENCY})`,
    wholeNumber(1, HIGHEST_CONCURRENCY),
  ),
  delay: valued(
    "--delay <ms>",
    "least time between two requests (default: 0)",
    wholeNumber(0, LONGEST_DELAY),
  ),
  retries: valued(
    "--retries <n>",
    `how often one thing is asked for again (default: ${DEFAULT_RETRIES})`,
    wholeNumber(0, MOST_RETRIES),
  ),
} satisfies Flags;

export const OUTPUT_FLAGS = outputFlags(FINDING_FORMATS, "plain", "the receipt: plain, or json for scripts");

/** In the order in which one meets them. */
const REFRESH_NOTES = [
  "Pulling again refreshes a copy: the site is listed, and only what is new or",
  "changed is asked for. --fresh asks for everything; --verify 5% for a share of",
  "the rest, as not every change moves a date. What cannot be had again is kept and",
  "named (exit 1). A copy of another site, node or language is refused (exit 2)",
  "unless --replace is given: it then stays as DIRECTORY.previous until the new one",
  "is whole.",
];

const GROUPS = [
  { heading: "What is copied:", flags: COPY_FLAGS },
  PLACE_GROUP,
  { heading: "Copying a site:", flags: PACE_FLAGS },
  ASKING_GROUP,
  READING_GROUP,
  { heading: "Output:", flags: OUTPUT_FLAGS },
] as const;

export type PullFlags = FlagsIn<typeof GROUPS>;

export const pullCommand = defineCommand({
  examples: [
    "migrations pull --base-url https://old.example --out ./site",
    "migrations pull --base-url https://old.example --out ./site --files",
    "migrations pull --base-url https://old.example --out ./site --verify 5%",
    "migrations pull --base-url URL --out ./site --kind content --id 1050",
    "migrations pull --data ./uSync/v9 --out ./site",
  ],
  groups: GROUPS,
  conflicts: [NODE_CONFLICT, TLS_CONFLICT],
  notes: REFRESH_NOTES,
  run: async (flags, invocation) => (await import("./pull.ts")).pull(flags, invocation),
});
