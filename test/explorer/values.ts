/** Values in the views that suit them, and the links of a node in and out. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { expect, type TestAPI } from "vitest";
import { MediaFiles } from "../../src/media/media-files.ts";
import { directoryEdition } from "../../src/sources/watched-directory.ts";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { appOf, keyOf, nodeOf, serverOf, sourceOf, udiOf } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** Each editor with a value, and what is to be seen of it. */
const VALUES: readonly (readonly [alias: string, editor: string, value: unknown, seen: RegExp])[] = [
  ["text", "Umbraco.TextBox", "Two\nlines", /^Two\nlines$/],
  ["nothing", "Umbraco.TextBox", "", /^empty$/],
  ["yes", "Umbraco.TrueFalse", "1", /^Yes$/],
  ["no", "Umbraco.TrueFalse", 0, /^No$/],
  ["number", "Umbraco.Integer", 1234567, /^1,234,567$/],
  ["date", "Umbraco.DateTime", "2024-03-05T10:20:30", /^5 Mar 2024, 10:20$/],
  ["tags", "Umbraco.Tags", ["red", "blue"], /^2 elements0red1blue$/],
  ["json", "Own.Editor", '{"a":{"b":12345678901234567890}}', /^1 membera1 member/],
  ["picker", "Umbraco.ContentPicker", udiOf("document", 3), /^Chair page$/],
  ["image", "Umbraco.MediaPicker", udiOf("media", 50), /^Photo Image$/],
  ["ids", "Umbraco.MultiNodeTreePicker", "2,3", /^Products pageChair page$/],
  ["gone", "Umbraco.ContentPicker", udiOf("document", 99), /dead: there is no such node$/],
];

const RICH_TEXT = `<h2>Heading</h2><p>See <a href="/{localLink:${udiOf("document", 2)}}">it</a>.</p>`;
const BLOCKS = {
  layout: { "Umbraco.BlockList": [{ contentUdi: udiOf("element", 70) }] },
  contentData: [
    {
      contentTypeKey: keyOf(71),
      udi: udiOf("element", 70),
      caption: "A caption",
      link: udiOf("document", 4),
      inner: [{ ncContentTypeAlias: "quote", who: "A visitor" }],
    },
  ],
  settingsData: [],
};

function site() {
  const values = [...VALUES, ["rich", "Umbraco.TinyMCE", RICH_TEXT], ["blocks", "Umbraco.BlockList", BLOCKS]];
  const properties = Object.fromEntries(
    values.map(([alias, editorAlias, value]) => [String(alias), { alias, editorAlias, value }]),
  );
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
  const media = source.edition?.trees.media;
  if (!media) throw new Error("the data is held as a whole");
  const files = new MediaFiles(media, folder, "site");
  return serverOf(appOf({ explorer: {}, media: () => files }, source));
}

