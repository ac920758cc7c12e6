/** Answers: a node or all roots, down to a level, as JSON bytes rendered from a tree. */
import { ByteBuffer } from "../json/byte-buffer.ts";
import { BYTE } from "../json/grammar.ts";
import { AROUND_NODES } from "../json/node-text.ts";
import type { Tree } from "./tree.ts";

/** The JSON of an answer: whole where it is short, else in chunks that are rendered as they are taken. */
export type Answer = Uint8Array | Iterable<Uint8Array>;

/** The size at which a chunk is handed out, in bytes: answers below it come whole. */
const CHUNK_BYTES = 48 * 1024;

/** What a chunk takes at most, and what several short answers share. Nothing is held between two chunks of an answer. */
const STORAGE_BYTES = 64 * 1024;
/** What is left for a short answer at least. */
const LEAST_STORAGE = 8 * 1024;
/** Longer text is handed out where it lies. What is shorter fits behind what is no chunk yet, with its brackets. */
const LONG_TEXT = STORAGE_BYTES - CHUNK_BYTES - 64;

const { openPath: OPEN_PATH, openChildren: OPEN_CHILDREN, closeChildren: CLOSE_CHILDREN } = AROUND_NODES;
const CLOSE_BRACE = AROUND_NODES.closeNode;

/** Renders answers from one tree. */
export class Renderer {
  readonly #tree: Tree;
  /** Lent to one rendering at a time: short answers take their part of it, long ones keep it. */
  #scratch: ByteBuffer | undefined;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** The answer of a root operation: every root as an item, children where level < `maxLevel`. */
  roots(maxLevel: number): Answer {
    return this.#render((out) => rootChunks(this.#tree, maxLevel, out));
  }

  /** The answer of an operation by id or key, for the node at `place`. */
  node(place: number, maxLevel: number): Answer {
    return this.#render((out) => nodeChunks(this.#tree, place, maxLevel, out));
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
  place: number,
  maxLevel: number,
  out: ByteBuffer,
): Generator<Uint8Array, void> {
  const { level, block, start, fields, text, end } = tree.columns;
  const bytes = tree.blocks[block[place]];
  const at = start[place];
  yield* textChunks(bytes, at, at + fields[place], out);
  out.appendBytes(OPEN_PATH);
  yield* pathChunks(tree, place, out);
  out.appendByte(BYTE.closeBracket);
  yield* textChunks(bytes, at + fields[place], at + text[place], out);
  if (level[place] < maxLevel) {
    out.appendBytes(OPEN_CHILDREN);
    yield* itemChunks(tree, place + 1, end[place], maxLevel, out);
    out.appendByte(BYTE.closeBracket);
  }
  out.appendByte(CLOSE_BRACE);
}

/** The node's ancestors as items without children, root first. */
function* pathChunks(tree: Tree, place: number, out: ByteBuffer): Generator<Uint8Array, void> {
  const { level, parent } = tree.columns;
  const ancestors = new Int32Array(level[place] - 1);
  for (let ancestor = parent[place]; ancestor >= 0; ancestor = parent[ancestor]) {
    ancestors[level[ancestor] - 1] = ancestor;
  }
  for (let i = 0; i < ancestors.length; i++) {
    if (i > 0) out.appendByte(BYTE.comma);
    if (!appendItem(tree, ancestors[i], out)) yield* longItem(tree, ancestors[i], out);
    out.appendByte(CLOSE_BRACE);
    if (out.length >= CHUNK_BYTES) yield out.take(STORAGE_BYTES);
  }
}

/** The siblings from place `first` up to place `end` as items, and below them what the level allows. */
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
  for (let place = first; place < end; ) {
    for (const depth = level[place] - level[first]; open > depth; open--) {
      out.appendBytes(CLOSE_CHILDREN);
      continued = true;
      if (out.length >= CHUNK_BYTES) yield out.take(STORAGE_BYTES);
    }
    if (continued) out.appendByte(BYTE.comma);
    if (!appendItem(tree, place, out)) yield* longItem(tree, place, out);
    continued = level[place] >= maxLevel;
    if (continued) {
      out.appendByte(CLOSE_BRACE);
      place = ends[place];
    } else {
      out.appendBytes(OPEN_CHILDREN);
      open++;
      place++;
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
 * @returns false where it is long, and nothing was appended: asking costs less than a generator for each
 */
function appendItem(tree: Tree, place: number, out: ByteBuffer): boolean {
  const { block, start, item } = tree.columns;
  if (item[place] > LONG_TEXT) return false;
  out.append(tree.blocks[block[place]], start[place], start[place] + item[place]);
  return true;
}

function longItem(tree: Tree, place: number, out: ByteBuffer): Generator<Uint8Array, void> {
  const { block, start, item } = tree.columns;
  return textChunks(tree.blocks[block[place]], start[place], start[place] + item[place], out);
}

/** Appends text, or hands it out where it lies if it is long. */
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
