/** `readValue`: every form of reference that the CMS and its packages write. */
import { describe, expect, it } from "vitest";
import type { Kind } from "../../../src/operations.ts";
import { ElementTypes } from "../../../src/site/values/element-types.ts";
import { readValue } from "../../../src/site/values/read-value.ts";
import { type Reference, SYNTAXES } from "../../../src/site/values/value-parts.ts";
import { keyOf, udiOf } from "../../support/site.ts";
import { blocksOf13, blocksOf17 } from "../../support/stored-blocks.ts";
import { CONTROLS, gridOf } from "../../support/stored-grid.ts";

const HEX = "0123456789abcdef0123456789abcdef";
const KEY = "01234567-89ab-cdef-0123-456789abcdef";
const OTHER_HEX = "fedcba9876543210fedcba9876543210";
const OTHER_KEY = "fedcba98-7654-3210-fedc-ba9876543210";
const ITEM = "11111111-2222-3333-4444-555555555555";
const PAGE = `umb://document/${HEX}`;
const IMAGE = `umb://media/${OTHER_HEX}`;
const NO_TYPES = new ElementTypes({ content: [] });

/** A reference in short: `content 1234 id`, with its pointer unless the value itself is the reference. */
function shortOf({ kind, target, syntax, pointer }: Reference): string {
  const name =
    target.by === "id"
      ? target.id
      : target.by === "key"
        ? { [KEY]: "KEY", [OTHER_KEY]: "OTHER" }[target.key]
        : `${target.host ?? ""}${target.path}`;
  return `${kind ?? "any"} ${name} ${syntax}${pointer === "" ? "" : ` at ${pointer}`}`;
}

function referencesIn(value: unknown, editorAlias: string | null, alias?: string): string[] {
  const { references } = readValue(JSON.stringify(value), editorAlias, NO_TYPES, alias);
  return references.map(shortOf);
}

/** One expected reference is a text, several are a list. */
type Row = [what: string, editor: string | null, value: unknown, expected: string | string[], alias?: string];
type Table = Record<string, Row[]>;

const MARKUP = "Umbraco.TinyMCE";
const TEXT = "Umbraco.TextArea";
const PAGE_PICKER = "Umbraco.ContentPicker";
const NODE_PICKER = "Umbraco.MultiNodeTreePicker";
const MEDIA_3 = "Umbraco.MediaPicker3";
const LINKS = "Umbraco.MultiUrlPicker";

const udi = (kind: Kind, pointer = "") =>
  `${kind} ${kind === "content" ? "KEY" : "OTHER"} udi${pointer && ` at ${pointer}`}`;

const file = (path: string) => `media ${path} media-path`;
const upload = (path: string, pointer = "") => `media ${path} upload${pointer}`;
const picked = (pointer: string) => `media OTHER media-key at ${pointer}/mediaKey`;
const local = (target: string) => `${target} local-link`;
const link = (href: string) => `<a href="${href}">x</a>`;
const macro = (more: string) => `<?UMBRACO_MACRO macroAlias="X" ${more} />`;

const ARCHETYPE = [
  { alias: "a", value: "1234" },
  { alias: "b", propertyEditorAlias: "Umbraco.ContentPickerAlias", value: "1234" },
  { alias: "c", value: IMAGE },
];

/** Blocks of version 15 and later, of which one has these values. */
function withEditors(editor: string, ...values: object[]) {
  const blocks = blocksOf17(editor, [{ type: 2, id: 1 }]);
  return { ...blocks, contentData: [{ ...blocks.contentData[0], values }] };
}

