/** Types in a folder for uSync whose compositions the data lacks. */
import { expect, it } from "vitest";
import { KEY, node, type, written } from "./written.ts";

const inheriting = (key: number, alias: string, ...bases: number[]) =>
  type(key, alias, {
    info: `<Compositions>${bases.map((base) => `<Composition Key="${KEY(base)}">base${base}</Composition>`).join("")}</Compositions>`,
  });

it("a composition that the data lacks is made with the values that its heirs have, in the one with the fewest heirs", async () => {
  const { text, value, of } = await written({
    "ContentTypes/article": inheriting(30, "article", 51, 52),
    "ContentTypes/page": inheriting(31, "page", 51),
    "Content/a": node(1, "article", {
      name: "One",
      values: { title: "One", body: "<p>Words</p>", hide: "1" },
    }),
    "Content/b": node(2, "page", { name: "Two", values: { title: "Two", hide: "0" } }),
  });
  const propertiesOf = (name: string) =>
    Array.from(
      text(`ContentTypes/${name}`).matchAll(/<Alias>(\w+)<\/Alias>\s*<Definition>.*\s*<Type>(.*?)</g),
      ([, alias, editor]) => `${alias} ${editor}`,
    );
  expect(propertiesOf("base51")).toEqual(["hide Umbraco.TrueFalse", "title Umbraco.TextArea"]);
  expect(propertiesOf("base52")).toEqual(["body Umbraco.RichText"]);
  expect(propertiesOf("article")).toEqual([]);
  expect(text("ContentTypes/article")).toContain(`<Composition Key="${KEY(51)}">base51</Composition>`);
  expect(value("one", "title")).toBe("One");
  expect([...of("unknown-property"), ...of("type-changed")]).toEqual([]);
  expect(of("type-made").map(({ name }) => name)).toEqual(["base51", "base52"]);
});
