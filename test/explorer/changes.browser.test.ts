/** What changed, in a browser: groups, filters, and the values of a node side by side. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { DataNode } from "../oracle.ts";
import { expectNoFaults } from "../support/browser.ts";
import { writeEditedSample } from "../support/edited-sample.ts";
import { startServe } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { keyOf, nodeOf, propertiesOf, siteDirectory, udiOf } from "../support/site.ts";
import { blocksOf17, type StoredBlock } from "../support/stored-blocks.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { piped } from "../support/terminal.ts";
import { expectAccessible } from "./accessible.ts";
import { describeInBrowser, it } from "./in-browser.ts";

type Values = Parameters<typeof propertiesOf>[0];

const product = (id: number, price: string, own: Values = {}) => ({
  ...nodeOf(id, `Product ${id}`),
  type: "product",
  properties: propertiesOf({ price: ["Umbraco.TextBox", price], ...own }),
});
const block = (id: number, text: string) => ({ type: 900, id, values: { text } });
const blocks = (...all: StoredBlock[]): Values => ({
  blocks: ["Umbraco.BlockList", blocksOf17("BlockList", all)],
});

const products = (price: string) => Array.from({ length: 40 }, (_, i) => product(100 + i, price));
const OLD_SHOP = [
  nodeOf(1, "Shop", [
    ...products("10"),
    product(90, "10", blocks(block(201, "The red horn is loud"), block(202, "Bells"))),
  ]),
];
const NEW_SHOP = [
  nodeOf(1, "Shop", [
    nodeOf(50, "News"),
    ...products("12"),
    product(90, "10", blocks(block(202, "Bells"), block(201, "The blue horn is loud"))),
  ]),
];

const picker = (id: number): Values => ({ author: ["Umbraco.ContentPicker", udiOf("document", id)] });
const image = (own: object): Values => ({
  image: ["Umbraco.MediaPicker3", [{ key: keyOf(800), mediaKey: keyOf(801), ...own }]],
});
const OLD_STORY = [
  nodeOf(1, "Home", [
    nodeOf(2, "Drafts", [product(90, "10", { ...picker(92), ...image({}) })]),
    nodeOf(3, "Stories", [product(91, "10", image({}))]),
    nodeOf(92, "Ann Author"),
    nodeOf(93, "Bo Writer"),
  ]),
];
const NEW_STORY = [
  nodeOf(1, "Home", [
    nodeOf(2, "Drafts"),
    nodeOf(3, "Stories", [
      product(91, "10", image({ crops: [], focalPoint: null })),
      product(90, "", { ...picker(93), ...image({ crops: [] }) }),
    ]),
    nodeOf(92, "Ann Author"),
    nodeOf(93, "Bo Writer"),
  ]),
];

const OLD_SITE = [
  nodeOf(1, "Home", [
    nodeOf(2, "Products", [nodeOf(3, "Chair"), nodeOf(4, "Table")]),
    nodeOf(5, "Old shop", [nodeOf(6, "Old item")]),
  ]),
];
const NEW_SITE = [
  nodeOf(1, "Home", [
    nodeOf(2, "Products", [{ ...nodeOf(3, "Chair"), name: "Armchair" }]),
    nodeOf(7, "News"),
    nodeOf(8, "Archive", [nodeOf(4, "Table")]),
  ]),
];

/** Serves a site compared with another. @returns its origin */
async function compared(now: DataNode[], old: DataNode[], ...args: string[]): Promise<string> {
  const paths = ["--data", siteDirectory(now), "--against", siteDirectory(old)];
  return (await startServe([...paths, ...args])).origin;
}

/** The groups of changes that a page lists, without their marks. */
async function groupsIn(page: Page): Promise<string[]> {
  const titles = await page.locator(".change-group h2").allInnerTexts();
  return titles.map((text) => text.replace(/^\W+/, "").trim());
}

