/** `LineIndex`: the line of a position in a text of any size. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { LineIndex } from "../../../src/formats/xml/xml-text-reader.ts";

const plainly = (text: string, position: number) => text.slice(0, position).split("\n").length;

it("lineAt returns the number of line feeds before the position, plus one", () => {
  const piece = fc.constantFrom("\n", "é\n\n", "x".repeat(5000), `${"y".repeat(64 * 1024 - 1)}\n`);
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 20 }),
      fc.array(fc.nat(), { minLength: 1 }),
      (pieces, positions) => {
        const text = pieces.join("");
        const index = new LineIndex(text);
        const all = [...positions.map((each) => each % (text.length + 1)), 0, text.length];
        expect(all.map((each) => index.lineAt(each))).toEqual(all.map((each) => plainly(text, each)));
      },
    ),
  );
});
