/** `diff` compares dictionaries: items, what they lie below, and texts by language. */
import { describe, expect, it } from "vitest";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { siteDirectory, smallTree } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { KEY, language, node, type, written } from "../usync17/written.ts";

type Item = { parent?: string; texts?: Readonly<Record<string, string>> };

/** A uSync folder of version 8 with a page and a dictionary. */
function siteWith(items: Readonly<Record<string, Item>>): string {
  const dictionary = Object.entries(items).map(([key, { parent, texts = {} }], i) => {
    const translations = Object.entries(texts).map(
      ([code, text]) => `<Translation Language="${code}"><![CDATA[${text}]]></Translation>`,
    );
    return [
      `v8/Dictionary/${i}.config`,
      `<Dictionary Key="${KEY(50 + key.charCodeAt(0))}" Alias="${key}"><Info>${parent ? `<Parent>${parent}</Parent>` : ""}</Info><Translations>${translations.join("")}</Translations></Dictionary>`,
    ];
  });
  return dataDirectory({
    "v8/Languages/da.config": language(11, "da-DK", true),
    "v8/Languages/en.config": language(12, "en-US", false),
    "v8/ContentTypes/page.config": type(30, "page"),
    "v8/Content/home.config": node(1, "page", { name: "Home" }),
    ...Object.fromEntries(dictionary),
  });
}

const OLD: Readonly<Record<string, Item>> = {
  Form: { texts: { "da-DK": "Formular", "en-US": "Form" } },
  Gone: { texts: { "en-US": "Gone" } },
  Send: { parent: "Form", texts: { "da-DK": "Send", "en-US": "Send" } },
  Text: { texts: { "en-US": "One\r\ntwo " } },
};
const NEW: Readonly<Record<string, Item>> = {
  Added: { texts: { "en-US": "Added" } },
  Form: { texts: { "da-dk": "Formular", "en-US": "The form" } },
  Send: { texts: { "en-US": "Send" } },
  Text: { texts: { "en-US": "One\ntwo" } },
};

const [FORM, GONE, SEND, ADDED] = ["F", "G", "S", "A"].map((letter) => KEY(50 + letter.charCodeAt(0)));
const LINES = [
  {
    ...{ kind: "dictionary", key: "Added", id: ADDED, changes: ["added"] },
    ...{ before: {}, after: { parent: null, "en-US": "Added" } },
  },
  {
    ...{ kind: "dictionary", key: "Form", id: FORM, changes: ["changed"] },
    ...{ before: { "en-US": "Form" }, after: { "en-US": "The form" } },
  },
  {
    ...{ kind: "dictionary", key: "Gone", id: GONE, changes: ["removed"] },
    ...{ before: { parent: null, "en-US": "Gone" }, after: {} },
  },
  {
    ...{ kind: "dictionary", key: "Send", id: SEND, changes: ["moved", "changed"] },
    ...{ before: { parent: "Form", "da-DK": "Send" }, after: { parent: null, "da-DK": null } },
  },
];

describe("diff: the dictionary", () => {
  const diff = (...args: readonly string[]) => run(["diff", siteWith(OLD), siteWith(NEW), ...args]);

  it("has a line for each item that differs, in scripts", async () => {
    const { status, stdout } = await diff("--format", "ndjson");
    expect(status).toBe(1);
    expect(parseLines(stdout)).toEqual(LINES);
    const { counts, changes } = JSON.parse((await diff("--format", "json")).stdout);
    expect(changes).toEqual(LINES);
    expect(counts).toMatchObject({ added: 1, removed: 1, moved: 1, changed: 2 });
  });

  it("has a part of its own for people, and counts alone with --stat", async () => {
    const { stdout } = await diff();
    expect(stdout.slice(stdout.indexOf("dictionary"))).toMatchInlineSnapshot(`
      "dictionary  + added  - removed  > moved  ~ changed
      all items         1          1        1          2

      values are compared as they are stored
      not compared: createDate, updateDate (see --dates), id (derived)

      +  Added
      ~  Form
           en-US  Form → The form
      -  Gone
      >~ Send
           below  Form → (root)
           da-DK  Send → –
      "
    `);
    expect((await diff("--stat")).stdout).toMatch(
      /\n\ndictionary .*\nall items .*\n\nvalues .*\nnot compared: .*\n$/,
    );
  });

  it("has a row for each part that differs in csv, and tables in html", async () => {
    const { stdout } = await diff("--format", "csv", "--fields", "kind,key,change,field,before,after");
    expect(stdout.trim().split("\n")).toEqual([
      "kind,key,change,field,before,after",
      "dictionary,Added,added,,,",
      "dictionary,Form,changed,en-US,Form,The form",
      "dictionary,Gone,removed,,,",
      "dictionary,Send,moved,parent,Form,",
      "dictionary,Send,changed,da-DK,Send,",
    ]);
    const { stdout: html } = await diff("--format", "html");
    for (const title of ["added", "removed", "moved", "changed"])
      expect(html).toContain(`aria-label="Dictionary ${title}"`);
  });

  it.each([
    [["--only", "moved"], ["Send"]],
    [["--kind", "content"], []],
    [["--below", KEY(1)], []],
  ])("with %j it lists %j", async (args, keys) => {
    const { status, stdout } = await diff("--format", "ndjson", ...args);
    expect(parseLines(stdout).map(({ key }) => key)).toEqual(keys);
    expect(status).toBe(keys.length === 0 ? 0 : 1);
  });

  it("--fail-on names changes of the dictionary, too", async () => {
    expect((await diff("--fail-on", "moved")).status).toBe(1);
    expect((await diff("--fail-on", "renamed")).status).toBe(0);
  });

  it("is not compared with data that has none, which is said", async () => {
    const copy = siteDirectory(smallTree());
    const { stdout } = await run(["diff", siteWith(OLD), copy]);
    expect(stdout).toMatch(/not compared: .*dictionary \(not in JSON\)/s);
    expect((await run(["diff", copy, copy])).stdout).not.toContain("dictionary");
  });

  it("is the same in a folder that usync writes of it", async () => {
    const old = siteWith(OLD);
    const { folder } = await written(old);
    const { stdout } = await run(["diff", old, folder, "--format", "ndjson"]);
    expect(parseLines(stdout).filter(({ kind }) => kind === "dictionary")).toEqual([]);
  });
});
