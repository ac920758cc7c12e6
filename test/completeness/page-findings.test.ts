/** `verify` finds what is wrong with pages of an import besides lost parts: shared URLs, encodings, alt texts, anchors, parents, order. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const html = (value: string) => ({ editorAlias: "Umbraco.TinyMCE", value });
const text = (value: string) => ({ editorAlias: "Umbraco.TextBox", value });

const BODY = [
  `<h2 id="tickets">Tickets f&uuml;r alle</h2><p>See <a href="#tickets">tickets</a> and <a href="/horns/#bell">the bell</a>.`,
  `<img src="/media/1/horn.jpg" alt="A red horn"><img src="/media/1/horn.jpg" alt="">`,
  `<audio src="/media/2/horn.mp3"></audio><video src="/media/3/horn.mp4" poster="/media/4/still.jpg"></video>`,
  `<object data="/media/5/plan.pdf"></object><iframe src="https://play.example/v/7?width=400"></iframe></p>`,
].join("\n");

const QUOTES = [
  { key: keyOf(31), ncContentTypeAlias: "quote", text: "You do not hear it" },
  { key: keyOf(32), ncContentTypeAlias: "quote", text: "Seven horns answered" },
];

function site(properties: object = {}, bells: object = {}): string {
  return dataDirectory({
    "content.json": [
      {
        ...{ id: 1, key: keyOf(1), name: "Home", type: "page", url: "/", properties: {} },
        children: [
          {
            ...{ id: 2, key: keyOf(2), name: "Horns", type: "page", url: "/horns/", children: [] },
            properties: {
              body: html(BODY),
              quotes: { editorAlias: "Umbraco.NestedContent", value: QUOTES },
              note: text("Straße &lt; 7"),
              ...properties,
            },
          },
          {
            ...{ id: 3, key: keyOf(3), name: "Bells", type: "page", url: "/bells/" },
            ...{ properties: { body: html("<p>Two bells</p>") }, ...bells },
            children: [
              {
                id: 4,
                key: keyOf(4),
                name: "Gong",
                type: "page",
                url: "/bells/gong/",
                properties: {},
                children: [],
              },
            ],
          },
        ],
      },
    ],
    "media.json": [
      { id: 11, key: keyOf(11), name: "Horn", type: "Image", url: "/media/1/horn.jpg", properties: {} },
    ],
  });
}

const HORNS = {
  key: keyOf(2),
  url: "/horns/",
  html: `<main>${BODY}<p>You do not hear it</p><p>Seven horns answered</p><p>STRASSE &amp;lt; 7</p></main>`,
};
const ROWS = [
  { key: keyOf(1), url: "/", html: "" },
  HORNS,
  { key: keyOf(3), url: "/bells/", html: "<p>Two bells</p>" },
  { key: keyOf(4), url: "/bells/gong/", html: "" },
];
const replaced = (from: string | RegExp, to: string): typeof ROWS => {
  expect(HORNS.html).toMatch(from);
  return ROWS.map((row) => (row === HORNS ? { ...row, html: row.html.replace(from, to) } : row));
};
const moved = (key: string, url: string) => ROWS.map((row) => (row.key === key ? { ...row, url } : row));

function listing(rows: readonly object[]): string {
  const path = join(temporaryDirectory(), "imported.ndjson");
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join("\n"));
  return path;
}

/** The status, and all losses and findings with the names of their pages. */
async function verified(old: string, other: string, ...args: string[]) {
  const { status, stdout, stderr } = await run(["verify", old, other, "--format", "ndjson", ...args]);
  expect(stderr).toBe("");
  const found = parseLines(stdout)
    .filter(({ row }) => row === "page")
    .flatMap((page) => [
      ...(["words", "references", "images"] as const).flatMap((part) =>
        page[`${part}Missing`].map((each: string) => `${page.name}: ${part}: ${each}`),
      ),
      ...page.findings.map((each: string) => `${page.name}: ${each}`),
    ]);
  return { status, found };
}

