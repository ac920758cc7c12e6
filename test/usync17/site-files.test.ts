/** Dictionary, domains, templates and languages in a folder for uSync 17. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { dataDirectory } from "../support/temporary.ts";

const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
const ROOT = '<Parent Key="00000000-0000-0000-0000-000000000000" />';
const language = (iso: string, isDefault: boolean, key: number, fallback = "") =>
  `<Language Key="${KEY(key)}" Alias="${iso}"><Name>${iso}</Name><IsoCode>${iso}</IsoCode><IsDefault>${isDefault}</IsDefault>${fallback}</Language>`;
const item = (key: number, name: string, parent: string, translations: string, level: number) =>
  `<Dictionary Key="${KEY(key)}" Alias="${name}" Level="${level}"><Info>${parent}</Info><Translations>${translations}</Translations></Dictionary>`;
const domain = (key: number, name: string, node: number, code: string) =>
  `<Domain Key="${KEY(key)}" Alias="${name}"><Info><IsWildcard>false</IsWildcard><Language>${code}</Language><Root Key="${KEY(node)}">/x</Root></Info></Domain>`;

const SITE = {
  "v9/Languages/da.config": language("da-DK", true, 11),
  "v9/Languages/en.config": language("en-US", false, 12, "<Fallback>da-DK</Fallback>"),
  "v9/Dictionary/form.config": item(
    21,
    "Form",
    "",
    '<Translation Language="da-DK">Formular</Translation>',
    0,
  ),
  "v9/Dictionary/send.config": item(
    22,
    "Form.Send",
    "<Parent>Form</Parent>",
    '<Translation Language="da-DK">Send &amp; luk</Translation><Translation Language="sv-SE">Skicka</Translation>',
    1,
  ),
  "v9/Domains/one.config": domain(31, "Example.DK", 1, "da-DK"),
  "v9/Domains/two.config": domain(32, "example.dk/en", 1, "en-US"),
  "v9/Domains/three.config": domain(33, "gone.example", 9, "da-DK"),
  "v9/ContentTypes/page.config": `<ContentType Key="${KEY(40)}" Alias="page"><Info><Name>Page</Name><DefaultTemplate>newsPage</DefaultTemplate>
    <AllowedTemplates><Template Key="${KEY(50)}">newsPage</Template></AllowedTemplates></Info></ContentType>`,
  "v9/Content/home.config": `<Content Key="${KEY(1)}" Alias="Hjem" Level="1"><Info>${ROOT}<ContentType>page</ContentType><NodeName Default="Hjem" />
    <SortOrder>0</SortOrder><Published Default="true" /><Template Key="${KEY(50)}">newsPage</Template></Info><Properties /></Content>`,
};

async function written() {
  const data = dataDirectory(SITE);
  const out = join(data, "out", "v17");
  const { status } = await run(["usync", "--data", join(data, "v9"), "--out", out]);
  expect(status).toBe(0);
  const body = (name: string) => readFileSync(join(out, name), "utf8").replace(/^.*\n/, "");
  const names = (section: string) => (existsSync(join(out, section)) ? readdirSync(join(out, section)) : []);
  return { body, names, report: readLines(join(out, "..", "report.ndjson")) };
}

describe("usync: parts of the site beside nodes and types", () => {
  it("dictionary items keep their keys, levels, parents and the languages of the site", async () => {
    const { body, names, report } = await written();
    expect(names("Dictionary").toSorted()).toEqual(["form-send.config", "form.config"]);
    expect(body("Dictionary/form.config")).toBe(`<Dictionary Key="${KEY(21)}" Alias="Form" Level="0">
  <Info />
  <Translations>
    <Translation Language="da-DK">Formular</Translation>
  </Translations>
</Dictionary>`);
    expect(
      body("Dictionary/form-send.config"),
    ).toBe(`<Dictionary Key="${KEY(22)}" Alias="Form.Send" Level="1">
  <Info>
    <Parent>Form</Parent>
  </Info>
  <Translations>
    <Translation Language="da-DK">Send &amp; luk</Translation>
  </Translations>
</Dictionary>`);
    expect(report).toContainEqual({
      ...{ kind: "dictionary", name: "Form.Send", problem: "not-carried-over" },
      text: "the site has no language sv-SE; set it up by hand if it is needed",
    });
  });

  it("domains are in lower case, with the path of their root; one without a root is reported", async () => {
    const { body, names, report } = await written();
    expect(names("Domains").toSorted()).toEqual(["example-dk-en.config", "example-dk.config"]);
    expect(
      body("Domains/example-dk.config").replace(/Key="[^"]*" Alias/, "Alias"),
    ).toBe(`<Domain Alias="example.dk">
  <Info>
    <IsWildcard>false</IsWildcard>
    <Language>da-DK</Language>
    <Root Key="${KEY(1)}">/Hjem</Root>
    <SortOrder>0</SortOrder>
  </Info>
</Domain>`);
    expect(report).toContainEqual({
      ...{ kind: "domain", name: "gone.example", problem: "not-carried-over" },
      text: "its root is not among the nodes; set it up by hand if it is needed",
    });
  });

  it("templates are stubs of their alias, which types and pages name", async () => {
    const { body } = await written();
    expect(body("Templates/newspage.config")).toContain(
      `<Template Key="${KEY(50)}" Alias="newsPage" Level="1">\n  <Name>newsPage</Name>\n  <Parent />\n</Template>`,
    );
    expect(body("ContentTypes/page.config")).toContain(`<Template Key="${KEY(50)}">newsPage</Template>`);
    expect(body("Content/hjem.config")).toContain(`<Template Key="${KEY(50)}">newsPage</Template>`);
  });

  it("languages keep their default and fallback", async () => {
    const { body } = await written();
    expect(body("Languages/da-dk.config")).toContain("<IsDefault>true</IsDefault>");
    expect(body("Languages/en-us.config")).toMatch(
      /<IsDefault>false<\/IsDefault>\n {2}<Fallback>da-DK<\/Fallback>/,
    );
  });
});
