/** Prints the nodes of a look-up as a list, a node a row: for `content` and `media`, which load it only then. */

import { EXIT, RemoteError } from "../errors.ts";
import { DirectorySource } from "../formats/directory-source.ts";
import type { Io } from "../io.ts";
import { rowWriter } from "../output/found-nodes.ts";
import { printObjects } from "../output/print-answer.ts";
import type { FORMATS } from "../output/style.ts";
import { readAnswerAbout } from "../remote/answer.ts";
import { createSite, type Site } from "../site/site.ts";
import type { SiteTrees } from "../site/site-data.ts";
import { siteDataOf } from "../site/site-data.ts";
import { type SiteNode, siteNodes } from "../site/site-nodes.ts";
import type { Lookup } from "../site/source.ts";
import { indexOfTarget, levelBelow } from "../site/tree/tree-answers.ts";
import { emptyTree } from "../site/tree/tree-builder.ts";
import type { Invocation } from "./command.ts";
import type { Values } from "./flag.ts";
import type { ListFlags } from "./list-flags.ts";
import {
  needsValues,
  nodeList,
  printFieldHelp,
  printNodes,
  refuseFields,
  refuseFull,
} from "./list-output.ts";
import { loadWithWarnings, noSuchNode, openSource, searchIn } from "./open-source.ts";
import type { QUIET_FLAG, SourceFlags } from "./shared-flags.ts";
import { type GivenDirectory, type GivenSite, readDirectory, refuseSite } from "./source-options.ts";

type NodeListFlags = ListFlags &
  SourceFlags &
  Values<typeof QUIET_FLAG> & { full?: boolean; format?: (typeof FORMATS)[number] };

/** Prints the fields that nodes have. */
export async function printNodeFields(flags: ListFlags, io: Io): Promise<number> {
  await printFieldHelp(nodeList(), flags, io);
  return EXIT.done;
}

/**
 * Prints the nodes of a look-up as a list: fields as columns, or whole nodes.
 * @throws UsageError for a format that has no list, and for fields that need a whole site if the source is a live site
 */
export async function listNodes(
  lookup: Lookup,
  given: GivenDirectory | GivenSite,
  flags: NodeListFlags,
  invocation: Invocation,
): Promise<number> {
  const { io } = invocation;
  const { kind } = lookup;
  const { full, fields } = flags;
  const isTerminal = io.stdout.isTTY === true;
  const otherwise = isTerminal && !full ? "table" : "json";
  refuseFull(flags);
  const format = flags.format ?? otherwise;
  refuseFields(flags, format, nodeList());
  if (!("directory" in given) && (full || needsValues(flags))) {
    const option = full ? "--full" : `--fields ${fields?.join(",")}`;
    refuseSite(`${kind} ${option}`, { ...flags, baseUrl: given.baseUrl }, io.env);
  }
  const { site, nodes, cutLevel } = await openList(lookup, given, flags, invocation);
  if (!full) {
    await printNodes(nodes, { site, cutLevel }, { format, flags, io });
    return EXIT.done;
  }
  const write = rowWriter(({ level }) => ({ level }), true);
  await printObjects(nodes, write, format === "ndjson" ? format : "json", io.stdout);
  return EXIT.done;
}

/**
 * Prints the nodes of a look-up with decoded values, a line each.
 * @throws UsageError for formats other than json and ndjson, and for a live site: references cannot be resolved in one answer
 */
export async function listDecodedNodes(
  lookup: Lookup,
  flags: NodeListFlags,
  invocation: Invocation,
): Promise<number> {
  const { io } = invocation;
  refuseSite(`${lookup.kind} --values delivery`, flags, io.env);
  const { IMPLIED_URLS, printDeliveryLines, refuseOtherLists } = await import("./delivery-lines.ts");
  refuseOtherLists(flags);
  const given = readDirectory(flags, io, IMPLIED_URLS);
  const { data, nodes } = await loadList(lookup, given, flags, invocation);
  await printDeliveryLines(data, nodes, flags, invocation);
  return EXIT.done;
}

/** The nodes of a look-up, down to its level, and their site, which for a live site has only the nodes of the answer. */
async function openList(
  lookup: Lookup,
  given: GivenDirectory | GivenSite,
  flags: NodeListFlags,
  invocation: Invocation,
) {
  const { kind, target } = lookup;
  if ("directory" in given) {
    const { data, nodes } = await loadList(lookup, given, flags, invocation);
    return { site: data, nodes };
  }
  const { source } = await openSource(given, flags, invocation);
  const answer = await source.answer(lookup);
  if (answer === undefined) throw await noSuchNode(source, lookup);
  const body = Buffer.concat(answer instanceof Uint8Array ? [answer] : [...answer]);
  const read = readAnswerAbout(body, target);
  if ("fault" in read) throw new RemoteError(read.fault);
  const trees = { content: emptyTree(), media: emptyTree(), [kind]: read.tree };
  const site = createSite(siteDataOf({ trees }));
  const cutLevel = deepestOf(lookup, read.level);
  return { site, nodes: nodesFrom(trees, read.level - 1, lookup), cutLevel };
}

async function loadList(
  lookup: Lookup,
  given: GivenDirectory,
  flags: NodeListFlags,
  invocation: Invocation,
): Promise<{ data: Site; nodes: SiteNode[] }> {
  const { kind, target } = lookup;
  const data = await loadWithWarnings(given, flags, invocation);
  const index = await searchIn(data.warnings, flags, invocation, async () => {
    const found = target.by === "root" ? 0 : indexOfTarget(data.trees[kind], target);
    if (found < 0) throw await noSuchNode(new DirectorySource(data), lookup);
    return found;
  });
  return { data, nodes: nodesFrom(data.trees, index, lookup) };
}

/** The deepest level that a look-up shows. @param level the level of the node, or of the roots */
function deepestOf({ maxLevel, depth }: Lookup, level: number): number {
  return Math.max(maxLevel ?? levelBelow(level, depth), level);
}

/** @param index the first node in preorder */
function nodesFrom(trees: SiteTrees, index: number, lookup: Lookup): SiteNode[] {
  const { level, end } = trees[lookup.kind].columns;
  const last = lookup.target.by === "root" ? level.length : end[index];
  const deepest = deepestOf(lookup, level[index] ?? 1);
  return [...siteNodes(trees, [lookup.kind])].slice(index, last).filter((node) => node.level <= deepest);
}
