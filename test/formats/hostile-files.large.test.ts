/** `loadDirectory` of files with very many members, levels or errors: quadratic time would take minutes. */
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const KEY = "00000000-0000-4000-8000-000000000001";

const node = (id: number, rest = "") => `{"id":${id},"key":"${keyOf(id)}"${rest}`;

describe("loadDirectory reads in linear time 80,000", () => {
  const many = (text: (i: number) => string) => Array.from({ length: 80_000 }, (_, i) => text(i)).join(",");
  const chain = (key: (i: number) => string) =>
    `${Array.from({ length: 80_000 }, (_, i) => `{"id":${i},"key":"${key(i)}","children":[`).join("")}${"]}".repeat(80_000)}`;

  it.each([
    ["members", `[${node(1)},${many((i) => `"m${i}":${i}`)}}]`],
    ["members of two kinds in turn", `[${node(1)},${many((i) => `"m${i}":${i % 2 ? "[]" : i}`)}}]`],
    ["properties", `[${node(1)},"properties":{${many((i) => `"p${i}":{"value":1,"alias":"p"}`)}}}]`],
    ["members of a property", `[${node(1)},"properties":{"p":{${many((i) => `"m${i}":1`)},"alias":"p"}}}]`],
  ])("%s", async (_, text) => {
    expect((await loadDirectory(dataDirectory({ "content.json": text }))).trees.content.size).toBe(1);
  });

  it.each([
    ["levels, each with a fault", chain(() => "x"), "1001 errors"],
    ["levels with the same key", chain(() => KEY), "1 error\n"],
    ["members of one name", `[${node(1)},${many(() => '"m":1')}}]`, "79999 errors"],
    ["children that are not nodes", `[${node(1)},"children":[${many(() => "0")}]}]`, "80000 errors"],
  ])("%s", async (_, text, errors) => {
    await expect(loadDirectory(dataDirectory({ "content.json": text }))).rejects.toThrow(errors);
  });
});
