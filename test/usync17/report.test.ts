/** The report of a folder for uSync, for the person who imports. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
const page = (id: number, name: string, more: object = {}) => ({
  ...{ id, key: KEY(id), name, type: "page", sortOrder: id, properties: {}, children: [], ...more },
});

type Line = Record<string, string | null>;

/** Writes a site of pages, and returns its report, what was printed, and a reader of files. */
async function written(files: Readonly<Record<string, string>>, data = ".") {
  const folder = dataDirectory(files);
  const out = join(temporaryDirectory(), "v17");
  const { status, stdout, stderr } = await run(["usync", "--data", join(folder, data), "--out", out]);
  expect(status, stderr).toBe(0);
  const lines = readLines(join(out, "..", "report.ndjson")) as Line[];
  const of = (problem: string) => lines.filter((line) => line.problem === problem);
  return { lines, of, stdout, stderr, text: (name: string) => readFileSync(join(out, name), "utf8") };
}
const json = (...pages: object[]) => written({ "content.json": JSON.stringify(pages) });

describe("usync: lines of the report", () => {
  it("name the node, its path and its value, say what happens in a sentence without JSON, and what to do", async () => {
    const picker = { editorAlias: "Umbraco.MultiNodeTreePicker", value: `umb://document/${"9".repeat(32)}` };
    const links = { editorAlias: "Umbraco.ColorPicker", value: '{"what":"is this?"}' };
    const { of, lines } = await json(
      page(1, "Home", { children: [page(2, "News", { properties: { picked: picker, colour: links } })] }),
    );
    expect(of("dead-reference")).toEqual([
      {
        ...{
          kind: "content",
          id: KEY(2),
          name: "News",
          path: "/Home/News",
          language: null,
          property: "picked",
        },
        ...{ pointer: "", problem: "dead-reference" },
        text: `refers with "umb://document/${"9".repeat(32)}" to a node that is missing or not published; pick another node after the import`,
      },
    ]);
    for (const { text } of lines) {
      expect(text).not.toMatch(/[[{]/);
      expect(text).toMatch(/^[^;]+; .+/);
    }
  });

  it("are counted by cause in the summary, all of them", async () => {
    const { lines, stderr } = await json(
      page(1, "Home", { properties: { a: { editorAlias: null, value: "x" } } }),
    );
    const counts = [...stderr.matchAll(/^(\d+) × /gm)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(lines.length);
    expect(stderr).toContain("1 × properties have no editor in the data: their values decide");
  });
});

describe("usync: names", () => {
  it("that siblings share get a number, as Umbraco gives it, with a line", async () => {
    const { of, text } = await json(page(1, "Images"), page(2, "images"), page(3, "Images (1)"));
    expect(of("renamed").map(({ name, text: line }) => [name, line])).toEqual([
      [
        "images (1)",
        'is called "images (1)", since a sibling has its name; change code that has the old one',
      ],
      ["Images (1) (1)", expect.stringContaining("since a sibling has its name")],
    ]);
    expect(text("Content/images-1.config")).toContain('Alias="images (1)"');
  });

  it("that are empty or longer than 255 characters are changed, with a line", async () => {
    const { of } = await json(page(1, " "), page(2, "x".repeat(300)));
    expect(of("renamed").map(({ text }) => text)).toEqual([
      'is called "page 00000001", since it has no name; change code that has the old one',
      expect.stringMatching(/^is called "x+…", since more than 255 characters do not fit; /),
    ]);
  });
});

it("usync: characters that XML cannot hold are left out, with a line for the node", async () => {
  const value = "a\u0007b \ud800 c";
  const { of, text } = await json(
    page(1, "Home", { properties: { body: { editorAlias: "Umbraco.TextBox", value } } }),
  );
  expect(text("Content/home.config")).toContain("<![CDATA[ab  c]]>");
  expect(of("not-encoded")).toMatchObject([
    {
      name: "Home",
      text: expect.stringContaining("body has characters that XML cannot hold, such as U+0007"),
    },
  ]);
});

it("usync: an alias that makes no XML name is changed, with a line", async () => {
  const { of, text } = await json(
    page(1, "Home", { properties: { "con\ufb01g": { editorAlias: "Umbraco.TextBox", value: "x" } } }),
  );
  expect(text("Content/home.config")).toContain("<config>");
  expect(of("renamed")).toMatchObject([{ kind: "content-type", name: "page" }]);
});

it("usync: a language that .NET does not know is reported with what hangs on it", async () => {
  const language = (iso: string, key: number, isDefault: boolean) =>
    `<Language Key="${KEY(key)}" Alias="${iso}"><Name>${iso}</Name><IsoCode>${iso}</IsoCode><IsDefault>${isDefault}</IsDefault></Language>`;
  const { of } = await written(
    {
      "v13/Languages/en.config": language("en-US", 1, true),
      "v13/Languages/tl.config": language("tl", 2, false),
      "v13/ContentTypes/page.config": `<ContentType Key="${KEY(3)}" Alias="page"><Info><Name>Page</Name><Variations>Culture</Variations></Info></ContentType>`,
      "v13/Domains/tl.config": `<Domain Key="${KEY(4)}" Alias="/tl"><Info><IsWildcard>false</IsWildcard><Language>tl</Language><Root Key="${KEY(5)}">/Home</Root></Info></Domain>`,
      "v13/Content/home.config": `<Content Key="${KEY(5)}" Alias="Home" Level="1"><Info><Parent Key="00000000-0000-0000-0000-000000000000" /><ContentType>page</ContentType>
        <NodeName Default="Home"><Name Culture="en-US">Home</Name><Name Culture="tl">Tahanan</Name></NodeName>
        <Published Default="true"><Published Culture="en-US">true</Published><Published Culture="tl">true</Published></Published></Info><Properties /></Content>`,
    },
    "v13",
  );
  expect(of("not-carried-over")).toMatchObject([
    {
      ...{ kind: "language", name: "tl" },
      text: "is no culture of .NET, as fil is: the import leaves it out with the texts of 1 page and 1 domain; set it up by hand if it is needed",
    },
  ]);
});

it("usync: a link without a title stays without one", async () => {
  const link = (title?: string) => ({
    ...(title && { name: title }),
    udi: `umb://document/${KEY(2).replaceAll("-", "")}`,
  });
  const value = JSON.stringify([link(), link("Read on")]);
  const { text } = await json(
    page(1, "Home", { properties: { links: { editorAlias: "Umbraco.MultiUrlPicker", value } } }),
    page(2, "News"),
  );
  const home = text("Content/home.config");
  expect(home.match(/"name": ".*"/g)).toEqual(['"name": "Read on"']);
});
