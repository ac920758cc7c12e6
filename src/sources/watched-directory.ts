/** Keeps answering from a data directory that changes: always from one whole state of it that loads. */
import { setTimeout as delay } from "node:timers/promises";
import type { LoadedData } from "../formats/load-directory.ts";
import { DirectorySource } from "./directory.ts";

export type WatchOptions = {
  /** Tells whether anything has changed. */
  fingerprint: () => Promise<string>;
  /** Loads the directory anew. Given the signal that ends the watch. */
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
    const { signal } = this.#end;
    let pause = pauseMilliseconds;
    let seen = this.#known;
    while (await waited(pause, signal)) {
      const started = performance.now();
      const now = await fingerprint();
      pause = Math.max(pauseMilliseconds, (performance.now() - started) * PAUSE_PER_LOOK);
      // What still changes is being written.
      if (now === seen && now !== this.#known) await this.#reload(now);
      seen = now;
    }
  }

  close(): void {
    this.#end.abort();
  }

  /** @param before the fingerprint of what is to be loaded */
  async #reload(before: string): Promise<void> {
    const { load, fingerprint, onLoaded, onBroken } = this.#options;
    const { signal } = this.#end;
    const outcome = await load(signal).catch((error: unknown) => ({ error }));
    // Files that changed while they were read can be of two states: the next look tries again.
    if (signal.aborted || (await fingerprint()) !== before) return;
    this.#known = before;
    if ("error" in outcome) {
      this.#isBroken = true;
      onBroken(outcome.error);
      return;
    }
    const isNew = outcome.version !== this.source.edition?.version;
    if (isNew) this.source = new DirectorySource(outcome.data, outcome.version);
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
