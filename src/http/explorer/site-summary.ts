/** What the explorer's page is told first: what is served, how, and which types its nodes have. */
import { basename } from "node:path";
import pkg from "../../../package.json" with { type: "json" };
import type { FileInventory } from "../../analysis/audit/link-sections.ts";
import { countAll, type SiteDiff } from "../../analysis/site-diff.ts";
import type { SiteTrees } from "../../analysis/site-nodes.ts";
import { DEFAULT_PREFIX } from "../../operations.ts";
import type { AccessOptions } from "../access.ts";
import type { HomeOptions } from "../home.ts";
import type { ExploredSite } from "./explored-site.ts";
import type { ExplorerSite } from "./explorer-answers.ts";

/** What the page is told of the server. */
export type ExplorerOptions = {
  /** Whether the data is loaded again when it changes. Default: false. */
  isWatched?: boolean;
  /** How a command names the data that is served, for those who sit at the same machine. Default: by its name. */
  dataFlags?: string;
  /** What the folder of media files lacks, and has too much. Default: that is not told. */
  inventory?: () => FileInventory | undefined;
  /** The command that tells the same as that comparison, for those who sit at the same machine. Default: by names. */
  diffCommand?: string;
  /** Compares the data with an earlier state. Default: it is not compared. */
  compare?: (trees: SiteTrees) => SiteDiff;
};

/** That, and who may ask. */
export type ServerFacts = HomeOptions & ExplorerOptions & Pick<AccessOptions, "apiKey">;

export function siteSummary(
  site: ExploredSite,
  { prefix, dataName = "", isWatched = false, dataFlags, diffCommand, apiKey }: ServerFacts,
): ExplorerSite {
  const { version, format, sizes } = site.edition;
  return {
    version,
    program: pkg.version,
    name: dataName,
    format,
    nodes: { ...sizes },
    prefix,
    defaultPrefix: DEFAULT_PREFIX,
    isWatched,
    dataFlags: dataFlags ?? `--data ./${dataName}`,
    against: site.diff && against(site.diff, diffCommand ?? `migrations diff OLD ./${dataName}`),
    needsKey: apiKey !== undefined,
  };
}

function against(diff: SiteDiff, command: string): ExplorerSite["against"] {
  return { name: basename(diff.old.place), counts: countAll(diff), command };
}
