/** The pull of one kind: a pass lists the site and fetches new and changed nodes, and a second one what the site has got meanwhile. */
import { rmSync } from "node:fs";
import type { TextSpan } from "../copy/random-access-file.ts";
import type { Staging } from "../copy/staging.ts";
import { UsageError } from "../errors.ts";
import type { NodeFailure } from "../formats/copy/manifest.ts";
import { logName } from "../formats/copy/unfinished-pull.ts";
import { memberIn, type NodeText, nodeJson, textOfObject } from "../json/node-text.ts";
import { API_SEGMENT, type Kind } from "../operations.ts";
import type { Target } from "../site/source.ts";
import { counted } from "../text/counted.ts";
import type { Client } from "./client.ts";
import { EarlierCopy } from "./earlier-copy.ts";
import { hasMemberIn, type ListedItems } from "./list-answer.ts";
import { type NodeAnswer, readNodeAnswer, sortOrderOfItem } from "./node-answer.ts";
import type { Pull, SiteOptions } from "./options.ts";
import type { Failure } from "./pool.ts";
import { isDated } from "./record.ts";
import { ResponseLog } from "./response-log.ts";
import { addMissing, type Listing, type ListingNode, listTree } from "./tree-listing.ts";

/** The site and the requested nodes: another pull must not resume from this one's log. */
type Scope = { source: string; kind: Kind; target: Target };

export function scopeOf({ baseUrl, prefix }: SiteOptions, kind: Kind, target: Target): Scope {
  return { source: `${baseUrl}/${prefix}/${API_SEGMENT}`, kind, target };
}

/** The state of a node that was fetched, is kept from the copy, or failed. */
type NodeState = {
  /** The location of its text in the log. Absent if the copy has the same text, or if there is none. */
  span?: TextSpan;
  sortOrder: number;
  /** Whether it is unchanged since the last pull, and was not fetched. */
  isKept: boolean;
  failure?: NodeFailure;
};

/** A node that failed in this pass: the next listing decides whether it is still there. */
type PendingFailure = { failure: Failure; item?: NodeText<string> };

/** The site changes little while so small a part of the nodes is fetched. */
const SMALL_PART = 1 / 10;

const LOG_VERSION = 2;

type Head = { version: number; scope: Scope; startedAt: string };

export class KindPull {
  readonly scope: Scope;
  readonly earlier: EarlierCopy | undefined;
  readonly startedAt: string;
  /** Whether an earlier run has begun this pull. */
  readonly isResumed: boolean;
  /** The last listing, with nodes that only earlier passes have listed; `undefined` before the first pass. */
  tree: Listing | undefined;
  readonly #pull: Pull;
  readonly #staging: Staging;
  readonly #log: ResponseLog;
  readonly #states: Map<number, NodeState>;
  /** The locations in the log of lists that were fetched node by node. */
  readonly #lists: Map<string, TextSpan>;
  readonly #pending = new Map<number, PendingFailure>();
  #pass = 0;
  /** How many nodes the last listing has that the one before it did not have. */
  #newCount = 0;
  #fetchedCount = 0;
  /** Nodes of the copy whose items have no date, so that they are fetched again. */
  readonly #undated = new Set<number>();
  /** Unchanged nodes that are fetched because their types have changed. */
  readonly #refetched = new Set<number>();

  private constructor(staging: Staging, pull: Pull, earlier: EarlierCopy | undefined, opened: OpenedLog) {
    this.#staging = staging;
    this.#pull = pull;
    this.earlier = earlier;
    this.scope = opened.head.scope;
    this.startedAt = opened.head.startedAt;
    this.isResumed = opened.isResumed;
    this.#log = opened.log;
    this.#states = opened.states;
    this.#lists = opened.lists;
    const count = this.#states.size;
    if (count > 0) {
      pull.onEvent({ type: "listed", part: this.scope.kind, count });
      pull.onEvent({ type: "fetched", part: this.scope.kind, count, resumed: true });
    }
  }

