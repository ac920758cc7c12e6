/** Media: folders as pictures, previews of files, and what is missing. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { mediaFilesOf } from "../../src/analysis/media-folder.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/sources/watched-directory.ts";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { ROOT } from "../support/repository.ts";
import { appOf, serverOf } from "../support/site.ts";
import { describeInBrowser } from "./in-browser.ts";
import { sampleServer } from "./looking.ts";

const HARBOUR = "4d0e9cca-9ffb-4370-8622-a042a442b33e";
const PICTURE = "346fa60a-a459-473b-ad69-ea6305370dfa";
const PDF = "2ef737be-b067-4487-b639-9b7366c19d3b";
const SOUND = "407f13f6-90ae-4fad-a6b9-300c9b41bf18";

/** A server of the sample and its media files. */
async function filesServer() {
  const data = await loadDirectory(join(ROOT, "data"));
  const files = mediaFilesOf(data, undefined);
  return serverOf(appOf({ explorer: {}, media: () => files }, directorySource(data)));
}

describeInBrowser("media in the explorer", (browser) => {
  it("shows a folder as pictures, or as a list by its URL", async () => {
    const { url } = await filesServer();
    const page = await openPage(browser(), `${url}/#/media/${HARBOUR}`);
    const pictures = page.locator(".cards-large img");
    await expect.poll(() => pictures.count()).toBe(2);
    await expect
      .poll(() => pictures.evaluateAll((all) => all.every((e) => (e as HTMLImageElement).naturalWidth > 1)))
      .toBe(true);
    await page.getByRole("button", { name: "Show as a list" }).click();
    await page.getByRole("table").getByRole("link", { name: "Havna i tåke" }).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/media/${HARBOUR}?as=list`);
    expectNoFaults(page);
  });

  it("shows who uses a picture without a click, above its properties", async () => {
    const { url } = await filesServer();
    const page = await openPage(browser(), `${url}/#/media/${PICTURE}`, {
      viewport: { width: 1280, height: 800 },
    });
    const user = page.locator(".found-nodes a").first();
    await user.waitFor();
    expect((await user.boundingBox())?.y).toBeLessThan(800);
    await page.getByText(/^JPG · [\d.]+ kB · \d+ × \d+$/).waitFor();
  });

  it("opens a PDF with one click, and previews it in a frame on demand", async () => {
    const { url } = await filesServer();
    const page = await openPage(browser(), `${url}/#/media/${PDF}`);
    expect(page.frames().length).toBe(1);
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Open" }).click();
    expect(new URL((await opened).url()).pathname).toMatch(/\/ferry-timetable\.pdf$/);
    const file = await fetch(`${url}/media/t4qn8w2x/ferry-timetable.pdf`);
    expect(file.headers.get("Content-Security-Policy")).toBe("sandbox");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.frameLocator("iframe").locator("body").waitFor({ state: "attached" });
    expectNoFaults(page);
  });

  it("plays sound", async () => {
    const { url } = await filesServer();
    const page = await openPage(browser(), `${url}/#/media/${SOUND}`);
    const sound = page.locator("audio");
    await expect.poll(() => sound.evaluate((e) => (e as HTMLAudioElement).duration)).toBeGreaterThan(0);
    const link = page.getByRole("link", { name: "Download" });
    expect(await link.getAttribute("download")).toBe("");
    expectNoFaults(page);
  });

  it("says how files are served if they are not", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/media/${PDF}`);
    await page
      .getByText("Media files are not served: start migrations serve with --files DIRECTORY")
      .waitFor();
  });
});
