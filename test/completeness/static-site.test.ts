/** `verify` against a site that the example `static-site` wrote from the sample: what its pages lack, or have wrong, is found. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runExample } from "../support/examples.ts";
import { listening } from "../support/listening.ts";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { directoryOfFile } from "../support/temporary.ts";
import { answerFrom, type NewSite } from "./themed-site.ts";

const directory = directoryOfFile();
const written: NewSite = { pages: {}, redirects: {}, files: new Set() };

/** Texts of the front matter, then the body, as a theme shows them. */
function rendered(markdown: string): string {
  const [, matter, body] = markdown.split(/^---\n/m);
  const { title, params } = JSON.parse(`{${matter.trim().split("\n").join(",")}}`);
  const texts = Object.values<unknown>(params).flatMap((text) => (typeof text === "string" ? text : []));
  const escaped = texts.map((text) => `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`);
  return `<title>${title}</title><nav><a href="/">Home</a></nav><main><h1>${title}</h1>${escaped.join("")}${body}</main>`;
}

beforeAll(async () => {
  const [out, site] = [join(directory, "export"), join(directory, "site")];
  await run(["export", "--sample", "--files", "--out", out]);
  runExample("static-site/build.js", out, site);
  for (const name of readdirSync(join(site, "content"), { recursive: true, encoding: "utf8" })) {
    const path = `/${name.replaceAll("\\", "/")}`;
    if (path.endsWith("index.md"))
      written.pages[path.replace(/index\.md$/, "")] = rendered(
        readFileSync(join(site, "content", name), "utf8"),
      );
  }
  for (const name of readdirSync(join(site, "static"), { recursive: true, encoding: "utf8" }))
    written.files.add(`/${name.replaceAll("\\", "/")}`);
});

async function verified(change: (site: NewSite) => void) {
  const site = { ...written, pages: { ...written.pages }, redirects: {} };
  change(site);
  const url = await listening(answerFrom(site));
  const { status, stdout } = await run(["verify", "data", url, "--format", "ndjson"]);
  const found = parseLines(stdout).flatMap(({ row, state, name, findings, ...page }) => [
    ...(row === "page" && state === "missing" ? [`${name}: missing`] : []),
    ...(row === "page" && state !== "missing"
      ? ["words", "references", "images", "elements"].flatMap((part) =>
          page[`${part}Missing`].map((each: string) => `${name}: ${part}: ${each}`),
        )
      : []),
    ...(row === "page" ? findings.map((each: string) => `${name}: ${each}`) : []),
  ]);
  return { status, found };
}

const replaced = (path: string, from: string | RegExp, to: string) => (site: NewSite) => {
  expect(site.pages[path]).toMatch(from);
  site.pages[path] = site.pages[path].replace(from, to);
};
/** The URL of a page leads to another URL, at which the page is unless it has another page. */
const moved = (from: string, to: string) => (site: NewSite) => {
  site.redirects[from] = to;
  site.pages[to] ??= site.pages[from];
};

const FOG = "/stories/what-fog-sounds-like/";
const GETTING_HERE = "/visit/getting-here/";
const CAFE = "/visit/kafe-taakeluren/";

describe("verify of a static site from the sample", () => {
  it("finds nothing if it shows everything", async () => {
    expect(Object.keys(written.pages).length).toBeGreaterThan(20);
    expect(await verified(() => {})).toEqual({ status: 0, found: [] });
  });

  it.each<[what: string, change: (site: NewSite) => void, status: number, found: string[]]>([
    [
      "a page",
      (site) => void delete site.pages[CAFE],
      1,
      [
        "Kafé Tåkeluren: missing",
        "Getting here: references: Kafé Tåkeluren",
        `Getting here: broken: ${CAFE} does not answer`,
      ],
    ],
    [
      "a block",
      replaced("/", /<section class="quoteBlock">.*?<.section>/s, ""),
      1,
      [
        'Måkevær Foghorn Museum: words: "You do not hear it. You are in it."',
        "Måkevær Foghorn Museum: words: visitor from Røst, 2018",
        "Måkevær Foghorn Museum: elements: quoteBlock in blocks",
      ],
    ],
    [
      "a caption",
      replaced("/", /<p>The harbour at half past four.*?<.p>/, ""),
      1,
      [
        "Måkevær Foghorn Museum: words: at half past four, probably.",
        "Måkevær Foghorn Museum: elements: imageBlock in blocks",
      ],
    ],
    [
      "the end of a page",
      replaced(FOG, /: that is why horns are deep[^<]*/, ""),
      1,
      ["What fog sounds like: words: that is why horns are deep and why flutes drown."],
    ],
    [
      "the title of a link",
      replaced(GETTING_HERE, / title="Timetable[^"]*"/, ""),
      0,
      ['Getting here: alt: Timetable "summer"'],
    ],
    ["a wrong alt text", replaced(FOG, 'alt="Grey"', 'alt="Green"'), 0, ["What fog sounds like: alt: Grey"]],
    ["a lost alt text", replaced(FOG, ' alt="Grey"', ""), 0, ["What fog sounds like: alt: Grey"]],
    [
      "an entity that is escaped twice",
      replaced(FOG, "&mdash;", "&amp;mdash;"),
      1,
      ["What fog sounds like: encoded: visitors see &mdash;"],
    ],
    [
      "a tag that is escaped",
      replaced(FOG, "<p>", "&lt;p&gt;"),
      1,
      ["What fog sounds like: encoded: visitors see <p>"],
    ],
    [
      "a link to nowhere",
      replaced(GETTING_HERE, `href="${CAFE}"`, 'href="/nowhere/"'),
      1,
      ["Getting here: references: Kafé Tåkeluren", "Getting here: broken: /nowhere/ does not answer"],
    ],
    [
      "two pages at one URL",
      moved(CAFE, GETTING_HERE),
      1,
      [
        "Kafé Tåkeluren: words: Waffles, fish soup and coffee. When the horn sounds, hold on to your cup.",
        "Kafé Tåkeluren: same-url: has the URL of another page: /visit/getting-here",
      ],
    ],
    [
      "a wrong parent",
      moved(CAFE, "/stories/kafe-taakeluren/"),
      0,
      ["Kafé Tåkeluren: parents: is below Stories: /stories/kafe-taakeluren/"],
    ],
  ])("finds %s", async (_, change, status, expected) => {
    expect(await verified(change)).toEqual({ status, found: expected });
  });
});
