/** Nodes that were found, a line each: where it stands, its type, its id. */
import type { ChalkInstance } from "chalk";
import { GAP_NAME, type NodePlaces } from "../analysis/find/node-place.ts";
import type { NodeView } from "../analysis/site-nodes.ts";
import { visible } from "../text/visible-text.ts";
import { widthOf } from "./fit.ts";
import type { LanguageOf } from "./found-rows.ts";
import { NO_NAME } from "./item.ts";
import { brush, type ViewLook } from "./style.ts";
import { inItsPlace, itemLine } from "./tree-view.ts";

const SEPARATOR = " › ";
/** Stands for the names above that there is no room for. */
const GAP = GAP_NAME + SEPARATOR;

/** Yields the lines. Nothing is in them that a terminal would obey. */
export async function placeLines(
  nodes: readonly NodeView[],
  places: NodePlaces,
  { columns = Number.POSITIVE_INFINITY, color }: ViewLook,
  languageOf?: LanguageOf,
): Promise<Iterable<string>> {
  const chalk = await brush({ color });
  return (function* () {
    for (const node of nodes) {
      const language = languageOf?.(node);
      const behind = language === undefined ? "" : `  ${visible(language)}`;
      const line = placeLine(node, places.above(node), columns - behind.length, chalk);
      yield line + chalk.dim(behind);
    }
  })();
}

function placeLine(node: NodeView, above: readonly string[], columns: number, chalk: ChalkInstance): string {
  const { all } = node.fields();
  const item = { ...all, id: Number(all.id), key: String(all.key) };
  const { line, name, nameRoom } = itemLine(item, columns, chalk);
  return chalk.dim(nearest(above, nameRoom - widthOf(name))) + line;
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
