/** Keys of blocks in a folder for uSync: Umbraco shows the text of one block in all that have its key. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
const card = (key: number, title: string, more: object = {}) => ({
  ...{ key: KEY(key), ncContentTypeAlias: "card", title, ...more },
});
const nested = (value: unknown) => ({ editorAlias: "Umbraco.NestedContent", value });

/** The keys of the blocks of a property, with those inside them, in the order of the file. */
async function blockKeys(pages: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  const data = dataDirectory({
    "content.json": Object.entries(pages).map(([name, properties], sortOrder) => ({
      ...{ id: sortOrder + 1, key: KEY(sortOrder + 1), name, type: "page", sortOrder, children: [] },
      properties: Object.fromEntries(
        Object.entries(properties).map(([alias, value]) => [alias, nested(value)]),
      ),
    })),
  });
  const out = temporaryDirectory();
  expect((await run(["usync", "--data", data, "--out", out])).status).toBe(0);
  return (page: string, property: string) => {
    const text = readFileSync(join(out, "uSync", "v17", "Content", `${page}.config`), "utf8");
    const value = new RegExp(`<${property}>.*?CDATA\\[(.*?)\\]\\]>`, "s").exec(text)?.[1] ?? "";
    const keys = [...value.matchAll(/"key": "([^"]*)"/g)].map(([, key]) => key);
    // Each block is placed and exposed by its own key.
    for (const key of keys) expect(value.split(`"${key}"`).length - 1).toBe(3);
    return keys;
  };
}

it("a page that was copied with its blocks gets other keys than its original, at any depth; unique keys stay", async () => {
  const cards = (title: string) => [card(100, title, { inner: [card(101, `${title} inside`)] })];
  const pages = { original: { body: [...cards("Old"), card(102, "Alone")] }, copy: { body: cards("New") } };
  const keys = await blockKeys(pages);
  const [old, copied] = [keys("original", "body"), keys("copy", "body")];
  expect(old).toContain(KEY(102));
  expect(new Set([...old, ...copied, KEY(100), KEY(101)]).size).toBe(old.length + copied.length + 2);
  const again = await blockKeys(pages);
  expect([again("original", "body"), again("copy", "body")]).toEqual([old, copied]);
});

it("blocks that two properties of a page share get keys of their own", async () => {
  const keys = await blockKeys({ page: { body: [card(100, "One")], aside: [card(100, "Two")] } });
  expect(new Set([...keys("page", "body"), ...keys("page", "aside"), KEY(100)]).size).toBe(3);
});

it("a block that was copied within its list gets a key of its own", async () => {
  const keys = await blockKeys({ page: { body: [card(100, "One"), card(100, "Two")] } });
  expect(keys("page", "body")[0]).toBe(KEY(100));
  expect(new Set(keys("page", "body")).size).toBe(2);
});
