/** Links in values whose editor the data does not name, as in an `umbraco.config`: each command counts the nodes that they lead to. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLines } from "../support/ndjson.ts";
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

/** The form of a link, a value with it, and the page that it leads to. */
const FORMS: readonly [form: string, value: unknown, id: number][] = [
  [
    "relatedLink",
    [{ caption: "a", link: 1101, newWindow: false, internal: 1101, isInternal: true, type: "internal" }],
    1101,
  ],
  [
    "relatedUrl",
    [{ caption: "b", link: "/page-1102/", newWindow: true, isInternal: false, type: "external" }],
    1102,
  ],
  ["picker", links(1103), 1103],
  ["pickerOfUrl", [{ name: "c", url: "/page-1104/", target: "" }], 1104],
  ["single", { id: 1105, name: "d", url: "/page-1105/", target: "_blank" }, 1105],
  [
    "withMeta",
    [{ type: "content", meta: { title: "e" }, typeData: { url: "", contentId: 1106, mediaId: null } }],
    1106,
  ],
  ["fieldset", archetype("links", links(1107)), 1107],
  ["fieldsetInFieldset", archetype("inner", archetype("links", links(1108))), 1108],
  ["gridControl", inGrid({ dtgeContentTypeAlias: "card", value: { links: links(1109) } }), 1109],
  ["nested", [{ ncContentTypeAlias: "card", links: JSON.stringify(links(1110)) }], 1110],
];
/** Numbers that are no nodes, and a link to a page that does not exist. */
const OTHERS = {
  video: { id: "1111", name: "a video", url: "https://video.example/1111" },
  number: "1112",
  picture: [{ caption: "a", link: 1113 }],
  dead: archetype("links", links(1999)),
};
const START = 1100;
const PAGES = Array.from({ length: 13 }, (_, i) => 1101 + i);

const VALUES: Record<string, unknown> = {
  ...Object.fromEntries(FORMS.map(([form, value]) => [form, value])),
  ...OTHERS,
};

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

async function auditOf(args: readonly string[], section: string): Promise<Record<string, unknown>[]> {
  const { stdout } = await run(["audit", ...args, "--section", section, "--format", "json", "--quiet"]);
  return JSON.parse(stdout).sections[0].rows;
}

describe("links whose editor the data does not name", () => {
  it("find --links-to finds the page with a link, --linked-from all that it leads to", async () => {
    const data = oldSite(VALUES);
    expect(await idsFound(["--data", data, "--links-to", "1108"])).toEqual([START]);
    const linked = FORMS.map(([, , id]) => id);
    expect(await idsFound(["--data", data, "--linked-from", String(START)])).toEqual(linked);
  });

  it("audit counts those to pages that do not exist, and no numbers of something else", async () => {
    const rows = await auditOf(["--data", oldSite(VALUES)], "references");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ property: "dead", finding: "dead-reference" });
  });

  it("find --fields counts them: a reference for each form, and one that is dead", async () => {
    const data = oldSite(VALUES);
    const { stdout } = await run([
      ...["find", "--data", data, "--fields", "id,references,referencedBy,deadReferences"],
      ...["--format", "json", "--quiet"],
    ]);
    const counts = new Map(JSON.parse(stdout).map((row: { id: number }) => [row.id, row]));
    expect(counts.get(START)).toMatchObject({ references: FORMS.length, deadReferences: 1 });
    for (const id of PAGES) {
      const referencedBy = FORMS.some(([, , to]) => to === id) ? 1 : 0;
      expect(counts.get(id)).toMatchObject({ references: 0, referencedBy, deadReferences: 0 });
    }
  });

  it("audit counts each form to a page that does not exist", async () => {
    const missing = FORMS.map(([form, value, id]) => [
      form,
      JSON.parse(JSON.stringify(value).replaceAll(String(id), "1998")),
    ]);
    const rows = await auditOf(["--data", oldSite(Object.fromEntries(missing))], "references");
    // A related link has the id twice; a URL that no page has can be a route of the old site.
    const counts = FORMS.flatMap(([form]) =>
      form.endsWith("Url") ? [] : [[form, form === "relatedLink" ? 2 : 1]],
    );
    expect(rows.every(({ finding }) => finding === "dead-reference")).toBe(true);
    expect(new Map(rows.map(({ property, count }) => [property, count]))).toEqual(new Map(counts as []));
  });

  it("slice takes the pages that they lead to", async () => {
    const out = join(temporaryDirectory(), "slice");
    const args = ["slice", "--data", oldSite(VALUES), "--id", String(START), "--out", out, "--quiet"];
    expect((await run(args)).status).toBe(0);
    const ids = readLines(join(out, "content.ndjson")).map(({ id }) => id);
    expect(ids).toEqual([1050, START, ...FORMS.map(([, , id]) => id)]);
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
    const out = join(temporaryDirectory(), "export");
    await run(["export", "--data", oldSite({ fieldset: VALUES.fieldset }), "--out", out, "--quiet"]);
    const start = readLines(join(out, "content.ndjson")).find(({ legacyId }) => legacyId === START);
    expect(start?.properties).toMatchObject({
      fieldset: {
        items: [
          {
            content: {
              properties: {
                links: [{ title: "a link", linkType: "Content", route: { path: "/page-1107/" } }],
              },
            },
          },
        ],
      },
    });
  });
});

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
    const out = join(temporaryDirectory(), "export");
    const args = withEditors({ page: "Umbraco.ContentPickerAlias" });
    await run(["export", ...args, "--out", out, "--quiet"]);
    const start = readLines(join(out, "content.ndjson")).find(({ legacyId }) => legacyId === START);
    expect(start?.properties).toMatchObject({
      body: { items: [{ content: { properties: { page: { name: "Page 1101" } } } }] },
    });
  });
});
