/** Which lines of a tree's journal are taken for such lines, and fit those before them: a journal may have been damaged. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Journal } from "../../src/pull/journal.ts";
import { isHead, isTreeLine, ListLines, nodeOf } from "../../src/pull/tree-line.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** The only node that was found by the lines before. */
const KNOWN = 1000;
const knows = (id: unknown) => id === KNOWN;
const WHY = { url: "http://a.test/x", reason: "it answered 500" };

const SOUND: Record<string, unknown>[] = [
  { roots: [] },
  { roots: [1000, -5] },
  { roots: [1000], chain: [1000, 1001] },
  { moreRoots: [2000] },
  { lists: [] },
  { lists: [[1000, []]] },
  // Of one that is listed by the line itself.
  {
    lists: [
      [1000, [1001]],
      [1001, [1002]],
    ],
  },
  { looked: true },
  { unlisted: null, ...WHY },
  { unlisted: 1000, ...WHY },
  { keys: [] },
  { keys: [1000, -123, 4000, 5] },
  { again: 1000 },
  { vanished: 1000 },
  { failed: 1000, ...WHY },
  { failed: 1000, ...WHY, sortOrder: -1.5, recordedAt: "2024-01-02T03:04:05.678Z" },
  { got: 1000, kept: true },
  { got: 1000, kept: true, keyMark: -5, sortOrder: 1e300 },
];

const UNSOUND: Record<string, unknown>[] = [
  {},
  { other: 1 },
  { roots: 1000 },
  { roots: ["1000"] },
  { roots: [1000.5] },
  { roots: [1000], chain: 1000 },
  { roots: [1000], chain: [null] },
  { moreRoots: [null] },
  { moreRoots: {} },
  { lists: {} },
  { lists: [1000] },
  { lists: [[1000]] },
  { lists: [[1000, [], []]] },
  { lists: [[1000, 1001]] },
  { lists: [[1000, ["1001"]]] },
  { lists: [["1000", []]] },
  // Of one that nobody has listed before.
  { lists: [[1001, []]] },
  {
    lists: [
      [1001, [1002]],
      [1000, [1001]],
    ],
  },
  { looked: false },
  { looked: 1 },
  { unlisted: null },
  { unlisted: null, url: WHY.url },
  { unlisted: null, reason: WHY.reason },
  { unlisted: null, ...WHY, url: 1 },
  { unlisted: 1001, ...WHY },
  { keys: [1000, "x"] },
  { keys: 1000 },
  { again: 1001 },
  { again: "1000" },
  { vanished: 1001 },
  { failed: 1001, ...WHY },
  { failed: 1000 },
  { failed: 1000, ...WHY, sortOrder: "1" },
  { failed: 1000, ...WHY, recordedAt: 1 },
  // Neither does it have a text, nor is it kept.
  { got: 1000 },
  { got: 1000, kept: false },
  { got: 1001, kept: true },
  { got: 1000, kept: true, keyMark: 0.5 },
  { got: 1000, kept: true, keyMark: null },
  { got: 1000, kept: true, sortOrder: null },
];

describe("what was read back", () => {
  it.each(SOUND)("is a line that fits: %j", (members) => {
    expect(isTreeLine(members, { hasText: false, knows })).toBe(true);
  });

  it.each(UNSOUND)("is no such line: %j", (members) => {
    expect(isTreeLine(members, { hasText: false, knows })).toBe(false);
  });

  it("is a line where a text lies behind it, which one that is not kept has", () => {
    expect(isTreeLine({ got: 1000, keyMark: 1, sortOrder: 2 }, { hasText: true, knows })).toBe(true);
    expect(isTreeLine({ got: 1000, kept: true }, { hasText: true, knows })).toBe(true);
    expect(isTreeLine({ got: 1000, kept: false }, { hasText: true, knows })).toBe(false);
    expect(isTreeLine({ failed: 1000, ...WHY }, { hasText: true, knows })).toBe(true);
  });

  it.each([{ got: 7 }, { again: 7 }, { failed: 7, ...WHY }, { vanished: 7 }])(
    "names the node that it is about: %j",
    (line) => {
      expect(nodeOf(line)).toBe(7);
    },
  );
});

describe("a first line", () => {
  const scope = { source: "http://a.test/umbraco", kind: "content", target: { by: "root" } };

  it.each<[Record<string, unknown>, boolean]>([
    [{ scope, startedAt: "2024-01-02T03:04:05.678Z", lines: 1 }, true],
    // Of another version of the program, which is told by the number alone.
    [{ scope, startedAt: "2024-01-02T03:04:05.678Z" }, true],
    [{ scope }, false],
    [{ scope, startedAt: 1 }, false],
    [{ startedAt: "2024-01-02T03:04:05.678Z" }, false],
    [{ scope: null, startedAt: "2024-01-02T03:04:05.678Z" }, false],
    [{ scope: { ...scope, source: undefined }, startedAt: "2024-01-02T03:04:05.678Z" }, false],
  ])("%j: %s", (members, expected) => {
    expect(isHead(members)).toBe(expected);
  });
});

describe("lists and keys", () => {
  it("are all in the journal, in their order, in lines that are not too long", async () => {
    const path = join(temporaryDirectory(), "journal");
    const journal = new Journal(path);
    const lists = Array.from({ length: 2500 }, (_, id) => [id, [id + 1, id + 2]] as const);
    const keys = Array.from({ length: 50_002 }, (_, i) => i - 7);
    const lines = new ListLines(journal);
    for (const [id, children] of lists) lines.add(id, children);
    lines.end();
    lines.end();
    lines.addKeys(keys);
    lines.addKeys([]);
    journal.close();
    const read: Record<string, unknown[]>[] = [];
    const again = new Journal(path);
    await again.replay(({ members }) => read.push(members as Record<string, unknown[]>) > 0);
    again.close();
    expect(read.map((line) => [Object.keys(line)[0], Object.values(line)[0].length])).toEqual([
      ["lists", 1000],
      ["lists", 1000],
      ["lists", 500],
      ["keys", 20_000],
      ["keys", 20_000],
      ["keys", 10_002],
    ]);
    expect(read.flatMap((line) => line.lists ?? [])).toEqual(lists);
    expect(read.flatMap((line) => line.keys ?? [])).toEqual(keys);
  });
});
