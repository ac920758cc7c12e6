/** Fetches from a live site what a comparison needs. Loaded only if one of two sources is a live site. */
import { type DiffOptions, isWithinSubtree } from "../analysis/diff/site-diff.ts";
import { type Io, writeError } from "../io.ts";
import { KINDS, type Kind } from "../operations.ts";
import { startProgress } from "../output/progress.ts";
import { fetchWhereDifferent, type MissedNode, TreeListing } from "../remote/compared-sites.ts";
import { createDispatcher } from "../remote/http-client.ts";
import { type OnPullEvent, Tally } from "../remote/pull-events.ts";
import { NO_TYPES } from "../site/schema/site-types.ts";
import { createSite, type Site } from "../site/site.ts";
import { type SiteData, siteDataOf } from "../site/site-data.ts";
import type { Tree } from "../site/tree/tree.ts";
import { emptyTree } from "../site/tree/tree-builder.ts";
import { type GivenSite, warnOfClearKey } from "./source-options.ts";

/** A directory that was loaded, or a site to fetch from. */
type GivenSource = SiteData | GivenSite;

/** A source; `listed` fetches the trees of a live site, which are set once they are complete. */
type OpenedSource = { data: SiteData; trees: Record<Kind, Tree>; listed?: TreeListing };

/** Two sites to compare, and the nodes that could not be fetched. */
export type ComparedSources = { sites: readonly Site[]; missed: readonly MissedNode[] };

/** Which nodes are fetched. */
export type FetchOptions = Pick<DiffOptions, "kinds" | "matchedBy" | "below" | "asMigrated">;

type SiteFlags = { quiet?: boolean; color?: boolean };

/**
 * @param given the old source and the new one
 * @returns both, with everything that the comparison needs
 * @throws RefusedError, RemoteError if a site does not answer
 */
export async function fetchCompared(
  given: readonly GivenSource[],
  options: FetchOptions,
  flags: SiteFlags,
  io: Io,
): Promise<ComparedSources> {
  const tally = new Tally();
  const progress = flags.quiet ? undefined : await startProgress(tally, flags, io);
  const onEvent: OnPullEvent = (event) => {
    tally.add(event);
    progress?.add(event);
  };
  try {
    const sources = given.map((source) => openedSource(source, onEvent, flags, io));
    const missed: MissedNode[] = [];
    // References in values lead to both trees.
    for (const kind of options.asMigrated ? KINDS : options.kinds) {
      for (const node of await fetchKind(kind, sources, options)) missed.push(node);
    }
    return { sites: await Promise.all(sources.map((source) => siteOf(source, options))), missed };
  } finally {
    progress?.stop();
  }
}

async function fetchKind(
  kind: Kind,
  sources: readonly OpenedSource[],
  { matchedBy, below, kinds, asMigrated }: FetchOptions,
): Promise<readonly MissedNode[]> {
  const [old, other] = await Promise.all(
    sources.map(async ({ trees, listed }) => ({
      tree: listed ? await listed.list(kind) : trees[kind],
      site: listed,
    })),
  );
  const isBelow = isWithinSubtree(old.tree, other.tree, below);
  const { trees, missed } = await fetchWhereDifferent(kind, [old, other], {
    matchedBy,
    isWanted: (node) => kinds.includes(kind) && isBelow(node),
    // Across versions, equal dates do not mean equal nodes.
    fetchesAll: asMigrated !== undefined,
  });
  trees.forEach((tree, i) => {
    sources[i].trees[kind] = tree;
  });
  return missed;
}

/** The site of a source. A live site's types are fetched only if values are compared, since elements are recognised by their types. */
async function siteOf({ data, trees, listed }: OpenedSource, { asMigrated }: FetchOptions): Promise<Site> {
  if (!listed || !asMigrated) return createSite({ ...data, trees });
  const types = { ...NO_TYPES, ...(await listed.types()), warnings: [] };
  return createSite({ ...data, trees, types: () => types });
}

function openedSource(source: GivenSource, onEvent: OnPullEvent, { quiet }: SiteFlags, io: Io): OpenedSource {
  if (!("baseUrl" in source)) return { data: source, trees: { ...source.trees } };
  warnOfClearKey(source, io);
  const { baseUrl } = source;
  const onWarning = quiet ? undefined : (text: string) => writeError(io, `warning: ${baseUrl}: ${text}`);
  const listed = new TreeListing(
    { ...source, dispatcher: createDispatcher(source.connection) },
    onEvent,
    onWarning,
  );
  const trees = { content: emptyTree(), media: emptyTree() };
  return { data: siteDataOf({ path: baseUrl, trees }), trees, listed };
}
