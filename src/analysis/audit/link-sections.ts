/** Sections about references, media files and URLs: what is dead, missing, orphaned, shared or duplicate. */

import type { Kind } from "../../operations.ts";
import { entryIn } from "../../site/map-entries.ts";
import { mediaPath } from "../../site/media/media-paths.ts";
import type { DeadReference, ReferenceGraph } from "../../site/references/reference-graph.ts";
import { REDACTED, type SecretRedactor } from "../../site/secrets.ts";
import type { SiteNode } from "../../site/site-nodes.ts";
import { writeUdi } from "../../site/udi.ts";
import { counted } from "../../text/counted.ts";
import type { FindQuery } from "../find/criteria.ts";
import { wholeUrl } from "../find/criteria-tests.ts";
import type { UnlistedFile } from "../unlisted-files.ts";
import {
  type AuditFinding,
  type AuditRow,
  type AuditSection,
  type DeadTarget,
  exampleOf,
  NODES_COLUMN,
  type NodeAt,
  ownerOf,
  PROPERTY_COLUMN,
  sortedBy,
  TEXT_COLUMN,
} from "./audit-section.ts";

const NOT_PUBLISHED = "not-published";

/** What the section needs besides the references. */
type ReferenceContext = {
  /** The trees whose references are reported. */
  kinds: readonly Kind[];
  /** Nodes of the data that are not published. */
  unpublished: readonly SiteNode[];
  /** The code of the language that is read, if the site has several. */
  language: string | undefined;
  /** The number of references to media nodes, if the data has none. */
  toMissingMedia: number;
  redactor: SecretRedactor;
};

export function referencesSection(graph: ReferenceGraph, context: ReferenceContext): AuditSection {
  const hasLanguages = context.language !== undefined;
  return sortedBy("count", {
    name: "references",
    title: "Dead references",
    label: "dead references",
    about:
      "A reference is a link or a picked page or file in a value. These lead to something that the data does not have, or that is not published.",
    subject: "page",
    columns: {
      "should be": { of: "text", title: "Missing" },
      why: TEXT_COLUMN,
      count: { of: "count", title: "Times", extra: 0 },
      property: PROPERTY_COLUMN,
      text: { of: "text", extra: 1, hiddenIn: "report" },
      syntax: { of: "text", extra: 2, hiddenIn: "report" },
      pointer: { of: "text", extra: 3, hiddenIn: "report" },
      ...(hasLanguages && { language: TEXT_COLUMN }),
    },
    rows: [...deadRows(graph.dead, context), ...unpublishedRows(graph, context)],
    ...(context.toMissingMedia > 0 && {
      unchecked: `${counted(context.toMissingMedia, "reference to a media node was", "references to media nodes were")} not checked: the data has no media.`,
    }),
  });
}

/** A row per text in a property of a node. */
function deadRows(
  dead: readonly DeadReference[],
  { kinds, language: read, redactor }: ReferenceContext,
): AuditRow[] {
  const groups = new Map<string, DeadReference[]>();
  for (const one of dead) {
    const { from, property, reference } = one;
    if (!kinds.includes(from.kind)) continue;
    const name = JSON.stringify([from.kind, from.tree.keyAt(from.index), property, reference.text]);
    entryIn(groups, name, () => []).push(one);
  }
  return [...groups.values()].map((group): AuditRow => {
    const [first] = group;
    const { from, property, reference, why, languages } = first;
    const { kind, target, syntax, pointer } = reference;
    const isHidden = isInSecret(first, redactor);
    const text = isHidden ? REDACTED : reference.text;
    const named = target.by === "path" ? target.path : String(target.by === "id" ? target.id : target.key);
    const leadsTo = {
      kind: target.by === "path" ? "media" : (kind ?? "node"),
      target: isHidden ? REDACTED : named,
      why,
      count: group.length,
      ...(read !== undefined && { language: languages.map((language = read) => language).join(", ") }),
    } as const;
    return {
      owner: ownerOf(from),
      cells: {
        "should be": wordsOfTarget(leadsTo),
        why,
        count: group.length,
        property,
        text,
        syntax,
        pointer: pointer || undefined,
        language: leadsTo.language,
      },
      leadsTo,
      finding: why === NOT_PUBLISHED ? "unpublished-reference" : "dead-reference",
      node: exampleOf(from),
      query: isHidden ? undefined : targetQuery(from.kind, first),
    };
  });
}

