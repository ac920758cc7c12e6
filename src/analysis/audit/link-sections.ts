/** References that lead nowhere, or to pages that are not published. */

import { mediaPath } from "../../media/media-paths.ts";
import type { Kind } from "../../operations.ts";
import type { ReferenceTarget } from "../../values/value-parts.ts";
import { type FindQuery, keySelector } from "../find/criteria.ts";
import { wholeUrl } from "../find/criteria-tests.ts";
import { entryIn } from "../map-entries.ts";
import type { DeadReference, ReferenceGraph } from "../reference-graph.ts";
import type { NodeIndex } from "../resolve-reference.ts";
import {
  type AuditFinding,
  type AuditRow,
  type AuditSection,
  exampleOf,
  type NodeAt,
  ownerOf,
  sortedBy,
  type TypeOwner,
} from "./audit-section.ts";

const NOT_PUBLISHED = "not-published";

/** What is told beside the references themselves. */
type ReferenceContext = {
  /** The trees in whose nodes references stand that are told. */
  kinds: readonly Kind[];
  /** Pages that are there and not published. */
  unpublished: readonly NodeIndex[];
  /** The code of the language that is read, if the site is one of several. */
  language: string | undefined;
  nodeAt: NodeAt;
  typeAt: (node: NodeIndex) => TypeOwner;
};

export function referencesSection(graph: ReferenceGraph, telling: ReferenceContext): AuditSection {
  const hasLanguages = telling.language !== undefined;
  return sortedBy("count", {
    name: "references",
    title: "References that lead nowhere",
    columns: {
      "should be": "text",
      why: "text",
      count: "count",
      property: "text",
      text: "text",
      syntax: "text",
      pointer: "text",
      ...(hasLanguages && ({ language: "text" } as const)),
    },
    extras: ["count", "text", "syntax", "pointer"],
    rows: [...deadRows(graph.dead, telling), ...unpublishedRows(graph, telling)],
  });
}

/** A row for each text in each property of each node. */
function deadRows(
  dead: readonly DeadReference[],
  { kinds, nodeAt, typeAt, language: read }: ReferenceContext,
): AuditRow[] {
  const groups = new Map<string, DeadReference[]>();
  for (const one of dead) {
    const { from, property, reference, language, view } = one;
    if (!kinds.includes(from.kind)) continue;
    const at = [from.kind, from.index, view !== undefined, language];
    const name = JSON.stringify([...at, property, reference.text]);
    entryIn(groups, name, () => []).push(one);
  }
  return [...groups.values()].map((group): AuditRow => {
    const [first] = group;
    const { from, property, reference, why, view, language = read } = first;
    const { kind, target, text, syntax, pointer } = reference;
    return {
      owner: view ? ownerOf(view) : typeAt(from),
      cells: [
        nameOfTarget(kind ?? "node", target),
        why,
        group.length,
        property,
        text,
        syntax,
        pointer || undefined,
        ...(read === undefined ? [] : [language]),
      ],
      finding: why === NOT_PUBLISHED ? "unpublished-reference" : "dead-reference",
      node: view ? exampleOf(view) : nodeAt(from.kind, from.index),
      query: targetQuery(from.kind, first),
    };
  });
}

function unpublishedRows(
  graph: ReferenceGraph,
  { kinds, unpublished, nodeAt, typeAt, language }: ReferenceContext,
): AuditRow[] {
  return unpublished.flatMap((target) => {
    const { kind, id, key } = nodeAt(target.kind, target.index);
    const told = graph.to(target).filter((from) => kinds.includes(from.kind));
    return told.map(
      (from): AuditRow => ({
        owner: typeAt(from),
        cells: [
          `${kind} ${id}`,
          NOT_PUBLISHED,
          1,
          undefined,
          undefined,
          undefined,
          undefined,
          ...(language === undefined ? [] : [undefined]),
        ],
        finding: "unpublished-reference",
        node: nodeAt(from.kind, from.index),
        query: { kind: from.kind, linksTo: key },
      }),
    );
  });
}

/** The search for all nodes of a kind that refer to what is not there; `undefined` if a node of the other kind has the id. */
function targetQuery(kind: Kind, { reference, why }: DeadReference): FindQuery | undefined {
  const { target } = reference;
  if (target.by === "path") return { kind, linksTo: target.path };
  if (target.by === "key") return { kind, linksTo: keySelector(target.key, reference.kind) };
  return why === "other-kind" ? undefined : { kind, linksTo: String(target.id) };
}

