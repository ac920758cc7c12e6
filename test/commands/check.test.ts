/** `check`, and the line about warnings that other commands print. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { copyOf } from "../remote/pulled-site.ts";
import { run } from "../support/program.ts";
import { fixture } from "../support/repository.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { shown } from "../support/terminal.ts";

const KEY = "ca6558e1-81be-46e1-a367-99864e2b06fc";

const migrations = (...argv: string[]) => run(argv);

describe("check", () => {
  const versions = fixture("usync/versions");

  it("prints the format and the counts of a directory, and lists its warnings", async () => {
    expect(await migrations("check", "--data", versions)).toEqual({
      status: 0,
      stdout: `${[
        `${versions} is sound: uSync 13.2.0.0, 3 content and 0 media nodes`,
        "",
        "content by level",
        "  1  level 1",
        "  2  level 2",
        "",
        "content by type",
        "  2  page",
        "  1  rootPage",
        "",
        "warnings: 4 (3 for information, 1 missing)",
        "warning: v13: is read, as the highest version; not read: v9",
        "warning: Root/Content/home.config: v13/Content/home.config replaces it",
        "warning: Content: ids are derived from keys: 3 nodes",
        "warning: content: the type page is not among the content types: 2 nodes have it",
      ].join("\n")}\n`,
      stderr: "",
    });
  });

  it("counts and sums up 3,000 warnings of a kind as 3,000", async () => {
    const home = '<home id="1050" key="00000050-0000-4000-8000-000000000000" nodeName="Home" isDoc=""/>';
    const directory = dataDirectory({
      "umbraco.config": `<root id="-1">${home}${"<a/>".repeat(3000)}</root>`,
    });
    const { status, stdout, stderr } = await migrations("check", "--data", directory, "--fail-on", "damaged");
    expect(stdout).toContain("\nwarnings: 3000 (3000 damaged)\n");
    expect(stdout).toMatch(/^warning: umbraco\.config: line 1: .* \(and 2999 more\)$/m);
    expect(stdout).toContain(
      "\n--format json lists 1001 of the 3000 warnings: the first 1000 of each kind and file",
    );
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("warnings that --fail-on selects: 3000 damaged"),
    ]);
    const quiet = await migrations("check", "--data", directory, "--quiet");
    expect(quiet.stdout).toContain("3000  elements that are not nodes, left out");
    const found = await migrations("find", "--data", directory, "--name", "x");
    expect(found.stderr).toContain("3000 warnings about nodes left out; to list them: ");
  });

  it("prints many types in columns on a terminal, the most frequent first", async () => {
    const types = Array.from({ length: 15 }, (_, i) => `type${String(i).padStart(2, "0")}`);
    const nodes = [...types, "many"].flatMap((type, i) =>
      Array.from({ length: type === "many" ? 10 : 1 }, (_, n) => ({
        id: i * 100 + n + 1,
        key: keyOf(i * 100 + n),
        type,
        children: [],
      })),
    );
    const data = dataDirectory({ "content.json": nodes });
    const { stdout } = await shown(["check", "--data", data], 40);
    const lines = stdout.split("\n");
    const start = lines.indexOf("content by type") + 1;
    expect(lines.slice(start, start + 6)).toEqual([
      "  10  many    1  type05  1  type11",
      "   1  type00  1  type06  1  type12",
      "   1  type01  1  type07  1  type13",
      "   1  type02  1  type08  1  type14",
      "   1  type03  1  type09",
      "   1  type04  1  type10",
    ]);
    const piped = await migrations("check", "--data", data);
    expect(piped.stdout).toContain("\n  10  many\n   1  type00\n");
  });

  it("refuses --files with the command that reads media files", async () => {
    expect(await migrations("check", "--sample", "--files", "./my media")).toEqual({
      status: 2,
      stdout: "",
      stderr:
        "error: check reads no media files: try migrations audit --sample --files './my media' --fail-on missing-file\n",
    });
  });

  it("counts warnings with --quiet, and does not list them", async () => {
    const { stdout } = await migrations("check", "--data", versions, "--quiet");
    const asJson = await migrations("check", "--data", versions, "--quiet", "--format", "json");
    const { warnings } = JSON.parse(asJson.stdout);
    expect(warnings.length).toBeGreaterThan(2);
    expect(stdout).toMatch(new RegExp(`\nwarnings: ${warnings.length} \\(.*\\)\n( {2}\\d {2}.*\n)+$`));
  });

  it("prints the languages, and marks the one that is read", async () => {
    const { stdout } = await migrations("check", "--data", fixture("usync/cultures"), "--culture", "da-dk");
    expect(stdout).toContain("\nlanguages: da-DK (read), en-US\n");
  });

  it.each([
    // All but the category decided.
    ["any", 1, "error: warnings that --fail-on selects: 1 missing\n"],
    ["decided", 1, "error: warnings that --fail-on selects: 3 decided\n"],
    ["missing,decided", 1, "error: warnings that --fail-on selects: 3 decided, 1 missing\n"],
    ["any,decided", 1, "error: warnings that --fail-on selects: 3 decided, 1 missing\n"],
    ["editors, left-out,damaged", 0, ""],
    [
      "edit",
      2,
      'error: --fail-on takes editors, missing, left-out, damaged, decided or any, separated by commas, not "edit"\n',
    ],
  ])(
    "exits with the status for warnings of the categories of --fail-on %s",
    async (categories, status, stderr) => {
      const found = await migrations("check", "--data", versions, "--fail-on", categories);
      expect(found).toMatchObject({ status, stderr });
    },
  );

  it("--fail-on any: exits with 0 for generated ids", async () => {
    const ids = ["check", "--data", fixture("usync/ids"), "--include-unpublished"];
    const found = await migrations(...ids, "--fail-on", "any", "--quiet");
    expect(found).toMatchObject({ status: 0, stderr: "" });
    expect(found.stdout).toContain("\nwarnings: 2 (2 for information)\n");
  });

  it("--format json: prints one object", async () => {
    const { status, stdout } = await migrations("check", "--data", versions, "--format", "json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      path: versions,
      sound: true,
      format: "uSync",
      version: "13.2.0.0",
      languages: [],
      nodes: {
        content: { total: 3, levels: [1, 2], types: { page: 2, rootPage: 1 } },
        media: { total: 0, levels: [], types: {} },
      },
      dictionary: 0,
      unread: {},
      warnings: [
        { file: "v13", text: "is read, as the highest version; not read: v9", category: "decided" },
        {
          file: "Root/Content/home.config",
          text: "v13/Content/home.config replaces it",
          category: "decided",
        },
        { file: "Content", text: "ids are derived from keys: 3 nodes", category: "decided" },
        {
          file: "content",
          text: "the type page is not among the content types: 2 nodes have it",
          category: "missing",
        },
      ],
    });
  });

  it.each(["plain", "json"])("lists errors on stdout as %s", async (format) => {
    const path = fixture("umbraco-config/bomb");
    const { status, stdout, stderr } = await migrations("check", "--data", path, "--format", format);
    const error = "umbraco.config:5:17: not well-formed XML: undefined entity";
    expect([status, stderr]).toEqual([6, `error: ${path} does not load: 1 error\n`]);
    if (format === "json") expect(JSON.parse(stdout)).toEqual({ path, sound: false, errors: [error] });
    else expect(stdout).toBe(`error: ${error}\n`);
  });
});

describe("commands with a data directory", () => {
  const nodes = fixture("usync/which-nodes");

  describe("print the line about warnings", () => {
    const check = `to list them: migrations check --data ${nodes}\n`;

    it.each([["content"], ["find", "--type", "*"], ["diff", nodes, nodes]])(
      "not if no warning concerns the result: %s",
      async (command, ...args) => {
        const data = command === "diff" ? [] : ["--data", nodes];
        const { stderr } = await migrations(command, ...args, ...data);
        expect(stderr).not.toMatch(/warning/);
      },
    );

    it.each([
      ["content", "--id", "99999"],
      ["find", "--below", "99999"],
    ])("if a node is not found and nodes were left out: %s %s %s", async (...args) => {
      const { status, stderr } = await migrations(...args, "--data", nodes);
      expect([status, stderr]).toEqual([
        3,
        expect.stringContaining(`12 warnings about nodes left out; ${check}error: `),
      ]);
      expect((await migrations(...args, "--data", nodes, "--quiet")).stderr).toMatch(/^error: /);
    });

    it("with any result, if data is missing", async () => {
      const directory = dataDirectory({ "content.json": [{ id: 1, key: KEY, name: "A" }] });
      const copy = await copyOf(directory);
      writeFileSync(join(copy, "content.ndjson"), `{"id":2,"key":"${KEY}","name":"B"}\n`);
      const warning = "warning: content.ndjson: is not the file that manifest.json describes";
      for (const args of [["content"], ["find", "--name", "B"], ["audit"]]) {
        expect((await migrations(...args, "--data", copy)).stderr).toContain(warning);
      }
      expect((await migrations("diff", copy, directory)).stderr).toContain("1 warning about ");
    });
  });
});
