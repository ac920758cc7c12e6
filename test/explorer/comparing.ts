/** The tree marked with what has changed since an earlier state, and both values of a node beside each other. */
import type { Browser } from "playwright-core";
import { expect, type TestAPI } from "vitest";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { startServe } from "../support/program.ts";
import { keyOf, nodeOf, siteDirectory } from "../support/site.ts";
import { violations } from "./accessible.ts";

const BEFORE = [
  nodeOf(1, "Home", [
    nodeOf(2, "Products", [nodeOf(3, "Chair"), nodeOf(4, "Table")]),
    nodeOf(5, "Old shop", [nodeOf(6, "Old item")]),
  ]),
];
const AFTER = [
  nodeOf(1, "Home", [
    nodeOf(2, "Products", [{ ...nodeOf(3, "Chair"), name: "Armchair" }]),
    nodeOf(7, "News"),
    nodeOf(8, "Archive", [nodeOf(4, "Table")]),
  ]),
];

export function comparingTests(browser: () => Browser, it: TestAPI): void {
  it("marks what was added, removed, moved and changed", async () => {
    const { origin } = await startServe(["--data", siteDirectory(AFTER), "--against", siteDirectory(BEFORE)]);
    const page = await openPage(browser(), `${origin}/#/content/${keyOf(3)}`);
    await page.getByRole("heading", { level: 1, name: "Armchair" }).waitFor();
    await page.getByRole("link", { name: "renamed", exact: true }).click();
    const change = page.getByRole("region", { name: "What has changed" });
    await expect.poll(() => change.locator("tbody tr").allTextContents()).toEqual(["nameChairArmchair"]);
    const rows = page.getByRole("treeitem");
    await expect.poll(() => rows.count()).toBe(6);
    const marks = async () => (await rows.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
    expect(await marks()).toEqual([
      expect.stringMatching(/^Homepage• 6 changes below 4 below$/),
      expect.stringMatching(/^Productspage• 1 change below 1 below$/),
      expect.stringMatching(/^Armchairpage" renamed$/),
      expect.stringMatching(/^Newspage\+ added$/),
      expect.stringMatching(/^Archivepage\+ added • 1 change below 1 below$/),
      expect.stringMatching(/^Old shoppage- removed 1 below$/),
    ]);
    await rows.last().locator(".twisty").click();
    await page.getByRole("treeitem", { name: "Old item" }).click();
    await page.getByRole("heading", { level: 1, name: "Old item" }).waitFor();
    await page.locator(".node-facts").getByRole("link", { name: "removed" }).waitFor();
    await page.reload();
    const current = page.locator('[role="treeitem"][aria-selected="true"]');
    await expect.poll(() => current.getAttribute("aria-level")).toBe("3");
    await page.getByRole("link", { name: "Changes", exact: true }).click();
    await page.getByText("2 added, 2 removed, 1 moved, 1 renamed").waitFor();
    await page.locator(".found-nodes li").nth(5).waitFor();
    const groups = page.locator(".change-group h2");
    expect((await groups.allInnerTexts()).map((text) => text.replace(/^\W+/, "").trim())).toEqual([
      "2 nodes added",
      "2 nodes removed",
      "1 node moved",
      "1 node renamed",
    ]);
    await expect.poll(() => page.locator(".found-nodes li").count()).toBe(6);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await page.locator(".found-nodes").getByRole("link", { name: "Armchair" }).click();
    await page.getByRole("link", { name: "Changes 1" }).click();
    await change.waitFor();
    expect(await violations(page)).toEqual([]);
    expectNoFaults(page);
  });
}
