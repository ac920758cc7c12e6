/** `verify` finds each planted loss and nothing else, and takes no harmless change for one: of rows, and of the examples' imports. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { bilingualSite, IMPORTS } from "./finished-imports.ts";

const value = (editor: string, value: unknown) => ({ editorAlias: `Umbraco.${editor}`, value });
const udi = (kind: string, id: number) => `umb://${kind}/${keyOf(id).replaceAll("-", "")}`;
const file = (id: number, name: string, url: string, type = "Image") => ({
  id,
  key: keyOf(id),
  name,
  type,
  url,
  properties: {},
});

const BODY = [
  `<p>Fish &amp; chips at the <a href="/{localLink:${udi("document", 2)}}">concert</a>. The harbour opened in 1894.</p>`,
  `<p><a href="https://fog.example/horns/?id=7">Fog</a>, <a href="/news.php?newsid=3598">news</a>,`,
  `<a href="https://fog.example/list.pdf">list</a>, <a href="/media/2/map.pdf">map</a>,`,
  `<a href="mailto:fog@horn.example?subject=Hi">mail</a>, <a href="tel:+47 11 22 33 44">call</a></p>`,
  `<p><img src="/media/1/horn.jpg?width=500" alt=""> <img src="~/media/3/bell.png"></p>`,
].join("");

const OLD = {
  "content.json": [
    {
      id: 1,
      key: keyOf(1),
      name: "Fog & horns",
      type: "page",
      url: "/",
      properties: {
        title: value("TextBox", "Måkevær fog&shy;horn museum"),
        intro: value("TextArea", "Tea &amp; cof\u00adfee"),
        // A picker of version 7 without its editor: nobody reads the ids.
        related: { value: "1616,1635,1738" },
        body: value("TinyMCE", BODY),
        hero: value("MediaPicker3", `[{"key":"${keyOf(900)}","mediaKey":"${keyOf(14)}"}]`),
        quotes: value("NestedContent", [
          { key: keyOf(31), ncContentTypeAlias: "quote", text: "You do not hear it, you are in it" },
          { key: keyOf(32), ncContentTypeAlias: "quote", text: "Seven horns answered across the sound" },
        ]),
      },
    },
    {
      id: 2,
      key: keyOf(2),
      name: "Concert",
      type: "event",
      url: "/concert/",
      properties: {
        title: value("TextBox", "Night of the long echo"),
        price: value("Decimal", "499.50"),
        seats: value("Integer", "120"),
        date: value("DateTime", "2026-06-23T21:30:00"),
        isOpen: value("TrueFalse", "1"),
        isPrivate: value("TrueFalse", "0"),
        programme: value("UploadField", "/media/5/programme.pdf"),
      },
    },
  ],
  "media.json": [
    file(11, "Horn", "/media/1/horn.jpg"),
    file(12, "Map", "/media/2/map.pdf", "File"),
    file(13, "Bell", "/media/3/bell.png"),
    file(14, "Hero", "/media/4/hero.jpg"),
  ],
};

type Row = {
  key: string;
  url?: string;
  name?: string;
  text: string;
  references: string[];
  properties: Record<string, unknown>;
};

/** What an import has that keeps everything. */
const imported = (): Row[] => [
  {
    key: keyOf(1),
    url: "/",
    name: "Fog & horns",
    text: [
      "Måkevær foghorn museum. Tea & coffee.",
      "Fish & chips at the concert. The harbour opened in 1894. Fog, news, list, map, mail, call",
      "You do not hear it, you are in it. Seven horns answered across the sound",
    ].join("\n"),
    references: [
      "/concert/",
      "https://fog.example/horns/?id=7",
      "/news.php?newsid=3598",
      "https://fog.example/list.pdf",
      "/files/map.pdf",
      "mailto:fog@horn.example",
      "tel:+4711223344",
      "/img/horn.jpg",
      "/img/bell.png",
      "/img/hero.jpg",
    ],
    properties: {},
  },
  {
    key: keyOf(2),
    url: "/concert/",
    name: "Concert",
    text: "Night of the long echo",
    references: ["/files/programme.pdf"],
    properties: {
      price: "499.5",
      seats: 120,
      date: "2026-06-23 21:30",
      isOpen: true,
      isPrivate: false,
    },
  },
];

