/** `diff` of two directories: its formats, options and exit status. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flatLines } from "../flat-lines.ts";
import type { DataNode } from "../oracle.ts";
import { nodeWith, writeEditedSample } from "../support/edited-sample.ts";
import { parseLines } from "../support/ndjson.ts";
import { type RunOptions, run } from "../support/program.ts";
import { fixture, ROOT } from "../support/repository.ts";
import { keyOf, nodeOf, propertiesOf, siteDirectory, smallTree } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { usyncPage } from "../support/usync-files.ts";
import { dataType, KEY, node, property, type, usyncFolder } from "../usync17/written.ts";

const MONDAY = join(ROOT, "data");

function friday(): string {
  const folder = join(temporaryDirectory(), "friday");
  writeEditedSample(folder);
  return folder;
}

/** A small site, and an edited copy of it. */
function twoSites(edit: (roots: DataNode[]) => void): [string, string] {
  const after = smallTree();
  edit(after);
  return [siteDirectory(smallTree()), siteDirectory(after)];
}

const diff = (directories: readonly string[], args: readonly string[] = [], options?: RunOptions) =>
  run(["diff", ...directories, ...args], options);

describe("diff of the edited sample", () => {
  it("prints counts, and all differences", async () => {
    const folder = friday();
    const { status, stdout, stderr } = await diff([MONDAY, folder]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout.replaceAll(MONDAY, "monday").replaceAll(folder, "friday")).toMatchInlineSnapshot(`
      "old  monday: JSON, 41 content and 21 media nodes
      new  friday: JSON, 41 content and 20 media nodes

      content     + added  - removed  > moved  " renamed  : retyped  # reordered  ~ changed
      all types         2          2        1          1          1            1          2
      article                               1                     1            1          1
      category                     1
      event             1
      eventList                                        1
      eventYear         1
      exhibit                      1
      ticketPage                                                                          1

      media      - removed  ~ changed
      all types          1          1
      Image              1          1

      values are compared as they are stored
      the url of 6 nodes changed with an ancestor's, and is not listed
      not compared: createDate, updateDate (see --dates)

      content
      ~ Måkevær Foghorn Museum › Visit › Tickets                                            1057
          adultPrice  120.5 → 140
      ~ Måkevær Foghorn Museum › Collection › Air horns › Gamle Brølen › Restoration diary  1085
          bodyText  …The rust is older than the king.</… → …The rust is nearly as old as the king.</…
      - Måkevær Foghorn Museum › Collection › Fog bells                                     1061  category  +1 below
      : Måkevær Foghorn Museum › Collection › Electric signals › Nautofon nr. 7             1067
          type  exhibit → article
      " Måkevær Foghorn Museum › What's on                                                  1053
          name  Events → What's on
          url   /events/ → /whats-on/
      + Måkevær Foghorn Museum › What's on › 2025                                           1098  eventYear  +1 below
      # Måkevær Foghorn Museum › Stories › Waffles 🧇 and weather                           1079
          position  2 → 0
      > Måkevær Foghorn Museum › In other languages › What fog sounds like                  1077
          url    /stories/what-fog-sounds-like/ → /in-other-languages/what-fog-sounds-like/
          below  Måkevær Foghorn Museum › Stories → Måkevær Foghorn Museum › In other languages

      media
      ~ Photographs › Horns › Lille Tut    1209
          altText  – → A small red horn
      - Photographs › Waffles, four kinds  1212  Image
      "
    `);
  });

  it("--whole prints long values by line", async () => {
    const { stdout } = await diff([MONDAY, friday()], ["--whole", "--only", "changed"]);
    expect(stdout.split("\n\n").slice(3).join("\n\n")).toMatchInlineSnapshot(`
      "values are compared as they are stored
      the url of 6 nodes changed with an ancestor's, and is not listed
      not compared: createDate, updateDate (see --dates)

      content
      ~ Måkevær Foghorn Museum › Visit › Tickets                                            1057
          adultPrice
            - 120.5
            + 140
      ~ Måkevær Foghorn Museum › Collection › Air horns › Gamle Brølen › Restoration diary  1085
          bodyText
              <h2>Day 1</h2>
            - <p>The rust is older than the king.</p>
            + <p>The rust is nearly as old as the king.</p>
              <h2>Day 622</h2>
              <p>It spoke. The gulls have not come back.</p>

      media
      ~ Photographs › Horns › Lille Tut  1209
          altText
            + A small red horn
      "
    `);
  });

  it("counts at most twelve types, and all with --stat", async () => {
    const nodes = Array.from({ length: 14 }, (_, i) => ({
      ...nodeOf(i + 1, `Page ${i}`),
      type: `type${i + 10}`,
    }));
    const directories = [siteDirectory([]), siteDirectory(nodes)];
    const { stdout } = await diff(directories);
    expect(stdout).toContain("and 2 more types: --stat prints all");
    expect(stdout.match(/^type[0-9]+ +1$/gm)).toHaveLength(12);
    const { stdout: whole } = await diff(directories, ["--stat"]);
    expect(whole.match(/^type[0-9]+ +1$/gm)).toHaveLength(14);
  });

  it("--format csv prints rows", async () => {
    const { stdout } = await diff([MONDAY, friday()], ["--format", "csv", "--only", "renamed,added"]);
    expect(stdout).toMatchInlineSnapshot(`
      "kind,key,id,type,path,change,field,before,after
      content,3e7053a0-8a0b-4103-b0a8-0abb34d194ce,1053,eventList,Måkevær Foghorn Museum › What's on,renamed,name,Events,What's on
      content,3e7053a0-8a0b-4103-b0a8-0abb34d194ce,1053,eventList,Måkevær Foghorn Museum › What's on,renamed,url,/events/,/whats-on/
      content,0b6d0f5e-0000-4000-8000-000000001098,1098,eventYear,Måkevær Foghorn Museum › What's on › 2025,added,,,
      content,0b6d0f5e-0000-4000-8000-000000001099,1099,event,Måkevær Foghorn Museum › What's on › 2025 › The longest note,added,,,
      "
    `);
  });
});

