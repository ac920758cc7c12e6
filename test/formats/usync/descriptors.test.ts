/** Open files of this process, before and after a uSync folder is loaded. */
import { existsSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { fixture } from "../../support/repository.ts";

/** The folder that lists the open files of this process, on Linux and macOS; Windows has none. */
const OPEN = ["/proc/self/fd", "/dev/fd"].find((path) => existsSync(path));
const READINGS = 9;

it.runIf(OPEN)("loadDirectory closes the files and folders of a uSync folder", async () => {
  const data = fixture("usync/versions");
  const count = () => readdirSync(OPEN ?? "").length;
  const left: number[] = [];
  for (let reading = 0; reading < READINGS; reading++) {
    const before = count();
    await loadDirectory(data);
    left.push(count() - before);
  }
  // The median, since other code in this process opens and closes files, and garbage collection closes leaked folders.
  expect(left.toSorted((a, b) => a - b)[(READINGS - 1) / 2]).toBe(0);
});
