/** Decides which nodes of one kind belong to its tree, and which version of each is read (docs/formats.md, Umbraco's database). */
import type { Kind } from "../../operations.ts";
import { keyOfId, parseKey, ZERO_KEY } from "../../tree/key.ts";
import { Findings, type NoteTopic } from "../findings.ts";
import type { UnpublishedNode } from "../manifest.ts";
import type { NodeRow, NodeVersions, Version } from "./read-nodes.ts";
import type { SiteNodeType } from "./read-schema.ts";
import { SiteNotes } from "./site-notes.ts";

/** A node of the tree. */
export type ChosenNode = {
  row: NodeRow;
  type: SiteNodeType;
  version: Version;
  name: string;
  /** Media are published always. */
  isPublished: boolean;
  /** Absent for a root. */
  parent: ChosenNode | undefined;
  /** Its place in preorder. */
  place: number;
};

/** What is known of the nodes of one kind. */
type Candidates = {
  kind: Kind;
  rows: ReadonlyMap<number, NodeRow>;
  /** What nodes of each type have, by the ids of types. */
  types: ReadonlyMap<number, SiteNodeType>;
  versions: ReadonlyMap<number, NodeVersions>;
  /** The code of the language that is read. */
  culture: string | undefined;
  includeUnpublished: boolean;
};

type Reading = { version: Version; name: string; isPublished: boolean };
/** Why a node is left out. */
type Reason = { text: string; topic: NoteTopic };

const ROOT_PARENT = -1;
const NO_TYPE = 0;
const NO_ROWS: readonly NodeRow[] = [];

/** @returns the nodes in preorder: each after its parent, siblings by `sortOrder`, then by id */
export function chooseVersions(candidates: Candidates, notes: SiteNotes): ChosenNode[] {
  return new Choice(candidates, notes).choose();
}

/**
 * The nodes that only `--include-unpublished` reads.
 * @param chosen the nodes that are read without it
 */
export function unpublishedDocuments(
  candidates: Candidates,
  chosen: readonly ChosenNode[],
): UnpublishedNode[] {
  const { kind, includeUnpublished } = candidates;
  if (kind === "media" || includeUnpublished) return [];
  const unheard = new SiteNotes("", new Findings());
  const isChosen = new Set(chosen.map(({ row }) => row.id));
  return chooseVersions({ ...candidates, includeUnpublished: true }, unheard).flatMap(
    ({ row: { id, key } }) => {
      const parsed = isChosen.has(id) ? undefined : parseKey(key.toLowerCase());
      return parsed === undefined ? [] : [{ kind, id, key: parsed === ZERO_KEY ? keyOfId(id) : parsed }];
    },
  );
}

class Choice {
  readonly #candidates: Candidates;
  readonly #notes: SiteNotes;
  readonly #children: ReadonlyMap<number, NodeRow[]>;
  readonly #seen = new Set<number>();

  constructor(candidates: Candidates, notes: SiteNotes) {
    this.#candidates = candidates;
    this.#notes = notes;
    this.#children = childrenOf(candidates.rows);
  }

  choose(): ChosenNode[] {
    const chosen: ChosenNode[] = [];
    const rows: NodeRow[] = [];
    const parents: (ChosenNode | undefined)[] = [];
    const descend = (id: number, parent: ChosenNode | undefined) => {
      const children = this.#children.get(id) ?? NO_ROWS;
      // The first child is the next to be looked at.
      for (let child = children.length - 1; child >= 0; child--) {
        rows.push(children[child]);
        parents.push(parent);
      }
    };
    descend(ROOT_PARENT, undefined);
    for (let row = rows.pop(); row; row = rows.pop()) {
      const parent = parents.pop();
      this.#seen.add(row.id);
      const found = this.#look(row, parent, chosen.length);
      if ("topic" in found) this.#leaveOut(row, found);
      else {
        chosen.push(found);
        descend(row.id, found);
      }
    }
    this.#noteUnreached();
    return chosen;
  }

