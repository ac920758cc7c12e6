/** `withLoadProgress`: the progress of a long load on stderr. */
import { PassThrough } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { withLoadProgress } from "../../src/commands/load-progress.ts";
import type { LoadProgress } from "../../src/formats/data-format.ts";

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

const PROGRESS = { file: "site.bacpac", done: 12_300_000, total: 16_000_000 };

it("withLoadProgress shows on a terminal how much of a file has been read, and erases the line at the end", async () => {
  const shown = await shownBy({}, async (onProgress, shown) => {
    for (; !shown().includes("reading"); await delay(50)) onProgress(PROGRESS);
    return 7;
  });
  expect(shown).toContain("reading site.bacpac: 12 of 16 MB");
  expect(shown.lastIndexOf("reading")).toBeLessThan(shown.lastIndexOf("\u001b["));
});

it.each<[string, { quiet?: boolean }, number]>([
  ["with --quiet", { quiet: true }, 1300],
  ["if the load is short", {}, 1],
])("withLoadProgress shows nothing %s", async (_, flags, milliseconds) => {
  const shown = await shownBy(flags, async (onProgress) => {
    await delay(milliseconds);
    onProgress(PROGRESS);
    await delay(200);
    return 7;
  });
  expect(shown).toBe("");
});
