/** `inStaging`: one process at a time writes to a directory. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inStaging } from "../../src/copy/lock.ts";
import { run } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** A directory with a lock. */
function lockedDirectory(lock: string): string {
  const out = temporaryDirectory();
  mkdirSync(join(out, ".pull"));
  writeFileSync(join(out, ".pull", "lock"), lock);
  return out;
}

/** A process id that no process has. */
const ended = () => spawnSync(process.execPath, ["--version"]).pid;

describe("inStaging", () => {
  it("holds a lock while it works, and removes it when the work fails, too", async () => {
    const out = temporaryDirectory();
    const lock = join(out, ".pull", "lock");
    await inStaging(out, async () => {
      expect(JSON.parse(readFileSync(lock, "utf8"))).toEqual({ pid: process.pid });
    });
    await expect(inStaging(out, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(existsSync(join(out, ".pull"))).toBe(false);
  });

  it.each<[string, () => string]>([
    ["of a process that has ended", () => JSON.stringify({ pid: ended() })],
    ["with its own process id, as another container has", () => JSON.stringify({ pid: process.pid })],
    ["that was cut", () => ""],
    ["that names no process", () => '{"pid":"x"}'],
  ])("takes over a lock %s, with a warning", async (_, lock) => {
    const out = lockedDirectory(lock());
    const warnings: string[] = [];
    await inStaging(out, async () => {}, { onWarning: (text) => warnings.push(text) });
    expect(warnings).toEqual([`${out} was locked by a run that has ended: the lock is taken over`]);
    expect(existsSync(join(out, ".pull"))).toBe(false);
  });

  it("refuses a lock of a process that runs, and keeps it", async () => {
    const out = lockedDirectory(JSON.stringify({ pid: process.ppid }));
    const path = join(out, ".pull", "lock");
    await expect(inStaging(out, async () => {})).rejects.toThrow(
      `process ${process.ppid} is writing to ${out}: wait for it, or, if that is another program, remove ${path}`,
    );
    expect(existsSync(path)).toBe(true);
  });

  it.each(["export", "usync"])("%s prints the warning", async (command) => {
    const out = lockedDirectory("");
    const { status, stderr } = await run([command, "--sample", "--out", out]);
    expect([status, stderr]).toEqual([0, expect.stringContaining(`warning: ${out} was locked by a run`)]);
  });
});
