/** The nodes of a database: content and media of the trees, and those that types and templates have. */
import type { Kind } from "../../operations.ts";
import type { SiteNotes } from "./site-notes.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

/** Blueprints, library elements and members have rows beside these, and are told apart by their object type alone. */
const OBJECT_TYPES: ReadonlyMap<string, NodeRole> = new Map([
  ["C66BA18E-EAF3-4CFF-8A22-41B16D66A972", "content"],
  ["B796F64C-1F99-4FFB-B886-4BF4BC011A9C", "media"],
  ["A2CB7800-F571-4787-9638-BC48539A0EFB", "contentType"],
  ["4EA4382B-2F5A-4C2B-9587-AE9B3CF3602E", "mediaType"],
  ["30A2A501-1978-4DDB-A57B-F7EFED43BA3C", "dataType"],
  ["6FBDE604-4178-42CE-A10B-8A2600A2F07D", "template"],
]);

type NodeRole = Kind | "contentType" | "mediaType" | "dataType" | "template";

export type NodeRow = {
  id: number;
  /** As it is written. */
  key: string;
  parentId: number;
  sortOrder: number;
  isTrashed: boolean;
  name: string | undefined;
  createDate: string | undefined;
};

/** The rows of each role, by their ids, in order of these. */
export type NodeRows = Readonly<Record<NodeRole, Map<number, NodeRow>>>;

export function readNodeRows(database: SqliteDatabase, notes: SiteNotes): NodeRows {
  const rows: NodeRows = {
    content: new Map(),
    media: new Map(),
    contentType: new Map(),
    mediaType: new Map(),
    dataType: new Map(),
    template: new Map(),
  };
  const columns = [
    "nodeObjectType",
    "id",
    "uniqueId",
    "parentId",
    "sortOrder",
    "trashed",
    "text",
    "createDate",
  ];
  for (const row of database.rows("umbracoNode", columns)) {
    const role = OBJECT_TYPES.get(row.text(0)?.toUpperCase() ?? "");
    if (role === undefined) continue;
    const id = row.id(1);
    rows[role].set(id, {
      id,
      key: row.text(2) ?? "",
      parentId: row.id(3),
      sortOrder: row.optionalId(4) ?? 0,
      isTrashed: row.flag(5),
      name: row.text(6),
      createDate: row.text(7),
    });
    if (row.hasBrokenText) notes.brokenText(id);
  }
  return rows;
}
