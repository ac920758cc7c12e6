/** The explorer in a real browser, one for all of it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { browserPath, launchBrowser } from "../support/browser.ts";
import { accessibleTests } from "./accessible.ts";
import { comparingTests } from "./comparing.ts";
import { hostileTests } from "./hostile.ts";
import { lookingTests } from "./looking.ts";
import { reloadingTests } from "./reloading.ts";
import { valuesTests } from "./values.ts";
import { walkingTests } from "./walking.ts";

const hasBrowser = browserPath() !== undefined;
if (!hasBrowser) {
  console.warn(
    "The explorer is not tried in a browser, since there is none: install Chromium, or name one in CHROMIUM.",
  );
}

describe.skipIf(!hasBrowser)(`the explorer in a browser${hasBrowser ? "" : ": none is installed"}`, () => {
  let launched: Browser | undefined;
  const browser = (): Browser => {
    if (!launched) throw new Error("the browser is launched before the first test");
    return launched;
  };
  beforeAll(async () => {
    launched = await launchBrowser();
  });
  afterAll(() => launched?.close());

  describe("looking", () => lookingTests(browser, it));
  describe("walking the tree", () => walkingTests(browser, it));
  describe("no violations", () => accessibleTests(browser, it));
  describe("comparing", () => comparingTests(browser, it));
  describe("reloading", () => reloadingTests(browser, it));
  describe("values", () => valuesTests(browser, it));
  describe("hostile content", () => hostileTests(browser, it));
});
