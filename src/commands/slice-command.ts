/** `slice`: its flags. */
import { UsageError } from "../errors.ts";
import { KINDS } from "../operations.ts";
import { FINDING_FORMATS } from "../output/style.ts";
import { defineCommand, type FlagsIn } from "./command.ts";
import { type Flags, repeated, text, toggle, valued } from "./flag.ts";
import { byteSize, notEmpty, oneOf, wholeNumber } from "./flag-values.ts";
import { readId, readKey, readNodeFlag } from "./node-flags.ts";
import { outputFlags, READING_GROUP, WHOLE_SITE_GROUP } from "./shared-flags.ts";

const MOST = 2 ** 31 - 1;
const LARGEST = 1e15;

const SEED_FLAGS = {
  key: repeated("--key <key>", "this node, by its key: a GUID or a UDI; again for more", readKey),
  id: repeated("--id <id>", "this node, by its id; again for more", readId),
  url: repeated(
    "--url <path>",
    "the page with this url, or the media node with this file; again for more",
    notEmpty("is the url of a page, or the path of a file"),
  ),
  type: repeated(
    "--type <alias>",
    "nodes of this type; * stands for anything; again for more",
    notEmpty("is an alias, or part of one with *"),
  ),
  perType: valued(
    "--per-type <n>",
    "so many of each type, those with the lowest ids (default: all)",
    wholeNumber(1, MOST),
  ),
  below: valued("--below <node>", "all below this node: its id or key", readNodeFlag),
  keysFrom: valued(
    "--keys-from <file>",
    "the nodes of a list, as find prints it, or a key a line; - is stdin",
    notEmpty("is a file, or - for stdin"),
  ),
  cover: toggle(
    "--cover",
    "few nodes that show every type, editor, element and shape of value, small ones first",
  ),
  kind: valued("--kind <kind>", "types, and what covers them, of content or media alone", oneOf(KINDS)),
} satisfies Flags;

const CLOSING_FLAGS = {
  follow: valued(
    "--follow <n>",
    "how many references in a row come along, or all (default: one link in a text; pickers and media all the way)",
    readFollow,
  ),
  stubs: toggle("--no-stubs", "leave out what is not followed, and list the references that are cut"),
} satisfies Flags;

const WRITE_FLAGS = {
  out: text("--out <directory>", "data directory to write"),
  files: text(
    "--files <directory>",
    "the site's own folder of media files (default: the one beside the data)",
  ),
  maxNodes: valued(
    "--max-nodes <n>",
    "write nothing where it has more nodes, stubs included",
    wholeNumber(1, MOST),
  ),
  maxBytes: valued(
    "--max-bytes <size>",
    "write nothing where it is larger, such as 2MB",
    byteSize(LARGEST, "2MB"),
  ),
} satisfies Flags;

const SCRUB_FLAGS = {
  scrub: toggle("--scrub", "make up e-mail addresses and phone numbers, the same for the same"),
  keepSecrets: toggle("--keep-secrets", "write the values of properties that look like secrets"),
  scrubProperty: repeated(
    "--scrub-property <alias>",
    "make up all that this property shows, of nodes and elements; again for more",
    notEmpty("is the alias of a property"),
  ),
} satisfies Flags;

const OUTPUT_FLAGS = {
  explain: toggle("--explain", "say of each node why it is in"),
  ...outputFlags(FINDING_FORMATS, "plain", "the receipt: plain, or json for scripts"),
} satisfies Flags;

const GROUPS = [
  { heading: "What it is grown from:", flags: SEED_FLAGS },
  { heading: "What comes along:", flags: CLOSING_FLAGS },
  { heading: "What is written:", flags: WRITE_FLAGS },
  { heading: "What is made up:", flags: SCRUB_FLAGS },
  WHOLE_SITE_GROUP,
  READING_GROUP,
  { heading: "Output:", flags: OUTPUT_FLAGS },
] as const;

export type SliceFlags = FlagsIn<typeof GROUPS>;

export const sliceCommand = defineCommand({
  examples: [
    "migrations slice --data ./site --out ./fixture --url /visit/kafe/",
    "migrations slice --data ./site --out ./fixture --type 'event*' --per-type 2",
    "migrations slice --data ./site --out ./fixture --cover --max-bytes 2MB",
    "migrations find --element quote | migrations slice --keys-from - --out ./piece",
    "migrations slice --data ./site --out ./fixture --id 1063 --explain",
    "migrations slice --data ./site --out ./fixture --per-type 1 --scrub",
  ],
  notes: [
    "Ancestors always come along, with their media. What the other nodes refer to",
    "comes as far as --follow goes; the rest stays as stubs, nodes without",
    "properties, so that no reference leads nowhere that did not before. Types and",
    "files come along, too. An earlier slice of the same site is replaced; where any",
    "other data lies, nothing is written.",
  ],
  groups: GROUPS,
  run: async (flags, invocation) => (await import("./slice.ts")).slice(flags, invocation),
});

/** A number of references; `all` is as many as there are. */
function readFollow(given: string, spelled: string): number {
  if (given === "all") return Number.POSITIVE_INFINITY;
  const count = /^[0-9]{1,9}$/.test(given) ? Number(given) : undefined;
  if (count !== undefined) return count;
  throw new UsageError(`${spelled} takes a number of references, or all, not "${given}"`);
}
