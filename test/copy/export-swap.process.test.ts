/** Exports that are killed: the directory holds the old or the new export, or says that it holds none, and the next run completes it. */
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PATIENT } from "../remote/pulled-site.ts";
import { run, start } from "../support/program.ts";
import { fixture } from "../support/repository.ts";
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

/** Runs the program, and kills it before one of its changes on disk. @returns whether it was killed */
async function isKilled(args: readonly string[], at: number): Promise<boolean> {
  const preload = fixture("kill-at.cjs").replaceAll("\\", "\\\\");
  const env = { NODE_OPTIONS: `--require "${preload}"`, KILL_FROM: "lock$", KILL_AT: String(at) };
  const running = start(args, { env });
  const ended = await running.ended;
  if (ended !== "SIGKILL") expect(ended, running.output.stderr).toBe(0);
  return ended === "SIGKILL";
}

describe.each([
  ["of changed data with files", ["--files"], 1],
  ["of one kind without files", ["--kind", "content"], 2],
])("export: a second run %s that is killed", (_what, options, step) => {
  it("leaves one whole export or no export.json, and the next run completes it", PATIENT, async () => {
    const [earlier, fresh] = [temporaryDirectory(), temporaryDirectory()];
    const [oldData, newData] = [dataDirectory(OLD), dataDirectory(NEW)];
    await run(["export", "--data", oldData, "--out", earlier, "--files"]);
    await run(["export", "--data", newData, "--out", fresh, ...options]);
    const [before, after] = [filesIn(earlier), filesIn(fresh)];
    const seen = new Set<string>();
    let at = 0;
    for (let wasKilled = true; wasKilled; ) {
      const out = join(temporaryDirectory(), "export");
      cpSync(earlier, out, { recursive: true });
      const again = ["export", "--data", newData, "--out", out, ...options];
      at += step;
      wasKilled = await isKilled(again, at);
      const now = filesIn(out);
      const isWhole = "export.json" in now;
      if (isWhole) expect([before, after]).toContainEqual(now);
      const refusal = `error: ${out} holds an export, which importers read and migrations does not: --data can name the source of the export\n`;
      expect(await run(["content", "--data", out])).toMatchObject({ status: 6, stderr: refusal });
      seen.add(isWhole ? (now["export.json"] === before["export.json"] ? "old" : "new") : "none");
      // A run that fails afterwards does not lose what this one began.
      if (wasKilled) expect(await isKilled(again, 1)).toBe(true);
      expect(await run(again)).toMatchObject({ status: 0 });
      expect(filesIn(out)).toEqual(after);
      expect(existsSync(join(out, ".pull"))).toBe(false);
    }
    expect([...seen]).toEqual(["old", "none", "new"]);
    expect(at).toBeGreaterThan(12);
  });
});
