/** Explains why a search finds nothing. */
import { type Criteria, describeSelector } from "../analysis/find/criteria.ts";
import { nodesElsewhere, selectedNodes, unknownNode } from "../analysis/find/criteria-tests.ts";
import type { ReferenceGraph } from "../analysis/reference-graph.ts";
import { type SiteTrees, siteNodes } from "../analysis/site-nodes.ts";
import { wildcard } from "../analysis/wildcard.ts";
import { NoSuchNodeError } from "../errors.ts";
import { takesOption } from "../formats/data-formats.ts";
import { type Kind, kindsOf } from "../operations.ts";
import { nearAliases } from "../site/schema/find-type.ts";
import { countNodes } from "../site/tree/tree.ts";
import { inWords } from "../text/counted.ts";

/**
 * @param graph the references of all languages, if the data holds several
 * @throws NoSuchNodeError if `below` or `linkedFrom` names a node that does not exist
 */
export function refuseUnknown(trees: SiteTrees, criteria: Criteria, graph?: ReferenceGraph): void {
  const unknown = unknownNode(trees, criteria, graph);
  if (unknown) throw new NoSuchNodeError(`there is no ${describeSelector(unknown)}`);
}

/** What was looked through, as it was loaded. */
type FoundIn = { trees: SiteTrees; format: string };

/** The error of a search by URL if no page of the data has a URL; else `undefined`. */
export function withoutUrls({ trees, format }: FoundIn, reason: string): NoSuchNodeError | undefined {
  if (trees.content.size === 0) return undefined;
  for (const node of siteNodes(trees, ["content"])) if (node.brief().url !== undefined) return undefined;
  return new NoSuchNodeError(
    `${reason}: no content node of the data has a URL`,
    takesOption(format, "urls") ? { flags: { urls: true } } : undefined,
  );
}

/** @param graph the references of all languages, if the data holds several */
export function nothingFound(data: FoundIn, criteria: Criteria, graph?: ReferenceGraph): NoSuchNodeError {
  const { trees } = data;
  const { linksTo, changedSince, kind, url } = criteria;
  const kinds = kindsOf(kind);
  const unknown = unknownType(trees, kinds, criteria) ?? unknownProperty(trees, kinds, criteria);
  if (unknown) return unknown;
  if (linksTo && linksTo.by !== "path" && selectedNodes(trees, linksTo).length === 0) {
    const elsewhere = graph ? nodesElsewhere(linksTo, graph) : [];
    if (elsewhere.length > 0) {
      const languages = elsewhere.map(({ language }) => language).join(" and ");
      return new NoSuchNodeError(
        `nothing refers to the ${describeSelector(linksTo)}, which exists only in ${languages}`,
      );
    }
    return new NoSuchNodeError(`there is no ${describeSelector(linksTo)}, and nothing refers to it`);
  }
  if (changedSince !== undefined && !tellsChanges(trees, kinds)) {
    return new NoSuchNodeError("no node matches: this data has no updateDate");
  }
  const isOfPages = (url !== undefined && kind !== "media") || linksTo?.by === "path";
  return (
    (isOfPages ? withoutUrls(data, "no node matches") : undefined) ?? new NoSuchNodeError("no node matches")
  );
}

function unknownType(
  trees: SiteTrees,
  kinds: readonly Kind[],
  { type: types = [], kind }: Criteria,
): NoSuchNodeError | undefined {
  const known = new Set(kinds.flatMap((each) => [...countNodes(trees[each]).types.keys()]));
  if (types.length === 0 || types.some((type) => isAmong(known, type))) return undefined;
  const reason = `no ${kind === undefined ? "" : `${kind} `}node has the type ${inWords(types)}`;
  return withNear(reason, "type", types[0], known);
}

/** Properties of elements are not looked through. */
function unknownProperty(
  trees: SiteTrees,
  kinds: readonly Kind[],
  { property: properties = [], element }: Criteria,
): NoSuchNodeError | undefined {
  if (properties.length === 0 || element !== undefined) return undefined;
  const known = new Set<string>();
  for (const node of siteNodes(trees, kinds)) for (const { alias } of node.properties()) known.add(alias);
  const unknown = properties.find(({ alias }) => !isAmong(known, alias));
  return unknown && withNear(`no node has the property ${unknown.alias}`, "property", unknown.alias, known);
}

function isAmong(known: ReadonlySet<string>, pattern: string): boolean {
  return [...known].some(wildcard(pattern));
}

function withNear(reason: string, flag: string, wanted: string, known: ReadonlySet<string>): NoSuchNodeError {
  const near = nearAliases(wanted, [...known]);
  if (near.length === 0) return new NoSuchNodeError(reason);
  return new NoSuchNodeError(`${reason}; near it: ${near.join(", ")}`, { flags: { [flag]: near[0] } });
}

function tellsChanges(trees: SiteTrees, kinds: readonly Kind[]): boolean {
  for (const node of siteNodes(trees, kinds)) if (node.fields().all.updateDate !== undefined) return true;
  return false;
}
