/** Finding nodes by what is typed or pasted, narrowing and exporting the results, and the counts of clicks and keys that it takes. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectNoFaults } from "../support/browser.ts";
import { describeInBrowser, it } from "./in-browser.ts";

const HOME = { id: 1050, key: "504fb370-51ca-4c19-b0e0-0f68ed6a3753", name: "Måkevær Foghorn Museum" };

const namesIn = (page: Page) => page.locator(".node-table .column-name .node-name").allTextContents();

describeInBrowser("Search", () => {
  it("suggestions: are the nodes that Enter lists, in their order", async ({ open, sample }) => {
    const page = await open(sample);
    for (const [text, first] of [
      ["gamle brolen", "Gamle Brølen"],
      ["horn", "Horns"],
    ]) {
      await page.getByRole("combobox", { name: "Find" }).fill(text);
      const options = page.locator("[role=option] .node-name");
      await expect.poll(() => options.first().textContent()).toBe(first);
      const suggested = await options.allTextContents();
      await page.keyboard.press("Enter");
      await expect
        .poll(async () => (await namesIn(page)).slice(0, suggested.length), { message: text })
        .toEqual(suggested);
      await page.getByText(/^\d+ nodes? found$/).waitFor();
      await page.locator("main mark").first().waitFor();
    }
    expectNoFaults(page);
  });

  it("results: show the text that contains the words, with the words marked", async ({ open, sample }) => {
    const page = await open(`${sample}/#/find?search=half%20past%20four`);
    await page.locator(".found-why mark").first().waitFor();
    expect(await page.locator(".found-why").allTextContents()).toEqual([
      "Blocks The harbour at half past four, probably.",
    ]);
    expect(await page.locator(".found-why mark").allTextContents()).toEqual(["half", "past", "four"]);
  });

  it("suggestions: are links, the last to all results", async ({ open, sample }) => {
    const page = await open(sample);
    await page.getByRole("combobox", { name: "Find" }).fill("horn");
    const all = page.getByRole("option", { name: "All 12" });
    await all.waitFor();
    const hrefs = await page
      .locator("a[role=option]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(hrefs).toHaveLength(13);
    expect(hrefs.every((href) => href?.startsWith("#/"))).toBe(true);
    await all.click();
    await expect.poll(() => new URL(page.url()).hash).toBe("#/find?search=horn");
  });

  it("suggestions: while a search runs, the last ones are dimmed and do not open", async ({
    open,
    sample,
  }) => {
    const page = await open(sample);
    const box = page.getByRole("combobox", { name: "Find" });
    await box.fill("horn");
    await page.locator("a[role=option][href]").first().waitFor();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/explorer/find?*", async (route) => {
      await held;
      await route.continue();
    });
    await box.fill("nowhere to be found");
    await page.getByText("Searching…").first().waitFor();
    expect(await page.locator("a[role=option][href]").count()).toBe(0);
    await page.locator("[role=option]").first().click();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).hash).toBe("#/find?search=nowhere+to+be+found");
    answer();
    await page.locator(".found-count").getByText("Nothing found.").waitFor();
  });

  it("suggestions: typing on gives up the chosen one", async ({ open, sample }) => {
    const page = await open(sample);
    const box = page.getByRole("combobox", { name: "Find" });
    await box.fill("hor");
    await page.locator("a[role=option][href]").first().waitFor();
    await box.press("ArrowDown");
    const chosen = page.locator('[role=option][aria-selected="true"]');
    await expect.poll(() => chosen.count()).toBe(1);
    await box.press("n");
    await expect.poll(() => chosen.count()).toBe(0);
    await page.getByRole("option", { name: "All 12" }).waitFor();
    await box.press("Enter");
    await expect.poll(() => new URL(page.url()).hash).toBe("#/find?search=horn");
  });

  it("results: links narrow them and remove criteria", async ({ open, sample }) => {
    const page = await open(`${sample}/#/find?search=horn`);
    const narrow = page.getByRole("navigation", { name: "Narrow the search" });
    await narrow.getByRole("link", { name: "Exhibit" }).click();
    await page.getByText("2 nodes found").waitFor();
    await expect.poll(() => namesIn(page)).toEqual(["Gamle Brølen", "Lille Tut"]);
    await expect.poll(() => new URL(page.url()).hash).toBe("#/find?search=horn&kind=content&type=exhibit");
    await page.getByRole("link", { name: /^Remove: of the type/ }).click();
    await page.getByText("11 nodes found").waitFor();
    await page.goBack();
    await page.getByText("2 nodes found").waitFor();
  });

  it("results: chosen columns are in the URL and in the CSV file", async ({ open, sample }) => {
    const page = await open(`${sample}/#/find?type=exhibit`);
    await page.getByText("4 nodes found").waitFor();
    await page.getByText("Columns").click();
    await page.getByRole("checkbox", { name: "Built in" }).check();
    for (const name of ["Id", "Created", "Words", "Images", "Used by"])
      await page.getByRole("checkbox", { name, exact: true }).check();
    await expect
      .poll(() => page.locator(".node-table thead th").allTextContents())
      .toEqual(["Name", "Type", "Created", "Words", "Images", "Used by", "Id", "Built in"]);
    expect(new URL(page.url()).hash).toBe(
      "#/find?type=exhibit&fields=type%2CcreateDate%2Cwords%2Cimages%2CreferencedBy%2Cid%2Cproperty%3AbuiltYear",
    );
    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV" }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe("find.csv");
    const lines = (await readFile(await saved.path(), "utf8")).trimEnd().split("\n");
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe("\ufeffName,Path,Type,Created,Words,Images,Used by,Id,Built in");
    expect(lines[1]).toBe(
      "Gamle Brølen,Måkevær Foghorn Museum › Collection › Air horns,exhibit,2016-03-03T10:18:40,20,1,2,1063,1908",
    );
    const first = page.locator(".node-table tbody tr").first().locator("td");
    await expect
      .poll(async () => (await first.allInnerTexts()).slice(3))
      .toEqual(["20", "1", "2", "1063", "1908"]);
    await page.reload();
    await expect.poll(() => page.locator(".node-table thead th").count()).toBe(8);
    const words = page.locator(".node-table tbody td:nth-child(4)");
    const orders = [
      ["ascending", ["11", "16", "20", "22"]],
      ["descending", ["22", "20", "16", "11"]],
    ] as const;
    for (const [order, sorted] of orders) {
      await page.getByRole("button", { name: "Words" }).click();
      await expect
        .poll(() => page.getByRole("columnheader", { name: "Words" }).getAttribute("aria-sort"))
        .toBe(order);
      // The rows of the last order stay, dimmed, until those of the next one have arrived.
      await expect.poll(() => words.allInnerTexts()).toEqual(sorted);
    }
    expect(new URL(page.url()).hash).toMatch(/&sort=-words$/);
    expectNoFaults(page);
  });

  it("box: opens the node if its id, key, UDI or URL is pasted", async ({ open, sample }) => {
    const page = await open(sample);
    const box = page.getByRole("combobox", { name: "Find" });
    for (const text of [
      String(HOME.id),
      HOME.key,
      `{${HOME.key.toUpperCase()}}`,
      `umb://document/${HOME.key.replaceAll("-", "")}`,
      "https://www.example.org/",
    ]) {
      await page.goto(`${sample}/#/media`);
      await page.getByRole("heading", { level: 1, name: "Media" }).waitFor();
      await box.fill(text);
      await box.press("Enter");
      await page.getByRole("heading", { level: 1, name: HOME.name }).waitFor();
    }
  });
});
