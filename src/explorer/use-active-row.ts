/** Which row of the tree has the focus, and how keys and the mouse move it. */
import { useRef, useState } from "preact/hooks";
import type { Sought } from "../explorer-answers.ts";
import type { Kind } from "../operations.ts";
import { ask, urlOf } from "./ask.ts";
import { linkTo } from "./route.ts";
import type { VisibleRow } from "./tree-branch.ts";
import { keyMeaning } from "./tree-keys.ts";
import type { TreeModel } from "./tree-model.ts";
import type { VirtualRows } from "./use-virtual-rows.ts";

/** What is typed within this time is one text, in milliseconds. */
const TYPING_PAUSE = 700;

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
