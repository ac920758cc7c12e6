/** The declarations of `types --format typescript`, compiled strictly with code that reads lines. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { run } from "../support/program.ts";
import { ROOT, SHARED } from "../support/repository.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const COMPILER = join(ROOT, "node_modules", "typescript", "bin", "tsc");

/** Compiles files together. Returns what the compiler reports of each file. */
async function compile(files: Record<string, string>): Promise<Record<string, string>> {
  const names = Object.keys(files);
  const options = ["--ignoreConfig", "--strict", "--noEmit", "--target", "es2023"];
  const command = promisify(execFile)(
    process.execPath,
    [COMPILER, ...options, "--allowImportingTsExtensions", ...names],
    { cwd: dataDirectory(files) },
  );
  const report = await command.then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
  const lines = report.split("\n");
  const of = (name: string) => lines.filter((line) => line.startsWith(`${name}(`)).join("\n");
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}

const typesOf = async (...data: string[]) => (await run(["types", ...data, "--format", "typescript"])).stdout;

const reader = (statement: string) => `
import type { ContentNode, Element, MediaNode } from "./types.ts";
export function read(node: ContentNode, media: MediaNode, element: Element): unknown {
  ${statement}
  return undefined;
}
`;

describe("types --format typescript", () => {
  it("lets the compiler judge what reads a line", async () => {
    const judged: readonly [statement: string, error: RegExp][] = [
      [`if (node.contentType === "article") return node.properties.bodyText?.markup;`, /^$/],
      [
        `if (node.contentType === "article") return node.properties.bodyTxt;`,
        /Property 'bodyTxt' does not exist/,
      ],
      [`return node.properties.bodyText;`, /Property 'bodyText' does not exist/],
      [`if (node.contentType === "articel") return 1;`, /no overlap/],
      [`if (media.mediaType === "Image") return media.properties.altText?.length;`, /^$/],
      [
        `if (media.mediaType === "Folder") return media.properties.altText;`,
        /Property 'altText' does not exist/,
      ],
      [`if (element.contentType === "quoteBlock") return element.properties.source?.length;`, /^$/],
      [`return node.cultures["en-GB"].properties;`, /^$/],
    ];
    const readers = judged.map(([statement], i) => [`reader${i}.ts`, reader(statement)]);
    const files = { "types.ts": await typesOf("--sample"), ...Object.fromEntries(readers) };
    const reports = await compile(files);
    expect(reports["types.ts"]).toBe("");
    for (const [i, [statement, error]] of judged.entries())
      expect(reports[`reader${i}.ts`], statement).toMatch(error);
  });

  it("quotes aliases that are no identifiers, and numbers names that collide, also with those of global types", async () => {
    const globals = [
      "record",
      "partial",
      "array",
      "object",
      "string",
      "pick",
      "element",
      "properties",
      "promise",
    ];
    const control = { editor: { alias: "headline" }, value: "A" };
    const grid = {
      name: "1 column",
      sections: [{ rows: [{ name: "Row", areas: [{ controls: [control] }] }] }],
    };
    const nodes = ["link", "my-page", "my page", "4th", ...globals].map((type, i) => ({
      ...{ id: i + 1, key: keyOf(i + 1), name: type, type, urlName: type },
      properties: {
        "a b": { alias: "a b", editorAlias: "Umbraco.TextBox", value: "x" },
        grid: { alias: "grid", editorAlias: "Umbraco.Grid", value: grid },
      },
    }));
    const types = await typesOf(dataDirectory({ "content.json": nodes }));
    expect(types).toContain('"a b"?: string | null;');
    for (const name of ["Link2", "MyPage", "MyPage2", "Type4th"])
      expect(types).toContain(`interface ${name} `);
    const reads = `
      const item = node.contentType === "record" ? node.properties.grid?.items[0] : undefined;
      const control = item?.content.contentType === "headline" ? item.content.properties.value : undefined;
      return [item?.layout?.length, node.urlName, control];`;
    expect(await compile({ "types.ts": types, "reader.ts": reader(reads) })).toEqual({
      "types.ts": "",
      "reader.ts": "",
    });
  });

  it.skipIf(!existsSync(SHARED))("compiles for shared sites", async () => {
    const sites = [
      "corpus/schemeweaver-v17",
      "corpus/legacy-site-v7",
      "databases/clean-10.sqlite.db",
      "trees/clean",
    ];
    const files: Record<string, string> = {};
    for (const name of sites) files[`${name.replaceAll("/", "-")}.ts`] = await typesOf(join(SHARED, name));
    const reports = await compile(files);
    expect(reports).toEqual(Object.fromEntries(Object.keys(files).map((name) => [name, ""])));
  });
});
