/** The section about markup of real sites: counts compared with a recount by regular expressions. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { auditSite } from "../../../src/analysis/audit/audit-site.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { createSite } from "../../../src/site/site.ts";
import type { SiteData } from "../../../src/site/site-data.ts";
import { siteNodes } from "../../../src/site/site-nodes.ts";
import { ElementTypes } from "../../../src/site/values/element-types.ts";
import { readValue } from "../../../src/site/values/read-value.ts";
import { SHARED } from "../../support/repository.ts";
import { distinctSites } from "../../support/shared-sites.ts";

/** Editors of the corpus that show tags as text. */
const PLAIN_EDITOR = /^Umbraco\.(?:TextArea|Textbox|TextBox|Plain\.String|Label)$/;

/** The HTML of all rich text of a site, elements included. */
function allHtml({ trees, types }: SiteData): string[] {
  const elementTypes = new ElementTypes(types());
  return [...siteNodes(trees)].flatMap((node) =>
    [...node.properties()].flatMap((property) => {
      const { shape, elements } = readValue(
        property.value,
        property.editorAlias,
        elementTypes,
        property.alias,
      );
      const values = [{ ...property, shape }, ...elements.flatMap(({ properties }) => properties)];
      return values.flatMap(({ editorAlias, value, shape }) => {
        if (PLAIN_EDITOR.test(editorAlias ?? "")) return [];
        if (shape !== "html" && !shape.startsWith("rich-text")) return [];
        let json = JSON.parse(value);
        while (shape !== "html" && typeof json === "string") json = JSON.parse(json);
        const html = shape === "html" ? json : json.markup;
        return typeof html === "string" ? [html] : [];
      });
    }),
  );
}

it.each(["data", ...distinctSites("corpus").map((name) => join(SHARED, name))])(
  "markup section: tags and classes equal a recount by regular expressions for %s",
  async (path) => {
    const data = await loadDirectory(path);
    const expected: Record<string, number> = {};
    const count = (name: string) => {
      expected[name] = (expected[name] ?? 0) + 1;
    };
    for (const html of allHtml(data)) {
      const text = html.replace(/<!--.*?-->/gs, "");
      for (const [tag, name] of text.matchAll(/<([a-z][\w:-]*)(?:"[^"]*"|'[^']*'|[^"'>])*>/gi)) {
        count(`tag ${name.toLowerCase()}`);
        const names = /\sclass\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
        for (const each of (names?.[1] ?? names?.[2] ?? "").split(/\s+/).filter(Boolean))
          count(`class ${each}`);
      }
    }
    const counted: Record<string, number> = {};
    const { rows } = (await auditSite(createSite(data), { wanted: ["markup"] })).section("markup");
    for (const { cells } of rows) {
      const name = `${cells.markup} ${cells.called}`;
      if (cells.markup === "tag" || cells.markup === "class")
        counted[name] = (counted[name] ?? 0) + Number(cells.count);
    }
    expect(counted).toEqual(expected);
    if (path === "data") expect(expected["tag p"]).toBeGreaterThan(10);
  },
);
