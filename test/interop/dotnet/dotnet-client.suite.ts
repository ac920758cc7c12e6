/** The API's own .NET client reads whole sites, compared with the program's answers. */
import { createHash } from "node:crypto";
import { type Dirent, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../src/formats/data-format.ts";
import { DirectorySource } from "../../../src/formats/directory-source.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { SAMPLE_DIRECTORY } from "../../../src/io.ts";
import { run, startServe } from "../../support/program.ts";
import { ROOT, SHARED } from "../../support/repository.ts";
import { API_KEY, appOf } from "../../support/site.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { type Answered, type AnsweredType, seenItem, seenNode, seenType } from "./expected.ts";
import { linesOf, type ReaderLine, readThrough } from "./reader.ts";

const PREFIX = "umbraco/Limbo";
const FIXTURES = join(ROOT, "test", "fixtures");
/** The levels that the reader requests: the default, and four more. */
const LEVELS = 5;

/** Totals for the last line. */
const counts = { sites: 0, nodes: 0, types: 0, files: 0 };
let versions = "";

afterAll(() => {
  console.log(
    `read through ${versions}: ${counts.nodes} nodes of ${counts.sites} sites, each by id and by key at ${LEVELS} levels, ` +
      `${counts.types} answers with types, ${counts.files} media files`,
  );
});

/** Sites in ../shared, if it exists. */
function sitesIn(name: string, isSite: (entry: Dirent) => boolean): string[] {
  const folder = join(SHARED, name);
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries.filter(isSite).map((entry) => join(folder, entry.name));
}

/** Serves a directory to the client. */
async function readSite(flags: readonly string[]): Promise<ReaderLine[]> {
  const from = ["--prefix", PREFIX, "--public-files", "--log", "none", "--quiet", ...flags];
  const { origin } = await startServe(from, { env: { MIGRATIONS_API_KEY: API_KEY } });
  const lines = await readThrough(origin, API_KEY);
  const [{ client, essentials, http, json, runtime }] = linesOf(lines, "versions");
  versions =
    `Limbo.Umbraco.MigrationsClient ${client} (Skybrud.Essentials ${essentials}, Skybrud.Essentials.Http ${http}, ` +
    `Newtonsoft.Json ${json}, .NET ${runtime})`;
  return lines;
}

/** Compares the client's results with the program's answers. */
async function expectSame(lines: readonly ReaderLine[], directory: string, options: ReadOptions = {}) {
  const data = await loadDirectory(directory, options);
  const app = appOf({}, new DirectorySource(data));
  const answer = async <T>(operation: string, maxLevel: number | null = null): Promise<T> => {
    const level = maxLevel === null ? "" : `maxLevel=${maxLevel}`;
    const response = await app.request(`/platform/module/Migrations/${operation}${level}`);
    expect(response.status, operation).toBe(200);
    return (await response.json()) as T;
  };
  const operation = { content: "GetContent", media: "GetMedia" };
  for (const { kind, maxLevel, items } of linesOf(lines, "roots")) {
    const roots = await answer<Answered[]>(`${operation[kind]}AtRoot?`, maxLevel);
    expect(items).toEqual(roots.map(seenItem));
  }
  const nodes = linesOf(lines, "node");
  for (const { kind, id, maxLevel, node } of nodes) {
    expect(node).toEqual(seenNode(await answer<Answered>(`${operation[kind]}ById?id=${id}&`, maxLevel)));
  }
  for (const kind of ["content", "media"] as const) {
    for (const by of ["id", "key"] as const) {
      const found = nodes.filter((line) => line.kind === kind && line.by === by);
      expect(found, `${kind} by ${by}`).toHaveLength(data.trees[kind].size * LEVELS);
    }
  }
  const types = await answer<AnsweredType[]>("GetContentTypes?");
  for (const line of linesOf(lines, "type")) {
    const { by } = line.asked;
    const type = types.find((each) => each[by] === line.asked[by]);
    if (type) expect(line).toMatchObject({ got: seenType(type) });
    else expect(line).toMatchObject({ status: 404, exception: "HttpException" });
  }
  counts.sites++;
  counts.nodes += data.trees.content.size + data.trees.media.size;
  counts.types += linesOf(lines, "type").filter((line) => "got" in line).length;
}

/** Compares the bytes of media files with those on disk. */
function expectFiles(lines: readonly ReaderLine[], folder: string): void {
  const files = linesOf(lines, "file");
  expect(files.length).toBeGreaterThan(0);
  for (const { asked, ...rest } of files) {
    const bytes = readFileSync(join(folder, asked.url));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(rest, asked.url).toMatchObject({ got: { length: bytes.length, sha256 } });
  }
  counts.files += new Set(files.map(({ asked }) => asked.url)).size;
}

describe("the sample", () => {
  it("is read completely: trees, types and files; missing nodes and a wrong key are errors with their status", async () => {
    const lines = await readSite(["--sample"]);
    await expectSame(lines, SAMPLE_DIRECTORY);
    expectFiles(lines, join(SAMPLE_DIRECTORY, "files"));
    const statuses = linesOf(lines, "refusal").map((line) => [
      line.asked.of,
      "status" in line ? line.status : "got",
    ]);
    expect(Object.fromEntries(statuses)).toEqual({
      "unknown content id": 404,
      "unknown content key": 404,
      "unknown media id": 404,
      "unknown media key": 404,
      "unknown type id": 404,
      "unknown type key": 404,
      "unknown type alias": 404,
      "generic by key": 400,
      members: "got",
      "wrong key, content": 401,
      "wrong key, media": 401,
      "wrong key, type": 401,
      // Files are public, and the client sends no key with them.
      "wrong key, file": "got",
    });
  });

  it("refuses files to the client if they need the key, and reports the reason", async () => {
    const from = ["--sample", "--prefix", PREFIX, "--log", "none"];
    const { origin, output } = await startServe(from, { env: { MIGRATIONS_API_KEY: API_KEY } });
    const files = linesOf(await readThrough(origin, API_KEY), "file");
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(file).toMatchObject({ status: 401 });
    expect(output.stderr.match(/^warning: .*--public-files/gm)).toHaveLength(1);
  });
});

describe("a site on disk (uSync folders; saved answers and databases if ../shared exists)", () => {
  const fixtures = ["importer", "types", "values", "version-7", "versions", "cultures", "ids"];
  const sites = [
    ...fixtures.map((name) => join(FIXTURES, "usync", name)),
    ...sitesIn("corpus", (entry) => entry.isDirectory()),
    ...sitesIn("trees", (entry) => entry.isDirectory()),
    ...sitesIn("databases", (entry) => entry.name.endsWith(".db")),
  ];
  it.each(sites.map((path) => [relative(ROOT, path), path]))("%s", async (_name, path) => {
    await expectSame(await readSite(["--data", path]), path);
  });
});

it("elements of nested content have the editors of their types", async () => {
  const elements = linesOf(await readSite(["--data", join(FIXTURES, "usync", "importer")]), "element");
  const editors = { title: "Umbraco.TextBox", image: "Umbraco.MediaPicker", links: "Umbraco.NestedContent" };
  expect(elements).toMatchObject([
    { asked: { property: "sections" }, got: { name: "Item 1", type: "section", editors } },
    { asked: { property: "sections" }, got: { name: "Item 2", type: "section", editors } },
  ]);
});

describe("an umbraco.config", () => {
  const directory = join(FIXTURES, "umbraco-config", "site");

  it("has no properties without --editors", async () => {
    const lines = await readSite(["--data", directory]);
    await expectSame(lines, directory);
    const nodes = linesOf(lines, "node").map(({ node }) => node);
    expect(nodes.flatMap(({ properties }) => properties)).toEqual([]);
    expect(nodes.flatMap(({ dropped }) => dropped).length).toBeGreaterThan(0);
  });

  it("has the properties whose editors are given", async () => {
    const editors = join(temporaryDirectory(), "editors.json");
    const aliases = { "//": "read through", title: "Umbraco.Textbox", "page.body": "Umbraco.TinyMCEv3" };
    writeFileSync(editors, JSON.stringify(aliases));
    const lines = await readSite(["--data", directory, "--editors", editors]);
    await expectSame(lines, directory, { editors });
    const kept = linesOf(lines, "node").flatMap(({ node }) => node.properties.map(({ alias }) => alias));
    expect([...new Set(kept)].toSorted()).toEqual(["body", "title"]);
  });
});

describe("a pulled copy with files", () => {
  it("equals its source", async () => {
    const env = { MIGRATIONS_API_KEY: API_KEY };
    const from = ["--sample", "--prefix", PREFIX, "--log", "none", "--quiet"];
    const { origin } = await startServe(from, { env });
    const out = join(temporaryDirectory(), "copy");
    const pull = ["pull", "--base-url", origin, "--prefix", PREFIX, "--files", "--out", out];
    expect(await run(pull, { env })).toMatchObject({ status: 0 });
    const lines = await readSite(["--data", out]);
    await expectSame(lines, SAMPLE_DIRECTORY);
    expectFiles(lines, join(SAMPLE_DIRECTORY, "files"));
  });
});
