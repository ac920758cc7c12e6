/** What axe-core finds: nothing, on every view, light and dark, wide and narrow. And nothing moves where that is not wanted. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { expect, type TestAPI } from "vitest";
import { mediaFilesOf } from "../../src/analysis/media-folder.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/sources/watched-directory.ts";
import { openPage } from "../support/browser.ts";
import { ROOT } from "../support/repository.ts";
import { appOf, serverOf } from "../support/site.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What stands in the frame is the old site's own, and nothing runs in it. */
const RUN = "axe.run({ exclude: ['iframe'] }, { iframes: false })";

const HOME = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";
const PICTURE = "346fa60a-a459-473b-ad69-ea6305370dfa";

/** The views, each with what tells that it is there. */
const VIEWS: readonly (readonly [name: string, hash: string, there: string])[] = [
  ["home", "#/", ".bars li"],
  ["roots", "#/media", ".media-card"],
  ["a node", `#/content/${HOME}`, ".element"],
  ["a tab", `#/content/${HOME}?tab=navigation`, ".property"],
  ["children", `#/content/${HOME}/children`, "table"],
  ["references", `#/content/${HOME}/links-to`, ".references a"],
  ["JSON", `#/content/${HOME}/json`, ".json summary"],
  ["a picture", `#/media/${PICTURE}`, ".found-nodes a"],
  ["find", "#/find?name=horn", ".node-table a"],
  ["the audit", "#/audit", "main h2"],
  ["dead references", "#/audit/references", "main h2"],
  ["a problem", "#/content/00000000-0000-0000-0000-000000000001", "[role=alert]"],
];

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/** What axe-core finds wrong with a page as it stands. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = (await page.evaluate(RUN)) as { violations: Violation[] };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary}`),
  );
}

export function accessibleTests(browser: () => Browser, it: TestAPI): void {
  it.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 640],
    ["light", 320],
    ["dark", 320],
  ] as const)("in %s, %d pixels wide", async (colorScheme, width) => {
    const data = await loadDirectory(join(ROOT, "data"));
    const files = mediaFilesOf(data, undefined);
    const options = { explorer: {}, dataName: "sample", media: () => files };
    const { url } = await serverOf(appOf(options, directorySource(data)));
    const page = await openPage(browser(), url, { colorScheme, viewport: { width, height: 800 } });
    for (const [name, hash, there] of VIEWS) {
      await page.goto(`${url}/${hash}`);
      await page.locator(there).first().waitFor();
      // What axe-core looks for depends on the colours, and takes most of the time; the width is looked at apart.
      if (width === 1280) expect([name, await violations(page)]).toEqual([name, []]);
      const wider = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect([name, wider]).toEqual([name, 0]);
    }
    if (width > 320) return;
    await page.getByRole("button", { name: "Tree" }).click();
    await page.getByRole("treeitem").first().waitFor();
    expect(["the tree", await violations(page)]).toEqual(["the tree", []]);
  });

  it("moves nothing for those who do not want it", async () => {
    const { url } = await serverOf(appOf({ explorer: {} }));
    const page = await openPage(browser(), url, { reducedMotion: "reduce" });
    await page.getByRole("treeitem").first().waitFor();
    const moving =
      "[...document.querySelectorAll('*')].filter((e) => getComputedStyle(e).transitionDuration !== '0s' || getComputedStyle(e).animationName !== 'none').length";
    expect(await page.evaluate(moving)).toBe(0);
  });
}