/** Whether a reference is in a value that looks like a secret. */
function isInSecret(
  { from, property, reference: { text } }: DeadReference,
  redactor: SecretRedactor,
): boolean {
  const own = from.properties().find(({ alias }) => alias === property);
  return own !== undefined && redactor.hides({ kind: from.kind, type: from.brief().type }, own, text);
}

function unpublishedRows(graph: ReferenceGraph, { kinds, unpublished }: ReferenceContext): AuditRow[] {
  return unpublished.flatMap((target) => {
    const { kind, id, key } = exampleOf(target);
    const sources = graph.to(target).filter((from) => kinds.includes(from.kind));
    const leadsTo = { kind, target: String(id), why: NOT_PUBLISHED, count: 1 } as const;
    return sources.map(
      (from): AuditRow => ({
        owner: ownerOf(from),
        cells: { "should be": wordsOfTarget(leadsTo), why: NOT_PUBLISHED, count: 1 },
        leadsTo,
        finding: "unpublished-reference",
        node: exampleOf(from),
        query: { kind: from.kind, linksTo: key },
      }),
    );
  });
}

/**
 * Returns the search for all nodes of a kind with this dead reference; `undefined` if a node of the other kind has the
 * id.
 */
function targetQuery(kind: Kind, { reference, why }: DeadReference): FindQuery | undefined {
  const { target } = reference;
  if (target.by === "path") return { kind, linksTo: target.path };
  if (target.by === "key")
    return {
      kind,
      linksTo: reference.kind === undefined ? target.key : writeUdi(reference.kind, target.key),
    };
  return why === "other-kind" ? undefined : { kind, linksTo: String(target.id) };
}

/** `content 1234`, `media 47d30fa6-…`, `media /media/1/a.jpg`. */
function wordsOfTarget({ kind, target }: DeadTarget): string {
  return `${kind} ${target}`;
}

/** The differences between a folder of files and the files that media nodes refer to. */
export type FileInventory = {
  /** How many files media nodes refer to. Default: unknown. */
  named?: number;
  /** `id` is that of the first node that refers to the file. */
  missing: readonly { path: string; id: number }[];
  /** Files that exist and cannot be read, with the reason. */
  unreadable?: readonly { path: string; id: number; reason: string }[];
  /** By name in the folder. */
  orphaned: readonly string[];
};

/** What the section needs besides the paths. */
type MediaContext = {
  /** Set if there is a folder of files. */
  files: FileInventory | undefined;
  /** Returns the index of a media node. */
  indexOf: (id: number) => number;
  /** The indexes of media nodes that nothing uses, folders included. */
  unused: readonly number[];
  /** The URL of a media node, as written. */
  urlAt: (index: number) => string;
  nodeAt: NodeAt;
};

export class MediaPaths {
  readonly #byPath = new Map<string, number[]>();