type Change = (home: Row, concert: Row) => void;

/** The status, and what each page and property of the report lost. */
async function verified(rows: readonly object[]) {
  const path = join(temporaryDirectory(), "imported.ndjson");
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { status, stdout, stderr } = await run(["verify", dataDirectory(OLD), path, "--format", "ndjson"]);
  expect(stderr).toBe("");
  const all = parseLines(stdout);
  const lost = all
    .filter(({ row }) => row === "page")
    .flatMap(({ name, state, newName, newUrl, ...page }) => [
      ...(state === "missing" ? [`${name} missing`] : []),
      ...(newName === "" ? [`${name} has no name`] : []),
      ...(newUrl === "" ? [`${name} has no URL`] : []),
      ...["words", "references", "images", "elements", "values"].flatMap((part) =>
        page[`${part}Missing`].map((each: string) => `${part}: ${each}`),
      ),
    ]);
  const properties = all.filter(({ row }) => row === "property").map(({ property }) => property);
  return { status, lost, properties };
}

async function afterChange(change: Change) {
  const [home, concert] = imported();
  change(home, concert);
  // A row that has all properties: what no row has is not compared.
  return verified([home, concert, { key: keyOf(11), properties: imported()[1].properties }]);
}

const replaced = (from: string, to: string): Change => {
  return (home) => {
    expect(home.text).toContain(from);
    home.text = home.text.replace(from, to);
  };
};
const reference = (from: string, ...to: string[]): Change => {
  return (home) => {
    expect(home.references).toContain(from);
    home.references.splice(home.references.indexOf(from), 1, ...to);
  };
};
const property = (alias: string, value?: unknown): Change => {
  return (_, { properties }) => {
    expect(properties).toHaveProperty(alias);
    properties[alias] = value;
  };
};

/** Lost references of the text, what is there instead, and as what they are reported if not as they are. */
const LOST_REFERENCES: [what: string, from: string, to?: string, lost?: string][] = [
  ["a link to a page", "/concert/", undefined, "Concert"],
  ["a link to another page", "/concert/", "/", "Concert"],
  ["a link elsewhere", "https://fog.example/horns/?id=7"],
  ["the path of a link elsewhere", "https://fog.example/horns/?id=7", "https://fog.example/bells/?id=7"],
  [
    "the query of a link elsewhere",
    "https://fog.example/horns/?id=7",
    "https://fog.example/horns/?id=8",
    "https://fog.example/horns/?id=7 (the same host and path is there, with other parameters)",
  ],
  ["the host of a link", "https://fog.example/horns/?id=7", "https://smog.example/horns/?id=7"],
  ["the host of a file elsewhere", "https://fog.example/list.pdf", "https://smog.example/list.pdf"],
  [
    "the query of a script",
    "/news.php?newsid=3598",
    "/news.php?v=ZZZ",
    "/news.php?newsid=3598 (the same host and path is there, with other parameters)",
  ],
  ["another script of the same name", "/news.php?newsid=3598", "/old/news.php"],
  ["a file", "/files/map.pdf", undefined, "Map"],
  ["a mail address", "mailto:fog@horn.example", undefined, "mailto:fog@horn.example?subject=Hi"],
  [
    "another mail address",
    "mailto:fog@horn.example",
    "mailto:smog@horn.example",
    "mailto:fog@horn.example?subject=Hi",
  ],
  ["a telephone number", "tel:+4711223344", undefined, "tel:+47 11 22 33 44"],
];

