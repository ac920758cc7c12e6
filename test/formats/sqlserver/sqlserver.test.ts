/** Data files and backups of SQL Server, written from tables, and files that are refused. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../src/formats/data-format.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { run } from "../../support/program.ts";
import { dataDirectory } from "../../support/temporary.ts";
import { allOf, table, tablesOf, version7Tables, writeBacpac } from "../bacpac/write-bacpac.ts";
import { SiteDatabase } from "../database/site-database.ts";
import {
  backupSet,
  compressed,
  dataFile,
  EXTENT,
  mediaHeader,
  PAGE,
  seal,
  tapeOf,
  type WrittenForm,
} from "./write-sqlserver.ts";

/** 2024-03-05 in days since 1900, as a `datetime` has them. */
const CREATED_DAYS = Buffer.of(45_354 & 255, 45_354 >> 8, 0, 0);
const LONG = "long ".repeat(30_000);

/** A site with values of every column, short and long, and more nodes than a page has room for. */
function site(): SiteDatabase {
  const site = new SiteDatabase();
  site.type("page", {
    text: "Umbraco.TextBox",
    number: "Umbraco.Integer",
    price: "Umbraco.Decimal",
    date: "Umbraco.DateTime",
    body: "Umbraco.TextArea",
  });
  const home = site.page("page", {
    name: "Home",
    template: site.template("home"),
    values: [
      { alias: "text", column: "varcharValue", value: "Blåbærgrød 🫐" },
      { alias: "number", column: "intValue", value: -7 },
      { alias: "price", column: "decimalValue", value: "-1234.5" },
      { alias: "date", column: "dateValue", value: "2024-02-29 23:59:58.997" },
      { alias: "body", column: "textValue", value: LONG },
    ],
  });
  for (let number = 0; number < 300; number++) {
    const body = { alias: "body", column: "textValue", value: `${number} `.repeat(number * 20) };
    site.page("page", { name: `Page ${number}`, parent: home, sortOrder: number, values: [body] });
  }
  return site;
}

const TABLES = tablesOf(site().database);
const DATA = dataFile(TABLES);
const EMPTY = dataFile(tablesOf(new SiteDatabase().database));
const NODES = TABLES.find(({ name }) => name === "umbracoNode")?.rows.length ?? 0;

function write(bytes: Buffer, name = "site.bak"): string {
  return join(dataDirectory({ [name]: bytes }), name);
}

const retyped = (types: Record<string, string>) =>
  TABLES.map((table) => ({
    ...table,
    columns: table.columns.map((column) => ({ ...column, type: types[column.name] ?? column.type })),
  }));

/** The page of a table's first rows, in a copy of the data file. @returns the copy, and the page in it */
function pageWith(text: string): { file: Buffer; page: Buffer } {
  const file = Buffer.from(DATA);
  const at = file.indexOf(Buffer.from(text, "utf16le"));
  expect(at).toBeGreaterThan(0);
  const start = Math.floor(at / PAGE) * PAGE;
  return { file, page: file.subarray(start, start + PAGE) };
}

