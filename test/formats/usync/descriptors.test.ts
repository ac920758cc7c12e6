/** Reading a uSync folder leaves no file or folder open. */
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";

/** Where the system lists what this process has open: Linux, macOS. Windows tells nobody. */
const OPEN = ["/proc/self/fd", "/dev/fd"].find((path) => existsSync(path));
const READINGS = 21;

it.runIf(OPEN)("loadDirectory: of what it has looked into", async () => {
  const data = fileURLToPath(new URL("../../fixtures/usync/versions", import.meta.url));
  const count = () => readdirSync(OPEN ?? "").length;
  const left: number[] = [];
  for (let reading = 0; reading < READINGS; reading++) {
    const before = count();
    await loadDirectory(data);
    left.push(count() - before);
  }
  // Others in this process may open or close something meanwhile, and a forgotten folder is closed in the end: the usual counts.
  expect(left.toSorted((a, b) => a - b)[(READINGS - 1) / 2]).toBe(0);
});
