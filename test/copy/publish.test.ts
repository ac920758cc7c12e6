/** `publishFiles`: new files replace old ones, the file that describes them last. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inStaging } from "../../src/copy/lock.ts";
import { publishFiles } from "../../src/copy/publish.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** A directory with an earlier publication of two files, and a file of the user's own. */
function publishedBefore(): string {
  const out = temporaryDirectory();
  for (const name of ["a.json", "b.json", "index.json", "notes.txt"]) {
    writeFileSync(join(out, name), `old ${name}`);
  }
  return out;
}

/** Publishes `a.json` and `c.json`, without `b.json`. */
const publishAgain = (out: string) =>
  inStaging(
    out,
    async (staging) => {
      for (const name of ["a.json", "c.json"]) staging.write(name, `new ${name}`);
      await publishFiles(staging, {
        mark: "swap",
        before: async () => rmSync(join(out, "notes.txt"), { force: true }),
        files: ["a.json", "c.json"],
        obsolete: ["b.json"],
        index: { name: "index.json", text: "new index.json" },
      });
    },
    { temporary: ["a.json", "c.json"] },
  );

const contentsOf = (out: string) =>
  Object.fromEntries(
    readdirSync(out, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(out, name), "utf8")]),
  );

describe("publishFiles", () => {
  it("replaces and removes its own files, after other work, and removes the staging directory", async () => {
    const out = publishedBefore();
    await publishAgain(out);
    expect(contentsOf(out)).toEqual({
      "a.json": "new a.json",
      "c.json": "new c.json",
      "index.json": "new index.json",
    });
    expect(existsSync(join(out, ".pull"))).toBe(false);
  });

  it.each(["index.json", "swap"])("changes nothing if %s cannot be written", async (name) => {
    const out = publishedBefore();
    mkdirSync(join(out, ".pull", name, "in the way"), { recursive: true });
    const before = contentsOf(out);
    await expect(publishAgain(out)).rejects.toThrow(name);
    expect(contentsOf(out)).toEqual(before);
  });

  it("leaves the old index, and a mark, if a file cannot be swapped in, and the next run completes the publication", async () => {
    const out = publishedBefore();
    mkdirSync(join(out, "c.json", "in the way"), { recursive: true });
    await expect(publishAgain(out)).rejects.toThrow();
    expect(contentsOf(out)).toMatchObject({ "a.json": "new a.json", "index.json": "old index.json" });
    expect(existsSync(join(out, ".pull", "swap"))).toBe(true);
    rmSync(join(out, "c.json"), { recursive: true });
    await publishAgain(out);
    expect(contentsOf(out)).toMatchObject({ "c.json": "new c.json", "index.json": "new index.json" });
    expect(existsSync(join(out, ".pull"))).toBe(false);
  });
});
