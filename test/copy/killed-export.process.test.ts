/** Exports that are killed: the directory holds the old or the new export, or says that it holds none, and the next run writes it. */
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { statesIfKilled } from "../support/killed.ts";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const node = (id: number, more: object) => ({ id, key: keyOf(id), name: `Node ${id}`, ...more });

const OLD = {
  "content.json": [node(1, {}), node(2, {})],
  "media.json": [node(11, { url: "/media/a.txt" }), node(12, { url: "/media/b/c.txt" })],
  "files/media/a.txt": "old a",
  "files/media/b/c.txt": "old c",
};
const NEW = {
  "content.json": [node(1, { name: "Another" })],
  "media.json": [node(11, { url: "/media/a.txt" }), node(13, { url: "/media/d.txt" })],
  "files/media/a.txt": "new a",
  "files/media/d.txt": "new d",
};

/** The files of a directory by path, without the staging directory. */
function filesIn(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.startsWith(".pull") && statSync(join(directory, name)).isFile())
    .toSorted();
  return Object.fromEntries(
    names.map((name) => [name.replaceAll("\\", "/"), readFileSync(join(directory, name), "utf8")]),
  );
}

describe.each([
  ["of changed data with files", ["--files"]],
  ["of one kind without files", ["--kind", "content"]],
])("export: a second run %s that is killed", (_what, options) => {
  it("leaves one whole export or no export.json, and the next run writes it", async () => {
    const [earlier, fresh] = [temporaryDirectory(), temporaryDirectory()];
    const [oldData, newData] = [dataDirectory(OLD), dataDirectory(NEW)];
    await run(["export", "--data", oldData, "--out", earlier, "--files"]);
    await run(["export", "--data", newData, "--out", fresh, ...options]);
    const [before, after] = [filesIn(earlier), filesIn(fresh)];
    const again = (out: string) => ["export", "--data", newData, "--out", out, ...options];
    const changed = join(temporaryDirectory(), "export");
    cpSync(earlier, changed, { recursive: true });
    const states = await statesIfKilled(again(changed), changed, "lock$");
    const seen = new Set<string>();
    for (const out of states) {
      const now = filesIn(out);
      const isWhole = "export.json" in now;
      if (isWhole) expect([before, after]).toContainEqual(now);
      const refusal = `error: ${out} holds an export, which importers read and migrations does not: --data can name the source of the export\n`;
      expect(await run(["content", "--data", out])).toMatchObject({ status: 6, stderr: refusal });
      seen.add(isWhole ? (now["export.json"] === before["export.json"] ? "old" : "new") : "none");
      expect(await run(again(out))).toMatchObject({ status: 0 });
      expect(filesIn(out)).toEqual(after);
      expect(existsSync(join(out, ".pull"))).toBe(false);
    }
    expect([...seen]).toEqual(["old", "none", "new"]);
    expect(states.length).toBeGreaterThan(12);
  });
});