describe("SQL Server files", () => {
  let bacpac: ReturnType<typeof allOf> | undefined;
  const expected = () => {
    bacpac ??= allOf(writeBacpac(TABLES));
    return bacpac;
  };

  it.each<[string, Buffer, string?]>([
    ["a data file", DATA, "site.mdf"],
    ["a data file of another name", DATA, "copy"],
    ["a data file with the ending of another format", DATA, "site.sdf"],
    ["a backup with the ending of another format", tapeOf(DATA), "site.bacpac"],
    ["a backup", tapeOf(DATA)],
    ["a backup of another name", tapeOf(DATA), "backup.2024"],
    ["a compressed backup", compressed(tapeOf(DATA))],
    ["a file without checksums", dataFile(TABLES, { protection: "none" })],
    ["heaps", dataFile(TABLES, { heaps: ["umbracoNode", "umbracoPropertyData"] })],
    ["texts of the old type", dataFile(retyped({ textValue: "ntext" }))],
    ["tables of another schema than dbo", dataFile(TABLES.map((table) => ({ ...table, schema: "web" })))],
    [
      "a backup whose first extents are there twice, of which the later counts",
      tapeOf(Buffer.concat([withoutBoot(DATA.subarray(0, 2 * EXTENT)), DATA.subarray(2 * EXTENT)]), {
        again: DATA.subarray(0, 2 * EXTENT),
      }),
    ],
  ])("are read as a .bacpac of the same tables: %s", async (_, bytes, name) => {
    expect(await allOf(write(bytes, name))).toEqual(await expected());
  });

  /** Boot pages of another moment, whose first page of the catalog is another. */
  function withoutBoot(extents: Buffer): Buffer {
    const copy = Buffer.from(extents);
    const boot = copy.subarray(9 * PAGE, 10 * PAGE);
    boot.fill(0, 612, 618);
    seal(boot);
    return copy;
  }

  it.each<[string, ReadOptions]>([
    ["with drafts", { includeUnpublished: true }],
    ["with URLs", { urls: true }],
  ])("take options %s", async (_, options) => {
    expect(await allOf(write(DATA), options)).toEqual(await allOf(writeBacpac(TABLES), options));
  });

  const added = (value?: number) =>
    dataFile(
      TABLES.map((table) =>
        table.name === "umbracoLanguage"
          ? { ...table, columns: table.columns.filter(({ name }) => name !== "isDefaultVariantLang") }
          : table,
      ),
      {
        added: {
          table: "umbracoLanguage",
          column: { name: "isDefaultVariantLang", type: "int" },
          hasDefault: true,
          value,
        },
      },
    );

  it("have the default of a column in rows that are older", async () => {
    expect(await allOf(write(added(1)))).toEqual(await expected());
  });

  it("are refused if such a default is not known", async () => {
    await expect(loadDirectory(write(added()))).rejects.toThrow(
      "the table umbracoLanguage cannot be read: a row is older than the column, and has an unknown default in the column isDefaultVariantLang",
    );
  });

  it.each([
    [706, "2012"],
    [782, "2014"],
    [957, "2022"],
  ])("name the server of version %i: SQL Server %s", async (version, name) => {
    expect((await loadDirectory(write(dataFile(TABLES, { version })))).server).toBe(`SQL Server ${name}`);
  });

  it("show format, Umbraco and server in check", async () => {
    const path = write(dataFile(version7Tables("<root/>")));
    const { stdout } = await run(["check", path]);
    expect(stdout.split("\n")[0]).toBe(
      `${path} is sound: Umbraco .mdf 7 (SQL Server 2014), 0 content and 0 media nodes`,
    );
  });

  it("report progress, up to the total", async () => {
    const seen: { done: number; total: number }[] = [];
    await loadDirectory(write(DATA), { onProgress: ({ done, total }) => seen.push({ done, total }) });
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.every(({ done, total }) => done <= total)).toBe(true);
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b));
  });
});

