/** The journal gives back what was added to it, when and in whatever way it was written. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { objectOf, textOfObject } from "../../src/json/node-text.ts";
import { Journal, type ReplayedLine } from "../../src/pull/journal.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** Longer than one read brings. */
const LONG = "é".repeat(50_000);
const TEXTS = ['{"id":1}', '{"id":2,"name":"é😀"}', `{"id":3,"name":"${LONG}"}`, '{"id":4}'].map((json) =>
  textOfObject(json),
);

/** More than one slice of reading back, in a few hundred of them. */
const LONG_TEXT = textOfObject(`{"id":1,"name":"${"x".repeat(500_000)}"}`);

function newJournal(): { path: string; journal: Journal } {
  const path = join(temporaryDirectory(), "journal");
  return { path, journal: new Journal(path) };
}

function linesOf(path: string): number {
  return readFileSync(path, "utf8").split("\n").length - 1;
}

describe("a journal", () => {
  it("finds each text again, in any order, and after it was opened anew", async () => {
    const { path, journal } = newJournal();
    journal.add({ roots: [1, 2] });
    const spans = TEXTS.map((text, i) =>
      i % 2 ? journal.add({ got: i }, text) : journal.gather({ got: i }, text),
    );
    journal.add({ vanished: 9 });
    const read = (from: Journal) => [2, 0, 3, 1].map((i) => from.read(spans[i]).toString());
    const expected = [2, 0, 3, 1].map((i) => TEXTS[i]);
    expect(read(journal)).toEqual(expected);
    journal.close();
    const again = new Journal(path);
    const lines: ReplayedLine[] = [];
    await again.replay((line) => lines.push(line) > 0);
    expect(lines.map(({ members }) => Object.keys(members)[0])).toEqual([
      "roots",
      "got",
      "got",
      "got",
      "got",
      "vanished",
    ]);
    expect(lines.map(({ text }) => text)).toEqual([undefined, ...spans, undefined]);
    expect(read(again)).toEqual(expected);
    again.close();
  });

  it("writes what is added at once, with all that was gathered before", () => {
    const { path, journal } = newJournal();
    journal.add({ got: 1 }, TEXTS[0]);
    expect(linesOf(path)).toBe(1);
    journal.gather({ got: 2 }, TEXTS[1]);
    journal.add({ vanished: 3 });
    expect(linesOf(path)).toBe(3);
    journal.close();
  });

  it("writes what was gathered when told to, at the end of the turn, and when it is closed", async () => {
    const { path, journal } = newJournal();
    journal.gather({ got: 1 }, TEXTS[0]);
    journal.gather({ got: 2 }, TEXTS[1]);
    expect(linesOf(path)).toBe(0);
    journal.flush();
    expect(linesOf(path)).toBe(2);
    journal.gather({ got: 3 }, TEXTS[2]);
    await nextTurn();
    expect(linesOf(path)).toBe(3);
    journal.gather({ got: 4 }, TEXTS[3]);
    journal.close();
    expect(linesOf(path)).toBe(4);
  });

  it("gives back what is not written yet", () => {
    const { journal } = newJournal();
    const spans = TEXTS.map((text, i) => journal.gather({ got: i }, text));
    expect(spans.map((span) => journal.read(span).toString())).toEqual(TEXTS);
    journal.close();
  });

  it("says so where a text is no longer there", () => {
    const { journal } = newJournal();
    expect(() => journal.read({ offset: 0, length: 1 })).toThrow("has become shorter");
    journal.close();
  });

  it("reads back a line of 100 MB in the time that reading takes, and others have their turn meanwhile", async () => {
    const { path, journal } = newJournal();
    const text = textOfObject(`{"id":1,"value":"${"x".repeat(100_000_000)}"}`);
    const span = journal.add({ got: 1 }, text);
    journal.add({ got: 2 }, TEXTS[1]);
    journal.close();
    const again = new Journal(path);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const lines: ReplayedLine[] = [];
    const started = performance.now();
    await again.replay((line) => lines.push(line) > 0);
    const taken = performance.now() - started;
    clearInterval(timer);
    expect(lines.map((line) => line.text)).toEqual([
      span,
      expect.objectContaining({ length: Buffer.byteLength(objectOf(TEXTS[1])) }),
    ]);
    // Of reading alone; in quadratic time it takes a hundred times as long.
    const baseline = performance.now();
    expect(readFileSync(path).includes("no such text")).toBe(false);
    expect(taken).toBeLessThan(20 * (performance.now() - baseline) + 1000);
    expect(turns).toBeGreaterThan(2);
    again.close();
  });

  it("stops reading back when it is told to", async () => {
    const { path, journal } = newJournal();
    for (let i = 0; i < 300; i++) journal.gather({ got: i }, LONG_TEXT);
    journal.close();
    const again = new Journal(path);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")));
    const reading = again.replay(() => true, { signal: controller.signal });
    await expect(reading).rejects.toThrow("enough");
    again.close();
  });

  it.each<[string, (line: string) => string]>([
    ["is no JSON", () => "{"],
    ["is another value", () => "[1]"],
    ["has lost its end", (line) => line.slice(0, -1)],
    ["holds a text that is no JSON", (line) => line.replace("name", 'na"me')],
    ["holds zeros", (line) => line.replaceAll("e", "\0")],
  ])("whose line %s goes on from the one before, and is set aside", async (_name, damage) => {
    const { path, journal } = newJournal();
    for (const [i, text] of TEXTS.entries()) journal.add({ got: i }, text);
    journal.close();
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const damaged = `${lines.with(1, damage(lines[1])).join("\n")}\n`;
    writeFileSync(path, damaged);
    const again = new Journal(path);
    const taken: unknown[] = [];
    const told: string[] = [];
    await again.replay(({ members }) => taken.push(members.got) > 0, { onDamage: (text) => told.push(text) });
    expect(taken).toEqual([0]);
    expect(told).toEqual([
      expect.stringMatching(/^line 2 of .*journal is damaged: it was set aside as .*journal\.damaged,/),
    ]);
    expect(readFileSync(`${path}.damaged`, "utf8")).toBe(damaged);
    again.add({ got: 7 }, TEXTS[0]);
    again.close();
    expect(readFileSync(path, "utf8")).toBe(`${lines[0]}\n{"got":7,"node":${TEXTS[0]}}}\n`);
  });
});
