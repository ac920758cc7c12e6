/** Makes databases with the CMS's schema, and queries any database. */
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import initSqlJs, { type BindParams, type Database, type SqlValue } from "sql.js";
import { fixture } from "../../support/repository.ts";
import { dataDirectory } from "../../support/temporary.ts";

const SCHEMA = readFileSync(fixture("database/schema.sql"), "utf8");
const SQLITE = await initSqlJs();

export const OBJECT_TYPES = {
  content: "C66BA18E-EAF3-4CFF-8A22-41B16D66A972",
  media: "B796F64C-1F99-4FFB-B886-4BF4BC011A9C",
  contentType: "A2CB7800-F571-4787-9638-BC48539A0EFB",
  mediaType: "4EA4382B-2F5A-4C2B-9587-AE9B3CF3602E",
  dataType: "30A2A501-1978-4DDB-A57B-F7EFED43BA3C",
  template: "6FBDE604-4178-42CE-A10B-8A2600A2F07D",
  member: "39EB0F98-B348-42A1-8662-E7EB18487560",
  blueprint: "6EBEF410-03AA-48CF-A792-E1C1CB087ACA",
  element: "3D7B623C-94B1-487D-8554-A46EC37568BE",
} as const;

const A_MINUTE_AGO = Date.now() / 1000 - 60;
const CREATED = "2024-03-05 10:11:12.1234567";
const CHANGED = "2024-04-06 11:12:13";

export type Value = { alias: string; column: string; value: SqlValue; language?: number; segment?: string };
export type VersionOptions = {
  name?: string | null;
  current?: boolean;
  published?: boolean;
  template?: number;
  date?: string;
  values?: readonly Value[];
  /** Names by language. */
  names?: Record<number, string>;
};

/** Opens the bytes of a database file, which are copied. */
export function openImage(image: Uint8Array): Database {
  return new SQLITE.Database(image);
}

export function emptyDatabase(): Database {
  return new SQLITE.Database();
}

/** All rows of a query, each as an object of its columns. */
export function query(database: Database, sql: string, params?: BindParams): Record<string, SqlValue>[] {
  const statement = database.prepare(sql, params);
  const rows: Record<string, SqlValue>[] = [];
  while (statement.step()) rows.push(statement.getAsObject());
  statement.free();
  return rows;
}

export function keyOf(id: number): string {
  return `00000000-0000-4000-8000-${String(Math.abs(id)).padStart(12, "0")}`;
}

/**
 * Writes files to a folder that is removed after the test. Their time is a minute ago, so that the program does not wait for a writer.
 * @returns the path of the first file
 */
export function writeAtRest(files: Record<string, Uint8Array>): string {
  const folder = dataDirectory({});
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, name), bytes);
    utimesSync(join(folder, name), A_MINUTE_AGO, A_MINUTE_AGO);
  }
  return join(folder, Object.keys(files)[0]);
}

/** A database with the CMS's tables, and nothing in them. */
const EMPTY_TABLES = imageWithTables("");

function imageWithTables(statementsBefore: string): Uint8Array {
  const database = emptyDatabase();
  database.run(statementsBefore);
  database.run(`begin; ${SCHEMA}; commit`);
  return database.export();
}

/** A site without nodes, with the default language `en-US`, whose id is 1. */
export class SiteDatabase {
  /** In a transaction, since each statement would be one of its own. */
  readonly database: Database;
  #lastNode = 1000;
  readonly #dataTypes = new Map<string, number>();
  /** The ids of properties, by the alias of the type and their own. */
  readonly #properties = new Map<string, number>();
  readonly #types = new Map<string, number>();

  constructor(statementsBefore = "") {
    this.database = openImage(statementsBefore === "" ? EMPTY_TABLES : imageWithTables(statementsBefore));
    this.run("begin");
    this.language("en-US", true);
    this.run(
      `insert into umbracoNode (id, uniqueId, parentId, sortOrder, text) values (-1, '${keyOf(0)}', -1, 0, 'SYSTEM DATA: umbraco master root')`,
    );
  }

  run(sql: string, params?: BindParams): void {
    this.database.run(sql, params);
  }

  language(code: string, isDefault = false): number {
    const sql = "insert into umbracoLanguage (languageISOCode, isDefaultVariantLang) values (?, ?)";
    return this.#insert(sql, [code, isDefault ? 1 : 0]);
  }

  /** @param properties editors by alias, with a `*` before the alias if values vary by language */
  type(
    alias: string,
    properties: Record<string, string> = {},
    { kind = "contentType", varies = false, bases = [] as number[] } = {} as {
      kind?: "contentType" | "mediaType";
      varies?: boolean;
      bases?: number[];
    },
  ): number {
    const id = this.#node(OBJECT_TYPES[kind], -1, { text: alias });
    this.#types.set(alias, id);
    const sql = "insert into cmsContentType (nodeId, alias, variations) values (?, ?, ?)";
    this.run(sql, [id, alias, varies ? 1 : 0]);
    for (const [written, editor] of Object.entries(properties)) {
      const property = written.replace("*", "");
      const made = this.#insert(
        "insert into cmsPropertyType (dataTypeId, contentTypeId, Alias, variations, UniqueID) values (?, ?, ?, ?, ?)",
        [this.#dataType(editor), id, property, written === property ? 0 : 1, keyOf(id)],
      );
      this.#properties.set(`${alias}.${property}`, made);
    }
    for (const base of bases) this.run("insert into cmsContentType2ContentType values (?, ?)", [base, id]);
    return id;
  }

  template(alias: string): number {
    const id = this.#node(OBJECT_TYPES.template, -1, { text: alias });
    this.run("insert into cmsTemplate (nodeId, alias) values (?, ?)", [id, alias]);
    return id;
  }

