/** The nodes of a database: content and media of the trees with their versions, and those that types and templates have. */
import type { Kind } from "../../operations.ts";
import type { SiteLanguage } from "./site-languages.ts";
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

/** One version of a node. */
export type Version = {
  id: number;
  date: string | undefined;
  /** The name, whatever the language. */
  name: string | undefined;
  /** The name in the language that is read. */
  cultureName: string | undefined;
  /** The alias of the template. */
  template: string | undefined;
};

/** What is known of a node's versions; each may well be missing. */
export type NodeVersions = { published: Version | undefined; current: Version | undefined };

/** The states of a node that a version can be. */
const STATES = ["published", "current"] as const;

/** What a document's row says. */
export type Publication = {
  /** The flag of the document, without which no version counts. */
  documents: ReadonlySet<number>;
  /** Those that are published in the language that is read. */
  inLanguage: ReadonlySet<number>;
};

/** By ids of nodes. Of several versions of one state the one with the highest id counts. */
export function readVersions(
  database: SqliteDatabase,
  { content, media }: NodeRows,
  language: SiteLanguage | undefined,
  notes: SiteNotes,
): Map<number, NodeVersions> {
  const { published, templates } = readStates(database);
  const found = new Map<number, NodeVersions>();
  const columns = ["id", "nodeId", "current", "versionDate", "text"];
  for (const row of database.rows("umbracoContentVersion", columns)) {
    const [id, nodeId] = [row.id(0), row.id(1)];
    const is = { published: published.has(id), current: row.flag(2) };
    const states = STATES.filter((state) => is[state]);
    if (states.length === 0 || !(content.has(nodeId) || media.has(nodeId))) continue;
    const version = {
      id,
      date: row.text(3),
      name: row.text(4),
      cultureName: undefined,
      template: templates.get(id),
    };
    const versions = found.get(nodeId) ?? { published: undefined, current: undefined };
    found.set(nodeId, versions);
    for (const state of states) {
      if (versions[state]) noteSeveral(nodeId, state, notes);
      versions[state] = version;
    }
    if (row.hasBrokenText) notes.brokenText(nodeId);
  }
  if (language) readCultureNames(database, language, found);
  return found;
}

/** Which versions of documents are published, and the templates of each. */
function readStates(database: SqliteDatabase) {
  const aliases = new Map<number, string | undefined>();
  for (const row of database.rows("cmsTemplate", ["nodeId", "alias"])) aliases.set(row.id(0), row.text(1));
  const published = new Set<number>();
  const templates = new Map<number, string | undefined>();
  for (const row of database.rows("umbracoDocumentVersion", ["id", "published", "templateId"])) {
    const template = row.optionalId(2);
    if (row.flag(1)) published.add(row.id(0));
    if (template !== undefined) templates.set(row.id(0), aliases.get(template));
  }
  return { published, templates };
}

export function readPublication(database: SqliteDatabase, language: SiteLanguage | undefined): Publication {
  const documents = new Set<number>();
  for (const row of database.rows("umbracoDocument", ["nodeId", "published"])) {
    if (row.flag(1)) documents.add(row.id(0));
  }
  const inLanguage = new Set<number>();
  const columns = ["nodeId", "languageId", "published"];
  for (const row of language ? database.rows("umbracoDocumentCultureVariation", columns) : []) {
    if (row.optionalId(1) === language?.id && row.flag(2)) inLanguage.add(row.id(0));
  }
  return { documents, inLanguage };
}

function readCultureNames(
  database: SqliteDatabase,
  language: SiteLanguage,
  found: ReadonlyMap<number, NodeVersions>,
): void {
  const versions = new Map<number, Version>();
  for (const { published, current } of found.values()) {
    if (published) versions.set(published.id, published);
    if (current) versions.set(current.id, current);
  }
  const columns = ["versionId", "languageId", "name"];
  for (const row of database.rows("umbracoContentVersionCultureVariation", columns)) {
    const version = versions.get(row.id(0));
    if (version && row.optionalId(1) === language.id) version.cultureName = row.text(2);
  }
}

function noteSeveral(nodeId: number, state: "published" | "current", notes: SiteNotes): void {
  const topic = state === "published" ? "severalPublished" : "severalCurrent";
  notes.node(nodeId, `has several ${state} versions: the latest is read`, topic);
}
