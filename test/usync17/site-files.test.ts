/** Dictionary, domains, templates and languages in a folder for uSync 17. */
import { describe, expect, it } from "vitest";
import { KEY, language, node, type, written } from "./written.ts";

const item = (key: number, name: string, parent: string, translations: string, level: number) =>
  `<Dictionary Key="${KEY(key)}" Alias="${name}" Level="${level}"><Info>${parent}</Info><Translations>${translations}</Translations></Dictionary>`;
const domain = (key: number, name: string, root: number, code: string) =>
  `<Domain Key="${KEY(key)}" Alias="${name}"><Info><IsWildcard>false</IsWildcard><Language>${code}</Language><Root Key="${KEY(root)}">/x</Root></Info></Domain>`;

const SITE = {
  "Languages/da": language(11, "da-DK", true),
  "Languages/en": language(12, "en-US", false, "<Fallback>da-DK</Fallback>"),
  "Dictionary/form": item(21, "Form", "", '<Translation Language="da-DK">Formular</Translation>', 0),
  "Dictionary/send": item(
    22,
    "Form.Send",
    "<Parent>Form</Parent>",
    '<Translation Language="da-DK">Send &amp; luk</Translation><Translation Language="sv-SE">Skicka</Translation>',
    1,
  ),
  "Domains/one": domain(31, "Example.DK", 1, "da-DK"),
  "Domains/two": domain(32, "example.dk/en", 1, "en-US"),
  "Domains/three": domain(33, "gone.example", 9, "da-DK"),
  "ContentTypes/page": type(40, "page", {
    info: `<DefaultTemplate>newsPage</DefaultTemplate><AllowedTemplates><Template Key="${KEY(50)}">newsPage</Template></AllowedTemplates>`,
  }),
  "Content/home": node(1, "page", { name: "Hjem", info: `<Template Key="${KEY(50)}">newsPage</Template>` }),
};

async function parts() {
  const { text, names, report } = await written(SITE);
  return { body: (name: string) => text(name).replace(/^.*\n/, ""), names, report };
}

describe("usync: parts of the site beside nodes and types", () => {
  it("dictionary items keep their keys, levels, parents and the languages of the site", async () => {
    const { body, names, report } = await parts();
    expect(names("Dictionary")).toEqual(["form-send.config", "form.config"]);
    expect(body("Dictionary/form")).toBe(`<Dictionary Key="${KEY(21)}" Alias="Form" Level="0">
  <Info />
  <Translations>
    <Translation Language="da-DK">Formular</Translation>
  </Translations>
</Dictionary>`);
    expect(body("Dictionary/form-send")).toBe(`<Dictionary Key="${KEY(22)}" Alias="Form.Send" Level="1">
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
    const { body, names, report } = await parts();
    expect(names("Domains")).toEqual(["example-dk-en.config", "example-dk.config"]);
    expect(body("Domains/example-dk").replace(/Key="[^"]*" Alias/, "Alias")).toBe(`<Domain Alias="example.dk">
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
    const { body } = await parts();
    expect(body("Templates/newspage")).toContain(
      `<Template Key="${KEY(50)}" Alias="newsPage" Level="1">\n  <Name>newsPage</Name>\n  <Parent />\n</Template>`,
    );
    expect(body("ContentTypes/page")).toContain(`<Template Key="${KEY(50)}">newsPage</Template>`);
    expect(body("Content/hjem")).toContain(`<Template Key="${KEY(50)}">newsPage</Template>`);
  });

  it("languages keep their default and fallback", async () => {
    const { body } = await parts();
    expect(body("Languages/da-dk")).toContain("<IsDefault>true</IsDefault>");
    expect(body("Languages/en-us")).toMatch(/<IsDefault>false<\/IsDefault>\n {2}<Fallback>da-DK<\/Fallback>/);
  });
});
