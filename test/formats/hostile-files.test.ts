/** Data files that are folders or exceed memory, and faults with long texts: each is refused at once, in one line. */
import { mkdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { dataDirectory } from "../support/temporary.ts";

it("loadDirectory refuses a folder without types as --editors", async () => {
  const editors = dataDirectory({});
  const directory = dataDirectory({ "umbraco.config": '<root id="-1"/>' });
  await expect(loadDirectory(directory, { editors })).rejects.toThrow(
    `--editors ${editors} holds no types: `,
  );
});

it("loadDirectory refuses a folder called content.json", async () => {
  const directory = dataDirectory({});
  mkdirSync(join(directory, "content.json"));
  await expect(loadDirectory(directory)).rejects.toThrow(/content\.json cannot be read: /);
});

it.each([
  ["content.json", "cannot be read: it takes more than 2 GB, which is the most that is read of one file"],
  ["content.ndjson", "cannot be read: it takes more than 2 GB, which is the most that is read of one file"],
  ["umbraco.config", "cannot be read: it takes more than 256 MB"],
])("loadDirectory refuses a %s of 3 GB without reading it", async (name, reason) => {
  const directory = dataDirectory({ [name]: "\0\0" });
  truncateSync(join(directory, name), 3_000_000_000);
  await expect(loadDirectory(directory)).rejects.toThrow(reason);
});

describe("loadDirectory: messages cut the long text", () => {
  const long = "x".repeat(30_000);
  it.each([
    ["an id", `[{"id":"${long}"}]`],
    ["a key", `[{"key":"${long}"}]`],
    ["a property", `[{"properties":{"${long}":"${long}"}}]`],
    ["a duplicate name", `[{"${long}":1,"${long}":2}]`],
    ["surrogate pairs", `[{"id":"${"\ud83d\ude00".repeat(10_000)}"}]`],
  ])("of %s", async (_, text) => {
    for (const files of [{ "content.json": text }, { "content.ndjson": text.slice(1, -1) }]) {
      const error: unknown = await loadDirectory(dataDirectory(files)).catch((error: unknown) => error);
      expect(String(error)).toMatch(/does not load: \d errors?\n/);
      expect(String(error).length).toBeLessThan(900);
      expect(String(error)).not.toMatch(/\p{Cs}/u);
    }
  });
});
