/** Rich text and Markdown, decoded. */
import { describe, expect, it } from "vitest";
import { keyOf, udiOf } from "../support/site.ts";
import { blocksOf13, blocksOf17 } from "../support/stored-blocks.ts";
import { ABOUT, decode, PICTURE } from "./decoding.ts";

const PAGE_UDI = udiOf("document", 11);
const MEDIA_UDI = udiOf("media", 21);
const DEAD_UDI = udiOf("document", 13);
const START = `data-start-item-path="home" data-start-item-id="${keyOf(10)}"`;
const TO_PAGE = `${START} data-destination-id="${ABOUT.key}" data-destination-type="page" data-link-type="Content"`;
const TO_MEDIA = `data-destination-id="${PICTURE.key}" data-destination-type="Image" data-link-type="Media"`;
const UNKNOWN = 'data-legacy-id="901" data-link-type="Content"';
const GONE = udiOf("media", 29);
const FORM = udiOf("form", 1);
const link = (href: string) => `<a href="${href}">a</a>`;
const SRC = "/media/1001/picture.jpg";

type RichText = { markup: string; blocks: { content: { id: string } }[] };
const markupOf = (stored: unknown, editor = "RichText") => {
  const { value, report } = decode({ editor, stored });
  return { markup: (value as { markup: string } | null)?.markup, report };
};

describe("ValueDecoder: rich text", () => {
  it("keeps a value that is no rich text as its markup, with a line", () => {
    const grid = '{"name":"1 column layout","sections":[]}';
    expect(markupOf(grid)).toEqual({ markup: grid, report: [`malformed-value  ${grid}`] });
  });

  it.each([
    ["<p>Text &amp; more</p>", "<p>Text &amp; more</p>"],
    [`<a href="/{localLink:${PAGE_UDI}}">a</a>`, `<a href="/about/" ${TO_PAGE}>a</a>`],
    [
      `<a title="Caf&eacute; &amp; bar" href="{localLink:11}">a</a>`,
      `<a title="Café &amp; bar" href="/about/" ${TO_PAGE}>a</a>`,
    ],
    [
      `<a title='"y"' href="{localLink:11}">a</a>`,
      `<a title="&quot;y&quot;" href="/about/" ${TO_PAGE}>a</a>`,
    ],
    [`<a href="/%7BlocalLink:11%7D">a</a>`, `<a href="/about/" ${TO_PAGE}>a</a>`],
    [
      `<a type="document" href="/{localLink:${keyOf(11)}}?a=1&amp;b#c">a</a>`,
      `<a href="/about/?a=1&amp;b#c" ${TO_PAGE}>a</a>`,
    ],
    [`<a href="/{localLink:${keyOf(21)}}" type="media">a</a>`, `<a href="${SRC}" ${TO_MEDIA}>a</a>`],
    [
      `<a data-udi="${MEDIA_UDI}" href="/media/old.pdf?x=1" title="t">a</a>`,
      `<a href="${SRC}?x=1" title="t" ${TO_MEDIA}>a</a>`,
    ],
    ['<a data-id="11" href="/old/#top">a</a>', `<a href="/about/#top" ${TO_PAGE}>a</a>`],
    [
      `<a href="/{localLink:${udiOf("document", 12)}}">a</a>`,
      `<a data-destination-id="${keyOf(12)}" data-destination-type="page" data-link-type="Content">a</a>`,
    ],
    ['<a href="https://x.example/" rel="me">a</a>', '<a href="https://x.example/" rel="me">a</a>'],
    [
      `<img src="/media/old.jpg?width=5" data-udi="${MEDIA_UDI}" alt="x" />`,
      `<img src="${SRC}?width=5" alt="x" data-destination-id="${PICTURE.key}" />`,
    ],
    ['<img src="/a.jpg" rel="21" data-id="21">', `<img src="${SRC}" data-destination-id="${PICTURE.key}">`],
    [
      `<img src="${MEDIA_UDI}?rmode=max">`,
      `<img src="${SRC}?rmode=max" data-destination-id="${PICTURE.key}">`,
    ],
    ['<IMG SRC="/media/old.jpg"><br/>', '<IMG SRC="/media/old.jpg"><br/>'],
    ["a < b <p", "a < b <p"],
  ])("%s is %s", (stored, markup) => {
    expect(markupOf(stored)).toEqual({ markup, report: [] });
  });

  it.each([
    [
      `<a href="/{localLink:${DEAD_UDI}}" title="t">a</a>`,
      '<a title="t">a</a>',
      `dead-reference  /{localLink:${DEAD_UDI}}`,
    ],
    [`<a href="/old/" data-udi="${DEAD_UDI}">a</a>`, "<a>a</a>", `dead-reference  ${DEAD_UDI}`],
    [link(`/{localLink:${FORM}}`), "<a>a</a>", `dead-reference  /{localLink:${FORM}}`],
    [`<img src="/a.jpg" data-udi="${GONE}">`, '<img src="/a.jpg">', `dead-reference  ${GONE}`],
    [`<img src="${GONE}" alt="x">`, '<img alt="x">', `dead-reference  ${GONE}`],
    [`<img src="${GONE}?rmode=max" data-udi="${GONE}" />`, "<img />", `dead-reference  ${GONE}`],
    [`<img src="?rmode=max&amp;width=5" data-udi="${GONE}">`, "<img>", `dead-reference  ${GONE}`],
    ['<img src="" data-id="77">', "<img>", "dead-reference  77"],
    ['<img src="?w=1" data-id="901">', '<img data-legacy-id="901">', "unresolved-id  901"],
    [link("/{localLink:901}"), `<a ${UNKNOWN}>a</a>`, "unresolved-id  /{localLink:901}"],
    ['<a data-id="901" href="/old/">a</a>', `<a href="/old/" ${UNKNOWN}>a</a>`, "unresolved-id  901"],
  ])("%s is %s with the line %s", (stored, markup, line) => {
    expect(markupOf(stored)).toEqual({ markup, report: [line] });
  });

  it("lines have the pointer of the markup", () => {
    const stored = { markup: `<a href="/{localLink:${DEAD_UDI}}">a</a>`, blocks: null };
    expect(decode({ editor: "RichText", stored }).report).toEqual([
      `dead-reference /markup /{localLink:${DEAD_UDI}}`,
    ]);
  });

  it.each(["", "<p></p>", " <p> </p>\n", { markup: "", blocks: { contentData: [] } }])(
    "%j is null",
    (stored) => {
      expect(decode({ editor: "RichText", stored }).value).toBeNull();
    },
  );

  it("a macro becomes a placeholder and an item of blocks, whose id is the same each time", () => {
    const stored = `<p>a</p><!-- <?UMBRACO_MACRO macroAlias="Gallery" startNode="${PAGE_UDI}" text="A &amp; B" /> --><p>b</p>`;
    const { value, report } = decode({ editor: "TinyMCEv3", stored });
    const { markup, blocks } = value as RichText;
    const [{ content }] = blocks;
    expect(markup).toBe(`<p>a</p><umb-macro data-content-id="${content.id}"></umb-macro><p>b</p>`);
    expect(report).toEqual([]);
    const properties = { startNode: [{ id: ABOUT.key }], text: "A & B" };
    const item = { content: { contentType: "Gallery", properties }, settings: null, layout: "macro" };
    expect(blocks).toMatchObject([item]);
    expect(decode({ editor: "TinyMCEv3", stored }).value).toEqual(value);
    const delivered = decode({ editor: "TinyMCEv3", stored, site: { mode: "delivery" } });
    expect(delivered.json).not.toContain('"layout"');
  });

  it("a macro with a body keeps it, and each macro has its own id", () => {
    const stored = `<?UMBRACO_MACRO macroAlias="Box">inner</?UMBRACO_MACRO> <?UMBRACO_MACRO macroAlias="Box" ?> <?UMBRACO_MACRO macroAlias="Box"/>`;
    const { markup, blocks } = decode({ editor: "RichText", stored }).value as RichText;
    const ids = blocks.map(({ content }) => content.id);
    expect(new Set(ids).size).toBe(3);
    expect(markup).toBe(
      `<umb-macro data-content-id="${ids[0]}">inner</umb-macro> ` +
        `<umb-macro data-content-id="${ids[1]}"></umb-macro> <umb-macro data-content-id="${ids[2]}"></umb-macro>`,
    );
  });

  const BLOCK = { type: 50, id: 51, values: { title: "T" } };
  it.each([
    ["data-content-udi", udiOf("element", 51), blocksOf13("RichText", [BLOCK])],
    ["data-content-key", keyOf(51), blocksOf17("RichText", [BLOCK])],
  ])("blocks are placeholders with %s and items", (attribute, name, blocks) => {
    const markup = `<p>a</p><umb-rte-block class="x" ${attribute}="${name}"><!--Umbraco-Block--></umb-rte-block>`;
    const types = [{ alias: "quote", key: 50, properties: { title: ["Umbraco.TextBox"] as [string] } }];
    const content = { contentType: "quote", id: keyOf(51), properties: { title: "T" } };
    expect(decode({ editor: "RichText", stored: JSON.stringify({ markup, blocks }), types })).toMatchObject({
      value: {
        markup: `<p>a</p><umb-rte-block class="x" data-content-id="${keyOf(51)}"></umb-rte-block>`,
        blocks: [{ content, settings: null }],
      },
      report: [],
    });
  });
});

