/** The pull of one kind: its journal, the copy that was there, what it has found so far, and the file that it becomes. */
import { rmSync } from "node:fs";
import { UsageError } from "../errors.ts";
import type { ManifestTree } from "../formats/manifest.ts";
import { journalName } from "../formats/unfinished-pull.ts";
import { memberIn, type NodeText } from "../json/node-text.ts";
import { API_SEGMENT, type Kind } from "../operations.ts";
import { type Target, targetValue } from "../source.ts";
import { EarlierCopy, type KeepOptions } from "./earlier-copy.ts";
import { Gathering, inPreorder } from "./gathering.ts";
import { Journal, type ReplayOptions } from "./journal.ts";
import { writeNodesFile } from "./nodes-file.ts";
import type { KindResult, OnPullEvent } from "./pull-events.ts";
import type { SiteOptions } from "./site.ts";
import type { SiteNode } from "./site-node.ts";
import { SiteTree } from "./site-tree.ts";
import { type Head, isHead, LINES_VERSION, type Scope } from "./tree-line.ts";
import type { Workplace } from "./workplace.ts";

export function scopeOf(
  { baseUrl, prefix }: Pick<SiteOptions, "baseUrl" | "prefix">,
  kind: Kind,
  target: Target,
): Scope {
  return { source: `${baseUrl}/${prefix}/${API_SEGMENT}`, kind, target };
}

/** What was written of one kind: what the manifest says of it, what the pull tells, and how many keys were made of ids. */
type WrittenKind = { tree: ManifestTree; result: KindResult; madeKeys: number };

export type RunOptions = ReplayOptions & {
  /** Whether what an unfinished pull has left is dropped. */
  startsAnew: boolean;
  /** How the copy that is there is made use of; `undefined` where it is of another source. */
  keep: KeepOptions | undefined;
};

export class KindRun {
  readonly scope: Scope;
  readonly tree: SiteTree;
  readonly startedAt: string;
  /** The copy that was there when the pull began. */
  readonly earlier: EarlierCopy | undefined;
  readonly #workplace: Workplace;
  readonly #journal: Journal;
  #isOpen = true;

  private constructor(
    workplace: Workplace,
    { scope, startedAt }: Omit<Head, "lines">,
    { journal, tree, earlier }: { journal: Journal; tree: SiteTree; earlier: EarlierCopy | undefined },
  ) {
    this.scope = scope;
    this.#workplace = workplace;
    this.#journal = journal;
    this.tree = tree;
    this.startedAt = startedAt;
    this.earlier = earlier;
  }

  /**
   * Goes on with the journal that an unfinished pull has left, or begins one.
   * @throws UsageError where an unfinished one belongs to another pull
   */
  static async open(workplace: Workplace, scope: Scope, options: RunOptions): Promise<KindRun> {
    const path = workplace.file(journalName(scope.kind));
    if (options.startsAnew) rmSync(path, { force: true });
    const journal = new Journal(path);
    try {
      const tree = new SiteTree(journal);
      const head = await replay(journal, tree, options);
      if (head === undefined || goesOn(head, scope, tree)) {
        const { startedAt } = head ?? begin(journal, scope);
        const earlier = await EarlierCopy.hold(workplace, scope.kind, options.keep, options.signal);
        tree.lineUp((id) => earlier?.isTrue === true && earlier.text(id) !== undefined);
        return new KindRun(workplace, { scope, startedAt }, { journal, tree, earlier });
      }
      if (head.lines !== LINES_VERSION) {
        options.onDamage?.(`${path} is of another version of this program: the pull begins anew`);
      }
    } catch (error) {
      journal.close();
      throw error;
    }
    journal.close();
    return await KindRun.open(workplace, scope, { ...options, startsAnew: true });
  }

  /** Tells what earlier runs have found. */
  report(onEvent: OnPullEvent): void {
    const got = [...this.tree.nodes.values()].filter(({ state }) => state === "got").length;
    if (this.tree.nodes.size > 0)
      onEvent({ type: "known", part: this.scope.kind, count: this.tree.nodes.size });
    if (got > 0) onEvent({ type: "got", part: this.scope.kind, count: got, resumed: true });
  }

