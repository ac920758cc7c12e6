/** The source that follows a changing data directory: always answers from one complete state of it that loads. */

import { setTimeout as delay } from "node:timers/promises";
import { createSite } from "../site/site.ts";
import { type SiteData, siteDataOf } from "../site/site-data.ts";
import { dataVersion } from "./data-version.ts";
import { DirectorySource } from "./directory-source.ts";

type WatchOptions = {
  /** A text that differs if anything has changed. */
  fingerprint: () => Promise<string>;
  /** Loads the directory again. */
  load: () => Promise<SiteData>;
  /** Called when new data is served. */
  onLoaded: (data: SiteData) => void;
  /** Called once for each change that does not load. */
  onBroken: (error: unknown) => void;
  /** The pause between two checks, in milliseconds; longer if a check takes long. Default: 500. */
  pauseMilliseconds?: number;
  /** Data that never stops changing is loaded after this time, in milliseconds. Default: 10000. */
  settleMilliseconds?: number;
};

const PAUSE_MILLISECONDS = 500;
const SETTLE_MILLISECONDS = 10_000;
/**
 * On a slow disk, checks take at most this part of the time. What a check costs is the time of the fastest one: on a machine
 * that is busy elsewhere, others take a hundred times as long, and pauses by these would last for minutes.
 */
const PAUSE_PER_CHECK = 20;

export class WatchedDirectory {
  /** The current source. It never changes: new data makes a new one. */
  source: DirectorySource;
  readonly #options: WatchOptions;
  readonly #end = new AbortController();
  /** The fingerprint of the data that was loaded last, or failed to load. */
  #known: string;
  #isBroken = false;
  /** When a change was seen that is not served yet, since it is still being written or loaded; `undefined` if there is none. */
  changedAt: Date | undefined;

  /**
   * @param source of the data that was loaded first
   * @param known the fingerprint before that
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
    let fastest = Number.POSITIVE_INFINITY;
    let seen = this.#known;
    while (await waited(pause, this.#end.signal)) {
      const started = performance.now();
      const now = await fingerprint();
      fastest = Math.min(fastest, performance.now() - started);
      pause = Math.max(pauseMilliseconds, fastest * PAUSE_PER_CHECK);
      if (now === this.#known) this.changedAt = undefined;
      else {
        this.changedAt ??= new Date();
        const isLate = Date.now() - this.changedAt.getTime() >= settleMilliseconds;
        // Data that differs from one check to the next is still being written.
        if ((now === seen || isLate) && (await this.#load(now, isLate))) this.changedAt = undefined;
      }
      seen = now;
    }
  }

  close(): void {
    this.#end.abort();
  }

  /**
   * Loads in the same thread, so requests wait.
   * @param before the fingerprint of the data
   * @param isLate whether the data is served although something has changed during the load
   * @returns whether the data was used or reported; files that changed during the load may not fit together
   */
  async #load(before: string, isLate: boolean): Promise<boolean> {
    const { load, fingerprint, onLoaded, onBroken } = this.#options;
    const outcome = await load()
      .then((data) => ({ data, source: directorySource(data) }))
      .catch((error: unknown) => ({ error }));
    const isChanged = (await fingerprint()) !== before;
    if (this.#end.signal.aborted || (isChanged && !isLate)) return false;
    this.#known = before;
    if ("error" in outcome) {
      this.#isBroken = true;
      onBroken(outcome.error);
      return true;
    }
    const { data, source } = outcome;
    const isNew = source.snapshot?.version !== this.source.snapshot?.version;
    if (isNew) this.source = source;
    if (isNew || this.#isBroken) onLoaded(data);
    this.#isBroken = false;
    return true;
  }
}

/** @returns false if the signal is aborted first */
function waited(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return delay(milliseconds, undefined, { signal }).then(
    () => true,
    () => false,
  );
}

/**
 * The source with its version, for which all data is read once more; a single look-up does not need it.
 * @throws DataError if the types, domains or dictionary have errors
 */
export function directorySource(data: Pick<SiteData, "trees"> & Partial<SiteData>): DirectorySource {
  const site = createSite(siteDataOf(data));
  // Their errors end the loading, not the first request that shows them.
  site.domains?.();
  site.dictionary?.();
  return new DirectorySource(data, {
    site,
    version: dataVersion(data.trees, site.types(), data),
  });
}
