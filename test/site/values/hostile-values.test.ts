/** `readValue` of damaged and hostile values: nothing throws, and what it returns is consistent. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readValue } from "../../../src/site/values/read-value.ts";
import { LAYOUTS, VALUE_SHAPES } from "../../../src/site/values/value-parts.ts";
import { EDITORS, GUID, HEX, isSoundTree, TYPES } from "./hostile-parts.ts";

const read = (value: string) => EDITORS.map((editor) => readValue(value, editor, TYPES));

/** Members that the reader knows. */
const MEMBERS = `
  ncContentTypeAlias icContentTypeGuid contentData settingsData layout Umbraco.BlockGrid contentKey contentUdi areas items
  fieldsets properties alias value values dtdGuid editor dtgeContentTypeAlias dataTypeGuid editorAlias markup blocks udi
  key mediaKey unique type link typeData sections __proto__ macroAlias macroParamsDictionary`
  .trim()
  .split(/\s+/);

/** Pieces that values are made of. */
const PIECES = [
  ...["{", "}", "[", "]", '"', "'", "\\", ",", ":", " ", "\n", "1", "-1", "1e9", "null", "true"],
  ...["x", "é", "\u0000", "\ud800", "<", ">", "</", "<a ", "<img ", "<?UMBRACO_MACRO ", "/>", "<!--"],
  ...["=", "href=", "src=", "rel=", "data-id=", "data-udi=", "&amp;", "&#99999999;", "&#x0;"],
  ...["umb://document/", "umb://media/", HEX, GUID, "{localLink:", "%7BlocalLink%3A", "}", "%7D", "%"],
  ...["/media/", "/media/1001/", "//", "https://a.b", "1234"],
  ...MEMBERS.map((name) => `"${name}":`),
];

/** Nested objects with members that the reader knows, some of them as JSON in strings. */
const known = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      null,
      true,
      12,
      -1,
      1.5,
      "",
      "1234",
      GUID,
      `umb://media/${HEX}`,
      `<a href="/{localLink:${GUID}}">x</a>`,
    ),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...MEMBERS, "a", "b/~"), tie("value"), { maxKeys: 5 }),
    tie("value").map((value) => JSON.stringify(value)),
  ),
})).value;

type Reading = ReturnType<typeof readValue>;

/** Expects consistent results with each editor. */
function expectSound(value: string): void {
  expect(read(value).flatMap((reading) => [...faultsOf(reading)])).toEqual([]);
}

/** The faults of a reading: an `expect` for each part would take most of the time. */
function* faultsOf({ shape, elements, references, leftovers }: Reading): Generator<string> {
  const isPointer = (pointer: string) => pointer === "" || pointer.startsWith("/");
  if (!VALUE_SHAPES.includes(shape)) yield `shape ${shape}`;
  if (!isSoundTree(elements)) yield "an element lies before its parent";
  for (const { layout, pointer, properties } of elements) {
    if (!LAYOUTS.includes(layout)) yield `layout ${layout}`;
    if (!properties.every((property) => property.pointer.startsWith(pointer))) yield `property of ${pointer}`;
  }
  for (const { element, pointer, target } of references) {
    if (element !== undefined && element >= elements.length) yield `no element ${element}`;
    if (!isPointer(pointer)) yield `reference at ${pointer}`;
    if (target.by === "id" && target.id <= 0) yield `id ${target.id}`;
  }
  for (const { pointer } of leftovers) if (!isPointer(pointer)) yield `leftover at ${pointer}`;
}

describe("readValue: random values", () => {
  it("of known members are read consistently", () => {
    fc.assert(
      fc.property(known, (value) => {
        const json = JSON.stringify(value);
        expectSound(json);
        for (const { elements } of read(json)) {
          for (const { layout, properties } of elements) {
            for (const { value: held, editorAlias, alias, shape } of properties) {
              JSON.parse(held);
              // The controls of a grid are recognised by more than their properties.
              if (layout !== "grid") expect(readValue(held, editorAlias, TYPES, alias).shape).toBe(shape);
            }
          }
        }
      }),
      { numRuns: 75 },
    );
  });

  it("that are cut or have a piece inserted are read consistently", () => {
    fc.assert(
      fc.property(known, fc.nat(), fc.nat(), fc.constantFrom(...PIECES), (value, from, length, piece) => {
        const json = JSON.stringify(value);
        const at = from % (json.length + 1);
        expectSound(json.slice(0, at));
        expectSound(json.slice(0, at) + piece + json.slice(at + (length % 4)));
      }),
      { numRuns: 75 },
    );
  });

  it("of pieces in any order are read consistently, as JSON and as text", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => {
        expectSound(pieces.join(""));
        expectSound(JSON.stringify(pieces.join("")));
      }),
      { numRuns: 150 },
    );
  });
});
