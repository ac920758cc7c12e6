/** `findNodes` with `linksTo` in real exports, compared with a plain search through the text of values. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findNodes } from "../../../src/analysis/find/find-nodes.ts";
import { buildReferenceGraph } from "../../../src/site/references/reference-graph.ts";
import { siteNodes } from "../../../src/site/site-nodes.ts";
import { SHARED } from "../../support/repository.ts";
import { loadSite } from "../../support/site.ts";

const CORPUS = join(SHARED, "corpus");

describe.skipIf(!existsSync(CORPUS))("findNodes: real exports (skipped if ../shared is missing)", () => {
  const folders = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => /-v[0-9]+$/.test(name)) : [];

  it.each(folders)(
    "finds in %s all nodes that refer to a node by UDI, and only nodes whose text names it",
    async (folder) => {
      const data = await loadSite(`${CORPUS}/${folder}`);
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
