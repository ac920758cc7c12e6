/** The tree: its keys (WAI-ARIA tree pattern), its rows, its filter and its width. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectNoFaults } from "../support/browser.ts";
import { appOf, keyOf, nodeOf, serverOf, sourceOf } from "../support/site.ts";
import { describeInBrowser, it } from "./in-browser.ts";

const MANY = 5000;

/** Two roots; below the second, many. */
function site() {
  const many = Array.from({ length: MANY }, (_, i) =>
    nodeOf(i + 1000, `Item ${i}`, i === 2500 ? [nodeOf(90_000, "Deep")] : []),
  );
  return sourceOf([
    nodeOf(1, "Home", [nodeOf(2, "Products", [nodeOf(3, "Chair")]), nodeOf(4, "Zebra")]),
    nodeOf(5, "Archive", many),
  ]);
}

/** The row that has the focus, in the words of a screen reader. */
function active(page: Page): Promise<string> {
  return page.getByRole("tree").evaluate((tree) => {
    const row = document.getElementById(tree.getAttribute("aria-activedescendant") ?? "");
    if (!row) return "none";
    const [level, position, size, expanded] = ["level", "posinset", "setsize", "expanded"].map((name) =>
      row.getAttribute(`aria-${name}`),
    );
    const state = expanded === null ? "" : expanded === "true" ? " open" : " closed";
    return `${row.querySelector(".node-name")?.textContent} level ${level}, ${position} of ${size}${state}`;
  });
}

describeInBrowser("Tree", () => {
  it("moves with the keys of the WAI-ARIA tree pattern", async ({ open }) => {
    const { url } = await serverOf(appOf({ explorer: {} }, site()));
    const page = await open(url);
    await page.getByRole("treeitem", { name: "Zebra" }).waitFor();
    await page.getByRole("tree").focus();
    const steps: [key: string, where: string][] = [
      ["ArrowDown", "Products level 2, 1 of 2 closed"],
      ["ArrowRight", "Products level 2, 1 of 2 open"],
      ["ArrowRight", "Chair level 3, 1 of 1"],
      ["ArrowLeft", "Products level 2, 1 of 2 open"],
      ["ArrowLeft", "Products level 2, 1 of 2 closed"],
      ["ArrowLeft", "Home level 1, 1 of 2 open"],
      ["ArrowLeft", "Home level 1, 1 of 2 closed"],
      ["ArrowDown", "Archive level 1, 2 of 2 closed"],
      ["ArrowRight", "Archive level 1, 2 of 2 open"],
      ["End", "Item 4999 level 2, 5000 of 5000"],
      ["ArrowUp", "Item 4998 level 2, 4999 of 5000"],
      ["Home", "Home level 1, 1 of 2 closed"],
      ["PageDown", "Item 8 level 2, 9 of 5000"],
    ];
    for (const [key, where] of steps) {
      await page.keyboard.press(key);
      await expect.poll(() => active(page), { message: key }).toBe(where);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Item 8" }).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/content/${keyOf(1008)}`);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => active(page)).toBe("Item 9 level 2, 10 of 5000");
    expectNoFaults(page);
  });

  it("renders only the rows in view", async ({ open }) => {
    const { url } = await serverOf(appOf({ explorer: {} }, site()));
    const page = await open(`${url}/#/content/${keyOf(90_000)}`);
    const current = page.locator('[role="treeitem"][aria-selected="true"]');
    await expect.poll(() => current.textContent()).toBe("Deeppage");
    await expect.poll(() => current.getAttribute("aria-level")).toBe("3");
    await expect.poll(() => page.getByRole("treeitem").count()).toBeLessThan(80);
    await page.getByRole("tree").evaluate((tree) => tree.scrollTo({ top: 0 }));
    await expect.poll(() => page.getByRole("treeitem", { name: "Zebra" }).count()).toBe(1);
    await expect.poll(() => page.getByRole("treeitem").count()).toBeLessThan(80);
  });

  it("filter: narrows the tree to names that contain the text, with their ancestors", async ({
    open,
    sample,
  }) => {
    const page = await open(sample);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.getByRole("searchbox", { name: "Filter the tree" }).fill("brølen");
    const links = page.locator(".filtered-link");
    await expect
      .poll(() => links.allTextContents())
      .toEqual(expect.arrayContaining(["Måkevær Foghorn Museum", "Collection", "Air horns", "Gamle Brølen"]));
    await expect.poll(() => page.locator(".filtered-link mark").allTextContents()).toContain("Brølen");
    // A request for each node would block the page while somebody types.
    expect(requested.filter((path) => /filter|path/.test(path))).toEqual(["/explorer/filter"]);
    await page.locator(".filtered-link[data-match]").first().click();
    await page.getByRole("heading", { level: 1, name: "Gamle Brølen" }).waitFor();
    await page.getByRole("searchbox", { name: "Filter the tree" }).press("Escape");
    await page.getByRole("treeitem").first().waitFor();
    expectNoFaults(page);
  });

  it("edge: the mouse changes the width of the tree, which a reload keeps", async ({ open, sample }) => {
    const page = await open(sample);
    await page.getByRole("treeitem").first().waitFor();
    await page.mouse.move(300, 400);
    await page.mouse.down();
    await page.mouse.move(360, 400);
    await page.mouse.up();
    const width = () => page.locator(".side").evaluate((e) => e.getBoundingClientRect().width);
    await expect.poll(width).toBe(360);
    await page.reload();
    await page.getByRole("treeitem").first().waitFor();
    await expect.poll(width).toBe(360);
  });
});
