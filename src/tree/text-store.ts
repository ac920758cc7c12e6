/** The text of many nodes as UTF-8 bytes in a few large blocks. */
import type { Members, TextParts } from "../json/members.ts";

const SMALLEST_BLOCK = 64 * 1024;
const LARGEST_BLOCK = 8 * 1024 * 1024;

/** Where a node's text lies. */
export type TextPlace = { block: number; start: number; parts: TextParts };

export class TextStore {
  readonly blocks: Buffer[] = [];
  /** The block that is being filled, its index, and how much of it is used. */
  #open = Buffer.alloc(0);
  #openIndex = -1;
  /** The index of each block that was kept as it came. */
  readonly #adopted = new Map<Buffer, number>();
  #used = 0;

  /**
   * Stores a copy of a node's text. It never spans two blocks.
   * @param source the buffer that the members lie in, `shift` behind their places
   */
  append(members: Members, source: Buffer, shift: number): TextPlace {
    const parts = members.measure();
    if (this.#used + parts.end > this.#open.length) this.#addBlock(parts.end);
    const start = this.#used;
    members.copy(source, shift, this.#open, start);
    this.#used += parts.end;
    return { block: this.#openIndex, start, parts };
  }

  /**
   * Stores a node's text by keeping the buffer that it lies in, where its members are in order there.
   * @returns `undefined` where they are not
   */
  adopt(members: Members, source: Buffer, shift: number): TextPlace | undefined {
    const start = members.closeGaps(source, shift);
    if (start < 0) return undefined;
    return { block: this.#indexOf(source), start, parts: members.measure() };
  }

  /**
   * Takes over the blocks of another store.
   * @returns the index of the first of them
   */
  adoptBlocks(blocks: readonly Uint8Array[]): number {
    const first = this.blocks.length;
    for (const { buffer, byteOffset, length } of blocks) {
      this.blocks.push(Buffer.from(buffer, byteOffset, length));
    }
    return first;
  }

  /** Texts can come from several buffers by turns, and each is a block once. */
  #indexOf(source: Buffer): number {
    if (this.blocks.at(-1) === source) return this.blocks.length - 1;
    const known = this.#adopted.get(source);
    if (known !== undefined) return known;
    const index = this.blocks.push(source) - 1;
    this.#adopted.set(source, index);
    return index;
  }

  #addBlock(size: number): void {
    const length = Math.min(Math.max(this.#open.length * 2, SMALLEST_BLOCK), LARGEST_BLOCK);
    this.#open = Buffer.allocUnsafeSlow(Math.max(length, size));
    this.#openIndex = this.blocks.push(this.#open) - 1;
    this.#used = 0;
  }
}
