import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DataError } from "../../src/errors.ts";
import { ManifestCheck } from "../../src/formats/copy/manifest-check.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { keyOf, propertiesOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const node = (n: number, members: object = {}) => ({ id: n, key: keyOf(n), ...members });
const line = (n: number, members: object = {}) => `${JSON.stringify(node(n, members))}\n`;

/** The error message of a directory that does not load, with DIR instead of its path. */
async function refusal(directory: string): Promise<string> {
  try {
    const { trees } = await loadDirectory(directory);
    return `loaded ${trees.content.size} and ${trees.media.size}`;
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return error.message.replaceAll(directory, "DIR");
  }
}

/** Members of the parent that roots may have. */
const ROOTS = [
  {},
  { parentId: null },
  { parentId: -1 },
  { parentKey: null },
  { parentKey: `{${keyOf(0).replaceAll("4", "0").replaceAll("8", "0")}}` },
  { parentId: -1, parentKey: null },
];

describe("loadDirectory loads", () => {
  it.each<[string, Record<string, unknown>, format: string, sizes: [content: number, media: number]]>([
    ["an array of roots", { "content.json": [node(1), node(2)] }, "JSON", [2, 0]],
    ["one root", { "media.json": node(1) }, "JSON", [0, 1]],
    ["no roots, beside other files", { "content.json": [], "content.json.bak": "{" }, "JSON", [0, 0]],
    [
      "blank lines",
      { "content.ndjson": `\n${line(1)}\r\n  \n${line(2, { parentId: 1 })}\n` },
      "NDJSON",
      [2, 0],
    ],
    [
      "a byte-order mark",
      { "content.ndjson": `\ufeff${line(1)}`, "media.json": `\ufeff${JSON.stringify([node(1)])}` },
      "NDJSON and JSON",
      [1, 1],
    ],
    ["a saved answer with its path", { "content.json": node(1, { path: [node(9)] }) }, "JSON", [1, 0]],
    [
      "roots in every form",
      { "content.ndjson": ROOTS.map((each, i) => line(i + 1, each)).join("") },
      "NDJSON",
      [6, 0],
    ],
    [
      "a parent by id, by key, by both",
      {
        "content.ndjson":
          line(3, { parentId: 2, parentKey: keyOf(2) }) +
          line(2, { parentKey: keyOf(1).toUpperCase() }) +
          line(4, { parentId: 1 }) +
          line(1, { children: [] }),
      },
      "NDJSON",
      [4, 0],
    ],
    [
      "names written with escapes",
      { "content.json": `[{"\\u0069d":1,"\\u006bey":"\\u0030${keyOf(1).slice(1)}","childre\\u006e":[]}]` },
      "JSON",
      [1, 0],
    ],
    [
      "members that are null",
      { "content.json": [node(1, { children: null, properties: null })] },
      "JSON",
      [1, 0],
    ],
  ])("%s", async (_, files, format, sizes) => {
    const { trees, warnings, ...loaded } = await loadDirectory(dataDirectory(files));
    expect([loaded.format, [trees.content.size, trees.media.size]]).toEqual([format, sizes]);
    expect(warnings).toEqual([]);
  });
});

const FILES =
  "content.json, media.json, content.ndjson, media.ndjson, the folders Content or Media with *.config files, umbraco.config, or a site's own umbraco/Data/*.sqlite.db, App_Data/*.sdf, App_Data/*.mdf, uSync/v* or App_Data/umbraco.config";

