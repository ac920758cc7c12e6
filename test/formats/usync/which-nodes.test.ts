/** Which files of a uSync folder are nodes, in which order, and with which ids. */
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { everyAnswer } from "../../everything.ts";
import { fixture } from "../../support/repository.ts";

async function load(name: string, options = {}) {
  const { trees, warnings, ...rest } = await loadDirectory(fixture(`usync/${name}`), options);
  const content = everyAnswer(trees.content);
  return {
    ...rest,
    content,
    media: everyAnswer(trees.media),
    warnings: warnings.map(({ file, text }) => `${file}: ${text}`),
  };
}

describe("loadDirectory: nodes of a uSync folder", () => {
  it("leaves out trashed, deleted and unpublished nodes, nodes without a parent, and their descendants", async () => {
    const { content } = await load("which-nodes");
    expect(content.map(({ name, path, sortOrder }) => [path.length + 1, name, sortOrder])).toEqual([
      [1, "Home", 0],
      [2, "Higher rank", 0],
      [2, "Later path", 0],
      [2, "Unsorted", undefined],
      [2, "First by key", 3],
      [2, "Second by key", 3],
      [2, "Umbraco", 3],
      [2, "Last", 40],
    ]);
  });

  it("warns of each file that is left out", async () => {
    const { warnings } = await load("which-nodes");
    const expected = [
      ["trashed.config", "is left out: it is in the recycle bin"],
      [
        "below-trashed.config",
        "is left out: its parent, 00000002-0000-4000-8000-000000000000, is left out: it is in the recycle bin",
      ],
      ["restored.config", "is left out: it is in the recycle bin, says Content/restored-old.config"],
      ["restored-old.config", "is left out: it is in the recycle bin"],
      ["deleted.config", "is left out: Content/deleted-action.config deletes it"],
      ["deleted-action.config", "records a change (Delete) and has no node"],
      ["renamed.config", "records a change (Rename) and has no node"],
      [
        "twice-a.config",
        "is left out: Content/twice-b.config has the same key, 00000007-0000-4000-8000-000000000000, and is what uSync would apply last",
      ],
      [
        "tie-a.config",
        "is left out: Content/tie-b.config has the same key, 00000008-0000-4000-8000-000000000000, and is what uSync would apply last",
      ],
      [
        "orphan.config",
        "is left out: no node has the key 00000099-0000-4000-8000-000000000000 of its parent",
      ],
      ["below-orphan.config", "is left out: it lies below Content/orphan.config, which is left out"],
      ["draft.config", "is left out: it is not published"],
      ["below-draft.config", "is left out: it lies below Content/draft.config, which is left out"],
      ["blueprint.config", "is left out: it is a blueprint, not a node"],
    ].map(([file, text]) => `Content/${file}: ${text}`);
    expect(warnings).toEqual(expect.arrayContaining(expected));
  });

  it("reads unpublished nodes with --include-unpublished", async () => {
    const { content } = await load("which-nodes", { includeUnpublished: true });
    const names = content.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["Draft", "Below draft"]));
    expect(names).toHaveLength(10);
  });

  it("derives the same ids from keys with and without --include-unpublished", async () => {
    const expected = { a: 1, b: 3, c: 2, d: 0x7fffffff, e: 4, f: 8, "after trashed": 9 };
    const { content, warnings } = await load("ids");
    expect(Object.fromEntries(content.map(({ name, id }) => [name, id]))).toEqual(expected);
    expect(warnings).toContain("Content: ids are derived from keys: 7 nodes");
    const { content: more } = await load("ids", { includeUnpublished: true });
    expect(Object.fromEntries(more.map(({ name, id }) => [name, id]))).toEqual({
      ...expected,
      unpublished: 7,
    });
  });
});

describe("loadDirectory: versions of a uSync folder", () => {
  it("reads the highest, which replaces files of Root", async () => {
    const { content, version, warnings } = await load("versions");
    expect(content.map(({ name }) => name)).toEqual(["From v13", "v13 alone", "Root alone"]);
    expect(content[2].properties.text.editorAlias).toBe("Umbraco.TextBox");
    expect(version).toBe("13.2.0.0");
    expect(warnings).toContain("v13: is read, as the highest version; not read: v9");
    expect(warnings).toContain("Root/Content/home.config: v13/Content/home.config replaces it");
  });

  it("reads Root beside the folder, except for versions that are older than Root", async () => {
    const { content, warnings } = await load("versions/v13");
    expect(content.map(({ name }) => name)).toEqual(["From v13", "v13 alone", "Root alone"]);
    expect(warnings).toContain("../Root/Content/home.config: Content/home.config replaces it");
    expect((await load("versions/v9")).content.map(({ name }) => name)).toEqual(["From v9"]);
  });

  it("reads the format of early 2019", async () => {
    const { content, media } = await load("early-2019");
    expect(
      content.map(({ name, type, sortOrder, createDate }) => [name, type, sortOrder, createDate]),
    ).toEqual([
      ["Projects", "projects", 2, undefined],
      ["Called Content", "Content", 2, undefined],
    ]);
    expect(content[0].properties).toEqual({
      intro: { alias: "intro", editorAlias: "Umbraco.TextBox", value: "Fish & chips" },
      grid: { alias: "grid", editorAlias: "Umbraco.Grid", value: { a: 1 } },
    });
    expect(media[0]).toMatchObject({ type: "Image", url: "/media/x/y.png" });
  });

  it("reads uSync 7, with its ids and dates", async () => {
    const { content, media, version, languages, warnings } = await load("version-7");
    expect([version, languages?.map(({ iso }) => iso)]).toEqual(["7", ["en-US"]]);
    expect(content.map(({ id, name, type, updateDate }) => [id, name, type, updateDate])).toEqual([
      [1050, "Home", "homePage", "2019-07-10T09:44:36.2100000Z"],
      [1051, "About", "page", "2019-07-11T09:44:36Z"],
    ]);
    expect(content[1].key).toBe("00000002-0000-4000-8000-000000000000");
    expect(Object.values(content[0].properties)).toEqual([
      { alias: "title", editorAlias: "Umbraco.Textbox", value: "Fish & chips" },
      { alias: "grid", editorAlias: "Umbraco.Grid", value: { a: 1 } },
      { alias: "hidden", editorAlias: "Umbraco.TrueFalse", value: 1 },
      { alias: "xml", editorAlias: null, value: '<a id="1">b<c/></a>' },
      { alias: "empty", editorAlias: null, value: null },
    ]);
    expect(media[0]).toMatchObject({ id: 1060, url: "/media/1030/a.jpg" });
    expect(warnings.filter((warning) => warning.includes("left out") || warning.includes("removed"))).toEqual(
      [
        "data/Content/blueprint/content.config: is left out: it is a blueprint, not a node",
        "data/Content/home/archive/content.config: records that a node was removed, and has no node",
        "data/Content/home/bin/content.config: is left out: it is in the recycle bin",
        "data/Content/home/draft/content.config: is left out: it is not published",
      ],
    );
  });
});
