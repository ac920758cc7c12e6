/**
 * Makes the pictures of the explorer in docs/screens/explorer: the built program's own page, in Chromium, light and dark.
 * `node scripts/explorer-screens.js [FOLDER]`: elsewhere. `CHROMIUM` says where Chromium is, if it is not /usr/bin/chromium.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/**
 * What is shown: where, what is there when it is, and what is done to it.
 * @type {readonly { name: string, hash: string, there: string, act?: (page: import("playwright-core").Page) => Promise<void> }[]}
 */
const VIEWS = [
  { name: "node", hash: "#/content/504fb370-51ca-4c19-b0e0-0f68ed6a3753", there: ".element" },
  {
    name: "find",
    hash: "#/content",
    there: "td",
    act: async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("horn");
      await page.getByRole("option").nth(3).waitFor();
      await page.keyboard.press("ArrowDown");
    },
  },
  { name: "audit", hash: "#/audit", there: "main h2" },
];

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "docs", "screens", "explorer");
const SIZE = { width: 1200, height: 760 };
const QUALITY = 82;
/** Pictures in the page come a moment later, in milliseconds. */
const MOMENT = 500;

const server = spawn(
  process.execPath,
  [join(ROOT, "bin", "migrations.js"), "serve", "--sample", "--port", "0", "--log", "none", "--quiet"],
  { stdio: ["ignore", "pipe", "inherit"] },
);
// A server that ends has said why on stderr, and prints no address.
server.once("exit", (status) => process.exit(status ?? 1));
const [line] = await once(server.stdout.setEncoding("utf8"), "data");
const { origin } = new URL(String(line).trim());
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const folder = process.argv[2] ? resolve(process.argv[2]) : FOLDER;
mkdirSync(folder, { recursive: true });
try {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const context = await browser.newContext({
      viewport: SIZE,
      colorScheme,
      locale: "en-GB",
      timezoneId: "UTC",
      reducedMotion: "reduce",
    });
    for (const { name, hash, there, act } of VIEWS) {
      const page = await context.newPage();
      await page.goto(`${origin}/${hash}`);
      await page.locator(there).first().waitFor();
      await act?.(page);
      await page.waitForTimeout(MOMENT);
      const session = await context.newCDPSession(page);
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
      writeFileSync(join(folder, `${name}-${colorScheme}.webp`), Buffer.from(data, "base64"));
      await page.close();
    }
  }
} finally {
  await browser.close();
  server.removeAllListeners("exit").kill();
}
