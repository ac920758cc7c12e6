/** What a slice holds: its nodes as lines, and how large it would be, before anything is written. */
import { statSync } from "node:fs";
import type { SlicedNode, SliceExcess, SlicePlan } from "../analysis/slice/slice-plan.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import type { UnpublishedNode } from "../formats/manifest.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { appendLine, type NodeText } from "../json/node-text.ts";
import { type MediaFiles, namedPaths } from "../media/media-files.ts";
import { KINDS, type Kind } from "../operations.ts";
import { placeOnDisk } from "./copy-files.ts";
import { lineAt, type NodeLine } from "./nodes-file.ts";

/** Gives the text of a node as it is to be written. */
export type RewriteNode = (kind: Kind, text: NodeText) => NodeText;

/** A slice that is to be written. */
export type SliceContents = {
  data: LoadedData;
  plan: SlicePlan;
  /** What nodes of it refer to that was left out of the data, since it is not published. */
  unpublished: readonly UnpublishedNode[];
  /** Where its media files lie. */
  files: MediaFiles;
  /** Redacts secrets and makes values up. Default: nothing is changed. */
  rewrite?: RewriteNode;
};

/** How much may be written. */
type SliceLimits = { maxNodes?: number; maxBytes?: number };

/** @returns `undefined` where all fits. Seeds come first, then what they need, stubs last: what comes last does not fit */
export function excessOf(contents: SliceContents, limits: SliceLimits): SliceExcess | undefined {
  const { maxNodes = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = limits;
  const { found } = contents.plan;
  if (maxBytes === Number.POSITIVE_INFINITY && found.length <= maxNodes) return undefined;
  const types = contents.data.types();
  const typesBytes = KINDS.reduce((sum, kind) => sum + bytesOfTypes(types[kind]), 0);
  const counted = new Set<string>();
  let bytes = typesBytes;
  const sized = found.map((node) => {
    const own = bytesOfLine(sliceLine(contents, node)) + bytesOfFile(node, contents, counted);
    bytes += own;
    return { ...node, bytes: own, upTo: bytes };
  });
  const unfit = sized.filter(({ upTo }, i) => i >= maxNodes || upTo > maxBytes);
  if (unfit.length === 0 && bytes <= maxBytes) return undefined;
  return { nodes: found.length, bytes, typesBytes, unfit: unfit.map(({ upTo: _, ...node }) => node) };
}

function bytesOfTypes(types: readonly unknown[]): number {
  return types.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(types)) + 1;
}

/** Of the file that a media node is the first to name. */
function bytesOfFile(node: SlicedNode, { data, files }: SliceContents, counted: Set<string>): number {
  if (node.kind !== "media" || files.folder === undefined) return 0;
  for (const { path } of namedPaths(data.trees.media, [node.place])) {
    if (counted.has(path)) continue;
    counted.add(path);
    const source = placeOnDisk(files, path);
    if ("path" in source) return statSync(source.path).size;
  }
  return 0;
}

/** A node as the site has it, a stub without its properties. */
export function sliceLine(
  { data, rewrite = (_, text) => text }: Pick<SliceContents, "data" | "rewrite">,
  { kind, place, isStub }: SlicedNode,
): NodeLine {
  const { parentId, text } = lineAt(data.trees[kind], place, isStub ? "fields" : "text");
  return { parentId, text: rewrite(kind, text) };
}

/** How many bytes a line takes. */
function bytesOfLine({ text, parentId }: NodeLine): number {
  const line = new ByteBuffer(text.length);
  appendLine(line, text, parentId);
  return line.length;
}
