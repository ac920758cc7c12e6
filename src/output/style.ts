/** How results are to look: the format, the room there is, and whether colour is wanted. */
import { UsageError } from "../errors.ts";
import type { Io, OutputStream } from "../io.ts";

/** The formats of a result. */
export const FORMATS = ["json", "ndjson", "tree", "table"] as const;
export type Format = (typeof FORMATS)[number];

export type OutputFlags = {
  format?: string;
  /** False where `--no-color` is given. */
  color?: boolean;
};

export type Output = {
  format: Format;
  /** Whether a person reads it: then JSON is indented, and nothing is written that a terminal would obey. */
  isTerminal: boolean;
  /** How many columns there are; absent where that does not matter. */
  columns?: number;
  color: boolean;
};

/** Columns of a terminal that does not tell. */
const DEFAULT_COLUMNS = 80;
const FORMAT_ON_TERMINAL = { list: "tree", node: "table" } as const;

/**
 * @param shape what is to be shown: a list of nodes, or one node
 * @throws UsageError for a format that is none
 */
export function readOutput(flags: OutputFlags, shape: "list" | "node", io: Io): Output {
  const isTerminal = io.stdout.isTTY === true;
  return {
    format: readFormat(flags.format) ?? (isTerminal ? FORMAT_ON_TERMINAL[shape] : "json"),
    isTerminal,
    columns: isTerminal ? io.stdout.columns || DEFAULT_COLUMNS : undefined,
    color: wantsColor(flags, io.stdout, io.env),
  };
}

/** `--no-color` wins, then `FORCE_COLOR`, then `NO_COLOR` or a dumb terminal, then whether the stream is a terminal. */
export function wantsColor(flags: OutputFlags, stream: OutputStream, env: Io["env"]): boolean {
  if (flags.color === false) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  if (env.NO_COLOR || env.TERM === "dumb") return false;
  return stream.isTTY === true;
}

function readFormat(text: string | undefined): Format | undefined {
  const format = FORMATS.find((candidate) => candidate === text);
  if (text !== undefined && !format) {
    throw new UsageError(
      `--format takes ${FORMATS.slice(0, -1).join(", ")} or ${FORMATS.at(-1)}, not "${text}"`,
    );
  }
  return format;
}
