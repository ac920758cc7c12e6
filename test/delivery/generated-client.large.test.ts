/** A client generated from the OpenAPI document of the Delivery API, compiled strictly, reads the sample. */
import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
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

/** Returns what the compiler reports. */
async function compile(directory: string, statements: string, origin: string): Promise<string> {
  const client = `
import createClient from "openapi-fetch";
import type { paths } from "./delivery.ts";
const client = createClient<paths>({ baseUrl: ${JSON.stringify(origin)} });
const print = (...values: unknown[]) => console.log(JSON.stringify(values));
${statements}
`;
  writeFileSync(join(directory, "client.ts"), client);
  const options = ["--ignoreConfig", "--strict", "--target", "es2023", "--module", "nodenext"];
  return runNode(process.execPath, [
    join(PACKAGES, "typescript", "bin", "tsc"),
    ...options,
    "--allowImportingTsExtensions",
    "--rewriteRelativeImportExtensions",
    join(directory, "client.ts"),
  ]).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

const BASE = "/umbraco/delivery/api/v2";
const ITEM = `await client.GET("${BASE}/content/item/{path}", { params: { path: { path: "visit" } } })`;
const LIST = (query: string) => `await client.GET("${BASE}/content", { params: { query: ${query} } })`;

describe("a client generated from the OpenAPI document", () => {
  it.each<[what: string, statements: string, printed: unknown[]]>([
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
  ])("compiles, and reads %s", async (_, statements, printed) => {
    const { origin } = await startServe(["--sample"]);
    const directory = await generate(origin);
    expect(await compile(directory, statements, origin)).toBe("");
    const { stdout } = await runNode(process.execPath, [join(directory, "client.js")]);
    expect(JSON.parse(stdout)).toEqual(printed);
  });

  it.each([
    [`(${ITEM}).data!.nmae`, /Property 'nmae' does not exist/],
    [`(${LIST(`{ take: "ten" }`)})`, /'string' is not assignable to type 'number'/],
    [`await client.GET("${BASE}/media")`, /Expected 2 arguments|Argument|Property/],
    [`const page = (${ITEM}).data!; if (page.contentType === "homePage") page.properties.titel`, /titel/],
  ])("lets the compiler refuse %s", async (statements, error) => {
    const { origin } = await startServe(["--sample"]);
    expect(await compile(await generate(origin), statements, origin)).toMatch(error);
  });
});
