/** The receipt of a slice: what it contains, why each node is included, and what does not fit. */

import type { PseudonymCounts } from "../analysis/pseudonymise/pseudonymise-text.ts";
import type {
  SlicedNode,
  SliceExcess,
  SlicePlan,
  SliceReason,
  WrittenSlice,
} from "../analysis/slice/slice-plan.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { NodeIndex } from "../site/references/resolve-reference.ts";
import type { SiteTrees } from "../site/site-data.ts";
import { SiteNode } from "../site/site-nodes.ts";
import { counted } from "../text/counted.ts";
import { sizeInWords } from "./receipt.ts";

/** A slice, and how its receipt is printed. */
type ShownSlice = {
  /** The directory that is written. */
  out: string;
  /** The trees that the slice was cut from. */
  trees: SiteTrees;
  plan: SlicePlan;
  /** References to unpublished nodes, which were not read. */
  unpublished: readonly unknown[];
  /** Whether the reason for each node is printed. */
  explains: boolean;
};

/** The most nodes that do not fit and are printed in text; JSON has all. */
const PRINTED_UNFIT = 20;

export function sliceLines(shown: ShownSlice, { bytes, files, scrubbed }: WrittenSlice): string[] {
  const { out, plan, explains } = shown;
  const missing = files && files.missing > 0 ? `, ${files.missing} more not there` : "";
  return [
    ...(explains
      ? plan.found.map((node) => `${nodeInWords(node, shown)}: ${reasonInWords(node, shown)}`)
      : []),
    `wrote ${out}`,
    ...KINDS.map((kind) => countsInWords(kind, plan)),
    ...(files ? [`files: ${files.count}, ${sizeInWords(files.bytes)}${missing}`] : []),
    ...(scrubbed ? [`pseudonymised: ${scrubbedInWords(scrubbed)}`] : []),
    `in all: ${sizeInWords(bytes)}`,
    `references: ${referencesInWords(shown)}`,
  ];
}

/** The receipt for scripts. */
export function sliceJson(shown: ShownSlice, { bytes, files, scrubbed }: WrittenSlice) {
  const { out, plan, explains } = shown;
  return {
    out,
    ...countsOf(plan),
    ...(files && { files }),
    ...(scrubbed && { scrubbed }),
    bytes,
    references: referenceCounts(shown),
    ...(explains && { explained: plan.found.map((node) => explainedNode(node, shown)) }),
  };
}

function scrubbedInWords({ emails, phones, properties }: PseudonymCounts): string {
  return [
    counted(emails, "e-mail address", "e-mail addresses"),
    counted(phones, "phone number"),
    counted(properties, "value of --scrub-property", "values of --scrub-property"),
  ].join(", ");
}

export function excessLines(shown: ShownSlice, { unfit }: SliceExcess): string[] {
  const printed = unfit.slice(0, PRINTED_UNFIT).map((node) => {
    return `would not fit: ${nodeInWords(node, shown)}, ${sizeInWords(node.bytes)}: ${reasonInWords(node, shown)}`;
  });
  const more = unfit.length - printed.length;
  return more > 0 ? [...printed, `and ${counted(more, "more node", "more nodes")}`] : printed;
}

/** The nodes that do not fit, as JSON. */
export function excessJson(shown: ShownSlice, { bytes, typesBytes, unfit }: SliceExcess) {
  return {
    out: null,
    ...countsOf(shown.plan),
    bytes,
    typesBytes,
    unfit: unfit.map((node) => ({ ...explainedNode(node, shown), bytes: node.bytes })),
  };
}

/** References to unpublished nodes are dead on the site as well; they are counted separately. */
function referenceCounts({ plan: { references }, unpublished }: ShownSlice) {
  const { toStubs, dead } = references;
  const notPublished = unpublished.length;
  return { toStubs, dead: dead.length - notPublished, unpublished: notPublished };
}

function referencesInWords(shown: ShownSlice): string {
  const { toStubs, dead, unpublished } = referenceCounts(shown);
  const more = unpublished > 0 ? `, ${unpublished} to what is not published` : "";
  return `${toStubs} to stubs, ${dead} already dead${more}`;
}

function countsOf({ nodes }: SlicePlan) {
  const count = (isStub: boolean) =>
    Object.fromEntries(
      KINDS.map((kind) => [kind, nodes[kind].filter((node) => node.isStub === isStub).length]),
    );
  return { nodes: count(false), stubs: count(true) };
}

function countsInWords(kind: Kind, { nodes }: SlicePlan): string {
  const stubs = nodes[kind].filter(({ isStub }) => isStub).length;
  return `${kind}: ${counted(nodes[kind].length - stubs, "node")}, ${counted(stubs, "stub")}`;
}

function explainedNode(node: SlicedNode, shown: ShownSlice) {
  const { isStub, reason } = node;
  return { ...namesOfTree(node, shown), isStub, ...reasonNames(reason, shown) };
}

function reasonNames(reason: SliceReason, shown: ShownSlice) {
  if (reason.because === "ancestor") return { ...reason, of: namesOfTree(reason.of, shown) };
  return reason.because === "seed" ? reason : { ...reason, from: namesOfTree(reason.from, shown) };
}

function nodeInWords(node: SlicedNode, shown: ShownSlice): string {
  return `${node.isStub ? "stub " : ""}${nameOfNode(node, shown)}`;
}

function reasonInWords({ reason }: SlicedNode, shown: ShownSlice): string {
  if (reason.because === "seed") return `seed (${reason.label})`;
  if (reason.because === "ancestor") return `ancestor of ${nameOfNode(reason.of, shown)}`;
  return `referred to by ${nameOfNode(reason.from, shown)} in ${reason.property}`;
}

function nameOfNode(node: NodeIndex, shown: ShownSlice): string {
  const { kind, id, name } = namesOfTree(node, shown);
  return `${kind} ${id} "${name}"`;
}

function namesOfTree({ kind, index }: NodeIndex, { trees }: ShownSlice) {
  const { id, key, name, type } = new SiteNode(kind, trees[kind], index).fields();
  return { kind, id, key, name, type };
}
