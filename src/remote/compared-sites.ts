/** Reads live sites for a comparison: lists them as a pull does, and fetches only the nodes that may differ from the other source. */
import { type MatchedBy, matchNodes } from "../analysis/diff/match-nodes.ts";
import { RemoteError } from "../errors.ts";
import { readNdjson } from "../formats/json/json-formats.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { JsonCursor } from "../json/cursor.ts";
import {
  appendLine,
  decodedText,
  encodedText,
  keyIn,
  type NodeText,
  parseNodeText,
} from "../json/node-text.ts";
import type { Kind } from "../operations.ts";
import { Findings } from "../site/findings.ts";
import type { SiteTypes } from "../site/schema/site-types.ts";
import { isKeyOfId } from "../site/tree/key.ts";
import type { Tree } from "../site/tree/tree.ts";
import { Client } from "./client.ts";
import { listTree } from "./listing.ts";
import { type NodeAnswer, readNodeAnswer } from "./node-answer.ts";
import { LOOKUP_PACE, type PaceOptions, type SiteOptions } from "./options.ts";
import type { OnPullEvent } from "./pull-events.ts";
import { mergedText } from "./record.ts";
import { keylessWarning, RemoteSource } from "./remote-source.ts";

/** A source: a whole tree, or the items of a site, whose nodes can be fetched. */
type ComparedSide = { tree: Tree; site?: TreeListing };

/** A node that could not be fetched, so that its properties are not compared. */
export type MissedNode = { kind: Kind; id: number; reason: string };

const COMPARED_MEMBERS = ["type", "updateDate"] as const;

type FetchRule = {
  matchedBy: MatchedBy;
  /** Whether a node is compared. */
  isWanted: (node: { was: number; is: number }) => boolean;
  /** Whether all these nodes are fetched, even with equal dates. */
  fetchesAll: boolean;
};

/**
 * Fetches the nodes that may differ: nodes in one source only, with another `type` or `updateDate`, or without a date. The other
 * nodes get the properties of the other source, or none if that is a site, too.
 * @returns both trees, with all properties that are compared
 * @throws RefusedError, RemoteError if a site is down
 */
export async function fetchWhereDifferent(
  kind: Kind,
  [old, other]: readonly [ComparedSide, ComparedSide],
  { matchedBy, isWanted, fetchesAll }: FetchRule,
): Promise<{ trees: [Tree, Tree]; missed: MissedNode[] }> {
  const { wasAt } = matchNodes(old.tree, other.tree, matchedBy);
  const isAt = new Int32Array(old.tree.size).fill(-1);
  wasAt.forEach((was, is) => {
    if (was >= 0) isAt[was] = is;
  });
  const missed: MissedNode[] = [];
  const filled = async (
    side: ComparedSide,
    counterpart: ComparedSide,
    matched: Int32Array,
    isOld: boolean,
  ) => {
    if (side.site === undefined) return side.tree;
    const wanted: number[] = [];
    for (let index = 0; index < side.tree.size; index++) {
      const node = isOld ? { was: index, is: matched[index] } : { was: matched[index], is: index };
      if (isWanted(node) && (fetchesAll || mayDiffer(side.tree, index, counterpart.tree, matched[index]))) {
        wanted.push(side.tree.idAt(index));
      }
    }
    const fetched = await side.site.nodes(kind, wanted);
    for (const [id, reason] of fetched.failures) missed.push({ kind, id, reason });
    return wholeTree(side.tree, fetched, (index) =>
      counterpart.site || matched[index] < 0 ? undefined : counterpart.tree.text(matched[index]),
    );
  };
  const trees: [Tree, Tree] = [await filled(old, other, isAt, true), await filled(other, old, wasAt, false)];
  return { trees, missed };
}

function mayDiffer(tree: Tree, index: number, counterpart: Tree, match: number): boolean {
  if (match < 0) return true;
  const own = parseNodeText(tree.text(index, "item"));
  const others = parseNodeText(counterpart.text(match, "item"));
  return own.updateDate === undefined || COMPARED_MEMBERS.some((name) => own[name] !== others[name]);
}

/**
 * A tree of the fetched nodes; the other nodes have the members of their items, and the rest from their counterparts.
 * @param counterpart gives the matching node's text in the other source, by the node's position, if it is more than an item
 */
function wholeTree(
  items: Tree,
  { texts }: FetchedNodes,
  counterpart: (position: number) => NodeText | undefined,
): Tree {
  const out = new ByteBuffer();
  for (let position = 0; position < items.size; position++) {
    const item = decodedText(items.text(position, "item"));
    const other = counterpart(position);
    const text = texts.get(items.idAt(position)) ?? (other ? mergedText(decodedText(other), item) : item);
    const parent = items.parentAt(position);
    appendLine(out, encodedText(text), parent < 0 ? undefined : { id: items.idAt(parent) });
  }
  const tree = treeOfLines(out);
  if (Array.isArray(tree)) throw new Error(`the merged nodes do not form a tree: ${tree[0]}`);
  return tree;
}

