/** What a process that is killed leaves on disk, at each moment of a swap. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { start } from "./program.ts";
import { fixture } from "./repository.ts";
import { temporaryDirectory } from "./temporary.ts";

/**
 * Runs the program once, to its end.
 * @param directory the directory that it changes
 * @param from matches the path of the first call that counts
 * @returns copies of the directory: what it would hold if the process had been killed before the first call that changes the
 *   disk, before the second, and so on; the last is the directory itself, after the run
 */
export async function statesIfKilled(
  args: readonly string[],
  directory: string,
  from: string,
): Promise<readonly string[]> {
  const states = temporaryDirectory();
  const preload = fixture("states-before.cjs").replaceAll("\\", "\\\\");
  const env = {
    NODE_OPTIONS: `--require "${preload}"`,
    STATES_OF: directory,
    STATES_IN: states,
    STATES_FROM: from,
  };
  const running = start(args, { env });
  expect(await running.ended, running.output.stderr).toBe(0);
  const { length } = readdirSync(states);
  return [...Array.from({ length }, (_, index) => join(states, String(index + 1))), directory];
}