describeInBrowser("Changes", () => {
  it("groups the nodes in which the same differs, added nodes first, and filters them", async ({ open }) => {
    const origin = await compared(NEW_SHOP, OLD_SHOP, "--no-as-migrated");
    const page = await open(origin);
    await page.getByRole("link", { name: /^Changes/ }).click();
    const groups = page.locator(".change-group h2");
    await expect
      .poll(() => groupsIn(page))
      .toEqual(["1 node added", "price alone, on 40 nodes", "blocks alone, on 1 node"]);
    await page.getByRole("link", { name: "35 more" }).click();
    await expect.poll(() => page.locator(".change-group li").count()).toBe(40);
    await page.goBack();
    await page.getByRole("link", { name: /added 1$/ }).click();
    await expect.poll(() => groups.count()).toBe(1);
    expect(new URL(page.url()).hash).toBe("#/changes?changeKind=added");
    await page.getByRole("link", { name: /added.*remove the filter/ }).click();
    await expect.poll(() => groups.count()).toBe(3);
    expectNoFaults(page);
  });

  it("a node: both values side by side, differing words marked, blocks paired by key", async ({ open }) => {
    const origin = await compared(NEW_SHOP, OLD_SHOP, "--no-as-migrated");
    const page = await open(`${origin}/#/content/${keyOf(90)}/changes`);
    const rows = page.locator(".compared tbody tr");
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^blocks\s+order\s+1, 2\s+2, 1$/),
        expect.stringMatching(/^block 2 of 2: text\s+The red horn is loud\s+The blue horn is loud$/),
      ]);
    await expect.poll(() => page.locator(".compared del").allTextContents()).toContain("red");
    await expect.poll(() => page.locator(".compared ins").allTextContents()).toContain("blue");
    await expectAccessible(page);
    expectNoFaults(page);
  });

  it("a moved node: where it was and is, names instead of keys, empty parts folded", async ({ open }) => {
    const origin = await compared(NEW_STORY, OLD_STORY, "--no-as-migrated");
    const page = await open(`${origin}/#/changes`);
    await expect
      .poll(() => groupsIn(page))
      .toEqual(["moved, author, price on 1 node", "1 node stored differently, with the same values"]);
    await page.getByRole("link", { name: "Product 90" }).click();
    const change = page.getByRole("region", { name: "What has changed" });
    await expect
      .poll(() => change.locator(".moved").innerText())
      .toBe("Moved from Content › Home › Drafts to Content › Home › Stories");
    const rows = change.locator(".compared tbody tr");
    const cells = async () => (await rows.allInnerTexts()).map((text) => text.split(/\s*\t\s*/));
    await expect
      .poll(async () => (await cells()).slice(0, 2))
      .toEqual([
        ["price", "10", "empty"],
        ["author", "“Ann Author”", "“Bo Writer”"],
      ]);
    await change.getByText("1 empty part stored differently").click();
    await expect.poll(() => rows.last().innerText()).toMatch(/^image\s+1 › crops\s+empty\s+\[\]$/);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Properties", exact: false }).first().click();
    await expect.poll(() => page.locator(".property[data-change]").count()).toBe(2);
    expectNoFaults(page);
  });

  it("--as-migrated: compares what values mean", async ({ open }) => {
    const text = (value: string) => [
      { ...nodeOf(1, "Home"), properties: propertiesOf({ text: ["Umbraco.TinyMCE", value] }) },
    ];
    const rich = JSON.stringify({ markup: "<p>The horn is loud</p>", blocks: { layout: {} } });
    const [old, now] = [text("<p>The horn is loud</p>"), text(rich)];
    const plain = await compared(now, old);
    const migrated = await compared(now, old, "--as-migrated");
    const page = await open(`${plain}/#/changes`);
    await page.getByText("text alone, on 1 node").waitFor();
    await page.goto(`${migrated}/#/changes`);
    await page.getByText("no changes").waitFor();
    expectNoFaults(page);
  });

  it("marks added, removed, moved and renamed nodes in the tree; a removed node opens", async ({ open }) => {
    const origin = await compared(NEW_SITE, OLD_SITE);
    const page = await open(`${origin}/#/content/${keyOf(3)}`);
    await page.getByRole("heading", { level: 1, name: "Armchair" }).waitFor();
    await page.getByRole("link", { name: "renamed", exact: true }).click();
    const change = page.getByRole("region", { name: "What has changed" });
    await expect.poll(() => change.locator("tbody tr").allTextContents()).toEqual(["NameChairArmchair"]);
    const rows = page.getByRole("treeitem");
    const marks = async () => (await rows.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
    await expect
      .poll(marks)
      .toEqual([
        expect.stringMatching(/^Homepage• 6 changes below 4 below$/),
        expect.stringMatching(/^Productspage• 1 change below 1 below$/),
        expect.stringMatching(/^Armchairpage" renamed$/),
        expect.stringMatching(/^Newspage\+ added$/),
        expect.stringMatching(/^Archivepage\+ added • 1 change below 1 below$/),
        expect.stringMatching(/^Old shoppage- removed 1 below$/),
      ]);
    await rows.last().locator(".twisty").click();
    await page.getByRole("treeitem", { name: "Old item" }).click();
    await page.getByRole("heading", { level: 1, name: "Old item" }).waitFor();
    await page.locator(".node-facts").getByRole("link", { name: "removed" }).waitFor();
    await page.reload();
    const current = page.locator('[role="treeitem"][aria-selected="true"]');
    await expect.poll(() => current.getAttribute("aria-level")).toBe("3");
    await page.getByRole("link", { name: "Changes", exact: true }).click();
    await page.getByText("2 added, 2 removed, 1 moved, 1 renamed").waitFor();
    await expect
      .poll(() => groupsIn(page))
      .toEqual(["2 nodes added", "2 nodes removed", "1 node moved", "1 node renamed"]);
    await expect.poll(() => page.locator(".found-nodes li").count()).toBe(6);
    await expectAccessible(page);
    await page.locator(".found-nodes").getByRole("link", { name: "Armchair" }).click();
    await page.getByRole("link", { name: "Changes 1" }).click();
    await change.waitFor();
    expectNoFaults(page);
  });

  it("HTML report of diff: no violations with all rows open, and no width makes it scroll sideways", async ({
    open,
  }) => {
    const edited = temporaryDirectory();
    writeEditedSample(edited);
    const file = join(temporaryDirectory(), "diff.html");
    writeFileSync(file, (await piped(["diff", join(ROOT, "data"), edited, "--format", "html"])).stdout);
    const page = await open(`file://${file}`);
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    await expectAccessible(page, "report");
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    }
    const row = page.getByRole("row", { name: /What fog sounds like.*Below/ });
    expect(await row.getByRole("cell").allInnerTexts()).toEqual([
      expect.stringContaining("What fog sounds like"),
      "Below",
      "Måkevær Foghorn Museum › Stories",
      "Måkevær Foghorn Museum › In other languages",
    ]);
  });
});
