/** Looking at a site: the tree, a node, links, and what can be copied. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { expect, type TestAPI } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directoryEdition } from "../../src/sources/watched-directory.ts";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { ROOT } from "../support/repository.ts";
import { API_KEY, appOf, serverOf } from "../support/site.ts";

const HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";
const AIR_HORNS = "Gamle Brølen";

/** A server of the sample. */
export async function sampleServer(options: Parameters<typeof appOf>[0] = {}) {
  const source = directoryEdition(await loadDirectory(join(ROOT, "data")));
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
    await page.getByRole("table").getByRole("link", { name: "Collection" }).click();
    await page.getByRole("heading", { level: 1, name: "Collection" }).waitFor();
    await page.getByRole("table").getByRole("link", { name: "Air horns" }).click();
    await page.getByRole("table").getByRole("link", { name: AIR_HORNS }).click();
    await page.getByRole("heading", { level: 1, name: AIR_HORNS }).waitFor();
    const place = page.getByRole("navigation", { name: "Place" });
    await expect
      .poll(() => place.getByRole("link").allTextContents())
      .toEqual(["Content", "Måkevær Foghorn Museum", "Collection", "Air horns"]);
    const deep = page.url();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Air horns" }).waitFor();
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
    await page.locator(".node-main").getByRole("link", { name: "Måkevær seen from the sea" }).click();
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
    const page = await openPage(browser(), `${url}/#/content/${HOME}`);
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

  it("has properties in tabs, each as it is, raw, and copied", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/content/${HOME}`, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.getByRole("tab", { name: "Content 5" }).waitFor();
    const title = page.getByRole("region", { name: "Title", exact: true });
    await expect.poll(() => title.getByRole("heading").textContent()).toBe("Title");
    await title.getByRole("button", { name: "Raw" }).click();
    await expect.poll(() => title.locator("pre").textContent()).toBe('"Måkevær Foghorn Museum"');
    const copied = () => page.evaluate("navigator.clipboard.readText()");
    await title.getByRole("button", { name: /^Copy/ }).click();
    await expect.poll(copied).toBe("Måkevær Foghorn Museum");
    await page.getByRole("button", { name: "Copy the command" }).click();
    await expect.poll(copied).toBe(`migrations content --key ${HOME} --base-url ${url}`);
    await page.getByRole("button", { name: "Copy the URL of the request" }).click();
    await expect.poll(copied).toBe(`${url}/platform/module/Migrations/GetContentByKey?key=${HOME}`);
    const answered = await fetch(String(await copied()));
    expect(await answered.json()).toMatchObject({ key: HOME });
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Content 5" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Navigation 1", selected: true }).waitFor();
  });

  it("asks for the key, and shows the site to who has it", async () => {
    const { url } = await sampleServer({ apiKey: API_KEY });
    // The browser asks, and here nobody answers it.
    await expect(openPage(browser(), url)).rejects.toThrow("ERR_INVALID_AUTH_CREDENTIALS");
    const httpCredentials = { username: "api", password: API_KEY };
    const page = await openPage(browser(), `${url}/#/content/${HOME}`, { httpCredentials });
    await page.getByRole("heading", { level: 1, name: "Måkevær Foghorn Museum" }).waitFor();
    await expect.poll(() => page.locator(".how").textContent()).toContain(" --api-key-file ./key");
    expectNoFaults(page);
  });

  it("says what is wrong where a link leads nowhere", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/media/${HOME}`);
    const problem = page.getByRole("alert");
    await expect.poll(() => problem.textContent()).toBe(`There is no media node with the key ${HOME}.`);
  });
}