const LOSSES: [what: string, change: Change, lost: string[], properties: string[]][] = [
  ["a word", replaced("chips ", ""), ["words: chips"], ["page.body"]],
  ["a word that is another one", replaced("museum", "centre"), ["words: museum"], ["page.title"]],
  [
    "a cut text",
    replaced(". The harbour opened in 1894", ""),
    ["words: The harbour opened in 1894."],
    ["page.body"],
  ],
  ["a word that is there once less", replaced("you are in it", "you are"), ["words: in it"], ["quote.text"]],
  ["a field of plain text", replaced(" Tea & coffee.", ""), ["words: Tea coffee"], ["page.intro"]],
  [
    "a block",
    replaced("Seven horns answered across the sound", ""),
    ["words: Seven horns answered across the sound", "elements: quote in quotes"],
    ["page.quotes", "quote.text"],
  ],
  [
    "the text of another page",
    (_, concert) => {
      concert.text = "Seven horns";
    },
    ["words: Night of the long echo"],
    ["event.title"],
  ],
  [
    "all text of a page",
    (_, concert) => {
      concert.text = "";
    },
    ["words: Night of the long echo"],
    ["event.title"],
  ],
  [
    "a file of an upload field",
    (_, concert) => {
      concert.references = [];
    },
    ["references: /media/5/programme.pdf"],
    ["event.programme"],
  ],
  ...LOST_REFERENCES.map(([what, from, to, lost = from]): (typeof LOSSES)[number] => [
    what,
    reference(from, ...(to === undefined ? [] : [to])),
    [`references: ${lost}`],
    ["page.body"],
  ]),
  ["an image in a text", reference("/img/horn.jpg"), ["images: Horn"], ["page.body"]],
  ["a swapped image", reference("/img/horn.jpg", "/img/other.jpg"), ["images: Horn"], ["page.body"]],
  ["an image that begins with a tilde", reference("/img/bell.png"), ["images: Bell"], ["page.body"]],
  ["a picked image", reference("/img/hero.jpg"), ["images: Hero"], ["page.hero"]],
  ["a decimal", property("price", "49.95"), ["values: price 499.5"], ["event.price"]],
  ["a number that is not there", property("seats"), ["values: seats 120"], ["event.seats"]],
  ["a date", property("date", "2026-06-24"), ["values: date 2026-06-23T21:30:00"], ["event.date"]],
  ["a switch", property("isOpen", false), ["values: isOpen true"], ["event.isOpen"]],
  [
    "a switch that is on instead of off",
    property("isPrivate", true),
    ["values: isPrivate false"],
    ["event.isPrivate"],
  ],
  [
    "an empty name",
    (home) => {
      home.name = "";
    },
    ["Fog & horns has no name"],
    ["page (name)"],
  ],
  [
    "an empty URL",
    (_, concert) => {
      concert.url = "";
    },
    // Links to the page are not known by its URL any more.
    ["Concert has no URL"],
    ["event (url)"],
  ],
];

describe("verify finds", () => {
  it("nothing in an import that keeps everything", async () => {
    expect(await verified(imported())).toEqual({ status: 0, lost: [], properties: [] });
  });

  it.each(LOSSES)("%s", async (_, change, lost, properties) => {
    expect(await afterChange(change)).toEqual({ status: 1, lost, properties });
  });

  it("a page, with all that it has", async () => {
    const [home] = imported();
    const lost = ["Concert missing", "words: Night of the long echo", "references: /media/5/programme.pdf"];
    expect(await verified([home])).toEqual({ status: 1, lost, properties: [] });
  });

  it("a property that is lost on all pages, first in every format", async () => {
    const [home, concert] = imported();
    concert.properties = { ...concert.properties, price: undefined, date: undefined };
    const { properties } = await verified([
      home,
      concert,
      { ...concert, key: keyOf(77), properties: { price: 1, date: "2020-01-01" } },
    ]);
    expect(properties).toEqual(["event.date", "event.price"]);
  });
});

type Rows = (rows: Row[]) => object[];

const texts =
  (written: (text: string) => string): Rows =>
  ([home, ...others]) => [{ ...home, text: written(home.text) }, ...others];
