/** `/explorer/find`, `path`, `node` and `links` with answers of many megabytes. */
import { describe, expect, it } from "vitest";
import type { FoundNodes, Level } from "../../src/http/explorer/explorer-api.ts";
import type { DataNode } from "../oracle.ts";
import { appOf, keyOf, nodeOf, sourceOf } from "../support/site.ts";

describe("/explorer/find: deeply nested nodes with long names", () => {
  const deepTree = (levels: number, length: number) => {
    let nodes: DataNode[] = [];
    for (let id = levels; id > 0; id--) nodes = [nodeOf(id, `${id} ${"x".repeat(length)}`, nodes)];
    return appOf({ explorer: {} }, sourceOf(nodes));
  };
  const LIMIT = 10 * 1024 * 1024;

  it("are all found, a few per response", { timeout: 60_000 }, async () => {
    const deep = deepTree(300, 30_000);
    const seen = new Set<number>();
    let requests = 0;
    for (let isMore = true; isMore; requests++) {
      const response = await deep.request(`/explorer/find?name=x&count=1000&from=${seen.size}`);
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text.length).toBeLessThan(LIMIT);
      const found: FoundNodes = JSON.parse(text);
      for (const { row, breadcrumbs } of found.nodes) {
        seen.add(row.id);
        for (const name of [row.name, ...breadcrumbs]) expect(name.length).toBeLessThanOrEqual(200);
      }
      isMore = found.isMore;
    }
    expect(seen.size).toBe(300);
    expect(requests).toBeGreaterThan(1);
  });

  it.each(["path", "node", "links"])("are served by %s", async (view) => {
    const response = await deepTree(1000, 2000).request(`/explorer/${view}?kind=content&key=${keyOf(1000)}`);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeLessThan(LIMIT);
  });
});

it("/explorer/children: siblings are not sorted beyond 50,000, but all listed", async () => {
  const levelOf = async (count: number) => {
    const nodes = Array.from({ length: count }, (_, i) => ({
      id: i + 1,
      key: keyOf(i + 1),
      name: `${count - i}`,
    }));
    const many = appOf({ explorer: {} }, sourceOf(nodes));
    const response = await many.request("/explorer/children?kind=content&order=name&count=1");
    const { total, isSortable, rows } = (await response.json()) as Level;
    return [total, isSortable, rows[0].id];
  };
  expect(await levelOf(50_000)).toEqual([50_000, true, 50_000]);
  expect(await levelOf(50_001)).toEqual([50_001, false, 1]);
});
