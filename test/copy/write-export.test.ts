/** `writeExport`: how often data is read. */
import { expect, it } from "vitest";
import { writeExport } from "../../src/copy/write-export.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { KINDS } from "../../src/operations.ts";
import { fixture } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";

it("`writeExport` reads each other language of the data once", async () => {
  const data = await loadDirectory(fixture("usync/cultures"), { urls: true });
  const read: string[] = [];
  const inLanguage = (code: string) => {
    read.push(code);
    return loadDirectory(fixture("usync/cultures"), { urls: true, culture: code });
  };
  const { signal } = new AbortController();
  const out = temporaryDirectory();
  await writeExport({ ...data, inLanguage }, { out, kinds: KINDS, version: "1", signal });
  expect(read).toEqual(["da-DK"]);
});
