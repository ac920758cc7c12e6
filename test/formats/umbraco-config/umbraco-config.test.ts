/** `loadDirectory` of an umbraco.config. */
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/errors.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { everyAnswer } from "../../everything.ts";
import { fixture } from "../../support/repository.ts";
import { dataDirectory } from "../../support/temporary.ts";

describe("loadDirectory: umbraco.config", () => {
  it.each(["site", "site/umbraco.config"])("is read from %s", async (name) => {
    const { format, trees, warnings } = await loadDirectory(fixture(`umbraco-config/${name}`));
    const content = everyAnswer(trees.content);
    expect(format).toBe("umbraco.config");
    expect(trees.media.size).toBe(0);
    expect(
      content.map(({ id, name, type, sortOrder, path }) => [id, name, type, sortOrder, path.length]),
    ).toEqual(
      [
        [1060, "Zweite Ünit", "home", undefined, 0],
        [1050, "Home", "home", 0, 0],
        [1051, "First", "page", 1, 1],
        [1052, "Second", "otherPage", 1, 1],
        [1053, "Third", "page", 5, 1],
      ].toSorted((a, b) => (a[0] === 1060 ? 1 : b[0] === 1060 ? -1 : 0)),
    );
    expect(content[0]).toMatchObject({
      key: "00000050-0000-4000-8000-000000000000",
      createDate: "2014-05-06T07:08:09",
      updateDate: "2015-01-02T03:04:05",
    });
    expect(content[1].key).toBe("00000001-0000-4000-8000-000000000000");
    expect(Object.values(content[0].properties).map(({ alias, value }) => [alias, value])).toEqual([
      ["title", "Fish & chips"],
      ["picker", '<MultiNodePicker type="content">\n<nodeId id="9">1051</nodeId><x/>&lt;</MultiNodePicker>'],
      ["blank", "  "],
      ["grid", { a: [1] }],
      ["hide", "1"],
    ]);
    expect(content[1].properties.body.value).toBe("<p>One</p>");
    expect(warnings.map(({ text }) => text)).toEqual([
      "7 properties have no editor alias, and the API's .NET client drops them: use --editors to supply them",
    ]);
  });

  it("keeps URL segments, and templates by id", async () => {
    const { trees } = await loadDirectory(fixture("umbraco-config/site"));
    expect(everyAnswer(trees.content).map(({ urlName, template }) => [urlName, template])).toEqual([
      ["home", 1],
      ["first", 1],
      ["second", 1],
      ["third", undefined],
      ["zweite ünit", 1],
    ]);
  });

  it("warns about each value with an unresolved Git conflict", async () => {
    const { warnings } = await loadDirectory(fixture("umbraco-config/conflict"));
    expect(warnings.map(({ text }) => text)).toContain(
      "line 2: property body of node 1050 holds an unresolved Git conflict",
    );
  });

  it("derives keys from ids, and reads the first of two nodes with one id", async () => {
    const { trees, warnings } = await loadDirectory(fixture("umbraco-config/old"));
    const content = everyAnswer(trees.content);
    expect(content.map(({ id, key, name, path }) => [id, key, name, path.at(-1)?.key])).toEqual([
      [1050, "073d6ae9-2780-56d5-8e46-d0ab7e727f24", "Home", undefined],
      [1051, "ecbb0ed9-d188-550d-be06-aa119f1b2095", "First", "073d6ae9-2780-56d5-8e46-d0ab7e727f24"],
      [
        1055,
        "c76ae999-ca2f-5622-a12e-de813870527f",
        "Below the first",
        "ecbb0ed9-d188-550d-be06-aa119f1b2095",
      ],
      [
        1056,
        "1668e370-8b09-5c9a-b927-0512a52437ea",
        "Below the other",
        "ecbb0ed9-d188-550d-be06-aa119f1b2095",
      ],
    ]);
    expect(warnings.map(({ text }) => text)).toEqual([
      "line 1: is left out: the id 1051 is that of the node in line 1",
      "line 1: <stray> is left out: it has no isDoc, and lies in no node",
      "4 nodes have no key: theirs are derived from their ids",
    ]);
  });

  it("reads the form of version 4.0 to 4.5, in which nodes and values have their names as attributes", async () => {
    const config = `<?xml version="1.0"?><!DOCTYPE umbraco[<!ELEMENT nodes ANY> <!ELEMENT node ANY> <!ATTLIST node id ID #REQUIRED>]>
<root id="-1">
  <node id="1080" parentID="-1" nodeTypeAlias="Home" template="1051" sortOrder="2" createDate="2009-02-26T18:39:39" nodeName="Home" urlName="home">
    <data alias="empty">
    </data>
    <data alias="blank">  </data>
    <data alias="text"><![CDATA[
<p>One</p>
]]></data>
    <data alias="links"><links><link title="A" /></links></data>
    <node id="1081" nodeTypeAlias="Text page" nodeName="About" urlName="about"><data alias="umbracoNaviHide">0</data></node>
  </node>
</root>`;
    const { trees, warnings } = await loadDirectory(dataDirectory({ "umbraco.config": config }));
    const [home, about] = everyAnswer(trees.content);
    expect(home).toMatchObject({
      id: 1080,
      type: "Home",
      name: "Home",
      sortOrder: 2,
      template: 1051,
      urlName: "home",
    });
    expect(Object.values(home.properties).map(({ alias, value }) => [alias, value])).toEqual([
      ["empty", ""],
      ["blank", "  "],
      ["text", "\n<p>One</p>\n"],
      ["links", '<links><link title="A" /></links>'],
    ]);
    expect([
      about.type,
      about.path.map(({ key }) => key === home.key),
      Object.keys(about.properties),
    ]).toEqual(["Text page", [true], ["umbracoNaviHide"]]);
    expect(warnings.map(({ topic }) => topic)).toEqual(["derivedKeys", "noEditors"]);
  });

  it("refuses a file whose root has elements and no nodes", async () => {
    const config = '<root id="-1">\n<page id="1050" nodeName="Home"/></root>';
    const error = await loadDirectory(dataDirectory({ "umbraco.config": config })).catch(
      (error: unknown) => error,
    );
    expect((error as DataError).findings).toEqual([
      "umbraco.config:2: <root> holds no nodes: <page> has neither isDoc nor nodeTypeAlias",
    ]);
    const { trees } = await loadDirectory(dataDirectory({ "umbraco.config": '<root id="-1"></root>' }));
    expect(trees.content.size).toBe(0);
  });

  it.each([
    [
      "twice",
      [
        'umbraco.config:1: id must be a 32-bit integer, not "x"',
        'umbraco.config:1: key must be a GUID, not "nope"',
        'umbraco.config:1: sortOrder must be an integer, not "z"',
      ],
    ],
    ["bomb", ["umbraco.config:5:17: not well-formed XML: undefined entity"]],
    ["unmerged", ["umbraco.config:2: unresolved Git conflict: the line begins with <<<<<<<"]],
    [
      "usync-file",
      [
        "umbraco.config: is not an umbraco.config: its root element is <Content>, not <root>: a uSync file is read with its folder",
      ],
    ],
  ])("refuses %s, with the location of the fault", async (name, findings) => {
    const error = await loadDirectory(fixture(`umbraco-config/${name}`)).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(DataError);
    expect((error as DataError).findings).toEqual(findings);
  });

  it.each([{ culture: "en-US" }, { includeUnpublished: true }])("refuses the option %j", async (options) => {
    await expect(loadDirectory(fixture("umbraco-config/site"), options)).rejects.toThrow(UsageError);
  });
});
