/** The explorer reads ahead what the first search and the first list of links need, while nobody waits for anything else. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SearchedHeads } from "../../src/analysis/find/ranked-search.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { IdleReading, type MayRead } from "../../src/http/explorer/idle-reading.ts";
import { createSite } from "../../src/site/site.ts";
import { type SiteData, siteDataOf } from "../../src/site/site-data.ts";
import { appOf, nodeOf, ROOTS, sourceOf, treeOf, udiOf } from "../support/site.ts";
import { turns } from "../support/turns.ts";

const PROGRESS = "/explorer/progress";

/** Pages, each of which links to the next. */
function linkedPages(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    ...nodeOf(i + 1, `Page ${i + 1}`),
    properties: {
      next: { alias: "next", editorAlias: "Umbraco.ContentPicker", value: udiOf("document", i + 2) },
    },
  }));
}

const COUNT = 20;
const READ = { read: COUNT, of: COUNT };
const UNREAD = { read: 0, of: COUNT };

/**
 * @param mayRead given how many nodes have been read. Default: always now
 * @param data beside the pages
 */
function idleReading(
  mayRead: (read: number) => ReturnType<MayRead> = () => "now",
  data: Partial<SiteData> = {},
) {
  const trees = { content: treeOf(linkedPages(COUNT)), media: treeOf([]) };
  const site = createSite({ ...siteDataOf({ trees }), ...data });
  const progress = () => reading.progress();
  const reading = new IdleReading(site, new SearchedHeads(site.types()), () => mayRead(progress().read));
  const links = async () => {
    const graph = await reading.references();
    return [...site.nodes()].reduce((sum, node) => sum + graph.from(node).length, 0);
  };
  return { reading, progress, links };
}

afterEach(() => vi.restoreAllMocks());

describe("IdleReading", () => {
  beforeEach(() => {
    // Each step is a slice.
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 1000));
  });
  it("pauses while views are being answered", async () => {
    let isAnswering = true;
    let pauses = 0;
    const { reading, progress } = idleReading(() => {
      pauses++;
      return isAnswering ? "later" : "now";
    });
    reading.begin();
    await expect.poll(() => pauses).toBeGreaterThan(4);
    expect(progress()).toEqual(UNREAD);
    isAnswering = false;
    await expect.poll(progress).toEqual(READ);
  });

  it("does not pause if a view waits for the references", async () => {
    const { reading, progress, links } = idleReading((read) => (read > 0 ? "later" : "now"));
    reading.begin();
    await expect.poll(() => progress().read).toBeGreaterThan(0);
    expect(progress()).not.toEqual(READ);
    expect(await links()).toBe(COUNT - 1);
    expect(progress()).toEqual(READ);
  });

  it("ends when the data has changed, unless a view waits for the references", async () => {
    let most = 0;
    const { reading, progress, links } = idleReading((read) => {
      most = Math.max(most, read);
      return read > 0 ? "never" : "now";
    });
    reading.begin();
    await expect.poll(() => most).toBeGreaterThan(0);
    await expect.poll(progress).toEqual(UNREAD);
    expect(await links()).toBe(COUNT - 1);
  });

  it("leaves a failure to the view that waits for the references", async () => {
    const inLanguage = () => Promise.reject(new Error("da cannot be read"));
    const { reading } = idleReading(undefined, { culture: "en", heldLanguages: ["en", "da"], inLanguage });
    reading.begin();
    await turns(60);
    await expect(reading.references()).rejects.toThrow("da cannot be read");
  });
});

it("GET /explorer/site, which each page requests first, begins to read ahead; operations and other views do not", async () => {
  const app = appOf({ explorer: {} }, sourceOf(linkedPages(3)));
  const progress = async () => (await app.request(PROGRESS)).json();
  await app.request(ROOTS);
  await app.request("/explorer/children?kind=content");
  await turns(60);
  expect(await progress()).toEqual({ read: 0, of: 3 });
  await app.request("/explorer/site");
  await expect.poll(progress).toEqual({ read: 3, of: 3 });
});

it("GET /explorer/site: reading ahead waits until clients of the operations have finished", async () => {
  // Each step is a slice, and the client requests again before a second has passed.
  let now = 0;
  let step = 20;
  vi.spyOn(performance, "now").mockImplementation(() => (now += step));
  const app = appOf({ explorer: {} }, sourceOf(linkedPages(COUNT)));
  const progress = async () => (await app.request(PROGRESS)).json();
  await app.request(ROOTS);
  await app.request("/explorer/site");
  for (let i = 0; i < 5; i++) {
    await app.request(ROOTS);
    await turns(10);
  }
  expect(await progress()).toEqual(UNREAD);
  step = 1000;
  await expect.poll(progress).toEqual(READ);
});

it("GET /explorer/audit: is answered although the references of another language are being read ahead", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 1000));
  const trees = { content: treeOf(linkedPages(COUNT)), media: treeOf([]) };
  const other = siteDataOf({ trees, culture: "da" });
  let begin = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const inLanguage = async () => {
    begin();
    await turns(60);
    return other;
  };
  const data = { ...siteDataOf({ trees }), culture: "en", heldLanguages: ["en", "da"], inLanguage };
  const app = appOf({ explorer: {} }, directorySource(data));
  await app.request("/explorer/site");
  await hasBegun;
  expect((await app.request("/explorer/audit")).status).toBe(200);
});
