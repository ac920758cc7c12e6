/** `buildReferenceGraph` for the shared corpus. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodedText, nodeJson } from "../../../src/json/node-text.ts";
import { buildReferenceGraph } from "../../../src/site/references/reference-graph.ts";
import type { NodeIndex } from "../../../src/site/references/resolve-reference.ts";
import type { SiteTrees } from "../../../src/site/site-data.ts";
import type { Reference } from "../../../src/site/values/value-parts.ts";
import { SHARED } from "../../support/repository.ts";
import { distinctSites } from "../../support/shared-sites.ts";
import { loadSite } from "../../support/site.ts";

/** Expects the id, key or path of a reference in the JSON of the node that it was resolved to. */
function expectNamed(trees: SiteTrees, { kind, index }: NodeIndex, reference: Reference): void {
  const json = nodeJson(decodedText(trees[kind].text(index)));
  const { id, key } = JSON.parse(json);
  const { target } = reference;
  expect([kind, undefined]).toContain(reference.kind);
  if (target.by === "path") expect(json.toLowerCase()).toContain(target.path.toLowerCase());
  else expect(target.by === "id" ? target.id === id : target.key === key).toBe(true);
}

const SITES = distinctSites("corpus");

describe.skipIf(SITES.length === 0)(
  "buildReferenceGraph: real exports (skipped if ../shared is missing)",
  () => {
    it.each(SITES)(
      "%s: finds every UDI in the values, and reports exactly the dead references",
      async (name) => {
        const site = await loadSite(join(SHARED, name));
        const { trees } = site;
        const index = buildReferenceGraph(site);
        let texts = "";
        let read = 0;
        const keys = { content: new Set<string>(), media: new Set<string>() };
        for (const node of site.nodes()) {
          keys[node.kind].add(node.fields().key.replaceAll("-", ""));
          for (const {
            property: { value },
            parts: { references },
          } of site.values(node)) {
            for (const reference of references) {
              const found = site.resolve(reference);
              if (found.state === "found") expectNamed(trees, found, reference);
            }
            read += references.filter(({ text }) => text.includes("umb://")).length;
            texts += `${value}\n`;
          }
        }
        const udis = [...texts.matchAll(/umb:\/\/(document|media)\/([0-9a-f]{32})/g)];
        const missing = udis.filter(
          ([, kind, hex]) => !keys[kind === "media" ? "media" : "content"].has(hex),
        );
        const reported = index.dead.filter(({ reference }) => reference.text.startsWith("umb://"));
        expect(read).toBe(udis.length);
        expect(reported.map(({ reference }) => reference.text).toSorted()).toEqual(
          missing.map(([text]) => text).toSorted(),
        );
        for (const { reference } of index.dead) {
          const { kind, target } = reference;
          const kinds = kind === undefined ? (["content", "media"] as const) : [kind];
          if (target.by === "key")
            expect(kinds.some((each) => keys[each].has(target.key.replaceAll("-", "")))).toBe(false);
          else expect(target.by === "path" && !texts.includes(`"src":"${target.path}"`)).toBe(true);
        }
      },
    );
  },
);
