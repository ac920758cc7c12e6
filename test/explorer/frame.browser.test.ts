/** The page around the views: the first page, the list of keys, phones and print. */
import { expect } from "vitest";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { expectNoFaults } from "../support/browser.ts";
import { appOf, keyOf, serverOf, sourceOf } from "../support/site.ts";
import { expectAccessible } from "./accessible.ts";
import { describeInBrowser, it } from "./in-browser.ts";

const HOME = "Måkevær Foghorn Museum";

describeInBrowser("Page", () => {
  it("`?` lists the keys; the first Tab leads to a link that skips to the content", async ({
    open,
    sample,
  }) => {
    const page = await open(sample);
    await page.getByRole("treeitem").first().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.reload();
    await page.getByRole("treeitem").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
  });

  it("first page: lists the format, the languages and the warnings, and says that media files are not served", async ({
    open,
  }) => {
    const options = {
      siteName: () => "Museum",
      warnings: () => ["3 nodes were left out"],
      languages: () => ["en-US", "da-DK"],
    };
    const { snapshot } = sourceOf();
    if (!snapshot) throw new Error("the data is held as a whole");
    const source = directorySource({ ...snapshot.site, culture: "en-US" });
    const { url } = await serverOf(appOf({ explorer: options, dataName: "museum" }, source));
    const page = await open(url, { permissions: ["clipboard-read", "clipboard-write"] });
    const loaded = page.getByRole("region", { name: "What was loaded" });
    await expect.poll(() => loaded.textContent()).toContain("3 nodes were left out");
    expect(await loaded.textContent()).toContain("--files DIRECTORY");
    await page.getByRole("link", { name: "1 warning" }).waitFor();
    await page.getByRole("heading", { level: 1, name: "Museum" }).waitFor();
    expect(await loaded.textContent()).toContain("Languageen-USOther languagesda-DK: migrations serve");
    await loaded.getByRole("button", { name: "Copy the command for da-DK" }).click();
    await loaded.getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      "migrations serve --data ./museum --culture da-DK",
    );
    await page.goto(`${url}/#/content/${keyOf(1)}`);
    const chip = page.getByRole("link", { name: "en-US of 2" });
    expect(await chip.getAttribute("title")).toBe("The language that is read; the data also has da-DK");
  });

  it("an address without a view: is reported, with a link to the first page", async ({ open, sample }) => {
    const page = await open(`${sample}/#/nowhere`);
    await page.getByRole("heading", { name: "Not found", level: 1 }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Not found – /);
    await expectAccessible(page);
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
      expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false]);
    }
    expect(await page.getByRole("heading", { level: 1, name: HOME }).isVisible()).toBe(true);
  });
});
