/** An importer that is built on the API's .NET client can import everything: nodes, files, and the types of their elements. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { SAMPLE_DIRECTORY } from "../../src/io.ts";
import { type AnsweredNode, everyAnswer } from "../everything.ts";
import { type Imported, Importer } from "../support/importer.ts";
import { startServe } from "../support/program.ts";
import { fixture } from "../support/repository.ts";
import { API_KEY, appOf } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const NESTED = fixture("usync/importer");

/** Imports a whole site from the server. */
async function importFrom(flags: readonly string[]): Promise<Importer> {
  const from = ["--prefix", "umbraco/Limbo", "--public-files", "--log", "none", ...flags];
  const { url } = await startServe(from, { env: { MIGRATIONS_API_KEY: API_KEY } });
  const importer = new Importer(url, API_KEY);
  await importer.importAll();
  return importer;
}

/** The nodes of the new site with name, type and parent; and the expected ones. */
function madeOf(imported: ReadonlyMap<string, Imported>) {
  return [...imported].map(([key, { name, type, parent }]) => ({ key, name, type, parent })).toSorted(byKey);
}

function expectedOf(nodes: readonly AnsweredNode[]) {
  return nodes
    .map(({ key, name, type, path }) => ({ key, name, type, parent: path.at(-1)?.key }))
    .toSorted(byKey);
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1;
}

/** Parents are made before their children. */
function expectParentsFirst(imported: ReadonlyMap<string, Imported>): void {
  const made = new Set<string | undefined>([undefined]);
  for (const [key, { parent, name }] of imported) {
    expect(made.has(parent), `the parent of ${name} exists before it`).toBe(true);
    made.add(key);
  }
}

async function expectWhole(importer: Importer, directory: string): Promise<void> {
  const { trees, types } = await loadDirectory(directory);
  const aliases = types().content.flatMap(({ alias, key }) => [alias, key]);
  expect(aliases.filter((name) => importer.missingTypes.has(name))).toEqual([]);
  expect(madeOf(importer.content)).toEqual(expectedOf(everyAnswer(trees.content)));
  expect(madeOf(importer.media)).toEqual(expectedOf(everyAnswer(trees.media)));
  expectParentsFirst(importer.content);
  expectParentsFirst(importer.media);
}

/** A folder with the files of media nodes, as a site has it. */
function mediaFolderOf(nodes: readonly AnsweredNode[]): string {
  const folder = temporaryDirectory();
  for (const { url } of nodes) {
    if (url === undefined || url === "") continue;
    const file = join(folder, decodeURI(url));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `the file of ${url}`);
  }
  return folder;
}

it("importer: the sample: all nodes, fourteen files, and the types of blocks", async () => {
  const importer = await importFrom(["--sample"]);
  await expectWhole(importer, SAMPLE_DIRECTORY);
  const files = [...importer.media.values()].flatMap(({ bytes }) => bytes ?? []);
  expect(files).toHaveLength(14);
  expect([...importer.missingTypes, ...importer.undated]).toEqual([]);
  expect([...importer.elements]).toEqual(expect.arrayContaining([["openingPeriod", 2]]));
});

it("importer: a uSync folder with nested content in nested content: elements by alias, their media, their bytes", async () => {
  const { trees } = await loadDirectory(NESTED);
  const media = everyAnswer(trees.media);
  const importer = await importFrom(["--data", NESTED, "--files", mediaFolderOf(media)]);
  await expectWhole(importer, NESTED);
  expect(Object.fromEntries(importer.elements)).toEqual({ section: 2, link: 1 });
  expect([...importer.missingTypes, ...importer.undated]).toEqual([]);
  const bytes = new Map([...importer.media.values()].map((made) => [made.name, made.bytes?.toString()]));
  expect(Object.fromEntries(bytes)).toEqual({
    Pictures: undefined,
    Photo: "the file of /media/abc/a photo.jpg",
    Plan: "the file of /media/def/plan.png",
  });
});

/** The members that the client reads of a data type; it fails without a key, dates and a configuration. */
const DATA_TYPE = {
  id: expect.any(Number),
  key: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  name: expect.any(String),
  dbType: expect.toSatisfy((type) => type === null || /^(?:nvarchar|ntext|integer|date|decimal)$/.test(type)),
  editorAlias: expect.any(String),
  editor: null,
  createDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  updateDate: "0001-01-01T00:00:00",
  config: expect.any(Object),
};

it.each(["usync/types", "usync/version-7/data"])(
  "importer: the data types of %s have all members, and are found by id and key",
  async (name) => {
    const data = await loadDirectory(fixture(name));
    const app = appOf({ prefix: "umbraco/Limbo" }, directorySource(data));
    const send = async (operation: string) =>
      (await app.request(`/umbraco/Limbo/Migrations/${operation}`)).json() as Promise<
        Record<string, unknown>[]
      >;
    const dataTypes = await send("GetDataTypes");
    expect(dataTypes.length).toBeGreaterThan(0);
    expect(dataTypes).toEqual(dataTypes.map(() => DATA_TYPE));
    const properties = [...(await send("GetContentTypes")), ...(await send("GetMediaTypes"))].flatMap(
      ({ tabs }) =>
        (tabs as { properties: { dataTypeId: number; editorAlias: string }[] }[]).flatMap(
          (tab) => tab.properties,
        ),
    );
    for (const dataType of dataTypes) {
      expect(await send(`GetDataTypeById?id=${dataType.id}`)).toEqual(dataType);
      expect(await send(`GetDataTypeByKey?key=${dataType.key}`)).toEqual(dataType);
      const own = properties.filter(({ dataTypeId }) => dataTypeId === dataType.id);
      for (const { editorAlias } of own) expect(editorAlias).toBe(dataType.editorAlias);
    }
  },
);
