/** The rows of tables, read off the pages of a file, beside what SQLite itself says. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import type { Database, SqlValue } from "sql.js";
import { describe, expect, it } from "vitest";
import { DatabaseFiles, Pages } from "../../../src/formats/database/sqlite/database-files.ts";
import {
  type SqlValue as OwnValue,
  SqliteDatabase,
} from "../../../src/formats/database/sqlite/sqlite-database.ts";
import { imageWithLog } from "./plain-log.ts";
import { emptyDatabase, openImage, query, writeAtRest } from "./site-database.ts";

const FOLDER = fileURLToPath(new URL("../../../../shared/databases", import.meta.url));

/** A value with its type, as text: whole numbers of 64 bits, and blobs, are told in full. */
type Told = string;

const toldOwn = (value: OwnValue): Told => {
  if (value === undefined) return "null";
  if (Buffer.isBuffer(value)) return `blob ${value.toString("hex").toUpperCase()}`;
  return typeof value === "string" ? `text ${value}` : `number ${value}`;
};

const toldBySqlite = (type: SqlValue, value: SqlValue): Told => {
  if (type === "null") return "null";
  return type === "text" || type === "blob" ? `${type} ${value}` : `number ${value}`;
};

/** All rows of a table by SQL. */
function rowsBySql(database: Database, table: string, columns: readonly string[]): Told[][] {
  const terms = columns.map((name, index) => {
    const told = `case typeof("${name}") when 'integer' then cast("${name}" as text) when 'blob' then hex("${name}") else "${name}" end`;
    return `typeof("${name}") as t${index}, ${told} as v${index}`;
  });
  const rows = query(database, `select ${terms.join(", ")} from "${table}" order by rowid`);
  return rows.map((row) => columns.map((_, index) => toldBySqlite(row[`t${index}`], row[`v${index}`])));
}

function rowsByPages(path: string, table: string, columns: readonly string[]): Told[][] {
  const files = new DatabaseFiles(path);
  const rows: Told[][] = [];
  for (const row of new SqliteDatabase(new Pages(files)).rows(table, columns)) {
    rows.push(columns.map((_, index) => toldOwn(row.value(index))));
  }
  files.close();
  return rows;
}

function columnsOf(database: Database, table: string): string[] {
  return query(database, `select name from pragma_table_info('${table.replaceAll("'", "''")}')`).map(
    ({ name }) => String(name),
  );
}

function written(database: Database): string {
  return writeAtRest({ "any.db": database.export() });
}

describe.skipIf(!existsSync(FOLDER))("real databases (skipped where ../shared is missing)", () => {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".db")) : [];

  it.each(names)("reads every row of every table of %s", (name) => {
    const path = join(FOLDER, name);
    const plain = openImage(imageWithLog(path));
    const tables = query(plain, "select name from sqlite_master where type = 'table'").map(({ name }) =>
      String(name),
    );
    expect(tables).toContain("umbracoNode");
    for (const table of tables) {
      const columns = columnsOf(plain, table);
      expect(rowsByPages(path, table, columns), table).toEqual(rowsBySql(plain, table, columns));
    }
  });
});

const literal = fc.oneof(
  fc.constant("null"),
  fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }).map(String),
  fc.integer({ min: -300, max: 70_000 }).map(String),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => `cast(${JSON.stringify(String(value))} as real)`),
  fc
    .string({ unit: "grapheme", maxLength: 40 })
    .map((text) => `'${text.replaceAll("'", "''").replaceAll("\0", "")}'`),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => `x'${Buffer.from(bytes).toString("hex")}'`),
  // Longer than a page, at times by many.
  fc
    .tuple(fc.integer({ min: 300, max: 9000 }), fc.constantFrom("'ä'", "'a'"))
    .map(([length, letter]) => `replace(hex(zeroblob(${length})), '0', ${letter})`),
);

describe("tables of any kind", () => {
  it("are read as SQLite reads them, whatever the size of pages, the values, and what was deleted", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(512, 1024, 4096, 65_536),
        fc.array(fc.tuple(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), literal, literal), {
          maxLength: 60,
        }),
        fc.integer({ min: 1, max: 5 }),
        (pageSize, rows, every) => {
          const database = emptyDatabase();
          database.run(`pragma page_size = ${pageSize}; vacuum`);
          database.run('create table "a ""b" (x, "id" integer, [y z] blob, constraint pk primary key (ID))');
          for (const [id, x, y] of rows)
            database.run(`insert or ignore into "a ""b" values (${x}, ${id}, ${y})`);
          database.run(`delete from "a ""b" where abs(id % 5) = ${every}`);
          database.run(`alter table "a ""b" add column late text default ('it''s')`);
          database.run(`alter table "a ""b" add "later" integer not null default -3`);
          const columns = ["late", "ID", "X", "y z", "later"];
          expect(rowsByPages(written(database), 'A "B', columns)).toEqual(
            rowsBySql(database, 'a ""b', columns),
          );
          database.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ["id INTEGER PRIMARY KEY, a", true],
    ["id integer primary key autoincrement, a", true],
    ["id INTEGER NOT NULL CONSTRAINT c PRIMARY KEY ASC, a", true],
    ["a, id INTEGER /* a comment, */ NOT NULL, -- (\n PRIMARY KEY (`id`)", true],
    ['a, [id] integer, UNIQUE (a), CONSTRAINT c PRIMARY KEY ("Id") ON CONFLICT REPLACE', true],
    ["id INTEGER PRIMARY KEY DESC, a", false],
    ["id INT PRIMARY KEY, a", false],
    ["id INTEGER, a, PRIMARY KEY (id, a)", false],
    ["id INTEGER DEFAULT (1 + (2)) CHECK (id > 0 AND id < 100), a VARCHAR(10, 2)", false],
  ])("of the columns %s: the first is the row's id? %s", (columns, isRowid) => {
    const database = emptyDatabase();
    database.run(`create table t (${columns}); insert into t (id, a) values (7, 'seven'), (9, 'nine')`);
    const [row] = query(database, "select rowid = id as isRowid from t where id = 9");
    expect(row.isRowid).toBe(isRowid ? 1 : 0);
    expect(rowsByPages(written(database), "t", ["id", "a"])).toEqual(rowsBySql(database, "t", ["id", "a"]));
  });

  it("go on over as many pages as there are", () => {
    const database = emptyDatabase();
    database.run("pragma page_size = 512; vacuum; create table t (n, text)");
    database.run(
      "with recursive c(n) as (select 1 union all select n + 1 from c where n < 20000) insert into t select n, 'row ' || n from c",
    );
    expect(rowsByPages(written(database), "t", ["n", "text"])).toEqual(
      rowsBySql(database, "t", ["n", "text"]),
    );
  });
});