describe("loadDirectory refuses", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["a directory without data", { "readme.md": "x" }, `DIR holds no data: looked for ${FILES}`],
    [
      "the folder of a database, with a hint at the file",
      { "readme.md": "x", "Umbraco.sqlite.db": "x", "Umbraco.sqlite.db-wal": "x" },
      `DIR holds no data: looked for ${FILES}; pass the database file: --data ${join("DIR", "Umbraco.sqlite.db")}`,
    ],
    [
      "two files of one kind",
      { "content.json": [], "content.ndjson": "" },
      "DIR holds both content.json and content.ndjson: remove one of them",
    ],
  ])("%s", async (_, files, expected) => {
    expect(await refusal(dataDirectory(files))).toBe(expected);
  });

  it.each<[string, unknown, string]>([
    ["an empty file", "", "1: byte 1: expected an array of root nodes, or one node, but the text ends"],
    ["a value that is not a tree", "3", '1: byte 1: expected an array of root nodes, or one node, found "3"'],
    ["malformed JSON", '[\n{"id":1,}\n]', '2: byte 9: expected a name in quotes, found "}"'],
    [
      "an unresolved Git conflict",
      `[\n${"<".repeat(7)} HEAD\n{"id":1},\n${"=".repeat(7)}\n${">".repeat(7)} theirs\n]`,
      "2: byte 1: unresolved Git conflict: the line begins with <<<<<<<",
    ],
    ["text after the tree", "[] []", '1: byte 4: expected the end of the text, found "["'],
    ["a root that is not a node", [node(1), "x", node(2)], '1: /1 must be a node, not "x"'],
    [
      "a child that is not a node",
      [node(1, { children: [3, node(2), null] })],
      "1: /0/children/0 must be a node, not 3\n1: /0/children/2 must be a node, not null",
    ],
    [
      "children that are not an array",
      [node(1, { children: { a: 1 } })],
      '1: /0/children must be an array, not {"a":1}',
    ],
    ["a missing id", [{ key: keyOf(1) }], "1: /0/id is missing"],
    ["a missing key", node(1, { key: undefined }), "1: /key is missing"],
    ["an id that is text", [node(1, { id: "1" })], '1: /0/id must be a 32-bit integer, not "1"'],
    [
      "an id that is too large",
      [node(1, { id: 2147483648 })],
      "1: /0/id must be a 32-bit integer, not 2147483648",
    ],
    ["a key that is not a GUID", [node(1, { key: "x" })], '1: /0/key must be a GUID, not "x"'],
    ["a sortOrder that is text", [node(1, { sortOrder: "1" })], '1: /0/sortOrder must be a number, not "1"'],
    [
      "duplicate fields",
      `[{"id":1,"key":"${keyOf(1)}","id":2,"x":1,"x":2}]`,
      "1: /0/id is there twice\n1: /0/x is there twice",
    ],
    [
      "properties that are an array",
      [node(1, { properties: [] })],
      "1: /0/properties must be an object, not []",
    ],
    [
      "a property that is not an object",
      [node(1, { properties: { "a/b": "x" } })],
      '1: /0/properties/a~1b must be an object with alias, editorAlias and value, not "x"',
    ],
    [
      "an id used twice",
      [node(1, { children: [node(2)] }), node(2, { key: keyOf(3) })],
      "1: /1 id 2 is used twice (first at /0/children/0)",
    ],
  ])("in content.json %s", async (_, content, reasons) => {
    const message = await refusal(dataDirectory({ "content.json": content }));
    expect(message.replace(/^DIR does not load: .*\n/, "").replaceAll("  content.json:", "")).toBe(reasons);
  });

  it.each<[string, unknown, string]>([
    [
      "an unresolved Git conflict",
      `${line(1)}${"<".repeat(7)} HEAD\r\n${"=".repeat(7)}\r\n${line(2)}${">".repeat(7)}`,
      ["2: byte 1: CONFLICT <<<<<<<", "3: byte 1: CONFLICT =======", "5: byte 1: CONFLICT >>>>>>>"]
        .join("\n")
        .replaceAll("CONFLICT", "unresolved Git conflict: the line begins with"),
    ],
    [
      "a duplicate name, once with escapes",
      `{"id":1,"\\u0069d":2,"key":"${keyOf(1)}"}`,
      "1: /id is there twice",
    ],
    [
      "a key used twice",
      line(1) + line(2, { key: keyOf(1).toUpperCase() }),
      `2: key ${keyOf(1)} is used twice (line 1)`,
    ],
    ["an unknown parent id", line(1, { parentId: 7 }), "1: no node has the id 7 of its parent"],
    [
      "an unknown parent key",
      line(1, { parentKey: keyOf(7) }),
      `1: no node has the key ${keyOf(7)} of its parent`,
    ],
    [
      "parents by id and key that disagree",
      line(1) + line(2) + line(3, { parentId: 1, parentKey: keyOf(2) }),
      "3: its parentId and its parentKey disagree",
    ],
    ["a malformed parent id", line(1, { parentId: "1" }), '1: /parentId must be a 32-bit integer, not "1"'],
    [
      "a node that is its own parent",
      line(1) + line(2, { parentId: 2 }),
      "2: is an ancestor of its own parent (line 2)",
    ],
    [
      "a cycle",
      line(4) +
        line(3, { parentId: 2 }) +
        line(1, { parentId: 3 }) +
        line(2, { parentId: 1 }) +
        line(5, { parentId: 2 }),
      "2: is an ancestor of its own parent (line 4)",
    ],
    [
      "children on a line",
      line(1, { children: [node(2)] }),
      "1: /children must be empty: children have lines of their own",
    ],
    [
      "a node on two lines",
      `{"id":1,\n"key":"${keyOf(1)}"}\n${line(2)}`,
      '1: byte 9: expected the rest of the node: NDJSON has a node a line, found "\\n"\n2: byte 1: expected a node ("{"), found "\\""',
    ],
    [
      "two nodes on a line",
      line(1).trim() + line(2),
      `1: byte 54: expected the line to end behind its node, found "{"`,
    ],
    [
      "a file that is not UTF-8",
      Buffer.from(`${line(1)}{"id":2,"name":"\xe9"}\n`, "latin1"),
      "2: byte 17: the bytes here are not UTF-8",
    ],
  ])("in content.ndjson %s", async (_, content, reasons) => {
    const message = await refusal(dataDirectory({ "content.ndjson": content }));
    expect(message.replace(/^DIR does not load: .*\n/, "").replaceAll("  content.ndjson:", "")).toBe(reasons);
  });

  it("UTF-16", async () => {
    const directory = dataDirectory({ "content.json": Buffer.from('\ufeff[{"id":1}]', "utf16le") });
    expect(await refusal(directory)).toBe(
      `${join("DIR", "content.json")} is UTF-16: save it as UTF-8 (in PowerShell, "| Out-File -Encoding utf8" instead of ">")`,
    );
  });

  it("a missing directory", async () => {
    const directory = join(dataDirectory({}), "missing");
    expect(await refusal(directory)).toBe(
      `DIR does not exist: --data names the directory that holds ${FILES}`,
    );
  });

  it("a file instead of a directory", async () => {
    const directory = dataDirectory({ "other.txt": "" });
    expect(await refusal(join(directory, "other.txt"))).toContain("DIR is not a directory");
  });

  it.each([
    ["site.bacpac", ".bacpac file"],
    ["Umbraco.SDF", ".sdf file"],
    ["Umbraco.sqlite.db", "database file"],
    ["umbraco.config", "umbraco.config"],
  ])("a missing %s, by its ending", async (name, what) => {
    expect(await refusal(join(dataDirectory({}), name))).toBe(`DIR does not exist: there is no such ${what}`);
  });

  it("files of Umbraco Deploy", async () => {
    const folder = dataDirectory({ "document-type__4a1b.uda": "{}" });
    const advice =
      "of Umbraco Deploy (.uda), which have types and settings without pages: pass the site's database, or a folder that uSync exported";
    expect(await refusal(folder)).toBe(`DIR holds files ${advice}`);
    expect(await refusal(join(folder, "document-type__4a1b.uda"))).toBe(`DIR is a file ${advice}`);
  });

  it("faults in several files together, and lists 20 of each file", async () => {
    const bad = Array.from({ length: 30 }, (_, i) => `{"id":${i}}\n`).join("");
    const message = await refusal(
      dataDirectory({ "content.ndjson": `${bad}oops\n`, "media.json": [{ id: 1 }] }),
    );
    const lines = message.split("\n");
    expect(lines[0]).toBe("DIR does not load: 32 errors");
    expect(lines.slice(1, 3)).toEqual([
      "  content.ndjson:1: /key is missing",
      "  content.ndjson:2: /key is missing",
    ]);
    expect(lines.slice(20)).toEqual([
      "  content.ndjson:20: /key is missing",
      "  content.ndjson: and 11 more",
      "  media.json:1: /0/key is missing",
    ]);
  });

  it("a fault in the middle of a long file, with its line", async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => line(i));
    lines[2345] = '{"id":oops}\n';
    expect(await refusal(dataDirectory({ "content.ndjson": lines.join("") }))).toContain(
      'content.ndjson:2346: byte 7: expected a value, found "o"',
    );
  });
});