it.each([
  ["a <b> /{localLink:11} & <a href='/x'>x</a>", "a <b> /{localLink:11} & <a href='/x'>x</a>"],
  [
    `<A type="document" href="/{localLink:${keyOf(11)}}">a</A> <img data-udi="umb://media/1">`,
    `<A href="/about/" ${TO_PAGE}>a</A> <img data-udi="umb://media/1">`,
  ],
  [`<a href='/%7BlocalLink:${PAGE_UDI}%7D#x'>a</a>`, `<a href="/about/#x" ${TO_PAGE}>a</a>`],
  [`<a <a href="/{localLink:${keyOf(13)}}" type="document">a`, "<a <a>a"],
])("ValueDecoder: TextArea %j is %j", (stored, value) => {
  for (const editor of ["TextArea", "TextBox", "TextboxMultiple"])
    expect(decode({ editor, stored }).value).toBe(value);
});

it.each([
  ["# Title\n[a](/{localLink:11}) <b>c</b>", "# Title\n[a](/about/) <b>c</b>"],
  [`<a href="/{localLink:${PAGE_UDI}}">a</a>`, `<a href="/about/" ${TO_PAGE}>a</a>`],
  ['<?UMBRACO_MACRO macroAlias="X" />', '<?UMBRACO_MACRO macroAlias="X" />'],
])("ValueDecoder: Markdown %j is %j", (stored, value) => {
  expect(decode({ editor: "MarkdownEditor", stored }).value).toBe(value);
});
