/** The options of a pull, with their defaults. */

import { type Clock, REAL_CLOCK } from "../clock.ts";
import type { Kind } from "../operations.ts";
import type { Target } from "../site/source.ts";
import type { FetchOptions } from "./http-client.ts";
import type { OnPullEvent } from "./pull-events.ts";

/** A site. Its dispatcher is destroyed to stop the pull, which costs less than a signal for each request. */
export type SiteOptions = FetchOptions & {
  baseUrl: string;
  prefix: string;
  /** The argument or option that the base URL was given as, for hints. Default: `--base-url`. */
  givenAs?: string;
};

/** How requests are sent to a site. */
export type Pace = {
  /** Requests in flight at a time. */
  concurrency: number;
  /** The retries of one request. */
  retries: number;
  /** The least time between the starts of two requests, in milliseconds. */
  delay: number;
  clock: Clock;
  /** Aborts everything; its reason is then thrown. */
  signal: AbortSignal;
  onEvent: OnPullEvent;
  /** Called after the first error, to stop other requests. */
  abort: () => void;
};

/** A pull, with the defaults filled in. */
export type Pull = Pace & {
  site: SiteOptions;
  /** The directory to write. */
  out: string;
  kinds: readonly Kind[];
  /** The roots, or one node with its descendants: then of one kind. */
  target: Target;
  /** Drops an unfinished pull, and fetches everything, as a first pull does. */
  fresh: boolean;
  /** Accepts that many of the copy's nodes are missing on the site. */
  allowShrink: boolean;
  /** Replaces a copy of another source. */
  replace: boolean;
  /** Also downloads the media files. */
  files: boolean;
  /** The arguments of a command that resumes the pull, without source, kinds, node and directory. */
  args: readonly string[];
};

export const PULL_DEFAULTS = {
  concurrency: 4,
  retries: 6,
  delay: 0,
  clock: REAL_CLOCK,
  abort: () => {},
  fresh: false,
  allowShrink: false,
  replace: false,
  files: false,
  args: [],
} satisfies Partial<Pull>;

type Optional = keyof typeof PULL_DEFAULTS;

export type PullOptions = Omit<Pull, Optional> & Partial<Pick<Pull, Optional>>;
