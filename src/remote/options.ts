/** The options of a client and of a pull, with their defaults. */
import { type Clock, REAL_CLOCK } from "../clock.ts";
import type { Kind } from "../operations.ts";
import type { Target } from "../site/source.ts";
import type { FetchOptions } from "./http-client.ts";
import type { OnPullEvent } from "./pull-events.ts";

/** A site. Its dispatcher is destroyed to stop the pull, which costs less than a signal for each request. */
export type SiteOptions = FetchOptions & {
  baseUrl: string;
  prefix: string;
};

/** How requests are sent to a site. */
export type PaceOptions = {
  /** Requests in flight at a time. Default: 4. */
  concurrency?: number;
  /** The retries of one request. Default: 6. */
  retries?: number;
  /** The least time between the starts of two requests, in milliseconds. Default: 0. */
  delay?: number;
  /** Whether a time-out is final. Default: it is retried. */
  timeoutIsFinal?: boolean;
  /** Default: REAL_CLOCK. */
  clock?: Clock;
  /** Aborts everything; its reason is then thrown. Default: nothing does. */
  signal?: AbortSignal;
  /** Default: no report. */
  onEvent?: OnPullEvent;
  /** Called after the first error, to stop other requests. Default: they run to their ends. */
  abort?: () => void;
};

export type Pace = Required<PaceOptions>;

/** The defaults that users can change. */
export const PACE_DEFAULTS = { concurrency: 4, retries: 6, delay: 0 };

/** Few retries, since a user waits for a look-up. */
export const LOOKUP_PACE: PaceOptions = { retries: 2, timeoutIsFinal: true };

/** Fills in the defaults. */
export function paceOf(options: PaceOptions): Pace {
  return {
    ...PACE_DEFAULTS,
    timeoutIsFinal: false,
    clock: REAL_CLOCK,
    signal: new AbortController().signal,
    onEvent: () => {},
    abort: () => {},
    ...options,
  };
}

export type PullOptions = PaceOptions & {
  site: SiteOptions;
  /** The directory to write. */
  out: string;
  kinds: readonly Kind[];
  /** The roots, or one node with its descendants: then of one kind. */
  target: Target;
  /** Drops an unfinished pull, and fetches everything, as a first pull does. Default: false. */
  fresh?: boolean;
  /** Accepts that many of the copy's nodes are missing on the site. Default: false. */
  allowShrink?: boolean;
  /** Also downloads the media files. Default: false. */
  files?: boolean;
  /** The arguments of a command that resumes the pull, without source, kinds, node and directory. Default: none. */
  args?: readonly string[];
};

export type Pull = Required<PullOptions>;

/** Fills in the defaults. */
export function pullOf(options: PullOptions): Pull {
  return {
    fresh: false,
    allowShrink: false,
    files: false,
    args: [],
    ...options,
    ...paceOf(options),
  };
}