describe("loadDirectory refuses members that nothing reads and that are most likely others", () => {
  const near: [file: string, member: Record<string, unknown>, error: string][] = [
    ["content.json", { Children: [node(2)] }, '/0/Children is not read: its name is "children"'],
    ["content.json", { SortOrder: 2 }, '/0/SortOrder is not read: its name is "sortOrder"'],
    ["content.json", { parent: 3 }, '/0/parent is not read: a node is in the "children" of its parent'],
    ["content.ndjson", { ParentId: 3 }, '/ParentId is not read: its name is "parentId"'],
    ["content.ndjson", { parentkey: keyOf(3) }, '/parentkey is not read: its name is "parentKey"'],
    [
      "content.ndjson",
      { Parent: 3 },
      '/Parent is not read: a node names its parent by "parentId" or "parentKey"',
    ],
  ];
  const fileWith = (file: string, member: Record<string, unknown>) =>
    file.endsWith(".ndjson") ? `${JSON.stringify(node(1, member))}\n` : [node(1, member)];

  it.each(near)("%s: %j", async (file, member, error) => {
    expect(await refusal(dataDirectory({ [file]: fileWith(file, member) }))).toContain(`${file}:1: ${error}`);
  });

  it.each(near)("but not in a copy, which has the names of the site: %s: %j", async (file, member) => {
    const copy = { "manifest.json": { format: "migrations pull 2" }, [file]: fileWith(file, member) };
    expect((await loadDirectory(dataDirectory(copy))).trees.content.size).toBe(1);
  });

  it("but not in properties", async () => {
    const properties = propertiesOf({ Children: ["X", 1], parent: ["X", { Id: 1, Parent: 2 }] });
    const { trees } = await loadDirectory(dataDirectory({ "content.json": [node(1, { properties })] }));
    expect(trees.content.size).toBe(1);
  });
});

