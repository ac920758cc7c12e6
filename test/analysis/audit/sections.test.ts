/** The rows of each section of an audit, for small sites. */

import { describe, expect, it } from "vitest";
import { type AuditSectionName, FINDING_SECTIONS } from "../../../src/analysis/audit/audit-section.ts";
import { auditSite } from "../../../src/analysis/audit/audit-site.ts";
import type { FileInventory } from "../../../src/analysis/audit/link-sections.ts";
import type { Kind } from "../../../src/operations.ts";
import { contentTypeOf, keyOf, siteOf, udiOf } from "../../support/site.ts";
import { blocksOf13 } from "../../support/stored-blocks.ts";

type Property = { editorAlias?: string; value: unknown };
type Page = { type?: string; url?: string; name?: string; properties?: Record<string, Property> };

const nodesOf = (pages: readonly Page[], firstId: number) =>
  pages.map(({ properties = {}, ...fields }, i) => ({
    id: firstId + i,
    key: keyOf(firstId + i),
    name: `n${firstId + i}`,
    ...fields,
    properties: Object.fromEntries(
      Object.entries(properties).map(([alias, property]) => [alias, { alias, ...property }]),
    ),
    children: [],
  }));

/** The type of pages and an element type, with the names and editors of their properties. */
const TYPES = ["page", "quote"].map((alias, i) =>
  contentTypeOf(50 + i, alias, {
    text: { editorAlias: "Umbraco.TextBox" },
    never: { editorAlias: "Umbraco.TextBox" },
    setting3: { editorAlias: "Umbraco.TextBox", name: "API key" },
  }),
);

type GivenSite = {
  content?: Page[];
  media?: Page[];
  hasTypes?: boolean;
  files?: FileInventory;
  kinds?: Kind[];
};

async function rowsOf(
  name: AuditSectionName,
  { content = [], media = [], hasTypes, files, kinds }: GivenSite,
) {
  const site = siteOf(nodesOf(content, 1), nodesOf(media, 11), hasTypes ? TYPES : []);
  const audit = await auditSite(site, { wanted: [name], kinds, files });
  const section = audit.section(name);
  expect(section.name).toBe(name);
  for (const { finding } of section.rows) if (finding) expect(FINDING_SECTIONS[finding]).toBe(name);
  return section.rows.map(({ owner, cells, node, query, finding }) => ({
    on: owner && `${owner.kind} ${owner.of} ${owner.type}`,
    cells: Object.keys(section.columns).map((name) => cells[name]),
    node: node && `${node.kind} ${node.id}`,
    query,
    ...(finding ? { finding } : {}),
  }));
}

const text = (value: unknown): Property => ({ editorAlias: "Umbraco.TextBox", value });
const page = (properties: Record<string, Property>, more: Page = {}) => ({
  type: "page",
  ...more,
  properties,
});
const blocks = (...texts: unknown[]): Property => ({
  editorAlias: "Umbraco.BlockList",
  value: blocksOf13(
    "BlockList",
    texts.map((one, i) => ({ type: 51, id: 90 + i, values: { text: one } })),
  ),
});

describe("auditSite: editors", () => {
  it("are counted by type, with value shapes and an example node", async () => {
    const content = [
      page({ a: text(""), b: text("x") }),
      page({ a: text("y") }),
      page({}, { type: "other" }),
    ];
    expect(
      await rowsOf("editors", { content, media: [{ type: "Image", properties: { f: { value: 5 } } }] }),
    ).toEqual([
      {
        on: "content node page",
        cells: ["Umbraco.TextBox", 3, 3 / 4, 2, "text 2, empty 1"],
        node: "content 2",
        query: { kind: "content", type: "page", editor: "Umbraco.TextBox", in: "node" },
      },
      {
        on: "media node Image",
        cells: [undefined, 1, 1 / 4, 1, "number 1"],
        node: "media 11",
        query: undefined,
      },
    ]);
  });

  it("have an example node with a value, if there is one", async () => {
    const content = [page({ a: text("") }), page({ a: text("y") }), page({ a: text("z") })];
    const [row] = await rowsOf("editors", { content });
    expect(row.node).toBe("content 2");
  });

  it("are counted in elements too, under the element's type", async () => {
    const rows = await rowsOf("editors", { content: [page({ b: blocks("x", "") })], hasTypes: true });
    expect(rows.map(({ on, cells, query }) => ({ on, cells, query }))).toEqual([
      {
        on: "content element quote",
        cells: ["Umbraco.TextBox", 2, 2 / 3, 1, "empty 1, text 1"],
        query: { kind: "content", element: "quote", editor: "Umbraco.TextBox", in: "element" },
      },
      {
        on: "content node page",
        cells: ["Umbraco.BlockList", 1, 1 / 3, 1, "block-list 1"],
        query: { kind: "content", type: "page", editor: "Umbraco.BlockList", in: "node" },
      },
    ]);
  });
});