/** @returns the tree of these lines, or what is wrong with them */
function treeOfLines(lines: ByteBuffer): Tree | string[] {
  const findings = new Findings();
  lines.reserve(1);
  const tree = readNdjson("answers", new JsonCursor(lines.bytes, 0, lines.length), findings);
  return tree ?? findings.errorLines();
}

/** The nodes that were fetched, by id. */
type FetchedNodes = {
  texts: ReadonlyMap<number, NodeText<string>>;
  /** Why others could not be fetched. */
  failures: ReadonlyMap<number, string>;
};

export class TreeListing {
  readonly #site: SiteOptions;
  readonly #pace: PaceOptions & { onEvent: OnPullEvent };
  readonly #client: Client;
  readonly #onWarning: (text: string) => void;
  /** Nodes that list answers contain completely. */
  readonly #listed: Record<Kind, Map<number, NodeText<string>>> = { content: new Map(), media: new Map() };

  /** @param onWarning called with a warning about the site's answers. Default: no report */
  constructor(site: SiteOptions, onEvent: OnPullEvent, onWarning: (text: string) => void = () => {}) {
    const stop = new AbortController();
    this.#site = site;
    this.#onWarning = onWarning;
    this.#pace = { signal: stop.signal, onEvent, abort: () => stop.abort() };
    this.#client = new Client(site, this.#pace);
  }

  /**
   * Lists all nodes as `pull` does: in one answer, or node by node.
   * @returns a tree of items, which have no properties
   * @throws RefusedError; RemoteError if the site cannot list all
   */
  async list(kind: Kind): Promise<Tree> {
    const items = new Map<number, NodeText<string>>();
    // A user waits: if the site cannot be reached, the error should come soon.
    const client = new Client(this.#site, { ...this.#pace, retries: LOOKUP_PACE.retries });
    const { roots, gaps } = await listTree(client, {
      kind,
      target: { by: "root" },
      triesAll: true,
      previous: undefined,
      earlierChildren: () => [],
      stored: { read: () => undefined, add: () => {} },
      onItems: ({ ids, itemText }) => {
        for (const id of ids) {
          const text = items.has(id) ? undefined : itemText(id);
          if (text) items.set(id, text);
        }
      },
      onNode: ({ id }, { text }) => this.#listed[kind].set(id, text),
    });
    const [gap] = gaps.values();
    if (gap) throw this.#unlisted(gap.reason);
    const out = new ByteBuffer();
    let keyless = 0;
    const queue = [...roots];
    for (const node of queue) {
      const text = this.#listed[kind].get(node.id) ?? items.get(node.id);
      if (text === undefined) throw this.#unlisted(`${kind} ${node.id} cannot be read`);
      const bytes = encodedText(text);
      if (isKeyOfId(keyIn(bytes), node.id)) keyless++;
      appendLine(out, bytes, node.parent && { id: node.parent.id });
      for (const child of node.children) queue.push(child);
    }
    if (keyless > 0) this.#onWarning(keylessWarning(keyless));
    const tree = treeOfLines(out);
    if (Array.isArray(tree)) throw this.#unlisted(`the listed nodes do not form a tree: ${tree[0]}`);
    return tree;
  }

  #unlisted(reason: string): RemoteError {
    const { baseUrl, prefix } = this.#site;
    const pull = `migrations pull --base-url ${baseUrl} --prefix ${decodeURI(prefix)} --out DIRECTORY`;
    return new RemoteError(
      `${baseUrl} cannot list all nodes: ${reason}; ${pull} copies the rest, and the copy can be compared`,
    );
  }

  /** Fetches the site's types; none if it has no operations for them. */
  async types(): Promise<SiteTypes> {
    const source = new RemoteSource(this.#site);
    return { content: (await source.types("content")) ?? [], media: (await source.types("media")) ?? [] };
  }

  /**
   * Fetches nodes, each by itself, unless a list answer has contained them.
   * @throws RefusedError, RemoteError if the site is down
   */
  async nodes(kind: Kind, ids: readonly number[]): Promise<FetchedNodes> {
    const client = this.#client;
    const { onEvent } = this.#pace;
    const listed = this.#listed[kind];
    const texts = new Map<number, NodeText<string>>();
    for (const id of ids) {
      const text = listed.get(id);
      if (text) texts.set(id, text);
    }
    const failures = new Map<number, string>();
    const todo = ids.filter((id) => !texts.has(id));
    let next = 0;
    onEvent({ type: "listed", part: kind, count: todo.length });
    await client.fetchAll<number, NodeAnswer>({
      take: () => todo[next++],
      fetch: (id, mode) => client.fetchNode(kind, id, 0, (body) => readNodeAnswer(body, id), mode),
      settle: (id, outcome) => {
        if ("answer" in outcome) texts.set(id, outcome.answer.text);
        else failures.set(id, outcome.failure);
        onEvent({ type: "fetched", part: kind, count: 1 });
      },
    });
    return { texts, failures };
  }
}
