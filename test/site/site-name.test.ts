/** The name of a site without a given name. */
import { expect, it } from "vitest";
import { siteNameOf } from "../../src/site/site-name.ts";
import { nodeOf, treeOf } from "../support/site.ts";

const content = treeOf([nodeOf(1, "Home")]);

it.each([
  ["/sites/museum/uSync/v17", "museum"],
  ["/sites/museum/uSync", "museum"],
  ["/sites/museum", "museum"],
  ["/sites/museum/umbraco/Data/Umbraco.sqlite.db", "museum"],
  ["/sites/museum/App_Data/umbraco.config", "museum"],
  ["/downloads/Umbraco.sqlite.db", "downloads"],
  ["/downloads/museum.bacpac", "museum"],
  ["/downloads/museum.2024.sqlite.db", "museum.2024"],
  ["/uSync/v17", "Home"],
])("`siteNameOf` names %s %s", (path, name) => {
  expect(siteNameOf(path, { content })).toBe(name);
});

it("`siteNameOf` uses the file if there is neither a folder nor a root", () => {
  expect(siteNameOf("/Umbraco.sqlite.db", { content: treeOf([]) })).toBe("Umbraco.sqlite.db");
});