describe("loadDirectory warns about", () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    [
      "properties without an editor alias",
      {
        "content.json": [
          node(1, { properties: { ...propertiesOf({ a: ["X", 1], b: [null, 1], c: ["", 1] }), d: {} } }),
        ],
      },
      ["content.json: 3 of 4 properties have no editor alias: the API's .NET client drops those"],
    ],
    [
      "levels that may have been cut",
      { "media.json": [node(1, { children: [node(2), node(3)] })] },
      [
        'media.json: 2 of 3 nodes have no "children", all on level 2: levels below may have been cut: save them with --depth all, or give leaves "children": []',
      ],
    ],
    [
      "no levels if leaves here and there have no children",
      { "media.json": [node(1, { children: [node(2), node(3, { children: [node(4)] })] })] },
      [],
    ],
    ["nothing in a flat file", { "content.json": [node(1), node(2)] }, []],
  ])("%s", async (_, files, expected) => {
    const { warnings } = await loadDirectory(dataDirectory(files));
    expect(warnings.map(({ file, text }) => `${file}: ${text}`)).toEqual(expected);
  });
});

describe("loadDirectory: members of nodes", () => {
  it("are stored in the same order for any order of the data", async () => {
    const shuffled = `{"properties":{"a":{"value":[1],"x":0,"editorAlias":"e","alias":"a"}},"zeta":[2],"updateDate":"u","children":[],"alpha":1,"key":"${keyOf(1)}","path":[],"sortOrder":3,"name":"n","id":1}`;
    const { trees } = await loadDirectory(dataDirectory({ "content.ndjson": shuffled }));
    const { start, text, block } = trees.content.columns;
    const stored = trees.content.blocks[block[0]].toString("utf8", start[0], start[0] + text[0]);
    expect(stored).toBe(
      `{"id":1,"key":"${keyOf(1)}","name":"n","sortOrder":3,"updateDate":"u","alpha":1,"zeta":[2],"properties":{"a":{"alias":"a","editorAlias":"e","value":[1],"x":0}}`,
    );
  });
});

describe("loadDirectory: a copy whose file is not what the manifest describes", () => {
  const text = line(1);
  const manifest = {
    format: "migrations pull 2",
    content: {
      source: "https://old.example/platform/module/Migrations",
      startedAt: "2026-01-01T00:00:00Z",
      finishedAt: "2026-01-01T00:00:01Z",
      file: "content.ndjson",
      bytes: text.length,
      sha256: createHash("sha256").update(text).digest("hex"),
      nodes: 1,
      failures: [],
      vanished: [],
    },
  };
  const edited = { "manifest.json": manifest, "content.ndjson": line(2) };

  /** How often the file of content is read, and the topics of the warnings. */
  async function readings(directory: string): Promise<[number, string[]]> {
    const add = vi.spyOn(ManifestCheck.prototype, "add");
    onTestFinished(() => add.mockRestore());
    const { warnings } = await loadDirectory(directory);
    return [add.mock.calls.length, warnings.map(({ topic }) => topic)];
  }

  it("reads a file that was edited by hand once, and warns", async () => {
    expect(await readings(dataDirectory(edited))).toEqual([1, ["changedFile"]]);
  });

  it("reads it again while a pull holds the lock, at most three times", async () => {
    const directory = dataDirectory({ ...edited, ".pull/lock": {} });
    expect(await readings(directory)).toEqual([3, ["changedFile"]]);
  });

  it("reads it again if the manifest was replaced meanwhile", async () => {
    const directory = dataDirectory(edited);
    // A pull that ended between the reading of the file and the comparison.
    const changedFiles = vi.spyOn(ManifestCheck.prototype, "changedFiles").mockImplementationOnce(() => {
      writeFileSync(join(directory, "content.ndjson"), text);
      const finished = { ...manifest.content, finishedAt: "2026-01-01T00:00:02Z" };
      writeFileSync(join(directory, "manifest.json"), JSON.stringify({ ...manifest, content: finished }));
      return ["content.ndjson"];
    });
    onTestFinished(() => changedFiles.mockRestore());
    expect(await readings(directory)).toEqual([2, []]);
  });
});

it.each(["content.json", "media.ndjson"])("loadDirectory reads %s with the files beside it", async (name) => {
  const directory = dataDirectory({
    "content.json": [{ id: 1, key: keyOf(1), name: "Home" }],
    "media.ndjson": `{"id":2,"key":"${keyOf(2)}","name":"File"}\n`,
  });
  const { trees, path } = await loadDirectory(join(directory, name));
  expect([trees.content.size, trees.media.size, path]).toEqual([1, 1, directory]);
});
