/** Trees of real sites, if they are available: every node, by id and by key, at every level. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DirectorySource } from "../../src/formats/directory-source.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { KINDS } from "../../src/operations.ts";
import { type DataNode, everyNode, expectedNode, expectedRoots } from "../oracle.ts";
import { SHARED } from "../support/repository.ts";
import { appOf } from "../support/site.ts";

const TREES = join(SHARED, "trees");

describe.skipIf(!existsSync(TREES))(
  "createApp: the real trees (skipped if ../shared/trees is missing)",
  () => {
    for (const site of ["schemeweaver", "clean"]) {
      for (const kind of KINDS) {
        it(`answers ${kind} of ${site} at every level`, async () => {
          const roots: DataNode[] = JSON.parse(readFileSync(`${TREES}/${site}/${kind}.json`, "utf8"));
          const app = appOf({}, new DirectorySource(await loadDirectory(`${TREES}/${site}`)));
          const nodes = [...everyNode(roots)];
          const deepest = Math.max(...nodes.map(({ ancestors }) => ancestors.length + 1));
          for (const maxLevel of [undefined, ...Array(deepest + 2).keys()]) {
            const send = async (operation: string) => {
              const query =
                maxLevel === undefined ? "" : `${operation.includes("?") ? "&" : "?"}maxLevel=${maxLevel}`;
              const name = `Get${kind === "content" ? "Content" : "Media"}${operation}${query}`;
              const response = await app.request(`/platform/module/Migrations/${name}`);
              expect(response.status).toBe(200);
              return response.text();
            };
            expect(await send("AtRoot")).toBe(JSON.stringify(expectedRoots(roots, maxLevel)));
            for (const { node, ancestors } of nodes) {
              const expected = JSON.stringify(expectedNode(node, ancestors, maxLevel));
              expect(await send(`ById?id=${node.id}`)).toBe(expected);
              expect(await send(`ByKey?key=${node.key}`)).toBe(expected);
            }
          }
        });
      }
    }
  },
);
