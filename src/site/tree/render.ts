/** Answers: a node or all roots, down to a level, as JSON bytes rendered from a tree. */
import { ByteBuffer } from "../../json/byte-buffer.ts";
import { BYTE } from "../../json/grammar.ts";
import { AROUND_NODES } from "../../json/node-text.ts";
import type { Tree } from "./tree.ts";

/** The JSON of an answer: whole if it is short, otherwise in chunks that are rendered as they are consumed. */
export type Answer = Uint8Array | Iterable<Uint8Array>;

/** The size of chunks, in bytes. Shorter answers are returned whole. */
const CHUNK_BYTES = 48 * 1024;

/** The largest size of a chunk, and of the buffer that several short answers share. Nothing is kept between two chunks. */
const STORAGE_BYTES = 64 * 1024;
/** The least free space for a short answer. */
const LEAST_STORAGE = 8 * 1024;
/** Longer text is yielded without a copy. Shorter text fits into the current chunk, with its brackets. */
const LONG_TEXT = STORAGE_BYTES - CHUNK_BYTES - 64;

const { openPath: OPEN_PATH, openChildren: OPEN_CHILDREN, closeChildren: CLOSE_CHILDREN } = AROUND_NODES;
const CLOSE_BRACE = AROUND_NODES.closeNode;

/** Renders answers from one tree. */
export class Renderer {
  readonly tree: Tree;
  /** Used by one rendering at a time: short answers take a part of it, long ones keep it. */
  #scratch: ByteBuffer | undefined;

  constructor(tree: Tree) {
    this.tree = tree;
  }

  /** The answer of a root operation: every root as an item, children where level < `maxLevel`. */
  roots(maxLevel: number): Answer {
    return this.#render((out) => rootChunks(this.tree, maxLevel, out));
  }

  /** The answer of an operation by id or key, for the node at an index. */
  node(index: number, maxLevel: number): Answer {
    return this.#render((out) => nodeChunks(this.tree, index, maxLevel, out));
  }

  #render(start: (out: ByteBuffer) => Generator<Uint8Array, void>): Answer {
    const out = this.#scratch ?? new ByteBuffer(STORAGE_BYTES);
    this.#scratch = undefined;
    const chunks = start(out);
    const first = chunks.next();
    if (!first.done) return resumed([first.value], chunks, out);
    this.#scratch = out;
    return out.take(LEAST_STORAGE);
  }
}

/** @param first emptied, so that its chunk is not held until the answer ends */
function* resumed(
  first: Uint8Array[],
  rest: Iterable<Uint8Array>,
  out: ByteBuffer,
): Generator<Uint8Array, void> {
  yield* first.splice(0);
  yield* rest;
  if (out.length > 0) yield out.take(STORAGE_BYTES);
}

function* rootChunks(tree: Tree, maxLevel: number, out: ByteBuffer): Generator<Uint8Array, void> {
  out.appendByte(BYTE.openBracket);
  yield* itemChunks(tree, 0, tree.size, maxLevel, out);
  out.appendByte(BYTE.closeBracket);
}

function* nodeChunks(
  tree: Tree,
  index: number,
  maxLevel: number,
  out: ByteBuffer,
): Generator<Uint8Array, void> {
  const { level, block, start, fields, text, end } = tree.columns;
  const bytes = tree.blocks[block[index]];
  const at = start[index];
  yield* textChunks(bytes, at, at + fields[index], out);
  out.appendBytes(OPEN_PATH);
  yield* pathChunks(tree, index, out);
  out.appendByte(BYTE.closeBracket);
  yield* textChunks(bytes, at + fields[index], at + text[index], out);
  if (level[index] < maxLevel) {
    out.appendBytes(OPEN_CHILDREN);
    yield* itemChunks(tree, index + 1, end[index], maxLevel, out);
    out.appendByte(BYTE.closeBracket);
  }
  out.appendByte(CLOSE_BRACE);
}

/** The node's ancestors as items without children, root first. */
function* pathChunks(tree: Tree, index: number, out: ByteBuffer): Generator<Uint8Array, void> {
  const { level, parent } = tree.columns;
  const ancestors = new Int32Array(level[index] - 1);
  for (let ancestor = parent[index]; ancestor >= 0; ancestor = parent[ancestor]) {
    ancestors[level[ancestor] - 1] = ancestor;
  }
  for (let i = 0; i < ancestors.length; i++) {
    if (i > 0) out.appendByte(BYTE.comma);
    if (!appendItem(tree, ancestors[i], out)) yield* longItem(tree, ancestors[i], out);
    out.appendByte(CLOSE_BRACE);
    if (out.length >= CHUNK_BYTES) yield out.take(STORAGE_BYTES);
  }
}

/** The siblings from index `first` up to `end` as items, with their descendants down to the level. */
function* itemChunks(
  tree: Tree,
  first: number,
  end: number,
  maxLevel: number,
  out: ByteBuffer,
): Generator<Uint8Array, void> {
  const { level, end: ends } = tree.columns;
  /** How many lists of children are open, and whether the current list has an element already. */
  let open = 0;
  let continued = false;
  for (let index = first; index < end; ) {
    for (const depth = level[index] - level[first]; open > depth; open--) {
      out.appendBytes(CLOSE_CHILDREN);
      continued = true;
      if (out.length >= CHUNK_BYTES) yield out.take(STORAGE_BYTES);
    }
    if (continued) out.appendByte(BYTE.comma);
    if (!appendItem(tree, index, out)) yield* longItem(tree, index, out);
    continued = level[index] >= maxLevel;
    if (continued) {
      out.appendByte(CLOSE_BRACE);
      index = ends[index];
    } else {
      out.appendBytes(OPEN_CHILDREN);
      open++;
      index++;
    }
    if (out.length >= CHUNK_BYTES) yield out.take(STORAGE_BYTES);
  }
  for (; open > 0; open--) {
    out.appendBytes(CLOSE_CHILDREN);
    if (out.length >= CHUNK_BYTES) yield out.take(STORAGE_BYTES);
  }
}

/**
 * Appends the text of the node's item.
 * @returns false, and appends nothing, if it is long. A check costs less than a generator for each item
 */
function appendItem(tree: Tree, index: number, out: ByteBuffer): boolean {
  const { block, start, item } = tree.columns;
  if (item[index] > LONG_TEXT) return false;
  out.append(tree.blocks[block[index]], start[index], start[index] + item[index]);
  return true;
}

function longItem(tree: Tree, index: number, out: ByteBuffer): Generator<Uint8Array, void> {
  const { block, start, item } = tree.columns;
  return textChunks(tree.blocks[block[index]], start[index], start[index] + item[index], out);
}

/** Appends text, or yields it without a copy if it is long. */
function* textChunks(
  bytes: Buffer,
  start: number,
  end: number,
  out: ByteBuffer,
): Generator<Uint8Array, void> {
  if (end - start <= LONG_TEXT) {
    out.append(bytes, start, end);
    if (out.length >= CHUNK_BYTES) yield out.take(STORAGE_BYTES);
    return;
  }
  if (out.length > 0) yield out.take(STORAGE_BYTES);
  for (let at = start; at < end; at += STORAGE_BYTES) {
    yield bytes.subarray(at, Math.min(at + STORAGE_BYTES, end));
  }
}
