/** One browser for the tests of a file, which are skipped where none is installed. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { browserPath, launchBrowser } from "../support/browser.ts";

/** Runs tests with a browser that is launched before the first of them. */
export function describeInBrowser(name: string, tests: (browser: () => Browser) => void): void {
  const hasBrowser = browserPath() !== undefined;
  if (!hasBrowser) console.warn(`${name}: skipped, since no browser is installed. Set CHROMIUM to its path.`);
  describe.skipIf(!hasBrowser)(name, () => {
    let launched: Browser | undefined;
    beforeAll(async () => {
      launched = await launchBrowser();
    });
    afterAll(() => launched?.close());
    tests(() => {
      if (!launched) throw new Error("the browser is launched before the first test");
      return launched;
    });
  });
}
