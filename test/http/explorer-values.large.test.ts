/** `/explorer/node` of a page of many blocks: its time and its limit. */
import { describe, expect, it } from "vitest";
import type { NodeDetails, PropertyDetails } from "../../src/http/explorer/explorer-api.ts";
import { appOf, keyOf, nodeOf, sourceOf, udiOf } from "../support/site.ts";

type App = ReturnType<typeof appOf>;

const send = async (app: App) => app.request(`/explorer/node?kind=content&key=${keyOf(1)}`);

async function blocksOf(app: App): Promise<PropertyDetails> {
  const { groups } = (await (await send(app)).json()) as NodeDetails;
  return groups.flatMap(({ properties }) => properties)[0];
}

describe("/explorer/node of a page of many blocks", () => {
  const block = (i: number, length: number) => ({
    contentTypeKey: keyOf(71),
    udi: udiOf("element", 100 + i),
    caption: `Block ${i} ${"x".repeat(length)}`,
    link: udiOf("document", 2),
  });
  const appOfValue = (value: unknown) => {
    const blocks = { alias: "blocks", editorAlias: null, value: JSON.stringify(value) };
    return appOf(
      { explorer: {} },
      sourceOf([{ ...nodeOf(1, "Home", [nodeOf(2, "Products")]), properties: { blocks } }]),
    );
  };
  const listed = (count: number, length = 0) => Array.from({ length: count }, (_, i) => block(i, length));
  const entriesOf = (blocks: readonly { udi: string }[]) =>
    blocks.map(({ udi: contentUdi }) => ({ contentUdi, columnSpan: 6, rowSpan: 1, areas: [] }));
  const pageOf = (count: number, length?: number) => {
    const contentData = listed(count, length);
    return appOfValue({ layout: { "Umbraco.BlockList": entriesOf(contentData) }, contentData });
  };
  /** All blocks but the first are in an area of the first. */
  const gridPageOf = (count: number) => {
    const contentData = listed(count);
    const [first, ...others] = entriesOf(contentData);
    const entry = { ...first, areas: [{ key: keyOf(90), items: others }] };
    return appOfValue({ layout: { "Umbraco.BlockGrid": [entry] }, contentData });
  };
  /** As many rows as controls, and as many empty areas. */
  const version7PageOf = (count: number) => {
    const rows = listed(count).map(({ caption }) => ({
      name: caption,
      areas: [{ grid: 6, controls: [{ value: caption, editor: { alias: "headline" } }] }, { grid: 6 }],
    }));
    return appOfValue({ name: "grid", sections: [{ grid: 12, rows }] });
  };

  it("takes linear time", async () => {
    const apps = [400, 3200].map((count) => pageOf(count));
    const times = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let run = 0; run < 2; run++) {
      for (const [i, app] of apps.entries()) {
        const before = process.cpuUsage();
        await blocksOf(app);
        const { user, system } = process.cpuUsage(before);
        times[i] = Math.min(times[i], user + system);
      }
    }
    // Eight times the blocks; quadratic time would be 64 times the time.
    expect(times[1] / times[0]).toBeLessThan(24);
  });

  it("has all blocks, and beyond the limit of an answer none, but their number", async () => {
    expect((await blocksOf(pageOf(4000))).elements).toHaveLength(4000);
    const [holder] = (await blocksOf(gridPageOf(4000))).elements;
    expect(holder.areas?.[0].elements).toHaveLength(3999);
    expect((await blocksOf(version7PageOf(4000))).elements).toHaveLength(4000);
    const { elements, omitted, bytes } = await blocksOf(pageOf(8000, 2000));
    expect({ elements, omitted, isLong: bytes > 1_000_000 }).toEqual({
      elements: [],
      omitted: 8000,
      isLong: true,
    });
  });
});
