/** The earlier state that `serve --against` compares its data with. */
import { PLAIN_RULES } from "../analysis/compare-nodes.ts";
import { type ComparedSite, diffSites, type SiteDiff } from "../analysis/site-diff.ts";
import type { SiteTrees } from "../analysis/site-nodes.ts";
import { UsageError } from "../errors.ts";
import { type LoadedData, loadDirectory } from "../formats/load-directory.ts";
import type { Io } from "../io.ts";
import { KINDS } from "../operations.ts";
import type { Flags, Values } from "./flag.ts";
import { readOldPlace } from "./two-places.ts";

const OPTIONS = { kinds: KINDS, matchedBy: "key", rules: PLAIN_RULES } as const;

/** The flags that say what the data is compared with. */
type AgainstFlags = Values<Flags> & { against?: string; watch?: boolean; quiet?: boolean };

/**
 * Reads the earlier state, once.
 * @param data gives what is served
 * @returns what compares a state of the data with it; `undefined` where nothing was named
 * @throws UsageError, DataError; RefusedError, RemoteError for a site that does not answer
 */
export async function openAgainst(
  flags: AgainstFlags,
  io: Io,
  data: () => LoadedData,
): Promise<((trees: SiteTrees) => SiteDiff) | undefined> {
  if (flags.against === undefined) return undefined;
  const old = await openOld(flags.against, flags, io, data());
  return (trees) => diffSites(old, comparedSite({ ...data(), trees }), OPTIONS);
}

async function openOld(word: string, flags: AgainstFlags, io: Io, data: LoadedData): Promise<ComparedSite> {
  const place = await readOldPlace({ word, givenAs: "--against" }, flags, io);
  if ("directory" in place) {
    const { directory, options, shared, givenAs } = place;
    return comparedSite(await loadDirectory(directory, options, shared, givenAs));
  }
  // Of a site only what may differ is asked for, from what is served at that time.
  if (flags.watch) {
    throw new UsageError("--against a live site and --watch do not go together: pull it, and name the copy");
  }
  const { askSites } = await import("./ask-sites.ts");
  const { sites } = await askSites([place, comparedSite(data)], OPTIONS, flags, io);
  return sites[0];
}

function comparedSite({ path, ...data }: LoadedData): ComparedSite {
  return { place: path, ...data };
}
