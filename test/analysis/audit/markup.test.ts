/** The section about markup: what is counted, and of which editors. */
import { describe, expect, it } from "vitest";
import { auditSite } from "../../../src/analysis/audit/audit-site.ts";
import type { DataNode } from "../../oracle.ts";
import { nodeOf, propertiesOf, siteOf } from "../../support/site.ts";

async function rowsOf(pages: DataNode[]) {
  const { rows, columns } = (await auditSite(siteOf(pages), { wanted: ["markup"] })).section("markup");
  return rows.map(({ node, cells }) => ({ node, cells: Object.keys(columns).map((name) => cells[name]) }));
}

const page = (id: number, html: string) => ({
  ...nodeOf(id, `Page ${id}`),
  properties: propertiesOf({ body: ["Umbraco.TinyMCE", html] }),
});

describe("markup section", () => {
  it("counts tags, attributes, classes and styles by editor, with the first node", async () => {
    const pages = [
      page(1, '<p class="lead big">a <b>b</b> <!-- <i>no</i> --></p><P style="Color: red; margin:0">c</P>'),
      page(
        2,
        '<table border="1"><tr><td valign="top" onclick="x()">d</td></tr></table><p class="lead">e</p>',
      ),
      page(3, "no markup, 1 < 2 and <3"),
    ];
    const rows = (await rowsOf(pages)).map(({ cells: [what, name, count, nodes, editor], node }) =>
      [what, name, count, nodes, editor, node?.id].join(" | "),
    );
    expect(rows).toMatchInlineSnapshot(`
      [
        "tag | p | 3 | 2 | Umbraco.TinyMCE | 1",
        "attribute | p class | 2 | 2 | Umbraco.TinyMCE | 1",
        "class | lead | 2 | 2 | Umbraco.TinyMCE | 1",
        "attribute | p style | 1 | 1 | Umbraco.TinyMCE | 1",
        "attribute | table border | 1 | 1 | Umbraco.TinyMCE | 2",
        "attribute | td onclick | 1 | 1 | Umbraco.TinyMCE | 2",
        "attribute | td valign | 1 | 1 | Umbraco.TinyMCE | 2",
        "class | big | 1 | 1 | Umbraco.TinyMCE | 1",
        "style | color | 1 | 1 | Umbraco.TinyMCE | 1",
        "style | margin | 1 | 1 | Umbraco.TinyMCE | 1",
        "tag | b | 1 | 1 | Umbraco.TinyMCE | 1",
        "tag | table | 1 | 1 | Umbraco.TinyMCE | 2",
        "tag | td | 1 | 1 | Umbraco.TinyMCE | 2",
        "tag | tr | 1 | 1 | Umbraco.TinyMCE | 2",
      ]
    `);
  });

  it("leaves out texts of editors that hold no rich text, and counts those of unknown editors", async () => {
    const properties = propertiesOf({
      area: ["Umbraco.TextArea", "<iframe></iframe>"],
      line: ["Umbraco.TextBox", "<b>x</b>"],
      own: ["Acme.Html", "<i>x</i>"],
      bare: [null, "<u>x</u>"],
      Rich: ["Umbraco.RichText", { markup: "<s>x</s>", blocks: {} }],
    });
    expect(
      (await rowsOf([{ ...nodeOf(1, "Page"), properties }])).map(({ cells: [, name, , , editor] }) => [
        name,
        editor,
      ]),
    ).toEqual([
      ["i", "Acme.Html"],
      ["s", "Umbraco.RichText"],
      ["u", undefined],
    ]);
  });
});