describe("auditSite: elements", () => {
  it("are counted by the property and the element that contain them", async () => {
    const inner = {
      editorAlias: "Umbraco.NestedContent",
      value: [{ ncContentTypeAlias: "inner", text: "t" }],
    };
    const outer = [{ ncContentTypeAlias: "outer", list: JSON.stringify(inner.value) }];
    const content = [
      page({ body: { editorAlias: "Umbraco.NestedContent", value: JSON.stringify(outer) } }),
      page({ body: { editorAlias: "Umbraco.NestedContent", value: [...outer, ...outer] } }),
    ];
    const rows = await rowsOf("elements", { content });
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["inner", 3, 2, "body", "nested-content", "outer"],
      ["outer", 3, 2, "body", "nested-content", undefined],
    ]);
    expect(rows[0].query).toEqual({ kind: "content", type: "page", element: "inner" });
  });
});

describe("auditSite: references", () => {
  const FILE = "/media/1/gone.jpg";
  const link = (to: string) => text(`see <a href="${to}">that</a>`);

  it("are dead if the target is missing: one row for each text of each property", async () => {
    const missing = "umb://document/0000000000004000800000000000ffff";
    const asMedia = udiOf("media", 1);
    const local = "{localLink:77}";
    const content = [
      page({ a: text(`${missing} and ${missing}`), b: link(FILE) }),
      page({ a: text(udiOf("document", 1)), c: link(`/${local}`) }),
      page({ a: text(asMedia) }),
    ];
    const rows = await rowsOf("references", { content, media: [{ url: "/media/1/here.jpg" }] });
    const key = "00000000-0000-4000-8000-00000000ffff";
    expect(
      rows.map(({ cells, node, query, finding }) => [...cells.slice(0, 6), node, query?.linksTo, finding]),
    ).toEqual([
      [`content ${key}`, "no-such-node", 2, "a", missing, "udi", "content 1", missing, "dead-reference"],
      [`media ${FILE}`, "no-such-file", 1, "b", FILE, "media-path", "content 1", FILE, "dead-reference"],
      [`media ${keyOf(1)}`, "other-kind", 1, "a", asMedia, "udi", "content 3", asMedia, "dead-reference"],
      ["node 77", "no-such-node", 1, "c", local, "local-link", "content 2", "77", "dead-reference"],
    ]);
  });

  it("to unpublished pages are rows of their own", async () => {
    const draft = { ...page({}), published: false };
    const to = (id: number) => text(udiOf("document", id));
    const content = [page({ a: to(2) }), draft, page({ a: to(1) })];
    const [row, ...others] = await rowsOf("references", { content, media: [{}] });
    expect(row).toMatchObject({ node: "content 1", finding: "unpublished-reference" });
    expect(row.cells.slice(0, 2)).toEqual(["content 2", "not-published"]);
    expect(row.query).toEqual({ kind: "content", linksTo: keyOf(2) });
    expect(others).toEqual([]);
  });
});

it.each(["editors", "references"] as const)(
  "auditSite: %s are those of one kind only, if requested",
  async (name) => {
    const link = text('see <a href="/media/1/gone.jpg">that</a>');
    const site = { content: [page({ a: link })], media: [page({ a: link })] };
    for (const kind of ["content", "media"] as const) {
      const rows = await rowsOf(name, { ...site, kinds: [kind] });
      expect(rows.map(({ node }) => node?.split(" ")[0])).toEqual([kind]);
    }
  },
);

