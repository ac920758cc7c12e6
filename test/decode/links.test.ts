/** Links decoded: pickers of URLs, related links of version 7, links of packages. */
import { expect, it } from "vitest";
import { keyOf, udiOf } from "../support/site.ts";
import { ABOUT, decode, PICTURE, ROUTE } from "./decoding.ts";

const TO_PAGE = {
  url: null,
  queryString: null,
  title: "About",
  target: null,
  destinationId: ABOUT.key,
  destinationType: "page",
  route: ROUTE,
  linkType: "Content",
  culture: null,
};
const TO_MEDIA = {
  ...{ ...TO_PAGE, url: "/media/1001/picture.jpg", title: "Picture", linkType: "Media" },
  ...{ destinationId: PICTURE.key, destinationType: "Image", route: null },
};
const OUTSIDE = {
  ...{ ...TO_PAGE, url: "https://example.com/", title: "Out", linkType: "External" },
  ...{ destinationId: null, destinationType: null, route: null },
};
const PAGE_UDI = udiOf("document", 11);

it.each([
  ["MultiUrlPicker", [], null],
  ["MultiUrlPicker", [{ name: "About", udi: PAGE_UDI, target: null }], [TO_PAGE]],
  [
    "MultiUrlPicker",
    JSON.stringify([{ name: "", udi: PAGE_UDI, queryString: "#team" }]),
    [{ ...TO_PAGE, queryString: "#team" }],
  ],
  [
    "MultiUrlPicker",
    [{ name: "Mine", type: "document", unique: keyOf(11), target: "_blank" }],
    [{ ...TO_PAGE, title: "Mine", target: "_blank" }],
  ],
  [
    "MultiUrlPicker",
    [{ udi: udiOf("media", 21), queryString: "?a=1" }],
    [{ ...TO_MEDIA, url: "/media/1001/picture.jpg?a=1", queryString: "?a=1" }],
  ],
  [
    "MultiUrlPicker",
    [{ name: "Out", url: "https://example.com/", udi: null, queryString: "#x" }],
    [{ ...OUTSIDE, url: "https://example.com/#x", queryString: "#x" }],
  ],
  ["MultiUrlPicker", [{ name: "About", url: `/{localLink:${PAGE_UDI}}` }], [TO_PAGE]],
  ["MultiUrlPicker", [{ udi: PAGE_UDI, culture: "da-DK" }], [{ ...TO_PAGE, culture: "da-DK" }]],
  [
    "RelatedLinks",
    [{ caption: "About", link: 11, isInternal: true, newWindow: true }],
    [{ ...TO_PAGE, target: "_blank" }],
  ],
  ["RelatedLinks", "[{'caption':'About','link':'11','type':'internal','newWindow':false}]", [TO_PAGE]],
  ["RelatedLinks", [{ caption: "Out", link: "https://example.com/", type: "external" }], [OUTSIDE]],
  [
    "RelatedLinks",
    '<links><link title="About" link="11" type="internal" newwindow="0"/><link title="Out" link="https://example.com/" type="external"/></links>',
    [TO_PAGE, OUTSIDE],
  ],
  ["RelatedLinks2", [{ caption: "About", link: PAGE_UDI, isInternal: true }], [TO_PAGE]],
  [
    "RJP.MultiUrlPicker",
    [{ id: 21, isMedia: true, name: "Picture", url: "/media/old.jpg", querystring: "?w=1" }],
    [{ ...TO_MEDIA, url: "/media/1001/picture.jpg?w=1", queryString: "?w=1" }],
  ],
  [
    "Imulus.UrlPicker",
    [{ type: "content", meta: { title: "About", newWindow: true }, typeData: { url: "", contentId: 11 } }],
    [{ ...TO_PAGE, target: "_blank" }],
  ],
  ["Skybrud.LinkPicker.LinkList", { items: [{ id: 11, name: "About", mode: "content" }] }, [TO_PAGE]],
  ["Gibe.LinkPicker", { id: 11, name: "About", url: "/old/" }, [TO_PAGE]],
  [
    "Our.Umbraco.Meganav",
    [{ title: "Out", url: "https://example.com/", children: [{ id: 11, title: "About" }] }],
    [{ ...OUTSIDE, children: [TO_PAGE] }],
  ],
])("ValueDecoder: %s %j is %j", (editor, stored, value) => {
  const { value: decoded, report } = decode({ editor, stored });
  expect({ decoded, report }).toEqual({ decoded: value, report: [] });
});

it("ValueDecoder: links have their members in the order of the Delivery API", () => {
  const { value } = decode({ editor: "MultiUrlPicker", stored: [{ udi: PAGE_UDI }, { url: "/a" }] });
  for (const link of value as object[]) expect(Object.keys(link)).toEqual(Object.keys(TO_PAGE));
});

it("ValueDecoder: links to missing nodes are dropped, those to nodes that the data cannot know stay as they are stored", () => {
  const picked = [{ udi: udiOf("document", 13) }, { url: "/a", name: "A" }];
  expect(decode({ editor: "MultiUrlPicker", stored: picked })).toMatchObject({
    value: [{ url: "/a", linkType: "External" }],
    report: [`dead-reference /0 ${udiOf("document", 13)}`],
  });
  const stored = [{ id: 901, isMedia: true, name: "Old", url: "/media/old.pdf" }];
  expect(decode({ editor: "RJP.MultiUrlPicker", stored })).toMatchObject({
    value: [{ url: "/media/old.pdf", title: "Old", destinationId: null, legacyId: 901, linkType: "Media" }],
    report: ["unresolved-id /0 901"],
  });
});
