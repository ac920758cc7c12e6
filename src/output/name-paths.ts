/** Fits the path of a node to a width. */

import { BETWEEN_NAMES, type NodeNames } from "../site/tree/node-names.ts";
import { ELLIPSIS, visible } from "../text/visible-text.ts";
import { fit, widthOf } from "./fit.ts";
import { withDirectionMark } from "./tree-view.ts";

/** Safe text, and its width in columns. */
type Measured = { text: string; width: number };

const GAP = ELLIPSIS + BETWEEN_NAMES;

/** The name of a node after as many of its nearest ancestors as fit; the name itself comes first if room is short. */
export function pathWithin(names: NodeNames, position: number, columns: number): Measured {
  const own = fit(names.at(position), columns);
  const width = widthOf(own);
  const above = namesWithin(names.above(position).map(visible), columns - width);
  return { text: above.text + own, width: above.width + width };
}

/** Names from the root down, in a line: those above the last one as far as they fit. */
export function namesInLine(path: readonly string[], columns: number): string {
  const own = fit(path.at(-1) ?? "", columns);
  return namesWithin(path.slice(0, -1).map(visible), columns - widthOf(own)).text + withDirectionMark(own);
}

/**
 * The names above a node that fit, each with its separator; the nearest ones stay.
 * @param above safe texts, root first
 */
export function namesWithin(above: readonly string[], room: number): Measured {
  let from = above.length;
  let width = 0;
  for (; from > 0; from--) {
    // Measured without the separator: only plain text is measured quickly.
    const more = widthOf(above[from - 1]) + BETWEEN_NAMES.length;
    // If names are left out, the gap needs room, too.
    if (width + more + (from > 1 ? GAP.length : 0) > room) break;
    width += more;
  }
  const text = above
    .slice(from)
    .map((name) => withDirectionMark(name) + BETWEEN_NAMES)
    .join("");
  if (from === 0 || width + GAP.length > room) return { text, width };
  return { text: GAP + text, width: width + GAP.length };
}
