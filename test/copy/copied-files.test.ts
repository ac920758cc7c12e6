/** `readFileList`: a list of media files may be damaged, or written by another program. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFileList } from "../../src/copy/copied-files.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const path = "/media/1/a.png";

describe("`readFileList`", () => {
  const listOf = (text: string) => {
    const list = join(temporaryDirectory(), "files.ndjson");
    writeFileSync(list, text);
    return [...readFileList(list).values()];
  };

  it("skips lines that no pull writes", () => {
    const entry = { path, file: "1/a.png", bytes: 5, etag: '"x"', lastModified: "x", isStale: true };
    const strange = [
      null,
      { ...entry, path: undefined },
      { ...entry, file: 1 },
      { ...entry, file: "../a.png" },
      { ...entry, file: "..\\..\\a.png" },
      { ...entry, file: "1/a\0.png" },
      { ...entry, file: "/a.png" },
      { ...entry, file: "1//a.png" },
      { ...entry, file: "1/./a.png" },
      { ...entry, bytes: "5" },
      { ...entry, etag: 5 },
      { ...entry, lastModified: null },
    ];
    const other = { ...entry, path: "/media/2/b.png" };
    const lines = [other, ...strange, entry].map((line) => `${JSON.stringify(line)}\n`);
    expect(listOf(lines.join(""))).toEqual([other, entry]);
    for (const line of lines.slice(1, -1)) expect(listOf(line)).toEqual([]);
  });

  it("is empty if the list is missing or is not JSON", () => {
    expect(listOf("")).toEqual([]);
    expect(listOf("{")).toEqual([]);
    expect([...readFileList(join(temporaryDirectory(), "none"))]).toEqual([]);
  });
});
