/** Answers: a node or all roots, down to a level, as JSON bytes rendered from a tree. */
import { ByteBuffer } from "./byte-buffer.ts";
import type { Tree } from "./tree.ts";

/** The JSON of an answer: whole where it is short, else in chunks that are rendered as they are taken. */
export type Answer = Uint8Array | Iterable<Uint8Array>;

/** The size at which a chunk is handed out, in bytes: answers below it come whole. */
export const CHUNK_BYTES = 64 * 1024;

/** What a chunk may take: one item more than its size. Where that is not enough, storage grows. */
const CHUNK_STORAGE = CHUNK_BYTES + 16 * 1024;
/** What is allocated at once: many short answers or a few chunks, which cost less together than each alone. */
const STORAGE_BYTES = 4 * CHUNK_STORAGE;
/** What is left for a short answer at least. */
const LEAST_STORAGE = 8 * 1024;

const COMMA = 0x2c;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_CHILDREN = Buffer.from("]}");
const OPEN_PATH = Buffer.from(',"path":[');
const OPEN_CHILDREN = Buffer.from(',"children":[');

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
    if (!first.done) return resumed(first.value, chunks, out);
    this.#scratch = out;
    return out.take(LEAST_STORAGE);
  }
}

function* resumed(
  first: Uint8Array,
  rest: Iterable<Uint8Array>,
  out: ByteBuffer,
): Generator<Uint8Array, void> {
  yield first;
  yield* rest;
  if (out.length > 0) yield out.take(CHUNK_STORAGE);
}

function* rootChunks(tree: Tree, maxLevel: number, out: ByteBuffer): Generator<Uint8Array, void> {
  out.appendByte(OPEN_BRACKET);
  yield* itemChunks(tree, 0, tree.size, maxLevel, out);
  out.appendByte(CLOSE_BRACKET);
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
  out.append(bytes, at, at + fields[place]);
  out.appendBytes(OPEN_PATH);
  yield* pathChunks(tree, place, out);
  out.appendByte(CLOSE_BRACKET);
  out.append(bytes, at + fields[place], at + text[place]);
  if (level[place] < maxLevel) {
    out.appendBytes(OPEN_CHILDREN);
    yield* itemChunks(tree, place + 1, end[place], maxLevel, out);
    out.appendByte(CLOSE_BRACKET);
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
    if (i > 0) out.appendByte(COMMA);
    appendItem(tree, ancestors[i], out);
    out.appendByte(CLOSE_BRACE);
    if (out.length >= CHUNK_BYTES) yield out.take(CHUNK_STORAGE);
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
      if (out.length >= CHUNK_BYTES) yield out.take(CHUNK_STORAGE);
    }
    if (continued) out.appendByte(COMMA);
    appendItem(tree, place, out);
    continued = level[place] >= maxLevel;
    if (continued) {
      out.appendByte(CLOSE_BRACE);
      place = ends[place];
    } else {
      out.appendBytes(OPEN_CHILDREN);
      open++;
      place++;
    }
    if (out.length >= CHUNK_BYTES) yield out.take(CHUNK_STORAGE);
  }
  for (; open > 0; open--) {
    out.appendBytes(CLOSE_CHILDREN);
    if (out.length >= CHUNK_BYTES) yield out.take(CHUNK_STORAGE);
  }
}

/** Appends the node's item without its closing brace. */
function appendItem(tree: Tree, place: number, out: ByteBuffer): void {
  const { block, start, item } = tree.columns;
  out.append(tree.blocks[block[place]], start[place], start[place] + item[place]);
}
