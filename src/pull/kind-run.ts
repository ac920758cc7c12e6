/** The pull of one kind: its journal, what it has found so far, and the file that it becomes. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import type { ManifestTree } from "../formats/manifest.ts";
import { memberIn } from "../json/node-text.ts";
import { API_SEGMENT, type Kind } from "../operations.ts";
import type { KindResult, OnPullEvent } from "../pull-events.ts";
import type { Target } from "../source.ts";
import { Gathering } from "./gathering.ts";
import { Journal, type ReplayOptions } from "./journal.ts";
import { writeNodesFile } from "./nodes-file.ts";
import { inPreorder } from "./preorder.ts";
import type { SiteOptions } from "./site.ts";
import type { SiteNode } from "./site-node.ts";
import { SiteTree } from "./site-tree.ts";
import { type Head, isHead, LINES_VERSION, type Scope } from "./tree-line.ts";

export function scopeOf({ baseUrl, prefix }: SiteOptions, kind: Kind, target: Target): Scope {
  return { source: `${baseUrl}/${prefix}/${API_SEGMENT}`, kind, target };
}

/** What was written of one kind: what the manifest says of it, what the pull tells, and how many keys were made of ids. */
export type WrittenKind = { tree: ManifestTree; result: KindResult; madeKeys: number };

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
    const path = join(directory, `${scope.kind}.journal`);
    const journal = new Journal(path);
    const tree = new SiteTree(journal);
    const { head, committed } = await replay(journal, tree, options);
    const isAnother = head !== undefined && JSON.stringify(head.scope) !== JSON.stringify(scope);
    if (isAnother && !committed) {
      journal.close();
      throw new UsageError(
        `an unfinished pull of ${head.scope.kind} from ${head.scope.source} is there: run the same command to finish it, or --fresh to drop it`,
      );
    }
    if (isAnother || (head !== undefined && head.lines !== LINES_VERSION)) {
      journal.close();
      if (!isAnother)
        options.onDamage?.(`${path} is of another version of this program: the pull begins anew`);
      return KindRun.afresh(directory, scope);
    }
    const startedAt = head?.startedAt ?? new Date().toISOString();
    if (head === undefined) journal.add({ scope, startedAt, lines: LINES_VERSION } satisfies Head);
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

  /** Whether there is nothing left that an earlier run could not have. */
  get isComplete(): boolean {
    const isDone = ({ state, unlisted }: SiteNode) => state !== "open" && unlisted === undefined;
    return this.tree.isLooked && [...this.tree.nodes].every(isDone);
  }

  /** Writes the copy into a directory, under the name that it will have. */
  async write(directory: string): Promise<WrittenKind> {
    const { source, kind, target } = this.scope;
    const file = `${kind}.ndjson`;
    const gathering = new Gathering(this.tree, (span) => this.#journal.read(span), source);
    const written = await writeNodesFile(join(directory, file), gathering.lines());
    const { failures, unlisted, vanished, expected, madeKeys } = gathering;
    const node = target.by === "root" ? undefined : target.by === "id" ? target.id : target.key;
    const finishedAt = new Date().toISOString();
    return {
      tree: {
        source,
        node,
        startedAt: this.startedAt,
        finishedAt,
        file,
        ...written,
        failures,
        ...(unlisted.length > 0 ? { unlisted } : {}),
        vanished,
      },
      result: { kind, expected, got: expected - failures.length, failures, unlisted, vanished },
      madeKeys,
    };
  }

  /** The `url` of each node that has one. */
  *urls(): Generator<string> {
    for (const { text: span, state } of inPreorder(this.tree)) {
      if (span === undefined || state === "vanished") continue;
      const url = memberIn(this.#journal.read(span), "url");
      if (typeof url === "string") yield url;
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
}

/** Reads back what an earlier run has left. Lets go of the journal where that fails. */
async function replay(journal: Journal, tree: SiteTree, options: ReplayOptions) {
  const read: { head: Head | undefined; committed: boolean } = { head: undefined, committed: false };
  try {
    await journal.replay(({ members, text }) => {
      if (read.head === undefined) {
        if (isHead(members)) read.head = members;
        return read.head !== undefined;
      }
      read.committed = "committed" in members;
      return read.head.lines !== LINES_VERSION || tree.replay(members, text);
    }, options);
  } catch (error) {
    journal.close();
    throw error;
  }
  return read;
}
