/** The example of a front end: a page of another origin that reads the Delivery API of `serve`. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { browserPath, expectNoFaults, launchBrowser, newPage } from "./support/browser.ts";
import { startServe } from "./support/program.ts";
import { ROOT } from "./support/repository.ts";

const html = readFileSync(join(ROOT, "examples", "front-end", "index.html"));

/** Serves the page of the example. */
async function servePage(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html").end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.skipIf(browserPath() === undefined)("examples/front-end (skipped without Chromium)", async () => {
  const browser = await launchBrowser();
  afterAll(() => browser.close());

  it("shows the first page, and the pages below it when their links are clicked, with their images", async () => {
    const site = await servePage();
    const { origin } = await startServe(["--sample", "--cors", site]);
    const page = await newPage(browser);
    await page.goto(`${site}/?api=${origin}`);
    await page.getByRole("heading", { level: 1, name: "Måkevær Foghorn Museum" }).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Visit", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Visit", exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe("Visit");
    await page.goto(`${site}/?api=${origin}#/collection/air-horns/gamle-broelen/restoration-diary/`);
    const images = page.locator("main img");
    await expect.poll(() => images.count()).toBe(2);
    await expect
      .poll(() => images.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(1);
    expectNoFaults(page);
    await page.close();
  });
});
