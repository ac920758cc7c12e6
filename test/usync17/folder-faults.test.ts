/** `folderFaults` finds what an import would refuse, lose or hide. */
import { expect, it } from "vitest";
import { folderFaults } from "./folder-faults.ts";
import { dataType, KEY, language, node, property, type, usyncFolder } from "./written.ts";

const block = (alias: string) => ({ contentTypeKey: KEY(40), key: KEY(51), values: [{ alias, value: "x" }] });
const list = {
  ...{ contentData: [block("title")], settingsData: [], expose: [{ contentKey: KEY(51) }] },
  layout: { "Umbraco.BlockList": [{ contentKey: KEY(51) }] },
};
const rich = {
  markup: `<a type="document" href="/{localLink:${KEY(1)}}">x</a><umb-rte-block data-content-key="${KEY(51)}">`,
  blocks: { ...list, layout: { "Umbraco.RichText": [{ contentKey: KEY(51) }] } },
};

const SITE: Readonly<Record<string, string>> = {
  "Languages/en": language(11, "en-US", true),
  "DataTypes/text": dataType(20, "Text", "Umbraco.TextBox"),
  "DataTypes/rich": dataType(21, "Rich", "Umbraco.RichText", {
    blocks: [{ contentElementTypeKey: KEY(40) }],
  }),
  "DataTypes/list": dataType(22, "List", "Umbraco.BlockList", {
    blocks: [{ contentElementTypeKey: KEY(40) }],
  }),
  "ContentTypes/base": type(30, "base", { properties: [property(31, "title", 20, "Umbraco.TextBox")] }),
  "ContentTypes/page": type(35, "page", {
    info: `<Compositions><Composition Key="${KEY(30)}">base</Composition></Compositions>`,
    properties: [property(36, "list", 22, "Umbraco.BlockList"), property(37, "rich", 21, "Umbraco.RichText")],
  }),
  "ContentTypes/card": type(40, "card", {
    isElement: true,
    properties: [property(41, "title", 20, "Umbraco.TextBox")],
  }),
  "Content/home": node(1, "page", { name: "Home", values: { title: "x", rich, list } }),
};

it.each<[file: string, text: string, instead: string, ...faults: string[]]>([
  ["Content/home", "", ""],
  ["DataTypes/rich", KEY(21), KEY(20), `DataTypes: the key ${KEY(20)} is there twice`],
  ["ContentTypes/card", KEY(41), KEY(31), `the key ${KEY(31)} of a property or a tab is there twice`],
  [
    "ContentTypes/page",
    `Key="${KEY(30)}"`,
    `Key="${KEY(99)}"`,
    `ContentTypes page: ${KEY(99)} is not in the folder`,
  ],
  [
    "ContentTypes/page",
    "<Alias>rich",
    "<Alias>Title",
    "ContentType page: the property title is inherited, too",
  ],
  [
    "ContentTypes/card",
    "TextBox",
    "TextArea",
    "ContentType card: the editor of title is not its data type's",
  ],
  ["DataTypes/list", KEY(40), KEY(30), `data type ${KEY(22)}: its block ${KEY(30)} is no element`],
  ["DataTypes/list", KEY(40), KEY(30), `Content Home: list: its data type does not list ${KEY(40)}`],
  ["Content/home", "<ContentType>page", "<ContentType>card", "Content Home: is of the type card"],
  ["Content/home", "title>", "name>", "Content Home: has a value of name"],
  ["Content/home", "<Value>", '<Value Culture="en-US">', "Content Home: has a value of title in en-US"],
  ["Content/home", `localLink:${KEY(1)}`, "localLink:1051", "Content Home: rich: links to 1051"],
  ["Content/home", '"value":"x"', '"value":["x"]', "Content Home: rich: title is no text"],
  ["Content/home", '"alias":"title"', '"alias":"name"', "Content Home: list: name is no property of a block"],
  [
    "Content/home",
    `"expose":[{"contentKey":"${KEY(51)}"}]`,
    '"expose":[]',
    `Content Home: list: blocks ${KEY(51)}, placed ${KEY(51)}, exposed `,
  ],
])("%s with %s → %s: %s", (file, text, instead, ...faults) => {
  const edited = { ...SITE, [file]: SITE[file].replaceAll(text, instead) };
  const found = folderFaults(usyncFolder(edited));
  if (faults.length === 0) expect(found).toEqual([]);
  else expect(found).toEqual(expect.arrayContaining(faults));
});
