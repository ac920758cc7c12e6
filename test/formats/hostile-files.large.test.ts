/** `loadDirectory` of files with very many of one thing: the time grows with the number, not with its square. */
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const KEY = "00000000-0000-4000-8000-000000000001";

const node = (id: number, rest = "") => `{"id":${id},"key":"${keyOf(id)}"${rest}`;

/** Each took minutes, or would, where the time grew with the square of the number. */
describe("loadDirectory: 80,000 of one thing take no longer than as many of another", () => {
  const many = (text: (i: number) => string) => Array.from({ length: 80_000 }, (_, i) => text(i)).join(",");
  const chain = (key: (i: number) => string) =>
    `${Array.from({ length: 80_000 }, (_, i) => `{"id":${i},"key":"${key(i)}","children":[`).join("")}${"]}".repeat(80_000)}`;

  it.each([
    ["members", `[${node(1)},${many((i) => `"m${i}":${i}`)}}]`],
    ["members of two kinds by turns", `[${node(1)},${many((i) => `"m${i}":${i % 2 ? "[]" : i}`)}}]`],
    ["properties", `[${node(1)},"properties":{${many((i) => `"p${i}":{"value":1,"alias":"p"}`)}}}]`],
    ["members of a property", `[${node(1)},"properties":{"p":{${many((i) => `"m${i}":1`)},"alias":"p"}}}]`],
  ])("%s", async (_, text) => {
    expect((await loadDirectory(dataDirectory({ "content.json": text }))).trees.content.size).toBe(1);
  });

  it.each([
    ["levels, each with a fault", chain(() => "x"), "1001 errors"],
    ["levels, each with the key of the first", chain(() => KEY), "1 error\n"],
    ["members of one name", `[${node(1)},${many(() => '"m":1')}}]`, "79999 errors"],
    ["children that are no nodes", `[${node(1)},"children":[${many(() => "0")}]}]`, "80000 errors"],
  ])("%s", async (_, text, errors) => {
    await expect(loadDirectory(dataDirectory({ "content.json": text }))).rejects.toThrow(errors);
  });
});
