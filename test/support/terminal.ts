/** Runs commands in this process with a terminal or a pipe, without colour. */
import { type Finished, run } from "./program.ts";

/** Splits a command line as a POSIX shell does: single quotes, and a backslash outside of them. */
export function shellWords(command: string): string[] {
  const words = command.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|\\(.)/g, (_, quoted, escaped) => quoted ?? escaped));
}

/** Runs a command whose output is a pipe. */
export function piped(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  return run(args, { env });
}

/** Runs a command whose output is a terminal with so many columns. */
export function shown(args: readonly string[], columns = 80): Promise<Finished> {
  return run(args, { env: { NO_COLOR: "1" }, columns });
}
