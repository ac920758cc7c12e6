/** Keeps a long answer that is asked for again and again, such as a whole tree, so that it is not made each time. */

/** What is kept at most, in bytes. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Answers are told apart by tags, which also name the edition of the data that they are made of. */
export class KeptAnswer {
  /** The tag of the answer that was made last. */
  #last: string | undefined;
  #tag: string | undefined;
  #chunks: readonly Uint8Array[] = [];

  /** @returns the answer's chunks, if it is the one that is kept */
  find(tag: string): readonly Uint8Array[] | undefined {
    return tag === this.#tag ? this.#chunks : undefined;
  }

  /**
   * Passes on the chunks that make an answer. When it is made the second time in a row, and all of it is taken, it is kept
   * instead of another: keeping what is asked for but once costs more than making it.
   */
  take(tag: string, chunks: Iterable<Uint8Array>): Iterable<Uint8Array> {
    const isAgain = tag === this.#last;
    this.#last = tag;
    return isAgain ? this.#keeping(tag, chunks) : chunks;
  }

  *#keeping(tag: string, chunks: Iterable<Uint8Array>): Generator<Uint8Array, void> {
    let kept: Uint8Array[] | undefined = [];
    let bytes = 0;
    for (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > KEPT_BYTES) kept = undefined;
      kept?.push(chunk);
      yield chunk;
    }
    if (!kept) return;
    this.#tag = tag;
    this.#chunks = kept;
  }
}
