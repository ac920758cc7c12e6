/** An index of a nodes file that a pull has written: where the text of each node lies, and below whom it stands. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type NodeText, textOfObject } from "../json/node-text.ts";
import { withPath } from "../system-error.ts";
import type { TextSpan } from "./journal-line.ts";
import { SpanReader } from "./span-reader.ts";

const LINE_FEED = 0x0a;
const OPEN_BRACE = 0x7b;
const CHUNK_BYTES = 1024 * 1024;
/** So much of a line names the node and its parent. */
const HEAD_LENGTH = 128;
const HEAD = /^\{(?:"parentId":(-?\d{1,11}),)?"id":(-?\d{1,11}),"key":"([0-9a-f-]{36})"/;

/** A node of the file, in the order of its lines. */
type IndexedNode = {
  id: number;
  key: string;
  /** `undefined` for a root. */
  parentId: number | undefined;
  /** Where its members lie, and the brace behind them. */
  span: TextSpan;
};

export class NodesIndex {
  readonly nodes = new Map<number, IndexedNode>();
  /** Of the file, in hexadecimal. */
  sha256 = "";
  readonly #file: number;
  readonly #reader: SpanReader;
  #children: Map<number | undefined, number[]> | undefined;

  private constructor(path: string) {
    this.#file = withPath(path, () => openSync(path, "r"));
    this.#reader = new SpanReader(path, this.#file);
  }

  /**
   * Lines that are no node's, as this program writes them, are left out.
   * @param signal aborted when it is to stop; its reason is then thrown
   * @throws the system's errors, with the path
   */
  static async open(path: string, signal?: AbortSignal): Promise<NodesIndex> {
    const index = new NodesIndex(path);
    try {
      await index.#read(path, signal);
    } catch (error) {
      index.close();
      throw error;
    }
    return index;
  }

  /** A node's text: bytes of the caller's own. */
  text({ span }: IndexedNode): NodeText {
    const object = Buffer.allocUnsafe(span.length + 1);
    object[0] = OPEN_BRACE;
    this.#reader.read(span).copy(object, 1);
    return textOfObject(object);
  }

  /** The ids of those who stand below a node, or of the roots. */
  childrenOf(id: number | undefined): readonly number[] {
    if (this.#children === undefined) {
      this.#children = new Map();
      for (const node of this.nodes.values()) {
        const siblings = this.#children.get(node.parentId);
        if (siblings) siblings.push(node.id);
        else this.#children.set(node.parentId, [node.id]);
      }
    }
    return this.#children.get(id) ?? [];
  }

  close(): void {
    closeSync(this.#file);
  }

  async #read(path: string, signal: AbortSignal | undefined): Promise<void> {
    const hash = createHash("sha256");
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let head = "";
    let lineStart = 0;
    for (let position = 0; ; ) {
      const count = withPath(path, () => readSync(this.#file, chunk, 0, CHUNK_BYTES, position));
      if (count === 0) break;
      const bytes = chunk.subarray(0, count);
      hash.update(bytes);
      for (let start = 0; start < count; ) {
        const end = bytes.indexOf(LINE_FEED, start);
        const stop = end < 0 ? count : end;
        head += bytes.toString("latin1", start, Math.min(stop, start + HEAD_LENGTH - head.length));
        start = stop + 1;
        if (end < 0) continue;
        this.#add(head, lineStart, position + end);
        head = "";
        lineStart = position + start;
      }
      position += count;
      await nextTurn();
      signal?.throwIfAborted();
    }
    this.sha256 = hash.digest("hex");
  }

  #add(head: string, start: number, end: number): void {
    const [line, parent, id, key] = HEAD.exec(head) ?? [];
    if (line === undefined) return;
    const offset = start + 1 + (parent === undefined ? 0 : `"parentId":${parent},`.length);
    this.nodes.set(Number(id), {
      id: Number(id),
      key,
      parentId: parent === undefined ? undefined : Number(parent),
      span: { offset, length: end - offset },
    });
  }
}
