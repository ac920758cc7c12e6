/** Chooses how results are printed: format, width and colour. */
import type { ChalkInstance } from "chalk";
import type { Io, OutputStream } from "../io.ts";

/** The formats of a look-up. */
export const FORMATS = ["json", "ndjson", "tree"] as const;
/** A card is what a terminal shows of one node. */
type Format = (typeof FORMATS)[number] | "card";

/** The formats of findings. */
export const FINDING_FORMATS = ["plain", "json"] as const;
/** The formats of lists: types, URLs, and nodes that were found. */
export const LIST_FORMATS = ["table", "json", "ndjson", "csv", "csv-excel"] as const;
/** The formats of a site's types: as a list, and as a content model. */
export const MODEL_FORMATS = ["typescript", "json-schema"] as const;
export const TYPE_FORMATS = [...LIST_FORMATS, ...MODEL_FORMATS] as const;
/** The formats of a report: an audit, differences, what is lost. */
export const REPORT_FORMATS = ["plain", "json", "ndjson", "csv", "csv-excel", "html"] as const;
/** The deepest level that a view indents further than the level above it. */
export const DEEPEST_INDENT = 40;

/** False if `--no-color` is given. */
type ColorFlag = { color?: boolean };

/** The width and colour of a view. */
export type ViewOptions = {
  /** The columns of the terminal; absent if stdout is no terminal. */
  columns?: number;
  color: boolean;
};

export type Output = ViewOptions & {
  format: Format;
  /** Whether stdout is a terminal: then JSON is indented, and control characters are escaped. */
  isTerminal: boolean;
};

/** Columns of a terminal that does not report its width. */
const DEFAULT_COLUMNS = 80;
const FORMAT_ON_TERMINAL = { list: "tree", node: "card" } as const;

/** @param shape a list of nodes, or one node */
export function readOutput(flags: ColorFlag & { format?: Format }, shape: "list" | "node", io: Io): Output {
  const isTerminal = io.stdout.isTTY === true;
  const format = flags.format ?? (isTerminal ? FORMAT_ON_TERMINAL[shape] : "json");
  return { ...readViewOptions(flags, io), format, isTerminal };
}

/** The columns of stdout, and whether it gets colour. */
export function readViewOptions(flags: ColorFlag, io: Io): ViewOptions {
  return {
    columns: io.stdout.isTTY ? io.stdout.columns || DEFAULT_COLUMNS : undefined,
    color: wantsColor(flags, io.stdout, io.env),
  };
}

/** `--no-color` wins, then `FORCE_COLOR`, then `NO_COLOR` or a dumb terminal, then whether the stream is a terminal. */
export function wantsColor(flags: ColorFlag, stream: OutputStream, env: Io["env"]): boolean {
  if (flags.color === false) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  if (env.NO_COLOR || env.TERM === "dumb") return false;
  return stream.isTTY === true;
}

/** A chalk instance that paints text, or leaves it as it is. Loaded only if something is drawn. */
export async function brush({ color }: Pick<ViewOptions, "color">): Promise<ChalkInstance> {
  const { Chalk } = await import("chalk");
  return new Chalk({ level: color ? 1 : 0 });
}