  /**
   * Resumes from the log of an unfinished pull, or creates one.
   * @param fetchesAll whether the earlier copy is used only for nodes that fail
   * @throws UsageError if the unfinished pull is another one
   */
  static async open(staging: Staging, pull: Pull, kind: Kind, fetchesAll: boolean): Promise<KindPull> {
    const opened = await openLog(staging, pull, scopeOf(pull.site, kind, pull.target), pull.fresh);
    try {
      const earlier = await EarlierCopy.open(staging, kind, fetchesAll, pull.signal);
      return new KindPull(staging, pull, earlier, opened);
    } catch (error) {
      opened.log.close();
      throw error;
    }
  }

  /**
   * Makes the passes.
   * @throws NoSuchNodeError if the requested node does not exist; RemoteError, RefusedError if the site is down
   */
  async run(client: Client): Promise<void> {
    const [fetched] = this.#states.keys();
    if (fetched !== undefined) client.setProbe(this.scope.kind, fetched);
    await this.#finish(client, await this.#list(client));
  }

  /** Fetches the unchanged nodes of these types: their values may have changed without a new date. */
  async refetch(client: Client, types: ReadonlySet<string>): Promise<void> {
    if (types.size === 0) return;
    const changed: ListingNode[] = [];
    for (const node of this.tree?.nodes.values() ?? []) {
      const type = this.#states.get(node.id)?.isKept ? this.member(node.id, "type") : undefined;
      if (typeof type !== "string" || !types.has(type)) continue;
      this.#states.delete(node.id);
      this.#refetched.add(node.id);
      changed.push(node);
    }
    if (changed.length > 0) await this.#finish(client, changed);
  }

