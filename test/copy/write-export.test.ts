/** `writeExport`: how often data is read, and what an abort leaves. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

it("`writeExport` that is aborted leaves the earlier export and no staging directory", async () => {
  const [cultures, out] = [fixture("usync/cultures"), temporaryDirectory()];
  const options = { out, kinds: KINDS, version: "1", signal: new AbortController().signal };
  await writeExport(await loadDirectory(cultures, { urls: true }), options);
  const files = () =>
    Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), "utf8")]));
  const before = files();
  const data = await loadDirectory(cultures, { urls: true, culture: "da-DK" });
  for (const at of ["reading", "writing content", "writing the content model"]) {
    const abort = new AbortController();
    const onProgress = (text: string) => {
      if (text.startsWith(at)) abort.abort(new Error(`stopped at ${at}`));
    };
    const aborted = writeExport(data, { ...options, signal: abort.signal, onProgress });
    await expect(aborted).rejects.toThrow(`stopped at ${at}`);
    expect(files()).toEqual(before);
  }
});
