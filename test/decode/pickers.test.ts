/** Pickers of pages, media, members and elements, and files with crops, decoded. */
import { describe, expect, it } from "vitest";
import { keyOf, udiOf } from "../support/site.ts";
import { ABOUT, decode, ELSEWHERE, PICTURE, ROUTE, WITH_NAMES } from "./decoding.ts";

const PAGE = {
  contentType: "page",
  name: "About",
  createDate: "2026-01-01T00:00:00",
  updateDate: "2026-01-02T00:00:00",
  route: ROUTE,
  id: ABOUT.key,
  properties: {},
};
const IMAGE = {
  focalPoint: { left: 0.25, top: 0.5 },
  crops: [],
  id: PICTURE.key,
  name: "Picture",
  mediaType: "Image",
  url: "/media/1001/picture.jpg",
  extension: "jpg",
  width: 100,
  height: 50,
  bytes: 12345,
  properties: {},
};
const { focalPoint: _, crops: __, ...MEDIA } = IMAGE;
const MEMBERS = { startNode: { type: "member" } };

describe("ValueDecoder: pickers", () => {
  it.each([
    ["ContentPicker", udiOf("document", 11), {}, PAGE],
    ["ContentPicker", 11, {}, PAGE],
    ["ContentPickerAlias", "11", {}, PAGE],
    ["ContentPicker2", udiOf("document", 11), {}, PAGE],
    ["ContentPicker", keyOf(11), {}, PAGE],
    [
      "ContentPicker",
      udiOf("document", 12),
      {},
      { ...PAGE, id: ELSEWHERE.key, name: "Elsewhere", route: null },
    ],
    ["MultiNodeTreePicker", udiOf("document", 11), {}, [PAGE]],
    ["MultiNodeTreePicker", `${udiOf("document", 11)},${udiOf("media", 21)}`, {}, [PAGE, MEDIA]],
    ["MultiNodeTreePicker", "11", { StartNode: { Type: "content" } }, [PAGE]],
    ["MultiNodeTreePicker", "21", { startNode: { type: "media" } }, [MEDIA]],
    ["MultiNodeTreePicker", [{ type: "document", unique: keyOf(11) }], {}, [PAGE]],
    [
      "MultiNodeTreePicker",
      '<MultiNodePicker type="content"><nodeId>11</nodeId></MultiNodePicker>',
      {},
      [PAGE],
    ],
    ["MultiNodeTreePicker2", udiOf("member", 31), {}, "(unsupported)"],
    ["MultiNodeTreePicker", "31", MEMBERS, "(unsupported)"],
    ["MediaPicker", "21", {}, [IMAGE]],
    ["MediaPicker2", udiOf("media", 21), {}, [IMAGE]],
    ["MultipleMediaPicker", "21,21", {}, [IMAGE, IMAGE]],
    ["Skybrud.ImagePicker.Image", udiOf("media", 21), {}, [IMAGE]],
    ["Skybrud.ImagePickerWithCrops.Image", [{ key: keyOf(99), mediaKey: keyOf(21) }], {}, [IMAGE]],
    ["MediaPicker3", [], {}, null],
    ["MediaPicker3", JSON.stringify([{ key: keyOf(99), mediaKey: keyOf(21) }]), {}, [IMAGE]],
  ])("%s %j with %j is %j", (editor, stored, config, value) => {
    const { value: decoded, report } = decode({ editor, stored, config });
    expect({ decoded, report }).toEqual({ decoded: value, report: [] });
  });

  it("has members in the order of the Delivery API", () => {
    const { value } = decode({
      editor: "MultiNodeTreePicker",
      stored: `${udiOf("document", 11)},${udiOf("media", 21)}`,
    });
    expect((value as object[]).map((item) => Object.keys(item))).toEqual([
      Object.keys(PAGE),
      Object.keys(MEDIA),
    ]);
    const {
      value: [image],
    } = decode({ editor: "MediaPicker3", stored: [{ mediaKey: keyOf(21) }] }) as { value: object[] };
    expect(Object.keys(image)).toEqual(Object.keys(IMAGE));
  });

  it.each([
    ["ContentPicker", udiOf("document", 13), null, [`dead-reference  ${udiOf("document", 13)}`]],
    [
      "MultiNodeTreePicker",
      `${udiOf("document", 13)},${udiOf("document", 11)}`,
      [PAGE],
      [`dead-reference  ${udiOf("document", 13)}`],
    ],
    [
      "MultiNodeTreePicker",
      `${udiOf("document", 11)},${udiOf("form", 1)}`,
      [PAGE],
      [`dead-reference  ${udiOf("form", 1)}`],
    ],
    ["ContentPicker", "some text", null, ["malformed-value  some text"]],
    [
      "MediaPicker",
      "901",
      [
        {
          ...IMAGE,
          focalPoint: null,
          id: null,
          legacyId: 901,
          name: null,
          mediaType: null,
          url: null,
          extension: null,
          width: null,
          height: null,
          bytes: null,
        },
      ],
      ["unresolved-id  901"],
    ],
  ])("%s %j is %j with the lines %j", (editor, stored, value, report) => {
    expect(decode({ editor, stored })).toMatchObject({ value, report });
  });

  it("gives picked nodes the properties of an expansion", () => {
    const property = { expansion: WITH_NAMES };
    expect(decode({ editor: "ContentPicker", stored: "11", property }).value).toEqual({
      ...PAGE,
      properties: { named: "About" },
    });
    expect(decode({ editor: "MediaPicker3", stored: [{ mediaKey: keyOf(21) }], property }).value).toEqual([
      { ...IMAGE, properties: { named: "Picture" } },
    ]);
  });

  it("merges the crops of an item, of the data type and of the media node, in this order", () => {
    const corners = { x1: 0.1, y1: 0, x2: 0.25, y2: 0.5 };
    const config = {
      crops: [
        { alias: "wide", width: 200, height: 100 },
        { alias: "square", width: 10, height: 10 },
      ],
    };
    const media = { ...PICTURE, crops: [{ alias: "square", width: 9, height: 9, coordinates: corners }] };
    const stored = [
      {
        mediaKey: keyOf(21),
        crops: [{ alias: "wide", width: 1, height: 1, coordinates: corners }],
        focalPoint: { left: 0.1, top: 0.2 },
      },
    ];
    const site = { resolve: () => ({ state: "found", node: media }) as const };
    expect(decode({ editor: "MediaPicker3", stored, config, site }).value).toMatchObject([
      {
        focalPoint: { left: 0.1, top: 0.2 },
        crops: [
          { alias: "wide", width: 200, height: 100, coordinates: corners },
          { alias: "square", width: 10, height: 10, coordinates: corners },
        ],
      },
    ]);
  });

  it("umbracoInternalRedirectId is a page in an export, whatever its editor, and nothing in the Delivery API", () => {
    const value = { editor: "TextBox", stored: "11", alias: "umbracoInternalRedirectId" };
    expect(decode(value).value).toEqual(PAGE);
    expect(decode({ ...value, stored: "/elsewhere" }).value).toBe("/elsewhere");
    expect(decode({ ...value, site: { mode: "delivery" } }).value).toBeNull();
  });

  it("elements of the library have only their ids, with a line", () => {
    expect(decode({ editor: "ElementPicker", stored: [keyOf(5)] })).toMatchObject({
      value: [{ contentType: null, id: keyOf(5), properties: {} }],
      report: [`unresolved-id /0 ${keyOf(5)}`],
    });
    expect(decode({ editor: "ElementPicker", stored: [] }).value).toBeNull();
  });
});

