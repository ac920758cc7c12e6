/** The columns of grids and the areas of their blocks, from the configuration of data types. */
import { isMembers } from "../../json/shape.ts";
import { type Key, parseKey } from "../tree/key.ts";
import type { DataType } from "./site-types.ts";

/** The columns of a grid whose data type does not set them. */
const DEFAULT_COLUMNS = 12;

/** An area of a block in a block grid. */
type BlockArea = { alias?: string; columnSpan?: number; columns: number };

/** Returns the number of columns of a block grid, or of a grid of version 7 or 8. */
export function gridColumns({ config }: Pick<DataType, "config">): number {
  return (
    countIn(memberOf(config, "gridColumns")) ??
    countIn(memberOf(memberOf(config, "items"), "columns")) ??
    DEFAULT_COLUMNS
  );
}

/** Returns the areas of the blocks of all block grids by their keys, of which values hold nothing else. */
export function blockAreas(dataTypes: readonly Pick<DataType, "config">[]): ReadonlyMap<Key, BlockArea> {
  const areas = new Map<Key, BlockArea>();
  for (const dataType of dataTypes) {
    for (const block of listIn(memberOf(dataType.config, "blocks"))) {
      const columns = countIn(memberOf(block, "areaGridColumns")) ?? gridColumns(dataType);
      for (const area of listIn(memberOf(block, "areas"))) {
        const key = parseKey(String(memberOf(area, "key")));
        const alias = memberOf(area, "alias");
        if (key === undefined) continue;
        areas.set(key, {
          alias: typeof alias === "string" && alias !== "" ? alias : undefined,
          columnSpan: countIn(memberOf(area, "columnSpan")),
          columns,
        });
      }
    }
  }
  return areas;
}

/** Names ignore case: older uSync writes some with a capital letter. */
function memberOf(value: unknown, name: string): unknown {
  if (!isMembers(value)) return undefined;
  return Object.entries(value).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function countIn(value: unknown): number | undefined {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 ? count : undefined;
}
