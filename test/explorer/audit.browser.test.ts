/** The audit: summary, tables that start with the page, and the HTML report. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { expectNoFaults } from "../support/browser.ts";
import { startServe } from "../support/program.ts";
import { keyOf, nodeOf, serverOf, siteDirectory } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { piped } from "../support/terminal.ts";
import { expectAccessible } from "./accessible.ts";
import { describeInBrowser, it, sampleApp } from "./in-browser.ts";

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
const textOf = (alias: string, value: unknown, editorAlias = "Umbraco.TextBox") => ({
  alias,
  editorAlias,
  value,
});
/** Adds nodes, so that each section has rows. */
const FINDINGS = [
  ...CONTENT,
  {
    ...nodeOf(4, "Old page"),
    url: "/old/",
    properties: {
      apiKey: textOf("apiKey", "not-a-real-key"),
      body: textOf("body", '<p>A\u0007 <?UMBRACO_MACRO macroAlias="Map" /></p>', "Umbraco.TinyMCE"),
      list: textOf("list", [{ ncContentTypeAlias: "quote", who: "A visitor" }], "Umbraco.NestedContent"),
      none: textOf("none", ""),
    },
  },
  { ...nodeOf(5, "Another page"), url: "/old/" },
];
/** The sections, in their order. */
const SECTIONS = [
  ...["editors", "elements", "dead references", "leftovers", "media"],
  ...["files without media", "duplicate URLs", "secrets", "damaged texts", "always the same", "fill rates"],
];
const MEDIA = [nodeOf(50, "Photographs")];

describeInBrowser("Audit", () => {
  it("dead references: page and property first, keys shortened", async ({ open }) => {
    const { origin } = await startServe(["--data", siteDirectory(CONTENT, MEDIA)]);
    const page = await open(origin);
    await page.getByRole("link", { name: "Audit" }).click();
    const wrong = page.getByRole("region", { name: "Wrong" });
    await wrong.getByRole("link", { name: "7 references on 2 pages lead nowhere" }).click();
    await page.getByRole("heading", { level: 1, name: "Dead references" }).waitFor();
    await expect
      .poll(() => page.locator("thead th").allTextContents())
      .toEqual(["Page", "Property", "Leads to"]);
    const rows = async () =>
      (await page.locator("tbody tr").allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
    await expect
      .poll(rows)
      .toEqual([
        "News Home links 5 media files",
        `About Home links media file ${keyOf(91).slice(0, 8)}… does not exist`,
        `more media file ${keyOf(96).slice(0, 8)}… does not exist`,
      ]);
    expect(await page.locator(".targets code").first().getAttribute("title")).toBe(keyOf(91));
    const { right, width } = (await page.evaluate(
      "(({ right }) => ({ right, width: innerWidth }))(document.querySelector('thead th').getBoundingClientRect())",
    )) as { right: number; width: number };
    expect(right).toBeLessThan(width);
    expect(await page.locator(".audit details[open]").count()).toBe(0);
    await page.getByRole("link", { name: "News" }).last().click();
    await page.getByRole("heading", { level: 1, name: "News" }).waitFor();
    expectNoFaults(page);
  });

  it("a single row of dead references is open; tabs say what was not checked, and the summary counts references", async ({
    open,
  }) => {
    const [home] = CONTENT;
    const one = [{ ...home, children: home.children?.slice(0, 1) }];
    const { origin } = await startServe(["--data", siteDirectory(one, MEDIA)]);
    const page = await open(`${origin}/#/audit`);
    const sections = page.getByRole("navigation", { name: "Sections" });
    await expect
      .poll(() => sections.getByRole("link").allTextContents())
      .toEqual(expect.arrayContaining(["dead references 5", "duplicate URLs not checked", "secrets 0"]));
    await page.getByRole("link", { name: "5 references on 1 page lead nowhere" }).click();
    await expect.poll(() => page.locator(".audit .targets li").count()).toBe(5);
    await page.locator(".audit .targets li").first().waitFor();
    expectNoFaults(page);
  });

  it("a number leads to its nodes", async ({ open }) => {
    const { url } = await serverOf(await sampleApp({ dataName: "site" }));
    const page = await open(`${url}/#/audit`);
    const sections = page.getByRole("navigation", { name: "Sections" });
    await expect.poll(() => sections.getByRole("link").count()).toBe(12);
    await sections.getByRole("link", { name: /^editors/ }).click();
    await page.getByRole("heading", { level: 1, name: /^Editors/ }).waitFor();
    const number = page.locator("td.column-number a").first();
    const count = Number(await number.textContent());
    await number.click();
    await page.getByRole("heading", { level: 1, name: "Find" }).waitFor();
    await expect.poll(() => page.locator(".node-table tbody tr").count()).toBe(count);
    await page.goBack();
    await expect.poll(() => new URL(page.url()).hash).toBe("#/audit/editors");
    expectNoFaults(page);
  });

  it("a section that does not exist: is reported, with links to the others", async ({ open, sample }) => {
    const page = await open(`${sample}/#/audit/nothing`);
    await page.getByRole("alert").filter({ hasText: "There is no section “nothing”." }).waitFor();
    await page.getByRole("link", { name: /^editors/i }).click();
    await page.getByRole("heading", { name: /^Editors/, level: 1 }).waitFor();
  });

  it("tables and HTML report: no violations in light and dark", async ({ open }) => {
    const data = siteDirectory(FINDINGS, [
      nodeOf(50, "Photographs", [{ ...nodeOf(51, "Photograph"), url: "/media/1/a.png" }]),
    ]);
    const { origin } = await startServe(["--data", data]);
    const page = await open(`${origin}/#/audit`);
    const sections = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
    await expect
      .poll(async () => (await sections.allTextContents()).map((text) => text.replace(/ \d+$/, "")))
      .toEqual(["summary", ...SECTIONS]);
    for (const section of ["references", "filled", "media"]) {
      await page.goto(`${origin}/#/audit/${section}`);
      await page.locator(`.sections [aria-current][href$="/${section}"]`).waitFor();
      await page.locator("main table").first().waitFor();
      await page.locator("main [aria-busy]").first().waitFor({ state: "detached" });
      await expectAccessible(page, section);
    }
    const file = join(temporaryDirectory(), "audit.html");
    writeFileSync(file, (await piped(["audit", "--data", data, "--format", "html"])).stdout);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`file://${file}`);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    await expectAccessible(page, "report");
  });

  it("HTML report: 800 pages of 40 types with findings of each kind are few screens before anything is unfolded", async ({
    open,
  }) => {
    const pages = Array.from({ length: 800 }, (_, i) => ({
      ...FINDINGS[1 + (i % 2)],
      ...nodeOf(i + 100, `Page ${i}`),
      properties: FINDINGS[1].properties,
      type: `type${i % 40}`,
      url: `/${i % 799}/`,
    }));
    const file = join(temporaryDirectory(), "audit.html");
    const data = siteDirectory([...FINDINGS, ...pages], MEDIA);
    writeFileSync(file, (await piped(["audit", "--data", data, "--format", "html"])).stdout);
    const page = await open(`file://${file}`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 720 });
      expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThan(4000);
    }
  });

  it("HTML report: the summary fits a screen, and print shows what is folded", async ({ open }) => {
    const data = siteDirectory(CONTENT, MEDIA);
    const file = join(temporaryDirectory(), "audit.html");
    writeFileSync(file, (await piped(["audit", "--data", data, "--format", "html"])).stdout);
    const page = await open(`file://${file}`, { viewport: { width: 1280, height: 720 } });
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
