/** The declarations of `types --format typescript`, compiled strictly with code that reads lines. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { run } from "../support/program.ts";
import { ROOT, SHARED } from "../support/repository.ts";
import { dataDirectory } from "../support/temporary.ts";

const COMPILER = join(ROOT, "node_modules", "typescript", "bin", "tsc");

/** Returns what the compiler reports. */
async function compile(files: Record<string, string>): Promise<string> {
  const directory = dataDirectory(files);
  const options = [
    "--ignoreConfig",
    "--strict",
    "--noEmit",
    "--target",
    "es2023",
    "--allowImportingTsExtensions",
  ];
  const paths = Object.keys(files).map((name) => join(directory, name));
  const command = promisify(execFile)(process.execPath, [COMPILER, ...options, ...paths]);
  return command.then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
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
  it.each<[statement: string, error: RegExp | undefined]>([
    [`if (node.contentType === "article") return node.properties.bodyText?.markup;`, undefined],
    [
      `if (node.contentType === "article") return node.properties.bodyTxt;`,
      /Property 'bodyTxt' does not exist/,
    ],
    [`return node.properties.bodyText;`, /Property 'bodyText' does not exist/],
    [`if (node.contentType === "articel") return 1;`, /no overlap/],
    [`if (media.mediaType === "Image") return media.properties.altText?.length;`, undefined],
    [
      `if (media.mediaType === "Folder") return media.properties.altText;`,
      /Property 'altText' does not exist/,
    ],
    [`if (element.contentType === "quoteBlock") return element.properties.source?.length;`, undefined],
    [`return node.cultures["en-GB"].properties;`, undefined],
  ])("lets the compiler judge %s", async (statement, error) => {
    const report = await compile({ "types.ts": await typesOf("--sample"), "reader.ts": reader(statement) });
    if (error) expect(report).toMatch(error);
    else expect(report).toBe("");
  });

  it("quotes aliases that are no identifiers, and numbers names that collide", async () => {
    const node = (id: number, type: string) => ({
      id,
      key: `aaaaaaaa-0000-4000-8000-00000000000${id}`,
      name: type,
      type,
      properties: { "a b": { alias: "a b", editorAlias: "Umbraco.TextBox", value: "x" } },
    });
    const data = dataDirectory({
      "content.json": [node(1, "link"), node(2, "my-page"), node(3, "my page"), node(4, "4th")],
    });
    const types = await typesOf(data);
    expect(types).toContain('"a b"?: string | null;');
    for (const name of ["Link2", "MyPage", "MyPage2", "Type4th"])
      expect(types).toContain(`interface ${name} `);
    expect(await compile({ "types.ts": types })).toBe("");
  });

  it("compiles for types with the names of global types, and has every member of a line", async () => {
    const names = [
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
    const content = names.map((type, i) => ({
      id: i + 1,
      key: `aaaaaaaa-0000-4000-8000-00000000000${i}`,
      name: type,
      type,
      urlName: type,
      properties: { a: { alias: "a", editorAlias: "Umbraco.Grid", value: grid } },
    }));
    const types = await typesOf(dataDirectory({ "content.json": content }));
    const reads = `
      const item = node.contentType === "record" ? node.properties.a?.items[0] : undefined;
      const control = item?.content.contentType === "headline" ? item.content.properties.value : undefined;
      return [item?.layout?.length, node.urlName, control];`;
    expect(await compile({ "types.ts": types, "reader.ts": reader(reads) })).toBe("");
  });

  it
    .skipIf(!existsSync(SHARED))
    .each([
      "corpus/schemeweaver-v17",
      "corpus/uheadless-v15",
      "corpus/legacy-site-v7",
      "databases/clean-10.sqlite.db",
      "trees/clean",
    ])("compiles for the shared %s", async (data) => {
    expect(await compile({ "types.ts": await typesOf(join(SHARED, data)) })).toBe("");
  });
});
