/** Elements in values of a package whose editor nobody knows: each view counts the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../support/program.ts";
import { keyOf, nodeOf, propertiesOf } from "../support/site.ts";
import { blocksOf13, blocksOf17 } from "../support/stored-blocks.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const item = (id: number, more = {}) => ({
  key: keyOf(id),
  ncContentTypeAlias: "card",
  title: "Horn",
  ...more,
});
const block = (id: number) => ({ type: 1000, id, values: { title: "Bell" } });

it.each<[what: string, value: unknown, elements: number]>([
  ["a list of elements", [item(1), item(2)], 2],
  ["a list of elements in a text", JSON.stringify([item(1), item(2)]), 2],
  ["elements in elements", [item(1, { inner: [item(2), item(3)] })], 3],
  [
    "elements below members of its own",
    { rows: [{ cells: [item(1)] }, { cells: JSON.stringify([item(2)]) }] },
    2,
  ],
  ["blocks before version 15", { theme: "dark", blocks: blocksOf13("BlockList", [block(1), block(2)]) }, 2],
  ["blocks from version 15 on", { theme: "dark", blocks: blocksOf17("BlockList", [block(1), block(2)]) }, 2],
  ["no element", { title: "Horn", card: { alias: "x" } }, 0],
])("audit, find, export, its model and verify count the elements of %s", async (_, value, elements) => {
  const properties = propertiesOf({ blocks: ["Acme.Blocks", value] });
  const data = dataDirectory({ "content.json": [{ ...nodeOf(1, "Home"), properties }] });
  const json = async (...args: string[]) =>
    JSON.parse((await run(args.includes("--format") ? args : [...args, "--format", "json"])).stdout);
  const { summary } = await json("audit", "--data", data);
  const [listed] = await json("find", "--data", data, "--fields", "elements");
  const out = join(temporaryDirectory(), "export");
  const exported = await json("export", "--data", data, "--out", out);
  const { contentTypes } = JSON.parse(readFileSync(join(out, "model.json"), "utf8"));
  const { totals } = await json("verify", data, data);
  expect({
    audit: summary.types[0].elements,
    find: listed.elements,
    export: exported.elements,
    model: contentTypes.reduce((sum: number, type: { elements: number }) => sum + type.elements, 0),
    verify: totals.compared.elements.old,
  }).toEqual({ audit: elements, find: elements, export: elements, model: elements, verify: elements });
});
