/** Pickers of pages, media, members and elements, and files with crops, decoded. */
import { describe, expect, it } from "vitest";
import { keyOf, udiOf } from "../support/site.ts";
import { ABOUT, decode, PICTURE, ROUTE, WITH_NAMES } from "./decoding.ts";

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
    ["ContentPicker", udiOf("document", 12), {}, { ...PAGE, id: keyOf(12), name: "Elsewhere", route: null }],
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
    const namesOf = (editor: string, stored: unknown) =>
      (decode({ editor, stored }).value as object[]).map((item) => Object.keys(item));
    const both = `${udiOf("document", 11)},${udiOf("media", 21)}`;
    expect(namesOf("MultiNodeTreePicker", both)).toEqual([PAGE, MEDIA].map((item) => Object.keys(item)));
    expect(namesOf("MediaPicker3", [{ mediaKey: keyOf(21) }])).toEqual([Object.keys(IMAGE)]);
  });

  const [GONE, FORM] = [udiOf("document", 13), udiOf("form", 1)];
  const nothing = Object.fromEntries(Object.keys(IMAGE).map((name) => [name, null]));
  it.each([
    ["ContentPicker", GONE, null, [`dead-reference  ${GONE}`]],
    ["MultiNodeTreePicker", `${GONE},${udiOf("document", 11)}`, [PAGE], [`dead-reference  ${GONE}`]],
    ["MultiNodeTreePicker", `${udiOf("document", 11)},${FORM}`, [PAGE], [`dead-reference  ${FORM}`]],
    ["ContentPicker", "some text", null, ["malformed-value  some text"]],
    [
      "MediaPicker",
      "901",
      [{ ...nothing, crops: [], legacyId: 901, properties: {} }],
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
    const crop = (alias: string, size: number) => ({ alias, width: size, height: size });
    const config = { crops: [crop("wide", 200), crop("square", 10)] };
    const media = { ...PICTURE, crops: [{ ...crop("square", 9), coordinates: corners }] };
    const own = [{ ...crop("wide", 1), coordinates: corners }];
    const focalPoint = { left: 0.1, top: 0.2 };
    const stored = [{ mediaKey: keyOf(21), crops: own, focalPoint }];
    const site = { resolve: () => ({ state: "found", node: media }) as const };
    const crops = config.crops.map((each) => ({ ...each, coordinates: corners }));
    expect(decode({ editor: "MediaPicker3", stored, config, site }).value).toMatchObject([
      { focalPoint, crops },
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
