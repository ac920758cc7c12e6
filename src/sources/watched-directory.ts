/** Keeps answering from a data directory that changes: always from one whole state of it that loads. */
import { setTimeout as delay } from "node:timers/promises";
import { dataVersion } from "../formats/data-version.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { NO_TYPES } from "../formats/type-lists.ts";
import { DirectorySource } from "./directory.ts";

type WatchOptions = {
  /** Tells whether anything has changed. */
  fingerprint: () => Promise<string>;
  /** Loads the directory anew. Given the signal that ends the attempt. */
  load: (signal: AbortSignal) => Promise<{ data: LoadedData; version: string }>;
  /** Told when new data is being served. */
  onLoaded: (data: LoadedData) => void;
  /** Told once of each change that does not load. */
  onBroken: (error: unknown) => void;
  /** How long to wait between two looks, in milliseconds; longer where a look takes long. Default: 500. */
  pauseMilliseconds?: number;
};

const PAUSE_MILLISECONDS = 500;
/** A large tree on a slow mount: looking takes at most one part in so many of the time. */
const PAUSE_PER_LOOK = 20;
/** After so many looks that each saw another state, the one at hand is loaded although it may still be written. */
const PATIENCE_LOOKS = 6;
/** After so many loads during which something changed, the next is served if it is sound. */
const PATIENCE_LOADS = 3;

/** So many attempts may hang. Each holds a thread. */
const MOST_ATTEMPTS = 4;

/** One attempt to load: of which state, and how to end it. */
type Attempt = { before: string; end: AbortController };
type Outcome = Awaited<ReturnType<WatchOptions["load"]>> | { error: unknown };

export class WatchedDirectory {
  /** What answers at this moment. It never changes: a change is another one. */
  source: DirectorySource;
  readonly #options: WatchOptions;
  readonly #end = new AbortController();
  /** The fingerprint of what is served, or of what was tried last. */
  #known: string;
  #isBroken = false;
  /** The attempt under way. One that has been given up is not. */
  #attempt: Attempt | undefined;
  /** How many attempts have not ended, those that were given up too. */
  #running = 0;
  /** Looks in a row that each saw another state, and loads in a row that something changed meanwhile. */
  #unsettledLooks = 0;
  #unsettledLoads = 0;

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
    let pause = pauseMilliseconds;
    let seen = this.#known;
    while (await waited(pause, this.#end.signal)) {
      const started = performance.now();
      const now = await fingerprint();
      pause = Math.max(pauseMilliseconds, (performance.now() - started) * PAUSE_PER_LOOK);
      if (!this.#end.signal.aborted) this.#look(now, now === seen);
      seen = now;
    }
  }

  close(): void {
    this.#end.abort();
    this.#attempt?.end.abort();
  }

  /** @param isSettled whether the look before saw the same: what still changes is being written */
  #look(now: string, isSettled: boolean): void {
    this.#unsettledLooks = isSettled ? 0 : this.#unsettledLooks + 1;
    // An attempt can hang, in a file that does not open: another state deserves another one.
    if (isSettled && this.#attempt && this.#attempt.before !== now) this.#giveUp();
    if (now === this.#known || this.#attempt || this.#running >= MOST_ATTEMPTS) return;
    if (isSettled || this.#unsettledLooks >= PATIENCE_LOOKS) this.#load(now).catch(this.#options.onBroken);
  }

  #giveUp(): void {
    this.#attempt?.end.abort();
    this.#attempt = undefined;
  }

  /** @param before the fingerprint of what is to be loaded */
  async #load(before: string): Promise<void> {
    const attempt = { before, end: new AbortController() };
    this.#attempt = attempt;
    this.#running++;
    const outcome: Outcome = await this.#options.load(attempt.end.signal).catch((error) => ({ error }));
    this.#running--;
    const isChanged = (await this.#options.fingerprint()) !== before;
    // Given up meanwhile, or the watch has ended.
    if (this.#attempt !== attempt || this.#end.signal.aborted) return;
    this.#attempt = undefined;
    this.#unsettledLoads = isChanged ? this.#unsettledLoads + 1 : 0;
    // Files that changed while they were read can be of two states: the next look tries again.
    if (isChanged && this.#unsettledLoads <= PATIENCE_LOADS) return;
    this.#known = before;
    this.#serve(outcome);
  }

  #serve(outcome: Outcome): void {
    const { onLoaded, onBroken } = this.#options;
    if ("error" in outcome) {
      this.#isBroken = true;
      onBroken(outcome.error);
      return;
    }
    const isNew = outcome.version !== this.source.edition?.version;
    // The version is that of the language that is read: the others may have changed.
    if (isNew || outcome.data.inLanguage) this.source = new DirectorySource(outcome.data, outcome.version);
    if (isNew || this.#isBroken) onLoaded(outcome.data);
    this.#isBroken = false;
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
