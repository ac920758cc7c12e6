/** Blocks with areas, and grids of version 7. */
import { expect } from "vitest";
import { expectNoFaults } from "../support/browser.ts";
import { keyOf, nodeOf, udiOf } from "../support/site.ts";
import { expectAccessible } from "./accessible.ts";
import { describeInBrowser, it, serverOfTyped } from "./in-browser.ts";

const entry = (id: number, columnSpan: number, areas: unknown[] = []) => ({
  ...{ contentUdi: udiOf("element", id), columnSpan, rowSpan: id === 72 ? 2 : 1, areas },
});
const BLOCKS = {
  layout: {
    "Umbraco.BlockGrid": [
      entry(70, 12, [
        { key: keyOf(90), items: [entry(71, 4)] },
        { key: keyOf(91), items: [entry(72, 8), entry(73, 8)] },
      ]),
    ],
  },
  contentData: [70, 71, 72, 73].map((id) => ({
    ...{ contentTypeAlias: `block${id}`, udi: udiOf("element", id), text: `Text ${id}` },
    ...(id === 73 && { link: udiOf("document", 2) }),
  })),
  settingsData: [],
};
const AREAS = [
  { key: keyOf(90), alias: "aside", columnSpan: 4 },
  { key: keyOf(91), alias: "main", columnSpan: 8 },
];
const control = (value: string) => ({ value, editor: { alias: "headline" } });
const GRID = {
  name: "1 column layout",
  sections: [
    {
      grid: 12,
      rows: [
        { name: "Headline", areas: [{ grid: 12, controls: [control("One")] }] },
        { name: "Thirds", areas: [4, 4, 4].map((grid) => ({ grid, controls: [control("Two")] })) },
      ],
    },
  ],
};

async function gridServer() {
  const properties = {
    blocks: { alias: "blocks", editorAlias: "Umbraco.BlockGrid", value: BLOCKS },
    grid: { alias: "grid", editorAlias: "Umbraco.Grid", value: JSON.stringify(GRID) },
  };
  const home = { ...nodeOf(1, "Home", [nodeOf(2, "Products")]), properties };
  const typed = { blocks: { name: "Blocks", editorAlias: "Umbraco.BlockGrid" } };
  const dataType = {
    ...{ id: 1, key: keyOf(5), name: "Blocks", dbType: null, editorAlias: "Umbraco.BlockGrid", editor: null },
    ...{ createDate: "", updateDate: "", config: { blocks: [{ areas: AREAS }] } },
  };
  return serverOfTyped([home], [{ name: "Content", properties: typed }], { data: [dataType] });
}

describeInBrowser("Grids", () => {
  it("block grid: areas are columns by their spans, named by the data type; on a phone they are below each other", async ({
    open,
  }) => {
    const { url } = await gridServer();
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const blocks = page.getByRole("group", { name: "Blocks", exact: true });
    const area = (name: string) => blocks.getByRole("group", { name: `Area ${name}` });
    await expect
      .poll(() => blocks.locator("summary").allInnerTexts())
      .toEqual([
        "block70 Text 70 12 of 12 columns",
        "block71 Text 71 4 of 4 columns",
        "block72 Text 72 8 of 8 columns, 2 rows",
        "block73 Text 73 8 of 8 columns",
      ]);
    expect(await area("aside").innerText()).toContain("aside · 4 of 12 columns");
    expect(await area("main").innerText()).toContain("main · 8 of 12 columns");
    const boxes = async () => [await area("aside").boundingBox(), await area("main").boundingBox()];
    const [left, right] = await boxes();
    expect(right?.y).toBe(left?.y);
    expect((right?.width ?? 0) / (left?.width ?? 1)).toBeCloseTo(2, 1);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect
      .poll(async () => {
        const [first, second] = await boxes();
        return {
          isInOneColumn: first?.x === second?.x && first?.width === second?.width,
          isBelow: (second?.y ?? 0) >= (first?.y ?? 0) + (first?.height ?? 0),
        };
      })
      .toEqual({ isInOneColumn: true, isBelow: true });
    expectNoFaults(page);
  });

  it("grid of version 7: rows, with several areas as columns; no violations in light and dark", async ({
    open,
  }) => {
    const { url } = await gridServer();
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    const grid = page.getByRole("group", { name: "grid", exact: true });
    await expect
      .poll(() => grid.locator("summary").allInnerTexts())
      .toEqual([
        "Headline row",
        "headline One grid control",
        "Thirds row",
        ...["headline Two grid control", "headline Two grid control", "headline Two grid control"],
      ]);
    const tops = await grid
      .locator(".area")
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().y)));
    expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
    expect(await grid.locator(".area-title").allInnerTexts()).toEqual([
      "4 columns",
      "4 columns",
      "4 columns",
    ]);
    await expectAccessible(page);
  });

  it("Find in the properties and Links to: include blocks in areas", async ({ open }) => {
    const { url } = await gridServer();
    const page = await open(`${url}/#/content/${keyOf(1)}`);
    await page
      .getByRole("navigation", { name: "Views of the node" })
      .getByRole("link", { name: "Links to 1" })
      .waitFor();
    await page.getByRole("searchbox", { name: "Find in the properties" }).fill("text 72");
    await expect.poll(() => page.getByRole("group", { name: "grid", exact: true }).count()).toBe(0);
    await page.getByText("block72", { exact: true }).waitFor();
  });
});
