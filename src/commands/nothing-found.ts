/** Why a search finds nothing, as far as the data can tell. */
import type { Criteria, NamedNode } from "../analysis/find/criteria.ts";
import { namedPlaces } from "../analysis/find/link-tests.ts";
import { wildcard } from "../analysis/find/wildcard.ts";
import { type SiteTrees, siteNodes } from "../analysis/site-nodes.ts";
import { inWords } from "../counted.ts";
import { NoSuchNodeError } from "../errors.ts";
import { KINDS } from "../operations.ts";
import { nearAliases } from "../schema/find-type.ts";
import { countNodes } from "../tree/census.ts";

/** @throws NoSuchNodeError where a node is named that is not there, which finds nothing whatever else is asked */
export function refuseUnknown(trees: SiteTrees, { below, linkedFrom }: Criteria): void {
  for (const named of [below, linkedFrom]) {
    if (named === undefined || namedPlaces(trees, named).length > 0) continue;
    throw new NoSuchNodeError(`there is no ${describe(named)}`);
  }
}

export function nothingFound(trees: SiteTrees, criteria: Criteria): NoSuchNodeError {
  const { types = [], linksTo, changedSince } = criteria;
  const kinds = criteria.kind === undefined ? KINDS : [criteria.kind];
  const known = [...new Set(kinds.flatMap((kind) => [...countNodes(trees[kind]).types.keys()]))];
  if (types.length > 0 && !known.some((alias) => types.some((type) => wildcard(type)(alias)))) {
    return noSuchType(types, known);
  }
  if (linksTo && linksTo.by !== "path" && namedPlaces(trees, linksTo).length === 0) {
    return new NoSuchNodeError(`there is no ${describe(linksTo)}, and nothing refers to it`);
  }
  if (changedSince !== undefined && !tellsChanges(trees)) {
    return new NoSuchNodeError("no node tells when it was changed: this data has no updateDate");
  }
  return new NoSuchNodeError("no node matches");
}

function noSuchType(types: readonly string[], known: readonly string[]): NoSuchNodeError {
  const reason = `no node has the type ${inWords(types)}`;
  const near = types.flatMap((type) => nearAliases(type, known));
  if (near.length === 0) return new NoSuchNodeError(reason);
  return new NoSuchNodeError(`${reason}; near it: ${near.join(", ")}`, { flags: { type: near[0] } });
}

function describe(named: NamedNode): string {
  const what = named.kind === undefined ? "node" : `${named.kind} node`;
  return `${what} with the ${named.by} ${named.by === "id" ? named.id : named.key}`;
}

function tellsChanges(trees: SiteTrees): boolean {
  for (const node of siteNodes(trees)) if (node.fields().all.updateDate !== undefined) return true;
  return false;
}