export function valuesTests(browser: () => Browser, it: TestAPI): void {
  it("shows each in the view that suits it", async () => {
    const { url } = await valuesServer();
    const page = await openPage(browser(), `${url}/#/content/${keyOf(1)}`);
    const seenOf = (alias: string) =>
      page.getByRole("region", { name: alias, exact: true }).locator(".property-value").first();
    await seenOf("text").waitFor();
    for (const [alias, , , seen] of VALUES) {
      expect([alias, await seenOf(alias).textContent()]).toEqual([alias, expect.stringMatching(seen)]);
    }
    const nested = seenOf("json").locator("summary").nth(1);
    await nested.click();
    await expect.poll(() => seenOf("json").textContent()).toContain("b12345678901234567890");
    await seenOf("image").locator("img").scrollIntoViewIfNeeded();
    await expect
      .poll(() => page.evaluate("document.querySelector('.property-value img').naturalWidth"))
      .toBe(1);
    expectNoFaults(page);
  });

  it("shows rich text as it reads, in a frame, and its source", async () => {
    const { url } = await valuesServer();
    const page = await openPage(browser(), `${url}/#/content/${keyOf(1)}`);
    const rich = page.getByRole("region", { name: "rich", exact: true });
    const frame = rich.locator("iframe");
    await frame.scrollIntoViewIfNeeded();
    await expect.poll(() => frame.getAttribute("sandbox")).toBe("");
    await frame.contentFrame().getByRole("heading", { name: "Heading" }).waitFor();
    await rich.getByRole("button", { name: "Source" }).click();
    await expect.poll(() => rich.locator(".source").textContent()).toBe(RICH_TEXT);
    await rich.getByRole("link", { name: "Products" }).click();
    await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
  });

  it("shows blocks, and what they hold, as the elements they are", async () => {
    const { url } = await valuesServer();
    const page = await openPage(browser(), `${url}/#/content/${keyOf(1)}`);
    const blocks = page.getByRole("region", { name: "blocks", exact: true });
    await blocks.getByRole("region", { name: "caption" }).waitFor();
    await expect
      .poll(() => blocks.getByRole("region", { name: "caption" }).textContent())
      .toContain("A caption");
    await expect.poll(() => blocks.getByRole("region", { name: "who" }).textContent()).toContain("A visitor");
    await expect.poll(() => blocks.getByRole("link", { name: "About" }).count()).toBe(1);
    await blocks.getByRole("button", { name: "Raw" }).first().click();
    await expect.poll(() => blocks.locator("pre").textContent()).toBe(JSON.stringify(BLOCKS));
  });

  it("shows each of several tabs of one name, by mouse and by keyboard", async () => {
    const names = ["one", "two", "three"];
    const home = nodeOf(1, "Home");
    const properties = Object.fromEntries(
      names.map((alias) => [
        alias,
        { alias, editorAlias: "Umbraco.TextBox", value: `the value of ${alias}` },
      ]),
    );
    const { edition } = sourceOf([{ ...home, properties }], []);
    if (!edition) throw new Error("the data is held as a whole");
    const type = {
      ...{ id: 60, key: keyOf(60), alias: "page", name: "Page", icon: null, allowedAsRoot: true },
      ...{ allowedContentTypes: [], compositions: [], defaultTemplate: null, allowedTemplate: [] },
      tabs: names.map((alias, i) => ({
        ...{ id: 70 + i, key: keyOf(70 + i), name: "Content", sortOrder: i },
        properties: [
          {
            ...{ id: 80 + i, key: keyOf(80 + i), alias, name: alias, description: null, sortOrder: 0 },
            ...{ editorAlias: "Umbraco.TextBox", dataTypeId: 1, mandatory: false },
          },
        ],
      })),
    };
    const types = { content: [type], media: [], data: [], warnings: [] };
    const source = directoryEdition({ ...edition, types: () => types });
    const { url } = await serverOf(appOf({ explorer: {} }, source));
    const page = await openPage(browser(), `${url}/#/content/${keyOf(1)}`);
    const tabs = page.getByRole("tab", { name: "Content" });
    await tabs.first().waitFor();
    const seen = () => page.getByRole("tabpanel").textContent();
    for (const i of [1, 2, 0]) {
      await tabs.nth(i).click();
      await expect.poll(seen).toContain(`the value of ${names[i]}`);
      expect(await tabs.nth(i).getAttribute("aria-selected")).toBe("true");
    }
    for (const i of [1, 2, 0]) {
      await page.keyboard.press("ArrowRight");
      await expect.poll(seen).toContain(`the value of ${names[i]}`);
    }
    expectNoFaults(page);
  });

  it("shows a tab's groups below headings of their own, within the tab", async () => {
    const names = ["one", "two"];
    const properties = Object.fromEntries(
      names.map((alias) => [
        alias,
        { alias, editorAlias: "Umbraco.TextBox", value: `the value of ${alias}` },
      ]),
    );
    const { edition } = sourceOf([{ ...nodeOf(1, "Home"), properties }], []);
    if (!edition) throw new Error("the data is held as a whole");
    const tabs = names.map((alias, i) => ({
      ...{ id: 70 + i, key: keyOf(70 + i), name: i === 0 ? "Content" : "Intro", sortOrder: i },
      properties: [
        {
          ...{ id: 80 + i, key: keyOf(80 + i), alias, name: alias, description: null, sortOrder: 0 },
          ...{ editorAlias: "Umbraco.TextBox", dataTypeId: 1, mandatory: false },
        },
      ],
    }));
    const type = {
      ...{ id: 60, key: keyOf(60), alias: "page", name: "Page", icon: null, allowedAsRoot: true },
      ...{ allowedContentTypes: [], compositions: [], defaultTemplate: null, allowedTemplate: [], tabs },
    };
    const tabAliases = new Map([
      [keyOf(70), "content"],
      [keyOf(71), "content/intro"],
    ]);
    const types = { content: [type], media: [], data: [], warnings: [], tabAliases };
    const source = directoryEdition({ ...edition, types: () => types });
    const { url } = await serverOf(appOf({ explorer: {} }, source));
    const page = await openPage(browser(), `${url}/#/content/${keyOf(1)}`);
    const group = page.getByRole("region", { name: "Intro" });
    await expect.poll(() => group.textContent()).toContain("the value of two");
    expect(await group.textContent()).not.toContain("the value of one");
    expect(await page.getByRole("tab").count()).toBe(0);
    expectNoFaults(page);
  });

  it("tells the links of a node, in and out, and which are dead", async () => {
    const { url } = await valuesServer();
    const page = await openPage(browser(), `${url}/#/content/${keyOf(1)}`);
    await page.getByRole("heading", { name: "Links to 5" }).waitFor();
    await expect.poll(() => page.locator(".dead-count").textContent()).toBe("1 dead");
    const chair = page.locator(".card").getByRole("link", { name: "Chair" });
    await chair.click();
    await page.getByRole("heading", { name: "Used by 1" }).waitFor();
    await expect.poll(() => page.locator(".links").getByRole("link", { name: "Home" }).count()).toBe(1);
    expectNoFaults(page);
  });
}