/** `content 1234`, `media 47d30fa6-…`, `media /media/1/a.jpg`. */
function nameOfTarget(kind: string, target: ReferenceTarget): string {
  if (target.by === "path") return `media ${target.path}`;
  return `${kind} ${target.by === "id" ? target.id : target.key}`;
}

/** What a folder of files lacks, and what it has beyond what nodes name. */
export type FileInventory = {
  /** By the id of the first node that names each. */
  missing: readonly { path: string; id: number }[];
  /** By their names in the folder. */
  orphaned: readonly string[];
};

/** What is told beside the paths themselves. */
type MediaContext = {
  /** Where there is a folder of files. */
  files: FileInventory | undefined;
  /** Where a node of the media tree stands. */
  indexOf: (id: number) => number;
  /** Whether nothing uses a node of the media tree, and its URL as it is written. */
  isUnused: (index: number) => boolean;
  urlAt: (index: number) => string;
  nodeAt: NodeAt;
};

export class MediaPaths {
  readonly #paths = new SharedNames();
  /** Of the nodes that name a file. */
  readonly #places: number[] = [];

  /** @param url as the node tells it */
  add(url: string, index: number): void {
    const path = mediaPath(url);
    if (path === undefined) return;
    this.#paths.add(path, index);
    this.#places.push(index);
  }

  section({ files, indexOf, isUnused, urlAt, nodeAt }: MediaContext): AuditSection {
    const at = (index: number) => nodeAt("media", index);
    const missing = (files?.missing ?? []).map(({ path, id }) =>
      rowOf("missing-file", 1, path, { node: at(indexOf(id)) }),
    );
    const orphaned = (files?.orphaned ?? []).map((name) => rowOf("orphaned-file", 1, name));
    const shared = this.#paths.shared().map(({ name, indexes }) => {
      const urls = new Set(indexes.map((index) => wholeUrl(urlAt(index))));
      // A search compares URLs as they are written; of paths in different cases each is a file.
      const query = urls.size === 1 ? ({ kind: "media", url: `=${urlAt(indexes[0])}` } as const) : undefined;
      return rowOf("shared-file", indexes.length, name, { node: at(indexes[0]), query });
    });
    const alone = this.#places
      .filter(isUnused)
      .map((index) => rowOf("unused-media", 1, at(index).name, { node: at(index) }));
    return sortedBy("nodes", {
      name: "media",
      title: "Media: missing, orphaned and shared files, and what nothing refers to",
      columns: { what: "text", nodes: "count", path: "text" },
      rows: [...missing, ...orphaned, ...shared, ...alone],
    });
  }
}

function rowOf(
  finding: AuditFinding,
  nodes: number,
  path: string,
  more?: Pick<AuditRow, "node" | "query">,
): AuditRow {
  return { cells: [finding, nodes, path], finding, ...more };
}

export class PageUrls {
  readonly #urls = new SharedNames();

  /** @param url as the page tells it; matched without regard to case, or to a slash at its end */
  add(url: string, index: number): void {
    if (url !== "" && url !== "#") this.#urls.add(wholeUrl(url), index);
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#urls.shared().map(({ name, indexes }): AuditRow => {
      const nodes = indexes.map((index) => nodeAt("content", index));
      return {
        cells: [name, nodes.length, nodes.map(({ id }) => id).join(", ")],
        finding: "duplicate-url",
        node: nodes[0],
        query: { kind: "content", url: `=${name}` },
      };
    });
    return sortedBy("nodes", {
      name: "urls",
      title: "URLs that several pages have",
      columns: { url: "text", nodes: "count", ids: "text" },
      rows,
    });
  }
}

/** Finds the names that several nodes have. */
class SharedNames {
  readonly #places = new Map<string, number | number[]>();

  /** @param place of the node that has the name, in its tree */
  add(name: string, index: number): void {
    const known = this.#places.get(name);
    // Most names are one node's alone: a list for each would weigh more than all else.
    if (known === undefined) this.#places.set(name, index);
    else if (typeof known === "number") this.#places.set(name, [known, index]);
    else known.push(index);
  }

  /** The names that more than one node has, with the places of all that do. */
  shared(): { name: string; indexes: readonly number[] }[] {
    return [...this.#places].flatMap(([name, indexes]) =>
      typeof indexes === "number" ? [] : [{ name, indexes }],
    );
  }
}