describe("auditSite: leftovers", () => {
  it("are counted by kind, macros by alias", async () => {
    const rich = (value: string) => page({ body: { editorAlias: "Umbraco.TinyMCE", value } });
    const content = [
      rich('<a href="/{localLink:1}">a</a><a href="/{localLink:2}">b</a>'),
      rich('<?UMBRACO_MACRO macroAlias="News" />'),
      rich('<?UMBRACO_MACRO macroAlias="Map" /><?UMBRACO_MACRO macroAlias="Map" />'),
      rich('<a href="/{localLink:3}">c</a>'),
    ];
    const rows = await rowsOf("leftovers", { content });
    expect(rows.map(({ cells, query, finding }) => [...cells, query?.leftover, finding])).toEqual([
      ["integer-local-link", 3, 2, "body", undefined, "body:integer-local-link", "leftover"],
      ["macro", 2, 1, "body", "Map", "body:macro=Map", "leftover"],
      ["macro", 1, 1, "body", "News", "body:macro=News", "leftover"],
    ]);
  });
});

describe("auditSite: media", () => {
  const image = (url?: string): Page => ({ type: "Image", ...(url === undefined ? {} : { url }) });

  it("lists files that several nodes share, with and without escapes", async () => {
    const media = [
      image("/media/1/a%20b.jpg"),
      image("/media/2/c.jpg"),
      image("/media/1/a b.jpg"),
      image(),
      image(),
      image("/media/3/d.jpg"),
      image("/media/3/d.jpg"),
    ];
    const rows = await rowsOf("media", { media });
    expect(rows.filter(({ finding }) => finding === "shared-file")).toEqual([
      {
        on: undefined,
        cells: ["shared-file", 2, "/media/1/a b.jpg"],
        node: "media 11",
        // A search compares URLs as they are written.
        query: undefined,
        finding: "shared-file",
      },
      {
        on: undefined,
        cells: ["shared-file", 2, "/media/3/d.jpg"],
        node: "media 16",
        query: { kind: "media", url: "=/media/3/d.jpg" },
        finding: "shared-file",
      },
    ]);
  });

  it("lists missing files and orphaned files", async () => {
    const files = { missing: [{ path: "/media/1/a.jpg", id: 12 }], orphaned: ["media/9/z.jpg"] };
    const rows = await rowsOf("media", { media: [image("/media/0/b.jpg"), image("/media/1/a.jpg")], files });
    const reported = rows.filter(({ finding }) => finding !== "unused-media");
    expect(reported.map(({ cells, node, finding }) => [...cells, node, finding])).toEqual([
      ["missing-file", 1, "/media/1/a.jpg", "media 12", "missing-file"],
      ["orphaned-file", 1, "media/9/z.jpg", undefined, "orphaned-file"],
    ]);
  });
});

describe("auditSite: media that nothing refers to", () => {
  it("are the nodes to which neither content nor other media refer, folders included, as find lists them", async () => {
    const media: Page[] = [
      { url: "/media/1/a.jpg" },
      { url: "/media/2/b.jpg" },
      { url: "/media/3/c.jpg", properties: { of: text(udiOf("media", 12)) } },
      { url: "/media/4/d.jpg", properties: { self: text(udiOf("media", 14)) } },
      { type: "Folder" },
    ];
    const content = [page({ a: text("<img src='/media/1/a.jpg?width=10'>") })];
    for (const kinds of [undefined, ["media"] as Kind[]]) {
      const rows = await rowsOf("media", { content, media, kinds });
      expect(rows.map(({ cells, node, finding }) => [...cells, node, finding])).toEqual([
        ["unused-media", 1, "n13", "media 13", "unused-media"],
        ["unused-media", 1, "n14", "media 14", "unused-media"],
        ["unused-media", 1, "n15", "media 15", "unused-media"],
      ]);
    }
    expect(await rowsOf("media", { content, media, kinds: ["content"] })).toEqual([]);
  });
});

describe("auditSite: URLs", () => {
  it("of several pages are compared without case and trailing slash", async () => {
    const content = ["/a/", "/A", "/b/", "/", "/", "#", "#", "", ""].map((url) => page({}, { url }));
    expect(await rowsOf("urls", { content, media: [{ url: "/b" }] })).toEqual([
      {
        on: undefined,
        cells: ["/", 2, "4, 5"],
        node: "content 4",
        query: { kind: "content", url: "=/" },
        finding: "duplicate-url",
      },
      {
        on: undefined,
        cells: ["/a", 2, "1, 2"],
        node: "content 1",
        query: { kind: "content", url: "=/a" },
        finding: "duplicate-url",
      },
    ]);
  });
});

