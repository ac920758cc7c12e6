/** The pages of types in a browser: the list, and of one type its properties and its nodes. */
import { expect, it } from "vitest";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { violations } from "./accessible.ts";
import { describeInBrowser } from "./in-browser.ts";
import { sampleServer } from "./looking.ts";

describeInBrowser("types", (browser) => {
  it("shows after two clicks what a type has, how much is filled in, and its nodes with chosen properties", async () => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), url);
    await page.getByRole("link", { name: "Types" }).click();
    await page
      .getByRole("region", { name: "Content types", exact: true })
      .getByRole("link", { name: "Exhibit" })
      .click();
    await page.getByRole("heading", { level: 1, name: "Exhibit" }).waitFor();
    const row = page.getByRole("row", { name: /^Built in/ });
    await expect
      .poll(() => row.innerText())
      .toMatch(/Built in builtYear\s+Umbraco\.Integer\s+100%\s+4 of 4\s+1908/);
    const nodes = page.getByRole("region", { name: "Nodes", exact: true });
    await expect.poll(() => nodes.locator(".node-table tbody tr").count()).toBe(4);
    await nodes.getByText("Columns").click();
    await nodes.getByRole("checkbox", { name: "Built in" }).check();
    await expect
      .poll(() => nodes.locator(".node-table thead th").allTextContents())
      .toEqual(["Name", "URL", "builtYear"]);
    await expect.poll(() => nodes.locator("td.column-value").first().innerText()).toMatch(/^\d{4}$/);
    expect(new URL(page.url()).hash).toBe("#/types/content/exhibit?columns=builtYear");
    await row.getByRole("link").click();
    await page.waitForURL(/#\/content\//);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Exhibit" }).waitFor();
    expectNoFaults(page);
  });

  it.each(["light", "dark"] as const)("has no violations in %s", async (colorScheme) => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/#/types`, { colorScheme });
    await page.locator(".type-table a").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${url}/#/types/content/article`);
    await page.locator(".type-table meter").first().waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
