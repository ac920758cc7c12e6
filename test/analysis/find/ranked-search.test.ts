/** Ranked search: the order of the nodes, the reason of each match, and the marked words. */

import { describe, expect, it } from "vitest";
import { markedParts, searchWords } from "../../../src/analysis/find/marked-text.ts";
import { explainMatch, rankedSteps, readTextQuery } from "../../../src/analysis/find/ranked-search.ts";
import { runSteps } from "../../../src/site/run-in-slices.ts";
import type { SiteNode } from "../../../src/site/site-nodes.ts";
import type { DataNode } from "../../oracle.ts";
import { digitsOf, keyOf, nodeOf, propertiesOf, siteOf } from "../../support/site.ts";

const TYPES = { content: [], media: [] };

const named = (id: number, name: string, own: Partial<DataNode> = {}): DataNode => ({
  ...nodeOf(id, name),
  properties: {},
  ...own,
});
const body = (value: unknown) => ({ properties: propertiesOf({ body: ["Umbraco.TinyMCE", value] }) });

const CONTENT: DataNode[] = [
  named(1, "Internationale Kontakte"),
  named(2, "Kontakt"),
  named(3, "Kontaktformular"),
  named(4, "Mein Kontakt zur Welt"),
  named(5, "Gamle Brølen", { type: "article", url: "https://old.example/horns/gamle-brolen/" }),
  named(6, "Air horns", { type: "article", url: "/horns/" }),
  named(7, "Diary", body("<p>It starts at <b>half&nbsp;past</b> four, every day</p>")),
  named(10, "Strain", body("<p>infected with &lambda;660</p>")),
  named(8, "Secrets", { properties: propertiesOf({ smtpPassword: ["Umbraco.TextBox", "hunter2"] }) }),
  named(9, "Carpal", { key: "504fb370-51ca-4c19-b0e0-0f68ed6a3753" }),
];

const SITE = siteOf(CONTENT, [named(20, "A horn", { type: "Image" })]);
const properties = (node: SiteNode) => [...node.properties()].filter(({ alias }) => alias !== "smtpPassword");

function search(text: string, enough = Number.POSITIVE_INFINITY) {
  return runSteps(rankedSteps(readTextQuery(text), SITE, { properties, enough }));
}

describe("rankedSteps", () => {
  it.each([
    ["kontakt", ["Kontakt", "Kontaktformular", "Internationale Kontakte", "Mein Kontakt zur Welt"]],
    ["KONTAKT welt", ["Mein Kontakt zur Welt"]],
    ["welt kontakt", ["Mein Kontakt zur Welt"]],
    ["takte", ["Internationale Kontakte"]],
    ["gamle brolen", ["Gamle Brølen"]],
    ["GAMLE BRØLEN", ["Gamle Brølen"]],
    ["article horn", ["Air horns", "Gamle Brølen"]],
    ["half past four", ["Diary"]],
    ["diary four", ["Diary"]],
    ["diary five", []],
    ["λ660", ["Strain"]],
    ["hunter2", []],
    ["504fb370", ["Carpal"]],
    ["504fb370-51ca", ["Carpal"]],
    ["504fb3", ["Carpal"]],
    ["504fb", []],
    [keyOf(2), ["Kontakt"]],
    [`umb://document/${digitsOf(2)}`, ["Kontakt"]],
    [`umb://media/${digitsOf(2)}`, []],
    ["2", ["Kontakt"]],
    ["/horns/", ["Air horns", "Gamle Brølen"]],
    ["/horns", ["Air horns", "Gamle Brølen"]],
    ["https://new.example/horns/gamle-brolen", ["Gamle Brølen"]],
    ["horns", ["Air horns", "Gamle Brølen"]],
  ])("%j", (text, names) => {
    expect(search(text).nodes.map((node) => node.fields().name)).toEqual(names);
  });

  it("returns the same first nodes if it stops early", () => {
    for (const text of ["kontakt", "horn", "four", "a"]) {
      const all = search(text);
      expect(all.isComplete).toBe(true);
      for (let enough = 1; enough <= all.nodes.length; enough++) {
        const some = search(text, enough).nodes.slice(0, enough);
        expect(some.map(({ index }) => index)).toEqual(all.nodes.slice(0, enough).map(({ index }) => index));
      }
    }
  });
});

describe("explainMatch", () => {
  it.each([
    ["kontakt", { in: "name" }],
    ["2", { in: "id", isNamed: true }],
    [keyOf(2), { in: "key", isNamed: true }],
    ["504fb370", { in: "key" }],
    ["/horns/", { in: "url", isNamed: true, text: "/horns/" }],
    ["article air", { in: "type" }],
    ["past diary four", { in: "value", property: "body", text: "It starts at half past four, every day" }],
    ["λ660", { in: "value", property: "body", text: "infected with λ660" }],
  ])("%j", (text, reason) => {
    const query = readTextQuery(text);
    const [first] = search(text).nodes;
    expect(explainMatch(query, first, { types: TYPES, properties })).toEqual(reason);
  });

  it("cuts long texts around the first word", () => {
    const long = `${"word ".repeat(100)}needle${" more".repeat(100)}`;
    const query = readTextQuery("needle");
    const site = siteOf([named(1, "Long", body(long))]);
    const [node] = runSteps(rankedSteps(query, site, { properties, enough: 9 })).nodes;
    const { text = "" } = explainMatch(query, node, { types: TYPES, properties });
    expect(text).toMatch(/^…(?:word ){1,8}needle(?: more)+.*…$/);
    expect(text.length).toBeLessThan(200);
  });
});

describe("markedParts", () => {
  it.each([
    ["Gamle Brølen", "brolen", "Gamle [Brølen]"],
    ["Ærø and AERO", "aero", "[Ærø] and [AERO]"],
    ["Kafé, cafe\u0301", "cafe", "Kafé, [cafe\u0301]"],
    ["half past four", "four half", "[half] past [four]"],
    ["aaa", "aa", "[aa]a"],
    ["Straße", "s", "[S]tra[ß]e"],
    ["nothing", "", "nothing"],
    ["", "a", ""],
  ])("%j, %j", (text, words, marked) => {
    const parts = markedParts(text, searchWords(words));
    expect(parts.map((part) => (part.isMatch ? `[${part.text}]` : part.text)).join("")).toBe(marked);
    expect(parts.map((part) => part.text).join("")).toBe(text);
  });
});
