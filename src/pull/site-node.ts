/** A node of a site while it is pulled: where it stands, and what has become of it. */
import type { ListFailure, NodeFailure } from "../formats/manifest.ts";
import type { NodeText } from "../json/node-text.ts";
import type { TextSpan } from "./span-reader.ts";
import type { NodeStateLine } from "./tree-line.ts";

/** What has become of a node: nothing yet, its text is had, only its item is, or the site has it no more. */
type NodeState = "open" | "got" | "failed" | "vanished";

export type SiteNode = {
  readonly id: number;
  /** `undefined` for a root. */
  parent: SiteNode | undefined;
  /** In the tree as it is listed; what the site itself calls its level may be stale. */
  level: number;
  state: NodeState;
  sortOrder: number;
  /** What tells the key that its own answer has, and the key that it is listed with, from others (`markOfKey`). */
  keyMark?: number;
  listedKeyMark?: number;
  /** Whom it lists, and behind them those that it listed in an earlier look and nobody lists since. */
  children: readonly number[];
  /** The last look in which it was listed, and the last in which its own list was had. */
  seen: number;
  listed: number;
  /** Where in the journal its text lies; a node that failed may have none, and a kept one need not. */
  text?: TextSpan;
  failure?: NodeFailure;
  /** Whether it was taken from an earlier copy, without asking. */
  isKept: boolean;
  /** Why its children could not be listed. */
  unlisted?: ListFailure;
};

const NOBODY: readonly number[] = [];

/** What an earlier copy has of a node that has not changed. */
export type KeptText = { text?: NodeText<string>; sortOrder: number; kept: true };

/** A node that nobody has listed yet. */
export function newNode(id: number): SiteNode {
  return {
    id,
    parent: undefined,
    level: 0,
    state: "open",
    sortOrder: 0,
    keyMark: undefined,
    listedKeyMark: undefined,
    children: NOBODY,
    seen: 0,
    listed: 0,
    text: undefined,
    failure: undefined,
    isKept: false,
    unlisted: undefined,
  };
}

/**
 * Takes in with which keys nodes are listed: of each its id, and behind it the mark of the key.
 * @returns those that are new; a node that is kept was compared with what it is listed with
 */
export function takeListedKeys(nodes: ReadonlyMap<number, SiteNode>, keys: readonly number[]): number[] {
  const fresh: number[] = [];
  for (let i = 0; i < keys.length; i += 2) {
    const node = nodes.get(keys[i]);
    if (node === undefined || node.isKept || node.listedKeyMark === keys[i + 1]) continue;
    node.listedKeyMark = keys[i + 1];
    fresh.push(node.id, keys[i + 1]);
  }
  return fresh;
}

/** Takes in what has become of a node, as its line tells. */
export function closeNode(
  node: SiteNode,
  line: Exclude<NodeStateLine, { again: number }>,
  text: TextSpan | undefined,
): void {
  if ("vanished" in line) {
    node.state = "vanished";
    return;
  }
  node.sortOrder = line.sortOrder ?? 0;
  if (text) node.text = text;
  if ("got" in line) {
    node.state = "got";
    node.isKept = line.kept === true;
    node.keyMark = line.keyMark;
    node.failure = undefined;
  } else {
    const { failed: id, url, reason, recordedAt } = line;
    node.state = "failed";
    node.isKept = false;
    node.keyMark = undefined;
    node.failure = { id, url, reason, recordedAt };
  }
}
