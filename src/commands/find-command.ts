/** `find`: lists the nodes that meet what they are looked for by. */
import {
  type LeftoverTest,
  type NamedTarget,
  OWNERS,
  type PropertyTest,
  readLeftoverTest,
  readNamedTarget,
  readPropertyTest,
} from "../analysis/find/criteria.ts";
import { instantOf } from "../analysis/find/criteria-tests.ts";
import { UsageError } from "../errors.ts";
import { HIGHEST_LEVEL } from "../operations.ts";
import { TYPE_FORMATS } from "../output/style.ts";
import { inWords } from "../text/counted.ts";
import { LEFTOVERS } from "../values/value-parts.ts";
import { defineCommand, type FlagsIn } from "./command.ts";
import { type Flags, repeated, toggle, valued } from "./flag.ts";
import { notEmpty, oneOf, wholeNumber } from "./flag-values.ts";
import { readNodeFlag } from "./node-flags.ts";
import { KIND_FLAG, outputFlags, READING_GROUP, WHOLE_SITE_GROUP } from "./shared-flags.ts";

const NODE_TESTS = {
  ...KIND_FLAG,
  name: valued(
    "--name <text>",
    "the name holds this, in any case, with or without accents; or /regex/",
    readName,
  ),
  type: repeated("--type <alias>", "of this type; * stands for anything; again: or of this one", readAlias),
  below: valued("--below <node>", "below this node: its id or key", readNodeFlag),
  level: valued(
    "--level <n>",
    "on this level of the tree; roots have level 1",
    wholeNumber(1, HIGHEST_LEVEL),
  ),
  url: valued(
    "--url <prefix>",
    "its url begins with this; =url: it is this",
    notEmpty("is the beginning of a url"),
  ),
  changedSince: valued(
    "--changed-since <date>",
    "changed then or later: 2024-01-31, or with a time",
    readDate,
  ),
} satisfies Flags;

const VALUE_TESTS = {
  property: repeated(
    "--property <alias>",
    "this property has a value; alias=value: it is this; alias~text: it holds this",
    readProperty,
  ),
  text: valued("--text <text>", "some value holds this, at any depth", notEmpty("is what a value holds")),
  element: repeated("--element <alias>", "an element of this type is used anywhere inside", readAlias),
  leftover: valued(
    "--leftover <kind>",
    "a value holds what later versions do not read: grid, macro, ...; property:kind: in this property",
    readLeftover,
  ),
  editor: repeated("--editor <alias>", "a property has this editor, inside elements too", readAlias),
  in: valued(
    "--in <owner>",
    "--property and --editor look at properties of the node alone, or of elements: node, element",
    oneOf(OWNERS),
  ),
} satisfies Flags;

const LINK_TESTS = {
  linksTo: valued("--links-to <node>", "refers to this node: its id or key, or a path", readNodeOrPath),
  linkedFrom: valued("--linked-from <node>", "this node refers to it: an id or a key", readNodeFlag),
  unused: toggle("--unused", "nothing refers to it and, of content, no menu reaches it"),
} satisfies Flags;

const OUTPUT_FLAGS = {
  full: toggle("--full", "whole nodes, with their properties; as ndjson, a node a line"),
  count: toggle("--count", "how many there are, and no more"),
  ...outputFlags(TYPE_FORMATS, "by what stdout is"),
} satisfies Flags;

const GROUPS = [
  { heading: "Which nodes:", flags: NODE_TESTS },
  { heading: "What is in them:", flags: VALUE_TESTS },
  { heading: "What they refer to:", flags: LINK_TESTS },
  WHOLE_SITE_GROUP,
  { heading: "Output:", flags: OUTPUT_FLAGS },
  READING_GROUP,
] as const;

export type FindFlags = FlagsIn<typeof GROUPS>;

export const findCommand = defineCommand({
  examples: [
    "migrations find --name kafe --sample",
    "migrations find --type article --below 1052 --format table",
    "migrations find --links-to /media/kd5w0m3r/gamle-broelen.jpg",
    "migrations find --editor 'Umbraco.Grid*' --count",
    "migrations find --kind media --unused",
    "migrations find --property 'title~fog' --full --format ndjson",
  ],
  notes: [
    "Nodes of both trees are listed that meet all that is given. Names and texts are",
    "compared without regard to case and accents. Unused is what no other node refers",
    "to, nor to what lies below it; of media, nor to a folder above it; of content,",
    "only what no menu reaches: it, or a node above it, is hidden by umbracoNaviHide,",
    "or is not published. Where nothing matches, the exit status is 3.",
  ],
  groups: GROUPS,
  conflicts: [{ flags: ["full", "count"], reason: "do not go together: a number has no properties" }],
  run: async (flags, invocation) => (await import("./find.ts")).find(flags, invocation),
});

/** A text, or between slashes a regular expression, with its flags behind it; a text of that form stands behind a backslash. */
function readName(given: string, spelled: string): string | RegExp {
  if (/^\\+\/.*\/[a-z]*$/s.test(given)) return given.slice(1);
  const [, source, flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(given) ?? [];
  if (source === undefined) return notEmpty("is what a name holds")(given, spelled);
  try {
    // What goes on behind the last match has no meaning for one name after the other.
    return new RegExp(source, `${flags.replace(/[gyuv]/g, "")}u`);
  } catch (error) {
    throw new UsageError(`${spelled} ${given} is no regular expression: ${(error as Error).message}`);
  }
}

function readAlias(given: string, spelled: string): string {
  return notEmpty("is an alias, or part of one with *")(given, spelled);
}

function readDate(given: string, spelled: string): string {
  if (instantOf(given) !== undefined) return given;
  throw new UsageError(`${spelled} takes a date such as 2024-01-31 or 2024-01-31T14:00, not "${given}"`);
}

function readProperty(given: string, spelled: string): PropertyTest {
  const property = readPropertyTest(given);
  if (property) return property;
  throw new UsageError(`${spelled} takes an alias, alias=value or alias~text, not "${given}"`);
}

function readLeftover(given: string, spelled: string): LeftoverTest {
  const leftover = readLeftoverTest(given);
  if (leftover) return leftover;
  throw new UsageError(`${spelled} takes ${inWords(LEFTOVERS)}, or property:kind, not "${given}"`);
}

function readNodeOrPath(given: string, spelled: string): NamedTarget {
  return readNamedTarget(given) ?? readNodeFlag(given, spelled);
}
