/** The audit in a browser: the summary in three bands, tables that start with the page, and the HTML report on paper. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/sources/watched-directory.ts";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { appOf, keyOf, nodeOf, serverOf, siteDirectory } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { piped } from "../support/terminal.ts";
import { violations } from "./accessible.ts";
import { describeInBrowser } from "./in-browser.ts";
import { sampleServer } from "./looking.ts";

const picker = (...ids: number[]) => ({
  alias: "links",
  editorAlias: "Umbraco.MultiNodeTreePicker",
  value: ids.map((id) => `umb://media/${keyOf(id).replaceAll("-", "")}`).join(","),
});

/** Two pages with pictures that do not exist. */
const CONTENT = [
  nodeOf(1, "Home", [
    { ...nodeOf(2, "News"), properties: { links: picker(91, 92, 93, 94, 95) } },
    { ...nodeOf(3, "About"), properties: { links: picker(91), more: { ...picker(96), alias: "more" } } },
  ]),
];
const MEDIA = [nodeOf(50, "Photographs")];

describeInBrowser("the audit", (browser) => {
  it("shows what leads nowhere after two clicks, page first, GUIDs cut", async () => {
    const source = directorySource(await loadDirectory(siteDirectory(CONTENT, MEDIA)));
    const { url } = await serverOf(appOf({ explorer: {}, dataName: "site" }, source));
    const page = await openPage(browser(), url);
    await page.getByRole("link", { name: "Audit" }).click();
    const wrong = page.getByRole("region", { name: "Wrong" });
    await wrong.getByRole("link", { name: "7 references on 2 pages lead nowhere" }).click();
    await page.getByRole("heading", { level: 1, name: "Dead references" }).waitFor();
    const head = await page.locator("thead th").allTextContents();
    expect(head).toEqual(["Page", "Property", "Leads to"]);
    const rows = (await page.locator("tbody tr").allInnerTexts()).map((text) =>
      text.replace(/\s+/g, " ").trim(),
    );
    expect(rows).toEqual([
      "News Home links 5 media files",
      `About Home links media file ${keyOf(91).slice(0, 8)}… does not exist`,
      `more media file ${keyOf(96).slice(0, 8)}… does not exist`,
    ]);
    expect(await page.locator(".targets code").first().getAttribute("title")).toBe(keyOf(91));
    const { right, width } = (await page.evaluate(
      "(({ right }) => ({ right, width: innerWidth }))(document.querySelector('thead th').getBoundingClientRect())",
    )) as { right: number; width: number };
    expect(right).toBeLessThan(width);
    await page.getByRole("link", { name: "News" }).last().click();
    await page.getByRole("heading", { level: 1, name: "News" }).waitFor();
    expectNoFaults(page);
  });

  it("leads from its numbers to the nodes behind them, and names the command of a section", async () => {
    const { url } = await sampleServer({ dataName: "site" });
    const page = await openPage(browser(), `${url}/#/audit`);
    const sections = page.getByRole("navigation", { name: "Sections" });
    await sections.waitFor();
    await expect.poll(() => sections.getByRole("link").count()).toBe(11);
    await sections.getByRole("link", { name: /^editors/ }).click();
    const number = page.locator("td.column-number a").first();
    const count = Number(await number.textContent());
    await number.click();
    await page.getByRole("heading", { level: 1, name: "Find" }).waitFor();
    await expect.poll(() => page.locator(".node-table tbody tr").count()).toBe(count);
    await page.goBack();
    await expect.poll(() => new URL(page.url()).hash).toBe("#/audit/editors");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect
      .poll(() => page.getByRole("menuitem", { name: "Command" }).getAttribute("title"))
      .toBe("migrations audit --data ./site --section editors");
    expectNoFaults(page);
  });

  it.each(["light", "dark"] as const)(
    "has no violations in %s, nor has the HTML report",
    async (colorScheme) => {
      const { url } = await sampleServer();
      const page = await openPage(browser(), `${url}/#/audit`, { colorScheme });
      for (const section of ["", "/references", "/filled", "/media"]) {
        await page.goto(`${url}/#/audit${section}`);
        await page
          .locator(section === "" ? ".band" : "table")
          .first()
          .waitFor();
        await expect.poll(() => page.locator("main [aria-busy]").count()).toBe(0);
        expect([section, await violations(page)]).toEqual([section, []]);
      }
      const file = join(temporaryDirectory(), "audit.html");
      writeFileSync(file, (await piped(["audit", "--sample", "--format", "html"])).stdout);
      const report = await openPage(browser(), `file://${file}`, {
        colorScheme,
        viewport: { width: 390, height: 800 },
        bypassCSP: true,
      });
      expect(await report.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(
        0,
      );
      expect(await violations(report)).toEqual([]);
    },
  );

  it("fits the summary of the HTML report on a screen, and prints what is folded", async () => {
    const data = siteDirectory(CONTENT, MEDIA);
    const file = join(temporaryDirectory(), "audit.html");
    writeFileSync(file, (await piped(["audit", "--data", data, "--format", "html"])).stdout);
    const page = await openPage(browser(), `file://${file}`, { viewport: { width: 1280, height: 720 } });
    const bottom = await page.evaluate(
      "document.querySelector('.audit-bands').getBoundingClientRect().bottom",
    );
    expect(bottom).toBeLessThan(720);
    const isShown = "document.querySelector('details .targets li').checkVisibility()";
    expect(await page.evaluate(isShown)).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate(isShown)).toBe(true);
    expectNoFaults(page);
  });
});
