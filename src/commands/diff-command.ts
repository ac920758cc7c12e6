/** `diff`: its flags. */

import { VERBS, type Verb } from "../analysis/compare-nodes.ts";
import { UsageError } from "../errors.ts";
import { parseId } from "../operations.ts";
import { DIFF_FORMATS } from "../output/style.ts";
import { inWords } from "../text/counted.ts";
import { defineCommand, type FlagsIn } from "./command.ts";
import { type Flags, hidden, refuseGiven, repeated, toggle, valued } from "./flag.ts";
import { notEmpty } from "./flag-values.ts";
import { NODE_FLAGS } from "./node-flags.ts";
import { KIND_FLAG, outputFlags, PLACE_GROUP, TLS_CONFLICT } from "./shared-flags.ts";
import { MATCH_FLAG, TWO_PLACES_GROUPS, TWO_PLACES_NOTES } from "./two-places.ts";

const COMPARING_FLAGS = {
  ...KIND_FLAG,
  below: valued("--below <node>", "only this node and what is or was below it: an id or a key", readBelow),
  ...MATCH_FLAG,
  dates: toggle("--dates", "compare createDate and updateDate, too"),
  ignoreProperty: repeated(
    "--ignore-property <alias>",
    "not this one: ALIAS or TYPE.ALIAS, * being any part of a name; again for more",
    notEmpty("names a property"),
  ),
  asMigrated: toggle("--as-migrated", "compare what values mean: NEW is of another generation of the CMS"),
  map: valued(
    "--map <file>",
    'with --as-migrated, JSON: {"oldType": "newType", "oldType.alias": "newAlias", "oldType.gone": null}',
    notEmpty("names a file"),
  ),
  only: valued("--only <verbs>", `tell these alone: ${VERBS.join(", ")}`, readVerbs),
} satisfies Flags;

const { format, ...lookFlags } = outputFlags(DIFF_FORMATS, "plain");

const OUTPUT_FLAGS = {
  keepSecrets: toggle("--keep-secrets", "print the values of properties that look like secrets"),
  stat: toggle("--stat", "only how many of what, by type"),
  full: toggle("--full", "values whole: text line by line, JSON by pointer"),
  format,
  failOn: valued("--fail-on <verbs>", "which differences give exit status 1 (default: all told)", readVerbs),
  ...lookFlags,
} satisfies Flags;

/** Known in order to say where places stand. */
const NO_PLACE_FLAGS = hidden(PLACE_GROUP.flags);

const GROUPS = [
  { heading: "What is compared:", flags: { ...COMPARING_FLAGS, ...NO_PLACE_FLAGS } },
  { heading: "Output:", flags: OUTPUT_FLAGS },
  ...TWO_PLACES_GROUPS,
] as const;

export type DiffFlags = FlagsIn<typeof GROUPS>;

export const diffCommand = defineCommand({
  usage: "[options] OLD NEW",
  takesWords: 2,
  examples: [
    "migrations diff ./monday ./friday",
    "migrations diff ./monday ./friday --stat",
    "migrations diff ./monday ./friday --only added,gone --format csv > changes.csv",
    "migrations diff ./rehearsal ./uSync/v13 --match name-path",
    "migrations diff ./old ./new --as-migrated --map ./types.json --stat",
    "migrations diff ./copy https://old.example --fail-on gone",
  ],
  notes: [
    "OLD and NEW are whatever --data or --base-url takes. Nodes are matched by key.",
    "Exit status 0 says that nothing differs, 1 that something does. With --match url",
    "or path, urls that a format does not hold are made, unless --no-urls is given.",
    ...TWO_PLACES_NOTES,
  ],
  groups: GROUPS,
  conflicts: [
    { flags: ["stat", "full"], reason: "show the head alone, and everything: give one" },
    TLS_CONFLICT,
  ],
  run: async (flags, invocation) => {
    refuseGiven(NO_PLACE_FLAGS, flags, "is of no use here: places stand alone, as migrations diff OLD NEW");
    return (await import("./diff.ts")).diff(flags, invocation);
  },
});

function readVerbs(text: string, spelled: string): ReadonlySet<Verb> {
  const words = text.split(",").map((word) => word.trim());
  const verbs = words.map((word) => VERBS.find((verb) => verb === word));
  const wrong = words.find((_, i) => verbs[i] === undefined);
  if (wrong !== undefined)
    throw new UsageError(`${spelled} takes ${inWords(VERBS)}, with commas between them, not "${wrong}"`);
  return new Set(verbs.filter((verb) => verb !== undefined));
}

function readBelow(text: string, spelled: string) {
  const id = parseId(text);
  if (id !== undefined) return { by: "id", id } as const;
  const read = NODE_FLAGS.key.read;
  return { by: "key", key: read ? read(text, spelled).key : text } as const;
}
