/** `elementsIn`: what counts as an element. */
import { expect, it } from "vitest";
import { elementsIn } from "../../src/site/node-counts.ts";
import { ElementTypes } from "../../src/site/values/element-types.ts";
import { readValue } from "../../src/site/values/read-value.ts";
import { keyOf } from "../support/site.ts";
import { gridOf } from "../support/stored-grid.ts";

const TYPES = new ElementTypes({ content: [] });

const block = (id: number, values: object[] = []) => ({ contentTypeKey: keyOf(90), key: keyOf(id), values });
/** Blocks of 15, each placed with settings of its own, of which these are exposed. */
const blocks = (
  placed: readonly number[],
  exposed: readonly number[],
  all = placed,
  values: object[] = [],
) => ({
  layout: {
    "Umbraco.BlockList": placed.map((id) => ({ contentKey: keyOf(id), settingsKey: keyOf(id + 50) })),
  },
  contentData: all.map((id) => block(id, values)),
  settingsData: placed.map((id) => block(id + 50)),
  expose: exposed.map((id) => ({ contentKey: keyOf(id), culture: null, segment: null })),
});
const MACRO = '<p>a</p><?UMBRACO_MACRO macroAlias="map" /><p>b</p>';
const control = (value: unknown, alias: string) => ({ value, editor: { alias, view: alias } });

it.each<[count: number, what: string, value: unknown]>([
  [2, "blocks, without their settings", blocks([1, 2], [1, 2])],
  [1, "blocks that a layout places", blocks([1], [1, 2], [1, 2])],
  [1, "blocks that a language exposes", blocks([1, 2], [2])],
  [
    0,
    "nothing inside hidden blocks",
    blocks([1], [], [1], [{ alias: "inner", value: JSON.stringify(blocks([3], [3])) }]),
  ],
  [2, "items of nested content", [{ ncContentTypeAlias: "a" }, { ncContentTypeAlias: "b" }]],
  [
    1,
    "fieldsets of Archetype that are not disabled",
    {
      fieldsets: [
        { alias: "a", disabled: false, properties: [] },
        { alias: "b", disabled: true, properties: [] },
      ],
    },
  ],
  [1, "macros in rich text", MACRO],
  [0, "no macros in hidden blocks", blocks([1], [], [1], [{ alias: "text", value: MACRO }])],
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
