/** The table view: a row for each item of a list. */
import type { ChalkInstance } from "chalk";
import { fit, widthOf } from "./fit.ts";
import { type TableColumn, tableLines } from "./rows.ts";
import { DEEPEST_INDENT } from "./style.ts";
import { type Below, belowLine, type Item, nameOfItem, typeOfItem, walk } from "./tree-view.ts";

/** The indentation of a name for each level. */
const INDENT = "  ";
const KEY_WIDTH = 36;
/** If a name has less room than this beside a key, the key is printed below it. */
const NARROWEST_NAME = 16;

/** An item with its depth below the items of the answer. */
type Row = { item: Item; depth: number };

const ITEM_COLUMNS = {
  id: { head: "id", text: ({ item }) => String(item.id), rank: 0 },
  key: { head: "key", text: ({ item }) => item.key, rank: 0 },
  name: {
    head: "name",
    text: ({ item, depth }) => INDENT.repeat(Math.min(depth, DEEPEST_INDENT)) + nameOfItem(item),
    rank: 1,
    enough: 24,
    lines: ({ item, depth }, width) => {
      const indent = INDENT.repeat(Math.min(depth, DEEPEST_INDENT, Math.floor(width / 4)));
      return [indent + fit(nameOfItem(item), width - indent.length)];
    },
  },
  type: { head: "type", text: ({ item }) => typeOfItem(item), rank: 2, enough: 12 },
  url: {
    head: "url",
    text: ({ item: { url } }) => (typeof url === "string" ? url : ""),
    rank: 3,
    enough: 24,
  },
} satisfies Record<string, TableColumn<Row>>;

/** Yields the lines of a list's table: each item, and each below it. */
export function* listTable(
  items: Item[],
  columns: number,
  below: Below,
  chalk: ChalkInstance,
): Generator<string> {
  const rows = [...walk(items)];
  const { id, key, ...others } = ITEM_COLUMNS;
  const idWidth = rows.reduce((widest, { item }) => Math.max(widest, widthOf(String(item.id))), 2);
  const isBelow = columns - idWidth - KEY_WIDTH - 4 < NARROWEST_NAME;
  yield* tableLines(rows, isBelow ? [id, others.name] : [id, key, ...Object.values(others)], {
    room: columns,
    kept: 1,
    paintHead: chalk.bold,
    below: isBelow ? ({ item }) => chalk.dim(fit(INDENT + item.key, columns)) : undefined,
  });
  const cut = rows.findLast(({ item }) => item.children === undefined);
  if (cut) yield* belowLine(cut.depth + 1, below, chalk);
}