  /** A node with its row in umbracoContent, without a version. */
  bare(
    role: keyof typeof OBJECT_TYPES,
    type: string,
    { parent = -1, sortOrder = 0, trashed = false, text = "the node's own name" } = {},
  ): number {
    const id = this.#node(OBJECT_TYPES[role], parent, { text, sortOrder, trashed });
    this.run("insert into umbracoContent values (?, ?)", [id, this.#types.get(type) ?? -7]);
    return id;
  }

  document(id: number, published: boolean): void {
    this.run("insert into umbracoDocument values (?, ?, 0)", [id, published ? 1 : 0]);
  }

  version(id: number, type: string, options: VersionOptions = {}): number {
    const { name = "A version", current = false, published, template, date = CHANGED } = options;
    const version = this.#insert(
      "insert into umbracoContentVersion (nodeId, versionDate, current, text) values (?, ?, ?, ?)",
      [id, date, current ? 1 : 0, name],
    );
    if (published !== undefined) {
      const row = [version, template ?? null, published ? 1 : 0];
      this.run("insert into umbracoDocumentVersion values (?, ?, ?)", row);
    }
    for (const [language, own] of Object.entries(options.names ?? {})) {
      this.run(
        "insert into umbracoContentVersionCultureVariation (versionId, languageId, name, date) values (?, ?, ?, ?)",
        [version, Number(language), own, date],
      );
    }
    for (const { alias, column, value, language, segment } of options.values ?? []) {
      this.run(
        `insert into umbracoPropertyData (versionId, propertyTypeId, languageId, segment, ${column}) values (?, ?, ?, ?, ?)`,
        [version, this.#properties.get(`${type}.${alias}`) ?? -7, language ?? null, segment ?? null, value],
      );
    }
    return version;
  }

  /** A document with these versions. */
  versions(
    type: string,
    place: { parent?: number; sortOrder?: number; text?: string },
    isPublished: boolean,
    ...versions: readonly VersionOptions[]
  ): number {
    const id = this.bare("content", type, place);
    this.document(id, isPublished);
    for (const options of versions) this.version(id, type, options);
    return id;
  }

  /** A document with a published version and a draft with the same values. */
  page(
    type: string,
    {
      name = "Page",
      parent = -1,
      sortOrder = 0,
      values = [],
      names,
      template,
      inLanguages = [],
    }: {
      name?: string;
      parent?: number;
      sortOrder?: number;
      values?: readonly Value[];
      names?: Record<number, string>;
      template?: number;
      inLanguages?: readonly number[];
    } = {},
  ): number {
    const same = { name, values, names, template };
    const draft = { ...same, published: false, current: true, name: `${name} (draft)` };
    const id = this.versions(
      type,
      { parent, sortOrder, text: name },
      true,
      { ...same, published: true },
      draft,
    );
    for (const language of inLanguages) this.inLanguage(id, language, true);
    return id;
  }

  inLanguage(id: number, language: number, published: boolean): void {
    this.run(
      "insert into umbracoDocumentCultureVariation (nodeId, languageId, edited, available, published) values (?, ?, 0, 1, ?)",
      [id, language, published ? 1 : 0],
    );
  }

  media(
    type: string,
    { name = "Media", parent = -1, path = null as string | null, values = [] as Value[] } = {},
  ) {
    const id = this.bare("media", type, { parent, text: name });
    const version = this.version(id, type, { name, current: true, values });
    this.run("insert into umbracoMediaVersion values (?, ?)", [version, path]);
    return id;
  }

  domain(name: string, root: number | null, language: number | null): void {
    const sql =
      "insert into umbracoDomain (domainDefaultLanguage, domainRootStructureID, domainName) values (?, ?, ?)";
    this.run(sql, [language, root, name]);
  }

  /** Adds the table of segments that version 15.4 and later have. */
  withSegments(): void {
    this.run(`CREATE TABLE umbracoDocumentUrl (
      "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "uniqueId" TEXT NOT NULL, "isDraft" INTEGER NOT NULL,
      "languageId" INTEGER NULL, "urlSegment" TEXT COLLATE NOCASE NOT NULL)`);
  }

  segment(id: number, segment: string, { language = null as number | null, draft = false } = {}): void {
    const sql =
      "insert into umbracoDocumentUrl (uniqueId, isDraft, languageId, urlSegment) values (?, ?, ?, ?)";
    this.run(sql, [keyOf(id).toUpperCase(), draft ? 1 : 0, language, segment]);
  }

  get image(): Uint8Array {
    this.run("commit");
    const image = this.database.export();
    this.run("begin");
    return image;
  }

  write(name = "Umbraco.sqlite.db"): string {
    return writeAtRest({ [name]: this.image });
  }

  #dataType(editor: string): number {
    const known = this.#dataTypes.get(editor);
    if (known !== undefined) return known;
    const id = this.#node(OBJECT_TYPES.dataType, -1, { text: editor });
    this.run("insert into umbracoDataType values (?, ?, 'Ntext', null)", [id, editor]);
    this.#dataTypes.set(editor, id);
    return id;
  }

  #node(objectType: string, parent: number, { text = "", sortOrder = 0, trashed = false }): number {
    const id = ++this.#lastNode;
    this.run(
      `insert into umbracoNode (id, uniqueId, parentId, sortOrder, trashed, text, nodeObjectType, createDate)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
      [id, keyOf(id).toUpperCase(), parent, sortOrder, trashed ? 1 : 0, text, objectType, CREATED],
    );
    return id;
  }

  #insert(sql: string, params: BindParams): number {
    this.run(sql, params);
    return Number(query(this.database, "select last_insert_rowid() as id")[0].id);
  }
}
