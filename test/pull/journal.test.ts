/** The journal gives back what was added to it, when and in whatever way it was written. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Journal } from "../../src/pull/journal.ts";
import { temporaryDirectory } from "./pull-support.ts";

/** Longer than one read brings. */
const LONG = "é".repeat(50_000);
const TEXTS = ['{"id":1', '{"id":2,"name":"é😀"', `{"id":3,"name":"${LONG}"`, '{"id":4'];

function newJournal(): { path: string; journal: Journal } {
  const path = join(temporaryDirectory(), "journal");
  return { path, journal: new Journal(path) };
}

function linesOf(path: string): number {
  return readFileSync(path, "utf8").split("\n").length - 1;
}

describe("a journal", () => {
  it("finds each text again, in any order, and after it was opened anew", () => {
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
    const lines = [...again.replay()];
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
});
