/** `mediaUrl`: the path of a media file in the value of umbracoFile. */
import { expect, it } from "vitest";
import { mediaUrl } from "../../../src/site/media/media-paths.ts";

it.each([
  ["/media/1001/a.jpg", "/media/1001/a.jpg"],
  ["  /media/1001/a.jpg\n", "/media/1001/a.jpg"],
  ['{"src":"/media/1/a.jpg","crops":[]}', "/media/1/a.jpg"],
  ["{src: '/media/1030/a.jpg', crops: []}", "/media/1030/a.jpg"],
  ['{"src":""}', undefined],
  ['{"src":7}', undefined],
  ['{"crops":[]}', undefined],
  ["{src: , crops: []}", undefined],
  ["{", undefined],
  ["  ", undefined],
  ["", undefined],
  [undefined, undefined],
])("mediaUrl reads %j as %s", (text, url) => {
  expect(mediaUrl(text)).toBe(url);
});