  /** Fetches nodes, and then nodes that the site has got meanwhile, unless one listing is enough. */
  async #finish(client: Client, todo: readonly ListingNode[]): Promise<void> {
    await this.#fetch(client, todo);
    if (this.#pending.size === 0 && this.#isRefreshed()) return;
    await this.#fetch(client, await this.#list(client));
    for (const [id, pending] of this.#pending) this.#fail(id, pending);
    this.#pending.clear();
    if (this.#newCount === 0) return;
    const nodes = counted(this.#newCount, "node");
    const text = `the ${this.scope.kind} was edited while it was pulled (${nodes} more in the second listing): pull again to have all changes`;
    this.#pull.onEvent({ type: "warning", text });
  }

  /**
   * Whether the first listing is enough because most nodes are kept: one answer for all nodes misses none, and little changes
   * while few nodes are fetched; lists node by node have missed none if they contain all nodes of the copy.
   */
  #isRefreshed(): boolean {
    const { tree, earlier } = this;
    if (!tree?.isFresh || !earlier?.keeps || this.#pass !== 1 || this.#refetched.size > 0) return false;
    if (tree.isDeep) return this.#fetchedCount <= tree.nodes.size * SMALL_PART;
    return earlier.index.ids.every((id) => tree.nodes.has(id));
  }

  /** Lists the site. @returns the nodes to fetch */
  async #list(client: Client): Promise<ListingNode[]> {
    const { kind, target } = this.scope;
    const pass = ++this.#pass;
    const previous = this.tree;
    const resumed = new Set(previous ? [] : this.#states.keys());
    const listing = await listTree(client, {
      kind,
      target,
      triesAll: previous?.isDeep !== false,
      previous,
      earlierChildren: (id) => this.earlier?.index.childrenOf(id) ?? [],
      stored: {
        read: (key) => {
          const span = this.#lists.get(`${pass} ${key}`);
          return span && Buffer.from(this.#log.read(span));
        },
        add: (key, body) => void this.#log.append(`list ${pass} ${key}`, body),
      },
      onItems: (items) => this.#takeItems(items),
      onNode: (node, answer) => {
        if (this.#states.has(node.id) && !this.#pending.has(node.id)) return;
        this.#store(node.id, answer);
      },
    });
    const newNodes = [...listing.nodes.values()].filter(({ id }) => !previous?.nodes.has(id));
    this.#newCount = newNodes.length;
    const count = newNodes.filter(({ id }) => !resumed.has(id)).length;
    if (count > 0) this.#pull.onEvent({ type: "listed", part: kind, count });
    if (pass === 1) this.#explainRefresh();
    if (previous) this.#settlePending(listing, previous);
    const todo = [...listing.nodes.values()].filter(({ id }) => !this.#states.has(id));
    if (previous) addMissing(listing, previous);
    this.tree = listing;
    return todo;
  }

  async #fetch(client: Client, todo: readonly ListingNode[]): Promise<void> {
    const { kind } = this.scope;
    let next = 0;
    await client.fetchAll<ListingNode, NodeAnswer>({
      take: () => todo[next++],
      // A deeper answer would contain the node's children, and for media the children of its ancestors.
      fetch: ({ id }, mode) => client.fetchNode(kind, id, 0, (body) => readNodeAnswer(body, id), mode),
      settle: ({ id }, outcome) => {
        this.#fetchedCount++;
        if ("answer" in outcome) this.#store(id, outcome.answer);
        else this.#pending.set(id, { failure: outcome });
      },
    });
  }

  #store(id: number, { text, sortOrder }: NodeAnswer): void {
    this.#pending.delete(id);
    const span = this.#log.append(`node ${id}`, nodeJson(text));
    this.#states.set(id, { span, sortOrder, isKept: false });
    this.#pull.onEvent({ type: "fetched", part: this.scope.kind, count: 1 });
  }

  /** Keeps the nodes of the copy whose items are unchanged. */
  #takeItems({ ids, itemText }: ListedItems): void {
    for (const [id, pending] of this.#pending) pending.item ??= itemText(id);
    const { earlier } = this;
    if (!earlier?.keeps) return;
    const hasElsewhere = hasMemberIn(ids, itemText);
    let count = 0;
    for (const id of ids) {
      if (this.#states.has(id) || this.#pending.has(id) || this.#refetched.has(id)) continue;
      const item = itemText(id);
      if (item && !isDated(item) && earlier.index.findId(id) >= 0) this.#undated.add(id);
      const kept = item && earlier.unchanged(id, item, hasElsewhere);
      if (!kept) continue;
      const span = kept.text && this.#log.append(`kept ${id}`, nodeJson(kept.text));
      this.#states.set(id, { span, sortOrder: sortOrderOfItem(item), isKept: true });
      count++;
    }
    if (count > 0) this.#pull.onEvent({ type: "fetched", part: this.scope.kind, count, resumed: true });
  }

  /** Says why a refresh fetches nodes that may be unchanged. */
  #explainRefresh(): void {
    const { kind } = this.scope;
    const warn = (text: string) => this.#pull.onEvent({ type: "warning", text });
    const count = this.#undated.size;
    const nodes = counted(count, `${kind} node has`, `${kind} nodes have`);
    if (count > 0) warn(`${nodes} no updateDate, by which a change is seen: fetched again`);
    if (this.earlier?.isUnedited === false) {
      warn(`the ${kind} of the copy was edited after it was pulled: all nodes are fetched again`);
    }
  }

  /** Settles the failures of the previous pass. */
  #settlePending(listing: Listing, previous: Listing): void {
    for (const [id, pending] of this.#pending) {
      if (isRemoved(previous.nodes.get(id), listing)) this.#states.delete(id);
      else this.#fail(id, pending);
    }
    this.#pending.clear();
  }

  /** A node that failed keeps its record in the copy, updated from its item. */
  #fail(id: number, { failure: { failure: reason, url }, item }: PendingFailure): void {
    const record = this.earlier?.record(id, item);
    const state = this.#states.get(id);
    const text = record?.text ?? (state?.span ? undefined : item);
    const failure = { id, url, reason, recordedAt: record?.recordedAt };
    const span = text ? this.#log.append(`kept ${id}`, nodeJson(text)) : state?.span;
    const sortOrder = text ? sortOrderOfItem(text) : (state?.sortOrder ?? 0);
    this.#states.set(id, { span, sortOrder, isKept: false, failure });
  }

  /** @returns `undefined` for a node that has vanished: it was listed, and later neither listed nor found */
  state(id: number): NodeState | undefined {
    return this.#states.get(id);
  }

  /** How many nodes are fetched, kept from the copy, or failed. */
  get stateCount(): number {
    return this.#states.size;
  }

  /** A node's text: bytes that the next text overwrites. */
  text(id: number): NodeText | undefined {
    const state = this.#states.get(id);
    if (state?.span) return textOfObject(this.#log.read(state.span));
    return state?.isKept ? this.earlier?.text(id) : undefined;
  }

  /** A member of a node, parsed; `undefined` if the node has none. */
  member(id: number, name: string): unknown {
    const text = this.text(id);
    return text && memberIn(text, name);
  }

  /** Whether the next run can use anything. */
  get isResumable(): boolean {
    return this.isResumed || this.#states.size > 0;
  }

  /** Closing again does nothing. */
  close(): void {
    this.#log.close();
    this.earlier?.close();
  }

  /** Closes, and leaves nothing for the next run. */
  forget(): void {
    this.close();
    // The log last: it shows the next run that this one is unfinished.
    EarlierCopy.unlink(this.#staging, this.scope.kind);
    this.#staging.remove(logName(this.scope.kind));
  }
}

/** Whether a listing shows that a node was removed: the list that contained it is complete. */
function isRemoved(node: ListingNode | undefined, { nodes, gaps }: Listing): boolean {
  for (let at = node; at && !nodes.has(at.id); at = at.parent) {
    if (at.parent === undefined) return !gaps.has(undefined);
    if (nodes.has(at.parent.id)) return !gaps.has(at.parent.id);
  }
  return false;
}

type OpenedLog = {
  head: Head;
  isResumed: boolean;
  log: ResponseLog;
  states: Map<number, NodeState>;
  lists: Map<string, TextSpan>;
};

async function openLog(staging: Staging, pull: Pull, scope: Scope, startsAnew: boolean): Promise<OpenedLog> {
  const path = staging.file(logName(scope.kind));
  if (startsAnew) rmSync(path, { force: true });
  let head: Head | undefined;
  const states: OpenedLog["states"] = new Map();
  const lists: OpenedLog["lists"] = new Map();
  const onDamage = (text: string) => pull.onEvent({ type: "warning", text });
  const log = await ResponseLog.open(
    path,
    (key, text, span) => {
      if (head === undefined) {
        head = key === "pull" ? readHead(text) : undefined;
        return head !== undefined;
      }
      const [kind, ...rest] = key.split(" ");
      if (kind === "list") lists.set(rest.join(" "), span);
      if (kind !== "node") return kind === "list" || kind === "kept";
      const id = Number(rest[0]);
      const answer = readNodeAnswer(text, id);
      if ("fault" in answer) return false;
      states.set(id, { span, sortOrder: answer.sortOrder, isKept: false });
      return true;
    },
    { signal: pull.signal, onDamage },
  );
  // TypeScript does not see the assignment in the closure.
  const found = head as Head | undefined;
  if (found === undefined) {
    const begun = { version: LOG_VERSION, scope, startedAt: new Date().toISOString() };
    log.append("pull", JSON.stringify(begun));
    return { head: begun, isResumed: false, log, states, lists };
  }
  if (JSON.stringify(found.scope) === JSON.stringify(scope)) {
    return { head: found, isResumed: true, log, states, lists };
  }
  log.close();
  if (states.size === 0) return openLog(staging, pull, scope, true);
  throw new UsageError(
    `an unfinished pull of ${found.scope.kind} from ${found.scope.source} is there: run the same command to finish it, or --fresh to drop it`,
  );
}

function readHead(text: Buffer): Head | undefined {
  try {
    const head: Head = JSON.parse(text.toString());
    return head.version === LOG_VERSION ? head : undefined;
  } catch {
    return undefined;
  }
}
