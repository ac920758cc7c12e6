/** Chromium for the tests of the explorer. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

/** Where Chromium usually is, unless `CHROMIUM` has its path. */
const USUAL_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** As long as `expect.poll` waits, in milliseconds. */
const LONGEST_WAIT = 60_000;
const VIEWPORT = { width: 1280, height: 720 };

/** @returns `undefined` if none is installed */
export function browserPath(): string | undefined {
  return [process.env.CHROMIUM ?? "", ...USUAL_PATHS].find((path) => path !== "" && existsSync(path));
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), headless: true, args: ARGUMENTS });
}

/** Errors of a page: exceptions, what its policy forbade, and responses with an error status. */
const faultsOf = new WeakMap<Page, string[]>();

/** An empty page in a context of its own. The locale is fixed, so that numbers and dates are as tests expect. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "UTC",
    viewport: VIEWPORT,
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  context.setDefaultTimeout(LONGEST_WAIT);
  const page = await context.newPage();
  const faults: string[] = [];
  faultsOf.set(page, faults);
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  return page;
}

/** Resets a page for the next test, in a tenth of the time of opening a new one. */
export async function resetPage(page: Page): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  if (page.url().startsWith("http")) await page.evaluate("localStorage.clear()");
  await page.goto("about:blank");
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null });
  await page.setViewportSize(VIEWPORT);
  faultsOf.get(page)?.splice(0);
}

/** Fails if a page had errors. */
export function expectNoFaults(page: Page): void {
  expect(faultsOf.get(page)).toEqual([]);
}
