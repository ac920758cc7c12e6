/** `withLoadProgress`: what a long load shows on stderr. */
import { PassThrough } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { withLoadProgress } from "../../src/commands/load-progress.ts";
import type { LoadProgress } from "../../src/formats/data-format.ts";

async function shownBy(flags: { quiet?: boolean }, load: (onProgress: LoadProgress) => Promise<number>) {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = "";
  stderr.on("data", (bytes) => {
    shown += bytes;
  });
  const io = { stdin: process.stdin, stdout: process.stdout, stderr, env: {} };
  expect(await withLoadProgress(flags, io, load)).toBe(7);
  return shown;
}

async function longLoad(onProgress: LoadProgress): Promise<number> {
  for (let done = 0; done <= 16; done++) {
    onProgress({ file: "site.bacpac", done: done * 1_000_000, total: 16_000_000 });
    await delay(100);
  }
  return 7;
}

it("withLoadProgress shows on a terminal how much of a file has been read, and removes that at the end", async () => {
  const shown = await shownBy({}, longLoad);
  expect(shown).toMatch(/reading site\.bacpac: 1[0-6] of 16 MB/);
  expect(shown.lastIndexOf("reading")).toBeLessThan(shown.lastIndexOf("\u001b["));
});

it.each<[string, { quiet?: boolean }, (onProgress: LoadProgress) => Promise<number>]>([
  ["with --quiet", { quiet: true }, longLoad],
  [
    "if the load is short",
    {},
    async (onProgress) => {
      onProgress({ file: "site.bacpac", done: 1, total: 1 });
      return 7;
    },
  ],
])("withLoadProgress shows nothing %s", async (_, flags, load) => {
  expect(await shownBy(flags, load)).toBe("");
});
