/** The columns of grids and the areas of their blocks, from the configuration of data types. */

import type { DataType } from "../site/schema/site-types.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { objectsIn, settingsIn, textIn, wholeNumberIn } from "./configuration.ts";

/** The columns of a grid whose data type does not set them. */
const DEFAULT_COLUMNS = 12;

/** An area of a block in a block grid. */
type BlockArea = { alias?: string; columnSpan?: number; rowSpan?: number; columns: number };

/** Returns the number of columns of a block grid, or of a grid of version 7 or 8. */
export function gridColumns({ config }: Pick<DataType, "config">): number {
  return (
    wholeNumberIn(config, "gridColumns") ??
    wholeNumberIn(settingsIn(config, "items"), "columns") ??
    DEFAULT_COLUMNS
  );
}

/** Returns the areas of the blocks of all block grids by their keys, of which values hold nothing else. */
export function blockAreas(dataTypes: readonly Pick<DataType, "config">[]): ReadonlyMap<Key, BlockArea> {
  const areas = new Map<Key, BlockArea>();
  for (const dataType of dataTypes) {
    for (const block of objectsIn(dataType.config, "blocks")) {
      const columns = wholeNumberIn(block, "areaGridColumns") ?? gridColumns(dataType);
      for (const area of objectsIn(block, "areas")) {
        const key = parseKey(textIn(area, "key") ?? "");
        if (key === undefined) continue;
        areas.set(key, {
          alias: textIn(area, "alias"),
          columnSpan: wholeNumberIn(area, "columnSpan"),
          rowSpan: wholeNumberIn(area, "rowSpan"),
          columns,
        });
      }
    }
  }
  return areas;
}
