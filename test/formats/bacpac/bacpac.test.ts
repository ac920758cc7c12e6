/** `.bacpac` files of Umbraco 8 to 18, and files that it refuses. */
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../src/formats/data-format.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { everyAnswer } from "../../everything.ts";
import { run } from "../../support/program.ts";
import { dataDirectory } from "../../support/temporary.ts";
import { fullSite } from "../database/full-site.ts";
import {
  allOf,
  bacpacEntries,
  type Column,
  type Entry,
  rowBytes,
  type Table,
  table,
  tablesOf,
  writeBacpac,
  zipOf,
} from "./write-bacpac.ts";

const SITE = fullSite();
const TABLES = tablesOf(SITE.database);

/** The tables with one of them changed. */
function withTable(name: string, change: (table: Table) => Partial<Table>, tables = TABLES): Table[] {
  return tables.map((table) => (table.name === name ? { ...table, ...change(table) } : table));
}

const retyped = (table: Table, types: Record<string, string>): Partial<Table> => ({
  columns: table.columns.map((column) => ({ ...column, type: types[column.name] ?? column.type })),
});

describe(".bacpac: a site of Umbraco 8 to 18", () => {
  let loaded: ReturnType<typeof allOf> | undefined;
  /** What is read of the database itself, but for the earliest version with such tables. */
  const expected = async () => {
    loaded ??= allOf(SITE.write());
    return { ...(await loaded), version: "8" };
  };

  it.each<[string, ReadOptions]>([
    ["as published", {}],
    ["in another language", { culture: "DA-dk" }],
    ["with drafts", { includeUnpublished: true }],
    ["with URLs", { urls: true }],
  ])("equals the SQLite database %s", async (_, options) => {
    const { version, ...backup } = await allOf(writeBacpac(TABLES), options);
    const { version: sqliteVersion, ...database } = await allOf(SITE.write(), options);
    expect(backup).toEqual(database);
    expect(backup.answers.length).toBeGreaterThan(0);
    expect([version, sqliteVersion]).toEqual(["8", "10"]);
  });

  it.each<[string, Table[]]>([
    [
      "old types of text and dates",
      TABLES.map((table) => ({
        ...table,
        ...retyped(table, {
          textValue: "ntext",
          versionDate: "datetime2(7)",
          createDate: "datetime2(3)",
          dateValue: "datetime2(0)",
        }),
      })),
    ],
    ["tables of another schema than dbo", TABLES.map((table) => ({ ...table, schema: "web" }))],
    [
      "a table of the same name in another schema",
      [{ ...TABLES[0], schema: "archive", rows: [] }, ...TABLES],
    ],
    [
      "columns in another order, and a computed column",
      withTable("umbracoNode", ({ columns }) => ({
        columns: [{ name: "twice", type: "computed" }, ...columns.toReversed()],
      })),
    ],
    [
      "additional columns",
      withTable("umbracoNode", ({ columns, rows }) => ({
        columns: [
          ...columns,
          { name: "photo", type: "varbinary(max)" },
          { name: "size", type: "float" },
          { name: "code", type: "char(3)", isNullable: false },
        ],
        rows: rows.map((row) => ({ ...row, photo: new Uint8Array([1]), size: 1.5, code: "abc" })),
      })),
    ],
    [
      "tables whose names have brackets, which model.xml doubles",
      [...TABLES, ...["a]]b", "]]", "["].map((name) => table(name, "id int"))],
    ],
    [
      "a table of another program that cannot be read",
      [...TABLES, table("places", "shape geography?, at datetimeoffset(7)?", [{ shape: "?" }])],
    ],
  ])("reads %s", async (_, tables) => {
    expect(await allOf(writeBacpac(tables))).toEqual(await expected());
  });

  it.each([
    ["of many parts", { rowsInPart: 5 }],
    ["with Zip64 numbers", { zip64: true }],
  ])("reads a file %s", async (_, form) => {
    expect(await allOf(writeBacpac(TABLES, "site.bacpac", form))).toEqual(await expected());
  });

  it("is recognised by its first bytes, with any file name", async () => {
    const { format, trees } = await loadDirectory(writeBacpac(TABLES, "backup.db.2024"));
    expect(format).toBe("Umbraco .bacpac");
    expect(trees.content.size).toBe(2);
  });

  it("reports progress in inflated bytes, up to the total", async () => {
    const seen: { done: number; total: number }[] = [];
    const onProgress = ({ done, total }: { done: number; total: number }) => seen.push({ done, total });
    await loadDirectory(writeBacpac(TABLES), { onProgress });
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(seen.at(-1)?.done).toBe(seen.at(-1)?.total);
  });

  it("replaces unpaired surrogates, with a warning", async () => {
    const tables = withTable("umbracoPropertyData", ({ rows }) => ({
      rows: rows.map((row) =>
        row.varcharValue === "English" ? { ...row, varcharValue: "Eng\ud83dlish" } : row,
      ),
    }));
    const { trees, warnings } = await loadDirectory(writeBacpac(tables));
    expect(everyAnswer(trees.content)[0].properties.title.value).toBe("Eng\ufffdlish");
    expect(warnings.map(({ text }) => text)).toContain(
      "3 texts have half a character (an unpaired UTF-16 surrogate), replaced by U+FFFD",
    );
  });
});

