/** A client generated from the OpenAPI document of the Delivery API, compiled strictly, reads the sample. */
import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parseLines } from "../support/ndjson.ts";
import { startServe } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const PACKAGES = join(ROOT, "node_modules");
const runNode = promisify(execFile);

/** Generates declarations from the document of a server; returns the directory that has them. */
async function generate(origin: string): Promise<string> {
  const directory = temporaryDirectory();
  // Generated clients import the packages of the project that they are in.
  symlinkSync(PACKAGES, join(directory, "node_modules"), "junction");
  writeFileSync(join(directory, "package.json"), '{"type":"module"}');
  const document = await (await fetch(`${origin}/umbraco/openapi/delivery.json`)).text();
  writeFileSync(join(directory, "delivery.json"), document);
  const generator = join(PACKAGES, "openapi-typescript", "bin", "cli.js");
  await runNode(process.execPath, [generator, "delivery.json", "--output", "delivery.ts"], {
    cwd: directory,
  });
  return directory;
}

/** A program of a client per list of statements, compiled together. Returns what the compiler reports of each. */
async function compile(directory: string, programs: readonly string[], origin: string): Promise<string[]> {
  const names = programs.map((statements, i) => {
    const client = `
import createClient from "openapi-fetch";
import type { paths } from "./delivery.ts";
const client = createClient<paths>({ baseUrl: ${JSON.stringify(origin)} });
const print = (...values: unknown[]) => console.log(JSON.stringify(values));
${statements}
`;
    writeFileSync(join(directory, `client${i}.ts`), client);
    return `client${i}`;
  });
  const options = ["--ignoreConfig", "--strict", "--target", "es2023", "--module", "nodenext"];
  const report = await runNode(
    process.execPath,
    [
      join(PACKAGES, "typescript", "bin", "tsc"),
      ...options,
      "--allowImportingTsExtensions",
      "--rewriteRelativeImportExtensions",
      ...names.map((name) => `${name}.ts`),
    ],
    { cwd: directory },
  ).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
  const lines = report.split("\n");
  return names.map((name) => lines.filter((line) => line.startsWith(`${name}.ts`)).join("\n"));
}

const BASE = "/umbraco/delivery/api/v2";
const ITEM = `await client.GET("${BASE}/content/item/{path}", { params: { path: { path: "visit" } } })`;
const LIST = (query: string) => `await client.GET("${BASE}/content", { params: { query: ${query} } })`;

/** What a client reads. */
const READS: readonly [what: string, statements: string, printed: unknown[]][] = [
  [
    "a page by its path",
    `const { data, error } = ${ITEM};
     if (error) print(error.detail);
     else print(data.name, data.route.path, data.cultures);`,
    ["Visit", "/visit/", {}],
  ],
  [
    "a problem",
    `const { data, error, response } = ${ITEM.replace('"visit"', '"nowhere"')};
     print(response.status, error?.title, data === undefined);`,
    [404, "No node matches", true],
  ],
  [
    "pages of a type, with the properties of that type",
    `const { data } = ${LIST(`{ filter: ["contentType:homePage"], sort: ["name:asc"], take: 1 }`)};
     for (const item of data?.items ?? []) {
       if (item.contentType === "homePage") print(data?.total, item.properties.title?.toUpperCase());
     }`,
    [1, "MÅKEVÆR FOGHORN MUSEUM"],
  ],
  [
    "picked nodes with their properties",
    `const { data } = ${LIST(`{ filter: ["contentType:homePage"], expand: "properties[$all]" }`)};
     for (const item of data?.items ?? []) {
       if (item.contentType !== "homePage") continue;
       for (const image of item.properties.heroImage ?? []) print(image.mediaType, typeof image.properties.altText);
     }`,
    ["Image", "string"],
  ],
  [
    "media",
    `const { data } = await client.GET("${BASE}/media", { params: { query: { fetch: "children:/", take: 1 } } });
     for (const item of data?.items ?? []) if (item.mediaType === "Folder") print(item.path, item.url, item.extension);`,
    ["/photographs/", "", null],
  ],
];

/** What the compiler refuses. */
const REFUSALS: readonly [statement: string, error: RegExp][] = [
  [`(${ITEM}).data!.nmae`, /Property 'nmae' does not exist/],
  [`(${LIST(`{ take: "ten" }`)})`, /'string' is not assignable to type 'number'/],
  [`await client.GET("${BASE}/media")`, /Expected 2 arguments|Argument|Property/],
  [`const page = (${ITEM}).data!; if (page.contentType === "homePage") page.properties.titel`, /titel/],
];

describe("a client generated from the OpenAPI document", () => {
  it("compiles and reads the sample, and the compiler refuses what the document does not have", async () => {
    const { origin } = await startServe(["--sample"]);
    const directory = await generate(origin);
    const programs = [
      ...READS.map(([, statements]) => statements),
      ...REFUSALS.map(([statement]) => statement),
    ];
    const reports = await compile(directory, programs, origin);
    expect(reports.slice(0, READS.length)).toEqual(READS.map(() => ""));
    const imports = READS.map((_, i) => `await import("./client${i}.js");`).join("\n");
    writeFileSync(join(directory, "all.js"), imports);
    const { stdout } = await runNode(process.execPath, [join(directory, "all.js")]);
    const printed = parseLines(stdout);
    for (const [i, [what, , expected]] of READS.entries()) expect(printed[i], what).toEqual(expected);
    for (const [i, [statement, error]] of REFUSALS.entries())
      expect(reports[READS.length + i], statement).toMatch(error);
  });
});
