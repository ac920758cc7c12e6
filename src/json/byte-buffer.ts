/** A growing buffer: bytes are appended, read in place, and truncated. */

const NO_BYTES: Buffer = Buffer.alloc(0);

export class ByteBuffer {
  /** The storage, allocated for the first byte. Replaced when it grows, so never keep it across an append. */
  bytes = NO_BYTES;
  /** How many bytes of the storage are in use. */
  length = 0;
  readonly #capacity: number;

  /** @param capacity initial size in bytes */
  constructor(capacity = 64 * 1024) {
    this.#capacity = capacity;
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const usual = this.bytes.length < this.#capacity ? this.#capacity : this.bytes.length * 2;
    const larger = Buffer.allocUnsafeSlow(Math.max(usual, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  appendByte(byte: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Appends `source[start]` to `source[end - 1]`. */
  append(source: Buffer, start: number, end: number): void {
    const count = end - start;
    this.reserve(count);
    copyBytes(source, start, end, this.bytes, this.length);
    this.length += count;
  }

  appendBytes(source: Buffer): void {
    this.append(source, 0, source.length);
  }

  appendText(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length);
  }

  /**
   * Returns the bytes in use, and continues with the rest of the storage.
   * @param least the fewest bytes of rest that are worth keeping; a smaller rest is released
   */
  take(least: number): Buffer {
    const taken = this.bytes.subarray(0, this.length);
    const left = this.bytes.length - this.length;
    this.bytes = left < least ? NO_BYTES : this.bytes.subarray(this.length);
    this.length = 0;
    return taken;
  }
}

/** Below this size in bytes, a loop is faster than the native copy. */
const NATIVE_COPY_BYTES = 32;

/** Copies `source[start]` to `source[end - 1]` to `target` at `at`. */
export function copyBytes(source: Buffer, start: number, end: number, target: Buffer, at: number): void {
  const count = end - start;
  // A plain view costs a third of `Buffer.copy`, which creates a Buffer.
  if (count >= NATIVE_COPY_BYTES)
    target.set(new Uint8Array(source.buffer, source.byteOffset + start, count), at);
  else for (let i = start; i < end; i++) target[at++] = source[i];
}