const links =
  (written: (link: string) => string): Rows =>
  ([home, ...others]) => [{ ...home, references: home.references.map(written) }, ...others];
const values =
  (properties: object): Rows =>
  ([home, concert]) => [home, { ...concert, properties: { ...concert.properties, ...properties } }];

const HARMLESS: [what: string, change: Rows][] = [
  [
    "entities instead of characters in html",
    ([{ text, ...home }, ...others]) => [
      { ...home, html: text.replaceAll("&", "&amp;").replace("å", "&aring;") },
      ...others,
    ],
  ],
  ["an entity that the old text shows, too", texts((text) => text.replace("Tea &", "Tea &amp;"))],
  ["soft hyphens", texts((text) => text.replace("chips", "ch\u00adips"))],
  ["zero-width characters", texts((text) => text.replace("harbour", "har\u200bbour\ufeff"))],
  ["white space", texts((text) => text.replaceAll(" ", " \n\t "))],
  ["case", texts((text) => text.toUpperCase())],
  ["punctuation and quotes", texts((text) => text.replace("You do", "“You” do –").replace(".", " …"))],
  ["decomposed letters", texts((text) => text.normalize("NFD"))],
  ["other order of texts", texts((text) => text.split("\n").reverse().join("\n"))],
  ["more text", texts((text) => `Menu ${text} Footer 2026`)],
  [
    "html with attributes and inline tags instead of text",
    ([{ text, references, ...home }, ...others]) => [
      {
        ...home,
        html: `<main class="x">${text.replaceAll("&", "&amp;").replace("museum", "mus<em data-x='1'>eum</em>")}${references
          .map((each) =>
            /\.(?:jpg|png)$/.test(each) ? `<img loading=lazy src="${each}">` : `<a rel=x href='${each}'></a>`,
          )
          .join("")}</main>`,
      },
      ...others,
    ],
  ],
  ["rows in another order", (rows) => rows.toReversed()],
  ["keys as UDIs", ([home, ...others]) => [{ ...home, key: udi("document", 1) }, ...others]],
  [
    "keys in braces and capital letters, and unknown columns",
    (rows) => rows.map((row) => ({ ...row, key: `{${row.key.toUpperCase()}}`, slug: 1 })),
  ],
  ["rows of keys alone: only what is known is compared", (rows) => rows.map(({ key }) => ({ key }))],
  [
    "absolute URLs of pages and links",
    (rows) =>
      links((link) => link.replace(/^\/(?!news)/, "https://new.example/"))(
        rows.map((row) => ({ ...row, url: `https://new.example${row.url}` })),
      ),
  ],
  [
    "absolute URLs of images, and rows with paths",
    links((link) => link.replace(/^\/img/, "https://cdn.example/img")),
  ],
  [
    "renamed files that rows of media name",
    (rows) => [
      ...links((link) => link.replace("/img/horn.jpg", "https://new.example/a1b2.webp"))(rows),
      { key: keyOf(11), url: "/a1b2.webp" },
    ],
  ],
  ["other sizes of images", links((link) => link.replace(/(?<=\.(?:jpg|png))$/, "?width=320&v=2"))],
  [
    "parameters that a system adds to links",
    links((link) => link.replace("?id=7", "?id=7&utm_source=fog&ref=new")),
  ],
  ["case of hosts, and http instead of https", links((link) => link.replace("https://fog", "http://FOG"))],
  ["other case and slashes of pages", links((link) => link.replace("/concert/", "/CONCERT"))],
  [
    "a new URL of a page, with links to it",
    ([home, concert]) =>
      links((link) => link.replace("/concert/", "/events/concert"))([
        home,
        { ...concert, url: "/events/concert/" },
      ]),
  ],
  [
    "references by key",
    ([home, ...others]) => {
      const foreign = home.references.filter((each) => /^https|^mail|^tel|news/.test(each));
      return [{ ...home, references: [...[2, 11, 12, 13, 14].map(keyOf), ...foreign] }, ...others];
    },
  ],
  [
    "more references",
    ([home, ...others]) => [{ ...home, references: [...home.references, "/imprint/", "#top"] }, ...others],
  ],
  [
    "numbers and switches in other forms",
    values({ price: 499.5, seats: "120", isOpen: "1", isPrivate: "0" }),
  ],
  ["dates with seconds and a zone", values({ date: "2026-06-23T21:30:00Z" })],
  [
    "a switch that is off and not there, properties in other case and within others",
    values({ isPrivate: undefined, price: undefined, offer: { items: [{ Price: "499.5" }] } }),
  ],
  [
    "a row for each part of a page",
    ([{ text, ...home }, ...others]) => [
      { ...home, text: text.slice(0, text.indexOf("\n")) },
      { key: home.key, text: text.slice(text.indexOf("\n")) },
      ...others,
    ],
  ],
  [
    "names with entities and white space",
    ([home, ...others]) => [{ ...home, name: " Fog &amp;\u00a0horns" }, ...others],
  ],
];

