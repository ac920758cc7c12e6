/** Each view, in both colour schemes: no rule of axe-core is violated, and no width makes the page scroll sideways. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { describeInBrowser, it } from "./in-browser.ts";

const HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";
const PICTURE = "346fa60a-a459-473b-ad69-ea6305370dfa";

/** Each view, with an element that it has once it is loaded. The audit's tables and the changes have tests of their own. */
const VIEWS: readonly (readonly [name: string, hash: string, element: string])[] = [
  ["first page", "#/", ".bars li"],
  ["media roots", "#/media", ".media-card"],
  ["properties", `#/content/${HOME}`, ".element"],
  ["tab", `#/content/${HOME}?tab=navigation`, ".property"],
  ["children", `#/content/${HOME}/children`, "table"],
  ["references", `#/content/${HOME}/links-to`, ".references a"],
  ["JSON", `#/content/${HOME}/json`, ".json summary"],
  ["picture", `#/media/${PICTURE}`, ".found-nodes a"],
  ["search results", "#/find?search=horn&fields=type,updateDate,words,property:title", ".node-table a"],
  ["types", "#/types", ".type-table a"],
  ["type", "#/types/content/article", ".type-table .share rect"],
  ["audit", "#/audit", ".band"],
  ["problem", "#/content/00000000-0000-0000-0000-000000000001", "[role=alert]"],
];

describeInBrowser("Accessibility", () => {
  it("each view: no violations in light and dark, nothing wider than the page", async ({ open, sample }) => {
    const page = await open(sample);
    for (const [name, hash, element] of VIEWS) {
      await page.goto(`${sample}/${hash}`);
      await page.locator(element).first().waitFor();
      await page.locator("main [aria-busy]").first().waitFor({ state: "detached" });
      await expectAccessible(page, name);
      for (const width of [320, 640, 1280]) {
        await page.setViewportSize({ width, height: 720 });
        await expect
          .poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth"), { message: name })
          .toBe(0);
      }
    }
  });

  it("suggestions and choice of columns: no violations", async ({ open, sample }) => {
    const page = await open(`${sample}/#/find?search=horn&fields=type,updateDate,words,property:title`);
    await page.getByText(/^\d+ nodes? found$/).waitFor();
    await page.getByText("Columns").click();
    await page.getByRole("combobox", { name: "Find" }).fill("brolen");
    await page.locator("a[role=option][href]").first().waitFor();
    await expectAccessible(page);
  });

  it("tree on a phone: no violations", async ({ open, sample }) => {
    const page = await open(sample, { viewport: { width: 320, height: 800 } });
    await page.getByRole("button", { name: "Tree" }).click();
    await page.getByRole("treeitem").first().waitFor();
    await expectAccessible(page);
  });

  it("nothing moves if the system prefers reduced motion", async ({ open, sample }) => {
    const page = await open(sample, { reducedMotion: "reduce" });
    await page.getByRole("treeitem").first().waitFor();
    const moving =
      "[...document.querySelectorAll('*')].filter((e) => getComputedStyle(e).transitionDuration !== '0s' || getComputedStyle(e).animationName !== 'none').length";
    expect(await page.evaluate(moving)).toBe(0);
  });
});
