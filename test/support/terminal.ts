/** What a command writes to a terminal, and where there is none: in this process, without colour and other variables. */
import { type Finished, run } from "./program.ts";

/** Runs a command where nobody looks. */
export function piped(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  return run(args, { env });
}

/** Runs a command on a terminal of so many columns, without colour. */
export function shown(args: readonly string[], columns = 80): Promise<Finished> {
  return run(args, { env: { NO_COLOR: "1" }, columns });
}
