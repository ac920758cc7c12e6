/** The search of the explorer: a window of the nodes that are found, why each is, and how many there are of each kind and type; all of them as CSV. */
import { type Criteria, describeSelector, needsReferences } from "../../analysis/find/criteria.ts";
import { redactedProperties, searchSteps } from "../../analysis/find/find-nodes.ts";
import { unknownNode } from "../../analysis/find/link-tests.ts";
import { explainMatch, readTextQuery, type TextQuery } from "../../analysis/find/ranked-search.ts";
import { KINDS, type Kind } from "../../operations.ts";
import { fieldTitle } from "../../site/field-titles.ts";
import { countIn } from "../../site/map-entries.ts";
import { runInSlices } from "../../site/run-in-slices.ts";
import { typeNamer } from "../../site/schema/find-type.ts";
import type { SiteNode } from "../../site/site-nodes.ts";
import { BETWEEN_NAMES, namesByTree } from "../../site/tree/node-names.ts";
import { BYTE_ORDER_MARK, excelLine } from "../../text/csv.ts";
import { shortened } from "../../text/visible-text.ts";
import type { Problem } from "../problem.ts";
import { chunksOfText, type Reply } from "../reply.ts";
import type { ExploredSite, SearchResult } from "./explored-site.ts";
import type { FoundNodes, ListedNode, ViewParameters } from "./explorer-api.ts";
import { cellReader, fieldTitles } from "./node-cells.ts";
import { LONGEST_NAME } from "./tree-levels.ts";
import { TypeCounter } from "./type-counter.ts";

const DEFAULT_FOUND = 50;
/** How many searches are kept. */
const MOST_SEARCHES = 3;
/** How many types the facets list. */
const MOST_TYPES = 30;
/** How much of a URL or a value that was found is shown. */
const LONGEST_FOUND = 300;

/** The criteria of a search, and the columns of its list. */
type SearchParameters = Omit<ViewParameters<"csv">, "culture">;

/** @param signal aborted if the client has left */
export async function findView(
  site: ExploredSite,
  { from = 0, count = DEFAULT_FOUND, whole, fields, culture: _, ...criteria }: ViewParameters<"find">,
  signal: AbortSignal,
): Promise<FoundNodes | Problem> {
  const enough = whole ? Number.POSITIVE_INFINITY : from + count + 1;
  const search = await searched(site, criteria, enough, signal);
  if ("detail" in search) return search;
  const { found, toList } = search;
  // If the client has left, nobody reads the reply.
  if (!found) return { from, nodes: [], isMore: true };
  const window = found.nodes.slice(from, from + count);
  const explain =
    criteria.search === undefined ? undefined : matchExplainer(site, readTextQuery(criteria.search));
  const listed = toList(window);
  const languages = new Map(window.map((node, i) => [node, listed[i].language]));
  const cellsOf = fields && (await cellReader(site, fields, (node) => languages.get(node)));
  const nodes = site.listed(
    lazily(listed, (node, i) => ({
      ...node,
      found: explain?.(window[i]),
      cells: cellsOf?.(window[i]),
    })),
  );
  const titles =
    fields && fieldTitles(site, fields, criteria.type?.length === 1 ? criteria.type[0] : undefined);
  const isMore = !found.isComplete || found.nodes.length > from + nodes.length;
  if (!found.isComplete) return { from, nodes, isMore, titles };
  found.facets ??= await runInSlices(facetSteps(site, found.nodes));
  return { from, nodes, isMore, titles, total: found.nodes.length, facets: found.facets };
}

type Search = {
  /** Absent if the client has left. */
  found: SearchResult | undefined;
  toList: (nodes: readonly SiteNode[]) => ReturnType<ExploredSite["withLanguages"]>;
};

/** Searches, or takes the result of the same search. */
async function searched(
  site: ExploredSite,
  criteria: Criteria,
  enough: number,
  signal: AbortSignal,
): Promise<Search | Problem> {
  const graph = needsReferences(criteria) ? await site.idleReading.references() : undefined;
  const unknown = unknownNode(site.site, criteria, graph);
  if (unknown) return { name: "no-such-node", detail: `There is no ${describeSelector(unknown)}.` };
  const name = JSON.stringify(criteria);
  const known = site.searches.get(name);
  const found: SearchResult | undefined =
    known && (known.isComplete || known.nodes.length >= enough)
      ? known
      : await runInSlices(
          searchSteps(site.site, criteria, {
            redactor: site.site.secrets(),
            graph,
            enough,
            heads: site.heads,
          }),
          signal,
        );
  if (found) {
    site.searches.delete(name);
    site.searches.set(name, found);
    for (const oldest of site.searches.keys()) {
      if (site.searches.size > MOST_SEARCHES) site.searches.delete(oldest);
    }
  }
  return { found, toList: (nodes: readonly SiteNode[]) => site.withLanguages(nodes, criteria, graph) };
}

/** All nodes that a search finds, as a spreadsheet shows them: name, path and the chosen columns, with their titles. */
export async function csvView(
  site: ExploredSite,
  { fields = [], ...criteria }: SearchParameters,
  signal: AbortSignal,
): Promise<Reply | Problem> {
  const search = await searched(site, criteria, Number.POSITIVE_INFINITY, signal);
  if ("detail" in search) return search;
  const { found, toList } = search;
  const nodes = found?.nodes ?? [];
  const languages = new Map(toList(nodes).map(({ language }, i) => [nodes[i], language]));
  const cellsOf = await cellReader(site, fields, (node) => languages.get(node));
  const type = criteria.type?.length === 1 ? criteria.type[0] : undefined;
  const namesOf = namesByTree();
  function* lines(): Generator<string, void> {
    const titles = ["name", "breadcrumbs"].map(fieldTitle);
    yield BYTE_ORDER_MARK + excelLine([...titles, ...fieldTitles(site, fields, type)]);
    for (const node of nodes) {
      const names = namesOf(node.tree);
      yield excelLine([names.at(node.index), names.above(node.index).join(BETWEEN_NAMES), ...cellsOf(node)]);
    }
  }
  return {
    status: 200,
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": "attachment",
    },
    body: chunksOfText(lines()),
  };
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
  const namesOf = typeNamer(types);
  const properties = (node: SiteNode) => redactedProperties(node, site.site.secrets());
  return (node) => {
    const found = explainMatch(query, node, { types, properties });
    const { property, text } = found;
    const type = node.brief().type ?? "";
    const name = property && namesOf({ kind: node.kind, of: "node", type }).properties.get(property);
    return {
      ...found,
      ...(property !== undefined && { property: shortened(property, LONGEST_NAME) }),
      ...(text !== undefined && { text: shortened(text, LONGEST_FOUND) }),
      ...(name && { name }),
    };
  };
}
