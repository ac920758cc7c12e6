/** Prints the nodes of a look-up with decoded values: for `content` and `media`, which load it only then. */

import { EXIT, UsageError } from "../errors.ts";
import { DirectorySource } from "../formats/directory-source.ts";
import { siteNodes } from "../site/site-nodes.ts";
import type { Lookup } from "../site/source.ts";
import { indexOfTarget, levelBelow } from "../site/tree/tree-answers.ts";
import type { Invocation } from "./command.ts";
import { printDeliveryLines } from "./delivery-lines.ts";
import type { Values } from "./flag.ts";
import { loadWithWarnings, missingNodeError, searchIn } from "./open-source.ts";
import type { QUIET_FLAG, SourceFlags } from "./shared-flags.ts";
import { readDirectory, refuseSite } from "./source-options.ts";

type DecodedFlags = SourceFlags & Values<typeof QUIET_FLAG> & { format?: string };

/**
 * Prints one node as one object; with a depth, or without a node, a line each.
 * @throws UsageError for other formats, and for a live site: references cannot be resolved in one answer
 */
export async function printDecodedNodes(
  lookup: Lookup,
  flags: DecodedFlags,
  invocation: Invocation,
): Promise<number> {
  const { io } = invocation;
  const { kind, target, maxLevel, depth } = lookup;
  refuseSite(`${kind} --values delivery`, flags, io.env);
  const isWhole = maxLevel === undefined && depth === undefined;
  const isOne = target.by !== "root" && isWhole;
  const { format = isOne ? "json" : "ndjson" } = flags;
  if (format !== "ndjson" && !(format === "json" && isOne)) {
    const several = format === "json" ? " of several nodes" : "";
    throw new UsageError(`--values delivery${several} has the format ndjson, not ${format}`, {
      flags: { format: undefined },
    });
  }
  const data = await loadWithWarnings(readDirectory(flags, io, { urls: true }), flags, invocation);
  const { [kind]: tree } = data.trees;
  const index = await searchIn(data.warnings, flags, invocation, async () => {
    const found = target.by === "root" ? 0 : indexOfTarget(tree, target);
    if (found < 0) throw await missingNodeError(new DirectorySource(data), lookup);
    return found;
  });
  const { level, end } = tree.columns;
  const own = level[index] ?? 1;
  const deepest = isOne ? own : isWhole ? level.length : Math.max(maxLevel ?? levelBelow(own, depth), own);
  const nodes = [...siteNodes(data.trees, [kind])]
    .slice(index, target.by === "root" ? level.length : end[index])
    .filter((node) => node.level <= deepest);
  await printDeliveryLines(data, nodes, isOne && format === "json" ? "object" : "ndjson", flags, invocation);
  return EXIT.done;
}
