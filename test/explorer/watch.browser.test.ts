/** A page while its data changes: `serve --watch`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { expectNoFaults } from "../support/browser.ts";
import { startServe } from "../support/program.ts";
import { keyOf, nodeOf, siteDirectory } from "../support/site.ts";
import { describeInBrowser, it } from "./in-browser.ts";

const many = (from: number) => Array.from({ length: 300 }, (_, i) => nodeOf(i + 1000, `Item ${i + from}`));

describeInBrowser("serve --watch", () => {
  it("updates the page in place: same node, same open rows, new names", async ({ open }) => {
    const directory = siteDirectory([nodeOf(1, "Home"), nodeOf(2, "Archive", many(0))]);
    const { origin } = await startServe(["--data", directory, "--watch"]);
    const page = await open(`${origin}/#/content/${keyOf(1200)}`);
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

  it("broken data: the page keeps the last state and says so; a removed node leads to its parent", async ({
    open,
  }) => {
    const directory = siteDirectory([nodeOf(1, "Home", [nodeOf(2, "Chair"), nodeOf(3, "Table")])]);
    const { origin } = await startServe(["--data", directory, "--watch"]);
    const page = await open(`${origin}/#/content/${keyOf(2)}`);
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
});