const LOSSES: [what: string, rows: object[], found: string[]][] = [
  [
    "a link that only an attribute of Umbraco's APIs names",
    replaced('href="/horns/#bell"', `href="/nowhere/#bell" data-destination-id="${keyOf(2)}"`),
    ["Horns: references: Horns"],
  ],
  [
    "a second use of an image",
    replaced(/<img[^>]*alt="">/, ""),
    ["Horns: images: Horn (1 of 2 uses are there)"],
  ],
  ["an audio file", replaced(/<audio.*<.audio>/, ""), ["Horns: references: /media/2/horn.mp3"]],
  ["a video", replaced('src="/media/3/horn.mp4"', ""), ["Horns: references: /media/3/horn.mp4"]],
  ["a poster", replaced(/poster="[^"]*"/, ""), ["Horns: images: /media/4/still.jpg"]],
  ["an object", replaced(/<object.*<.object>/, ""), ["Horns: references: /media/5/plan.pdf"]],
  [
    "an entity that is escaped twice",
    replaced("f&uuml;r", "f&amp;uuml;r"),
    ["Horns: encoded: visitors see f&uuml;r"],
  ],
  [
    "tags that visitors read",
    replaced("<p>Seven horns answered</p>", "&lt;p&gt;Seven horns answered&lt;/p&gt;"),
    ["Horns: encoded: visitors see <p>", "Horns: encoded: visitors see </p>"],
  ],
  [
    "a page at the URL of another",
    moved(keyOf(3), "/horns"),
    ["Bells: same-url: has the URL of Horns: /horns"],
  ],
];

describe("verify finds a loss:", () => {
  it("none in an import that keeps everything", async () => {
    expect(await verified(site(), listing(ROWS))).toEqual({ status: 0, found: [] });
  });

  it.each(LOSSES)("%s", async (_, rows, found) => {
    expect(await verified(site(), listing(rows))).toEqual({ status: 1, found });
  });
});

const FINDINGS: [what: string, rows: object[], kind: string, found: string[]][] = [
  ["an alt text", replaced("A red horn", "horn.jpg"), "alt", ["Horns: alt: A red horn"]],
  [
    "a wrong anchor",
    replaced('href="#tickets"', 'href="#seats"'),
    "anchors",
    ["Horns: anchors: no link to #tickets"],
  ],
  [
    "an anchor that is not there",
    replaced('id="tickets"', ""),
    "anchors",
    ["Horns: anchors: #tickets is not on the page"],
  ],
  [
    "a page that is imported twice",
    [...ROWS, { ...HORNS, url: "/horns-1/" }],
    "duplicates",
    ["Horns: duplicates: is imported twice: /horns-1/"],
  ],
  [
    "a page whose row is there twice",
    [...ROWS, { ...HORNS, url: undefined }],
    "duplicates",
    ["Horns: duplicates: is imported twice"],
  ],
  [
    "a wrong parent",
    moved(keyOf(4), "/horns/gong/"),
    "parents",
    ["Gong: parents: is below Horns: /horns/gong/"],
  ],
];

describe("verify reports what is no loss, unless --fail-on names it:", () => {
  it.each(FINDINGS)("%s", async (_, rows, kind, found) => {
    expect(await verified(site(), listing(rows))).toEqual({ status: 0, found });
    expect((await verified(site(), listing(rows), "--fail-on", kind)).status).toBe(1);
  });

  it("no other order of the properties of an element's type", async () => {
    const quote = {
      key: keyOf(31),
      ncContentTypeAlias: "quote",
      source: "Warden",
      text: "You do not hear it",
    };
    const withType = (...aliases: string[]) =>
      dataDirectory({
        "content.json": [
          {
            ...{ id: 1, key: keyOf(1), name: "Home", type: "page", url: "/", children: [] },
            properties: { quotes: { editorAlias: "Umbraco.NestedContent", value: [quote] } },
          },
        ],
        "content-types.json": [
          {
            ...{ id: 5, key: keyOf(5), alias: "quote", name: "Quote" },
            tabs: [
              {
                ...{ id: 6, key: keyOf(6), name: "Content", sortOrder: 0 },
                properties: aliases.map((alias, sortOrder) => ({
                  ...{ id: 50 + sortOrder, key: keyOf(50 + sortOrder), alias, name: alias, sortOrder },
                  editorAlias: "Umbraco.TextBox",
                })),
              },
            ],
          },
        ],
      });
    expect(await verified(withType("source", "text"), withType("text", "source"))).toEqual({
      status: 0,
      found: [],
    });
  });

  it("the parent that Umbraco data has, whatever its URLs say", async () => {
    const gong = { id: 4, key: keyOf(4), name: "Gong", type: "page", properties: {}, children: [] };
    const at = (url: string) => ({ children: [{ ...gong, url }] });
    const below = (id: number, url: string) =>
      dataDirectory({
        "content.json": [1, 2].map((each) => ({
          ...{ id: each, key: keyOf(each), name: `Root ${each}`, type: "page", url: `/${each}/` },
          ...{ properties: {}, children: [], ...(each === id && at(url)) },
        })),
      });
    expect(await verified(below(1, "/1/gong/"), below(1, "/2/gong/"))).toEqual({ status: 0, found: [] });
    expect(await verified(below(1, "/1/gong/"), below(2, "/2/gong/"))).toEqual({
      status: 0,
      found: ["Gong: parents: is below Root 2: /2/gong/"],
    });
  });

  it.each<[what: string, properties: object, found: string[]]>([
    [
      "blocks",
      { quotes: { editorAlias: "Umbraco.NestedContent", value: QUOTES.toReversed() } },
      ["Horns: order: quotes has another order"],
    ],
    [
      "items of a list in a text",
      { list: html("<ul><li>Waffles</li><li>Coffee</li></ul>") },
      ["Horns: order: list has another order"],
    ],
  ])("another order of %s", async (_, properties, found) => {
    const old = site({ list: html("<ul><li>Coffee</li><li>Waffles</li></ul>") });
    const other = site({ list: html("<ul><li>Coffee</li><li>Waffles</li></ul>"), ...properties });
    expect(await verified(old, other)).toEqual({ status: 0, found });
    expect((await verified(old, other, "--fail-on", "order")).status).toBe(1);
  });
});

describe("verify raises no alarm for", () => {
  it.each<[what: string, rows: object[]]>([
    [
      "a list of references without uses",
      ROWS.map((row) => (row === HORNS ? { ...row, references: [keyOf(11)] } : row)),
    ],
    ["a flatter structure", moved(keyOf(4), "/gong/")],
    [
      "rows of two languages at one URL",
      ROWS.flatMap((row) => ["en", "da"].map((language) => ({ ...row, language }))),
    ],
    ["parts of one page at fragments", moved(keyOf(3), "/horns/#bells")],
    ["a player of another size", replaced("?width=400", "?width=800&height=600")],
  ])("%s", async (_, rows) => {
    expect(await verified(site(), listing(rows))).toEqual({ status: 0, found: [] });
  });

  it("an example of HTML that a text shows", async () => {
    const old = site({ note: text('<div class="a">Straße</div> &lt; 7') });
    const shown = '&lt;div class="a">STRASSE&lt;/div> &amp;lt; 7';
    expect(await verified(old, listing(replaced("STRASSE &amp;lt; 7", shown)))).toEqual({
      status: 0,
      found: [],
    });
  });

  it("a URL in a text property that the page shows as a text", async () => {
    const old = dataDirectory({
      "content.json": [
        {
          ...{ id: 1, key: keyOf(1), name: "Home", type: "page", url: "/" },
          children: [],
          properties: { site: { value: "https://fog.example/a" } },
        },
      ],
    });
    const rows = (shown: string) => listing([{ key: keyOf(1), url: "/", html: shown }]);
    expect(await verified(old, rows("<p>https://fog.example/a</p>"))).toEqual({ status: 0, found: [] });
    expect(await verified(old, rows("<p>fog</p>"))).toMatchObject({ status: 1 });
  });
});

it("verify names links that still lead to old URLs, and counts alt texts", async () => {
  const rows = moved(keyOf(2), "/fog/horns/");
  const { stdout } = await run(["verify", site(), listing(rows), "--format", "json"]);
  const { totals, pages } = JSON.parse(stdout);
  expect(totals).toMatchObject({ compared: { labels: { old: 1, kept: 1 } }, oldLinks: 1 });
  expect(pages.flatMap((page: { oldLinks: string[] }) => page.oldLinks)).toEqual(["/horns/#bell"]);
});
