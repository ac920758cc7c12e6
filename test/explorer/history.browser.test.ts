/** The state of a view in the URL, and what Back, Forward and a reload restore. */
import { expect } from "vitest";
import { expectNoFaults } from "../support/browser.ts";
import { appOf, keyOf, nodeOf, serverOf, sourceOf } from "../support/site.ts";
import { describeInBrowser, it } from "./in-browser.ts";

const MANY = 120;

function site() {
  const many = Array.from({ length: MANY }, (_, i) => nodeOf(1000 + i, `Item ${i}`));
  return sourceOf([nodeOf(1, "Home", [nodeOf(2, "Archive", many)])]);
}

describeInBrowser("History", () => {
  it("Back and a reload restore sort order, page, scroll position and focus", async ({ open }) => {
    const { url } = await serverOf(appOf({ explorer: {}, dataName: "Museum" }, site()));
    const page = await open(`${url}/#/content/${keyOf(2)}/children`);
    const first = page.locator("td.column-name").first();
    await page.getByRole("button", { name: "Name" }).click();
    await page.getByRole("button", { name: "Name" }).click();
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
    expect(await scrolled()).toBe(0);
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
