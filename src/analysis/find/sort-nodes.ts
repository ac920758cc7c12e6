/** Sorts found nodes by one of their fields. */

import { type FieldValue, fieldReader, nodeField } from "../../site/node-fields.ts";
import type { ReferenceGraph } from "../../site/references/reference-graph.ts";
import type { SecretRedactor } from "../../site/secrets.ts";
import type { SiteNode } from "../../site/site-nodes.ts";
import type { SiteReader } from "../../site/site-reader.ts";
import type { NodeOrder } from "./criteria.ts";
import { foldedLetters } from "./search-text.ts";

type SortContext = {
  /** Called if the field needs references. */
  graph: () => ReferenceGraph;
  redactor?: SecretRedactor | undefined;
};

type Sortable = { node: SiteNode; number?: number; text: string };

const NUMBER = /^-?\d{1,15}(?:\.\d+)?$/;

/**
 * Sorts nodes, one per step: numbers before texts, texts in any case and without accents. Nodes without a value are last
 * in either direction; nodes with the same value stay in their order.
 */
export function* sortSteps(
  nodes: readonly SiteNode[],
  { field: name, isDescending }: NodeOrder,
  site: SiteReader,
  { graph, redactor }: SortContext,
): Generator<void, SiteNode[], void> {
  const field = nodeField(name);
  if (field === undefined) throw new Error(`nodes have no field ${name}`);
  const read = fieldReader(site, {
    graph: field.needs === "references" ? graph() : undefined,
    redactor,
  });
  const withValue: Sortable[] = [];
  const without: SiteNode[] = [];
  for (const node of nodes) {
    const text = textOfField(read(field, node));
    if (text === "") without.push(node);
    else
      withValue.push({ node, ...(NUMBER.test(text) && { number: Number(text) }), text: foldedLetters(text) });
    yield;
  }
  const sign = isDescending ? -1 : 1;
  withValue.sort((a, b) => sign * compared(a, b));
  return [...withValue.map(({ node }) => node), ...without];
}

function compared(a: Sortable, b: Sortable): number {
  if (a.number !== undefined && b.number !== undefined) return a.number - b.number;
  if (a.number !== undefined || b.number !== undefined) return a.number === undefined ? 1 : -1;
  // In code-unit order, which does not depend on the locale.
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

function textOfField(value: FieldValue): string {
  if (value === undefined) return "";
  if (typeof value !== "object") return String(value);
  if (!("json" in value)) return value.join("\n");
  const { json } = value;
  if (json === "null") return "";
  return json.startsWith('"') ? String(JSON.parse(json)).trim() : json;
}
