/** Analysis, export and explorer: commands that read all nodes against loading the same data, and one against jq; the explorer's first view, scrolling and typing in a browser. */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ndjsonSite } from "./data.js";
import { compared, FOLDER, PROGRAM, rounded, serve, useProgram } from "./measure.js";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const WATCH_TASKS =
  "window.longest = 0; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration); }).observe({ type: 'longtask' });";
/** What commands may take of loading the same data. @type {[atMost: number, ...args: string[]][]} */
const OF_LOADING = [
  [1.7, "find", "--name", "東京"],
  [2.5, "find", "--text", "документ"],
  [3, "find", "--search", "документ"],
  [3, "find", "--links-to", "1003"],
  [3.5, "audit"],
  [2.5, "find", "--kind", "content", "--full", "--format", "ndjson"],
  [6, "find", "--kind", "content", "--fields", "inventory", "--format", "csv"],
  [8, "export", "--out", "OUT"],
  [2.5, "diff", "--stat"],
];
/** Part of many names of the made site: each letter is followed by another search. */
const TYPED = "dolor";
const NOWHERE = "qqqzzz";
/** How long somebody looks at the first view, in milliseconds. Meanwhile, the server reads ahead. */
const LOOK = 10_000;

/** @param {{size: number, rounds: number}} thoroughness @returns {AsyncGenerator<import("./measure.js").Figure>} */
export async function* analysis({ size, rounds }) {
  const count = 50_000 * size;
  const data = ndjsonSite(count);
  const load = () => useProgram("content", "--depth", "0", "--data", data);
  /** Written anew by each run. */
  const exported = join(FOLDER, "exported");
  for (const [atMost, ...args] of OF_LOADING) {
    const given = args.map((each) => (each === "OUT" ? exported : each));
    const source = args[0] === "diff" ? [data, ndjsonSite(count, 100)] : ["--data", data];
    const run = () => {
      rmSync(exported, { recursive: true, force: true });
      return useProgram(...given, ...source);
    };
    const { ratio, detail } = await compared(rounds, run, load, ({ cpu }) => cpu);
    const what = `${args.join(" ")} of ${count} nodes, of loading them`;
    yield { what, value: ratio, unit: "×", atMost, detail: `${detail} s of processor time` };
  }
  if (spawnSync("jq", ["--version"]).status === 0) {
    const lines = join(data, "content.ndjson");
    const { ratio, detail } = await compared(
      rounds,
      async () =>
        (await useProgram("find", "--data", data, "--text", "документ", "--format", "ndjson")).seconds,
      async () => secondsOf("jq", ["-c", 'select(tostring | test("документ"; "i")) | {id, name}', lines]),
      Number,
    );
    const what = `find --text of ${count} nodes, of jq`;
    yield { what, value: ratio, unit: "×", atMost: 1, detail: `${detail} s` };
  } else console.error("jq is left out: it is not installed");
  if (existsSync(CHROMIUM)) yield* explorer(200_000 * size);
  else console.error("the explorer is left out: no Chromium (CHROMIUM names one)");
}

/** Runs another program to its end. @param {string} program @param {string[]} args @returns {number} elapsed seconds */
function secondsOf(program, args) {
  const began = performance.now();
  const { status, stderr } = spawnSync(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${program} exited with ${status}: ${stderr}`);
  return (performance.now() - began) / 1000;
}

/** @param {number} count @returns {AsyncGenerator<import("./measure.js").Figure>} */
async function* explorer(count) {
  const server = await serve(PROGRAM, "serve", "--data", ndjsonSite(count), "--port", "0", "--log", "none");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  const page = await browser.newPage();
  const began = performance.now();
  await page.goto(server.origin);
  await page.locator('[role="treeitem"]').nth(3).waitFor();
  const seconds = (performance.now() - began) / 1000;
  yield { what: `explorer of ${count} nodes, first view`, value: seconds, unit: "s", atMost: 1, detail: "" };
  const timed = async (
    /** @type {string} */ doing,
    /** @type {number} */ atMost,
    /** @type {() => Promise<void>} */ run,
  ) => {
    const began = performance.now();
    await run();
    const value = (performance.now() - began) / 1000;
    const detail = `${LOOK / 1000} s after the first view`;
    return { what: `explorer of ${count} nodes, ${doing}`, value, unit: "s", atMost, detail };
  };
  /** Asks without the pauses of a locator. */
  const until = async (/** @type {string} */ condition) => {
    while (!(await page.evaluate(condition)));
  };
  const find = page.getByLabel("Find", { exact: true });
  await page.waitForTimeout(LOOK);
  yield await timed("a keystroke of search", 0.3, async () => {
    await find.press(TYPED[0]);
    await until("document.querySelector('a[role=option][href]')");
  });
  yield await timed("a search without hits", 3, async () => {
    await find.fill(NOWHERE);
    await until("document.querySelector('.found-state').textContent === 'Nothing found.'");
  });
  await find.fill("");
  await page.keyboard.press("Escape");
  yield await timed("the first list of links", 1, async () => {
    await page.locator('[role="treeitem"]').nth(2).click();
    await until("/Used by [0-9]/.test(document.querySelector('.node-views')?.textContent)");
  });
  await page.evaluate(WATCH_TASKS);
  const tree = page.locator('[role="tree"]');
  const type = async (/** @type {string} */ name, /** @type {string} */ results) => {
    await page.getByLabel(name, { exact: true }).focus();
    for (const letter of TYPED) {
      await page.keyboard.press(letter);
      await page.locator(results).first().waitFor();
    }
  };
  /** @type {[doing: string, run: () => Promise<void>][]} */
  const uses = [
    [
      "scrolls",
      async () => {
        await tree.press("*");
        await tree.hover();
        for (let step = 0; step < 100; step++) {
          await page.mouse.wheel(0, 400);
          await page.waitForTimeout(16);
        }
      },
    ],
    ["searches", () => type("Find", "a[role=option][href]")],
    ["filters the tree", () => type("Filter the tree", ".filtered-link[data-match]")],
  ];
  for (const [doing, run] of uses) {
    await page.evaluate("longest = 0");
    await run();
    const longest = Number(await page.evaluate("longest"));
    const what = `explorer, longest task while it ${doing}`;
    yield { what, value: longest, unit: "ms", atMost: 100, detail: `${rounded(longest)} ms` };
  }
  await browser.close();
  await server.stop();
}
