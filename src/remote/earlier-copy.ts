/** Content or media of an earlier pull: a refresh keeps its records of unchanged and of failed nodes. */
import { copyFileSync, linkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { NodesIndex } from "../copy/nodes-file.ts";
import type { Staging } from "../copy/staging.ts";
import { type ManifestTree, readManifest, TREE } from "../formats/copy/manifest.ts";
import { readState } from "../formats/copy/state-file.ts";
import { decodedText, type NodeText } from "../json/node-text.ts";
import type { Kind } from "../operations.ts";
import { mergedText, type Unchanged, unchanged } from "./record.ts";

/** The copy's record of a node that failed, and when it was fetched (ISO 8601). */
type EarlierRecord = { text: NodeText<string>; recordedAt: string };

export class EarlierCopy {
  readonly index: NodesIndex;
  readonly #tree: ManifestTree;
  /** When the records of nodes that failed in the last pull were fetched; `undefined` without a record. */
  readonly #failures: ReadonlyMap<number, string | undefined>;
  /** Whether unchanged nodes are kept. */
  readonly keeps: boolean;

  private constructor(index: NodesIndex, tree: ManifestTree, fetchesAll: boolean) {
    this.index = index;
    this.#tree = tree;
    this.#failures = new Map(tree.failures.map(({ id, recordedAt }) => [id, recordedAt]));
    this.keeps = !fetchesAll && this.isUnedited;
  }

  /**
   * Links the copy into the staging directory, until `unlink`: if the pull is interrupted, even during the swap, the next
   * pull uses the link.
   * @param fetchesAll whether the copy is used only for nodes that fail
   * @returns `undefined` without a copy
   * @throws the system's errors, with a path
   */
  static async open(
    staging: Staging,
    kind: Kind,
    fetchesAll: boolean,
    signal?: AbortSignal,
  ): Promise<EarlierCopy | undefined> {
    // An earlier run of this pull may have linked the copy.
    const linked = readState<ManifestTree>(staging.file(linkedTreeName(kind)), TREE);
    const tree = linked ?? linkTree(staging, kind);
    return (
      tree && new EarlierCopy(await NodesIndex.open(staging.file(linkedName(kind)), signal), tree, fetchesAll)
    );
  }

  static unlink(staging: Staging, kind: Kind): void {
    staging.remove(linkedTreeName(kind));
    staging.remove(linkedName(kind));
  }

  /** Whether the file still has the hash in its manifest. */
  get isUnedited(): boolean {
    return this.index.sha256 === this.#tree.sha256;
  }

  /** A node's text, which the next call overwrites; `undefined` if the copy lacks the node. */
  text(id: number): NodeText | undefined {
    const position = this.index.findId(id);
    return position < 0 ? undefined : this.index.text(position);
  }

  /**
   * Compares a node with its item in a listing.
   * @param hasElsewhere whether other items of the listing have a member of this name (in its quotes)
   * @returns `undefined` if the node must be fetched
   */
  unchanged(
    id: number,
    item: NodeText<string>,
    hasElsewhere: (name: string) => boolean,
  ): Unchanged | undefined {
    const text = this.#failures.has(id) ? undefined : this.text(id);
    return text && unchanged(text, item, hasElsewhere);
  }

  /**
   * @param item the node's item in the listing
   * @returns `undefined` if the copy has the item only
   */
  record(id: number, item: NodeText<string> | undefined): EarlierRecord | undefined {
    const before = this.text(id);
    if (before === undefined) return undefined;
    const recordedAt = this.#failures.has(id) ? this.#failures.get(id) : this.#tree.finishedAt;
    if (recordedAt === undefined) return undefined;
    const text = decodedText(before);
    return { text: item === undefined ? text : mergedText(text, item), recordedAt };
  }

  close(): void {
    this.index.close();
  }
}

function linkTree(staging: Staging, kind: Kind): ManifestTree | undefined {
  const tree = readManifest(staging.out)?.[kind];
  if (tree === undefined) return undefined;
  const link = staging.file(linkedName(kind));
  const file = join(staging.out, tree.file);
  rmSync(link, { force: true });
  try {
    try {
      linkSync(file, link);
    } catch {
      // Not every file system has links.
      copyFileSync(file, link);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  // Written last: if this file exists, the link does, too.
  staging.write(linkedTreeName(kind), JSON.stringify(tree));
  return tree;
}

function linkedName(kind: Kind): string {
  return `${kind}.before.ndjson`;
}

function linkedTreeName(kind: Kind): string {
  return `${kind}.before.json`;
}
