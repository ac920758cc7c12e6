/** The receipt of a slice. */

import type { SlicePlan, WrittenSlice } from "../analysis/slice/slice-plan.ts";
import { KINDS } from "../operations.ts";
import { counted } from "../text/counted.ts";
import { sizeInWords } from "./receipt.ts";

/** A slice that was written. */
type ShownSlice = {
  /** The directory that was written. */
  out: string;
  plan: SlicePlan;
  /** References to unpublished nodes, which were not read. */
  unpublished: readonly unknown[];
  written: WrittenSlice;
};

export function sliceLines(shown: ShownSlice): string[] {
  const { nodes, stubs, files, bytes, references } = sliceJson(shown);
  const missing = files && files.missing > 0 ? `, ${files.missing} more not there` : "";
  const unpublished =
    references.unpublished > 0 ? `, ${references.unpublished} to what is not published` : "";
  return [
    `wrote ${shown.out}`,
    ...KINDS.map((kind) => `${kind}: ${counted(nodes[kind], "node")}, ${counted(stubs[kind], "stub")}`),
    ...(files ? [`files: ${files.count}, ${sizeInWords(files.bytes)}${missing}`] : []),
    `in all: ${sizeInWords(bytes)}`,
    `references: ${references.toStubs} to stubs, ${references.dead} already dead${unpublished}`,
  ];
}

/** The receipt for scripts. */
export function sliceJson({ out, plan, unpublished, written: { bytes, files } }: ShownSlice) {
  const { toStubs, dead } = plan.references;
  const countOf = (isStub: boolean) => {
    const { content, media } = plan.nodes;
    const [ofContent, ofMedia] = [content, media].map((nodes) =>
      nodes.filter((each) => each.isStub === isStub),
    );
    return { content: ofContent.length, media: ofMedia.length };
  };
  return {
    out,
    nodes: countOf(false),
    stubs: countOf(true),
    ...(files && { files }),
    bytes,
    // References to unpublished nodes are dead on the site as well; they are counted separately.
    references: { toStubs, dead: dead.length - unpublished.length, unpublished: unpublished.length },
  };
}
