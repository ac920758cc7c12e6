/** What changed, in a browser: groups, filters, and the values of a node side by side. */
import { expect, it } from "vitest";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { startServe } from "../support/program.ts";
import { keyOf, nodeOf, siteDirectory } from "../support/site.ts";
import { violations } from "./accessible.ts";
import { describeInBrowser } from "./in-browser.ts";

const block = (id: number, text: string) => ({
  key: keyOf(id),
  contentTypeKey: keyOf(900),
  values: [{ alias: "text", value: text }],
});
const product = (id: number, price: string, own: object = {}) => {
  const title = { alias: "title", editorAlias: "Umbraco.TextBox", value: `Product ${id}` };
  return {
    ...nodeOf(id, `Product ${id}`),
    type: "product",
    properties: { title, price: { alias: "price", editorAlias: "Umbraco.TextBox", value: price }, ...own },
  };
};
const blocks = (...items: object[]) => ({
  blocks: { alias: "blocks", editorAlias: "Umbraco.BlockList", value: { layout: {}, contentData: items } },
});

const products = (price: string) => Array.from({ length: 40 }, (_, i) => product(100 + i, price));
const BEFORE = [
  nodeOf(1, "Shop", [
    ...products("10"),
    product(90, "10", blocks(block(201, "The red horn is loud"), block(202, "Bells"))),
  ]),
];
const AFTER = [
  nodeOf(1, "Shop", [
    nodeOf(50, "News"),
    ...products("12"),
    product(90, "10", blocks(block(202, "Bells"), block(201, "The blue horn is loud"))),
  ]),
];

describeInBrowser("changes", (browser) => {
  it("tells what changed after one click: added nodes, then what differs on how many nodes", async () => {
    const { origin } = await startServe(["--data", siteDirectory(AFTER), "--against", siteDirectory(BEFORE)]);
    const page = await openPage(browser(), origin);
    await page.getByRole("link", { name: /^Changes/ }).click();
    const groups = page.locator(".change-group h2");
    await groups.first().waitFor();
    const texts = (await groups.allInnerTexts()).map((text) => text.replace(/^\W+/, "").trim());
    expect(texts).toEqual(["1 node added", "price alone, on 40 nodes", "blocks alone, on 1 node"]);
    await page.getByRole("link", { name: "35 more" }).click();
    await expect.poll(() => page.locator(".change-group li").count()).toBe(40);
    await page.goBack();
    await page.getByRole("link", { name: /added 1$/ }).click();
    await expect.poll(() => groups.count()).toBe(1);
    expect(new URL(page.url()).hash).toBe("#/changes?changeKind=added");
    await page.getByRole("link", { name: /added.*remove the filter/ }).click();
    await expect.poll(() => groups.count()).toBe(3);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    expectNoFaults(page);
  });

  it("shows the values of a node side by side, words marked, blocks paired by key", async () => {
    const { origin } = await startServe(["--data", siteDirectory(AFTER), "--against", siteDirectory(BEFORE)]);
    const page = await openPage(browser(), `${origin}/#/content/${keyOf(90)}/changes`);
    const rows = page.locator(".compared tbody tr");
    await rows.first().waitFor();
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(
        /^blocks\s+contentData › 2 › values › 1 › value\s+The red horn is loud\s+The blue horn is loud$/,
      ),
    ]);
    expect(await page.locator(".compared del").allTextContents()).toEqual(["red"]);
    expect(await page.locator(".compared ins").allTextContents()).toEqual(["blue"]);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    expectNoFaults(page);
  });
});
