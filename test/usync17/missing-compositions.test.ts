/** Types in a folder for uSync whose compositions the data lacks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
const type = (key: number, alias: string, ...bases: number[]) =>
  `<ContentType Key="${KEY(key)}" Alias="${alias}"><Info><Name>${alias}</Name>
    <Compositions>${bases.map((base) => `<Composition Key="${KEY(base)}">base${base}</Composition>`).join("")}</Compositions></Info></ContentType>`;
const page = (key: number, alias: string, properties: Readonly<Record<string, string>>) =>
  `<Content Key="${KEY(key)}" Alias="Page ${key}" Level="1"><Info><Parent Key="00000000-0000-0000-0000-000000000000" /><ContentType>${alias}</ContentType>
    <NodeName Default="Page ${key}" /><Published Default="true" /></Info><Properties>${Object.entries(
      properties,
    )
      .map(([name, value]) => `<${name}><Value><![CDATA[${value}]]></Value></${name}>`)
      .join("")}</Properties></Content>`;

it("a composition that the data lacks is made with the values that its heirs have, in the one with the fewest heirs", async () => {
  const data = dataDirectory({
    "v8/ContentTypes/article.config": type(30, "article", 51, 52),
    "v8/ContentTypes/page.config": type(31, "page", 51),
    "v8/Content/a.config": page(1, "article", { title: "One", body: "<p>Words</p>", hide: "1" }),
    "v8/Content/b.config": page(2, "page", { title: "Two", hide: "0" }),
  });
  const out = join(temporaryDirectory(), "v17");
  expect((await run(["usync", "--data", join(data, "v8"), "--out", out])).status).toBe(0);
  const text = (name: string) => readFileSync(join(out, name), "utf8");
  const propertiesOf = (name: string) =>
    [
      ...text(`ContentTypes/${name}.config`).matchAll(
        /<Alias>(\w+)<\/Alias>\s*<Definition>.*\s*<Type>(.*?)</g,
      ),
    ].map(([, alias, editor]) => `${alias} ${editor}`);
  expect(propertiesOf("base51")).toEqual(["hide Umbraco.TrueFalse", "title Umbraco.TextArea"]);
  expect(propertiesOf("base52")).toEqual(["body Umbraco.RichText"]);
  expect(propertiesOf("article")).toEqual([]);
  expect(text("ContentTypes/article.config")).toContain(`<Composition Key="${KEY(51)}">base51</Composition>`);
  expect(text("Content/page-1.config")).toMatch(/<title>\s*<Value><!\[CDATA\[One\]\]>/);
  const report: Record<string, string>[] = readLines(join(out, "..", "report.ndjson"));
  expect(
    report.filter(({ problem }) => problem === "unknown-property" || problem === "type-changed"),
  ).toEqual([]);
  expect(report.filter(({ problem }) => problem === "type-made").map(({ name }) => name)).toEqual([
    "base51",
    "base52",
  ]);
});
