/** `findNodes` with `linksTo` in real exports, compared with a plain search through the text of values. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findNodes } from "../../../src/analysis/find/find-nodes.ts";
import { buildReferenceGraph } from "../../../src/site/references/reference-graph.ts";
import { siteNodes } from "../../../src/site/site-nodes.ts";
import { SHARED } from "../../support/repository.ts";
import { distinctSites } from "../../support/shared-sites.ts";
import { loadSite } from "../../support/site.ts";

const SITES = distinctSites("corpus");

describe.skipIf(SITES.length === 0)("findNodes: real exports (skipped if ../shared is missing)", () => {
  it.each(SITES)(
    "finds in %s all nodes that refer to a node by UDI, and only nodes whose text names it",
    async (name) => {
      const data = await loadSite(join(SHARED, name));
      const graph = buildReferenceGraph(data);
      const all = Array.from(siteNodes(data.trees), (node) => ({
        ...node.fields(),
        kind: node.kind,
        text: JSON.stringify([...node.properties()].map(({ value }) => value)).toLowerCase(),
      }));
      for (const { id, key, kind, url } of all) {
        const users = findNodes(data, { linksTo: { by: "key", key, kind } }, { graph });
        const found = new Set(Array.from(users, (node) => node.fields().id));
        const hex = key.replaceAll("-", "");
        const udi = `umb://${kind === "content" ? "document" : "media"}/${hex}`;
        const names = [hex, key, ...(kind === "media" && url ? [url.toLowerCase()] : []), String(id)];
        for (const { id: other, text } of all) {
          if (other === id) continue;
          if (text.includes(udi)) expect(found, `${other} refers to ${id}`).toContain(other);
          if (found.has(other))
            expect(
              names.some((name) => text.includes(name)),
              `${other} names ${id}`,
            ).toBe(true);
        }
      }
    },
  );
});
