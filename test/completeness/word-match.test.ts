/** `missingWords`: which words of old texts a new text lacks. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { missingWords, phrases, Words } from "../../src/completeness/word-match.ts";
import { spaceFolded } from "../../src/site/values/visible-html.ts";
import { countWordsIn } from "../../src/site/values/words.ts";
import { anyCharacter } from "../support/any-character.ts";
import { growsLinearly } from "../support/growth.ts";

/** The missing phrases of each old text. */
function missing(old: readonly string[], text: string): string[][] {
  const words = old.map((each) => new Words(each));
  const found = missingWords(words, text);
  return words.map((each, i) => phrases(each, found[i]));
}

describe("Words", () => {
  it("are the words that other views count, of any text", () => {
    const text = fc.array(anyCharacter, { maxLength: 30 }).map((characters) => characters.join(""));
    fc.assert(
      fc.property(text, (text) => {
        expect(new Words(text).words).toHaveLength(countWordsIn(spaceFolded(text)));
      }),
    );
  });
});

describe("missingWords", () => {
  it.each<[what: string, old: string[], text: string, lost: string[][]]>([
    ["nothing", ["Fog horns", "Bells"], "bells, and fog: HORNS", [[], []]],
    ["a word", ["Fog horns of brass"], "Fog horns of tin", [["brass"]]],
    ["a word that is there once, and was there twice", ["more", "more"], "more", [[], ["more"]]],
    ["all runs of a word", ["a well-known horn"], "a horn, known by all", [["well-known"]]],
    [
      "the part that is gone, not the words that it shares with another",
      ["the horn of the north", "the bell of the south"],
      "the bell of the south",
      [["the horn of the north"], []],
    ],
    ["the rest of a phrase", ["one two three four five six"], "six one two three four", [["five"]]],
    ["everything", ["A horn"], "", [["A horn"]]],
  ])("finds %s: %j in %j", (_, old, text, lost) => {
    expect(missing(old, text)).toEqual(lost);
  });

  it("finds each of many equal texts", () => {
    const old = Array.from({ length: 100 }, () => "read more about horns");
    const lost = missing(old, "read more about horns ".repeat(99)).flat();
    expect(lost).toEqual(["read more about horns"]);
  });

  it.each<[what: string, old: (size: number) => string[], text: (size: number) => string]>([
    ["one word repeated", (size) => ["horn ".repeat(size)], (size) => "horn ".repeat(size - 1)],
    [
      "one text repeated",
      (size) => Array(size).fill("read more about horns"),
      (size) => "more about read horns ".repeat(size),
    ],
    [
      "texts with one beginning",
      (size) => Array.from({ length: size }, (_, i) => `read more about horns ${i}`),
      (size) => "read more about horns ".repeat(size),
    ],
    [
      "words of which one part is missing",
      (size) => ["horn-x ".repeat(size)],
      (size) => "horn ".repeat(size),
    ],
  ])("takes time linear in the length of texts: %s", (_, old, text) => {
    const grow = (size: number) => JSON.stringify([old(size), text(size)]);
    const work = (json: string) => {
      const [texts, other]: [string[], string] = JSON.parse(json);
      missingWords(
        texts.map((each) => new Words(each)),
        other,
      );
    };
    expect(growsLinearly(grow, work, 1000)).toBe(true);
  });
});
