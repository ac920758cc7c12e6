/** Counts of the property data of all versions, compared with plain SQL, and the audit section that shows them. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { parseLines } from "../../support/ndjson.ts";
import { run } from "../../support/program.ts";
import { SHARED } from "../../support/repository.ts";
import { imageWithLog } from "./plain-log.ts";
import { keyOf, openImage, query, SiteDatabase } from "./site-database.ts";

const FOLDER = join(SHARED, "databases");
const NAMES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".db")) : [];

/** A page of three versions, one of which is old, with media, and an element of the library. */
function site(): SiteDatabase {
  const site = new SiteDatabase();
  site.type("page", { title: "Umbraco.TextBox", body: "Umbraco.RichText", rank: "Umbraco.Integer" });
  site.type("Image", { alt: "Umbraco.TextBox" }, { kind: "mediaType" });
  const title = { alias: "title", column: "varcharValue", value: "Grød" };
  const body = { alias: "body", column: "textValue", value: "x".repeat(1000) };
  const rank = { alias: "rank", column: "intValue", value: 7 };
  const home = site.page("page", { name: "Home", values: [title] });
  site.version(home, "page", { published: false, values: [title, body, rank] });
  site.media("Image", { name: "Photo", values: [{ ...title, alias: "alt" }] });
  const element = site.bare("element", "page", { text: "Shared" });
  site.run(
    "create table umbracoElementVersion (id INTEGER NOT NULL PRIMARY KEY, published INTEGER NOT NULL)",
  );
  const published = site.version(element, "page", { values: [title] });
  const draft = site.version(element, "page", { values: [title], current: true });
  site.run("insert into umbracoElementVersion values (?, 1), (?, 0)", [published, draft]);
  return site;
}

const COLUMNS = ["by", "called", "kind", "type", "versions", "rows", "bytes", "old rows", "old bytes"];

/** The rows of the section, each as one text of the cells of `COLUMNS`. */
async function sectionOf(path: string, ...flags: string[]): Promise<string[]> {
  const words = ["audit", path, "--section", "versions", "--format", "ndjson", ...flags];
  const { stdout, stderr } = await run(words);
  expect(stderr).toBe("");
  return parseLines(stdout).map((row) => COLUMNS.map((name) => row[name] ?? "-").join(" "));
}

describe("audit --section versions", () => {
  it("counts versions, rows and bytes by state, property and node", async () => {
    const path = site().write();
    expect(await sectionOf(path)).toEqual([
      "state published - - 2 2 10 0 0",
      "state current - - 3 3 15 0 0",
      "state old - - 1 3 1005 3 1005",
      "property body content page 1 1 1000 1 1000",
      "property title content page 3 3 15 1 5",
      "property page.title - - 2 2 10 0 0",
      "property alt media Image 1 1 5 0 0",
      "property rank content page 1 1 0 1 0",
      "node Home content - 3 5 1015 3 1005",
      "node Shared (1008) - - 2 2 10 0 0",
      "node Photo media - 1 1 5 0 0",
    ]);
    expect(await sectionOf(path, "--kind", "media")).toEqual([
      "state current - - 1 1 5 0 0",
      "property alt media Image 1 1 5 0 0",
      "node Photo media - 1 1 5 0 0",
    ]);
  });

  it("has the id and the key of each node, also as a table", async () => {
    const path = site().write();
    const { stdout } = await run(["audit", path, "--section", "versions", "--format", "json"]);
    const rows = JSON.parse(stdout).sections[0].rows;
    const { id, key } = rows.find(({ called }: { called: string }) => called === "Home");
    expect(key).toBe(keyOf(id));
    const table = await run(["audit", path, "--section", "versions"]);
    expect(table.stdout).toContain("old bytes");
  });

  it("is absent unless it is requested", async () => {
    const { stdout } = await run(["audit", site().write(), "--format", "json"]);
    const names = JSON.parse(stdout).sections.map(({ name }: { name: string }) => name);
    expect(names).toContain("editors");
    expect(names).not.toContain("versions");
  });

  it("prints one line if the data has no versions", async () => {
    const { status, stdout, stderr } = await run(["audit", "data", "--section", "versions"]);
    expect(status).toBe(0);
    expect(stdout).toContain("nothing to report: versions");
    expect(stderr).toBe(
      "warning: data (JSON) has no versions to count: --section versions reads databases and .bacpac files of Umbraco 8 and later\n",
    );
  });
});

describe.skipIf(NAMES.length === 0)(
  "propertyVersions: real databases (skipped if ../shared is missing)",
  () => {
    it.each(NAMES)("counts %s as SQL does", async (name) => {
      const path = `${FOLDER}/${name}`;
      const plain = openImage(imageWithLog(path));
      const published = new Set(
        query(plain, "select id from umbracoDocumentVersion where published = 1").map(({ id }) => id),
      );
      const expected: Record<string, number[]> = {};
      const add = (name: string, bytes: number) => {
        const [rows = 0, sum = 0] = expected[name] ?? [];
        expected[name] = [rows + 1, sum + bytes];
      };
      const values = query(
        plain,
        `select v.id, v.nodeId, v.current, t.Alias as alias, d.varcharValue, d.textValue from umbracoPropertyData d
       join umbracoContentVersion v on v.id = d.versionId join cmsPropertyType t on t.id = d.propertyTypeId`,
      );
      for (const { id, nodeId, current, alias, varcharValue, textValue } of values) {
        const state = published.has(id) ? "published" : current === 1 ? "current" : "old";
        const bytes = Buffer.byteLength(`${varcharValue ?? ""}${textValue ?? ""}`);
        add(`node ${nodeId} ${state}`, bytes);
        add(`property ${alias} ${state}`, bytes);
      }
      const counts = await (await loadDirectory(path)).propertyVersions?.();
      const actual: Record<string, number[]> = {};
      const addCount = (name: string, { rows, bytes }: { rows: number; bytes: number }) => {
        const [count = 0, sum = 0] = actual[name] ?? [];
        actual[name] = [count + rows, sum + bytes];
      };
      for (const count of counts?.nodes ?? []) addCount(`node ${count.id} ${count.state}`, count);
      for (const count of counts?.properties ?? []) addCount(`property ${count.alias} ${count.state}`, count);
      expect(actual).toEqual(expected);
      const total = counts?.nodes.reduce((sum, { rows }) => sum + rows, 0);
      expect(total).toBe(query(plain, "select count(*) as count from umbracoPropertyData")[0].count);
    });
  },
);