  #look(row: NodeRow, parent: ChosenNode | undefined, place: number): ChosenNode | Reason {
    const { types, versions, kind } = this.#candidates;
    const type = types.get(row.typeId ?? NO_TYPE);
    if (!type) return { text: "it has no type", topic: "incomplete" };
    const ofNode = versions.get(row.id);
    if (!ofNode) return { text: "it has no version", topic: "incomplete" };
    const reading =
      kind === "media" ? this.#current(row, type, ofNode, true) : this.#document(row, type, ofNode);
    if ("topic" in reading) return reading;
    const { version, name, isPublished } = reading;
    return { row, type, version, name, isPublished, parent, place };
  }

  #document(row: NodeRow, type: SiteNodeType, versions: NodeVersions): Reading | Reason {
    const published = this.#published(row, type, versions);
    if (!("topic" in published) || !this.#candidates.includeUnpublished) return published;
    return this.#current(row, type, versions, false);
  }

  /** The version that visitors see. Neither the document's flag nor the version's is enough by itself. */
  #published(row: NodeRow, type: SiteNodeType, { published }: NodeVersions): Reading | Reason {
    const { culture } = this.#candidates;
    const unpublished = (text: string) => ({ text, topic: "unpublished" }) as const;
    if (!row.isPublished) return unpublished("it is not published");
    if (!published) return unpublished("it is published, but has no published version");
    const varies = type.varies && culture !== undefined;
    if (varies && !row.isPublishedInLanguage) return unpublished(`it is not published in ${culture}`);
    const name = varies ? published.cultureName : published.name;
    if (name === undefined) return unpublished("its published version has no name");
    return { version: published, name, isPublished: true };
  }

  /** The version that editors see. */
  #current(row: NodeRow, type: SiteNodeType, versions: NodeVersions, isPublished: boolean): Reading | Reason {
    const version = versions.current;
    if (!version) return { text: "it has no current version", topic: "incomplete" };
    const own = type.varies ? version.cultureName : undefined;
    return { version, name: own ?? version.name ?? row.name ?? "", isPublished };
  }

  #leaveOut(row: NodeRow, reason: Reason): void {
    this.#notes.node(row.id, `is left out: ${reason.text}`, reason.topic);
    const waiting = [row];
    for (let above = waiting.pop(); above; above = waiting.pop()) {
      for (const child of this.#children.get(above.id) ?? []) {
        if (this.#seen.has(child.id)) continue;
        this.#seen.add(child.id);
        this.#notes.node(child.id, `is left out: it lies below node ${row.id}, which is left out`, "below");
        waiting.push(child);
      }
    }
  }

  /** What the walk from the roots did not come to: nodes whose parent is not there, circles, and bins. */
  #noteUnreached(): void {
    const { rows } = this.#candidates;
    const unseen = [...rows.values()].filter(({ id }) => !this.#seen.has(id));
    for (const row of unseen) {
      const parent = rows.get(row.parentId);
      if (!(row.isTrashed || this.#seen.has(row.id)) && !isLive(parent)) this.#leaveOutBelow(row, parent);
    }
    for (const { id, isTrashed } of unseen) {
      if (isTrashed || this.#seen.has(id)) continue;
      this.#notes.node(id, "is left out: its ancestors lead in a circle", "withoutParent");
    }
    for (const { id, isTrashed } of unseen) {
      if (isTrashed) this.#notes.node(id, "is left out: it is in the recycle bin", "inBin");
    }
  }

  #leaveOutBelow(row: NodeRow, parent: NodeRow | undefined): void {
    this.#seen.add(row.id);
    const text = parent
      ? `its parent, node ${row.parentId}, is in the recycle bin`
      : `there is no node ${row.parentId}, its parent`;
    this.#leaveOut(row, { text, topic: "withoutParent" });
  }
}

function isLive(row: NodeRow | undefined): boolean {
  return row !== undefined && !row.isTrashed;
}

/** Live nodes by their parents' ids, siblings in order. */
function childrenOf(rows: ReadonlyMap<number, NodeRow>): Map<number, NodeRow[]> {
  const children = new Map<number, NodeRow[]>();
  for (const row of rows.values()) {
    if (row.isTrashed) continue;
    const siblings = children.get(row.parentId);
    if (siblings) siblings.push(row);
    else children.set(row.parentId, [row]);
  }
  for (const siblings of children.values()) {
    siblings.sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
  }
  return children;
}
