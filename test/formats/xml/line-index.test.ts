/** The line of a position, in texts of whatever size. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { LineIndex } from "../../../src/formats/xml/xml-text-reader.ts";

const plainly = (text: string, position: number) => text.slice(0, position).split("\n").length;

it("LineIndex: is one more than the line feeds before it", () => {
  const piece = fc.constantFrom("\n", "a", "é\n\n", "x".repeat(5000), `${"y".repeat(16 * 1024 - 1)}\n`);
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 20 }),
      fc.array(fc.nat(), { minLength: 1 }),
      (pieces, places) => {
        const text = pieces.join("");
        const index = new LineIndex(text);
        for (const place of [...places.map((each) => each % (text.length + 1)), 0, text.length]) {
          expect(index.lineAt(place)).toBe(plainly(text, place));
        }
      },
    ),
  );
});

it.each([0, 1, 16383, 16384, 16385, 32768, 40000])(
  "LineIndex: is right at %i of a text of line feeds alone",
  (position) => {
    expect(new LineIndex("\n".repeat(40_000)).lineAt(position)).toBe(position + 1);
  },
);
