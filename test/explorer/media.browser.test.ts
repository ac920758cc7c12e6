/** Media: folders as pictures, previews of files, and what is missing. */
import { expect } from "vitest";
import { MediaFiles } from "../../src/site/media/media-files.ts";
import { expectNoFaults } from "../support/browser.ts";
import { serverOf, treeOf } from "../support/site.ts";
import { describeInBrowser, it, sampleApp } from "./in-browser.ts";

const HARBOUR = "4d0e9cca-9ffb-4370-8622-a042a442b33e";
const PICTURE = "346fa60a-a459-473b-ad69-ea6305370dfa";
const PDF = "2ef737be-b067-4487-b639-9b7366c19d3b";
const SOUND = "407f13f6-90ae-4fad-a6b9-300c9b41bf18";

describeInBrowser("Media", () => {
  it("a folder: pictures, or a list if the URL says so", async ({ open, sample }) => {
    const page = await open(`${sample}/#/media/${HARBOUR}`);
    const pictures = page.locator(".cards-large img");
    await expect.poll(() => pictures.count()).toBe(2);
    await expect
      .poll(() => pictures.evaluateAll((all) => all.every((e) => (e as HTMLImageElement).naturalWidth > 1)))
      .toBe(true);
    const views = page.getByRole("navigation", { name: "Views of the node" });
    await expect
      .poll(() => views.getByRole("link").allTextContents())
      .toEqual(["Children 2", expect.stringMatching(/^Used by/), "Links to 0", "JSON "]);
    await page.goto(`${sample}/#/media/${HARBOUR}/children`);
    await expect.poll(() => views.locator("[aria-current]").textContent()).toBe("Children 2");
    await page.goto(`${sample}/#/media/${HARBOUR}`);
    await page.getByRole("button", { name: "Show as a list" }).click();
    await page.getByRole("table").getByRole("link", { name: "Havna i tåke" }).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/media/${HARBOUR}?as=list`);
    expectNoFaults(page);
  });

  it("a picture: shows its format, size and dimensions", async ({ open, sample }) => {
    const page = await open(`${sample}/#/media/${PICTURE}`);
    await page.getByText(/^JPG · [\d.]+ kB · \d+ × \d+$/).waitFor();
  });

  it("a PDF: is sandboxed; Preview shows it in the page", async ({ open, sample }) => {
    const page = await open(`${sample}/#/media/${PDF}`);
    expect(page.frames().length).toBe(1);
    const file = await fetch(`${sample}/media/t4qn8w2x/ferry-timetable.pdf`);
    expect(file.headers.get("Content-Security-Policy")).toBe("sandbox");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.frameLocator("iframe").locator("body").waitFor({ state: "attached" });
    expectNoFaults(page);
  });

  it("a sound: can be downloaded", async ({ open, sample }) => {
    const page = await open(`${sample}/#/media/${SOUND}`);
    const link = page.getByRole("link", { name: "Download" });
    await expect.poll(() => link.getAttribute("download")).toBe("");
    expectNoFaults(page);
  });

  it("a file that is not served: names the option that serves it", async ({ open }) => {
    const { url } = await serverOf(
      await sampleApp({ media: () => new MediaFiles(treeOf([]), undefined, "site") }),
    );
    const page = await open(`${url}/#/media/${PDF}`);
    await page
      .getByText("Media files are not served: start migrations serve with --files DIRECTORY")
      .waitFor();
  });
});
