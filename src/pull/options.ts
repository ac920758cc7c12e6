/** The options of a pull, with their defaults. */
import type { Kind } from "../operations.ts";
import type { Target } from "../source.ts";
import type { FetchOptions } from "../sources/http-client.ts";
import { type Clock, REAL_CLOCK } from "../sources/retry.ts";
import type { OnPullEvent } from "./pull-events.ts";

/** A site. Its dispatcher is destroyed when the pull is to stop, which costs less than a signal for each request. */
export type SiteOptions = FetchOptions & { baseUrl: string; prefix: string };

/** How a site is asked. */
export type Pace = {
  /** Requests under way at a time. */
  concurrency: number;
  /** How often one request is repeated. */
  retries: number;
  /** Least time between the starts of two requests, in milliseconds. */
  delay: number;
  clock: Clock;
  /** Aborts everything; its reason is then thrown. */
  signal: AbortSignal;
  onEvent: OnPullEvent;
  /** Called after the first error, so that nobody waits for other requests. */
  abort: () => void;
};

/** A pull, with the defaults filled in. */
export type Pull = Pace & {
  site: SiteOptions;
  /** The directory to write. */
  out: string;
  kinds: readonly Kind[];
  /** The roots, or one node with all below it: then of one kind. */
  target: Target;
  /** Drops what an unfinished pull has left, and fetches everything, as a first pull does. */
  fresh: boolean;
  /** The share of unchanged nodes that are fetched nevertheless, 0 to 1. */
  recheck: number;
  /** Accepts that more than a part of the copy's nodes are missing from the site. */
  allowShrink: boolean;
  /** Replaces a copy of another source. */
  replace: boolean;
  /** Also downloads the media files. */
  files: boolean;
  /** The arguments of a command that resumes the pull, but for source, kinds, node and directory. */
  args: readonly string[];
};

export const PULL_DEFAULTS = {
  concurrency: 4,
  retries: 6,
  delay: 0,
  clock: REAL_CLOCK,
  abort: () => {},
  fresh: false,
  recheck: 0,
  allowShrink: false,
  replace: false,
  files: false,
  args: [],
} satisfies Partial<Pull>;

type Optional = keyof typeof PULL_DEFAULTS;

export type PullOptions = Omit<Pull, Optional> & Partial<Pick<Pull, Optional>>;