describe("auditSite: secrets", () => {
  it("are listed by alias, or by the name in the type, if they have a value, which is never in a row", async () => {
    const content = [
      page({ smtpPassword: text("hunter2"), clientSecret: text(""), setting3: text("k-123") }),
      page({ smtpPassword: text("hunter2"), setting3: text("k-123"), title: text("t") }),
    ];
    const rows = await rowsOf("secrets", { content, hasTypes: true });
    expect(rows.map(({ cells, finding }) => [...cells, finding])).toEqual([
      ["setting3", "API key", 2, "Umbraco.TextBox", "secret"],
      ["smtpPassword", undefined, 2, "Umbraco.TextBox", "secret"],
    ]);
    for (const name of ["secrets", "properties", "editors", "filled"] as const)
      expect(JSON.stringify(await rowsOf(name, { content, hasTypes: true }))).not.toMatch(/hunter2|k-123/);
  });
});

describe("auditSite: texts", () => {
  it("lists each fault by node and property", async () => {
    const content = [
      page({ a: text("fine"), b: text("RÃ¸dgrÃ¸d") }),
      page({ a: text("a\u0007b") }),
      page({ a: text("<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> x") }),
    ];
    const rows = await rowsOf("texts", { content });
    expect(rows.map(({ cells, node, query, finding }) => [...cells, node, query, finding])).toEqual([
      ["broken-encoding", 2, "b", "Ã¸", "content 1", undefined, "broken-encoding"],
      ["conflict-marker", 1, "a", "<<<<<<<", "content 3", undefined, "conflict-marker"],
      ["control-character", 1, "a", "U+0007", "content 2", undefined, "control-character"],
    ]);
  });
});

describe("auditSite: properties", () => {
  it("lists properties that are always empty, missing from all nodes, or always the same", async () => {
    const content = [
      page({ hide: { value: 0 }, text: text(""), title: text("a"), same: text("long text") }),
      page({ hide: { value: 0 }, text: text(null), title: text("b"), same: text("long text") }),
      page({}),
    ];
    const rows = await rowsOf("properties", { content, hasTypes: true });
    expect(rows.map(({ cells, node, query }) => [...cells, node, query?.property])).toEqual([
      ["hide", "the same", 2, 3, "0", undefined, "content 1", "hide"],
      ["never", "empty", 0, 3, undefined, "Umbraco.TextBox", undefined, undefined],
      ["same", "the same", 2, 3, undefined, "Umbraco.TextBox", "content 1", "same"],
      ["setting3", "empty", 0, 3, undefined, "Umbraco.TextBox", undefined, undefined],
      ["text", "empty", 2, 3, undefined, "Umbraco.TextBox", undefined, undefined],
    ]);
  });

  it("lists a property with a single value only if the value is empty", async () => {
    const rows = await rowsOf("properties", { content: [page({ a: text("x"), b: text("") })] });
    expect(rows.map(({ cells: [property, always] }) => [property, always])).toEqual([["b", "empty"]]);
  });
});

describe("auditSite: filled", () => {
  it("is the share of a type's nodes and elements that have a value", async () => {
    const content = [page({ b: blocks("x", "") }), page({}), page({ b: text("") }), page({})];
    const rows = await rowsOf("filled", { content, hasTypes: true });
    expect(rows.map(({ on, cells }) => [on, ...cells])).toEqual([
      ["content node page", "b", 0, 0, 4, "Umbraco.TextBox"],
      ["content node page", "b", 0.25, 1, 4, "Umbraco.BlockList"],
      ["content node page", "never", 0, 0, 4, "Umbraco.TextBox"],
      ["content node page", "setting3", 0, 0, 4, "Umbraco.TextBox"],
      ["content node page", "text", 0, 0, 4, "Umbraco.TextBox"],
      ["content element quote", "never", 0, 0, 2, "Umbraco.TextBox"],
      ["content element quote", "setting3", 0, 0, 2, "Umbraco.TextBox"],
      ["content element quote", "text", 0.5, 1, 2, "Umbraco.TextBox"],
    ]);
  });
});
