/** The site that the tools answer about, with the answers that are made of all of it: each made once, when a tool first needs it. */
import { auditSite } from "../analysis/audit/audit-site.ts";
import type { FileInventory } from "../analysis/audit/link-sections.ts";
import { DEFAULT_RULES } from "../analysis/diff/compare-nodes.ts";
import { diffSites } from "../analysis/diff/site-diff.ts";
import { TypeMap } from "../analysis/diff/type-map.ts";
import { areOfDifferentVersions } from "../analysis/diff/versions.ts";
import { mapLanguages, nodesMatchedBy } from "../analysis/urls/map-languages.ts";
import { memoryStore } from "../decode/nodes-in-languages.ts";
import { SiteLines } from "../decode/site-lines.ts";
import { DirectorySource } from "../formats/directory-source.ts";
import { KINDS } from "../operations.ts";
import { once } from "../site/once.ts";
import type { Site } from "../site/site.ts";
import type { SiteNode } from "../site/site-nodes.ts";

type AskedParts = {
  /** The earlier state, or the old site, that the data is compared with. Default: none. */
  old?: Site;
  /** Reads which media files are missing. Default: unknown. */
  inventory?: () => FileInventory | undefined;
};

export type AskedSite = ReturnType<typeof askedSite>;

export function askedSite(site: Site, { old, inventory }: AskedParts = {}) {
  return {
    ...site,
    old,
    source: new DirectorySource(site),
    /** Reads all languages. Returns a function that makes the line of an export for a node, without secrets. */
    decodedLines: once(async () => {
      const lines = await SiteLines.read(site, { kinds: KINDS, store: memoryStore() });
      return ({ kind, tree, index }: SiteNode) =>
        site.secrets().decodedLine(kind, lines.line(kind, tree.keyAt(index)).text);
    }),
    audit: once(() => auditSite(site, { files: inventory?.() })),
    /** Sections that `audit` lacks, each made on its own. */
    requestedAudit: { markup: once(() => auditSite(site, { wanted: ["markup"] })) },
    diff: once(() => {
      if (!old) return undefined;
      const asMigrated = areOfDifferentVersions(old, site) ? new TypeMap() : undefined;
      return diffSites(old, site, { kinds: KINDS, matchedBy: "key", rules: DEFAULT_RULES, asMigrated });
    }),
    /** The URLs of the site; if there is an old site, what has become of the old URLs. */
    addresses: once(async () => {
      const own = await site.urls();
      const options = { kinds: KINDS, wasAt: nodesMatchedBy("key"), hosts: new Map(), byHand: new Map() };
      const mapped = old && mapLanguages(await old.urls(), own, options).mapped;
      return { listed: own.joined.urls, mapped };
    }),
  };
}
