/** Finding nodes as one types, by what is pasted, and from the numbers of the audit. */
import type { Browser } from "playwright-core";
import { expect, type TestAPI } from "vitest";
import { CRITERION_NAMES } from "../../src/analysis/find/criteria.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import type { FoundNodes } from "../../src/http/explorer/explorer-api.ts";
import { directoryEdition } from "../../src/sources/watched-directory.ts";
import { expectNoFaults, openPage } from "../support/browser.ts";
import { appOf, keyOf, nodeOf, serverOf, siteDirectory } from "../support/site.ts";
import { piped, shellWords } from "../support/terminal.ts";
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

  it("names at the foot of each view a command that lists the same nodes, whatever is looked for", async () => {
    const page1 = {
      ...nodeOf(1, "/Horns/", [nodeOf(2, "-x y's")]),
      url: "/media/1/",
      updateDate: "2024-02-01",
    };
    const link = { alias: "link", editorAlias: "Umbraco.ContentPicker", value: "1" };
    const macro = {
      alias: "body",
      value: '<?UMBRACO_MACRO macroAlias="Map" />',
      editorAlias: "Umbraco.TinyMCE",
    };
    const item = [{ ncContentTypeAlias: "quote", link: "1" }];
    const list = { alias: "list", editorAlias: "Umbraco.NestedContent", value: item };
    const other = { ...nodeOf(3, "true"), properties: { link, body: macro, list } };
    const media = [{ ...nodeOf(9, "\\/Horns/"), type: "true" }];
    const data = siteDirectory([page1, other], media);
    const source = directoryEdition(await loadDirectory(data));
    const { url } = await serverOf(appOf({ explorer: { dataFlags: `--data ${data}` } }, source));
    const page = await openPage(browser(), url);
    const queries: Record<string, string>[] = [
      ...["/Horns/", "\\/Horns/", "/horns/", "/", "true", "-x", "y's", "nothing"].map((name) => ({ name })),
      ...[
        { type: "true" },
        { type: "p*", kind: "content" },
        { text: "horns" },
        { url: "=/media/1" },
        { url: "/MEDIA" },
      ],
      ...[
        { element: "quote" },
        { editor: "Umbraco.ContentPicker" },
        { property: "title~horns" },
        { property: "link=1" },
      ],
      ...[
        { property: "link", in: "node" },
        { property: "link", in: "element", element: "quote" },
      ],
      ...[{ leftover: "body:macro=Map" }, { below: "1" }, { level: "2" }, { changedSince: "2024-01-01" }],
      ...[
        { linksTo: keyOf(1) },
        { linksTo: "/media/1" },
        { linkedFrom: "3" },
        { unused: "true", kind: "media" },
      ],
    ];
    expect(new Set(queries.flatMap(Object.keys)).size).toBe(CRITERION_NAMES.length);
    for (const query of queries) {
      const request = `/explorer/find?${new URLSearchParams(query)}`;
      await page.goto(`${url}/#/find?${new URLSearchParams(query)}`);
      await expect.poll(() => page.locator(".how code").first().textContent()).toBe(request);
      const command = (await page.locator(".how code").last().textContent()) ?? "";
      const { nodes } = (await (await fetch(url + request)).json()) as FoundNodes;
      const { stdout } = await piped([...shellWords(command).slice(1), "--format", "json"]);
      const listed: { kind: string; id: number }[] = JSON.parse(stdout || "[]");
      const names = listed.map(({ kind, id }) => `${kind} ${id}`);
      expect([command, names]).toEqual([command, nodes.map(({ kind, row }) => `${kind} ${row.id}`)]);
      expect(nodes.length > 0 || query.name === "nothing" || query.linkedFrom).toBeTruthy();
    }
  });

  it.each([
    ["#/", "content"],
    ["#/media", "media"],
    [`#/content/${HOME.key}`, "content"],
  ])("names at the foot of %s a command that prints the answer of the request", async (hash) => {
    const { url } = await sampleServer();
    const page = await openPage(browser(), `${url}/${hash}`);
    const codes = page.locator(".how code");
    await codes.last().waitFor();
    const [request = "", command = ""] = await codes.allTextContents();
    const printed = await piped([...shellWords(command).slice(1), "--format", "json"]);
    expect(printed.status).toBe(0);
    if (hash !== "#/") expect(JSON.parse(printed.stdout)).toEqual(await (await fetch(url + request)).json());
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
    await expect.poll(() => page.locator(".found-nodes li").count()).toBe(count);
    await page.goBack();
    await sections.getByRole("link", { name: /^references/ }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe("#/audit/references");
    await expect
      .poll(() => page.locator(".how code").last().textContent())
      .toBe("migrations audit --data ./site --section references");
    expectNoFaults(page);
  });
}
