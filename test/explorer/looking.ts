/** Looking at a site: the tree, a node, links, and what can be copied. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { expect, type TestAPI } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/sources/watched-directory.ts";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { ROOT } from "../support/repository.ts";
import { API_KEY, appOf, serverOf } from "../support/site.ts";

const HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";
const AIR_HORNS = "Gamle Brølen";

/** A server of the sample. */
export async function sampleServer(options: Parameters<typeof appOf>[0] = {}) {
  const source = directorySource(await loadDirectory(join(ROOT, "data")));
  return serverOf(appOf({ explorer: {}, dataName: "sample", ...options }, source));
}

export function lookingTests(browser: () => Browser, it: TestAPI): void {
  it("opens with the tree on the left and what there is on the right", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), url);
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

  it("goes from node to node by the table of children, back and forward, and by a link from elsewhere", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/content/${HOME}`);
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
    const other = await openPage(browser(), deep);
    await other.getByRole("heading", { level: 1, name: AIR_HORNS }).waitFor();
    const current = other.locator('[role="treeitem"][aria-selected="true"]');
    await expect.poll(() => current.getAttribute("aria-level")).toBe("4");
    await other.reload();
    await expect.poll(() => current.getAttribute("aria-level")).toBe("4");
    expectNoFaults(other);
  });

  it("leaves each tree as it was while the other is looked at, and follows links from one to the other", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/content/${HOME}`);
    const rows = page.getByRole("treeitem");
    await page.getByRole("treeitem", { name: "Collection" }).locator(".twisty").click();
    await expect.poll(() => rows.count()).toBe(12);
    await page.locator("main").getByRole("link", { name: "Måkevær seen from the sea" }).click();
    await page.getByRole("heading", { level: 1, name: "Måkevær seen from the sea" }).waitFor();
    const current = page.locator('[role="treeitem"][aria-selected="true"]');
    await expect.poll(() => current.locator(".node-name").textContent()).toBe("Måkevær seen from the sea");
    const media = await (await fetch(`${url}/explorer/children?kind=media`)).json();
    await expect
      .poll(() => current.getAttribute("aria-setsize"))
      .toBe(String((media as { total: number }).total));
    await page.getByRole("link", { name: /^Content 41/ }).click();
    await expect.poll(() => rows.count()).toBe(12);
    expectNoFaults(page);
  });

  it("sorts the children, from the first, from the last, and as they were", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/content/${HOME}/children`);
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

  it("shows all tabs one below the other, or one of them by its URL", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/content/${HOME}`);
    const headings = page.locator(".tab-title");
    await expect.poll(() => headings.allTextContents()).toEqual(["Content", "Navigation", "Fields"]);
    await page.getByRole("link", { name: "Navigation", exact: true }).click();
    await expect.poll(() => headings.allTextContents()).toEqual(["Navigation"]);
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/content/${HOME}?tab=navigation`);
    const other = await openPage(browser(), page.url());
    await other.getByRole("group", { name: "Hide in navigation" }).waitFor();
    await expect.poll(() => other.getByRole("group", { name: "Title", exact: true }).count()).toBe(0);
    await page.goBack();
    await expect.poll(() => headings.count()).toBe(3);
    expectNoFaults(page);
  });

  it("copies what the menu names, in two clicks", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/content/${HOME}`, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const copied = async (label: string) => {
      await page.getByRole("button", { name: "Copy", exact: true }).first().click();
      await page.getByRole("menuitem", { name: label }).click();
      await page.getByText(`${label} copied`).waitFor();
      return page.evaluate<string>("navigator.clipboard.readText()");
    };
    const request = `${url}/platform/module/Migrations/GetContentByKey?key=${HOME}`;
    expect(await copied("Key")).toBe(HOME);
    expect(await copied("Id")).toBe("1050");
    expect(await copied("UDI")).toBe(`umb://document/${HOME.replaceAll("-", "")}`);
    expect(await copied("Link")).toBe(`${url}/#/content/${HOME}`);
    expect(await copied("curl")).toBe(`curl '${request}'`);
    expect(await copied("Command")).toBe(`migrations content --key ${HOME} --base-url ${url}`);
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

  it("works the menu of Copy by keyboard", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/content/${HOME}`);
    const button = page.getByRole("button", { name: "Copy", exact: true }).first();
    await button.focus();
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate("document.activeElement.textContent.trim()");
    await expect.poll(focused).toBe("Key");
    await page.keyboard.press("ArrowUp");
    await expect.poll(focused).toBe("Command");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("menu").count()).toBe(0);
    await expect.poll(focused).toBe("Copy ▾");
  });

  it("shows the JSON of a node, folded and searched", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/content/${HOME}`);
    await page.getByRole("link", { name: "JSON", exact: true }).click();
    const json = page.getByRole("region", { name: "JSON" }).locator(".json");
    await expect.poll(() => json.textContent()).toContain('name"Måkevær Foghorn Museum"');
    await page.getByRole("searchbox", { name: "Find in the JSON" }).fill("half past");
    await expect.poll(() => json.textContent()).toContain("The harbour at half past four");
    expect(await json.textContent()).not.toContain("sortOrder");
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/content/${HOME}/json?q=half+past`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe(`${HOME}.json`);
    expectNoFaults(page);
  });

  it("goes to the next sibling and back", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/content/${HOME}`);
    await page.getByRole("link", { name: "Next sibling: Settings" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await page.getByRole("link", { name: "Previous sibling: Måkevær Foghorn Museum" }).click();
    await page.getByRole("heading", { level: 1, name: "Måkevær Foghorn Museum" }).waitFor();
  });

  it("links to the page on the site if its address is known", async () => {
    const { url } = await sampleServer({ explorer: { siteUrl: "https://museum.example/" } });
    const page = await openPage(browser(), `${url}/#/content/${HOME}`);
    const link = page.getByRole("link", { name: "Open on site" });
    await expect.poll(() => link.getAttribute("href")).toBe("https://museum.example/");
  });

  it("asks for the key, and shows the site to who has it", async () => {
    const { url } = await sampleServer({ apiKey: API_KEY });
    // The browser asks, and here nobody answers it.
    await expect(openPage(browser(), url)).rejects.toThrow("ERR_INVALID_AUTH_CREDENTIALS");
    const httpCredentials = { username: "api", password: API_KEY };
    const page = await openPage(browser(), `${url}/#/content/${HOME}`, { httpCredentials });
    await page.getByRole("heading", { level: 1, name: "Måkevær Foghorn Museum" }).waitFor();
    await page.getByRole("button", { name: "Copy", exact: true }).first().click();
    const textOf = (name: string) => page.getByRole("menuitem", { name }).getAttribute("title");
    expect(await textOf("Command")).toContain(" --api-key-file ./key");
    expect(await textOf("curl")).toMatch(/^curl -u "api:\$MIGRATIONS_API_KEY" 'http/);
    expectNoFaults(page);
  });

  it("says what is wrong where a link leads nowhere", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/media/${HOME}`);
    const problem = page.getByRole("alert");
    await expect.poll(() => problem.textContent()).toBe(`There is no media node with the key ${HOME}.`);
  });
}
