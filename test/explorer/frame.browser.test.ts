/** The page around the views: the first page, phones and print. */
import { join } from "node:path";
import { expect } from "vitest";
import { DEFAULT_RULES } from "../../src/analysis/diff/compare-nodes.ts";
import { diffSites } from "../../src/analysis/diff/site-diff.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { KINDS } from "../../src/operations.ts";
import type { Site } from "../../src/site/site.ts";
import { expectNoFaults } from "../support/browser.ts";
import { ROOT } from "../support/repository.ts";
import { appOf, serverOf } from "../support/site.ts";
import { expectAccessible } from "./accessible.ts";
import { describeInBrowser, it } from "./in-browser.ts";

const HOME = "Måkevær Foghorn Museum";

describeInBrowser("Page", () => {
  it("the first Tab leads to a link that skips to the content", async ({ open, sample }) => {
    const page = await open(sample);
    await page.getByRole("treeitem").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
  });

  it("first page: lists the format and the warnings, and says that media files are not served", async ({
    open,
  }) => {
    const options = { siteName: () => "Museum", warnings: () => ["3 nodes were left out"] };
    const { url } = await serverOf(appOf({ explorer: options }));
    const page = await open(url);
    const loaded = page.getByRole("region", { name: "What was loaded" });
    await expect.poll(() => loaded.textContent()).toContain("3 nodes were left out");
    expect(await loaded.textContent()).toContain("--files DIRECTORY");
    await page.getByRole("link", { name: "1 warning" }).waitFor();
    await page.getByRole("heading", { level: 1, name: "Museum" }).waitFor();
  });

  it("languages: the head switches the view that is shown, and links and the way back keep the language", async ({
    open,
  }) => {
    const data = await loadDirectory(join(ROOT, "test/fixtures/usync/cultures"), { culture: "en-US" });
    const { url } = await serverOf(appOf({ explorer: {} }, directorySource(data)));
    const page = await open(`${url}/#/content`);
    const names = () => page.getByRole("treeitem").locator("bdi").allTextContents();
    await expect.poll(names).toContain("English name");
    await page.locator("summary", { hasText: "en-US" }).click();
    await expectAccessible(page);
    await page.getByRole("link", { name: "da-DK" }).click();
    await expect.poll(() => page.url()).toBe(`${url}/?culture=da-DK#/content`);
    await expect.poll(names).toContain("Dansk navn");
    await page.getByRole("treeitem", { name: "Dansk navn" }).click();
    await page.getByRole("heading", { level: 1, name: "Dansk navn" }).waitFor();
    await expect.poll(() => page.url()).toContain("/?culture=da-DK#/content/");
    await page.goBack();
    await page.goBack();
    await expect.poll(names).toContain("English name");
    expectNoFaults(page);
  });

  it("head: wraps into rows that fit; the name of the site is the first to shrink", async ({ open }) => {
    const data = await loadDirectory(join(ROOT, "test/fixtures/usync/cultures"), { culture: "en-US" });
    const name = "A site whose name is longer than any head can be, whatever the window";
    const compare = async (site: Site) =>
      diffSites(site, site, { kinds: KINDS, matchedBy: "key", rules: DEFAULT_RULES });
    const options = { siteName: () => name, warnings: () => ["a", "b"], compare };
    const { url } = await serverOf(appOf({ explorer: options }, directorySource(data)));
    const page = await open(url);
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole("link", { name: "Changes" }).waitFor();
      const boxOf = async (selector: string) =>
        (await page.locator(selector).boundingBox()) ?? { x: -1, y: 0, width: 0, height: 0 };
      for (const part of [".languages summary", ".find input", ".head-links"]) {
        const isWithin = async () => {
          const head = await boxOf(".head");
          const { x, y, width: own, height } = await boxOf(part);
          return x >= 0 && x + own <= width && y + height <= head.y + head.height && height < 50;
        };
        await expect.poll(isWithin, { message: `${part} at ${width}` }).toBe(true);
      }
      await expect
        .poll(async () => (await boxOf(".find input")).width, { message: String(width) })
        .toBeGreaterThanOrEqual(190);
    }
    expectNoFaults(page);
  });

  it("the first page links the six operations, each with a request that finds something, and what describes them", async ({
    open,
    sample,
  }) => {
    const page = await open(sample);
    const api = page.getByRole("region", { name: "The API" });
    await api.getByText("platform/module", { exact: true }).waitFor();
    const links = api.getByRole("link");
    await expect
      .poll(() => links.allTextContents())
      .toEqual([
        ...["GetContentAtRoot", "GetContentById", "GetContentByKey"],
        ...["GetMediaAtRoot", "GetMediaById", "GetMediaByKey"],
        ...["/openapi.json", "/umbraco/openapi/delivery.json"],
      ]);
    for (const link of await links.all()) {
      const response = await fetch(new URL((await link.getAttribute("href")) ?? "", sample));
      expect([await link.textContent(), response.status]).toEqual([await link.textContent(), 200]);
    }
    expectNoFaults(page);
  });

  it("an address without a view: is reported, with a link to the first page", async ({ open, sample }) => {
    const page = await open(`${sample}/#/nowhere`);
    await page.getByRole("heading", { name: "Not found", level: 1 }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Not found – /);
    await page.getByRole("link", { name: "first page" }).click();
    await page.getByRole("heading", { name: "What was loaded" }).waitFor();
    expectNoFaults(page);
  });

  it("phone: the tree is a sheet over the page; print: only the view", async ({ open, sample }) => {
    const page = await open(sample, { viewport: { width: 390, height: 800 }, hasTouch: true });
    await page.getByRole("button", { name: "Tree" }).click();
    const sheet = page.getByRole("navigation", { name: "Tree" });
    await expect.poll(() => sheet.evaluate((e) => e.getBoundingClientRect().width)).toBe(390);
    await page.getByRole("treeitem").first().click();
    await page.getByRole("heading", { level: 1, name: HOME }).waitFor();
    await expect.poll(() => sheet.isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    for (const part of [".head", ".siblings", ".actions", ".node-views", ".toolbar"]) {
      await expect.poll(() => page.locator(part).first().isVisible(), { message: part }).toBe(false);
    }
    await page.getByRole("heading", { level: 1, name: HOME }).waitFor();
  });
});