describe("diff --format ndjson, json and csv", () => {
  it("print added and removed nodes in full, and the differences of other nodes", async () => {
    const directories = twoSites((roots) => {
      nodeWith(roots, 2).name = "Goods";
      nodeWith(roots, 1).children.pop();
      nodeWith(roots, 3).children.push(nodeOf(5, "Leg", [nodeOf(6, "Foot")]));
    });
    const { status, stdout } = await diff(directories, ["--format", "ndjson"]);
    expect(status).toBe(1);
    const of = (id: number) => parseLines(stdout).find((line) => line.id === id);
    expect(parseLines(stdout).map(({ id }) => id)).toEqual([2, 4, 5, 6]);
    expect(of(2)).toEqual({
      kind: "content",
      key: nodeOf(2, "").key,
      id: 2,
      name: "Goods",
      changes: ["renamed"],
      before: { name: "Products" },
      after: { name: "Goods" },
    });
    const { children: _, ...foot } = nodeOf(6, "Foot");
    expect(of(6)).toMatchObject({
      changes: ["added"],
      before: {},
      after: { ...foot, parentKey: nodeOf(5, "").key },
    });
    expect(of(4)).toMatchObject({ changes: ["removed"], after: {}, before: { name: "À propos" } });
  });

  it("are deterministic, and json lists the rows of ndjson", async () => {
    const directories = [MONDAY, friday()];
    const lines = await diff(directories, ["--format", "ndjson"]);
    expect(await diff(directories, ["--format", "ndjson"])).toEqual(lines);
    const { stdout } = await diff(directories, ["--format", "json"]);
    const document = JSON.parse(stdout);
    expect(Object.keys(document)).toEqual(["old", "new", "counts", "changes", "comparedAs", "notCompared"]);
    expect(document.old).toEqual({ place: MONDAY, format: "JSON", nodes: { content: 41, media: 21 } });
    expect(document.changes).toEqual(parseLines(lines.stdout));
    expect(document.counts).toEqual({
      added: 2,
      removed: 3,
      moved: 1,
      renamed: 1,
      retyped: 1,
      reordered: 1,
      changed: 3,
      urlsOfAncestors: 6,
    });
  });

  it("print nothing, with exit status 0, if nothing differs", async () => {
    const nested = siteDirectory(smallTree());
    const flat = dataDirectory({ "content.ndjson": flatLines(smallTree()), "media.ndjson": "" });
    expect(await diff([nested, flat], ["--format", "ndjson"])).toEqual({ status: 0, stdout: "", stderr: "" });
    expect((await diff([nested, flat])).stdout).toContain("\nno differences\n");
  });
});

