/** Nodes files: NDJSON with a line for each node, in preorder, with the parent's id first. Writes and indexes them. */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ComparedTree } from "../analysis/diff/match-nodes.ts";
import {
  appendLine,
  keyOfNodeText,
  LINE_HEAD_LENGTH,
  type LineParent,
  type NodeText,
  readLineHead,
  textOfObject,
} from "../json/node-text.ts";
import { LineFile } from "./line-files.ts";
import { RandomAccessFile } from "./random-access-file.ts";

export type NodeLine = {
  /** `undefined` for a root. */
  parent: LineParent | undefined;
  text: NodeText;
};

/** @throws the system's errors, with the path */
export async function writeNodesFile(
  path: string,
  lines: Iterable<NodeLine>,
): Promise<{ nodes: number; bytes: number; sha256: string }> {
  const file = new LineFile(path);
  try {
    for (const { parent, text } of lines) {
      if (file.addLine((buffer) => appendLine(buffer, text, parent))) await nextTurn();
    }
    const { lines: nodes, ...written } = file.end();
    return { nodes, ...written };
  } finally {
    file.close();
  }
}

const OPEN_BRACE = 0x7b;
/** An index of a nodes file; nodes have positions in the order of the lines. */
export class NodesIndex implements ComparedTree {
  /** SHA-256 of the file, in hexadecimal. */
  sha256 = "";
  readonly #file: RandomAccessFile;
  readonly #indexes = new Map<number, number>();
  // Arrays of numbers take less memory than an object per node.
  readonly #ids: number[] = [];
  readonly #parents: number[] = [];
  /** Offset of the byte before the members. */
  readonly #starts: number[] = [];
  /** Offset after the closing brace. */
  readonly #ends: number[] = [];
  #children: Map<number, number[]> | undefined;

  private constructor(path: string) {
    this.#file = new RandomAccessFile(path, "r");
  }

  /**
   * Skips lines that this program does not write.
   * @param signal aborts the reading; its reason is then thrown
   * @throws the system's errors, with the path
   */
  static async open(path: string, signal?: AbortSignal): Promise<NodesIndex> {
    const index = new NodesIndex(path);
    try {
      await index.#read(signal);
    } catch (error) {
      index.close();
      throw error;
    }
    return index;
  }

  get size(): number {
    return this.#ids.length;
  }

  /** In the order of the lines. */
  get ids(): readonly number[] {
    return this.#ids;
  }

  idAt(index: number): number {
    return this.#ids[index];
  }

  keyAt(index: number): string {
    return keyOfNodeText(this.text(index));
  }

  /** -1 for a root. */
  parentAt(index: number): number {
    return this.#parents[index];
  }

  /** @returns the position of the node with this id, or -1 */
  findId(id: number): number {
    return this.#indexes.get(id) ?? -1;
  }

  /** A node's text, which the next text or key overwrites. */
  text(index: number): NodeText {
    const offset = this.#starts[index];
    const object = this.#file.read({ offset, length: this.#ends[index] - offset });
    // After the parent this byte is a comma, which no other text needs.
    object[0] = OPEN_BRACE;
    return textOfObject(object);
  }

  /** The ids of a node's children, or of the roots. */
  childrenOf(id: number | undefined): readonly number[] {
    if (this.#children === undefined) {
      this.#children = new Map();
      for (const [index, parent] of this.#parents.entries()) {
        const siblings = this.#children.get(parent);
        if (siblings) siblings.push(this.#ids[index]);
        else this.#children.set(parent, [this.#ids[index]]);
      }
    }
    const index = id === undefined ? undefined : this.findId(id);
    return index === -1 ? [] : (this.#children.get(index ?? -1) ?? []);
  }

  /** Closing again does nothing. */
  close(): void {
    this.#file.close();
  }

  async #read(signal: AbortSignal | undefined): Promise<void> {
    const hash = createHash("sha256");
    await this.#file.readLines((line, offset) => {
      hash.update(line).update("\n");
      this.#add(line.toString("latin1", 0, LINE_HEAD_LENGTH), offset, offset + line.length);
      return true;
    }, signal);
    this.sha256 = hash.digest("hex");
  }

  #add(head: string, start: number, end: number): void {
    const read = readLineHead(head);
    if (read === undefined || this.#indexes.has(read.id)) return;
    const { id, parentId } = read;
    this.#indexes.set(id, this.size);
    this.#ids.push(id);
    this.#parents.push(parentId === undefined ? -1 : this.findId(parentId));
    this.#starts.push(start + read.start);
    this.#ends.push(end);
  }
}
