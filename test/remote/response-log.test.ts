/** The response log returns what was appended, up to a cut or damaged line. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ResponseLog } from "../../src/remote/response-log.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** Longer than one read of the file. */
const LONG = `{"id":3,"name":"${"é".repeat(200_000)}"}`;
const TEXTS = ['{"id":1}', '{"id":2,"name":"é😀"}', LONG, '{"id":4}'];

type Entry = { key: string; text: string };

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

async function opened(path = join(temporaryDirectory(), "log"), signal?: AbortSignal) {
  const entries: Entry[] = [];
  const damages: string[] = [];
  const log = await ResponseLog.open(
    path,
    (key, text) => isJson(text.toString()) && entries.push({ key, text: text.toString() }) > 0,
    { signal, onDamage: (text) => damages.push(text) },
  );
  return { path, log, entries, damages };
}

/** A closed log of the texts, by number. */
async function written(): Promise<string> {
  const { path, log } = await opened();
  for (const [i, text] of TEXTS.entries()) log.append(`node ${i}`, text);
  log.close();
  return path;
}

describe("ResponseLog", () => {
  it("reads each text in any order, also after reopening", async () => {
    const { path, log } = await opened();
    const spans = TEXTS.map((text, i) => log.append(`node ${i}`, i % 2 ? text : Buffer.from(text)));
    for (const i of [2, 0, 3, 1, 2]) expect(log.read(spans[i]).toString()).toBe(TEXTS[i]);
    log.close();
    log.close();
    const again = await opened(path);
    expect(again.entries).toEqual(TEXTS.map((text, i) => ({ key: `node ${i}`, text })));
    for (const i of [2, 0, 3, 1, 2]) expect(again.log.read(spans[i]).toString()).toBe(TEXTS[i]);
    again.log.close();
  });

  it("writes each entry at once, in its own line", async () => {
    const { path, log } = await opened();
    log.append("list 1", Buffer.from('[\n  {"id":1}\n]\n'));
    expect(readFileSync(path, "utf8")).toMatch(/^list 1\t[0-9a-f]{8}\t\[ {3}\{"id":1\} \] \n$/);
    log.close();
  });

  it("removes a line that was cut, and appends after the one before", async () => {
    const path = await written();
    const whole = readFileSync(path, "utf8");
    appendFileSync(path, 'node 9\t00000000\t{"id":9');
    const { log, entries, damages } = await opened(path);
    expect([entries.length, damages]).toEqual([4, []]);
    expect(readFileSync(path, "utf8")).toBe(whole);
    log.append("node 5", "{}");
    log.close();
    expect(readFileSync(path, "utf8")).toMatch(/\nnode 5\t[0-9a-f]{8}\t\{\}\n$/);
    expect(readFileSync(path, "utf8").startsWith(whole)).toBe(true);
  });

  it.each<[string, (line: string) => string]>([
    ["has no tab", (line) => line.replace("\t", " ")],
    ["has lost its end", (line) => line.slice(0, -1)],
    ["is no JSON", (line) => line.replace("name", 'na"me')],
    ["has a flipped byte in its text", (line) => line.replace("é", "è")],
    ["has a flipped byte in its key", (line) => line.replace("node 1", "node 3")],
    ["has no checksum", (line) => line.replace(/\t[0-9a-f]{8}\t/, "\t")],
    ["holds zeros", (line) => line.replaceAll("e", "\0")],
    ["is empty", () => ""],
  ])("drops the rest after a line that %s, and copies the file", async (_name, damage) => {
    const path = await written();
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const damaged = `${lines.with(1, damage(lines[1])).join("\n")}\n`;
    writeFileSync(path, damaged);
    const { log, entries, damages } = await opened(path);
    expect(entries.map(({ key }) => key)).toEqual(["node 0"]);
    expect(damages).toEqual([
      expect.stringMatching(/^line 2 of .*log is damaged: the log was copied to .*log\.damaged,/),
    ]);
    expect(readFileSync(`${path}.damaged`, "utf8")).toBe(damaged);
    log.append("node 7", "{}");
    log.close();
    expect(readFileSync(path, "utf8")).toBe(`${lines[0]}\nnode 7\t7c63150a\t{}\n`);
  });

  it("reports a text that is missing", async () => {
    const { log } = await opened();
    expect(() => log.read({ offset: 0, length: 1 })).toThrow("has become shorter");
    log.close();
  });

  it("yields while it reads a large log, and stops on a signal", async () => {
    const { path, log } = await opened();
    const text = JSON.stringify("x".repeat(1_000_000));
    for (let i = 0; i < 40; i++) log.append(`node ${i}`, text);
    log.close();
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")));
    await expect(opened(path, controller.signal)).rejects.toThrow("enough");
  });
});
