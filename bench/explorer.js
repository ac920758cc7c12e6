/** The explorer in a browser: what a user waits for, against `JSON.parse` of each line of the same file. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { ndjsonSite } from "./data.js";
import { PROGRAM, rounded, serve, use } from "./measure.js";

const PARSE_LINES = fileURLToPath(new URL("parse-lines.js", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Part of many names of the made site. */
const TYPED = "d";
const NOWHERE = "qqqzzz";
/** How long somebody looks at the first view, in milliseconds. Meanwhile, the server reads ahead. */
const LOOK = 10_000;

/** @param {{size: number}} thoroughness @returns {AsyncGenerator<import("./measure.js").Figure>} */
export async function* explorer({ size }) {
  if (!existsSync(CHROMIUM)) {
    console.error("the explorer is left out: no Chromium (CHROMIUM names one)");
    return;
  }
  const count = 200_000 * size;
  const data = ndjsonSite(count);
  const { seconds: parsing } = await use(PARSE_LINES, join(data, "content.ndjson"));
  const server = await serve(PROGRAM, "serve", "--data", data, "--port", "0", "--log", "none");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  const page = await browser.newPage();
  const timed = async (
    /** @type {string} */ doing,
    /** @type {number} */ atMost,
    /** @type {() => Promise<void>} */ run,
  ) => {
    const began = performance.now();
    await run();
    const seconds = (performance.now() - began) / 1000;
    const what = `explorer of ${count} nodes, ${doing}, of JSON.parse of each line`;
    const detail = `${rounded(seconds)} : ${rounded(parsing)} s`;
    return { what, value: seconds / parsing, unit: "×", atMost, detail };
  };
  /** Asks without the pauses of a locator. */
  const until = async (/** @type {string} */ condition) => {
    while (!(await page.evaluate(condition)));
  };
  const links = async (/** @type {number} */ item) => {
    await page.locator('[role="treeitem"]').nth(item).click();
    await until("/Used by [0-9]/.test(document.querySelector('.node-views')?.textContent)");
  };
  yield await timed("the first view", 0.15, async () => {
    await page.goto(server.origin);
    await page.locator('[role="treeitem"]').nth(3).waitFor();
  });
  const find = page.getByLabel("Find", { exact: true });
  await page.waitForTimeout(LOOK);
  yield await timed("a keystroke of search", 0.08, async () => {
    await find.press(TYPED);
    await until("document.querySelector('a[role=option][href]')");
  });
  yield await timed("a search without hits", 0.7, async () => {
    await find.fill(NOWHERE);
    await until("document.querySelector('.found-state').textContent === 'Nothing found.'");
  });
  await find.fill("");
  await page.keyboard.press("Escape");
  yield await timed("the first list of links", 0.7, () => links(2));
  // All references have been read for the first list.
  await page.goto(server.origin);
  await page.locator('[role="treeitem"]').nth(3).waitFor();
  yield await timed("a list of links after reading ahead", 0.05, () => links(3));
  await browser.close();
  await server.stop();
}
