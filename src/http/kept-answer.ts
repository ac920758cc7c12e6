/** Keeps the last long answer that was sent whole, so that who asks for a whole tree again does not have it made again. */

/** What is kept at most, in bytes. */
const KEPT_BYTES = 32 * 1024 * 1024;

export class KeptAnswer {
  #tag: string | undefined;
  #chunks: readonly Uint8Array[] = [];

  /**
   * @param tag names the answer, and the edition of the data that it is made of
   * @param chunks make the answer, where it is not the one that is kept
   */
  take(tag: string, chunks: Iterable<Uint8Array>): Iterable<Uint8Array> {
    return tag === this.#tag ? this.#chunks : this.#keeping(tag, chunks);
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
