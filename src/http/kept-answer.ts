/** Keeps the last long answer that was sent whole, so that who asks for a whole tree again does not have it made again. */

/** What is kept at most, in bytes. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Answers are told apart by tags, which also name the edition of the data that they are made of. */
export class KeptAnswer {
  #tag: string | undefined;
  #chunks: readonly Uint8Array[] = [];

  /** @returns the answer's chunks, if it is the one that is kept */
  find(tag: string): readonly Uint8Array[] | undefined {
    return tag === this.#tag ? this.#chunks : undefined;
  }

  /** Passes on the chunks that make an answer, and keeps them instead of others when the last one has been taken. */
  *keep(tag: string, chunks: Iterable<Uint8Array>): Generator<Uint8Array, void> {
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
