/** Detects an unfinished pull in a directory, with its source and the command that resumes it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { FLAG, faultIn, listOf, must, objectOf, TEXT } from "../../json/shape.ts";
import { KINDS, type Kind } from "../../operations.ts";
import { shellQuoted, visible } from "../../text/visible-text.ts";
import { MANIFEST_NAME } from "./manifest.ts";
import { readState } from "./state-file.ts";

/** The staging directory of a pull, inside the data directory. */
export const STAGING = ".pull";

/** A file in it that exists while the files of the new copy replace those of the old one. */
export const COPY_SWAP_MARK = "copy-swap";

/** The lock in it, which a pull holds while it runs. */
export const LOCK_NAME = "lock";

/** The file in it that holds the state of each unfinished pull, by the kinds that the pull is of. */
export const PULL_STATES_NAME = "pulls.json";

/** The options of a pull when it began or was resumed. */
export type PullState = {
  source: string;
  kinds: readonly Kind[];
  target: { by: string; id?: unknown; key?: unknown };
  /** Whether the pull fetches everything. */
  fresh: boolean;
  /** The other options, as arguments of `pull`. */
  args: readonly string[];
};

/** @returns those of which there is a response log, or of which the other kind has one; empty if the file cannot be read */
export function readPullStates(directory: string): Partial<Record<Kind, PullState>> {
  const staging = join(directory, STAGING);
  const states: Partial<Record<Kind, PullState>> =
    readState(join(staging, PULL_STATES_NAME), objectOf({})) ?? {};
  const isOpen = ({ kinds }: PullState) => kinds.some((kind) => existsSync(join(staging, logName(kind))));
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const state = states[kind];
      return state && faultIn(state, PULL_STATE) === undefined && isOpen(state) ? [[kind, state]] : [];
    }),
  );
}

/** The response log of a kind, in the staging directory. */
export function logName(kind: Kind): string {
  return `${kind}.responses`;
}

/** @returns in words that begin with a verb; `undefined` if there is no such pull */
export function unfinishedPull(directory: string): string | undefined {
  const [state] = Object.values(readPullStates(directory));
  const isMixed = existsSync(join(directory, STAGING, COPY_SWAP_MARK));
  if (state === undefined) {
    return isMixed
      ? "holds parts of a copy, since a pull stopped while it replaced files: pull again"
      : undefined;
  }
  const { source, kinds, target, args } = state;
  const words = [
    ...["--base-url", source],
    ...(kinds.length < KINDS.length ? ["--kind", kinds[0]] : []),
    ...(target.by === "root" ? [] : [`--${target.by}`, String(target.id ?? target.key)]),
    ...["--out", directory, ...args],
  ];
  const command = `migrations pull ${words.map((word) => shellQuoted(word)).join(" ")}`;
  const what =
    isMixed && existsSync(join(directory, MANIFEST_NAME))
      ? "stopped while it replaced files, so that some are of the earlier copy"
      : "is not complete";
  return visible(`holds a pull of ${source} that ${what}; to resume it: ${command}`);
}

/** Whether a pull may be writing to a directory. */
export function isBeingPulled(directory: string): boolean {
  return existsSync(join(directory, STAGING, LOCK_NAME));
}

const PULL_STATE = objectOf({
  source: TEXT,
  kinds: must(
    (value) => Array.isArray(value) && value.length > 0 && value.every((kind) => KINDS.includes(kind)),
    "kinds",
  ),
  target: objectOf({ by: TEXT }),
  fresh: FLAG,
  args: listOf(TEXT),
});
