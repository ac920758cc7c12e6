/** What the explorer marks between two values: parts of JSON, and words. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ExactJson, WrittenNumber } from "../../src/explorer/exact-json.ts";
import { differences, textOf, wordDifferences } from "../../src/explorer/value-difference.ts";

const parts = (before: ExactJson, after: ExactJson) =>
  differences(before, after).map(
    ({ path, before: was, after: is }) => `${path.join("/")}: ${textOf(was)} -> ${textOf(is)}`,
  );

describe("differences", () => {
  it.each<[ExactJson, ExactJson, string[]]>([
    ["a", "a", []],
    ["a", "b", [": a -> b"]],
    [{ a: 1, b: 2 }, { a: 1, b: 3, c: true }, ["b: 2 -> 3", "c:  -> true"]],
    [
      [1, 2],
      [1, 3, 4],
      ["2: 2 -> 3", "3:  -> 4"],
    ],
    // Blocks that were moved are the same blocks.
    [
      [
        { key: "x", text: "one" },
        { key: "y", text: "two" },
      ],
      [
        { key: "y", text: "two" },
        { key: "x", text: "uno" },
      ],
      ["2/text: one -> uno"],
    ],
    [
      [{ udi: "x", text: "one" }, { udi: "y" }],
      [{ udi: "x", text: "one" }, { udi: "z" }],
      ['2:  -> { udi: "z" }', '2: { udi: "y" } -> '],
    ],
    // Two items of one key cannot be paired by it.
    [
      [
        { key: "x", n: 1 },
        { key: "x", n: 2 },
      ],
      [
        { key: "x", n: 1 },
        { key: "x", n: 3 },
      ],
      ["2/n: 2 -> 3"],
    ],
    [
      '{"contentData":[{"key":"x","values":[{"alias":"t","value":"a"}]}]}',
      '{"contentData":[{"key":"x","values":[{"alias":"t","value":"b"}]}]}',
      ["contentData/1/values/1/value: a -> b"],
    ],
  ])("%j and %j", (before, after, expected) => {
    expect(parts(before, after)).toEqual(expected);
  });

  it("keeps the digits of numbers that a double does not hold", () => {
    const was = { n: new WrittenNumber("12345678901234567890") };
    const is = { n: new WrittenNumber("12345678901234567891") };
    expect(parts(was, is)).toEqual(["n: 12345678901234567890 -> 12345678901234567891"]);
  });
});

describe("wordDifferences", () => {
  it.each([
    ["the red horn", "the blue horn", "the [red] horn", "the [blue] horn"],
    ["a b c", "a c", "a [b ]c", "a c"],
    ["", "new", "", "[new]"],
    ["same", "same", "same", "same"],
    ["one two", "two one", "[one ]two", "two[ one]"],
  ])("%j and %j", (before, after, was, is) => {
    const marked = wordDifferences(before, after);
    const shown = (side: "before" | "after") =>
      marked[side].map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join("");
    expect([shown("before"), shown("after")]).toEqual([was, is]);
  });

  it("shows all of both texts, and what is not marked is the same", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", " ", ",", "é")),
        fc.array(fc.constantFrom("a", "b", " ", ",", "é")),
        (one, other) => {
          const [before, after] = [one.join(""), other.join("")];
          const marked = wordDifferences(before, after);
          const all = (side: "before" | "after") => marked[side].map(({ text }) => text).join("");
          const kept = (side: "before" | "after") =>
            marked[side].flatMap(({ text, isOwn }) => (isOwn ? [] : [text])).join("");
          expect([all("before"), all("after")]).toEqual([before, after]);
          expect(kept("before")).toBe(kept("after"));
        },
      ),
    );
  });

  it("takes no more than a moment for long texts", () => {
    const words = (seed: number) => Array.from({ length: 8_000 }, (_, i) => `w${(i * seed) % 997}`).join(" ");
    const { before } = wordDifferences(words(7), words(11));
    expect(before.some(({ isOwn }) => isOwn)).toBe(true);
  });
});