describe("ValueDecoder: files", () => {
  const crop = { alias: "wide", width: 20, height: 10, coordinates: { x1: 0.1, y1: 0, x2: 0.25, y2: 0.5 } };
  it.each([
    ["UploadField", "/media/1/a.pdf", {}, "/media/1/a.pdf"],
    ["UploadField", { src: "/media/1/a.pdf" }, {}, "/media/1/a.pdf"],
    ["ImageCropper", "/media/1/a.jpg", {}, { url: "/media/1/a.jpg", focalPoint: null, crops: [] }],
    ["ImageCropper", { src: "" }, {}, null],
    [
      "ImageCropper",
      '{"src":"/media/1/a.jpg","focalPoint":{"left":0.5,"top":0.25},"crops":[{"alias":"wide","width":20,"height":10,"coordinates":{"x1":"0.1","y1":0,"x2":0.25,"y2":0.5}}]}',
      {},
      { url: "/media/1/a.jpg", focalPoint: { left: 0.5, top: 0.25 }, crops: [crop] },
    ],
    [
      "ImageCropper",
      "{src: '/media/1/a.jpg', crops: []}",
      { Crops: [{ Alias: "wide", Width: 20, Height: 10 }] },
      { url: "/media/1/a.jpg", focalPoint: null, crops: [{ ...crop, coordinates: null }] },
    ],
    [
      "ImageCropper",
      { src: "/media/1/a.jpg", crops: null },
      { crops: [] },
      { url: "/media/1/a.jpg", focalPoint: null, crops: [] },
    ],
  ])("%s %j with %j is %j", (editor, stored, config, value) => {
    const { value: decoded, report } = decode({ editor, stored, config });
    expect({ decoded, report }).toEqual({ decoded: value, report: [] });
  });

  it("numbers of crops keep their digits", () => {
    const stored = '{"src":"/a.jpg","focalPoint":{"left":0.50,"top":0.12345678901234567890}}';
    expect(decode({ editor: "ImageCropper", stored }).json).toBe(
      '{"url":"/a.jpg","focalPoint":{"left":0.50,"top":0.12345678901234567890},"crops":[]}',
    );
  });
});
