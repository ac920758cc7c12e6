/** Responses that are late: every wait shows that something is loading. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectNoFaults } from "../support/browser.ts";
import { describeInBrowser, it } from "./in-browser.ts";

const HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";
/** A shorter wait needs no sign, in milliseconds. */
const NOTICED_WAIT = 300;

/** Opens an empty page. `hold` keeps back responses until the function that it returns is called. */
async function slowPage(open: (url: string) => Promise<Page>) {
  const page = await open("about:blank");
  const hold = async (url: string) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(url, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  };
  return { page, hold };
}

/** How long the view waits until it shows its bar, in milliseconds; `undefined` if nothing is loading. */
function delayOfBar(page: Page): Promise<number | undefined> {
  return page.evaluate(() => {
    const bar = document.getAnimations().find(({ effect }) => {
      const { target, pseudoElement } = effect as KeyframeEffect;
      return target?.matches("main") && pseudoElement === "::before";
    });
    return bar?.effect?.getTiming().delay;
  });
}

describeInBrowser("Late responses", () => {
  it("first load: the page shows Loading before its style, its script and the site have arrived", async ({
    open,
    sample,
  }) => {
    const { page, hold } = await slowPage(open);
    const releaseFiles = await hold("**/explorer/page.*");
    const releaseSite = await hold("**/explorer/site");
    const releaseNode = await hold("**/explorer/node?*");
    const asked = page.waitForRequest("**/explorer/site");
    await page.goto(`${sample}/#/content/${HOME}`, { waitUntil: "commit" });
    const paints = "performance.getEntriesByName('first-contentful-paint').length";
    await expect.poll(() => page.evaluate(paints)).toBe(1);
    const text = () => page.evaluate("document.body.innerText.trim()");
    expect(await text()).toBe("Loading…");
    releaseFiles();
    await asked;
    expect(await text()).toBe("Loading…");
    releaseSite();
    await expect.poll(() => delayOfBar(page)).toBeLessThan(NOTICED_WAIT);
    releaseNode();
    await page.getByRole("heading", { level: 1, name: "Måkevær Foghorn Museum" }).waitFor();
    expectNoFaults(page);
  });

  it.for([
    ["a node", "Collection", "**/explorer/node?*"],
    ["the types", "Types", "**/explorer/types"],
    ["the children", /^Children/, "**/explorer/children?*count=50*"],
    ["the JSON", "JSON", "**/explorer/json?*"],
  ] as const)(
    "%s: the view shows its bar until the answer has arrived",
    async ([, name, url], { open, sample }) => {
      const { page, hold } = await slowPage(open);
      await page.goto(`${sample}/#/content/${HOME}`);
      await page.getByRole("heading", { level: 1, name: "Måkevær Foghorn Museum" }).waitFor();
      await expect.poll(() => delayOfBar(page)).toBeUndefined();
      const release = await hold(url);
      await page.getByRole("link", { name, exact: true }).first().click();
      await expect.poll(() => delayOfBar(page)).toBeLessThan(NOTICED_WAIT);
      release();
      await expect.poll(() => delayOfBar(page)).toBeUndefined();
      expectNoFaults(page);
    },
  );

  it("a node that takes a while: a line says that its values are read", async ({ open, sample }) => {
    const { page, hold } = await slowPage(open);
    await page.goto(`${sample}/#/content/${HOME}`);
    await page.getByRole("heading", { level: 1, name: "Måkevær Foghorn Museum" }).waitFor();
    const line = page.getByText("Reading the values of the node…");
    expect(await line.count()).toBe(0);
    const release = await hold("**/explorer/node?*");
    await page.getByRole("link", { name: "Collection", exact: true }).first().click();
    await line.waitFor();
    release();
    await page.getByRole("heading", { level: 1, name: "Collection" }).waitFor();
    await line.waitFor({ state: "detached" });
    expectNoFaults(page);
  });

  it.for([
    ["the links to a node", `content/${HOME}/used-by`, "**/explorer/links?*"],
    ["a search by links", `find?linksTo=${HOME}`, "**/explorer/find?*"],
  ])("%s: a line says how many nodes are read", async ([, route, url], { open, sample }) => {
    const { page, hold } = await slowPage(open);
    const release = await hold(url);
    await page.goto(`${sample}/#/${route}`);
    const line = page.getByText(/Reading all values… (\d+) of \1 nodes/);
    await line.waitFor();
    release();
    await line.waitFor({ state: "detached" });
    expectNoFaults(page);
  });
});
