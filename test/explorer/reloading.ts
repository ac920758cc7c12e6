/** What becomes of a page when the data behind it is loaded anew: it shows what is there now, in the same place. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { expect, type TestAPI } from "vitest";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { startServeProcess } from "../support/program.ts";
import { keyOf, nodeOf, siteDirectory } from "../support/site.ts";

const many = (from: number) => Array.from({ length: 300 }, (_, i) => nodeOf(i + 1000, `Item ${i + from}`));

export function reloadingTests(browser: () => Browser, it: TestAPI): void {
  it("keeps what is open and what is looked at", async () => {
    const directory = siteDirectory([nodeOf(1, "Home"), nodeOf(2, "Archive", many(0))]);
    const { origin } = await startServeProcess(["--data", directory, "--watch"]);
    const page = await openPage(browser(), `${origin}/#/content/${keyOf(1200)}`);
    await page.getByRole("heading", { level: 1, name: "Item 200" }).waitFor();
    const current = page.locator('[role="treeitem"][aria-selected="true"]');
    await expect.poll(() => current.getAttribute("aria-posinset")).toBe("201");
    const changed = [nodeOf(3, "First"), nodeOf(1, "Home"), nodeOf(2, "Archive", many(5).slice(50))];
    writeFileSync(join(directory, "content.json"), JSON.stringify(changed));
    await page.getByRole("heading", { level: 1, name: "Item 205" }).waitFor();
    await expect.poll(() => current.getAttribute("aria-posinset")).toBe("151");
    await expect.poll(() => current.textContent()).toBe("Item 205page");
    await expect.poll(() => current.isVisible()).toBe(true);
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/content/${keyOf(1200)}`);
    expectNoFaults(page);
  });
}
