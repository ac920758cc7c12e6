/** Databases of SQL Server Compact: sites, compared with other files of the same tables, and damaged files. */
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/errors.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { checksumOf } from "../../../src/formats/sdf/sdf-pages.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { allOf, type Table, table, tablesOf, version7Tables, writeBacpac } from "../bacpac/write-bacpac.ts";
import { fullSite } from "../database/full-site.ts";
import { sdfOf, writeSdf } from "./write-sdf.ts";

const SITE = fullSite();
const TABLES = tablesOf(SITE.database);

/** A site of version 7. @param title of one of its pages */
function version7(title = "Łódź"): Table[] {
  const config = `<root id="-1"><home id="1050" key="00000050-0000-4000-8000-000000000000" sortOrder="0" createDate="2014-05-06T07:08:09" nodeName="Home" urlName="home" isDoc=""><title><![CDATA[Fish & chips, 5 €]]></title>
<page id="1051" key="00000051-0000-4000-8000-000000000000" sortOrder="0" nodeName="Wojtek’s" urlName="second" isDoc=""><title>${title}</title></page>
<page id="1052" key="00000052-0000-4000-8000-000000000000" sortOrder="1" nodeName="Empty" urlName="empty" isDoc=""><title/></page></home></root>`;
  const media = [
    '<File id="1072" key="00000072-0000-4000-8000-000000000000" parentID="-1" sortOrder="1" nodeName="Form" isDoc=""><umbracoFile>/media/2/form.pdf</umbracoFile></File>',
  ];
  return version7Tables(config, { editors: { "home.title": "Umbraco.Textbox" }, media });
}

/** Pages that are listed by bitmaps. */
const MANY_PAGES = version7().map((each) =>
  each.name === "umbracoNode"
    ? {
        ...each,
        rows: [
          ...each.rows,
          ...Array.from({ length: 2000 }, (_, index) => ({
            ...each.rows[0],
            id: 20_000 + index,
            parentId: -1,
          })),
        ],
      }
    : each,
);

describe("loadDirectory: .sdf", () => {
  it.each<[string, Table[], number?]>([
    ["of version 7", version7()],
    ["with rows that continue on other pages, texts cut in two", version7(), 41],
    ["with tables of many pages", MANY_PAGES],
    [
      "with columns of types that are not read",
      version7().map((each) => ({
        ...each,
        columns: [
          { name: "code", type: "nchar(3)" },
          { name: "amount", type: "decimal(9,2)" },
          ...each.columns,
          { name: "picture", type: "image" },
        ],
        rows: each.rows.map((row) => ({ ...row, code: "abc", amount: "1.5", picture: new Uint8Array(500) })),
      })),
    ],
    ["with texts of many pages", version7("x".repeat(93 * 2040 - 60))],
    ["with texts of so many pages that a map lists them", version7("€".repeat(2 * 93 * 2040))],
  ])("reads a site %s like a .bacpac", async (_, tables, cutRows) => {
    const { trees, ...site } = await allOf(writeSdf(tables, { cutRows }), { urls: true });
    const { trees: expected, ...others } = await allOf(writeBacpac(tables), { urls: true });
    expect(trees[0] === expected[0] && trees[1] === expected[1]).toBe(true);
    expect(site.answers).toHaveLength(3);
    expect({ ...site, answers: [] }).toEqual({ ...others, answers: [] });
  });

  it.each([{}, { culture: "da-DK", includeUnpublished: true }])(
    "reads a site of version 8 like its SQLite database (%s)",
    async (options) => {
      const site = await allOf(writeSdf(TABLES), options);
      const { version, ...expected } = await allOf(SITE.write(), options);
      expect([site.version, version]).toEqual(["8", "10"]);
      expect(site).toEqual({ ...expected, version: "8" });
    },
  );

  it("is recognised by its first page, with any file name, and names its versions", async () => {
    const path = join(temporaryDirectory(), "backup.2014");
    writeFileSync(path, sdfOf(version7()));
    const { format, version, server, trees } = await loadDirectory(path);
    expect([format, version, server]).toEqual(["Umbraco .sdf", "7", "SQL Server Compact 4.0"]);
    expect(trees.content.size).toBe(3);
  });

  it("reads files of SQL Server Compact 3.5", async () => {
    const bytes = sdfOf(version7());
    bytes.writeUInt32LE(0x00357b9d, 16);
    stamp(bytes.subarray(0, 4096));
    expect((await loadDirectory(written(bytes))).server).toBe("SQL Server Compact 3.5");
  });

  it("reports progress in bytes, up to the total", async () => {
    const seen: { done: number; total: number }[] = [];
    const onProgress = ({ done, total }: { done: number; total: number }) => seen.push({ done, total });
    await loadDirectory(writeSdf(MANY_PAGES), { onProgress });
    expect(seen.length).toBeGreaterThan(30);
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(seen.at(-1)?.done).toBe(seen.at(-1)?.total);
  });

  it("refuses a file that is written to while it is read", async () => {
    const path = writeSdf(version7());
    const onProgress = () => utimesSync(path, 1, 1);
    await expect(loadDirectory(path, { onProgress })).rejects.toThrow(
      `${path} cannot be read: it was written to while it was read: try again, or copy it while the site is stopped`,
    );
  });

  it("reads a file that is damaged in a table that is not needed", async () => {
    const bytes = sdfOf([...version7(), table("orders", "id int", [{ id: 1 }])]);
    const { page } = pagesOf(bytes).find(({ page }) => page.readUInt32LE(28) === 1) ?? pagesOf(bytes)[0];
    page[40] ^= 1;
    expect((await loadDirectory(written(bytes))).trees.content.size).toBe(3);
  });
});

