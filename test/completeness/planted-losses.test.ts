/** `diff --report completeness` of finished imports: those of the examples, whole and with planted losses. */
import { describe, expect, it } from "vitest";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { bilingualSite, type ExportedPage, IMPORTS, type Plant } from "./finished-imports.ts";

const SAMPLE = ["--sample"];

/** The pages that the report lists, with what each lost. */
async function lossesOf(old: string, listing: string) {
  const { status, stdout, stderr } = await run([
    ...["diff", old, listing, "--report", "completeness", "--format", "ndjson"],
  ]);
  const pages = parseLines(stdout).flatMap((page) => {
    const { name, language, state, wordsMissing, referencesMissing, imagesMissing, elementsMissing } = page;
    const losses = {
      words: wordsMissing,
      references: referencesMissing,
      images: imagesMissing,
      elements: elementsMissing,
    };
    const lost = Object.entries(losses).filter(([, missing]) => missing.length > 0);
    if (state === "imported" && lost.length === 0) return [];
    return [{ name, ...(language && { language }), state, ...Object.fromEntries(lost) }];
  });
  return { status, stderr, pages };
}

/** Changes a page of the export. */
const inPage =
  (legacyId: number, change: (page: ExportedPage) => void): Plant =>
  (pages) => {
    const found = pages.filter((page) => page.legacyId === legacyId);
    expect(found).toHaveLength(1);
    found.forEach(change);
    return pages;
  };

/** Replaces a part of the rich text `bodyText`. */
const inBody = (legacyId: number, from: RegExp | string, to: string): Plant =>
  inPage(legacyId, ({ properties }) => {
    const body = properties.bodyText as { markup: string };
    expect(body.markup).toMatch(from);
    body.markup = body.markup.replace(from, to);
  });

const PLANTED: [string, Plant, object][] = [
  [
    "a page",
    (pages) => pages.filter(({ legacyId }) => legacyId !== 1059),
    {
      name: "Kafé Tåkeluren",
      state: "missing",
      words: ["Waffles, fish soup and coffee. When the horn sounds, hold on to your cup."],
    },
  ],
  [
    "a block",
    inPage(1050, ({ properties }) => {
      (properties.blocks as { items: unknown[] }).items.shift();
    }),
    {
      name: "Måkevær Foghorn Museum",
      state: "imported",
      // Single words of it occur elsewhere on the page.
      words: expect.arrayContaining(['"You do not hear it. You are in it."']),
      elements: ["quoteBlock in blocks"],
    },
  ],
  [
    "a link",
    inBody(1058, /<a [^>]*data-destination-id[^>]*>(.*?)<\/a>/, "$1"),
    { name: "Getting here", state: "imported", references: ["Kafé Tåkeluren"] },
  ],
  [
    "an image",
    inPage(1063, ({ properties }) => {
      properties.image = null;
    }),
    { name: "Gamle Brølen", state: "imported", images: ["Gamle Brølen"] },
  ],
  [
    "a paragraph",
    inBody(1058, "The ferry from Bodø takes 95&nbsp;minutes.", ""),
    { name: "Getting here", state: "imported", words: ["The ferry from Bodø takes 95 minutes."] },
  ],
];

describe.each(Object.entries(IMPORTS))("diff --report completeness of examples/%s", (_, imported) => {
  it("reports no loss of the sample", async () => {
    expect(await lossesOf("data", await imported(SAMPLE))).toEqual({ status: 0, stderr: "", pages: [] });
  });

  it("reports no loss of a site in two languages", async () => {
    const site = bilingualSite();
    const listing = await imported(["--data", site]);
    expect(await lossesOf(site, listing)).toEqual({ status: 0, stderr: "", pages: [] });
  });

  it.each(PLANTED)("names what is lost: %s", async (_, plant, expected) => {
    const { status, pages } = await lossesOf("data", await imported(SAMPLE, plant));
    // Links to a page that is not there are reported on their own pages.
    const own = pages.filter(({ name }) => name === (expected as { name: string }).name);
    expect({ status, own }).toEqual({ status: 1, own: [expected] });
  });

  it("names what is lost: a language of a page", async () => {
    const site = bilingualSite();
    const listing = await imported(["--data", site], (pages) => {
      delete pages[1].cultures.da;
      return pages;
    });
    const { status, pages } = await lossesOf(site, listing);
    expect({ status, pages }).toEqual({
      status: 1,
      pages: [{ name: "News", language: "da", state: "missing", words: ["Hornet lyder klokken tolv."] }],
    });
  });

  it("names all losses at once, the worst first", async () => {
    const all: Plant = (pages) => PLANTED.reduce((left, [, plant]) => plant(left), pages);
    const { pages } = await lossesOf("data", await imported(SAMPLE, all));
    expect(pages.map(({ name }) => name)).toEqual([
      "Kafé Tåkeluren",
      "Måkevær Foghorn Museum",
      "Getting here",
      "Gamle Brølen",
    ]);
  });
});
