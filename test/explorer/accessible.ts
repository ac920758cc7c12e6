/** What axe-core finds wrong with a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The rules whose results depend on colours; all others see the same in each colour scheme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** The content of a frame is the old site's own. */
const EXCLUDED = { exclude: ["iframe"] };

/** Fails if a page violates a rule of axe-core, in either colour scheme. @param name of the view, for the message */
export async function expectAccessible(page: Page, name = ""): Promise<void> {
  // A page that only changes the part of its URL behind # keeps axe-core, compiled.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${AXE}; undefined`);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await violations(page), name).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, { runOnly: COLOUR_RULES }), name).toEqual([]);
}

function violations(page: Page, options: object = {}): Promise<string[]> {
  const run = { iframes: false, resultTypes: ["violations"], ...options };
  return page.evaluate(`axe.run(${JSON.stringify(EXCLUDED)}, ${JSON.stringify(run)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + ": " + failureSummary)))`);
}
