/** The search of the explorer: a window of the nodes that are found, why each is, and how many there are of each kind and type. */
import { describeSelector, needsReferences } from "../../analysis/find/criteria.ts";
import { unknownNode } from "../../analysis/find/criteria-tests.ts";
import { redactedProperties, searchSteps } from "../../analysis/find/find-nodes.ts";
import { explainMatch, readTextQuery, type TextQuery } from "../../analysis/find/ranked-search.ts";
import { holdsNothing } from "../../analysis/find/search-text.ts";
import { KINDS, type Kind } from "../../operations.ts";
import { countIn } from "../../site/map-entries.ts";
import { runInSlices } from "../../site/run-in-slices.ts";
import { propertyNames } from "../../site/schema/find-type.ts";
import type { SiteNode, SiteProperty } from "../../site/site-nodes.ts";
import { visibleTexts } from "../../site/values/visible-words.ts";
import { counted } from "../../text/counted.ts";
import { shortened } from "../../text/visible-text.ts";
import type { Problem } from "../problem.ts";
import type { ExploredSite, SearchResult } from "./explored-site.ts";
import type { FoundNodes, ListedNode, ViewParameters } from "./explorer-api.ts";
import { LONGEST_NAME } from "./tree-levels.ts";
import { TypeCounter } from "./type-counter.ts";

const DEFAULT_FOUND = 50;
/** How many searches are kept. */
const MOST_SEARCHES = 3;
/** How many types the facets list. */
const MOST_TYPES = 30;
/** How much of a URL or a value that was found is shown. */
const LONGEST_FOUND = 300;
/** Longer texts of cells are cut: no spreadsheet takes longer ones. */
const LONGEST_CELL = 32_000;

/** @param signal aborted if the client has left */
export async function findView(
  site: ExploredSite,
  { from = 0, count = DEFAULT_FOUND, whole, columns, ...criteria }: ViewParameters<"find">,
  signal: AbortSignal,
): Promise<FoundNodes | Problem> {
  const { search } = criteria;
  const graph = needsReferences(criteria) ? await site.site.references() : undefined;
  const unknown = unknownNode(site.site, criteria, graph);
  if (unknown) return { name: "no-such-node", detail: `There is no ${describeSelector(unknown)}.` };
  const name = JSON.stringify(criteria);
  const enough = whole ? Number.POSITIVE_INFINITY : from + count + 1;
  const known = site.searches.get(name);
  const found: SearchResult | undefined =
    known && (known.isComplete || known.nodes.length >= enough)
      ? known
      : await runInSlices(
          searchSteps(site.site, criteria, { redactor: site.site.secrets(), graph, enough }),
          signal,
        );
  // If the client has left, nobody reads the reply.
  if (!found) return { from, nodes: [], isMore: true };
  site.searches.delete(name);
  site.searches.set(name, found);
  for (const oldest of site.searches.keys()) {
    if (site.searches.size > MOST_SEARCHES) site.searches.delete(oldest);
  }
  const window = found.nodes.slice(from, from + count);
  const explain = search === undefined ? undefined : matchExplainer(site, readTextQuery(search));
  const cellsOf = columns && cellReader(site, columns);
  const nodes = site.listed(
    lazily(site.withLanguages(window, criteria, graph), (node, i) => ({
      ...node,
      found: explain?.(window[i]),
      cells: cellsOf?.(window[i]),
    })),
  );
  const isMore = !found.isComplete || found.nodes.length > from + nodes.length;
  if (!found.isComplete) return { from, nodes, isMore };
  found.facets ??= await runInSlices(facetSteps(site, found.nodes));
  return { from, nodes, isMore, total: found.nodes.length, facets: found.facets };
}

/** Texts and cells are only read for the nodes that fit into the answer. */
function* lazily<T, R>(items: readonly T[], make: (item: T, index: number) => R): Generator<R, void> {
  for (const [i, item] of items.entries()) yield make(item, i);
}

/** Counts a node a step. */
function* facetSteps(
  { types }: ExploredSite,
  nodes: readonly SiteNode[],
): Generator<void, FoundNodes["facets"], void> {
  const kinds = new Map<Kind, number>();
  const counter = new TypeCounter();
  for (const node of nodes) {
    countIn(kinds, node.kind);
    counter.add(node.kind, node.brief().type);
    yield;
  }
  return {
    kinds: KINDS.flatMap((kind) => {
      const count = kinds.get(kind);
      return count === undefined ? [] : [{ kind, nodes: count }];
    }),
    types: counter.list(types, MOST_TYPES),
  };
}

function matchExplainer(site: ExploredSite, query: TextQuery): (node: SiteNode) => ListedNode["found"] {
  const { types } = site;
  const properties = (node: SiteNode) => redactedProperties(node, site.site.secrets());
  return (node) => {
    const found = explainMatch(query, node, { types, properties });
    const { property, text } = found;
    const type = node.brief().type ?? "";
    const name = property && propertyNames(types[node.kind], type).get(property);
    return {
      ...found,
      ...(property !== undefined && { property: shortened(property, LONGEST_NAME) }),
      ...(text !== undefined && { text: shortened(text, LONGEST_FOUND) }),
      ...(name && { name }),
    };
  };
}

/** Makes the function that reads texts of properties: of a picker the names of nodes, of rich text what is visible, of tags a list, of blocks their number, else a text or compact JSON. */
export function cellReader(site: ExploredSite, columns: readonly string[]): (node: SiteNode) => string[] {
  const wanted = new Set(columns.map((alias) => alias.toLowerCase()));
  const textOf = ({ alias, editorAlias, value }: SiteProperty): string => {
    if (holdsNothing(value)) return "";
    const parts = site.site.read(value, editorAlias, alias);
    const { references, elements, shape } = parts;
    const picked = references.filter(({ from }) => from === "picker").map((each) => site.site.resolve(each));
    const isPicked = picked.length > 0 && picked.length === references.length && elements.length === 0;
    const names = picked.map((each) => (each.state === "found" ? site.linked(each).row.name : ""));
    if (isPicked && names.every((name) => name !== "")) return names.join(", ");
    const texts = shape === "text" ? [] : visibleTexts(parts);
    if (texts.length > 0) return shortened(texts.join(", ").replace(/\s+/g, " ").trim(), LONGEST_CELL);
    if (elements.length > 0) return counted(elements.length, "element");
    const text = value.startsWith('"') ? String(JSON.parse(value)) : value;
    return shortened(text, LONGEST_CELL);
  };
  return (node) => {
    const cells = new Map<string, string>();
    for (const property of redactedProperties(node, site.site.secrets(), ({ alias }) =>
      wanted.has(alias.toLowerCase()),
    )) {
      cells.set(property.alias.toLowerCase(), textOf(property));
    }
    return columns.map((alias) => cells.get(alias.toLowerCase()) ?? "");
  };
}
