/** The keys of a tree, as the WAI-ARIA tree pattern has them. */
import type { TreeModel } from "./tree-model.ts";

/** What a key comes to: another row, opening what the row stands for, or a text that a name is to begin with. */
type KeyMeaning = { to: number } | { visit: number } | { seek: string } | "done" | undefined;

/** So many siblings are opened at once: each takes a question to the server. */
const MOST_OPENED = 100;

const PAGE_ROWS = 10;
/** Keys that lead to another row, whatever the row at hand is. */
const MOVES: Readonly<Record<string, (at: number, size: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + PAGE_ROWS,
  PageUp: (at) => at - PAGE_ROWS,
  Home: () => 0,
  End: (_at, size) => size - 1,
};

/**
 * @param at the number of the row that is active
 * @param isTyping whether a text is being typed, which a space is part of
 * @returns `undefined` where the key means nothing to a tree
 */
export function keyMeaning(tree: TreeModel, at: number, event: KeyboardEvent, isTyping: boolean): KeyMeaning {
  const { key } = event;
  if (hasModifier(event)) return undefined;
  if (isTyping && key === " ") return { seek: key };
  if (Object.hasOwn(MOVES, key)) return { to: MOVES[key](at, tree.size) };
  if (key === "Enter" || key === " ") return { visit: at };
  if (key !== "*") return sideways(tree, at, key) ?? typed(key);
  openSiblings(tree, at);
  return "done";
}

/** Such keys are the browser's. */
function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

function sideways(tree: TreeModel, at: number, key: string): KeyMeaning {
  const row = tree.rowAt(at);
  if (!row || (key !== "ArrowRight" && key !== "ArrowLeft")) return undefined;
  if (key === "ArrowRight") {
    if (row.isOpen) return { to: at + 1 };
    tree.open(row);
    return "done";
  }
  if (row.isOpen) {
    tree.close(row);
    return "done";
  }
  const { parent, at: place } = row.branch;
  return parent ? { to: tree.numberOf(parent, place) } : "done";
}

function openSiblings(tree: TreeModel, at: number): void {
  const active = tree.rowAt(at);
  if (!active) return;
  const { branch, index } = active;
  const first = Math.max(0, index - MOST_OPENED / 2);
  for (let each = first; each < Math.min(branch.total, first + MOST_OPENED); each++) {
    const row = tree.rowAt(tree.numberOf(branch, each));
    if (row) tree.open(row);
  }
}

function typed(key: string): KeyMeaning {
  return [...key].length === 1 && key !== "/" ? { seek: key } : undefined;
}
