/** Finding nodes as one types, by what is pasted, and from the numbers of the audit. */
import type { Browser } from "playwright-core";
import { expect, type TestAPI } from "vitest";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { sampleServer } from "./looking.ts";

const HOME = { id: 1050, key: "504fb370-51ca-4c19-b0e0-0f68ed6a3753", name: "Måkevær Foghorn Museum" };

export function findingTests(browser: () => Browser, it: TestAPI): void {
  it("finds as one types, by keyboard alone", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), url);
    await page.getByRole("treeitem").first().waitFor();
    await page.keyboard.press("/");
    const box = page.getByRole("combobox", { name: "Find" });
    await expect.poll(() => page.evaluate("document.activeElement.type")).toBe("search");
    await page.keyboard.type("diary");
    const found = page.getByRole("option");
    await expect.poll(() => found.count()).toBeGreaterThan(0);
    await expect
      .poll(() => found.first().textContent())
      .toBe(`Restoration diary articleContent › ${HOME.name} › Collection › Air horns › Gamle Brølen`);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => box.getAttribute("aria-activedescendant")).toBe("found-0");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Restoration diary" }).waitFor();
    await expect.poll(() => found.count()).toBe(0);
    expectNoFaults(page);
  });

  it.each([
    ["an id", String(HOME.id)],
    ["a key", HOME.key],
    ["a key in braces", `{${HOME.key.toUpperCase()}}`],
    ["a UDI", `umb://document/${HOME.key.replaceAll("-", "")}`],
  ])("goes to the node whose %s is pasted", async (_what, text) => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/media`);
    const box = page.getByRole("combobox", { name: "Find" });
    await box.fill(text);
    await box.press("Enter");
    await page.getByRole("heading", { level: 1, name: HOME.name }).waitFor();
  });

  it("lists all that is found, by a URL that can be shared, with the command that does the same", async () => {
    const { url } = await sampleServer({ dataName: "site" });
    const page = await openPage(browser(), url);
    await page.getByRole("combobox", { name: "Find" }).fill("fog horn's");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing is like this.").last().waitFor();
    await expect
      .poll(() => page.locator(".how code").allTextContents())
      .toEqual(["/explorer/find?name=fog+horn%27s", "migrations find --data ./site --name 'fog horn'\\''s'"]);
    await page.goto(`${url}/#/find?name=gong`);
    await page.getByRole("link", { name: "In values" }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe("#/find?text=gong");
    await expect.poll(() => page.locator(".found-nodes li").count()).toBeGreaterThan(0);
    await page.locator(".found-nodes").getByRole("link", { name: HOME.name }).click();
    await page.getByRole("heading", { level: 1, name: HOME.name }).waitFor();
  });

  it("tells the audit, and leads from its numbers to the nodes behind them", async () => {
    const { url } = await sampleServer({ dataName: "site" });
    const page = await openPage(browser(), url);
    await page.getByRole("link", { name: "Audit" }).click();
    const sections = page.getByRole("navigation", { name: "Sections" });
    await sections.waitFor();
    await expect.poll(() => sections.getByRole("link").count()).toBe(10);
    const number = page.locator("td.column-number a").first();
    const count = Number(await number.textContent());
    await number.click();
    await page.getByRole("heading", { level: 1, name: "Find" }).waitFor();
    await expect.poll(() => page.locator(".found-nodes li").count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator(".found-nodes li").count()).toBeLessThanOrEqual(count);
    await page.goBack();
    await sections.getByRole("link", { name: /^references/ }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe("#/audit/references");
    await expect
      .poll(() => page.locator(".how code").last().textContent())
      .toBe("migrations audit --data ./site --section references");
    expectNoFaults(page);
  });
}