describe("verify takes for no loss", () => {
  it.each(HARMLESS)("%s", async (_, change) => {
    expect(await verified(change(imported()))).toEqual({ status: 0, lost: [], properties: [] });
  });
});

describe("verify counts what it cannot compare", () => {
  const plain = async (rows: readonly object[], ...flags: string[]) => {
    const path = join(temporaryDirectory(), "imported.ndjson");
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    return run(["verify", dataDirectory(OLD), path, ...flags]);
  };

  it("of a listing that has text alone", async () => {
    const rows = imported().map(({ key, text }) => ({ key, text }));
    const { status, stdout } = await plain(rows);
    expect(status).toBe(0);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "not compared: 8 references, 3 images, 2 numbers (event.price, event.seats), 1 date (event.date), ",
    );
    expect(stdout).toContain("nothing is lost of what was compared");
    const { totals } = JSON.parse((await plain(rows, "--format", "json")).stdout);
    const values = { number: 2, date: 1, boolean: 2, other: 1 };
    expect(totals.notCompared).toEqual({ references: 8, images: 3, names: 2, urls: 2, ...values });
  });

  it("values of a property that no row has, and names the property", async () => {
    const rows = imported().map(({ properties: { price: _, ...properties }, ...row }) => ({
      ...row,
      properties,
    }));
    const { status, stdout } = await plain(rows);
    expect(status).toBe(0);
    expect(stdout).toContain("not compared: 1 number (event.price)");
    const { totals } = JSON.parse((await plain(rows, "--format", "json")).stdout);
    expect(totals.notComparedProperties).toEqual({ "event.price": 1, "page.related": 1 });
  });

  it("links that still lead to URLs of the old site", async () => {
    const [home, concert] = imported();
    const { status, stdout } = await plain([home, { ...concert, url: "/events/concert/" }]);
    expect(status).toBe(0);
    expect(stdout).toContain("1 link to a URL of the old site, kept as a reference\n");
  });
});

describe("verify of two languages", () => {
  const rowsOf = (language: string, home: string, news: string) => [
    { key: keyOf(1), language, text: home },
    { key: keyOf(2), language, text: news },
  ];
  const ENGLISH = rowsOf("en-US", "Hold on to your cup.", "The horn sounds at noon.");
  const lines = async (rows: readonly object[], ...args: string[]) => {
    const path = join(temporaryDirectory(), "imported.ndjson");
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    return run(["verify", bilingualSite(), path, ...args]);
  };

  it("says of a language that is missing in one line that nothing is imported", async () => {
    const { status, stdout } = await lines(ENGLISH);
    expect(status).toBe(1);
    expect(stdout).toContain("\nda: nothing imported (2 pages)\n");
    expect(stdout).not.toContain("Pages with losses");
  });

  it("--culture checks one language", async () => {
    expect((await lines(ENGLISH, "--culture", "en-US")).status).toBe(0);
    expect((await lines(ENGLISH, "--culture", "da")).status).toBe(1);
  });

  it("--culture: the first line, stderr and json name the languages that are not checked", async () => {
    const { stdout, stderr } = await lines(ENGLISH, "--culture", "en-US");
    expect(stdout.split("\nnew ")[0].replace(/\s+/g, " ")).toMatch(/^old .*; da not checked$/);
    expect(stderr).toMatch(/^warning: .* also has da: --culture leaves these out of the check$/m);
    expect((await lines(ENGLISH, "--culture", "en-US", "--quiet")).stderr).toBe("");
    const json = async (...args: string[]) =>
      JSON.parse((await lines(ENGLISH, "--format", "json", ...args)).stdout).totals.languagesLeftOut;
    expect([await json("--culture", "en-US"), await json()]).toEqual([["da"], []]);
  });
});