describe("SQL Server files: warnings", () => {
  const busyPage = () => {
    const { file, page } = pageWith("Page 17");
    page.writeUInt32LE(200, 40);
    seal(page);
    return file;
  };
  const countOf = (rows: number, form: WrittenForm) => {
    const file = dataFile(TABLES, { ...form, protection: "none" });
    // The number of rows in the record of sysrowsets.
    const at = file.lastIndexOf(Buffer.of(NODES & 255, NODES >> 8, 0, 0, 0, 0, 0, 0));
    file.writeUInt8((NODES & 255) + rows, at);
    return file;
  };

  /** Compressed backups end with zeros, and chunks that follow no other begin at multiples of 512. */
  function compressedTwice(): Buffer {
    const first = compressed(tapeOf(EMPTY));
    const gap = Buffer.alloc(512 - (first.length % 512));
    return Buffer.concat([first, gap, compressed(backupSet(DATA)).subarray(480)]);
  }

  it.each<[string, Buffer, string, number?]>([
    [
      "a data file that was copied while it was open",
      dataFile(TABLES, { isClosed: false }),
      "was copied while the database was in use: the last changes may be missing, which only its log (.ldf) has",
    ],
    [
      "a backup of a database in use",
      tapeOf(busyPage()),
      "1 page changed while the backup was made: what changed then may be there or not, since the log is not read",
    ],
    [
      "a backup with an open transaction",
      tapeOf(DATA, { first: 99 }),
      "a transaction was open when the backup was made: its changes are read, though they may have been undone",
    ],
    ...[Buffer.concat([tapeOf(EMPTY), Buffer.alloc(20 * 512), backupSet(DATA)]), compressedTwice()].map(
      (bytes): [string, Buffer, string] => [
        "a file of two backups, with zeros between them, whose last one counts,",
        bytes,
        "holds 2 backups; the last full one is read, of 2024-03-05 10:11:12",
      ],
    ),
    [
      "a file of several backups, of which the last full one is read",
      Buffer.concat([
        tapeOf(EMPTY),
        backupSet(DATA),
        backupSet(DATA.subarray(0, EXTENT), { isDifferential: true }),
        backupSet(DATA, { isLog: true }),
      ]),
      "holds 4 backups; the last full one is read, of 2024-03-05 10:11:12",
    ],
    [
      "a file with bytes after its end",
      Buffer.concat([tapeOf(DATA), Buffer.from("other")]),
      `has bytes from byte ${tapeOf(DATA).length} on that are not read: the backup that is read ends there`,
    ],
    [
      "a table of a database of 2000 that has another number of rows than the catalog says",
      countOf(1, { createdOn: 539 }),
      `the table umbracoNode has ${NODES} rows that can be read, and ${NODES + 1} by the catalog`,
    ],
  ])("%s is read", async (_, bytes, warning) => {
    const { warnings, trees } = await loadDirectory(write(bytes));
    expect(warnings.map(({ text }) => text)).toEqual([warning]);
    expect(trees.content.size).toBe(301);
  });
});

