/** `verify BEFORE AFTER` of an upgrade in place: a database of version 13 beside the same site in version 17. */
import { describe, expect, it } from "vitest";
import { SiteDatabase, type Value } from "../formats/database/site-database.ts";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { blocksOf13, blocksOf17 } from "../support/stored-blocks.ts";

type Site = {
  blocks: (texts: readonly string[], language: "en-US" | "ar") => unknown;
  related: string | null;
  intro: string;
};

const BLOCKS = {
  "en-US": ["You do not hear it, you stand in it", "Seven horns answered across the sound"],
  ar: ["لا تسمعه بل تقف فيه", "سبعة أبواق أجابت عبر المضيق"],
};
const INTRO = "The harbour opened in 1894, and has been dredged twice since.";

const stored = (texts: readonly string[]) =>
  texts.map((text, at) => ({ type: 700, id: 31 + at, values: { text } }));

const BEFORE: Site = {
  blocks: (texts) => blocksOf13("BlockList", stored(texts)),
  related: "about",
  intro: INTRO,
};
const AFTER: Site = { ...BEFORE, blocks: (texts) => blocksOf17("BlockList", stored(texts)) };

/** Of which visitors see only the first block in Arabic. */
const HIDDEN: Site = {
  ...AFTER,
  blocks: (texts, language) => {
    const value = blocksOf17("BlockList", stored(texts));
    return language === "ar" ? { ...value, expose: value.expose.slice(0, 1) } : value;
  },
};

/** Writes a database. @returns its path */
function database({ blocks, related, intro }: Site): string {
  const site = new SiteDatabase();
  const arabic = site.language("ar");
  const quote = site.type("quote", { text: "Umbraco.TextBox" });
  site.run("update umbracoNode set uniqueId = ? where id = ?", [keyOf(700), quote]);
  site.type(
    "page",
    { "*blocks": "Umbraco.BlockList", related: "Umbraco.ContentPicker", intro: "Umbraco.TextArea" },
    { varies: true },
  );
  const about = site.page("page", {
    name: "About",
    names: { 1: "About", [arabic]: "حول" },
    inLanguages: [1, arabic],
  });
  const [{ uniqueId }] = [
    { uniqueId: site.database.exec(`select uniqueId from umbracoNode where id = ${about}`)[0].values[0][0] },
  ];
  const values: Value[] = [
    {
      alias: "blocks",
      column: "textValue",
      value: JSON.stringify(blocks(BLOCKS["en-US"], "en-US")),
      language: 1,
    },
    {
      alias: "blocks",
      column: "textValue",
      value: JSON.stringify(blocks(BLOCKS.ar, "ar")),
      language: arabic,
    },
    { alias: "intro", column: "textValue", value: intro },
    ...(related === null
      ? []
      : [
          {
            alias: "related",
            column: "textValue",
            value: `umb://document/${String(uniqueId).replaceAll("-", "")}`,
          },
        ]),
  ];
  site.page("page", {
    name: "Home",
    names: { 1: "Home", [arabic]: "الرئيسية" },
    inLanguages: [1, arabic],
    values,
  });
  return site.write();
}

async function lossesOf(after: Site) {
  const { status, stdout } = await run([
    "verify",
    database(BEFORE),
    database(after),
    "--format",
    "ndjson",
    "--quiet",
  ]);
  const rows = parseLines(stdout);
  const lost = rows
    .filter(({ row }) => row === "page")
    .flatMap((page) =>
      ["words", "references", "elements"].flatMap((part) =>
        page[`${part}Missing`].map((each: string) => `${page.language} ${part}: ${each}`),
      ),
    );
  const properties = rows.filter(({ row }) => row === "property").map(({ property }) => property);
  return { status, lost, properties };
}

describe("verify of an upgrade in place", () => {
  it("finds no loss if each block, picker and text is there in its new form", async () => {
    expect(await lossesOf(AFTER)).toEqual({ status: 0, lost: [], properties: [] });
  });

  it.each<[what: string, after: Site, lost: string[], properties: string[]]>([
    [
      "a block that is hidden in one language",
      HIDDEN,
      [`ar words: ${BLOCKS.ar[1]}`, "ar elements: quote in blocks"],
      ["page.blocks", "quote.text"],
    ],
    [
      "a picker that is emptied",
      { ...AFTER, related: null },
      ["en-US references: About", "ar references: About"],
      ["page.related"],
    ],
    [
      "a text that is cut",
      { ...AFTER, intro: INTRO.slice(0, 27) },
      ["ar words: and has been dredged twice since.", "en-US words: and has been dredged twice since."],
      ["page.intro"],
    ],
  ])("finds %s", async (_, after, lost, properties) => {
    const found = await lossesOf(after);
    expect({ ...found, lost: found.lost.toSorted(), properties: found.properties.toSorted() }).toEqual({
      status: 1,
      lost: lost.toSorted(),
      properties: properties.toSorted(),
    });
  });
});
