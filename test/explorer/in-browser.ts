/** Tests in a browser: all tests of a worker share one Chromium, one page and one server of the sample. */
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, onTestFinished, test } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { mediaFilesOf } from "../../src/site/media/media-folder.ts";
import type { SiteData } from "../../src/site/site-data.ts";
import type { DataNode } from "../oracle.ts";
import { browserPath, launchBrowser, newPage, resetPage } from "../support/browser.ts";
import { ROOT } from "../support/repository.ts";
import { appOf, contentTypeOf, keyOf, listenOn, serverOf, sourceOf } from "../support/site.ts";

const hasBrowser = browserPath() !== undefined;
if (!hasBrowser)
  console.warn("The browser tests are skipped: install Chromium, or set CHROMIUM to its path.");

/** A group of tests that is skipped if no browser is installed. */
export const describeInBrowser = describe.skipIf(!hasBrowser);

/** The sample with its media files. */
export async function sampleApp(options: Parameters<typeof appOf>[0] = {}) {
  const data = await loadDirectory(join(ROOT, "data"));
  const files = mediaFilesOf(data, undefined);
  return appOf({ explorer: {}, dataName: "sample", media: () => files, ...options }, directorySource(data));
}

type Group = { name: string; properties: Parameters<typeof contentTypeOf>[2] };

/** Serves nodes of one type that has these groups of properties, all of the data type 1. */
export async function serverOfTyped(
  content: DataNode[],
  groups: readonly Group[],
  more: Partial<ReturnType<SiteData["types"]>> = {},
) {
  const { snapshot } = sourceOf(content, []);
  if (!snapshot) throw new Error("the data is held as a whole");
  const tabs = groups.map(({ name, properties }, i) => {
    const [tab] = contentTypeOf(60, "page", properties).tabs;
    return { ...tab, id: 61 + i, key: keyOf(61 + i), name, sortOrder: i };
  });
  const page = { ...contentTypeOf(60, "page"), tabs };
  const types = { content: [page], media: [], data: [], warnings: [], ...more };
  return serverOf(appOf({ explorer: {} }, directorySource({ ...snapshot.site, types: () => types })));
}

/** What a page shows: these can change in the page of the worker, all other options take a context of their own. */
type Shown = Pick<BrowserContextOptions, "viewport" | "colorScheme" | "reducedMotion">;

/**
 * `sample` is the origin of a server of the sample. `open` opens a URL in the page of the worker; a second page of a test, or
 * one with options that a page cannot change, is a new one.
 */
export const it = test
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of needed fixtures from this pattern
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("workerPage", { scope: "worker" }, ({ browser }) => newPage(browser))
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend("sample", { scope: "worker" }, async ({}, { onCleanup }) => {
    const server = await listenOn(await sampleApp());
    onCleanup(() => server.stop(0));
    return server.url;
  })
  .extend("open", ({ browser, workerPage }, { onCleanup }) => {
    onCleanup(() => resetPage(workerPage));
    let isTaken = false;
    return async (url: string, options: BrowserContextOptions = {}): Promise<Page> => {
      const { viewport, colorScheme, reducedMotion, ...others } = options;
      const isNew = isTaken || Object.keys(others).length > 0;
      isTaken ||= !isNew;
      const page = isNew ? await newPage(browser, others) : workerPage;
      if (isNew) onTestFinished(() => page.context().close());
      await show(page, { viewport, colorScheme, reducedMotion });
      await page.goto(url);
      return page;
    };
  });

async function show(page: Page, { viewport, colorScheme, reducedMotion }: Shown): Promise<void> {
  if (viewport) await page.setViewportSize(viewport);
  if (colorScheme || reducedMotion) await page.emulateMedia({ colorScheme, reducedMotion });
}
