/** The work of `find`: a data directory, searched, and what was found told in one of the formats. */
import type { Criteria } from "../analysis/find/criteria.ts";
import { linkLanguages } from "../analysis/find/criteria-tests.ts";
import { findNodes } from "../analysis/find/find-nodes.ts";
import { NodePlaces } from "../analysis/find/node-place.ts";
import { indexReferences, type ReferenceIndex } from "../analysis/reference-index.ts";
import type { NodeView } from "../analysis/site-nodes.ts";
import { EXIT, UsageError } from "../errors.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { type Io, writeAllLines, writeLines } from "../io.ts";
import { foundRows, type LanguageOf } from "../output/found-rows.ts";
import type { Item } from "../output/item.ts";
import { chosenFormat, readLook, TYPE_FORMATS } from "../output/style.ts";
import type { Invocation } from "./command.ts";
import type { FindFlags } from "./find-command.ts";
import { nothingFound, refuseUnknown } from "./nothing-found.ts";
import { languageReferences, loadWithNotes, lookIn } from "./open-place.ts";
import { readDirectory, refuseSite } from "./place.ts";

/**
 * @throws UsageError where a site is named; DataError for a directory that does not load; NoSuchNodeError where nothing matches, or a
 * node that is named is not there
 */
export async function find(flags: FindFlags, invocation: Invocation): Promise<number> {
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
  const {
    kind,
    below,
    level,
    url,
    changedSince,
    text,
    in: owner,
    leftover,
    linksTo,
    linkedFrom,
    unused,
  } = flags;
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
    const { placeLines } = await import("../output/place-lines.ts");
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
