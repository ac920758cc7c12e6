/** What a value looks like as a whole, without a look at what it holds. */
import { editorFor } from "./editors.ts";
import { stringOf, wholeString } from "./json-outline.ts";
import { outlineOf } from "./strict-json.ts";
import type { Shape } from "./value-parts.ts";
import { shapeOfJson, shapeOfText } from "./value-shape.ts";

/** JSON in strings in strings, and so on: what lies deeper was not written by any editor. */
const MOST_STRINGS = 40;
const OBJECT_OR_ARRAY = /^(?:\{.*\}|\[.*\])$/s;

/** The shape that `readValue` tells of the value. */
export function shapeOf(value: string, editorAlias: string | undefined, alias?: string): Shape {
  const editor = editorFor(editorAlias, alias);
  let { text, node } = outlineOf(value) ?? { text: value, node: wholeString(value) };
  for (let strings = 0; node.kind === "string"; strings++) {
    const inner = stringOf(text, node) ?? "";
    const trimmed = inner.trim();
    const json = strings < MOST_STRINGS && OBJECT_OR_ARRAY.test(trimmed) ? outlineOf(trimmed) : undefined;
    if (!json) return shapeOfText(inner, editor);
    ({ text, node } = json);
  }
  return shapeOfJson(text, node, editor);
}
