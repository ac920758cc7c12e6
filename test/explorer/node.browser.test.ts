/** The page of a node: its views, the table of children, tabs, siblings, JSON, and what can be copied. */
import { expect } from "vitest";
import { idOfKey } from "../../src/site/tree/key.ts";
import { expectNoFaults } from "../support/browser.ts";
import { API_KEY, appOf, keyOf, nodeOf, serverOf, sourceOf } from "../support/site.ts";
import { expectAccessible } from "./accessible.ts";
import { describeInBrowser, it, sampleApp } from "./in-browser.ts";

const HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";
const AIR_HORNS = "Gamle Brølen";
const EXHIBIT = "ca6558e1-81be-46e1-a367-99864e2b06fc";

describeInBrowser("Node page", () => {
  it("opens from a row of the tree, which is then selected", async ({ open, sample }) => {
    const page = await open(sample);
    await page.getByRole("heading", { level: 1, name: "sample" }).waitFor();
    const rows = page.getByRole("treeitem");
    await expect.poll(() => rows.count()).toBeGreaterThan(2);
    await expect.poll(() => rows.first().textContent()).toBe("Måkevær Foghorn MuseumhomePage7 below");
    await rows.first().click();
    await page.getByRole("heading", { level: 1, name: "Måkevær Foghorn Museum" }).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/content/${HOME}`);
    await expect.poll(() => rows.first().getAttribute("aria-selected")).toBe("true");
    expectNoFaults(page);
  });

  it("opens from the table of children, with Back and Forward, and from its URL", async ({
    open,
    sample,
  }) => {
    const page = await open(`${sample}/#/content/${HOME}`);
    for (const name of ["Collection", "Air horns", AIR_HORNS]) {
      await page.getByRole("link", { name: /^Children/ }).click();
      await page.getByRole("table").getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
    }
    const place = page.getByRole("navigation", { name: "Breadcrumbs" });
    await expect
      .poll(() => place.getByRole("link").allTextContents())
      .toEqual(["Content", "Måkevær Foghorn Museum", "Collection", "Air horns"]);
    const deep = page.url();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Air horns" }).waitFor();
    await page.getByRole("table").waitFor();
    await page.goForward();
    await page.getByRole("heading", { level: 1, name: AIR_HORNS }).waitFor();
    await expect.poll(() => page.url()).toBe(deep);
    await page.reload();
    await page.getByRole("heading", { level: 1, name: AIR_HORNS }).waitFor();
    const current = page.locator('[role="treeitem"][aria-selected="true"]');
    await expect.poll(() => current.getAttribute("aria-level")).toBe("4");
    expectNoFaults(page);
  });

  it("a link from content to media shows the media tree; the content tree stays as it was", async ({
    open,
    sample,
  }) => {
    const page = await open(`${sample}/#/content/${HOME}`);
    const rows = page.getByRole("treeitem");
    await page.getByRole("treeitem", { name: "Collection" }).locator(".twisty").click();
    await expect.poll(() => rows.count()).toBe(12);
    await page.locator("main").getByRole("link", { name: "Måkevær seen from the sea" }).click();
    await page.getByRole("heading", { level: 1, name: "Måkevær seen from the sea" }).waitFor();
    const current = page.locator('[role="treeitem"][aria-selected="true"]');
    await expect.poll(() => current.locator(".node-name").textContent()).toBe("Måkevær seen from the sea");
    const media = await (await fetch(`${sample}/explorer/children?kind=media`)).json();
    await expect
      .poll(() => current.getAttribute("aria-setsize"))
      .toBe(String((media as { total: number }).total));
    await page.getByRole("link", { name: /^Content 41/ }).click();
    await expect.poll(() => rows.count()).toBe(12);
    expectNoFaults(page);
  });

  it("Children: a click on a heading sorts ascending, then descending, then as the data has it", async ({
    open,
    sample,
  }) => {
    const page = await open(`${sample}/#/content/${HOME}/children`);
    const names = () => page.locator("td.column-name").allTextContents();
    await expect.poll(names).toHaveLength(7);
    const asTheyWere = await names();
    const sorted = asTheyWere.toSorted((one, other) => one.localeCompare(other, "en"));
    const name = page.getByRole("button", { name: "Name" });
    for (const expected of [sorted, sorted.toReversed(), asTheyWere]) {
      await name.click();
      await expect.poll(names).toEqual(expected);
    }
  });

  it("shows all tabs one below the other, or the tab of its URL", async ({ open, sample }) => {
    const page = await open(`${sample}/#/content/${HOME}`);
    const headings = page.locator(".tab-title");
    await expect.poll(() => headings.allTextContents()).toEqual(["Content", "Navigation", "Fields"]);
    await page.getByRole("link", { name: "Navigation", exact: true }).click();
    await expect.poll(() => headings.allTextContents()).toEqual(["Navigation"]);
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/content/${HOME}?tab=navigation`);
    await page.reload();
    await page.getByRole("group", { name: "Hide in navigation" }).waitFor();
    await expect.poll(() => page.getByRole("group", { name: "Title", exact: true }).count()).toBe(0);
    await page.goBack();
    await expect.poll(() => headings.count()).toBe(3);
    expectNoFaults(page);
  });

  it("Copy copies the key, JSON, command and request; a property copies its value", async ({
    open,
    sample,
  }) => {
    const page = await open(`${sample}/#/content/${HOME}`);
    const copied = async (label: string) => {
      await page.getByRole("button", { name: "Copy", exact: true }).first().click();
      await page.getByRole("menuitem", { name: label, exact: true }).click();
      await page.getByText(`${label} copied`).waitFor();
      return page.evaluate<string>("navigator.clipboard.readText()");
    };
    const request = `${sample}/platform/module/Migrations/GetContentByKey?key=${HOME}`;
    expect(await copied("Key")).toBe(HOME);
    expect(await copied("Command")).toBe(`migrations content --key ${HOME} --data ./sample`);
    expect(await copied("Request URL")).toBe(request);
    const json = await copied("JSON");
    expect(json).toContain('\n  "name": "Måkevær Foghorn Museum",\n');
    expect(await (await fetch(request)).json()).toMatchObject(JSON.parse(json));
    const title = page.getByRole("group", { name: "Title", exact: true });
    await title.hover();
    await title.getByRole("button", { name: /^Raw/ }).click();
    await expect.poll(() => title.locator("pre").textContent()).toBe('"Måkevær Foghorn Museum"');
    await title.getByRole("button", { name: /^Copy/ }).click();
    await title.getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("Måkevær Foghorn Museum");
    expectNoFaults(page);
  });

  it("Copy works by keyboard", async ({ open, sample }) => {
    const page = await open(`${sample}/#/content/${HOME}`);
    const button = page.getByRole("button", { name: "Copy", exact: true }).first();
    await button.focus();
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate("document.activeElement.textContent.trim()");
    await expect.poll(focused).toBe("Key");
    await page.keyboard.press("ArrowUp");
    await expect.poll(focused).toBe("Request URL");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("menu").count()).toBe(0);
    await expect.poll(focused).toBe("Copy ▾");
  });

  it("JSON folds, searches and downloads", async ({ open, sample }) => {
    const page = await open(`${sample}/#/content/${HOME}`);
    await page.getByRole("link", { name: "JSON", exact: true }).click();
    const json = page.getByRole("region", { name: "JSON" }).locator(".json");
    await expect.poll(() => json.textContent()).toContain('name"Måkevær Foghorn Museum"');
    await page.getByRole("searchbox", { name: "Find in the JSON" }).fill("half past");
    await expect.poll(() => json.locator("mark").allTextContents()).toEqual(["half past"]);
    await expect.poll(() => json.textContent()).not.toContain("sortOrder");
    expect(await json.textContent()).toContain("The harbour at half past four");
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/content/${HOME}/json?q=half+past`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe(`${HOME}.json`);
    expectNoFaults(page);
  });

  it("Find in the properties marks what it finds in names, plain text and rich text", async ({
    open,
    sample,
  }) => {
    const page = await open(`${sample}/#/content/${EXHIBIT}?q=old%20bellower`);
    const marks = page.locator(".properties mark");
    await expect.poll(() => marks.allTextContents()).toEqual(["Old Bellower"]);
    const search = page.getByRole("searchbox", { name: "Find in the properties" });
    await search.fill("WEIGHT");
    await expect.poll(() => marks.allTextContents()).toEqual(["Weight"]);
    await expectAccessible(page);
    await page.goto(`${sample}/#/content/${HOME}?q=good%20hearing`);
    await expect.poll(() => marks.allTextContents()).toEqual(["good hearing"]);
    await search.fill("");
    await expect.poll(() => marks.count()).toBe(0);
    await page.goto(`${sample}/#/content/${HOME}/json?q=10`);
    await page.locator(".json-number mark").waitFor();
    await expectAccessible(page);
  });

  it("links to the next and the previous sibling", async ({ open, sample }) => {
    const page = await open(`${sample}/#/content/${HOME}`);
    await page.getByRole("link", { name: "Next sibling: Settings" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await page.getByRole("link", { name: "Previous sibling: Måkevær Foghorn Museum" }).click();
    await page.getByRole("heading", { level: 1, name: "Måkevær Foghorn Museum" }).waitFor();
  });

  it("Open on site: links to the page of the site if its URL is known", async ({ open }) => {
    const { url } = await serverOf(await sampleApp({ explorer: { siteUrl: "https://museum.example/" } }));
    const page = await open(`${url}/#/content/${HOME}`);
    const link = page.getByRole("link", { name: "Open on site" });
    await expect.poll(() => link.getAttribute("href")).toBe("https://museum.example/");
  });

  it("requires the API key", async ({ open }) => {
    const { url } = await serverOf(await sampleApp({ apiKey: API_KEY }));
    // The browser asks, and here nobody answers it.
    await expect(open(url)).rejects.toThrow("ERR_INVALID_AUTH_CREDENTIALS");
    const httpCredentials = { username: "api", password: API_KEY };
    const page = await open(`${url}/#/content/${HOME}`, { httpCredentials });
    await page.getByRole("heading", { level: 1, name: "Måkevær Foghorn Museum" }).waitFor();
    expectNoFaults(page);
  });

  it("reports a key that does not exist", async ({ open, sample }) => {
    const page = await open(`${sample}/#/media/${HOME}`);
    const problem = page.getByRole("alert");
    await expect.poll(() => problem.textContent()).toBe(`There is no media node with the key ${HOME}.`);
  });

  it("marks an id that is derived from the key", async ({ open }) => {
    const id = idOfKey(keyOf(1));
    const { url } = await serverOf(appOf({ explorer: {} }, sourceOf([{ ...nodeOf(1, "Home"), id }])));
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    await page.getByText(`id ${id} (derived)`, { exact: true }).waitFor();
  });
});