describe("diff --format html", () => {
  const blocks = (text: string) => ({
    body: {
      alias: "body",
      editorAlias: "Umbraco.NestedContent",
      value: [
        { key: keyOf(21), ncContentTypeAlias: "quote", text: "The same" },
        { key: keyOf(22), ncContentTypeAlias: "quote", text },
      ],
    },
  });
  const site = (text: string, ...more: DataNode[]) =>
    siteDirectory([{ ...nodeOf(1, "Home"), properties: blocks(text) }, ...more], [nodeOf(50, "Pictures")]);
  const textsOf = (html: string) =>
    html
      .replace(/^.*<main/s, "<main")
      .replace(/<[^>]*>/g, "|")
      .split("|")
      .filter((text) => text.trim() !== "");

  it("counts, then lists pages by kind of change, blocks one by one; it loads and runs nothing", async () => {
    const { status, stdout } = await run([
      "diff",
      site("A red <b>horn</b>"),
      site("A blue horn", nodeOf(2, "News")),
      ...["--format", "html", "--no-as-migrated"],
    ]);
    expect(status).toBe(1);
    const texts = textsOf(stdout);
    expect(texts.slice(texts.indexOf("Pages"), texts.indexOf("Media") + 2)).toEqual([
      ...["Pages", "1", "added", "1", "changed", "Media", "No differences."],
    ]);
    expect(texts.slice(texts.indexOf("Pages added"))).toEqual([
      ...["Pages added", "1", "Name", "News"],
      ...["Pages changed", "1", "Name", "What", "Before", "Now"],
      ...["Home", "body, block 2 of 2: text", "A red &lt;b>horn&lt;/b>", "A blue horn"],
    ]);
    expect(stdout).not.toMatch(/<script|\s(?:src|on\w+|style|href)=(?!"#)/);
  });

  it("says that nothing differs", async () => {
    const same = site("A horn");
    const { status, stdout } = await run(["diff", same, same, "--format", "html"]);
    expect([status, textsOf(stdout).at(-1)]).toEqual([0, "No differences."]);
  });
});

describe("diff: exit status", () => {
  type Edited = ReturnType<typeof nodeWith>;
  const renamed = (node: Edited) => Object.assign(node, { name: "Other" });
  const retitled = (node: Edited) => Object.assign(node.properties.title, { value: 1 });
  const dated = (node: Edited) => Object.assign(node, { updateDate: "2020-01-01T00:00:00" });
  const colored = (node: Edited) => Object.assign(node, { color: "red" });

  it.each<[string, (node: Edited) => void, string, number]>([
    [
      "white space around a text",
      (node) => Object.assign(node.properties.title, { value: " Chair\r\n" }),
      "",
      0,
    ],
    ["an added property", (node) => Object.assign(node.properties, { extra: { value: '{"a":[1]}' } }), "", 1],
    ["a date", dated, "", 0],
    ["a date with --dates", dated, "--dates", 1],
    ["another id with the same key", (node) => Object.assign(node, { id: 33 }), "", 0],
    ["another editor", (node) => Object.assign(node.properties.title, { editorAlias: "Other" }), "", 0],
    ["a custom field", colored, "", 1],
    ["an ignored custom field", colored, "--ignore-property col*", 0],
    ["an ignored property", retitled, "--ignore-property TITLE", 0],
    ["a kind of change outside --only", renamed, "--only added,moved", 0],
    ["a kind of change outside --fail-on", renamed, "--fail-on removed", 0],
    ["a kind of change in --fail-on", renamed, "--fail-on removed,renamed", 1],
    ["a kind of change in --fail-on, outside --only", renamed, "--only added --fail-on renamed", 1],
    ["a kind of change in --only, outside --fail-on", renamed, "--only renamed --fail-on added", 0],
    ["a node in --below", renamed, "--below 2", 1],
    ["a node outside --below", renamed, `--below ${keyOf(4)}`, 0],
    ["the other kind", renamed, "--kind media", 0],
  ])("%s", async (_, edit, line, expected) => {
    const directories = twoSites((roots) => edit(nodeWith(roots, 3)));
    const { status, stderr } = await diff(directories, `--no-as-migrated ${line}`.trim().split(" "));
    expect({ status, stderr }).toEqual({ status: expected, stderr: "" });
  });

  it("does not change what --only lists, and without a listed change says that other kinds were not listed", async () => {
    const directories = twoSites((roots) => nodeWith(roots, 3).children.push(nodeOf(9, "nine")));
    const text = async (...args: string[]) => (await diff(directories, args)).stdout;
    const only = ["--only", "removed"];
    expect(await text(...only)).toMatch(/^no differences of these kinds$/m);
    expect(await text(...only, "--fail-on", "added")).toBe(await text(...only));
  });

  it("nodes with the same path of names are reported as matched twice", async () => {
    const before = siteDirectory([nodeOf(1, "A"), nodeOf(2, "A")]);
    const after = siteDirectory([nodeOf(3, "A")]);
    const { stdout } = await diff([before, after], ["--match", "name-path"]);
    expect(stdout).toContain("matched twice, in their order: A (2 old, 1 new)\n");
    const { matchedTwice } = JSON.parse(
      (await diff([before, after], ["--match", "name-path", "--format", "json"])).stdout,
    );
    expect(matchedTwice).toEqual([{ kind: "content", mark: "A", before: 2, after: 1 }]);
  });
});

describe("diff: sources and options", () => {
  it("--include-unpublished is for each source that supports it", async () => {
    const uSync = fixture("usync/which-nodes");
    const data = siteDirectory();
    const forBoth = await diff([uSync, data], ["--include-unpublished", "--quiet", "--stat"]);
    expect(forBoth.status).toBe(1);
    expect((await diff([uSync, data], ["--quiet", "--stat"])).stdout).not.toBe(forBoth.stdout);
  });

  it("exit status 3 if --below finds no node", async () => {
    const { status, stderr } = await diff([MONDAY, MONDAY], ["--below", "4711"]);
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: `error: there is no content node with the id 4711 in ${MONDAY} nor in ${MONDAY}\n`,
    });
  });

  it("the error names the source that does not load", async () => {
    const broken = temporaryDirectory();
    writeFileSync(join(broken, "content.json"), "[{]");
    const { status, stderr } = await diff([MONDAY, broken]);
    expect(status).toBe(6);
    expect(stderr).toContain(`error: ${broken} does not load: 1 error\n`);
  });
});

