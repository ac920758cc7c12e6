/** The state of a view in the URL, and what Back, Forward and a reload restore. */
import { expect } from "vitest";
import { expectNoFaults } from "../support/browser.ts";
import { appOf, keyOf, nodeOf, serverOf, sourceOf } from "../support/site.ts";
import { describeInBrowser, it } from "./in-browser.ts";

const MANY = 120;
const SAMPLE_HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";

function site() {
  const many = Array.from({ length: MANY }, (_, i) => nodeOf(1000 + i, `Item ${i}`));
  return sourceOf([nodeOf(1, "Home", [nodeOf(2, "Archive", many)])]);
}

/** Links of the first page or of a node, with the title of the document once they have been followed. */
const TITLES = [
  ["the first page", "#/", "sample"],
  ["roots", "#/media", "Media – sample"],
  ["a node", `#/content/${SAMPLE_HOME}`, "Måkevær Foghorn Museum – sample"],
  ["its children", `#/content/${SAMPLE_HOME}/children`, "Children – Måkevær Foghorn Museum – sample"],
  ["its JSON", `#/content/${SAMPLE_HOME}/json`, "JSON – Måkevær Foghorn Museum – sample"],
  ["results", "#/find?search=horn", "Find horn – sample"],
  ["types", "#/types", "Types – sample"],
  ["a type", "#/types/content/article", "Article – sample"],
  ["the audit", "#/audit", "Audit – sample"],
] as const;

describeInBrowser("History", () => {
  it("a new view: the title names it, and its heading gets the focus", async ({ open, sample }) => {
    const page = await open(`${sample}/#/types/content/exhibit`);
    await page.getByRole("heading", { level: 1, name: "Exhibit" }).waitFor();
    for (const [name, hash, title] of TITLES) {
      await page.evaluate((link) => {
        location.hash = link;
      }, hash);
      await expect.poll(() => page.title(), { message: name }).toBe(title);
      await expect.poll(() => page.evaluate("document.activeElement.tagName"), { message: name }).toBe("H1");
    }
  });

  it("Back selects the node in the tree again", async ({ open, sample }) => {
    const page = await open(`${sample}/#/content/${SAMPLE_HOME}`);
    const selected = page.locator('[role="treeitem"][aria-selected="true"] .node-name');
    await expect.poll(() => selected.allTextContents()).toEqual(["Måkevær Foghorn Museum"]);
    await page.getByRole("treeitem", { name: "Collection" }).click();
    await expect.poll(() => selected.allTextContents()).toEqual(["Collection"]);
    await page.goBack();
    await expect.poll(() => selected.allTextContents()).toEqual(["Måkevær Foghorn Museum"]);
  });

  it("Back and a reload restore sort order, page, scroll position and focus", async ({ open }) => {
    const { url } = await serverOf(appOf({ explorer: {}, dataName: "Museum" }, site()));
    const page = await open(`${url}/#/content/${keyOf(2)}/children`);
    const first = page.locator("td.column-name").first();
    for (const order of ["ascending", "descending"]) {
      await page.getByRole("button", { name: "Name" }).click();
      await expect
        .poll(() => page.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort"))
        .toBe(order);
    }
    await expect.poll(() => first.textContent()).toBe("Item 119");
    await page.getByRole("button", { name: "Next" }).click();
    await expect
      .poll(() => new URL(page.url()).hash)
      .toBe(`#/content/${keyOf(2)}/children?sort=-name&from=50`);
    await expect.poll(() => first.textContent()).toBe("Item 69");
    const last = page.locator("td.column-name a").last();
    await last.scrollIntoViewIfNeeded();
    const name = (await last.textContent()) ?? "";
    const scrolled = () => page.evaluate<number>("document.querySelector('main').scrollTop");
    const before = await scrolled();
    expect(before).toBeGreaterThan(100);
    await last.click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
    await expect.poll(scrolled).toBe(0);
    await expect.poll(() => page.title()).toBe(`${name} – Museum`);
    await page.goBack();
    await expect.poll(() => last.textContent()).toBe(name);
    await expect.poll(scrolled).toBe(before);
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe(name);
    await page.reload();
    await expect.poll(() => last.textContent()).toBe(name);
    await expect.poll(scrolled).toBe(before);
    await page.goBack();
    await expect.poll(() => first.textContent()).toBe("Item 119");
    await page.goBack();
    await expect.poll(() => first.textContent()).toBe("Item 0");
    expectNoFaults(page);
  });
});
