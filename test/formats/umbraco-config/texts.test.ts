/** Values of an umbraco.config: text that is JSON becomes JSON, other text a string. */
import { expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { Renderer } from "../../../src/site/tree/render.ts";
import { dataDirectory } from "../../support/temporary.ts";

/** Text, and the JSON that it becomes. Default: the text as a string. */
const TEXTS: [text: string, json?: string][] = [
  [""],
  ["\n\t "],
  ["\u00a0"],
  ["\ufeff"],
  ["1"],
  ["<p>{}</p>"],
  [" {} ", "{}"],
  ["\u3000{}\u2028", "{}"],
  ["\u0085[1]\u0085", "[1]"],
  ["\ufeff{}"],
  ['{ "a" : [ 1 , 2 ] }', '{"a":[1,2]}'],
  ['{"a":636123456789012345,"b":1.10,"c":1e3}', '{"a":636123456789012345,"b":1.10,"c":1e3}'],
  ['{"b":1,"a":2,"b":3}', '{"b":1,"a":2,"b":3}'],
  ["{a:1}"],
  ['{"a":1} and more'],
  ["[1"],
];

it.each([
  ["text", (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "&#10;")],
  ["CDATA", (text: string) => `<![CDATA[${text}]]>`],
  ["CDATA with layout beside", (text: string) => `\n  <![CDATA[${text}]]>\n`],
])("loadDirectory reads JSON and text of an umbraco.config written as %s", async (_, written) => {
  const properties = TEXTS.map(([text], i) => `<p${i}>${written(text)}</p${i}>`).join("");
  const directory = dataDirectory({
    "umbraco.config": `<root id="-1"><page id="1" isDoc="">${properties}</page></root>`,
  });
  const { trees } = await loadDirectory(directory);
  const answer = Buffer.from(new Renderer(trees.content).node(0, 0) as Uint8Array).toString();
  for (const [i, [text, json = JSON.stringify(text)]] of TEXTS.entries()) {
    expect(answer).toContain(`"p${i}":{"alias":"p${i}","editorAlias":null,"value":${json}}`);
  }
});

it("loadDirectory keeps spaces beside CDATA that are not XML white space", async () => {
  const directory = dataDirectory({
    "umbraco.config":
      '<root id="-1"><page id="1" isDoc=""><a>\u00a0<![CDATA[x]]></a><b> <![CDATA[y]]>&#160;</b></page></root>',
  });
  const { trees } = await loadDirectory(directory);
  const answer = Buffer.from(new Renderer(trees.content).node(0, 0) as Uint8Array).toString();
  expect(answer).toContain('"value":"\u00a0x"');
  expect(answer).toContain('"value":"y\u00a0"');
});
