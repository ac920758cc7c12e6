/** Audits of real exports, compared with plain counts of their answers. */

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AuditRow } from "../../../src/analysis/audit/audit-section.ts";
import { auditSite } from "../../../src/analysis/audit/audit-site.ts";
import { KINDS } from "../../../src/operations.ts";
import type { SiteTypes } from "../../../src/site/schema/site-types.ts";
import type { SiteData } from "../../../src/site/site-data.ts";
import { everyAnswer } from "../../everything.ts";
import { SHARED } from "../../support/repository.ts";
import { distinctSites } from "../../support/shared-sites.ts";
import { loadSite } from "../../support/site.ts";

const SITES = distinctSites("corpus");

type Counts = Record<string, number>;

function counted(names: Iterable<string>): Counts {
  const counts: Counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Kind, type, alias, editor and value of every property of every node, as the operations answer. */
function everyProperty({ trees }: Pick<SiteData, "trees">) {
  return KINDS.flatMap((kind) =>
    everyAnswer(trees[kind]).flatMap((node) =>
      Object.values(node.properties).map((property) => ({ kind, node, ...property })),
    ),
  );
}

/** Everything in a value, and in JSON in strings in it. */
function* everything(value: unknown): Generator<unknown, void> {
  yield value;
  if (typeof value === "string" && /^\s*[[{]/.test(value)) {
    try {
      yield* everything(JSON.parse(value));
    } catch {
      // Not JSON.
    }
  } else if (typeof value === "object" && value !== null) {
    // Settings of blocks are no elements.
    for (const [name, part] of Object.entries(value)) if (name !== "settingsData") yield* everything(part);
  }
}

/** The types of blocks and nested content in a value. */
function* elementTypes(value: unknown, { content }: SiteTypes): Generator<string, void> {
  for (const part of everything(value)) {
    const { ncContentTypeAlias, contentTypeKey } = Object(part);
    if (typeof ncContentTypeAlias === "string") yield ncContentTypeAlias;
    if (typeof contentTypeKey !== "string") continue;
    const key = contentTypeKey.toLowerCase();
    yield content.find((type) => type.key === key)?.alias ?? key;
  }
}

const nodeRows = (rows: readonly AuditRow[]) => rows.filter(({ owner }) => owner?.of === "node");

/** Layouts whose elements have types. */
const TYPED = /^(?:nested-content|block-list|block-grid|single-block|rich-text-blocks|blocks)$/;

describe.skipIf(SITES.length === 0)("auditSite: real exports (skipped if ../shared is missing)", () => {
  it.each(SITES)("%s: counts of editors, types and elements equal plain counts", async (name) => {
    const data = await loadSite(join(SHARED, name));
    const audit = await auditSite(data);
    const editors = nodeRows(audit.section("editors").rows);
    const counts = Object.fromEntries(
      editors.map(({ owner, cells }) => [`${owner?.kind} ${owner?.type} ${cells.editor}`, cells.values]),
    );
    const properties = everyProperty(data);
    expect(properties.length).toBeGreaterThan(0);
    expect(counts).toEqual(
      counted(
        properties.map(({ kind, node, editorAlias }) => `${kind} ${node.type} ${editorAlias ?? undefined}`),
      ),
    );
    const types = nodeRows(audit.section("filled").rows);
    const nodes = counted(
      KINDS.flatMap((kind) => everyAnswer(data.trees[kind]).map(({ type }) => `${kind} ${type}`)),
    );
    for (const { owner, cells } of types) expect(cells.of).toBe(nodes[`${owner?.kind} ${owner?.type}`]);

    const { rows } = audit.section("elements");
    const ofElements: Counts = {};
    for (const { cells } of rows.filter(({ cells }) => TYPED.test(String(cells.layout)))) {
      const alias = String(cells.element);
      ofElements[alias] = (ofElements[alias] ?? 0) + Number(cells.elements);
    }
    const elements = properties.flatMap(({ value }) => [...elementTypes(value, data.types())]);
    expect(ofElements).toEqual(counted(elements));
    if (name === "corpus/legacy-site-v7") expect(ofElements).toEqual({ feature: 3 });
  });
});
