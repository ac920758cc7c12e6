/** The table view: a row for each item of a list. */
import type { ChalkInstance } from "chalk";
import { fit, widthOf } from "./fit.ts";
import { type TableColumn, tableLines } from "./rows.ts";
import { type Item, nameOfItem, typeOfItem } from "./tree-view.ts";

/** Before a key below its name. */
const INDENT = "  ";
const KEY_WIDTH = 36;
/** If a name has less room than this beside a key, the key is printed below it. */
const NARROWEST_NAME = 16;

const ITEM_COLUMNS = {
  id: { head: "id", text: ({ id }) => String(id), rank: 0 },
  key: { head: "key", text: ({ key }) => key, rank: 0 },
  name: {
    head: "name",
    text: nameOfItem,
    rank: 1,
    enough: 24,
    lines: (item, width) => [fit(nameOfItem(item), width)],
  },
  type: { head: "type", text: typeOfItem, rank: 2, enough: 12 },
  url: {
    head: "url",
    text: ({ url }) => (typeof url === "string" ? url : ""),
    rank: 3,
    enough: 24,
  },
} satisfies Record<string, TableColumn<Item>>;

/** Yields the lines of a list's table. */
export function* listTable(rows: Item[], columns: number, chalk: ChalkInstance): Generator<string> {
  const { id, key, ...others } = ITEM_COLUMNS;
  const idWidth = rows.reduce((widest, { id }) => Math.max(widest, widthOf(String(id))), 2);
  const isBelow = columns - idWidth - KEY_WIDTH - 4 < NARROWEST_NAME;
  yield* tableLines(rows, isBelow ? [id, others.name] : [id, key, ...Object.values(others)], {
    room: columns,
    kept: 1,
    paintHead: chalk.bold,
    below: isBelow ? ({ key }) => chalk.dim(fit(INDENT + key, columns)) : undefined,
  });
}
