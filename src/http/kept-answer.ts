/** Keeps a long answer that is asked for again and again, such as a whole tree, so that it is not made each time. */

/** What is kept at most, in bytes. As much may be on the way to be kept. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** The chunks of one answer from its beginning, made by whichever of its readers is furthest. */
type Collection = {
  tag: string;
  chunks: Uint8Array[];
  bytes: number;
  /** Nothing more is collected: it is too long, or another has taken its place. */
  isOver: boolean;
};

/** Answers are told apart by tags, which also name the edition of the data that they are made of. */
export class KeptAnswer {
  /** The tag of the answer that was made last. */
  #last: string | undefined;
  #kept: Pick<Collection, "tag" | "chunks"> | undefined;
  /** One for all readers, however many there are and however slowly they read. */
  #collection: Collection | undefined;

  /** @returns the answer's chunks, if it is the one that is kept */
  find(tag: string): readonly Uint8Array[] | undefined {
    return tag === this.#kept?.tag ? this.#kept.chunks : undefined;
  }

  /**
   * Passes on the chunks that make an answer. When it is made the second time in a row, and all of it is taken, it is kept
   * instead of another: keeping what is asked for but once costs more than making it.
   * @param chunks the same ones for the same tag, each time
   */
  take(tag: string, chunks: Iterable<Uint8Array>): Iterable<Uint8Array> {
    const isAgain = tag === this.#last;
    this.#last = tag;
    return isAgain ? this.#collecting(this.#collectionOf(tag), chunks) : chunks;
  }

  #collectionOf(tag: string): Collection {
    if (this.#collection?.tag === tag) return this.#collection;
    if (this.#collection) end(this.#collection);
    this.#collection = { tag, chunks: [], bytes: 0, isOver: false };
    return this.#collection;
  }

  *#collecting(collection: Collection, chunks: Iterable<Uint8Array>): Generator<Uint8Array, void> {
    let count = 0;
    for (const chunk of chunks) {
      if (!collection.isOver && count === collection.chunks.length) add(collection, chunk);
      count++;
      yield chunk;
    }
    if (collection.isOver || collection !== this.#collection) return;
    this.#kept = { tag: collection.tag, chunks: collection.chunks };
    this.#collection = undefined;
  }
}

function add(collection: Collection, chunk: Uint8Array): void {
  collection.bytes += chunk.length;
  if (collection.bytes > KEPT_BYTES) end(collection);
  else collection.chunks.push(chunk);
}

function end(collection: Collection): void {
  collection.isOver = true;
  collection.chunks = [];
}
