/** What a command writes to a terminal, and where there is none: in this process, without colour and other variables. */
import { type Finished, run } from "./program.ts";

/** The words of a command line as a POSIX shell takes it apart: single quotes, and a backslash outside of them. */
export function shellWords(command: string): string[] {
  const words = command.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|\\(.)/g, (_, quoted, escaped) => quoted ?? escaped));
}

/** Runs a command where nobody looks. */
export function piped(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  return run(args, { env });
}

/** Runs a command on a terminal of so many columns, without colour. */
export function shown(args: readonly string[], columns = 80): Promise<Finished> {
  return run(args, { env: { NO_COLOR: "1" }, columns });
}
