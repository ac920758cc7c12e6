/** The columns of grids and the areas of blocks, from the configuration of data types. */
import { expect, it } from "vitest";
import { blockAreas, gridColumns } from "../../src/decode/grid-columns.ts";
import { type DataType, NO_DATE } from "../../src/site/schema/site-types.ts";
import { keyOf } from "../support/site.ts";

function dataType(config: DataType["config"]): DataType {
  return {
    ...{ id: 1, key: keyOf(1), name: "Grid", dbType: null, editorAlias: "Umbraco.BlockGrid", editor: null },
    ...{ createDate: NO_DATE, updateDate: NO_DATE, config },
  };
}

it.each([
  [{}, 12],
  [{ gridColumns: 6 }, 6],
  [{ GridColumns: 8 }, 8],
  [{ gridColumns: null }, 12],
  [{ items: { columns: 10 } }, 10],
  [{ items: { columns: "4" } }, 4],
  [{ gridColumns: -1, items: "x" }, 12],
])("gridColumns: %o has %i", (config, expected) => {
  expect(gridColumns(dataType(config))).toBe(expected);
});

it("blockAreas: the alias, the span, and the columns of the block or else of the grid", () => {
  const area = (id: number, more: object) => ({ key: keyOf(id).toUpperCase(), ...more });
  const areas = blockAreas([
    dataType({
      gridColumns: 8,
      blocks: [{ areas: [area(1, { alias: "left", columnSpan: 3, rowSpan: 1 }), area(2, { alias: "" })] }],
    }),
    dataType({
      Blocks: [
        { areaGridColumns: 4, areas: [area(3, { alias: "top", columnSpan: 4 })] },
        { areas: null },
        "x",
        { areas: [{ key: "none" }, { alias: "no key" }] },
      ],
    }),
    dataType({ blocks: "none" }),
  ]);
  expect([...areas]).toEqual([
    [keyOf(1), { alias: "left", columnSpan: 3, rowSpan: 1, columns: 8 }],
    [keyOf(2), { alias: undefined, columnSpan: undefined, columns: 8 }],
    [keyOf(3), { alias: "top", columnSpan: 4, columns: 4 }],
  ]);
});
