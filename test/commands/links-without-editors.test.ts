/** Links in values whose editor the data does not name, as in an `umbraco.config`: each command counts the nodes that they lead to. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseLines, readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { nodeOf, siteDirectory } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const archetype = (alias: string, value: unknown) => ({
  fieldsets: [{ alias: "entry", disabled: false, properties: [{ alias, value: textOf(value) }] }],
});
const inGrid = (value: object) => ({
  name: "1 column layout",
  sections: [{ grid: 12, rows: [{ areas: [{ controls: [{ value, editor: { alias: "card" } }] }] }] }],
});
const links = (id: number) => [
  { id: String(id), name: "a link", url: `/page-${id}/`, icon: "icon-link color-blue" },
];

/** A value with a link to each of these pages. `site/values` has the tests of all forms. */
const LINKS: Readonly<Record<number, unknown>> = {
  1101: [{ caption: "a", link: 1101, newWindow: false, internal: 1101, isInternal: true, type: "internal" }],
  1102: [{ name: "c", url: "/page-1102/", target: "" }],
  1103: archetype("inner", archetype("links", links(1103))),
  1104: inGrid({ dtgeContentTypeAlias: "card", value: { links: links(1104) } }),
};
const LINKED = Object.keys(LINKS).map(Number);
const VALUES: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.entries(LINKS).map(([id, value]) => [`to${id}`, value])),
  // A number that is no node, and a link to a page that does not exist.
  number: "1105",
  dead: archetype("links", links(1999)),
};
const START = 1100;
const PAGES = [1101, 1102, 1103, 1104, 1105];

/** An `umbraco.config` with a start page, whose values these are, and other pages. */
function oldSite(values: Record<string, unknown>): string {
  const page = (id: number, inside: string) =>
    `<page id="${id}" nodeName="Page ${id}" urlName="page-${id}" sortOrder="${id}" createDate="2014-05-06T07:08:09" updateDate="2015-01-02T03:04:05" isDoc="">${inside}</page>`;
  const properties = Object.entries(values).map(
    ([alias, value]) => `<${alias}><![CDATA[${textOf(value)}]]></${alias}>`,
  );
  const pages = PAGES.map((id) => page(id, ""));
  return dataDirectory({
    "umbraco.config": `<root>${page(1050, page(START, properties.join("")) + pages.join(""))}</root>`,
  });
}

async function idsFound(args: readonly string[]): Promise<number[]> {
  const { stdout, status } = await run(["find", ...args, "--format", "json", "--quiet"]);
  expect([0, 3]).toContain(status);
  return JSON.parse(stdout || "[]").map(({ id }: { id: number }) => id);
}

describe("links whose editor the data does not name", () => {
  it("find lists and counts them", async () => {
    const data = oldSite(VALUES);
    expect(await idsFound(["--data", data, "--links-to", "1103"])).toEqual([START]);
    expect(await idsFound(["--data", data, "--linked-from", String(START)])).toEqual(LINKED);
    const fields = ["--fields", "id,references,referencedBy,deadReferences"];
    const { stdout } = await run(["find", "--data", data, ...fields, "--format", "json", "--quiet"]);
    const counts = new Map(JSON.parse(stdout).map((row: { id: number }) => [row.id, row]));
    expect(counts.get(START)).toMatchObject({ references: LINKED.length, deadReferences: 1 });
    for (const id of PAGES)
      expect(counts.get(id)).toMatchObject({ references: 0, referencedBy: LINKED.includes(id) ? 1 : 0 });
  });

  it("audit counts those to pages that do not exist, and no numbers of something else", async () => {
    const args = ["--data", oldSite(VALUES), "--section", "references", "--format", "ndjson", "--quiet"];
    const rows = parseLines((await run(["audit", ...args])).stdout);
    expect(rows).toMatchObject([{ property: "dead", finding: "dead-reference", count: 1 }]);
  });

  it("find --unused leaves out media that they lead to", async () => {
    const value = archetype("files", [
      { id: 2001, isMedia: true, name: "a", url: "/media/2001/a.pdf" },
      { id: "2002", name: "b", url: "/media/2002/b.pdf" },
      { name: "c", url: "/media/2003/c.pdf" },
    ]);
    const page = { ...nodeOf(1, "a"), properties: { files: { alias: "files", value } } };
    const media = [2001, 2002, 2003, 2004].map((id, i) => ({
      ...nodeOf(id, "m"),
      type: "File",
      url: `/media/${id}/${"abcd"[i]}.pdf`,
    }));
    expect(await idsFound(["--data", siteDirectory([page], media), "--unused"])).toEqual([2004]);
  });

  it("export decodes them as links", async () => {
    expect(
      await exportedStart(["--data", oldSite({ fieldset: archetype("links", links(1103)) })]),
    ).toMatchObject({
      fieldset: elementsOf({
        links: [{ title: "a link", linkType: "Content", route: { path: "/page-1103/" } }],
      }),
    });
  });
});

/** The decoded properties of the start page. */
async function exportedStart(args: readonly string[]) {
  const out = join(temporaryDirectory(), "export");
  await run(["export", ...args, "--out", out, "--quiet"]);
  return readLines(join(out, "content.ndjson")).find(({ legacyId }) => legacyId === START)?.properties;
}

const elementsOf = (properties: object) => ({ items: [{ content: { properties } }] });

describe("--editors for properties of elements", () => {
  const values = {
    body: archetype("page", "1101"),
    aside: archetype("page", "1102"),
    grid: inGrid({ dtgeContentTypeAlias: "card", value: { page: "1103", other: "1104" } }),
  };
  const withEditors = (editors: object) => {
    const file = join(dataDirectory({ "editors.json": editors }), "editors.json");
    return ["--data", oldSite(values), "--editors", file];
  };

  it.each([
    ["a bare alias, for all types", { page: "Umbraco.ContentPickerAlias" }, [1101, 1102, 1103]],
    ["a fieldset and an alias", { "entry.page": "Umbraco.ContentPickerAlias" }, [1101, 1102]],
    ["an element type and an alias", { "card.other": "Umbraco.ContentPickerAlias" }, [1104]],
    ["an alias that no element has", { none: "Umbraco.ContentPickerAlias" }, []],
  ])("%s", async (_, editors, ids) => {
    expect(await idsFound([...withEditors(editors), "--linked-from", String(START)])).toEqual(ids);
  });

  it("a name that matches neither a node nor an element is warned of", async () => {
    const editors = { page: "Umbraco.ContentPickerAlias", "card.pgae": "Umbraco.TextBox", "car.other": "X" };
    const { stdout } = await run(["check", ...withEditors(editors)]);
    expect(stdout).toContain("card.pgae matches no property that lacks an editor");
    expect(stdout).toContain("car.other matches no property that lacks an editor");
    expect(stdout).not.toContain(" page matches");
  });

  it("export decodes by them", async () => {
    const properties = await exportedStart(withEditors({ page: "Umbraco.ContentPickerAlias" }));
    expect(properties).toMatchObject({ body: elementsOf({ page: { name: "Page 1101" } }) });
  });
});
