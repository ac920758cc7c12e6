/** The nodes of a slice as lines of NDJSON: as the site has them, stubs without their properties. */
import type { SlicedNode } from "../analysis/slice/slice-plan.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { appendLine, type NodeText, withoutParentNames } from "../json/node-text.ts";
import type { NodeLine } from "./nodes-file.ts";

/** Gives the text of a node as it is to be written. */
export type RewriteNode = (text: NodeText) => NodeText;

/** @param rewrite makes values up. Default: nothing is changed */
export function sliceLine(
  { trees }: Pick<LoadedData, "trees">,
  { kind, place, isStub }: SlicedNode,
  rewrite: RewriteNode = (text) => text,
): NodeLine {
  const tree = trees[kind];
  const parent = tree.parentAt(place);
  return {
    parentId: parent < 0 ? undefined : tree.idAt(parent),
    text: rewrite(withoutParentNames(tree.text(place, isStub ? "fields" : "text"))),
  };
}

/** How many bytes a line takes. */
export function bytesOfLine({ text, parentId }: NodeLine): number {
  const line = new ByteBuffer(text.length);
  appendLine(line, text, parentId);
  return line.length;
}