  /** Writes the copy, to be put in its place under the name that it has. */
  async write(): Promise<WrittenKind> {
    const { source, kind, target } = this.scope;
    const file = `${kind}.ndjson`;
    const texts = { of: (node: SiteNode) => this.#textOf(node), earlier: this.earlier };
    const gathering = new Gathering(this.tree, texts, source);
    const written = await writeNodesFile(this.#workplace.file(file), gathering.lines());
    const { failures, unlisted, vanished, expected, kept, madeKeys } = gathering;
    const finishedAt = new Date().toISOString();
    return {
      tree: {
        source,
        node: targetValue(target),
        startedAt: this.startedAt,
        finishedAt,
        file,
        ...written,
        failures,
        unlisted: unlisted.length > 0 ? unlisted : undefined,
        vanished,
      },
      result: { kind, expected, got: expected - failures.length, kept, failures, unlisted, vanished },
      madeKeys,
    };
  }

  /** The `url` of each node that has one, and whether the node is as it was when the earlier copy was made. */
  *urls(): Generator<{ url: string; isKept: boolean }> {
    for (const node of inPreorder(this.tree)) {
      const text = node.state === "vanished" ? undefined : this.#textOf(node);
      const url = text && memberIn(text, "url");
      if (typeof url === "string") yield { url, isKept: node.isKept };
    }
  }

  /** Has the kept nodes of these types asked for again. @returns whether there are any */
  reopen(types: ReadonlySet<string>): boolean {
    const kept = types.size === 0 ? [] : [...this.tree.nodes.values()].filter(({ isKept }) => isKept);
    const again = kept.filter((node) => {
      const text = this.#textOf(node);
      const type = text && memberIn(text, "type");
      return typeof type === "string" && types.has(type);
    });
    for (const node of again) this.tree.reopen(node);
    return again.length > 0;
  }

  /** Bytes that stay what they are until another text is read. */
  #textOf({ id, text, isKept }: SiteNode): NodeText | undefined {
    if (text) return this.#journal.read(text);
    return isKept ? this.earlier?.text(id) : undefined;
  }

  /** Writes what was found since, so that a crash does not cost it. */
  flush(): void {
    this.#journal.flush();
  }

  /** Lets go of the journal's file, and of the earlier copy. Closing again does nothing. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#journal.close();
    this.earlier?.close();
  }

  /** Closes, and leaves nothing for a next run to go on with. */
  forget(): void {
    this.close();
    // The journal last: as long as it is there, the next run knows that this one was not at its end.
    EarlierCopy.letGo(this.#workplace, this.scope.kind);
    this.#workplace.remove(journalName(this.scope.kind));
  }
}

/**
 * Whether a pull goes on with what an earlier run has begun: not where that is of another version of this program, or of another
 * pull that has had nothing, as where the prefix was wrong.
 * @throws UsageError where it is another pull, of which something would be lost
 */
function goesOn(head: Head, scope: Scope, tree: SiteTree): boolean {
  if (head.lines !== LINES_VERSION) return false;
  if (JSON.stringify(head.scope) === JSON.stringify(scope)) return true;
  if (tree.nodes.size === 0) return false;
  const { kind, source } = head.scope;
  throw new UsageError(
    `an unfinished pull of ${kind} from ${source} is there: run the same command to finish it, or --fresh to drop it`,
  );
}

function begin(journal: Journal, scope: Scope): Head {
  const head: Head = { scope, startedAt: new Date().toISOString(), lines: LINES_VERSION };
  journal.add(head);
  return head;
}

/** Reads back what an earlier run has left. */
async function replay(journal: Journal, tree: SiteTree, options: ReplayOptions): Promise<Head | undefined> {
  let head: Head | undefined;
  await journal.replay(({ members, text }) => {
    if (head === undefined) {
      if (isHead(members)) head = members;
      return head !== undefined;
    }
    return head.lines !== LINES_VERSION || tree.replay(members, text);
  }, options);
  return head;
}