describe("verify of Umbraco data", () => {
  const home = OLD["content.json"][0];
  const site = (...content: object[]) => dataDirectory({ ...OLD, "content.json": content });

  it("reads it as an import: nothing is lost of the same site", async () => {
    const { status, stdout } = await run(["verify", dataDirectory(OLD), dataDirectory(OLD)]);
    expect(status).toBe(0);
    expect(stdout).toContain("\nnothing is lost of what was compared\n");
    expect(stdout).toMatch(/values +5 +5/);
  });

  it("finds a dropped value, and takes names of properties from a file", async () => {
    const { price, ...others } = OLD["content.json"][1].properties as unknown as Record<string, object>;
    const [dropped, named] = [others, { ...others, cost: price }].map((properties) =>
      site(home, { ...OLD["content.json"][1], properties }),
    );
    const names = join(dataDirectory({ "names.json": '{"event.price":"cost"}' }), "names.json");
    const lost = await run(["verify", dataDirectory(OLD), dropped]);
    expect(lost.status).toBe(1);
    expect(lost.stdout).toMatch(/^event\.price +1 of 1 +-1$/m);
    expect((await run(["verify", dataDirectory(OLD), named])).status).toBe(1);
    expect((await run(["verify", dataDirectory(OLD), named, "--names", names])).status).toBe(0);
  });

  it.each([
    ["without the media node that a page picks", OLD["media.json"].filter(({ name }) => name !== "Hero")],
    ["without any media", []],
  ])("finds a picked image lost in a site %s", async (_, media) => {
    const other = dataDirectory({ ...OLD, "media.json": media });
    const { status, stdout } = await run(["verify", dataDirectory(OLD), other, "--fail-on", "images"]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^page\.hero +1 of 1/m);
  });

  it("--below checks a part of the site", async () => {
    const other = site(home);
    const status = async (...args: string[]) =>
      (await run(["verify", dataDirectory(OLD), other, "--fail-on", "missing", ...args])).status;
    expect(await status()).toBe(1);
    expect(await status("--below", "1")).toBe(0);
    expect(await status("--below", keyOf(2))).toBe(1);
    expect(await status("--below", "99")).toBe(3);
  });
});

describe.each(Object.entries(IMPORTS))("verify of examples/%s", (_, example) => {
  it.each<[string, () => string, string[]]>([
    ["the sample", () => "data", ["--sample"]],
    ["a site in two languages", bilingualSite, []],
  ])("reports no loss of %s", async (_, site, args) => {
    const old = site();
    const listing = await example(args.length > 0 ? args : ["--data", old]);
    const { status, stdout, stderr } = await run(["verify", old, listing]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("nothing is lost");
  });

  it("names a page that was not imported, and a block", async () => {
    const listing = await example(["--sample"], (pages) => {
      const [home] = pages.filter(({ legacyId }) => legacyId === 1050);
      (home.properties.blocks as { items: unknown[] }).items.shift();
      return pages.filter(({ legacyId }) => legacyId !== 1059);
    });
    const { status, stdout } = await run(["verify", "data", listing]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/Kafé Tåkeluren +1059 +missing/);
    expect(stdout).toMatch(/^homePage\.blocks +1 of 1/m);
    expect(stdout).toContain("elements: quoteBlock in blocks");
  });
});
