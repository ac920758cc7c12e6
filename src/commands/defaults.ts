/** Defaults that the help text tells and the commands use. */

/** The data directory that is read where none is named. */
export const DEFAULT_DIRECTORY = "./data";

/** How long a remote may be silent, in seconds. */
export const DEFAULT_TIMEOUT = 30;

/** How many requests a pull has under way at a time. */
export const DEFAULT_CONCURRENCY = 4;

/** How often a pull asks for one thing again. */
export const DEFAULT_RETRIES = 6;