describe("SQL Server files: refused", () => {
  const tape = tapeOf(DATA);
  const damaged = (file: Buffer, at: number) => {
    const copy = Buffer.from(file);
    copy[at] ^= 1;
    return copy;
  };
  const changed = (text: string, change: (page: Buffer) => void) => {
    const { file, page } = pageWith(text);
    change(page);
    seal(page);
    return file;
  };
  const cut = "it is truncated: copy it once more";

  it.each<[string, Buffer, string]>([
    [
      "a part of a striped backup",
      tapeOf(DATA, { stripe: [1, 2] }),
      "it is file 1 of 2 of one backup, and has only a part of each table: back up once more to one file",
    ],
    [
      "a differential backup",
      tapeOf(DATA, { isDifferential: true }),
      "it holds a differential backup, which has only what changed since the last full one: pass a full backup",
    ],
    [
      "a backup of the log",
      tapeOf(DATA, { isLog: true }),
      "it holds a backup of the log, which has no tables: pass a full backup of the database",
    ],
    ["a backup without a set", mediaHeader(), "it holds no backup of a SQL Server database"],
    ["a backup that ends in its data", tape.subarray(0, 100_000), cut],
    ["a backup that ends after its data", tape.subarray(0, -1536), "it is truncated or damaged at byte"],
    ["a backup that ends in its last block", tape.subarray(0, -1), "it is truncated or damaged at byte"],
    ["a compressed backup that ends early", compressed(tape).subarray(0, 200_000), cut],
    [
      "a backup with a damaged block",
      damaged(tape, 1024 + 512 + 20),
      "it is damaged at byte 1536: copy or back it up once more",
    ],
    [
      "a compressed backup without chunks",
      Buffer.concat([Buffer.from("MSSQLBAK\x02\0\0\0"), Buffer.alloc(9000)]),
      "it is encrypted, or compressed in a way that is not known: back up once more without encryption and compression",
    ],
    [
      "a compressed backup of an unknown version",
      Buffer.concat([Buffer.from("MSSQLBAK\x07\0\0\0"), Buffer.alloc(9000)]),
      "it is encrypted, or compressed in a way that is not known (version 7)",
    ],
    [
      "another file",
      Buffer.from("SQLite format 2"),
      "it is no backup and no data file of SQL Server, by its first bytes",
    ],
    ["an empty file", Buffer.alloc(0), "the file is empty"],
    [
      "a further data file",
      changedHeader(3),
      "it is file 3 of a database, a log (.ldf) or a further data file (.ndf): pass the .mdf",
    ],
    ["a data file that is cut off within a page", DATA.subarray(0, -100), cut],
    [
      "a data file that is cut off",
      DATA.subarray(0, 3 * EXTENT),
      "is missing: the file is truncated or damaged",
    ],
    [
      "a database before 2005",
      dataFile(TABLES, { version: 539 }),
      "it is of a version before SQL Server 2005 (539): attach or restore it on a newer server, and back it up there",
    ],
    [
      "another program's database",
      dataFile([table("Orders", "id int", [{ id: 1 }])]),
      "it is another program's: it has 1 tables, and none of them is umbracoNode",
    ],
    [
      "a page with a wrong checksum",
      damaged(DATA, pageStart("Page 17") + 5000),
      "is damaged: its checksum is wrong",
    ],
    [
      "a page in the place of another",
      changed("Page 17", (page) => page.writeUInt32LE(7, 32)),
      "is damaged: another page, or none, is in its place",
    ],
    [
      "a page whose slots lead out of it",
      changed("Page 17", (page) => page.writeUInt16LE(9000, PAGE - 2)),
      "is damaged or encrypted",
    ],
    [
      "a row that ends after its page",
      changed("Page 17", (page) => page.writeUInt16LE(0x7fff, 96 + 2)),
      "the table umbracoNode is damaged: a value leads out of its page",
    ],
    [
      "a chain that is a circle",
      changed("Page 17", (page) => page.copy(page, 16, 32, 38)),
      "is damaged: it is not where its table has rows",
    ],
    [
      "a chain that leads to a page of a further file",
      changed("Page 17", (page) => page.writeUInt16LE(3, 20)),
      "is missing: the database has a further data file (.ndf): pass a backup, which has all of them",
    ],
    [
      "a chain that ends early",
      changed("Page 17", (page) => page.fill(0, 16, 22)),
      `rows that can be read, and ${NODES} by the catalog`,
    ],
    ["a long value with a missing part", changedLong(), "is damaged: parts of a long value are missing"],
    [
      "a date out of range",
      changed("Page 17", (page) => page.writeInt32LE(0x7fffffff, page.indexOf(CREATED_DAYS))),
      "the table umbracoNode cannot be read: a row has a date out of range in the column createDate",
    ],
  ])("%s", async (_, bytes, reason) => {
    const path = write(bytes);
    const failure = loadDirectory(path);
    await expect(failure).rejects.toThrow(`${path} cannot be read: `);
    await expect(failure).rejects.toThrow(reason);
  });

  function changedHeader(number: number): Buffer {
    const file = Buffer.from(DATA);
    file.writeUInt16LE(number, 36);
    return file;
  }
  function pageStart(text: string): number {
    return Math.floor(DATA.indexOf(Buffer.from(text, "utf16le")) / PAGE) * PAGE;
  }
  function changedLong(): Buffer {
    return changed("long long", (page) => page.writeUInt16LE(14 + 10, 96 + 2));
  }
});