describe(".bacpac: damaged and other files", () => {
  const whole = zipOf(bacpacEntries(TABLES));
  const entries = bacpacEntries(TABLES);
  const nodeIndex = entries.findIndex(({ name }) => name.includes("umbracoNode/"));
  const nodes = TABLES.find(({ name }) => name === "umbracoNode") ?? TABLES[0];
  const nodeRows = (columns: readonly Column[]) =>
    zipOf(bacpacEntries(withTable("umbracoNode", () => ({ columns }))));
  const CUT = "it is truncated, or has other bytes after its end";
  /** Expects the reason why the bytes cannot be read. */
  const expectRefused = async (bytes: Uint8Array, reason: string) => {
    const path = join(dataDirectory({ "site.bacpac": bytes }), "site.bacpac");
    await expect(loadDirectory(path)).rejects.toThrow(`${path} cannot be read: ${reason}`);
  };

  it.each<[string, Buffer, string]>([
    ["that is empty", Buffer.alloc(0), "the file is empty"],
    ["truncated by a byte", whole.subarray(0, -1), CUT],
    ["with other bytes after its end", Buffer.concat([whole, Buffer.from("x")]), CUT],
    [
      "with other bytes before its start",
      Buffer.concat([Buffer.from("PK\x03\x04 x"), whole]),
      "its directory of entries is damaged",
    ],
    [
      "that is a zip file with other contents",
      zipOf([{ name: "Content/home.config", bytes: Buffer.from("<Content/>") }]),
      "it is a zip file without model.xml, so no .bacpac: unpack it and pass its folder",
    ],
    [
      "that is a .dacpac",
      zipOf(entries.filter(({ name }) => !name.startsWith("Data/"))),
      "it has a schema without data, as a .dacpac has: export a .bacpac",
    ],
    [
      "of another program",
      zipOf(bacpacEntries([table("Orders", "id int", [{ id: 1 }])])),
      "it is another program's: it has 1 tables, and none of them is umbracoNode",
    ],
    [
      "without a needed table",
      zipOf(bacpacEntries(TABLES.filter(({ name }) => name !== "cmsTemplate"))),
      "its schema is none of Umbraco 4 to 18: there is no cmsTemplate",
    ],
    [
      "whose model is malformed XML",
      zipOf(entries.with(0, { name: "model.xml", bytes: Buffer.from("<Model><") })),
      "its model.xml is damaged: not well-formed XML: unclosed tag: Model, line 1",
    ],
    [
      "with a needed column of an unknown type",
      nodeRows([...nodes.columns, { name: "where", type: "geography" }]),
      "the column where of the table umbracoNode has the type geography, which is not supported",
    ],
    [
      "with a needed text of no length",
      nodeRows([...nodes.columns, { name: "where", type: "nvarchar" }]),
      "the column where of the table umbracoNode has the type nvarchar, which is not supported",
    ],
  ])("refuses a file %s", async (_, bytes, reason) => {
    await expectRefused(bytes, reason);
  });

  const rows = rowBytes(nodes);
  it.each<[string, Buffer, string]>([
    ["end early", rows.subarray(0, -3), `row ${nodes.rows.length} is truncated`],
    ["have more bytes", Buffer.concat([rows, Buffer.of(1, 2)]), `row ${nodes.rows.length + 1} is truncated`],
    [
      "have a length that is too large",
      Buffer.from(rows).fill(17, 4, 5),
      "row 1 has a value of 17 bytes in the column uniqueId",
    ],
    [
      "have no value in a NOT NULL column",
      Buffer.from(rows).fill(255, 4, 5),
      "row 1 has no value in the column uniqueId",
    ],
    ["are there twice", Buffer.concat([rows, rows]), "UNIQUE constraint failed: umbracoNode.id"],
  ])("refuses a file whose rows %s", async (_, bytes, reason) => {
    const zip = zipOf(entries.with(nodeIndex, { ...entries[nodeIndex], bytes }));
    await expectRefused(zip, `the table umbracoNode is damaged: ${reason}`);
  });

  const size = entries[nodeIndex].bytes.length;
  it.each<[string, (directory: Buffer) => void, string]>([
    ["is encrypted", (to) => to.writeUInt16LE(1, 8), "is encrypted"],
    [
      "has an unknown compression",
      (to) => to.writeUInt16LE(14, 10),
      "has the compression method 14, which is not supported",
    ],
    ["has a wrong checksum", (to) => to.writeUInt32LE(7, 16), "is damaged: its checksum is wrong"],
    [
      "declares more bytes than it has",
      (to) => to.writeUInt32LE(size + 9, 24),
      `holds ${size} bytes, and declares ${size + 9}`,
    ],
    [
      "declares fewer bytes than it has",
      (to) => to.writeUInt32LE(9, 24),
      `holds ${size} bytes, and declares 9`,
    ],
  ])("refuses a file of which an entry %s", async (_, change, reason) => {
    const zip = Buffer.from(whole);
    // The entry of the nodes in the directory at the end.
    change(zip.subarray(zip.lastIndexOf("Data/dbo.umbracoNode/") - 46));
    await expectRefused(zip, `its entry "Data/dbo.umbracoNode/TableData-000-00000.BCP" ${reason}`);
  });

  it("reads a file that is damaged in a table that is not needed", async () => {
    const users = entries.findIndex(({ name }) => name.includes("/dbo.umbracoLanguage/"));
    expect(users).toBeGreaterThan(0);
    const extra: Entry = {
      name: "Data/dbo.umbracoLog/TableData-000-00000.BCP",
      bytes: Buffer.from("no rows at all"),
      isStored: true,
    };
    const zip = zipOf([...entries, extra]);
    zip[zip.indexOf("no rows at all")] ^= 1;
    const path = join(dataDirectory({ "site.bacpac": zip }), "site.bacpac");
    expect((await loadDirectory(path)).trees.content.size).toBe(2);
  });

  it("refuses a huge truncated file, in one line and with exit status 6", async () => {
    const path = join(dataDirectory({ "sparse.bacpac": "PK\x03\x04" }), "sparse.bacpac");
    truncateSync(path, 5_000_000_000);
    const { status, stdout, stderr } = await run(["check", "--data", path]);
    expect(stderr).toBe(`error: ${path} cannot be read: ${CUT}\n`);
    expect([status, stdout]).toEqual([6, ""]);
  });
});
