/** The frame of the page: the tree's panel, what was loaded, the keys, and data that breaks while it is watched. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { idOfKey } from "../../src/tree/key.ts";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { startServeProcess } from "../support/program.ts";
import { appOf, keyOf, nodeOf, serverOf, siteDirectory, sourceOf } from "../support/site.ts";
import { describeInBrowser } from "./in-browser.ts";
import { sampleServer } from "./looking.ts";

const HOME = "Måkevær Foghorn Museum";

describeInBrowser("the frame of the explorer", (browser) => {
  it("narrows the tree to the names that have a text, with their ancestors", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), url);
    await page.getByRole("searchbox", { name: "Filter the tree" }).fill("brølen");
    const links = page.locator(".filtered-link");
    await expect
      .poll(() => links.allTextContents())
      .toEqual(expect.arrayContaining([HOME, "Collection", "Air horns", "Gamle Brølen"]));
    await page.locator(".filtered-link[data-match]").first().click();
    await page.getByRole("heading", { level: 1, name: "Gamle Brølen" }).waitFor();
    await page.getByRole("searchbox", { name: "Filter the tree" }).press("Escape");
    await page.getByRole("treeitem").first().waitFor();
    expectNoFaults(page);
  });

  it("keeps the width of the tree, which the arrow keys change", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), url);
    const edge = page.getByRole("separator", { name: "Width of the tree" });
    await edge.focus();
    for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
    const width = () => page.locator(".side").evaluate((e) => e.getBoundingClientRect().width);
    await expect.poll(width).toBe(360);
    await page.reload();
    await page.getByRole("treeitem").first().waitFor();
    await expect.poll(width).toBe(360);
  });

  it("lists the keys with ?, and skips to the content", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), url);
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

  it("says what was loaded: format, language, warnings, and that media files are not served", async () => {
    const options = {
      siteName: () => "Museum",
      warnings: () => ["3 nodes were left out"],
      languages: () => ["en-US", "da-DK"],
    };
    const { url } = await serverOf(appOf({ explorer: options }));
    const page = await openPage(browser(), url);
    const loaded = page.getByRole("region", { name: "What was loaded" });
    await expect.poll(() => loaded.textContent()).toContain("3 nodes were left out");
    expect(await loaded.textContent()).toContain("--files DIRECTORY");
    await page.getByRole("link", { name: "1 warning" }).waitFor();
    await page.getByRole("heading", { level: 1, name: "Museum" }).waitFor();
  });

  it("marks ids that are derived from keys", async () => {
    const id = idOfKey(keyOf(1));
    const { url } = await serverOf(appOf({ explorer: {} }, sourceOf([{ ...nodeOf(1, "Home"), id }])));
    const page = await openPage(browser(), `${url}/#/content/${keyOf(1)}`);
    await page.getByText(`id ${id} (derived)`, { exact: true }).waitFor();
  });

  it("says that watched data broke, and shows the last state; a removed node leads to its parent", async () => {
    const directory = siteDirectory([nodeOf(1, "Home", [nodeOf(2, "Chair"), nodeOf(3, "Table")])]);
    const { origin } = await startServeProcess(["--data", directory, "--watch"]);
    const page = await openPage(browser(), `${origin}/#/content/${keyOf(2)}`);
    await page.getByRole("heading", { level: 1, name: "Chair" }).waitFor();
    writeFileSync(join(directory, "content.json"), "[{");
    const notice = page.getByRole("alert");
    await expect.poll(() => notice.textContent()).toContain("This is the last state that was loaded");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Chair");
    writeFileSync(join(directory, "content.json"), JSON.stringify([nodeOf(1, "Home", [nodeOf(3, "Table")])]));
    await page.getByRole("heading", { level: 1, name: "This node was removed" }).waitFor();
    await expect.poll(() => page.locator(".notice").count()).toBe(0);
    await page.locator("main").getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  });

  it("shows the tree as a sheet on a phone, and nothing of the frame in print", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), url, { viewport: { width: 390, height: 800 }, hasTouch: true });
    await page.getByRole("button", { name: "Tree" }).click();
    const sheet = page.getByRole("navigation", { name: "Tree" });
    await expect.poll(() => sheet.evaluate((e) => e.getBoundingClientRect().width)).toBe(390);
    await page.getByRole("treeitem").first().click();
    await page.getByRole("heading", { level: 1, name: HOME }).waitFor();
    await expect.poll(() => sheet.isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".head").isVisible()).toBe(false);
    expect(await page.getByRole("heading", { level: 1, name: HOME }).isVisible()).toBe(true);
  });
});
