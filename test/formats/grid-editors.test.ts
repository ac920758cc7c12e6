/** Grid editors of a site's configuration, for data in and beside the site's folder. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readGridEditors } from "../../src/formats/grid-editors.ts";
import { Findings } from "../../src/site/findings.ts";
import { dataDirectory } from "../support/temporary.ts";

const CONFIG = "config/grid.editors.config.js";
const MANIFEST = "App_Plugins/Quotes/package.manifest";
const headline = { name: "Headline", alias: "headline", view: "textstring", icon: "icon-coin" };
const quote = {
  name: "Quote",
  nameTemplate: "{{value}}",
  alias: "quote",
  view: "/App_Plugins/Quotes/quote.html",
  render: "/Views/quote.cshtml",
  icon: "icon-quote",
  config: { size: 3 },
};

function read(files: Record<string, unknown>, below = "") {
  const findings = new Findings();
  const site = dataDirectory(files);
  mkdirSync(join(site, below), { recursive: true });
  const editors = readGridEditors(join(site, below), findings);
  return { editors, warnings: findings.warnings.map(({ file, text }) => `${file}: ${text}`) };
}

it.each([[""], ["uSync"], ["uSync/v9"], ["usync/data"], ["App_Data"], ["App_Data/umbraco.config"]])(
  "readGridEditors finds the site's configuration from data in %j",
  (below) => {
    expect(read({ [CONFIG]: [headline] }, below)).toEqual({ editors: [headline], warnings: [] });
  },
);

it("readGridEditors reads nothing above data that is not in a folder of a site", () => {
  expect(read({ [CONFIG]: [headline] }, "data").editors).toEqual([]);
  expect(read({}).editors).toEqual([]);
});

it("readGridEditors allows comments and trailing commas; the configuration wins over plugins", () => {
  const text = `\uFEFF// ours\n[${JSON.stringify(headline)}, /* last */]`;
  const other = { ...headline, name: "Another" };
  const files = { [CONFIG]: text, [MANIFEST]: { gridEditors: [other, quote], propertyEditors: [{}] } };
  expect(read(files)).toEqual({ editors: [headline, quote], warnings: [] });
});

it("readGridEditors returns the API's members in its order, without null and unknown ones", () => {
  const { editors } = read({
    [MANIFEST]: { gridEditors: [{ x: 1, config: null, ...headline, render: null }] },
  });
  expect(editors).toEqual([headline]);
  const reversed = Object.fromEntries(Object.entries(quote).reverse());
  const [found] = read({ [CONFIG]: [reversed] }).editors;
  expect(Object.keys(found)).toEqual(["name", "nameTemplate", "alias", "view", "render", "icon", "config"]);
});

it.each([
  ["{", `${CONFIG}: cannot be read: its grid editors are not served`],
  ["[1]", `${CONFIG}: grid editor 1 has no name: it is not served`],
  [
    JSON.stringify([headline, { ...quote, icon: undefined }]),
    `${CONFIG}: grid editor 2 has no icon: it is not served`,
  ],
])("readGridEditors warns about %s", (text, warning) => {
  expect(read({ [CONFIG]: text }).warnings).toEqual([warning]);
});
