/** The list of types, and the page of a type. */
import { expect } from "vitest";
import { expectNoFaults } from "../support/browser.ts";
import { describeInBrowser, it } from "./in-browser.ts";

describeInBrowser("Types", () => {
  it("a type: its properties, how many nodes fill them in, and its nodes with chosen columns", async ({
    open,
    sample,
  }) => {
    const page = await open(sample);
    await page.getByRole("link", { name: "Types", exact: true }).click();
    await page
      .getByRole("region", { name: "Content types", exact: true })
      .getByRole("link", { name: "Exhibit" })
      .click();
    await page.getByRole("heading", { level: 1, name: "Exhibit" }).waitFor();
    const row = page.getByRole("row", { name: /^Built in/ });
    await expect
      .poll(() => row.innerText())
      .toMatch(/Built in builtYear\s+Umbraco\.Integer\s+100\s%\s+4 of 4\s+1908/);
    const nodes = page.getByRole("region", { name: "Nodes", exact: true });
    await expect.poll(() => nodes.locator(".node-table tbody tr").count()).toBe(4);
    await nodes.getByText("Columns").click();
    await nodes.getByRole("checkbox", { name: "Built in" }).check();
    await expect
      .poll(() => nodes.locator(".node-table thead th").allTextContents())
      .toEqual(["Name", "URL", "Built in"]);
    await expect.poll(() => nodes.locator("tbody td:last-child").first().innerText()).toMatch(/^\d{4}$/);
    expect(new URL(page.url()).hash).toBe("#/types/content/exhibit?fields=url%2Cproperty%3AbuiltYear");
    await row.getByRole("link").click();
    await page.waitForURL(/#\/content\//);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Exhibit" }).waitFor();
    expectNoFaults(page);
  });
});
