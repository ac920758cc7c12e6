/** `find`: lists the nodes that meet what they are looked for by. */
import {
  type Criteria,
  type LeftoverTest,
  type NamedTarget,
  OWNERS,
  type PropertyTest,
  readLeftoverTest,
  readNamedTarget,
  readPropertyTest,
} from "../analysis/find/criteria.ts";
import { instantOf, linkLanguages } from "../analysis/find/criteria-tests.ts";
import { findNodes } from "../analysis/find/find-nodes.ts";
import { NodePlaces } from "../analysis/find/node-place.ts";
import { indexReferences, type ReferenceIndex } from "../analysis/reference-index.ts";
import type { NodeView } from "../analysis/site-nodes.ts";
import { EXIT, UsageError } from "../errors.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { type Io, writeAllLines, writeLines } from "../io.ts";
import { HIGHEST_LEVEL } from "../operations.ts";
import { foundRows, type LanguageOf, placeLines } from "../output/found-nodes.ts";
import { chosenFormat, readLook, TYPE_FORMATS } from "../output/style.ts";
import type { Item } from "../output/tree-view.ts";
import { inWords } from "../text/counted.ts";
import { LEFTOVERS } from "../values/value-parts.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { type Flags, notEmpty, oneOf, repeated, toggle, valued, wholeNumber } from "./flag.ts";
import { nothingFound, refuseUnknown } from "./nothing-found.ts";
import { languageReferences, loadWithNotes, lookIn, readDirectory, refuseSite } from "./place.ts";
import { KIND_FLAG, outputFlags, READING_GROUP, readNodeFlag, WHOLE_SITE_GROUP } from "./shared-flags.ts";

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

type FindFlags = FlagsIn<typeof GROUPS>;

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
  run: find,
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

/**
 * @throws UsageError where a site is named; DataError for a directory that does not load; NoSuchNodeError where nothing matches, or a
 * node that is named is not there
 */
async function find(flags: FindFlags, invocation: Invocation): Promise<number> {
  const { io } = invocation;
  refuseSite("find", flags, io.env);
  const format = formatOf(flags, io);
  const criteria = criteriaOf(flags);
  const data = await loadWithNotes(readDirectory(flags, io), flags, invocation);
  return lookIn(data.notes, flags, invocation, () => search(data, criteria, { flags, format, io }));
}

async function search(
  data: LoadedData,
  criteria: Criteria,
  { flags, format, io }: { flags: FindFlags; format: FoundFormat; io: Io },
): Promise<number> {
  const index = await indexOfAllLanguages(data, criteria);
  refuseUnknown(data.trees, criteria, index);
  const site = index ? { ...data, index: () => index } : data;
  const nodes = [...findNodes(site, criteria, flags.name instanceof RegExp ? flags.name : undefined)];
  if (flags.count) writeLines(io, [String(nodes.length)]);
  else await print(nodes, index && languagesBy(data, criteria, index), format, flags, io);
  if (nodes.length === 0) throw nothingFound(data, criteria, index);
  return EXIT.done;
}

/** @returns `undefined` where no criterion follows references, or the data holds one language alone */
async function indexOfAllLanguages(
  data: LoadedData,
  { linksTo, linkedFrom, unused }: Criteria,
): Promise<ReferenceIndex | undefined> {
  if (linksTo === undefined && linkedFrom === undefined && !unused) return undefined;
  const elsewhere = await languageReferences(data);
  return elsewhere && indexReferences(data.trees, data.types(), elsewhere);
}

/** Gives the languages of the references by which a node was found, `undefined` where none led to it. */
function languagesBy(data: LoadedData, criteria: Criteria, index: ReferenceIndex): LanguageOf {
  const languagesOf = linkLanguages(data.trees, criteria, index);
  return (node) => {
    const codes = languagesOf(node).map((language) => language ?? data.culture ?? "");
    return codes.length === 0 ? undefined : codes.join(", ");
  };
}

/** Flags that may be given again have the names of one. A pattern for names is no criterion. */
function criteriaOf(flags: FindFlags): Criteria {
  const { kind, below, level, url, changedSince, text, leftover, linksTo, linkedFrom, unused } = flags;
  const { in: owner } = flags;
  const name = typeof flags.name === "string" ? flags.name : undefined;
  const { type: types, property: properties, element: elements, editor: editors } = flags;
  const ofNodes = { kind, name, types, below, level, url, changedSince };
  return {
    ...ofNodes,
    properties,
    in: owner,
    leftover,
    text,
    elements,
    editors,
    linksTo,
    linkedFrom,
    unused,
  };
}

type FoundFormat = (typeof TYPE_FORMATS)[number];

function formatOf({ format, full }: FindFlags, io: Io): FoundFormat {
  const isView = format === "plain" || format === "table";
  if (full && isView)
    throw new UsageError(`--full is for json and ndjson: a ${format} list has no properties`, {
      flags: { format: undefined },
    });
  if (full) return chosenFormat(format, ["json", "ndjson"], io, "json");
  return chosenFormat(format, TYPE_FORMATS, io, io.stdout.isTTY ? "plain" : "json");
}

async function print(
  nodes: readonly NodeView[],
  languageOf: LanguageOf | undefined,
  format: FoundFormat,
  flags: FindFlags,
  io: Io,
): Promise<void> {
  const look = readLook(flags, io);
  const places = new NodePlaces();
  if (format === "plain") {
    return writeAllLines(io.stdout, await placeLines(nodes, places, look, languageOf));
  }
  const { printAnswer, printTable } = await import("../output/print-answer.ts");
  if (format === "table") {
    if (nodes.length > 0) await printTable(nodes.map(itemOf), look, io.stdout);
    return;
  }
  const isTerminal = io.stdout.isTTY === true;
  const rows = foundRows(nodes, places, flags.full === true, languageOf);
  await printAnswer(rows, { format, isTerminal, ...look, below: "nothing" }, io.stdout);
}

/** A node as a row of a table shows it. */
function itemOf(node: NodeView): Item {
  const { all, id, key } = node.fields();
  return { ...all, id, key, children: [] };
}
