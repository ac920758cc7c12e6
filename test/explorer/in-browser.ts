/** Groups of tests that share one browser; they are skipped if none is installed. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { browserPath, launchBrowser } from "../support/browser.ts";

export function describeInBrowser(title: string, tests: (browser: () => Browser) => void): void {
  describe.skipIf(browserPath() === undefined)(title, () => {
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
