/** The pull of one kind: its journal, what it has found so far, and the file that it becomes. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import type { ManifestTree, NodeFailure } from "../formats/manifest.ts";
import { API_SEGMENT, type Kind } from "../operations.ts";
import type { OnPullEvent } from "../pull-events.ts";
import type { Target } from "../source.ts";
import { Journal, type ReplayOptions } from "./journal.ts";
import { urlIn } from "./node-text.ts";
import { type NodeLine, writeNodesFile } from "./nodes-file.ts";
import { inPreorder } from "./preorder.ts";
import type { SiteOptions } from "./site.ts";
import { type SiteNode, SiteTree } from "./site-tree.ts";
import { type Head, isHead, type Scope } from "./tree-line.ts";

export function scopeOf({ baseUrl, prefix }: SiteOptions, kind: Kind, target: Target): Scope {
  return { source: `${baseUrl}/${prefix}/${API_SEGMENT}`, kind, target };
}

const KEY = Buffer.from('"key":"');
const KEY_LENGTH = 36;

export class KindRun {
  readonly scope: Scope;
  readonly tree: SiteTree;
  readonly startedAt: string;
  /** Whether an earlier run has written the copy, so that all there is to do is what failed then. */
  readonly committed: boolean;
  readonly #journal: Journal;
  #isOpen = true;

  private constructor(scope: Scope, journal: Journal, tree: SiteTree, startedAt: string, committed: boolean) {
    this.scope = scope;
    this.#journal = journal;
    this.tree = tree;
    this.startedAt = startedAt;
    this.committed = committed;
  }

  /**
   * Goes on with the journal that an earlier run has left, or begins one.
   * @throws UsageError where an unfinished one belongs to another pull
   */
  static async open(directory: string, scope: Scope, options: ReplayOptions = {}): Promise<KindRun> {
    const journal = new Journal(join(directory, `${scope.kind}.journal`));
    const tree = new SiteTree(journal);
    const { head, committed } = await replay(journal, tree, options);
    if (head !== undefined && JSON.stringify(head.scope) !== JSON.stringify(scope)) {
      journal.close();
      if (committed) return KindRun.afresh(directory, scope);
      throw new UsageError(
        `an unfinished pull of ${head.scope.kind} from ${head.scope.source} is there: run the same command to finish it, or --fresh to drop it`,
      );
    }
    const startedAt = head?.startedAt ?? new Date().toISOString();
    if (head === undefined) journal.add({ scope, startedAt });
    tree.lineUp();
    return new KindRun(scope, journal, tree, startedAt, committed);
  }

  /** Forgets what an earlier run has left. */
  static afresh(directory: string, scope: Scope): Promise<KindRun> {
    rmSync(join(directory, `${scope.kind}.journal`), { force: true });
    return KindRun.open(directory, scope);
  }

  /** Tells what earlier runs have found. */
  report(onEvent: OnPullEvent): void {
    const got = [...this.tree.nodes].filter(({ state }) => state === "got").length;
    if (this.tree.size > 0) onEvent({ type: "known", part: this.scope.kind, count: this.tree.size });
    if (got > 0) onEvent({ type: "got", part: this.scope.kind, count: got, resumed: true });
  }

  get failures(): NodeFailure[] {
    return [...this.tree.nodes].flatMap(({ state, failure }) => (state === "failed" && failure) || []);
  }

  /** Nodes that were listed at first, and no longer when they were asked for. */
  get vanished(): number[] {
    return [...this.tree.nodes].filter(({ state }) => state === "vanished").map(({ id }) => id);
  }

  /** Whether everything that is known has been asked for. */
  get isComplete(): boolean {
    return this.tree.roots !== undefined && [...this.tree.nodes].every(({ state }) => state !== "open");
  }

  /** Writes the copy into a directory, under the name that it will have. */
  async write(directory: string): Promise<ManifestTree> {
    const { source, kind, target } = this.scope;
    const file = `${kind}.ndjson`;
    const failures = this.failures;
    const lines = this.#lines((node, reason) => failures.push({ id: node.id, url: source, reason }));
    const written = await writeNodesFile(join(directory, file), lines);
    const node = target.by === "root" ? undefined : target.by === "id" ? target.id : target.key;
    const finishedAt = new Date().toISOString();
    return {
      source,
      node,
      startedAt: this.startedAt,
      finishedAt,
      file,
      ...written,
      failures,
      vanished: this.vanished,
    };
  }

  /** The `url` of each node that has one. */
  *urls(): Generator<string> {
    for (const node of inPreorder(this.tree)) {
      const text = this.#journal.read(node.text ?? { offset: 0, length: 0 });
      const url = urlIn(text);
      if (url !== undefined) yield url;
    }
  }

  /** Notes that the copy is in place. */
  commit(): void {
    this.tree.setCommitted();
  }

  /** Writes what was found since, so that a crash does not cost it. */
  flush(): void {
    this.#journal.flush();
  }

  /** Lets go of the journal's file. Closing again does nothing. */
  close(): void {
    if (this.#isOpen) this.#journal.close();
    this.#isOpen = false;
  }

  /** A key that is used twice would keep the copy from loading: the later node is left out, and all below it. */
  *#lines(fault: (node: SiteNode, reason: string) => void): Generator<NodeLine> {
    const holders = new Map<string, number>();
    const leftOut = new Set<SiteNode>();
    for (const node of inPreorder(this.tree)) {
      const text = this.#journal.read(node.text ?? { offset: 0, length: 0 });
      const at = text.indexOf(KEY) + KEY.length;
      const key = text.toString("latin1", at, at + KEY_LENGTH);
      const holder = holders.get(key);
      if (holder !== undefined) fault(node, `its key ${key} is that of node ${holder}, so it was left out`);
      if (holder !== undefined || (node.parent && leftOut.has(node.parent))) {
        leftOut.add(node);
        continue;
      }
      holders.set(key, node.id);
      yield { parentId: node.parent?.id, text };
    }
  }
}

/** Reads back what an earlier run has left. Lets go of the journal where that fails. */
async function replay(journal: Journal, tree: SiteTree, options: ReplayOptions) {
  const read: { head: Head | undefined; committed: boolean } = { head: undefined, committed: false };
  try {
    await journal.replay(({ members, text }) => {
      if (read.head !== undefined) {
        read.committed = "committed" in members;
        return tree.replay(members, text);
      }
      if (isHead(members)) read.head = members;
      return read.head !== undefined;
    }, options);
  } catch (error) {
    journal.close();
    throw error;
  }
  return read;
}
