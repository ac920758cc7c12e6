/** `withLoadProgress`: the progress of a long load on stderr. */
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withLoadProgress } from "../../src/commands/load-progress.ts";
import type { LoadProgress } from "../../src/formats/data-format.ts";
import { turns } from "../support/turns.ts";

type Load = (onProgress: LoadProgress, shown: () => string) => Promise<number>;

async function shownBy(flags: { quiet?: boolean }, load: Load) {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = "";
  stderr.on("data", (bytes) => {
    shown += bytes;
  });
  const io = { stdin: process.stdin, stdout: process.stdout, stderr, env: {} };
  expect(await withLoadProgress(flags, io, (onProgress) => load(onProgress, () => shown))).toBe(7);
  return shown;
}

// The time is the test's, so that a slow machine shows the same.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** Lets time pass, and what it causes happen. */
async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await turns(5);
}

const PROGRESS = { file: "site.bacpac", done: 12_300_000, total: 16_000_000 };

it("withLoadProgress shows on a terminal how much of a file has been read, and erases the line at the end", async () => {
  const shown = await shownBy({}, async (onProgress, shown) => {
    for (; !shown().includes("reading"); await pass(200)) onProgress(PROGRESS);
    return 7;
  });
  expect(shown).toContain("reading site.bacpac: 12 of 16 MB");
  expect(shown.lastIndexOf("reading")).toBeLessThan(shown.lastIndexOf("\u001b["));
});

it.each<[string, { quiet?: boolean }, number]>([
  ["with --quiet", { quiet: true }, 1300],
  ["if the load is short", {}, 900],
])("withLoadProgress shows nothing %s", async (_, flags, milliseconds) => {
  const shown = await shownBy(flags, async (onProgress) => {
    await pass(milliseconds);
    onProgress(PROGRESS);
    await pass(200);
    await pass(200);
    return 7;
  });
  expect(shown).toBe("");
});
