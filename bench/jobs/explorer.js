/** The explorer on a tree of a million nodes in a real browser: how soon it is seen, how smoothly it scrolls, what it holds. */
import { chromium } from "playwright-core";
import { figureOf, figureOfTwo } from "../figure.js";
import { startOurs } from "../servers.js";

/** Rows that are seen before the tree counts as there. */
const SEEN_ROWS = 10;
const WHEEL_STEPS = 120;
const WHEEL_PIXELS = 400;
const JUMPS = 30;
/** In milliseconds. */
const FRAME = 16;
const AFTER_JUMP = 60;
const FIRST_VIEW = 1000;
const LONGEST_TASK = 100;
/** In MB. */
const MOST_MEMORY = 100;

/** Longer tasks are told by the browser from 50 ms on. */
const WATCH_TASKS =
  "window.longest = 0; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration); }).observe({ type: 'longtask' });";

/** @type {import("../job.js").Job} */
export const explorer = { name: "explorer", needs: ["chromium"], measure };

/** @param {import("../workbench.js").Workbench} bench */
async function* measure(bench) {
  const count = bench.thoroughness.size(1_000_000);
  const directory = await bench.materials.wideSite(count);
  const server = await startOurs(bench, directory);
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const subject = `explorer of ${count.toLocaleString("en")} nodes`;
  try {
    // The server is to be warm.
    await firstView(browser, server.origin);
    const views = [];
    for (let round = 0; round < bench.thoroughness.rounds; round++)
      views.push({ value: await firstView(browser, server.origin) });
    const second = views.map(() => ({ value: FIRST_VIEW }));
    const first = { what: `${subject}, first view`, against: "a second", goal: { atMost: 1 } };
    yield figureOf({ ...first, unit: "ms" }, { ours: views, other: second });
    const { longest, megabytes } = await scrolled(browser, server.origin);
    const task = {
      what: `${subject}, longest task while it scrolls`,
      against: "100 ms",
      goal: { atMost: 1 },
    };
    yield figureOfTwo({ ...task, unit: "ms" }, longest, LONGEST_TASK);
    const memory = {
      what: `${subject}, memory of the page behind that`,
      against: "100 MB",
      goal: { atMost: 1 },
    };
    yield figureOfTwo({ ...memory, unit: "MB" }, megabytes, MOST_MEMORY);
  } finally {
    await browser.close();
  }
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} origin
 * @returns {Promise<number>} milliseconds
 */
async function firstView(browser, origin) {
  const page = await browser.newPage();
  const started = performance.now();
  await seen(page, origin);
  const taken = performance.now() - started;
  await page.close();
  return taken;
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string} origin
 */
async function seen(page, origin) {
  await page.goto(origin);
  await page.locator('[role="treeitem"] .node-name').nth(SEEN_ROWS).waitFor();
}

/**
 * By the wheel, by the scrollbar to anywhere, and by key to the end.
 * @param {import("playwright-core").Browser} browser
 * @param {string} origin
 */
async function scrolled(browser, origin) {
  const page = await browser.newPage();
  await seen(page, origin);
  await page.evaluate(WATCH_TASKS);
  await page.locator('[role="tree"]').hover();
  for (let step = 0; step < WHEEL_STEPS; step++) {
    await page.mouse.wheel(0, WHEEL_PIXELS);
    await page.waitForTimeout(FRAME);
  }
  for (let jump = 0; jump < JUMPS; jump++) {
    const share = ((jump * 7) % JUMPS) / JUMPS;
    await page.evaluate(
      `document.querySelector('[role=tree]').scrollTop = ${share} * document.querySelector('.tree-height').clientHeight`,
    );
    await page.waitForTimeout(AFTER_JUMP);
  }
  await page.locator('[role="tree"]').press("End");
  await page.waitForTimeout(AFTER_JUMP);
  const longest = Number(await page.evaluate("longest"));
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  const bytes = metrics.find(({ name }) => name === "JSHeapTotalSize")?.value ?? Number.NaN;
  await page.close();
  return { longest, megabytes: bytes / 1e6 };
}
