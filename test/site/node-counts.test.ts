/** `elementsIn`: what counts as an element. */
import { expect, it } from "vitest";
import { elementsIn } from "../../src/site/node-counts.ts";
import { ElementTypes } from "../../src/site/values/element-types.ts";
import { readValue } from "../../src/site/values/read-value.ts";
import { keyOf } from "../support/site.ts";
import { blocksOf17 } from "../support/stored-blocks.ts";
import { gridOf } from "../support/stored-grid.ts";

const TYPES = new ElementTypes({ content: [] });

/** Blocks of 15, each with settings of its own, of which these are placed and exposed. */
function blocks(
  placed: readonly number[],
  exposed: readonly number[],
  all = placed,
  values: Readonly<Record<string, string>> = {},
) {
  const made = blocksOf17(
    "BlockList",
    all.map((id) => ({ type: 90, id, values, settings: { type: 90, id: id + 50 } })),
  );
  const layout = made.layout["Umbraco.BlockList"].filter((_, i) => placed.includes(all[i]));
  const expose = made.expose.filter((_, i) => exposed.includes(all[i]));
  return { ...made, layout: { "Umbraco.BlockList": layout }, expose };
}
const FIELDSET = { alias: "a", disabled: false, properties: [] };
const MACRO = '<p>a</p><?UMBRACO_MACRO macroAlias="map" /><p>b</p>';
const control = (value: unknown, alias: string) => ({ value, editor: { alias, view: alias } });

it.each<[count: number, what: string, value: unknown]>([
  [2, "blocks, without their settings", blocks([1, 2], [1, 2])],
  [1, "blocks that a layout places", blocks([1], [1, 2], [1, 2])],
  [1, "blocks that a language exposes", blocks([1, 2], [2])],
  [0, "nothing inside hidden blocks", blocks([1], [], [1], { inner: JSON.stringify(blocks([3], [3])) })],
  [2, "items of nested content", [{ ncContentTypeAlias: "a" }, { ncContentTypeAlias: "b" }]],
  [
    1,
    "fieldsets of Archetype that are not disabled",
    { fieldsets: [FIELDSET, { ...FIELDSET, disabled: true }] },
  ],
  [1, "macros in rich text", MACRO],
  [0, "no macros in hidden blocks", blocks([1], [], [1], { text: MACRO })],
  [
    3,
    "controls of grids, and macros in their texts",
    gridOf([control(MACRO, "rte"), control("x", "headline")]),
  ],
  [
    1,
    "a control with a macro once",
    gridOf([control({ macroAlias: "map", macroParamsDictionary: {} }, "macro")]),
  ],
  [
    1,
    "elements in values by language, but not these values",
    { values: { "en-US": JSON.stringify([{ ncContentTypeAlias: "a" }]) }, dtdGuid: keyOf(1) },
  ],
])("counts %s: %s", (count, _, value) => {
  expect(elementsIn(readValue(JSON.stringify(value), null, TYPES))).toBe(count);
});
