/** Keeps answering from a data directory that changes: always from one whole state of it that loads. */
import { setTimeout as delay } from "node:timers/promises";
import { dataVersion } from "../formats/data-version.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { NO_TYPES } from "../formats/type-lists.ts";
import { DirectorySource } from "./directory.ts";

type WatchOptions = {
  /** Tells whether anything has changed. */
  fingerprint: () => Promise<string>;
  /** Loads the directory anew. */
  load: () => Promise<LoadedData>;
  /** Told when new data is being served. */
  onLoaded: (data: LoadedData) => void;
  /** Told once of each change that does not load. */
  onBroken: (error: unknown) => void;
  /** How long to wait between two looks, in milliseconds; longer where a look takes long. Default: 500. */
  pauseMilliseconds?: number;
  /** After how long data that never stops changing is loaded all the same, in milliseconds. Default: 10000. */
  settleMilliseconds?: number;
};

const PAUSE_MILLISECONDS = 500;
const SETTLE_MILLISECONDS = 10_000;
/** A large tree on a slow mount: looking takes at most one part in so many of the time. */
const PAUSE_PER_LOOK = 20;

export class WatchedDirectory {
  /** What answers at this moment. It never changes: a change is another one. */
  source: DirectorySource;
  readonly #options: WatchOptions;
  readonly #end = new AbortController();
  /** The fingerprint of what is served, or of what was tried last. */
  #known: string;
  #isBroken = false;

  /**
   * @param source made of what was loaded first
   * @param known the fingerprint that was taken before
   */
  constructor(source: DirectorySource, known: string, options: WatchOptions) {
    this.source = source;
    this.#known = known;
    this.#options = options;
  }

  /** Watches until `close` is called. */
  async run(): Promise<void> {
    const { fingerprint, pauseMilliseconds = PAUSE_MILLISECONDS } = this.#options;
    const { settleMilliseconds = SETTLE_MILLISECONDS } = this.#options;
    let pause = pauseMilliseconds;
    let seen = this.#known;
    /** When the first change was seen that is not loaded yet. */
    let changedAt: number | undefined;
    while (await waited(pause, this.#end.signal)) {
      const started = performance.now();
      const now = await fingerprint();
      pause = Math.max(pauseMilliseconds, (performance.now() - started) * PAUSE_PER_LOOK);
      if (now === this.#known) changedAt = undefined;
      else {
        changedAt ??= started;
        const isLate = started - changedAt >= settleMilliseconds;
        // What differs from one look to the next is being written.
        if ((now === seen || isLate) && (await this.#load(now, isLate))) changedAt = undefined;
      }
      seen = now;
    }
  }

  close(): void {
    this.#end.abort();
  }

  /**
   * Requests wait meanwhile: they are answered by the same thread.
   * @param before the fingerprint of what is to be loaded
   * @param isLate whether it is served although something has changed meanwhile
   * @returns whether the state was tried; files that changed while they were read can be of two states
   */
  async #load(before: string, isLate: boolean): Promise<boolean> {
    const { load, fingerprint, onLoaded, onBroken } = this.#options;
    const outcome = await load().catch((error: unknown) => ({ error }));
    const isChanged = (await fingerprint()) !== before;
    if (this.#end.signal.aborted || (isChanged && !isLate)) return false;
    this.#known = before;
    if ("error" in outcome) {
      this.#isBroken = true;
      onBroken(outcome.error);
      return true;
    }
    const source = directoryEdition(outcome);
    const isNew = source.edition?.version !== this.source.edition?.version;
    if (isNew) this.source = source;
    if (isNew || this.#isBroken) onLoaded(outcome);
    this.#isBroken = false;
    return true;
  }
}

/** @returns false where the signal came first */
function waited(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return delay(milliseconds, undefined, { signal }).then(
    () => true,
    () => false,
  );
}

/**
 * Reads the whole data once more for the digest, which a single look-up has no use for.
 * @throws DataError where the types have errors
 */
export function directoryEdition(data: Pick<LoadedData, "trees"> & Partial<LoadedData>): DirectorySource {
  return new DirectorySource(data, dataVersion(data.trees, data.types?.() ?? NO_TYPES, data.unpublished));
}
