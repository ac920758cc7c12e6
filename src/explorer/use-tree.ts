/** Keeps the open nodes of each tree through other views and new data. */
import { useEffect, useMemo, useReducer } from "preact/hooks";
import type { PathRow } from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";
import { fetchView } from "./fetch-view.ts";
import { TreeModel } from "./tree-model.ts";

/** How many open nodes are reopened after the data has changed. */
const MOST_KEPT = 100;

/** A tree, the version of the data that it was loaded of, and how often it was. */
type HeldTree = { tree: TreeModel; version: string; loads: number };

/** The trees that were shown. */
export type Trees = Map<Kind, HeldTree>;

/** @returns the model, and a number that differs when it was loaded anew */
export function useTree(trees: Trees, kind: Kind, version: string): Pick<HeldTree, "tree" | "loads"> {
  const [, changed] = useReducer((count: number) => count + 1, 0);
  const held = useMemo(() => {
    const known = trees.get(kind);
    if (known) return known;
    const load = (key: string | undefined, from: number, count: number) =>
      fetchView("children", { kind, key, from, count });
    const made = { tree: new TreeModel(load), version: "", loads: 0 };
    trees.set(kind, made);
    return made;
  }, [kind]);
  // The component that shows the tree now is drawn again after each change.
  held.tree.onChange = () => changed(undefined);
  useEffect(() => {
    if (held.version === version) return;
    const open = held.version === "" ? [] : held.tree.openKeys().slice(0, MOST_KEPT);
    held.version = version;
    reload(held.tree, kind, open)
      .catch(() => undefined)
      .then(() => {
        held.loads++;
        held.tree.onChange();
      });
  }, [held, kind, version]);
  return held;
}

/** @param open the keys of nodes that were open before */
async function reload(tree: TreeModel, kind: Kind, open: readonly string[]): Promise<void> {
  const paths = await Promise.all(
    open.map((key) => fetchView("path", { kind, key }).catch((): PathRow[] => [])),
  );
  tree.clear();
  await tree.start();
  const first = tree.rowAt(0);
  if (first && open.length === 0) tree.open(first);
  for (const path of paths) {
    if (path.length === 0) continue;
    const number = tree.reveal(path);
    const row = tree.rowAt(number);
    if (row) tree.open({ ...row, row: path[path.length - 1].row });
  }
}
