/** Which entries about media files count: a log, or a list, may have been damaged or made by somebody. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFileOutcome, readFileList } from "../../src/pull/file-places.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const path = "/media/1/a.png";

describe("`isFileOutcome`", () => {
  it.each([
    { state: "unchanged" },
    { state: "failed", reason: "it answered 404", status: 404 },
    { state: "failed", reason: "it was cut" },
    { state: "got", bytes: 0 },
    { state: "got", bytes: 12, etag: '"x"', lastModified: "Tue, 01 Mar 2016 10:00:05 GMT" },
    { state: "begun", validators: {} },
    { state: "begun", validators: { total: 5, untold: 4, etag: '"x"', lastModified: "x" } },
  ])("accepts %j", (outcome) => {
    expect(isFileOutcome(outcome)).toBe(true);
  });

  it.each<unknown>([
    undefined,
    null,
    "got",
    {},
    { state: "other", bytes: 1, reason: "x" },
    { state: "failed" },
    { state: "failed", reason: "x", status: "404" },
    { state: "failed", reason: "x", status: -1 },
    { state: "got" },
    { state: "got", bytes: -1 },
    { state: "got", bytes: 1.5 },
    { state: "got", bytes: 1, etag: 5 },
    { state: "got", bytes: 1, lastModified: null },
    { state: "begun" },
    { state: "begun", validators: null },
    { state: "begun", validators: { total: "5" } },
    { state: "begun", validators: { untold: -1 } },
    { state: "begun", validators: { etag: 5 } },
    { state: "begun", validators: { lastModified: 5 } },
  ])("refuses %j", (outcome) => {
    expect(isFileOutcome(outcome)).toBe(false);
  });
});

describe("the list of files", () => {
  const listOf = (text: string) => {
    const list = join(temporaryDirectory(), "files.ndjson");
    writeFileSync(list, text);
    return [...readFileList(list).values()];
  };

  it("is read but for lines that no pull writes", () => {
    const entry = { path, file: "1/a.png", bytes: 5, etag: '"x"', lastModified: "x", isStale: true };
    const strange = [
      null,
      { ...entry, path: undefined },
      { ...entry, file: 1 },
      { ...entry, file: "../a.png" },
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

  it("counts as none where it is not there, or no JSON", () => {
    expect(listOf("")).toEqual([]);
    expect(listOf("{")).toEqual([]);
    expect([...readFileList(join(temporaryDirectory(), "none"))]).toEqual([]);
  });
});
