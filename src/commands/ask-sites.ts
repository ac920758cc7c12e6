/** Has sites asked for what they are compared by. Loaded only where one of two places is a site. */
import { type ComparedSite, type DiffOptions, within } from "../analysis/site-diff.ts";
import { type Io, writeError } from "../io.ts";
import { API_SEGMENT, KINDS, type Kind } from "../operations.ts";
import { startProgress } from "../output/progress.ts";
import { fetchWhereDifferent, ListedSite, type MissedNode } from "../pull/compared-sites.ts";
import { type OnPullEvent, Tally } from "../pull/pull-events.ts";
import { createDispatcher } from "../sources/http-client.ts";
import type { Tree } from "../tree/tree.ts";
import { emptyTree } from "../tree/tree-builder.ts";
import { warnOfClearKey } from "./place.ts";
import type { RemotePlace } from "./remote-place.ts";
import { SIDES, type Side } from "./two-places.ts";

/** A side that was loaded, or the site that is to be asked. */
export type GivenSide = ComparedSite | RemotePlace;

/** A side, and what asks it if it is a site: its trees are then put in place when they are whole. */
type OpenSide = { path: string; format: string; trees: Record<Kind, Tree>; listed?: ListedSite };

/** Two sites as they are compared, and the nodes that could not be had of them. */
export type OpenedPlaces = { sites: readonly ComparedSite[]; missed: readonly MissedNode[] };

/** What decides which nodes are asked for. */
export type AskedOptions = Pick<DiffOptions, "kinds" | "matchedBy" | "below" | "asMigrated">;

type SiteFlags = { quiet?: boolean; color?: boolean };

/**
 * @param given the old side and the new one
 * @returns both, whole as far as they matter
 * @throws RefusedError, RemoteError where a site does not answer
 */
export async function askSites(
  given: readonly GivenSide[],
  options: AskedOptions,
  flags: SiteFlags,
  io: Io,
): Promise<OpenedPlaces> {
  const tally = new Tally();
  const progress = flags.quiet ? undefined : await startProgress(tally, flags, io);
  const onEvent: OnPullEvent = (event) => {
    tally.add(event);
    progress?.add(event);
  };
  try {
    const sides = given.map((side) => sideOf(side, onEvent, flags, io));
    const missed: MissedNode[] = [];
    // What values point to is looked up in both trees.
    for (const kind of options.asMigrated ? KINDS : options.kinds) {
      for (const node of await askKind(kind, sides, options)) missed.push(node);
    }
    return { sites: await Promise.all(sides.map((side) => withTypes(side, options))), missed };
  } finally {
    progress?.stop();
  }
}

async function askKind(
  kind: Kind,
  sides: readonly OpenSide[],
  { matchedBy, below, kinds, asMigrated }: AskedOptions,
): Promise<readonly MissedNode[]> {
  const [old, other] = await Promise.all(
    sides.map(async ({ trees, listed }, i) => ({
      tree: listed ? await listed.list(kind).catch((error) => throwFor(SIDES[i], error)) : trees[kind],
      site: listed,
    })),
  );
  const isBelow = within(old.tree, other.tree, below);
  const { trees, missed } = await fetchWhereDifferent(kind, [old, other], {
    matchedBy,
    isWanted: (node) => kinds.includes(kind) && isBelow(node),
    // Between generations the same date says nothing.
    fetchesAll: asMigrated !== undefined,
  });
  trees.forEach((tree, i) => {
    sides[i].trees[kind] = tree;
  });
  return missed;
}

/** A side with its types, where elements are told by them. */
async function withTypes(side: OpenSide, { asMigrated }: AskedOptions): Promise<ComparedSite> {
  if (!side.listed || !asMigrated) return side;
  const types = await side.listed.types();
  return { ...side, types: () => types };
}

/** Names in the hint of an error what the side that it is about takes. */
function throwFor(side: Side, error: Error): never {
  error.message = error.message
    // The place stands alone, so that its URL has the prefix in it.
    .replace(
      /\btry --base-url (\S+) --prefix (\S+)$/,
      (_, baseUrl, prefix) => `try ${baseUrl}/${prefix}/${API_SEGMENT} as the ${side} place`,
    )
    .replace(/\btry --(?=api-key-file|prefix|timeout|max-answer|ca-file|insecure)/g, `try --${side}-`)
    .replace(/\btry a larger --(?=timeout|max-answer)/g, `try a larger --${side}-`)
    .replace(/, or --insecure$/, `, or --${side}-insecure`);
  throw error;
}

function sideOf(side: GivenSide, onEvent: OnPullEvent, { quiet }: SiteFlags, io: Io): OpenSide {
  if (!("baseUrl" in side)) return { ...side, trees: { ...side.trees } };
  warnOfClearKey(side, io);
  const { baseUrl } = side;
  const onWarning = quiet ? undefined : (text: string) => writeError(io, `warning: ${baseUrl}: ${text}`);
  const listed = new ListedSite(
    { ...side, dispatcher: createDispatcher(side.connection), onWarning },
    onEvent,
  );
  return { path: baseUrl, format: "site", trees: { content: emptyTree(), media: emptyTree() }, listed };
}
