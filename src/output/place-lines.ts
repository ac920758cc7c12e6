/** Nodes that were found, a line each: where it stands, its type, its id. */
import type { ChalkInstance } from "chalk";
import { GAP_NAME, type NodePlaces } from "../analysis/find/node-place.ts";
import type { NodeView } from "../analysis/site-nodes.ts";
import { visible } from "../visible-text.ts";
import { fit, widthOf } from "./fit.ts";
import { NO_NAME, nameOf, typeOf } from "./item.ts";
import type { Output } from "./style.ts";
import { inItsPlace } from "./tree-view.ts";

const SEPARATOR = " › ";
/** Stands for the names above that there is no room for. */
const GAP = GAP_NAME + SEPARATOR;
const NARROWEST_NAME = 12;
const NARROWEST_TYPE = 4;

/** Yields the lines, each with its line feed. Nothing is in them that a terminal would obey. */
export async function placeLines(
  nodes: readonly NodeView[],
  places: NodePlaces,
  { columns, color }: Pick<Output, "columns" | "color">,
): Promise<Iterable<string>> {
  const { Chalk } = await import("chalk");
  const chalk = new Chalk({ level: color ? 1 : 0 });
  return (function* () {
    for (const node of nodes) yield `${line(node, places.above(node), columns, chalk)}\n`;
  })();
}

function line(
  node: NodeView,
  above: readonly string[],
  columns: number | undefined,
  chalk: ChalkInstance,
): string {
  const { all } = node.fields();
  const item = { ...all, id: Number(all.id), key: String(all.key) };
  const id = String(item.id);
  const room = (columns ?? Number.POSITIVE_INFINITY) - id.length - 3;
  const type =
    columns === undefined
      ? visible(typeOf(item))
      : fit(typeOf(item), Math.max(room - NARROWEST_NAME, NARROWEST_TYPE));
  const left = Math.max(room - widthOf(type), NARROWEST_TYPE);
  const name = columns === undefined ? visible(nameOf(item)) : fit(nameOf(item), left);
  const place = nearest(above, left - widthOf(name));
  return `${chalk.dim(place)}${inItsPlace(name)}  ${chalk.dim(type === "" ? id : `${type} ${id}`)}`;
}

/** The names above that there is room for, the nearest first to stay, each with what separates it from the next. */
function nearest(above: readonly string[], room: number): string {
  const names = above.map((name) => visible(name === "" ? NO_NAME : name));
  const shown = (from: number) =>
    names
      .slice(from)
      .map((name) => inItsPlace(name) + SEPARATOR)
      .join("");
  if (room === Number.POSITIVE_INFINITY) return shown(0);
  let left = room;
  let from = names.length;
  for (; from > 0; from--) {
    // Measured without what follows it, which is no plain text, and would take long.
    const needed = widthOf(names[from - 1]) + SEPARATOR.length;
    // Where others are left out, the gap needs room.
    if (needed + (from > 1 ? GAP.length : 0) > left) break;
    left -= needed;
  }
  if (from === 0) return shown(0);
  return (left >= GAP.length ? GAP : "") + shown(from);
}
