/** Properties: values by editor, empty ones, rich text, blocks, tabs and groups, references, secrets. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { MediaFiles } from "../../src/site/media/media-files.ts";
import { expectNoFaults } from "../support/browser.ts";
import { appOf, keyOf, nodeOf, propertiesOf, serverOf, sourceOf, udiOf } from "../support/site.ts";
import { blocksOf13, blocksOf17 } from "../support/stored-blocks.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { expectAccessible } from "./accessible.ts";
import { describeInBrowser, it, serverOfTyped } from "./in-browser.ts";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const LINKS = [
  { name: "Our chair", udi: udiOf("document", 3) },
  { name: "Elsewhere", url: "https://else.example/", target: "_blank" },
];

/** Each editor with a value, and what is to be seen of it. */
const VALUES: readonly (readonly [alias: string, editor: string, value: unknown, seen: RegExp])[] = [
  ["text", "Umbraco.TextBox", "Two\nlines", /^Two\nlines$/],
  ["yes", "Umbraco.TrueFalse", "1", /^Yes$/],
  ["no", "Umbraco.TrueFalse", 0, /^No$/],
  ["number", "Umbraco.Integer", 1234567, /^1,234,567$/],
  ["date", "Umbraco.DateTime", "2024-03-05T10:20:30", /^5 Mar 2024, 10:20$/],
  ["day", "Umbraco.DateTime", "2024-03-05T00:00:00", /^5 Mar 2024$/],
  ["tags", "Umbraco.Tags", ["red", "blue"], /^redblue$/],
  ["choices", "Umbraco.CheckBoxList", '["one","two"]', /^onetwo$/],
  ["colour", "Umbraco.ColorPicker", '{"value":"ff0000","label":"Red"}', /^#ff0000 Red$/],
  ["mail", "Umbraco.EmailAddress", "a@b.example", /^a@b\.example$/],
  [
    "json",
    "Own.Editor",
    '{"a":{"b":12345678901234567890}}',
    /^\{ 1 member \}a\{ 1 member \}b12345678901234567890$/,
  ],
  [
    "macro",
    "Own.Editor",
    '{"macroAlias":"news","macroParamsDictionary":{"count":"3"}}',
    /^Macro news\{ 1 member \}count"3"macro news$/,
  ],
  ["control", "Own.Editor", { image: "/media/1/photo.png", focalPoint: { left: 0.5, top: 0.5 } }, /^Photo$/],
  ["umbracoBytes", "Umbraco.Label", "310375", /^310\.4 kB$/],
  ["picker", "Umbraco.ContentPicker", udiOf("document", 3), /^Chair page$/],
  ["image", "Umbraco.MediaPicker", udiOf("media", 50), /^Photo$/],
  ["images", "Umbraco.MediaPicker3", [{ key: keyOf(80), mediaKey: keyOf(50) }], /^Photo$/],
  [
    "links",
    "Umbraco.MultiUrlPicker",
    LINKS,
    /^Our chair → Chair page Elsewhere ↗ https:\/\/else\.example\/ in a new window$/,
  ],
  ["ids", "Umbraco.MultiNodeTreePicker", "2,3", /^Products pageChair page$/],
  ["gone", "Umbraco.ContentPicker", udiOf("document", 99), /^Dead reference: there is no such node umb:/],
];

const RICH_TEXT =
  `<h2>Heading</h2><p style="color: red">See <a href="/{localLink:${udiOf("document", 2)}}">it</a>&aring;.</p>` +
  `<img src="/media/1/photo.png" data-udi="${udiOf("media", 50)}" alt="A photo"><img src="https://else.example/x.png">` +
  `<iframe src="https://video.example/1"></iframe><script>window.hacked = 1</script><ul><li>one<li>two</ul>`;
const INNER = [{ ncContentTypeAlias: "quote", who: "A visitor" }];
const BLOCKS = blocksOf13("BlockList", [
  {
    type: 71,
    id: 70,
    values: { caption: "A caption", link: udiOf("document", 4), inner: INNER },
    settings: { type: 72, id: 73, values: { theme: "dark" } },
  },
]);

function site() {
  const properties = propertiesOf({
    ...Object.fromEntries(VALUES.map(([alias, editor, value]) => [alias, [editor, value]])),
    nothing: ["Umbraco.TextBox", ""],
    rich: ["Umbraco.TinyMCE", RICH_TEXT],
    blocks: ["Umbraco.BlockList", BLOCKS],
  });
  const home = {
    ...nodeOf(1, "Home", [nodeOf(2, "Products", [nodeOf(3, "Chair")]), nodeOf(4, "About")]),
    properties,
  };
  const photo = { ...nodeOf(50, "Photo"), type: "Image", url: "/media/1/photo.png" };
  return sourceOf([home], [photo]);
}

/** A server with the picture that the media node names. */
async function valuesServer() {
  const folder = join(temporaryDirectory(), "site");
  mkdirSync(join(folder, "media", "1"), { recursive: true });
  writeFileSync(join(folder, "media", "1", "photo.png"), Buffer.from(PIXEL, "base64"));
  const source = site();
  const media = source.snapshot?.site.trees.media;
  if (!media) throw new Error("the data is held as a whole");
  const files = new MediaFiles(media, folder, "site");
  return serverOf(appOf({ explorer: {}, media: () => files }, source));
}

/** A node with a text in each of these properties, the only ones of their groups. */
function textGroups(names: readonly { group: string; alias: string }[]) {
  const editorAlias = "Umbraco.TextBox";
  const values = names.map(({ alias }) => [alias, [editorAlias, `the value of ${alias}`] as const]);
  const properties = propertiesOf(Object.fromEntries(values));
  const groups = names.map(({ group, alias }) => ({ name: group, properties: { [alias]: { editorAlias } } }));
  return { content: [{ ...nodeOf(1, "Home"), properties }], groups };
}

describeInBrowser("Properties", () => {
  it("shows a value by its editor: text, number, date, tags, links, pictures, JSON", async ({ open }) => {
    const { url } = await valuesServer();
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const seenOf = (alias: string) =>
      page.getByRole("group", { name: alias, exact: true }).locator(".property-value").first();
    await seenOf("text").waitFor();
    for (const [alias, , , seen] of VALUES) {
      await expect.poll(() => seenOf(alias).textContent(), { message: alias }).toMatch(seen);
    }
    await seenOf("image").locator("img").scrollIntoViewIfNeeded();
    await expect
      .poll(() => page.evaluate("document.querySelector('.property-value img').naturalWidth"))
      .toBe(1);
    expectNoFaults(page);
  });

  it("lists empty properties in one line, and shows them on demand", async ({ open }) => {
    const { url } = await valuesServer();
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    await page.getByText("1 empty: nothing").waitFor();
    await page.getByRole("button", { name: "Show empty properties" }).click();
    await page.getByRole("group", { name: "nothing", exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/content/${keyOf(1)}?empty=yes`);
  });

  it("Find in the properties: narrows the list, also to properties of blocks", async ({ open }) => {
    const { url } = await valuesServer();
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    await page.getByRole("searchbox", { name: "Find in the properties" }).fill("visitor");
    await expect.poll(() => page.locator(".tab > .property").count()).toBe(1);
    await page.getByRole("group", { name: "who" }).waitFor();
  });

  it("shows rich text at full width with links and pictures, and loads nothing from other servers", async ({
    open,
  }) => {
    const { url } = await valuesServer();
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    const rich = page.getByRole("group", { name: "rich", exact: true });
    const text = rich.locator(".rich-text");
    await expect.poll(() => text.textContent()).toContain("See itå.");
    expect(await text.textContent()).not.toContain("hacked");
    const widthOf = (element: Locator) => element.evaluate((e) => e.clientWidth);
    await expect
      .poll(async () => (await widthOf(text)) - (await widthOf(rich.locator(".property-value"))))
      .toBe(0);
    await text.getByRole("img", { name: "A photo" }).scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        text.locator("img").evaluateAll((all) => all.map((e) => (e as HTMLImageElement).naturalWidth)),
      )
      .toEqual([1]);
    await expect
      .poll(() => text.locator(".embed").allTextContents())
      .toEqual(["Picture x.png", "Embedded from video.example ↗"]);
    await expect.poll(() => text.getByRole("listitem").allTextContents()).toEqual(["one", "two"]);
    await text.getByRole("link", { name: "it", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
    expect(requested.every((each) => each.startsWith(url))).toBe(true);
    expectNoFaults(page);
  });

  it("shows blocks as cards with a label, their settings inside", async ({ open }) => {
    const { url } = await valuesServer();
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const blocks = page.getByRole("group", { name: "blocks", exact: true });
    await expect.poll(() => blocks.locator(".element-label").first().textContent()).toBe("A caption");
    await expect
      .poll(() => blocks.getByRole("group", { name: "caption" }).textContent())
      .toContain("A caption");
    await expect.poll(() => blocks.getByRole("link", { name: "About" }).count()).toBe(1);
    const settings = blocks.locator(".element").first().locator(".settings");
    await expect.poll(() => settings.textContent()).toContain("dark");
    await page.getByRole("button", { name: "Unfold all blocks" }).click();
    await expect.poll(() => blocks.getByRole("group", { name: "who" }).textContent()).toContain("A visitor");
    await blocks.hover();
    await blocks.getByRole("button", { name: "Raw value of blocks" }).click();
    await expect.poll(() => blocks.locator(".json").textContent()).toContain("contentTypeKey");
  });

  it("shows the first of many blocks, and all of them on demand or if one searches", async ({ open }) => {
    const all = Array.from({ length: 250 }, (_, i) => ({ type: 900, id: i, values: { text: `Block ${i}` } }));
    const properties = propertiesOf({ blocks: ["Umbraco.BlockList", blocksOf17("BlockList", all)] });
    const home = { ...nodeOf(1, "Home"), properties };
    const { url } = await serverOf(appOf({ explorer: {} }, sourceOf([home])));
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const cards = page.locator(".element");
    await expect.poll(() => cards.count()).toBe(100);
    await page.getByRole("button", { name: "Show all 250 elements" }).click();
    await expect.poll(() => cards.count()).toBe(250);
    await page.reload();
    await expect.poll(() => cards.count()).toBe(100);
    await page.getByRole("searchbox", { name: "Find in the properties" }).fill("Block 249");
    await expect.poll(() => page.locator(".element mark").allTextContents()).toContain("Block 249");
    expectNoFaults(page);
  });

  it("shows Markdown as text with its references, and values as an importer reads them", async ({ open }) => {
    const text = `# Horns\n\nA **loud** one, and [News](/{localLink:${udiOf("document", 2)}})\n\n* one\n* two`;
    const properties = propertiesOf({
      body: ["Umbraco.MarkdownEditor", text],
      link: ["Umbraco.ContentPicker", udiOf("document", 2)],
    });
    const home = { ...nodeOf(1, "Home", [nodeOf(2, "News")]), properties };
    const { url } = await serverOf(appOf({ explorer: {} }, sourceOf([home])));
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const markdown = page.getByRole("group", { name: "body", exact: true });
    await expect.poll(() => markdown.locator(".text").first().innerText()).toBe(text);
    await page.getByRole("checkbox", { name: "For developers" }).check();
    const row = page.getByRole("group", { name: "link", exact: true });
    await row.hover();
    await row.getByRole("button", { name: "Decoded value of link" }).click();
    await expect.poll(() => row.locator(".json").textContent()).toContain('name"News"');
    await expectAccessible(page);
    await page.getByRole("link", { name: "JSON" }).click();
    await page.getByRole("button", { name: "Decoded", exact: true }).click();
    await expect.poll(() => page.locator("main .json").textContent()).toContain("contentType");
    expect(new URL(page.url()).hash).toBe(`#/content/${keyOf(1)}/json?as=decoded`);
    await page.goto(`${url}/#/content/${keyOf(1)}`);
    await markdown.getByRole("link", { name: "News" }).click();
    await page.getByRole("heading", { level: 1, name: "News" }).waitFor();
    expectNoFaults(page);
  });

  it("shows each of several tabs that have one name", async ({ open }) => {
    const names = ["one", "two", "three"];
    const { content, groups } = textGroups(names.map((alias) => ({ group: "Content", alias })));
    const { url } = await serverOfTyped(content, groups);
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const shown = page.locator(".property-value");
    await expect.poll(() => shown.allTextContents()).toEqual(names.map((name) => `the value of ${name}`));
    const tabs = page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Content" });
    for (const [i, name] of names.entries()) {
      await tabs.nth(i).click();
      await expect.poll(() => shown.allTextContents()).toEqual([`the value of ${name}`]);
      await expect.poll(() => tabs.nth(i).getAttribute("aria-current")).toBe("true");
      await page.reload();
      await expect.poll(() => shown.allTextContents()).toEqual([`the value of ${name}`]);
    }
    expectNoFaults(page);
  });

  it("shows the groups of a tab below headings inside the tab", async ({ open }) => {
    const { content, groups } = textGroups([
      { group: "Content", alias: "one" },
      { group: "Intro", alias: "two" },
    ]);
    const tabAliases = new Map([
      [keyOf(61), "content"],
      [keyOf(62), "content/intro"],
    ]);
    const { url } = await serverOfTyped(content, groups, { tabAliases });
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const group = page.locator(".property-group", { hasText: "Intro" });
    await expect.poll(() => group.textContent()).toContain("the value of two");
    expect(await group.textContent()).not.toContain("the value of one");
    expectNoFaults(page);
  });

  it("Links to and Used by: list references in both directions, dead ones first", async ({ open }) => {
    const { url } = await valuesServer();
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const view = (name: RegExp) =>
      page.getByRole("navigation", { name: "Views of the node" }).getByRole("link", { name });
    await view(/^Links to 5$/).click();
    await page.getByRole("heading", { name: "1 dead reference" }).waitFor();
    await page.locator("main").getByRole("link", { name: "Chair" }).click();
    await page.getByRole("heading", { level: 1, name: "Chair" }).waitFor();
    await view(/^Used by 1$/).click();
    await expect.poll(() => page.locator(".found-nodes").getByRole("link", { name: "Home" }).count()).toBe(1);
    expectNoFaults(page);
  });

  it("redacts secrets in properties, in JSON and in copied JSON until you show them", async ({ open }) => {
    const properties = propertiesOf({ apiKey: ["Umbraco.TextBox", "not-a-real-key"] });
    const { url } = await serverOf(appOf({ explorer: {} }, sourceOf([{ ...nodeOf(1, "Home"), properties }])));
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const row = page.getByRole("group", { name: "apiKey" });
    await row.getByText("Redacted: this looks like a secret.").waitFor();
    await page.getByRole("button", { name: "Copy", exact: true }).first().click();
    await page.getByRole("menuitem", { name: "JSON" }).click();
    await page.getByText("JSON copied").waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toContain("(redacted)");
    expect(copied).not.toContain("not-a-real-key");
    await row.getByRole("button", { name: "Show the value" }).click();
    await row.getByText("not-a-real-key").waitFor();
    await page.getByRole("link", { name: "JSON", exact: true }).click();
    const json = page.getByRole("region", { name: "JSON" });
    await json.getByText('"(redacted)"').waitFor();
    await json.getByRole("button", { name: "Show secrets" }).click();
    await json.getByText('"not-a-real-key"').waitFor();
    expectNoFaults(page);
  });
});
