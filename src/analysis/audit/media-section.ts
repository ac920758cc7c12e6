/** Media: files that are missing or that nobody names, files of several nodes, nodes that nothing refers to. */
import { mediaPath } from "../../media/media-paths.ts";
import {
  type AuditFinding,
  type AuditRow,
  type AuditSection,
  type NodeAt,
  sortedBy,
} from "./audit-section.ts";
import { SharedNames } from "./urls-section.ts";

/** What a folder of files lacks, and what it has beyond what nodes name. */
export type FileInventory = {
  /** By the id of the first node that names each. */
  missing: readonly { path: string; id: number }[];
  /** By their names in the folder. */
  orphaned: readonly string[];
};

/** What is told beside the paths themselves. */
type MediaTelling = {
  /** Where there is a folder of files. */
  files: FileInventory | undefined;
  /** Where a node of the media tree stands. */
  placeOf: (id: number) => number;
  /** Whether nothing uses a node of the media tree, and its URL as it is written. */
  isUnused: (place: number) => boolean;
  urlAt: (place: number) => string;
  nodeAt: NodeAt;
};

export class MediaPaths {
  readonly #paths = new SharedNames();
  /** Of the nodes that name a file. */
  readonly #places: number[] = [];

  /** @param url as the node tells it */
  add(url: string, place: number): void {
    const path = mediaPath(url);
    if (path === undefined) return;
    this.#paths.add(path, place);
    this.#places.push(place);
  }

  section({ files, placeOf, isUnused, urlAt, nodeAt }: MediaTelling): AuditSection {
    const at = (place: number) => nodeAt("media", place);
    const missing = (files?.missing ?? []).map(({ path, id }) =>
      rowOf("missing-file", 1, path, { node: at(placeOf(id)) }),
    );
    const orphaned = (files?.orphaned ?? []).map((name) => rowOf("orphaned-file", 1, name));
    const shared = this.#paths.shared().map(({ name, places }) => {
      const query = { kind: "media", url: urlAt(places[0]) } as const;
      return rowOf("shared-file", places.length, name, { node: at(places[0]), query });
    });
    const alone = this.#places.filter(isUnused).map((place) => {
      const query = { kind: "media", unused: true } as const;
      return rowOf("unused-media", 1, at(place).name, { node: at(place), query });
    });
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
