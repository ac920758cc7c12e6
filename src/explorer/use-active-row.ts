/** Which row of the tree has the focus, and how the keys, as the WAI-ARIA tree pattern has them, and the mouse move it. */
import { useRef, useState } from "preact/hooks";
import type { Sought } from "../http/explorer/explorer-answers.ts";
import type { Kind } from "../operations.ts";
import { ask, urlOf } from "./ask.ts";
import { linkTo } from "./route.ts";
import type { VisibleRow } from "./tree-branch.ts";
import type { TreeModel } from "./tree-model.ts";
import type { VirtualRows } from "./use-virtual-rows.ts";

/** What is typed within this time is one text, in milliseconds. */
const TYPING_PAUSE = 700;

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

export function useActiveRow(tree: TreeModel, kind: Kind, view: VirtualRows) {
  const [row, setRow] = useState<VisibleRow>();
  const typing = useRef({ text: "", until: 0 });
  const active = tree.numberNow(row);
  const moveTo = (number: number, to: "middle" | "edge" = "edge") => {
    const within = Math.max(0, Math.min(number, tree.size - 1));
    setRow(tree.rowAt(within));
    view.show(within, to);
  };
  const visit = (number: number) => {
    const node = tree.rowAt(number)?.row;
    if (node) location.hash = linkTo({ view: "node", kind, key: node.key });
  };
  const seekTyped = async (text: string) => {
    const to = await seek(tree, kind, active, text);
    // More may have been typed meanwhile.
    if (to >= 0 && typing.current.text === text) moveTo(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const meaning = keyMeaning(tree, active, event, Date.now() < typing.current.until);
    if (!meaning) return;
    event.preventDefault();
    if (meaning !== "done" && "seek" in meaning) {
      seekTyped(typedText(typing.current, meaning.seek));
      return;
    }
    typing.current.until = 0;
    if (meaning === "done") return;
    if ("to" in meaning) moveTo(meaning.to);
    else visit(meaning.visit);
  };
  const pointTo = (number: number, event: MouseEvent) => {
    // The tree keeps the focus, whichever row is pointed at.
    event.preventDefault();
    view.element.current?.focus({ preventScroll: true });
    setRow(tree.rowAt(number));
  };
  return { active, moveTo, onKeyDown, pointTo };
}

function typedText(typing: { text: string; until: number }, character: string): string {
  const now = Date.now();
  typing.text = now < typing.until ? typing.text + character : character;
  typing.until = now + TYPING_PAUSE;
  return typing.text;
}

/** The next row whose name begins with a text: among the siblings, which the server knows all. */
async function seek(tree: TreeModel, kind: Kind, at: number, text: string): Promise<number> {
  const active = tree.rowAt(at);
  if (!active) return -1;
  const { branch, index } = active;
  // A text that grows may still be that of the same row.
  const from = [...text].length > 1 ? index : index + 1;
  const key = branch.row?.key;
  const sought = await ask<Sought>(urlOf("/explorer/seek", { kind, key, from, start: text })).catch(
    () => undefined,
  );
  return sought?.index == null ? -1 : tree.numberOf(branch, sought.index);
}

/**
 * @param at the number of the row that is active
 * @param isTyping whether a text is being typed, which a space is part of
 * @returns `undefined` where the key means nothing to a tree
 */
function keyMeaning(tree: TreeModel, at: number, event: KeyboardEvent, isTyping: boolean): KeyMeaning {
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