  /** @param url as written in the node */
  add(url: string, index: number): void {
    const path = mediaPath(url);
    if (path === undefined) return;
    entryIn(this.#byPath, path, () => []).push(index);
  }

  section({ files, indexOf, unused, urlAt, nodeAt }: MediaContext): AuditSection {
    const at = (index: number) => nodeAt("media", index);
    const missing = (files?.missing ?? []).map(({ path, id }) =>
      referenceRow("missing-file", 1, path, { node: at(indexOf(id)) }),
    );
    const orphaned = (files?.orphaned ?? []).map((name) => referenceRow("orphaned-file", 1, name));
    const shared = sharedNames(this.#byPath).map(({ name, indexes }) => {
      const urls = new Set(indexes.map((index) => wholeUrl(urlAt(index))));
      // A search compares URLs as written; paths in different cases are different files.
      const query = urls.size === 1 ? ({ kind: "media", url: `=${urlAt(indexes[0])}` } as const) : undefined;
      return referenceRow("shared-file", indexes.length, name, { node: at(indexes[0]), query });
    });
    const alone = unused.map((index) => referenceRow("unused-media", 1, at(index).name, { node: at(index) }));
    const unreadable = (files?.unreadable ?? []).map(
      ({ id, path, reason }): AuditRow => ({
        cells: { what: "unreadable-file", nodes: 1, path, "of file": reason },
        node: at(indexOf(id)),
      }),
    );
    return sortedBy("nodes", {
      name: "media",
      title: "Media: missing, orphaned and shared files, and unused nodes",
      about: "Files and media nodes that do not fit together, and media nodes that no page uses.",
      subject: "media",
      columns: {
        what: { of: "text", hiddenIn: "report" },
        nodes: { of: "count", hiddenIn: "report" },
        path: { of: "text", title: "File" },
        ...(unreadable.length > 0 && { "of file": TEXT_COLUMN }),
      },
      rows: [...missing, ...orphaned, ...shared, ...alone, ...unreadable],
    });
  }
}

function referenceRow(
  finding: AuditFinding,
  nodes: number,
  path: string,
  more?: Pick<AuditRow, "node" | "query">,
): AuditRow {
  return { cells: { what: finding, nodes, path }, finding, ...more };
}

/** Files that values name and no media node has: an importer of media nodes does not bring them along. */
export function filesSection(files: readonly UnlistedFile[]): AuditSection {
  return {
    name: "files",
    title: "Files that values name and no media node has",
    label: "files without media",
    about:
      "Links and images lead to these files on the site, and no media node has them: importing media nodes does not bring them along.",
    columns: { path: { of: "text", title: "File" }, nodes: { of: "count", title: "Named by" } },
    rows: files.map(({ path, nodes, first }) => ({
      cells: { path, nodes },
      finding: "unlisted-file",
      node: exampleOf(first),
    })),
  };
}

export class PageUrls {
  readonly #byUrl = new Map<string, number[]>();

  /** @param url as written in the page; compared regardless of case and trailing slash */
  add(url: string, index: number): void {
    if (url !== "" && url !== "#") entryIn(this.#byUrl, wholeUrl(url), () => []).push(index);
  }

  /** @param hasPages whether there are pages, which have URLs if the data does */
  section(nodeAt: NodeAt, hasPages: boolean): AuditSection {
    const rows = sharedNames(this.#byUrl).map(({ name, indexes }): AuditRow => {
      const nodes = indexes.map((index) => nodeAt("content", index));
      return {
        cells: { url: name, nodes: nodes.length, ids: nodes.map(({ id }) => id).join(", ") },
        finding: "duplicate-url",
        node: nodes[0],
        nodes,
        query: { kind: "content", url: `=${name}` },
      };
    });
    return sortedBy("nodes", {
      name: "urls",
      title: "Duplicate URLs",
      label: "duplicate URLs",
      about: "Pages that share a URL: a visitor reaches only one of them.",
      subject: "pages",
      columns: {
        url: { of: "text", title: "URL" },
        nodes: NODES_COLUMN,
        ids: { of: "text", hiddenIn: "both" },
      },
      rows,
      ...(hasPages &&
        this.#byUrl.size === 0 && { unchecked: "Duplicate URLs were not checked: the data has no URLs." }),
    });
  }
}

/** The indexes of the nodes that have each name, for names of several nodes. */
function sharedNames(indexesByName: ReadonlyMap<string, readonly number[]>) {
  return [...indexesByName].flatMap(([name, indexes]) => (indexes.length > 1 ? [{ name, indexes }] : []));
}
