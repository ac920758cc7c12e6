/** Reading in parts gives what reading in one piece gives, or leaves it to that. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { withDataFile } from "../../src/formats/data-file.ts";
import { Findings } from "../../src/formats/findings.ts";
import { readNdjson } from "../../src/formats/json/ndjson.ts";
import { readNdjsonInThreads, type ThreadOptions } from "../../src/formats/json/ndjson-in-threads.ts";
import type { ReadBytes } from "../../src/json/byte-window.ts";
import { everyAnswer } from "../everything.ts";
import { run } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";

const FILE = "content.ndjson";
const THREADS: ThreadOptions = {
  parts: 3,
  leastBytes: 1000,
  worker: pathToFileURL(join(ROOT, "dist/ndjson-worker.cjs")),
};

const keyOf = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`;

/** Nodes whose parents stand before or behind them, named by id or by key, some without editor alias. */
function linesOf(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const parent = n % 7 === 0 ? undefined : (n * 5) % count;
    const above =
      parent === undefined || parent % 7 !== 0
        ? {}
        : n % 2
          ? { parentId: parent }
          : { parentKey: keyOf(parent) };
    const properties = { text: { alias: "text", value: "ø\\".repeat(n % 40) } };
    return JSON.stringify({
      ...above,
      id: n,
      key: keyOf(n),
      name: `Node ${n}`,
      sortOrder: n % 3,
      properties,
    });
  });
}

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "migrations-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, FILE);
  writeFileSync(path, text);
  return path;
}

/** What reading gives: every answer, and what was found. */
async function outcome(read: (findings: Findings) => ReturnType<typeof readNdjsonInThreads>) {
  const findings = new Findings();
  const tree = await read(findings);
  return { answers: tree && everyAnswer(tree), errors: findings.errorLines(), notes: findings.notes };
}

const inThreads = (path: string, options: ThreadOptions = THREADS) =>
  outcome((findings) => readNdjsonInThreads(path, FILE, findings, undefined, options));
const inOne = (path: string) =>
  outcome(async (findings) => withDataFile(path, (read) => readNdjson(FILE, read, findings)));

it.each([
  ["lines", linesOf(300).join("\n")],
  ["lines of Windows, behind a byte-order mark", `\ufeff${linesOf(300).join("\r\n")}\r\n`],
  ["empty lines between", linesOf(300).join("\n\n \n")],
  [
    "a line longer than a part",
    `${JSON.stringify({ id: 999, key: keyOf(999), long: "x".repeat(50_000) })}\n${linesOf(300).join("\n")}`,
  ],
  [
    "nodes without a key, in every part",
    linesOf(300)
      .map((line, n) => (n % 50 === 3 ? line.replace(keyOf(n), keyOf(0).replace(/[48]/g, "0")) : line))
      .filter((line) => !line.includes("parentKey"))
      .map((line) => line.replace(/"parentId":\d+,/, ""))
      .join("\n"),
  ],
  ["nothing behind the first part", `${linesOf(9).join("\n")}\n${" \n".repeat(4500)}`],
])("reads the same: %s", async (_name, text) => {
  const path = fileOf(text);
  const threads = await inThreads(path);
  expect(threads).toEqual(await inOne(path));
  expect(threads.answers?.length).toBeGreaterThan(8);
});

it.each([
  ["in its own part", linesOf(300).with(3, '{"id":')],
  ["in another's part", linesOf(300).with(290, '{"id":')],
  ["between two parts", linesOf(300).with(290, linesOf(300)[3])],
])("leaves it to one thread to tell errors %s", async (_name, lines) => {
  const path = fileOf(lines.join("\n"));
  expect(await inThreads(path)).toEqual({ answers: undefined, errors: [], notes: [] });
});

it.each([
  ["one thread is all there is", { ...THREADS, parts: 1 }],
  ["the file is small", { ...THREADS, leastBytes: 1e6 }],
  ["no thread can be started", { ...THREADS, worker: new URL("./nowhere.cjs", import.meta.url) }],
])("leaves it to one thread where %s", async (_name, options) => {
  expect((await inThreads(fileOf(linesOf(300).join("\n")), options)).answers).toBeUndefined();
});

it("shows the whole file, in order, to who watches it", async () => {
  const path = fileOf(linesOf(300).join("\n"));
  const seen: Buffer[] = [];
  const watch =
    (read: ReadBytes): ReadBytes =>
    (target, offset, length) => {
      const count = read(target, offset, length);
      seen.push(Buffer.from(target.subarray(offset, offset + count)));
      return count;
    };
  expect(await readNdjsonInThreads(path, FILE, new Findings(), watch, THREADS)).toBeDefined();
  expect(Buffer.concat(seen)).toEqual(readFileSync(path));
});

const REPLACES_OPEN = process.platform !== "win32";

it.runIf(REPLACES_OPEN)("leaves it to one thread where the file is replaced while it is read", async () => {
  const lines = linesOf(300);
  const path = fileOf(lines.join("\n"));
  const other = fileOf(lines.map((line) => line.replace('"Node ', '"Edon ')).join("\n"));
  const watch = (read: ReadBytes): ReadBytes => {
    renameSync(other, path);
    return read;
  };
  expect(await readNdjsonInThreads(path, FILE, new Findings(), watch, THREADS)).toBeUndefined();
});

it("is what the program does with a large file", async () => {
  const filler = "x".repeat(40_000);
  const lines = Array.from({ length: 1000 }, (_, n) =>
    JSON.stringify({ ...(n > 0 && { parentId: n - 1 }), id: n, key: keyOf(n), filler }),
  );
  const path = fileOf(lines.join("\n"));
  const args = ["content", "--id", "999", "--data", join(path, ".."), "--format", "json"];
  const { status, stdout } = await run(args);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id: 999, key: keyOf(999), path: { length: 999 } });
  writeFileSync(path, lines.with(500, lines[0]).join("\n"));
  const failed = await run(args);
  expect(failed.status).toBe(6);
  expect(failed.stderr.match(/id 0 is used twice.*/g)).toEqual(["id 0 is used twice (line 1)"]);
});
