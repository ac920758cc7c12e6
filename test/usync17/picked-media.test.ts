/** Picked media in a folder for uSync 17: keys of entries, focal points, empty pickers, and sources without media. */
import { describe, expect, it } from "vitest";
import { dataType, KEY, node, property, type, UDI, usyncFolder, written } from "./written.ts";

const FOCUS = { left: 0.2, top: 0.3 };
const MEDIA_FOCUS = { left: 0.7, top: 0.8 };
const entry = (key: number, media = 2, more: object = {}) => ({
  key: KEY(key),
  mediaKey: KEY(media),
  ...more,
});

/** A site of version 13 with pages whose media pickers have the values: `media`, `local` with focal points of its own, and in a block. */
const siteOf = (pages: readonly Readonly<Record<string, unknown>>[]) => ({
  "DataTypes/media": dataType(20, "Media", "Umbraco.MediaPicker3"),
  "DataTypes/local": dataType(21, "Local", "Umbraco.MediaPicker3", { enableLocalFocalPoint: true }),
  "DataTypes/old": dataType(22, "Old", "Umbraco.MediaPicker"),
  "DataTypes/list": dataType(23, "List", "Umbraco.NestedContent", { contentTypes: [{ ncAlias: "card" }] }),
  "DataTypes/crops": dataType(24, "Crops", "Umbraco.ImageCropper"),
  "ContentTypes/page": type(30, "page", {
    properties: [
      property(31, "media", 20, "Umbraco.MediaPicker3"),
      property(32, "local", 21, "Umbraco.MediaPicker3"),
      property(33, "old", 22, "Umbraco.MediaPicker"),
      property(34, "list", 23, "Umbraco.NestedContent"),
    ],
  }),
  "ContentTypes/card": type(40, "card", {
    isElement: true,
    properties: [property(41, "media", 20, "Umbraco.MediaPicker3")],
  }),
  "MediaTypes/image": type(45, "Image", {
    kind: "Media",
    properties: [property(46, "umbracoFile", 24, "Umbraco.ImageCropper")],
  }),
  ...Object.fromEntries(
    pages.map((values, i) => [`Content/page${i}`, node(100 + i, "page", { name: `page ${i}`, values })]),
  ),
});
const image = (key: number) =>
  node(key, "Image", {
    name: `image ${key}`,
    kind: "Media",
    values: { umbracoFile: { src: `/media/${key}/a.jpg`, focalPoint: MEDIA_FOCUS } },
  });
const IMAGES = { "Media/a": image(2), "Media/b": image(3) };

const site = () =>
  written({
    ...siteOf([
      {
        media: [entry(51), entry(52, 3, { focalPoint: FOCUS })],
        local: [entry(53)],
        old: UDI("media", 2),
        list: [{ key: KEY(60), ncContentTypeAlias: "card", media: [entry(54)] }],
      },
      { media: [entry(51)], local: [entry(2), entry(2)] },
      { media: "[]", old: "", list: [{ key: KEY(61), ncContentTypeAlias: "card", media: [] }] },
    ]),
    ...IMAGES,
  });
const keysOf = (entries: readonly { key: string }[]) => entries.map(({ key }) => key);

