/** Prints nodes with decoded values, a line each: for `find --values delivery`, which loads it only then. */

import { DECODING_PROBLEMS, type DecodingProblem } from "../decode/decoding.ts";
import { memoryStore } from "../decode/nodes-in-languages.ts";
import { SiteLines } from "../decode/site-lines.ts";
import { writeError } from "../io.ts";
import { KINDS } from "../operations.ts";
import { printObjects } from "../output/print-answer.ts";
import { countIn } from "../site/map-entries.ts";
import type { SiteData } from "../site/site-data.ts";
import type { SiteNode } from "../site/site-nodes.ts";
import { counted } from "../text/counted.ts";
import type { Invocation } from "./command.ts";
import type { Values } from "./flag.ts";
import { DIRECTORY_FLAGS, type QUIET_FLAG } from "./shared-flags.ts";

type LineFlags = Values<typeof QUIET_FLAG>;

/** Prints the lines of nodes in their order, and on stderr how many values could not be decoded. */
export async function printDeliveryLines(
  data: SiteData,
  nodes: readonly SiteNode[],
  format: "json" | "ndjson",
  flags: LineFlags,
  { io, spell }: Invocation,
): Promise<void> {
  const keys = new Set(nodes.map(({ tree, index }) => tree.keyAt(index)));
  const lines = await SiteLines.read(data, {
    kinds: KINDS.filter((kind) => nodes.some((node) => node.kind === kind)),
    store: memoryStore(),
    selects: (_kind, key) => keys.has(key),
  });
  const problems = new Map<DecodingProblem, number>();
  const objectOf = ({ kind, tree, index }: SiteNode) => {
    const { text, report } = lines.line(kind, tree.keyAt(index));
    for (const { problem } of report) countIn(problems, problem);
    return Buffer.from(text);
  };
  await printObjects(nodes, objectOf, format, io.stdout);
  if (flags.quiet || problems.size === 0) return;
  const total = [...problems.values()].reduce((sum, count) => sum + count, 0);
  const counts = DECODING_PROBLEMS.flatMap((problem) => {
    const count = problems.get(problem);
    return count === undefined ? [] : [`${problem} ${count}`];
  });
  const list = `${spell("export", DIRECTORY_FLAGS)} --out ./export`;
  writeError(
    io,
    `warning: ${counted(total, "value")} could not be decoded or resolved (${counts.join(", ")}); to list them in report.ndjson: ${list}`,
  );
}