describe("diff: a chain of nodes", () => {
  it("of 1,000 levels is compared and shown", async () => {
    const chain = (last: string) => {
      const lines = Array.from({ length: 1000 }, (_, i) => {
        const { children: _children, ...node } = nodeOf(i + 1, i === 999 ? last : `Page ${i}`);
        return JSON.stringify(i === 0 ? node : { ...node, parentId: i });
      });
      return dataDirectory({ "content.ndjson": `${lines.join("\n")}\n` });
    };
    const directories = [chain("A"), chain("B")];
    expect((await diff(directories)).stdout).toMatch(/^"~ … › .* › Page 998 › B +1000$/m);
    const { stdout: rows } = await diff(directories, ["--format", "csv", "--below", "1000"]);
    expect(rows.split("\n")[1]).toMatch(/,… › Page 960 › .* › B,renamed,name,A,B$/);
  });
});

/** A uSync folder of one page, by a version of uSync. */
const usync = (version: string) =>
  dataDirectory({
    "usync.config": `<?xml version="1.0" encoding="utf-8"?><uSync version="${version}" format="8.6.0" />`,
    "Content/home.config": usyncPage({ id: 1, name: "Home" }),
  });

describe("diff --as-migrated", () => {
  const site = (value: unknown, editorAlias: string, name = "Chair") => {
    const roots = smallTree();
    const node = nodeWith(roots, 3);
    node.name = name;
    node.properties = {
      text: { alias: "text", editorAlias, value },
      map: { alias: "map", editorAlias: "Acme.Map", value: "1,2" },
    };
    return siteDirectory(roots);
  };
  const migrated = (old: string, other: string, ...args: string[]) =>
    diff([old, other], ["--as-migrated", ...args]);

  it("compares what values mean, and counts values by result", async () => {
    const [old, other] = [
      site("<p>A horn</p>", "Umbraco.TinyMCEv3"),
      site("<div>A <b>horn</b></div>", "Umbraco.RichText"),
    ];
    const { status, stdout, stderr } = await migrated(old, other);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("\nno differences in what was compared\n");
    expect(stdout).toContain(
      "of 5 values 4 say the same (1 of them in other markup), 0 differ, 1 was not compared: 1 Acme.Map\n",
    );
  });

  it("reports the position and the kind of a difference", async () => {
    const [old, other] = [
      site("<p>A horn</p>", "Umbraco.TinyMCEv3"),
      site("<p>A bell</p>", "Umbraco.RichText"),
    ];
    const { status, stdout } = await migrated(old, other);
    expect(status).toBe(1);
    expect(stdout).toMatch(/~ Home › Products › Chair +3\n +text +text differs: A horn → A bell\n/);
    const { changes, values } = JSON.parse((await migrated(old, other, "--format", "json")).stdout);
    expect(changes[0].properties).toEqual([
      {
        alias: "text",
        before: "<p>A horn</p>",
        after: "<p>A bell</p>",
        differences: [{ at: "", how: "text differs", before: "A horn", after: "A bell" }],
      },
    ]);
    expect(values).toEqual({ equal: 3, markup: 0, differ: 1, notCompared: { "Acme.Map": 1 } });
  });

  it.each<[what: string, sides: () => string[], args: string[], expected: string | undefined]>([
    ["unknown versions", () => [siteDirectory(), siteDirectory()], [], "stored"],
    ["--as-migrated", () => [siteDirectory(), siteDirectory()], ["--as-migrated"], "meaning"],
    ["one version", () => [usync("13.1.0"), usync("13.2.8")], [], "stored"],
    ["two versions", () => [usync("8.11.3"), usync("17.3.0.0")], [], "meaning"],
    ["a version and an unknown one", () => [usync("13.1.0"), siteDirectory()], [], "stored"],
    ["--no-as-migrated", () => [usync("8.11.3"), usync("17.3.0.0")], ["--no-as-migrated"], "stored"],
  ])(
    "by default if both versions are known and differ, which each format says: %s",
    async (_, sides, args, expected) => {
      const sites = sides();
      const said = async (format: string) =>
        (await diff(sites, [...args, "--quiet", "--format", format])).stdout;
      const json = JSON.parse(await said("json"));
      expect([json.comparedAs, json.values !== undefined]).toEqual([expected, expected === "meaning"]);
      const words = expected === "meaning" ? /compared by their meaning/ : /compared as they are stored/;
      expect(await said("plain")).toMatch(words);
      expect(await said("html")).toMatch(words);
    },
  );

  it("is named on stderr, if values differ and the version of one source is not known", async () => {
    const other = siteDirectory([{ ...nodeOf(1, "Home"), properties: {} }]);
    const text = usyncPage({ id: 1, name: "Home", values: { title: "A" } });
    const old = dataDirectory({
      "usync.config": '<?xml version="1.0" encoding="utf-8"?><uSync version="8.11.3" format="8.6.0" />',
      "Content/home.config": text,
    });
    const said = `values of 1 node differs as stored, and ${other} does not say its version: --as-migrated compares their meaning\n`;
    expect((await diff([old, other])).stderr).toContain(said);
    for (const more of [["--quiet"], ["--as-migrated"], ["--no-as-migrated"], ["--only", "removed"]]) {
      expect((await diff([old, other], more)).stderr).not.toContain("--as-migrated");
    }
    expect((await diff([other, siteDirectory()])).stderr).toBe("");
  });

  it("--names maps types and properties", async () => {
    const [old, other] = [site("A", "Umbraco.TextBox"), site("B", "Umbraco.TextBox")];
    const map = join(dataDirectory({ "map.json": { "page.text": null } }), "map.json");
    expect((await migrated(old, other)).status).toBe(1);
    expect((await migrated(old, other, "--names", map)).status).toBe(0);
  });
});

describe("diff --as-migrated: options of a list whose data type only one side has", () => {
  const old = (town: string) => {
    const roots = [nodeOf(1, "Home")];
    roots[0].properties = propertiesOf({ town: [null, town] });
    return siteDirectory(roots);
  };
  const now = (multiple: boolean, town: string) =>
    usyncFolder(
      {
        "DataTypes/town": dataType(90, "Town", "Umbraco.DropDown.Flexible", { multiple, items: [] }),
        "ContentTypes/page": type(80, "page", {
          properties: [property(81, "town", 90, "Umbraco.DropDown.Flexible")],
        }),
        "Content/home": node(1, "page", { name: "Home", values: { town } }).replace(KEY(1), keyOf(1)),
      },
      17,
    );

  it.each([
    ["Red,Blue", true, '["Red","Blue"]', 0],
    ["Ja, gerne", false, '["Ja, gerne"]', 0],
    ["Ja, gerne", false, '["Ja","gerne"]', 1],
  ])("%s, and multiple %j: %s", async (before, multiple, after, expected) => {
    const args = ["--as-migrated", "--kind", "content", "--format", "json"];
    const { stdout } = await diff([old(before), now(multiple, after)], args);
    const changed = JSON.parse(stdout).changes.flatMap((change: { properties?: { alias: string }[] }) =>
      (change.properties ?? []).filter(({ alias }) => alias === "town"),
    );
    expect(changed, stdout).toHaveLength(expected);
  });
});

describe("diff compares sources of different formats", () => {
  const xml = (name: string, template: string) =>
    `<?xml version="1.0" encoding="utf-8"?><root id="-1"><page id="1" key="${nodeOf(1, "").key}" parentID="-1" level="1" sortOrder="1" createDate="2016-01-01T00:00:00" updateDate="2016-01-01T00:00:00" nodeName="${name}" urlName="home" template="${template}" isDoc=""><title>${name}</title></page></root>`;
  const old = () => dataDirectory({ "umbraco.config": xml("Home", "1050") });
  const page = (more: object) => {
    const { children: _children, ...node } = nodeOf(1, "Home");
    return siteDirectory([{ ...node, ...more, children: [] }]);
  };

  it("ignores ids of templates, and fields that one of the formats does not have", async () => {
    const args = ["--quiet", "--format", "json", "--no-as-migrated"];
    const { status, stdout } = await diff([old(), page({ template: "home", url: "/", color: "red" })], args);
    expect({ status, notCompared: JSON.parse(stdout).notCompared }).toEqual({
      status: 0,
      notCompared: [
        { field: "createDate", reason: "see --dates" },
        { field: "updateDate", reason: "see --dates" },
        { field: "urlName", reason: "not in JSON" },
        { field: "template", reason: "ids in umbraco.config" },
        { field: "color", reason: "not in umbraco.config" },
      ],
    });
  });

  it("compares generated URLs, unless --no-urls is given", async () => {
    const sites = [old(), page({ url: "/start/" })];
    const { status, stdout } = await diff(sites, ["--quiet", "--format", "csv", "--no-as-migrated"]);
    expect({ status, rows: stdout.split("\n").slice(1, -1) }).toEqual({
      status: 1,
      rows: [expect.stringMatching(/,changed,url,\/,\/start\/$/)],
    });
    expect((await diff(sites, ["--quiet", "--no-urls", "--no-as-migrated"])).status).toBe(0);
  });

  it("compares ids of templates, if both formats have ids", async () => {
    const other = dataDirectory({ "umbraco.config": xml("Home", "1051") });
    const { stdout } = await diff([old(), other], ["--quiet", "--format", "ndjson"]);
    expect(parseLines(stdout)).toMatchObject([{ before: { template: 1050 }, after: { template: 1051 } }]);
  });
});

describe("diff: on a terminal", () => {
  it("is coloured, and escapes control characters in names and values", async () => {
    const directories = twoSites((roots) => {
      nodeWith(roots, 3).name = "\u001b[31mChair\u202e";
      nodeWith(roots, 2).properties.title.value = "\u001b]0;x\u0007";
    });
    const { stdout } = await diff(directories, [], { env: { FORCE_COLOR: "1" } });
    expect(stdout).toContain("\\u001b[31mChair\\u202e");
    expect(stdout).toContain("\u001b[1m");
    expect(stdout).not.toContain("\u001b]");
    expect(stdout).not.toContain("\u202e");
  });
});
