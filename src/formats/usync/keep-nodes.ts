/** Decides which nodes of one kind belong to its tree. */
import { type Key, ZERO_KEY } from "../../tree/key.ts";
import type { Findings } from "../findings.ts";
import type { Candidate, Chosen } from "./choose-nodes.ts";
import type { SiteNode } from "./site-node.ts";

/** Why a node is left out, or `kept`. */
type Fate = { text: string; topic: string } | "kept";

/**
 * FORMATS.md, rules 4 and 5: what is not published, and what has no parent, is left out with all below it.
 * @returns the nodes that are left, in the order they came in
 */
export function keepNodes<T extends Candidate>(
  { nodes, removed }: Chosen<T>,
  options: { includeUnpublished: boolean },
  findings: Findings,
): T[] {
  const byKey = new Map<Key, SiteNode>(nodes.map(({ node }) => [node.key, node]));
  const fates = new Map<SiteNode, Fate>();
  /** What is known of a node without its ancestors: its fate, or the parent that decides it. */
  const look = (node: SiteNode): Fate | SiteNode => {
    if (!node.isPublished && !options.includeUnpublished) {
      return { text: "it is not published", topic: "nodes that are not published, left out" };
    }
    if (node.parentKey === ZERO_KEY) return "kept";
    return byKey.get(node.parentKey) ?? withoutParent(node, removed.get(node.parentKey));
  };
  for (const { node } of nodes) settle(node, look, fates, findings);
  return nodes.filter(({ node }) => {
    const fate = fates.get(node) ?? "kept";
    if (fate !== "kept") findings.note(node.file.name, `is left out: ${fate.text}`, fate.topic);
    return fate === "kept";
  });
}

/** Walks up from a node to the first ancestor whose fate is known, and down again. */
function settle(
  start: SiteNode,
  look: (node: SiteNode) => Fate | SiteNode,
  fates: Map<SiteNode, Fate>,
  findings: Findings,
): void {
  const way = new Set<SiteNode>();
  let node = start;
  let fate = fates.get(node);
  while (fate === undefined) {
    if (way.has(node)) {
      reportCycle(node, [...way], findings);
      fate = { text: "it is its own ancestor", topic: "nodes in a circle" };
      break;
    }
    way.add(node);
    const found = look(node);
    if (found === "kept" || "topic" in found) {
      fate = found;
      fates.set(node, fate);
      way.delete(node);
      if (fate !== "kept") fate = below(node);
    } else {
      node = found;
      const known = fates.get(node);
      if (known !== undefined) fate = known === "kept" ? known : below(node);
    }
  }
  for (const passed of way) fates.set(passed, fate);
}

function below({ file }: SiteNode): Fate {
  return { text: `it lies below ${file.name}, which is left out`, topic: "nodes below those, left out" };
}

function withoutParent({ parentKey }: SiteNode, reason: string | undefined): Fate {
  return reason === undefined
    ? {
        text: `no node has the key ${parentKey} of its parent`,
        topic: "nodes without their parent, left out",
      }
    : {
        text: `its parent, ${parentKey}, is left out: ${reason}`,
        topic: "nodes without their parent, left out",
      };
}

function reportCycle(first: SiteNode, way: readonly SiteNode[], findings: Findings): void {
  const cycle = way.slice(way.indexOf(first));
  const [lowest] = cycle.map(({ file }) => file.name).sort();
  const others = cycle.length === 1 ? "" : `, ${cycle.length} nodes in a circle`;
  findings.error(lowest, () => "", `is its own ${cycle.length === 1 ? "parent" : "ancestor"}${others}`);
}