type Page = { id: number; type: number; page: Buffer };

function pagesOf(bytes: Buffer): Page[] {
  return Array.from({ length: bytes.length / 4096 }, (_, place) => {
    const page = bytes.subarray(place * 4096, (place + 1) * 4096);
    const stamped = page.readUInt32LE(4);
    return { id: stamped & 0xfffff, type: stamped >>> 20, page };
  });
}

function stamp(page: Buffer): void {
  page.writeUInt32LE(checksumOf(page), 0);
}

function written(bytes: Uint8Array): string {
  const path = join(temporaryDirectory(), "Umbraco.sdf");
  writeFileSync(path, bytes);
  return path;
}

describe("loadDirectory: damaged and other .sdf files", () => {
  // Its first table is umbracoNode, whose page follows the one of the catalog.
  const whole = sdfOf(version7("€".repeat(200)), { cutRows: 40 });
  const TABLE_PAGE = 1028;
  const isOfNodes = ({ type, page }: Page) => type === 4 && (page.readUInt32LE(16) & 0xfffff) === TABLE_PAGE;
  const find = (pages: readonly Page[], is: (page: Page) => boolean) => {
    const found = pages.find(is);
    if (!found) throw new Error("there is no such page");
    return found.page;
  };
  const rowsPage = (pages: readonly Page[]) => find(pages, isOfNodes);
  const tablePage = (pages: readonly Page[]) => find(pages, ({ id }) => id === TABLE_PAGE);
  const slotAt = (slot: number) => 4096 - 4 * (slot + 1);
  /** Of the rows' first page: the id, and its first slots in which a row begins. */
  const id = pagesOf(whole).find(isOfNodes)?.id ?? 0;
  const begins = (page: Buffer) =>
    Array.from({ length: page.readUInt32LE(20) & 0xfff }, (_, slot) => slot).filter(
      (slot) => page.readUInt32LE(slotAt(slot)) >>> 24 === 2,
    );
  const [first] = begins(rowsPage(pagesOf(whole)));
  const contentAt = 24 + (rowsPage(pagesOf(whole)).readUInt32LE(slotAt(first)) & 0xfff);
  const inRow = `the table umbracoNode is damaged: page ${id}, row ${first + 1}`;

  it.each<[string, (pages: Page[]) => void, string]>([
    [
      "a row outside of its page",
      (pages) => rowsPage(pages).writeUInt32LE(0x02fffff0, slotAt(first)),
      `${inRow} lies outside of the page`,
    ],
    [
      "more rows than a page has room for",
      (pages) => rowsPage(pages).writeUInt32LE(0xfff, 20),
      "the table umbracoNode is damaged: ",
    ],
    [
      "a row of too many columns",
      (pages) => rowsPage(pages).writeUInt32LE(99, contentAt + 4),
      `${inRow} has 99 columns`,
    ],
    [
      "a row that continues in itself",
      (pages) => rowsPage(pages).writeUInt32LE(((id << 12) | first) >>> 0, contentAt),
      `${inRow} continues in another row`,
    ],
    [
      "parts of a row that continue in a circle",
      (pages) => {
        const page = rowsPage(pages);
        const link = page.readUInt32LE(contentAt);
        const other = find(pages, (each) => each.id === link >>> 12);
        other.writeUInt32LE(link, 24 + (other.readUInt32LE(slotAt(link & 0xfff)) & 0xfff));
      },
      `${inRow} continues in a circle`,
    ],
    [
      "a row that continues nowhere",
      (pages) => rowsPage(pages).writeUInt32LE(0xfffff000, contentAt),
      "the table umbracoNode is damaged: there is no page 1048575",
    ],
    ["a row that is cut off", (pages) => rowsPage(pages).writeUInt32LE(0, contentAt), `${inRow} is cut off`],
    [
      "a page of another table",
      (pages) => rowsPage(pages).writeUInt32LE(TABLE_PAGE + 1, 16),
      `the table umbracoNode is damaged: page ${id} is of the table with page ${TABLE_PAGE + 1}`,
    ],
    [
      "a list of too many pages",
      (pages) => tablePage(pages).writeUInt32LE(1600, 16),
      `the table umbracoNode is damaged: page ${TABLE_PAGE} lists 1600 pages`,
    ],
    [
      "a page of another type",
      (pages) => rowsPage(pages).writeUInt32LE(id | (5 << 20), 4),
      `the table umbracoNode is damaged: page ${id} has the type 5`,
    ],
    [
      "a page of another id",
      (pages) => rowsPage(pages).writeUInt32LE((id + 1) | (4 << 20), 4),
      `the table umbracoNode is damaged: page ${id} is page ${id + 1}`,
    ],
  ])("refuses a file with %s", async (_, change, reason) => {
    const bytes = Buffer.from(whole);
    const pages = pagesOf(bytes);
    change(pages);
    for (const { page } of pages) stamp(page);
    const path = written(bytes);
    await expect(loadDirectory(path)).rejects.toThrow(`${path} cannot be read: ${reason}`);
  });

  it.each<[string, () => Uint8Array, string]>([
    ["that is empty", () => Buffer.alloc(0), "the file is empty"],
    ["of another program", () => Buffer.alloc(9000, "text"), "it is not a database of SQL Server Compact"],
    [
      "that is cut off",
      () => whole.subarray(0, 5 * 4096),
      "lies beyond the end of the file, which may be cut off",
    ],
    [
      "that is encrypted",
      () => whole.map((byte, at) => (at < 4096 ? byte : byte ^ ((at * 7 + 1) & 0xff))),
      "it is encrypted with a password, or damaged: save it without a password",
    ],
    [
      "of another program's tables",
      () => sdfOf([table("orders", "id int", [{ id: 1 }])]),
      "it is another program's: it has 1 tables, and none of them is umbracoNode",
    ],
    [
      "of a page with a wrong checksum",
      () => {
        const bytes = Buffer.from(whole);
        rowsPage(pagesOf(bytes))[2000] ^= 4;
        return bytes;
      },
      `the table umbracoNode is damaged: page ${id} has a wrong checksum`,
    ],
  ])("refuses a file %s", async (_, bytes, reason) => {
    await expect(loadDirectory(written(bytes()))).rejects.toThrow(reason);
  });

  it("refuses a needed table of which a column was removed", async () => {
    const [nodes, ...others] = version7();
    const columns = [{ name: "level", type: "int" }, ...nodes.columns];
    const path = writeSdf([{ ...nodes, columns }, ...others], { removed: "umbracoNode.level" });
    await expect(loadDirectory(path)).rejects.toThrow(
      `${path} cannot be read: a column of the table umbracoNode was removed, so that its rows cannot be read: compact the database`,
    );
  });

  it("refuses or reads files whose pages have any bytes", async () => {
    let random = 7;
    const below = (limit: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
      return random % limit;
    };
    const outcomes = { read: 0, refused: 0 };
    for (let copy = 0; copy < 60; copy++) {
      const bytes = Buffer.from(whole);
      const { page } = pagesOf(bytes)[1 + below(bytes.length / 4096 - 1)];
      for (let byte = 0; byte < 8; byte++) page[4 + below(byte < 4 ? 200 : 4092)] = below(256);
      stamp(page);
      const path = written(bytes);
      const error = await loadDirectory(path).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (error === undefined) outcomes.read++;
      else {
        expect(error).toBeInstanceOf(DataError);
        outcomes.refused++;
      }
    }
    expect(outcomes.read).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(10);
  });
});
