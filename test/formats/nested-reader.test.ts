/** Nodes come out the same wherever the parts end in which their text comes in. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { Findings } from "../../src/formats/findings.ts";
import { NestedReader } from "../../src/formats/json/nested-reader.ts";
import { HIGHEST_LEVEL } from "../../src/operations.ts";
import { Renderer } from "../../src/tree/render.ts";

const ZERO = "00000000-0000-0000-0000-000000000000";
const key = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`;

/** A member's text: known names and others, plain and with escapes, with values and spaces of all kinds. */
const other = fc
  .tuple(
    fc.uniqueArray(
      fc.constantFrom('"name"', '"n\\u0061me2"', '"é"', '"url"', '"x"', '"sortOrder"', '"path"'),
    ),
    fc.constantFrom("1.0", "-0", '"a\\u0041"', '"\\n"', "null", "0.1e-9", "636123456789012345"),
    fc.constantFrom("", " ", "\n ", "\t\t\t\t\t\t"),
  )
  .map(([names, value, space]) =>
    names.map((name) => `${name}${space}:${space}${name === '"sortOrder"' ? "1.50" : value}`),
  );

const properties = fc.constantFrom(
  [],
  ['"properties":{"p":{"value":[1.0, 2],"alias":"p" ,"editorAlias":null}}'],
  ['"properties" : null'],
);

/** Trees as text: members in any order, some nodes without a key, each but the first below one before it. */
const tree = fc
  .array(fc.tuple(other, properties, fc.boolean(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 })
  .map((specs) => {
    const textOf = (at: number): string => {
      const [others, own, isKeyless, turn] = specs[at];
      const below = specs.flatMap(([, , , , parent], i) => (i > 0 && parent % i === at ? [textOf(i)] : []));
      const members = [
        `"id": ${at + 1}`,
        `"key":"${isKeyless ? ZERO : key(at + 1)}"`,
        ...others,
        ...own,
        `"children":[${below.join(" ,")}]`,
      ];
      const first = turn % members.length;
      return `{${[...members.slice(first), ...members.slice(0, first)].join(turn % 2 ? "," : " , ")}}`;
    };
    return textOf(0);
  });

/** What a tree is answered with, read through a window of so many bytes in parts of so many. */
function answer(text: string, window: number, part: number): string {
  const bytes = Buffer.from(text);
  let position = 0;
  const findings = new Findings();
  const read = (target: Buffer, offset: number, length: number) => {
    const count = bytes.copy(target, offset, position, position + Math.min(length, part));
    position += count;
    return count;
  };
  const reader = new NestedReader("f", read, findings, window);
  reader.read();
  const built = reader.build();
  if (!built) return findings.errorLines().join();
  const all = new Renderer(built).roots(HIGHEST_LEVEL);
  const nodes = Array.from({ length: built.size }, (_, place) => new Renderer(built).node(place, 0));
  return [all, ...nodes].map((each) => Buffer.from(each as Uint8Array).toString()).join("\n");
}

it("in windows of any size", () => {
  fc.assert(
    fc.property(
      tree,
      fc.integer({ min: 8, max: 200 }),
      fc.integer({ min: 1, max: 90 }),
      (text, window, part) => {
        const whole = answer(text, 1_000_000, 1_000_000);
        expect(answer(text, window, part)).toBe(whole);
        expect(whole).not.toContain(ZERO);
        expect(whole).toMatch(/^\[\{"id":1,"key":"/);
      },
    ),
    { numRuns: 1000 },
  );
});
