/** One real browser for all tests of the explorer. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";

/** Where Chromium is, if it is not where `CHROMIUM` says. */
const USUAL_PLACES = [
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

/** @returns `undefined` where there is none */
export function browserPath(): string | undefined {
  return [process.env.CHROMIUM ?? "", ...USUAL_PLACES].find((path) => path !== "" && existsSync(path));
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), headless: true, args: ARGUMENTS });
}

/** What a page has met that it must not: faults of its script, and what its policy forbade. */
const met = new WeakMap<Page, string[]>();

/** A page that lasts as long as the test. The locale is fixed, so that numbers and dates are as tests expect. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC", ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  met.set(page, faults);
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto(url);
  return page;
}

/** Fails where the page has met a fault. @param allowed what it was meant to meet */
export function expectNoFaults(page: Page, allowed = /^$/): void {
  expect((met.get(page) ?? []).filter((fault) => !allowed.test(fault))).toEqual([]);
}
