/** Umbraco 17's own classes read folders that `usync` wrote. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../../support/program.ts";
import { fixture, SHARED } from "../../support/repository.ts";
import { dataDirectory, temporaryDirectory } from "../../support/temporary.ts";

type FolderLine = { what: "folder"; path: string; faults: string[]; checks: Record<string, number> };
type Line = FolderLine | { what: "version"; umbraco: string };

/** @returns a line for each folder */
function readByUmbraco(folders: readonly string[]): { folders: FolderLine[]; version: string } {
  const program = process.env.UMBRACO_CHECKER;
  if (program === undefined) throw new Error("npm run test:dotnet builds the program that is run here");
  const output = execFileSync("dotnet", [program, ...folders], { encoding: "utf8", maxBuffer: 2 ** 28 });
  const lines: Line[] = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return {
    folders: lines.filter((line) => line.what === "folder"),
    version: lines.flatMap((line) => (line.what === "version" ? line.umbraco : [])).join(),
  };
}

async function written(args: readonly string[]): Promise<string> {
  const out = temporaryDirectory();
  const { status, stderr } = await run(["usync", ...args, "--out", out]);
  expect(stderr).not.toMatch(/^error:/m);
  expect(status).toBe(0);
  return join(out, "uSync", "v17");
}

/** Sites in ../shared, if it exists. */
function shared(folder: string, pattern: RegExp): string[] {
  const path = join(SHARED, folder);
  const names = existsSync(path) ? readdirSync(path) : [];
  return names.filter((name) => pattern.test(name)).map((name) => join(path, name));
}

const OLD_VALUES: Record<string, { editorAlias: string; value: unknown }> = {
  grid: {
    editorAlias: "Umbraco.Grid",
    value: {
      name: "1 column layout",
      sections: [
        {
          grid: 12,
          rows: [
            {
              name: "Article",
              areas: [
                { grid: 4, controls: [{ value: "<p>Left</p>", editor: { alias: "rte", view: "rte" } }] },
                { grid: 8, controls: [{ value: "A headline", editor: { alias: "headline" } }] },
              ],
            },
          ],
        },
      ],
    },
  },
  archetype: {
    editorAlias: "Imulus.Archetype",
    value: {
      fieldsets: [
        {
          alias: "person",
          id: "00000007-0000-4000-8000-000000000000",
          properties: [{ alias: "name", value: "Solveig" }],
        },
      ],
    },
  },
  text: {
    editorAlias: "Umbraco.TinyMCEv3",
    value: `<p>Before <a href="/{localLink:1}">here</a></p><?UMBRACO_MACRO macroAlias="Gallery" folder="x" /><p>After</p>`,
  },
  page: { editorAlias: "Umbraco.ContentPickerAlias", value: "1" },
};

it("take the sample, the fixtures, old editors and real sites (those only if ../shared exists)", async () => {
  const old = dataDirectory({
    "content.json": [
      {
        ...{ id: 1, key: "00000001-0000-4000-8000-000000000000", name: "Home", type: "home", sortOrder: 0 },
        ...{ properties: OLD_VALUES, children: [] },
      },
    ],
  });
  const sources = [
    old,
    ...["usync/cultures", "usync/types", "usync/values", "usync/version-7", "usync/importer"].map(fixture),
    ...["umbraco-config/site", "umbraco-config/old"].map(fixture),
    // Versions from 14 on pass unchanged, whatever is in them.
    ...shared("corpus", /-v(?:7|8|9|1[0-3])$/),
    ...shared("databases", /-1[0-3](?:-wal)?\.sqlite\.db$/),
  ];
  const folders = [
    await written(["--sample"]),
    ...(await Promise.all(sources.map((path) => written(["--data", path])))),
  ];
  const { folders: lines, version } = readByUmbraco(folders);
  expect(lines.map(({ path }) => path)).toEqual(folders);
  expect(lines.flatMap(({ faults }) => faults)).toEqual([]);
  const checks = new Set(lines.flatMap(({ checks }) => Object.keys(checks)));
  for (const check of ["value of Umbraco.BlockGrid", "value of Umbraco.BlockList", "rich text", "links"])
    expect(checks).toContain(check);
  const total = lines.flatMap(({ checks }) => Object.values(checks)).reduce((sum, count) => sum + count, 0);
  console.log(`Umbraco ${version}: ${total} checks of ${folders.length} folders`);
});

it.each([
  [
    "DataTypes",
    /"maxImageSize": \d+|"extensions"/,
    '"mediaParentId": "none", $&',
    "configuration of Umbraco.RichText",
  ],
  [
    "DataTypes",
    /<EditorAlias>Umbraco\.RichText</,
    "<EditorAlias>Umbraco.TinyMCE<",
    "Umbraco.TinyMCE is unknown",
  ],
  ["Content", /"contentTypeKey": "[^"]*"/, '"contentTypeKey": "person"', "value of Umbraco.BlockList"],
  ["Content", /"contentKey": "[^"]*"/, '"contentKey": "person"', "value of Umbraco.Block"],
  ["Content", /localLink:[^}]*/, "localLink:1", "a local link that Umbraco does not find"],
  ["Content", /umb:\/\/document\/\w+/, "1", "1 is not a UDI"],
])("refuse files in %s where %s is replaced by %j", async (section, pattern, replacement, fault) => {
  const data = dataDirectory({
    "content.json": [
      {
        ...{ id: 1, key: "00000001-0000-4000-8000-000000000000", name: "Home", type: "home", sortOrder: 0 },
        ...{ properties: OLD_VALUES, children: [] },
      },
    ],
  });
  const folder = await written(["--data", data]);
  for (const name of readdirSync(join(folder, section))) {
    const path = join(folder, section, name);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(new RegExp(pattern, "g"), replacement));
  }
  const [{ faults }] = readByUmbraco([folder]).folders;
  expect(faults.join("\n")).toContain(fault);
});