const TABLE: Table = {
  "a UDI": [
    ["of a page", PAGE_PICKER, PAGE, udi("content")],
    ["of media", "Umbraco.MediaPicker", IMAGE, udi("media")],
    ["without an editor", null, PAGE, udi("content")],
    [
      "in JSON with white space of every kind",
      null,
      `[\t{\n"udi"\r:\v"${PAGE}"\f}\t]`,
      udi("content", "/0/udi"),
    ],
    ["in upper case", null, `UMB://Document/${HEX.toUpperCase()}`, udi("content")],
    ["with hyphens", null, `umb://document/${KEY}`, udi("content")],
    ["several, separated by commas", NODE_PICKER, `${PAGE},${IMAGE}`, [udi("content"), udi("media")]],
    ["of a member", "Umbraco.MemberPicker", `umb://member/${HEX}`, []],
    ["without a key, with a slash", null, "umb://document/", []],
    ["that is cut", null, PAGE.slice(0, -1), []],
    ["with a digit too many", null, `${PAGE}0`, []],
    ["in running text", TEXT, `see ${PAGE}, or not`, udi("content")],
  ],
  "a local link": [
    ["with an id", MARKUP, link("/{localLink:1234}"), local("any 1234")],
    ["without the slash", MARKUP, link("{localLink:1234}"), local("any 1234")],
    ["escaped in lower case", null, link("/%7blocalLink:1234%7d"), local("any 1234")],
    ["with a UDI", MARKUP, link(`/{localLink:${PAGE}}`), local("content KEY")],
    [
      "with a UDI, completely escaped",
      null,
      link(`/%7BlocalLink%3A${encodeURIComponent(PAGE)}%7D`),
      local("content KEY"),
    ],
    [
      "with a GUID, and its type before it",
      "Umbraco.RichText",
      `<a type="document" href="/{localLink:${KEY}}">x</a>`,
      local("content KEY"),
    ],
    [
      "with a GUID, and its type after it",
      "Umbraco.RichText",
      `<a href="/{localLink:${OTHER_KEY}}" title="a > b" type="media">x</a>`,
      local("media OTHER"),
    ],
    ["with a GUID and no type", null, link(`/{localLink:${KEY}}`), local("any KEY")],
    ["with an anchor", null, link(`/{localLink:${PAGE}}#top`), local("content KEY")],
    ["in Markdown", "Umbraco.MarkdownEditor", `[x](/{localLink:${PAGE}})`, local("content KEY")],
    ["in single quotes", null, "<a href='/{localLink:1234}'>x</a>", local("any 1234")],
    ["without quotes", null, "<a href=/{localLink:1234}>x</a>", local("any 1234")],
    ["without its braces", null, "localLink:1234", []],
    ["without a target", null, link("/{localLink:}"), []],
    ["of a member", null, link(`/{localLink:umb://member/${HEX}}`), []],
  ],
  "attributes of links and images": [
    ["data-udi of a link", MARKUP, `<a data-udi="${PAGE}" href="/x/">x</a>`, "content KEY data-udi"],
    [
      "data-udi of an image, whose path the CMS derives from it",
      MARKUP,
      `<img src="/media/k2q4m0pa/x.jpg?width=500&amp;height=20" data-udi="${IMAGE}">`,
      "media OTHER data-udi",
    ],
    [
      "data-udi of a link, whose target the CMS derives from it",
      MARKUP,
      `<a href="/{localLink:${PAGE}}" data-udi="${PAGE}">x</a>`,
      "content KEY data-udi",
    ],
    ["a source beside an empty data-udi", MARKUP, `<img src="${IMAGE}" data-udi="">`, "media OTHER udi"],
    [
      "an image up to 7.5",
      MARKUP,
      '<img style="width: 5px" src="/media/1/x.jpg?width=500&height=333" alt="" rel="1234" data-id="1234" />',
      [file("/media/1/x.jpg"), "media 1234 rel", "media 1234 data-id"],
    ],
    ["data-id of a link", MARKUP, '<a data-id="1234" href="/x/">x</a>', "any 1234 data-id"],
    ["attributes of other programs", null, '<a data-id="1234" href="x/">x</a><img rel="3" src="/x.png">', []],
    ["rel of a link", MARKUP, '<a rel="1234" href="x/">x</a>', []],
    ["a size, as version 4 wrote it", MARKUP, '<img rel="640,480" src="/x.jpg">', []],
    [
      "quotes that are still escaped",
      null,
      String.raw`cut [{"value":"<img src=\"/media/1/x.jpg\" data-udi=\"${IMAGE}\" />"`,
      "media OTHER data-udi",
    ],
    [
      "quotes that are escaped twice",
      null,
      String.raw`cut <img src=\\\"/media/1/x y.jpg\\\" alt=\\\"\\\" />`,
      file("/media/1/x y.jpg"),
    ],
    ["capitals", null, `<IMG DATA-UDI="${IMAGE}">`, "media OTHER data-udi"],
    ["a tag within a comment", null, `<!-- <a href="/{localLink:${PAGE}}">x</a> -->`, local("content KEY")],
    ["a tag that is cut", null, `<a href="/{localLink:${PAGE}}" title="x`, local("content KEY")],
    ["an unmatched quote", null, `<a title="5" wide" href="/{localLink:7}">x</a>`, local("any 7")],
  ],
  "a macro in rich text": [
    ["with a UDI", MARKUP, macro(`page="${PAGE}" n="1234"`), udi("content")],
    [
      "with a body",
      null,
      `<?UMBRACO_MACRO macroAlias="X"><a href="/{localLink:7}">x</a></?UMBRACO_MACRO>`,
      local("any 7"),
    ],
    [
      "with JSON in a parameter",
      null,
      macro(`p="[{&quot;udi&quot;:&quot;${IMAGE}&quot;}]"`),
      udi("media", "/0/udi"),
    ],
    ["whose parameter is a number", null, macro('p="1234"'), []],
  ],
  "rich text with blocks": [
    [
      "of 13: links in the markup, and in its blocks",
      MARKUP,
      {
        markup: `<p>${link(`/{localLink:${PAGE}}`)}</p><umb-rte-block data-content-udi="${udiOf("element", 1)}">`,
        blocks: blocksOf13("TinyMCE", [{ type: 2, id: 1, values: { image: IMAGE } }]),
      },
      ["content KEY local-link at /markup", udi("media", "/blocks/contentData/0/image")],
    ],
    [
      "of 15: links in the markup, and in its blocks",
      "Umbraco.RichText",
      {
        markup: `<a type="media" href="/{localLink:${OTHER_KEY}}">x</a><umb-rte-block data-content-key="${keyOf(1)}">`,
        blocks: withEditors("RichText", { alias: "page", editorAlias: PAGE_PICKER, value: KEY }),
      },
      ["media OTHER local-link at /markup", "content KEY guid at /blocks/contentData/0/values/0/value"],
    ],
  ],
  "a media path": [
    ["of 7", TEXT, "/media/1/x.jpg", file("/media/1/x.jpg")],
    ["of 8 and later", TEXT, "/media/k2q4m0pa/x.jpg", file("/media/k2q4m0pa/x.jpg")],
    ["with a query and a fragment", TEXT, "/media/1/x.jpg?a=b#c", file("/media/1/x.jpg")],
    [
      "on a host",
      TEXT,
      "https://Www.Site.example:8080/media/1/x.jpg",
      "media www.site.example:8080/media/1/x.jpg media-path",
    ],
    [
      "on a host without scheme",
      null,
      '<img src="//cdn.example/media/1/x.jpg">',
      "media cdn.example/media/1/x.jpg media-path",
    ],
    ["in the form of ASP.NET", TEXT, "~/media/1/x.jpg", file("/media/1/x.jpg")],
    ["with blanks, between quotes", null, '<img src="/media/1/a b.jpg">', file("/media/1/a b.jpg")],
    ["with blanks, as the only value", TEXT, "/media/1/a b.jpg", file("/media/1/a b.jpg")],
    ["with an entity", null, link("/media/1/a&amp;b.pdf"), file("/media/1/a&b.pdf")],
    [
      "in running text",
      TEXT,
      "See /media/1/x.jpg, or (/media/2/y(1).pdf).",
      [file("/media/1/x.jpg"), file("/media/2/y(1).pdf")],
    ],
    [
      "in Markdown",
      "Umbraco.MarkdownEditor",
      "![x](/media/1/x.jpg) and [y](/media/2/y.pdf 'z')",
      [file("/media/1/x.jpg"), file("/media/2/y.pdf")],
    ],
    [
      "in srcset",
      null,
      '<img srcset="/media/1/x.jpg 1x, /media/2/y.jpg 2x">',
      [file("/media/1/x.jpg"), file("/media/2/y.jpg")],
    ],
    ["in a style", null, "<p style=\"background: url('/media/1/x.jpg')\">", file("/media/1/x.jpg")],
    ["in a style without quotes", null, '<p style="background:url(/media/1/x.jpg)">', file("/media/1/x.jpg")],
    ["of a file without folder", TEXT, "/media/1-x.jpg", file("/media/1-x.jpg")],
    ["of a page that is called media", null, link("/media/press/"), "content /media/press/ url"],
    ["below another folder", null, '<img src="/old/media/1/x.jpg">', []],
    ["without a file", null, '<img src="/media/1/">', []],
    ["of a page below a year", null, link("/media/2019/a-report/"), "content /media/2019/a-report/ url"],
    ["of a page below a word of eight letters", TEXT, "/media/releases/v1.2/notes", []],
  ],
  "an upload or an image with crops": [
    ["a path", "Umbraco.UploadField", "/media/1/x.pdf", upload("/media/1/x.pdf")],
    [
      "several",
      "Umbraco.UploadField",
      "/media/1/x.pdf,/media/2/y.pdf",
      [upload("/media/1/x.pdf"), upload("/media/2/y.pdf")],
    ],
    [
      "JSON",
      "Umbraco.ImageCropper",
      { src: "/media/1/x.jpg", crops: [], focalPoint: null },
      upload("/media/1/x.jpg", " at /src"),
    ],
    [
      "with apostrophes, as old versions wrote it",
      "Umbraco.ImageCropper",
      "{src: '/media/1/a.jpg', crops: []}",
      upload("/media/1/a.jpg", " at /src"),
    ],
    ["of an unknown editor", null, { src: "/media/1/x.jpg" }, upload("/media/1/x.jpg", " at /src")],
  ],
  "a content picker": [
    ["an id", PAGE_PICKER, 1234, "content 1234 id"],
    ["an id as text", PAGE_PICKER, "1234", "content 1234 id"],
    ["of an alias in another case", "umbraco.contentpicker2", "1234", "content 1234 id"],
    ["a GUID", PAGE_PICKER, KEY, "content KEY guid"],
    ["a GUID without hyphens", PAGE_PICKER, HEX.toUpperCase(), "content KEY guid"],
    ["an empty text", PAGE_PICKER, "", []],
    ["null", PAGE_PICKER, null, []],
    ["the root", PAGE_PICKER, -1, []],
    ["zero", PAGE_PICKER, "0", []],
    ["the zero GUID", PAGE_PICKER, "00000000-0000-0000-0000-000000000000", []],
    ["a number of more than 32 bits", PAGE_PICKER, "2147483648", []],
    ["a number of another editor", "Umbraco.Integer", 1234, []],
    ["a number of an unknown editor", null, "1234", []],
    ["a GUID of an unknown editor", null, KEY, []],
    ["a member's GUID", "Umbraco.MemberPicker", KEY, []],
  ],
  "a picker of several nodes": [
    [
      "in objects",
      NODE_PICKER,
      [{ id: 1234 }, { id: "5678" }],
      ["any 1234 id at /0/id", "any 5678 id at /1/id"],
    ],
    ["in objects of an editor that picks no nodes", "Umbraco.Tags", [{ id: 1234 }], []],
    ["in objects of an unknown editor", null, [{ id: 1234 }], []],
    ["ids", NODE_PICKER, "1234,5678", ["any 1234 id", "any 5678 id"]],
    ["ids with blanks, and a last comma", NODE_PICKER, "1234, 5678,", ["any 1234 id", "any 5678 id"]],
    ["with the id of the root", NODE_PICKER, "-1,1234", "any 1234 id"],
    ["with members", NODE_PICKER, `umb://member/${HEX},${PAGE}`, udi("content")],
    ["of old and new", NODE_PICKER, `1234,${KEY},${PAGE}`, ["any 1234 id", "any KEY guid", udi("content")]],
    [
      "of 14",
      NODE_PICKER,
      [
        { type: "document", unique: KEY },
        { type: "media", unique: OTHER_KEY },
        { type: "member", unique: KEY },
      ],
      ["content KEY unique at /0/unique", "media OTHER unique at /1/unique"],
    ],
    ["of 14, without types", NODE_PICKER, [{ unique: KEY }, { unique: null }], "any KEY unique at /0/unique"],
    ["of 14, without types, with an unknown editor", null, [{ unique: KEY }], []],
    ["a list", NODE_PICKER, [PAGE, "1234"], [udi("content", "/0"), "any 1234 id at /1"]],
    ["a list of numbers", "Umbraco.MultipleMediaPicker", [1234], "media 1234 id at /0"],
    ["a list in a string", "Umbraco.MediaPicker", JSON.stringify([IMAGE]), udi("media", "/0")],
  ],
  "media picker 3": [
    [
      "the node, not the item",
      MEDIA_3,
      [{ key: KEY, mediaKey: OTHER_KEY, crops: null, focalPoint: { left: 1234, top: 0 } }],
      picked("/0"),
    ],
    ["with an unknown editor", null, [{ key: ITEM, mediaKey: OTHER_KEY }], picked("/0")],
    ["without a key of the item", MEDIA_3, [{ mediaKey: OTHER_KEY }], picked("/0")],
    ["without a key of the item, as a single object", MEDIA_3, { mediaKey: OTHER_HEX }, picked("")],
    [
      "without a key of the item, with an unknown editor",
      null,
      [
        { mediaKey: OTHER_KEY },
        { mediaKey: OTHER_KEY, mediaTypeAlias: "Image", crops: [], focalPoint: null },
        JSON.stringify({ mediaKey: OTHER_KEY }),
      ],
      ["/0", "/1", "/2"].map(picked),
    ],
    [
      "a member of this name in another object, with an unknown editor",
      null,
      [{ mediaKey: OTHER_KEY, cacheKey: "x" }],
      [],
    ],
    ["an empty item", MEDIA_3, [{ mediaKey: "" }, { mediaKey: null }], []],
  ],
  "multi URL picker": [
    [
      "of 8",
      LINKS,
      [
        { name: "a", target: "_blank", udi: PAGE, url: null, queryString: "?x=1" },
        { name: "b", udi: null, url: "https://elsewhere.example/1234" },
        { name: "c", udi: IMAGE, url: "/media/1/x.jpg" },
        { name: "d", url: "/media/1/y.jpg" },
      ],
      [udi("content", "/0/udi"), udi("media", "/2/udi"), "media /media/1/y.jpg media-path at /3/url"],
    ],
    [
      "of 14",
      LINKS,
      [
        { icon: "x", name: "a", type: "document", unique: KEY, url: "/x/" },
        { name: "b", type: "external", unique: null, url: "/y/" },
      ],
      ["content KEY unique at /0/unique", "content /y/ url at /1/url"],
    ],
    ["a local link", LINKS, [{ name: "a", url: `/{localLink:${PAGE}}` }], "content KEY local-link at /0/url"],
  ],
  "related links": [
    [
      "of 7",
      "Umbraco.RelatedLinks",
      [
        { caption: "a", link: 1234, internal: 1234, isInternal: true, type: "internal" },
        { caption: "b", link: "https://x.example", internal: 99, isInternal: false, type: "external" },
        { caption: "c", link: "5678", internal: null, isInternal: true, type: "internal" },
      ],
      ["content 1234 id at /0/link", "content 1234 id at /0/internal", "content 5678 id at /2/link"],
    ],
    [
      "of 7.6",
      "Umbraco.RelatedLinks2",
      [{ caption: "a", link: PAGE, internal: PAGE, isInternal: true }],
      [udi("content", "/0/link"), udi("content", "/0/internal")],
    ],
    [
      "with GUIDs that have no quotes",
      "Umbraco.RelatedLinks",
      `[{"caption":"a","link":${KEY},"internal":${KEY},"isInternal":true,"type":"internal"}]`,
      ["content KEY guid at /0/link", "content KEY guid at /0/internal"],
    ],
    [
      "with an unknown editor",
      null,
      [
        { caption: "a", link: 1234, internal: 1234, isInternal: true, newWindow: false },
        { caption: "b", link: "5678", isInternal: true, type: "internal" },
        { caption: "c", link: "/a/b/", newWindow: true, internal: null, isInternal: false, type: "external" },
        { caption: "d", link: "https://x.example/", internal: 99, isInternal: false, type: "external" },
      ],
      [
        "content 1234 id at /0/link",
        "content 1234 id at /0/internal",
        "content 5678 id at /1/link",
        "content /a/b/ url at /2/link",
      ],
    ],
    ["a caption and a number of something else", null, [{ caption: "a", link: 1234 }], []],
  ],
  "links of packages": [
    [
      "RJP's",
      "RJP.MultiUrlPicker",
      [
        { id: 1234, name: "a", url: "/x/", target: "" },
        { id: "5678", isMedia: true, name: "b", url: "/media/1/x.jpg" },
        { id: 1234, udi: PAGE, name: "c", url: "/x/" },
        { id: null, name: "d", url: "https://x.example" },
      ],
      ["content 1234 id at /0/id", "media 5678 id at /1/id", udi("content", "/2/udi")],
    ],
    [
      "Imulus'",
      "Imulus.UrlPicker",
      [{ type: "content", meta: { title: "x" }, typeData: { url: "", contentId: "1234", mediaId: "5678" } }],
      "content 1234 id at /0/typeData/contentId",
    ],
    ["Gibe's", "Gibe.LinkPicker", { id: 1234, name: "x", url: "/x/", target: "" }, "content 1234 id at /id"],
    [
      "Skybrud's",
      "Skybrud.LinkPicker.Links",
      { items: [{ id: 1234, mode: "media", url: "/media/1/x.jpg" }] },
      "media 1234 id at /items/0/id",
    ],
    [
      "a menu",
      "Our.Umbraco.Meganav",
      [
        {
          id: 0,
          itemId: 1234,
          udi: null,
          children: [{ itemId: 77, udi: PAGE, children: [] }, { itemId: 78 }],
        },
      ],
      [
        "content 1234 id at /0/itemId",
        udi("content", "/0/children/0/udi"),
        "content 78 id at /0/children/1/itemId",
      ],
    ],
  ],
  "a link whose editor is unknown": [
    ["by id", null, [{ id: "1278", name: "a", url: "/x/", icon: "icon-link" }], "content 1278 id at /0/id"],
    ["by id, without a URL yet", null, [{ id: 1278, name: "a", url: null }], "content 1278 id at /0/id"],
    ["as a single object", null, { id: 1278, name: "x", url: "/x/", target: "" }, "content 1278 id at /id"],
    [
      "to media, by its flag or its URL",
      null,
      [
        { id: 5, isMedia: true, name: "a", url: "/media/1/x.jpg" },
        { id: 6, name: "b", url: "/media/1/x.jpg" },
      ],
      ["media 5 id at /0/id", "media 6 id at /1/id"],
    ],
    [
      "by its type",
      null,
      [
        { id: 5, name: "a", url: "/x", mode: "content" },
        { id: 6, name: "b", url: "/y", mode: "media" },
        { id: 7, name: "c", url: "https://x.example", mode: "url" },
      ],
      ["content 5 id at /0/id", "media 6 id at /1/id"],
    ],
    [
      "of a site with hosts, which its target shows",
      null,
      [{ id: 5, name: "a", url: "https://www.site.example/x/", target: "_self" }],
      "content 5 id at /0/id",
    ],
    ["by URL", null, [{ name: "/test/", url: "/a/b/", icon: "icon-link" }], "content /a/b/ url at /0/url"],
    [
      "of the form of Imulus'",
      null,
      [
        { type: "content", meta: { title: "x" }, typeData: { url: "", contentId: 1234, mediaId: null } },
        { type: "url", meta: { title: "x" }, typeData: { url: "/a/", contentId: null, mediaId: null } },
      ],
      ["content 1234 id at /0/typeData/contentId", "content /a/ url at /1/typeData/url"],
    ],
    [
      "in a menu",
      null,
      [{ id: 5, name: "a", url: "/x/", children: [{ id: 6, name: "b", url: "/x/y/", children: [] }] }],
      ["content 5 id at /0/id", "content 6 id at /0/children/0/id"],
    ],
    [
      "in nested content",
      null,
      [{ ncContentTypeAlias: "card", links: JSON.stringify([{ id: "1278", url: "/x/" }]) }],
      "content 1278 id at /0/links/0/id",
    ],
    ["a video", null, { id: "76979871", name: "a", url: "https://video.example/76979871" }, []],
    ["a product", null, { id: 12, name: "a", type: "product", url: "/shop/a" }, []],
    [
      "the id of another entity than a node",
      null,
      [{ id: 5, name: "a", url: "/x/", type: "member" }],
      "content /x/ url at /0/url",
    ],
    ["an id alone", null, [{ id: 1278, name: "a" }], []],
    ["an editor of plain text", TEXT, [{ id: 1278, name: "a", url: "/x/" }], []],
  ],
  elements: [
    [
      "nested content, strings of JSON in it",
      "Umbraco.NestedContent",
      [
        {
          ncContentTypeAlias: "card",
          image: `[{"key":"${ITEM}","mediaKey":"${OTHER_KEY}"}]`,
          inner: JSON.stringify([{ ncContentTypeAlias: "card", deep: JSON.stringify([{ udi: PAGE }]) }]),
          number: "1234",
          guid: KEY,
        },
      ],
      ["media OTHER media-key at /0/image/0/mediaKey", udi("content", "/0/inner/0/deep/0/udi")],
    ],
    [
      "stacked content",
      "Our.Umbraco.StackedContent",
      [{ key: KEY, icContentTypeGuid: ITEM, page: PAGE }],
      udi("content", "/0/page"),
    ],
    [
      "archetype, whose properties may have editor aliases",
      "Imulus.Archetype",
      { fieldsets: [{ alias: "row", properties: ARCHETYPE }] },
      ["content 1234 id at /fieldsets/0/properties/1/value", udi("media", "/fieldsets/0/properties/2/value")],
    ],
    [
      "Vorto",
      "Our.Umbraco.Vorto",
      { values: { "en-GB": PAGE, "da/DK~": "1234" }, dtdGuid: KEY },
      udi("content", "/values/en-GB"),
    ],
    [
      "a grid, with all its controls",
      "Umbraco.Grid",
      gridOf(
        [
          { value: '<a data-id="7" href="/x/">x</a>', editor: { alias: "rte" } },
          { value: { id: 1234, image: "/media/1/x.jpg", caption: "" }, editor: { alias: "media" } },
          { value: { udi: IMAGE, image: "/media/1/x.jpg" }, editor: { alias: "media" } },
          {
            value: { macroAlias: "M", macroParamsDictionary: { page: PAGE, n: "1234" } },
            editor: { alias: "macro" },
          },
          { value: "1234", editor: { alias: "headline" } },
          { value: "<iframe src='https://x.example/1234'></iframe>", editor: { alias: "embed" } },
          {
            value: { id: KEY, dtgeContentTypeAlias: "card", value: { image: IMAGE, n: 1234 } },
            editor: { alias: "docType" },
          },
          {
            value: [{ link: { value: PAGE, dataTypeGuid: KEY, editorAlias: "link", editorName: "Link" } }],
            editor: { alias: "blender" },
          },
        ],
        { styles: { "background-image": "url(/media/9/bg.jpg)" } },
      ),
      [
        `${file("/media/9/bg.jpg")} at /sections/0/rows/0/styles/background-image`,
        `any 7 data-id at ${CONTROLS}/0/value`,
        `media 1234 id at ${CONTROLS}/1/value/id`,
        udi("media", `${CONTROLS}/2/value/udi`),
        udi("content", `${CONTROLS}/3/value/macroParamsDictionary/page`),
        udi("media", `${CONTROLS}/6/value/value/image`),
        udi("content", `${CONTROLS}/7/value/0/link/value`),
      ],
    ],
    [
      "a block list of 8.7 to 14",
      "Umbraco.BlockList",
      blocksOf13("BlockList", [{ type: 2, id: 1, values: { link: JSON.stringify([{ udi: PAGE }]) } }]),
      udi("content", "/contentData/0/link/0/udi"),
    ],
    [
      "blocks of 15 and later, which have editor aliases",
      "Umbraco.BlockGrid",
      withEditors(
        "BlockGrid",
        { alias: "a", editorAlias: PAGE_PICKER, value: KEY },
        { alias: "b", editorAlias: "Umbraco.TextBox", value: KEY },
      ),
      "content KEY guid at /contentData/0/values/0/value",
    ],
  ],
  "the URL of a page": [
    ["in a link", MARKUP, link("/a/b/?c=d#e"), "content /a/b/ url"],
    ["of the front page", null, '<area href="/">', "content / url"],
    ["in a picker of links", LINKS, [{ name: "a", udi: null, url: "/a/b" }], "content /a/b url at /0/url"],
    ["beside a UDI, from which it is derived", LINKS, [{ udi: PAGE, url: "/a/b" }], udi("content", "/0/udi")],
    ["on another host", null, '<a href="//x.example/a/">x</a> <a href="https://x.example/a/">x</a>', []],
    [
      "of other targets than pages",
      null,
      '<a href="#a">x</a> <a href="mailto:a@b.example">x</a> <a href="a/b">x</a>',
      [],
    ],
    ["in running text", TEXT, "go to /a/b/ or /c/", []],
    ["with placeholders of a template", null, '<a href="/{{url}}">x</a> <a href="/%url%">x</a>', []],
  ],
  "XML of versions 4 to 6": [
    [
      "picked pages",
      null,
      '<MultiNodePicker type="content"><nodeId>1234</nodeId><nodeId> 5678 </nodeId></MultiNodePicker>',
      ["content 1234 id", "content 5678 id"],
    ],
    [
      "picked media",
      NODE_PICKER,
      '<MultiNodePicker type="media"><nodeId>1234</nodeId></MultiNodePicker>',
      "media 1234 id",
    ],
    [
      "related links",
      null,
      '<links><link title="a" link="1234" type="internal" newwindow="0" /><link title="b" link="https://x.example" type="external" newwindow="1" /><link link="99" type="external" /><link title="c" link="55" type="media" /></links>',
      ["content 1234 id", "media 55 id"],
    ],
    ["other elements", null, "<nodeId>1234</nodeId>", []],
  ],
  "conventions of the CMS": [
    ["a redirect, by id", null, "1234", "content 1234 id", "umbracoRedirect"],
    ["an internal redirect", null, 1234, "content 1234 id", "umbracoInternalRedirectId"],
    ["in another case", null, "1234", "content 1234 id", "umbracoInternalRedirectID"],
    ["by UDI", PAGE_PICKER, PAGE, udi("content"), "umbracoRedirect"],
    ["URL aliases, which are not references", null, "news/2019,1234", [], "umbracoUrlAlias"],
    ["a property with a similar alias", null, "1234", [], "redirect"],
  ],
};

describe.each(Object.entries(TABLE))("readValue: %s", (_, rows) => {
  it.each(rows)("%s", (_what, editor, value, expected, alias) => {
    expect(referencesIn(value, editor, alias)).toEqual([expected].flat());
  });
});

it("readValue: the table has an example of every syntax", () => {
  const syntaxes = Object.values(TABLE).flatMap((rows) =>
    rows.flatMap(([, editor, value, , alias]) =>
      readValue(JSON.stringify(value), editor, NO_TYPES, alias).references.map(({ syntax }) => syntax),
    ),
  );
  expect(new Set(syntaxes)).toEqual(new Set(SYNTAXES));
});