describe("usync: entries of picked media", () => {
  it("keep their keys, also in blocks; keys that several values have are made anew", async () => {
    const { value } = await site();
    const [shared, own] = keysOf(value("page-0", "media"));
    expect(own).toBe(KEY(52));
    expect(keysOf(value("page-0", "local"))).toEqual([KEY(53)]);
    const [block] = value("page-0", "list").contentData;
    expect(keysOf(block.values[0].value)).toEqual([KEY(54)]);
    const [other] = keysOf(value("page-1", "media"));
    expect(new Set([shared, other, KEY(51)]).size).toBe(3);
  });

  it("keep a key that is a media node's, too, but once in a value", async () => {
    const [one, two] = (await site()).value("page-1", "local");
    expect([one.key, one.mediaKey, two.mediaKey]).toEqual([KEY(2), KEY(2), KEY(2)]);
    expect(two.key).not.toBe(KEY(2));
  });

  it("have their own focal point, and that of the media node only where the data type has local ones", async () => {
    const { value } = await site();
    const focalPoints = (alias: string) =>
      value("page-0", alias).map(({ focalPoint }: { focalPoint: object }) => focalPoint);
    expect(focalPoints("media")).toEqual([null, FOCUS]);
    expect(focalPoints("local")).toEqual([MEDIA_FOCUS]);
    expect(focalPoints("old")).toEqual([null]);
  });

  const gridWith = async (...controls: object[]) => {
    const areas = [{ grid: 12, controls }];
    const grid = { name: "1 column", sections: [{ grid: 12, rows: [{ name: "Row", areas }] }] };
    const files = siteOf([{ list: grid }]);
    const { value } = await written({
      ...files,
      "DataTypes/list": dataType(23, "List", "Umbraco.Grid"),
      "ContentTypes/page": files["ContentTypes/page"].replace("NestedContent", "Grid"),
      ...IMAGES,
    });
    return JSON.stringify(value("page-0", "list"));
  };

  it("of grids have their own focal point, if it is not that of the media node", async () => {
    const control = (focalPoint: object) => ({
      value: { udi: UDI("media", 2), image: "/media/2/a.jpg", focalPoint },
      editor: { alias: "media", view: "media" },
    });
    const json = await gridWith(control(FOCUS), control(MEDIA_FOCUS));
    expect(
      Array.from(json.matchAll(/"focalPoint":(\{[^}]*\}|null)/g), ([, found]) => JSON.parse(found)),
    ).toEqual([FOCUS, null]);
  });

  it("keep their keys where the data names no editor", async () => {
    const control = { value: [entry(51)], editor: { alias: "gallery", view: "/App_Plugins/gallery.html" } };
    expect(await gridWith(control)).toContain(`{"key":"${KEY(51)}","mediaKey":"${KEY(2)}"`);
  });

  it("are an empty list if the page has one, and no value in a block", async () => {
    const { text, value } = await site();
    expect(text("Content/page-2")).toMatch(/<media>\s*<Value><!\[CDATA\[\[\]\]\]>/);
    expect(text("Content/page-2")).toMatch(/<old>\s*<Value><!\[CDATA\[\]\]>/);
    expect(value("page-2", "list").contentData[0].values).toEqual([]);
  });

  it("of 17 keep keys and an empty list of a page, and are an empty text in a block", async () => {
    const stored = (alias: string, value: unknown) => ({ alias, culture: null, segment: null, value });
    const list = {
      contentData: [{ contentTypeKey: KEY(40), key: KEY(60), values: [stored("media", [])] }],
      ...{ settingsData: [], expose: [{ contentKey: KEY(60) }] },
      layout: { "Umbraco.BlockList": [{ contentKey: KEY(60) }] },
    };
    const files = Object.entries({ ...siteOf([{ media: [entry(51)], local: "[]", list }]), ...IMAGES });
    const { text, value } = await written(
      usyncFolder(
        Object.fromEntries(
          files.map(([name, each]) => [name, each.replaceAll("NestedContent", "BlockList")]),
        ),
        17,
      ),
    );
    expect(keysOf(value("page-0", "media"))).toEqual([KEY(51)]);
    expect(text("Content/page-0")).toMatch(/<local>\s*<Value><!\[CDATA\[\[\]\]\]>/);
    expect(value("page-0", "list").contentData[0].values[0].value).toBe("");
  });
});

it.each([8, 17])(
  "usync: media of a source of %s without media are reported one by one, and in sum",
  async (version) => {
    const { of, report, text } = await written(
      usyncFolder(
        siteOf([
          { media: [entry(51), entry(52, 3)], ...(version === 8 && { old: UDI("media", 2) }) },
          { local: [entry(53)] },
        ]),
        version,
      ),
    );
    const lines = of("dead-reference").map(({ name, property: alias, text: line }) => [name, alias, line]);
    const line = (key: string) =>
      `refers with "${key}" to a node that is missing or not published; pick another node after the import`;
    expect(lines).toEqual([
      ["page 0", "media", line(KEY(2))],
      ["page 0", "media", line(KEY(3))],
      ...(version === 8 ? [["page 0", "old", line(UDI("media", 2))]] : []),
      ["page 1", "local", line(KEY(2))],
    ]);
    expect(of("unresolved-id")).toEqual([]);
    expect(report).toContainEqual({
      ...{ kind: "site", name: "media", problem: "not-carried-over" },
      text: `${lines.length} images on 2 pages: the source has no media; set it up by hand if it is needed`,
    });
    expect(text("Content/page-0")).not.toContain("mediaTypeAlias");
  },
);
