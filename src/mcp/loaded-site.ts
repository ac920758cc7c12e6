/** The site that the tools answer from: loaded once, and with it what several questions need. */
import { AUDIT_SECTIONS, type AuditSectionName } from "../analysis/audit/audit-section.ts";
import { auditSteps } from "../analysis/audit/audit-site.ts";
import type { FileInventory } from "../analysis/audit/link-sections.ts";
import { DEFAULT_RULES } from "../analysis/diff/compare-nodes.ts";
import { type ComparedSite, diffSites } from "../analysis/diff/site-diff.ts";
import { languageSides, listSides, mapLanguages } from "../analysis/urls/language-urls.ts";
import { DirectorySource } from "../formats/directory-source.ts";
import { type LoadedData, languagesBeside, otherLanguages } from "../formats/load-directory.ts";
import { runInSlices } from "../http/explorer/run-in-slices.ts";
import { KINDS } from "../operations.ts";
import { once } from "../site/once.ts";
import {
  buildReferenceGraph,
  type LanguageReferences,
  readLanguageReferences,
} from "../site/references/reference-graph.ts";
import { ReferenceResolver, UnpublishedNodes } from "../site/references/resolve-reference.ts";
import { SecretRedactor } from "../site/secrets.ts";
import { countNodes } from "../site/tree/tree.ts";
import { joinSiteUrls } from "../site/urls/site-urls.ts";
import { ElementTypes } from "../site/values/element-types.ts";

type SiteOptions = {
  data: LoadedData;
  /** The earlier state, or the old site, that the data is compared with. Default: none. */
  old?: ComparedSite;
  /** Reads which media files are missing. Default: unknown. */
  inventory?: () => FileInventory | undefined;
};

export type LoadedSite = ReturnType<typeof loadedSite>;

/** Everything but the trees is computed when a tool first needs it, and kept. */
export function loadedSite({ data, old, inventory }: SiteOptions) {
  const { trees, unpublished = [] } = data;
  const languages = once(async (): Promise<LanguageReferences | undefined> => {
    if (languagesBeside(data).length === 0) return undefined;
    return readLanguageReferences(trees, otherLanguages(data), data.types());
  });
  const listed = async (site: ComparedSite) => {
    const sides = await languageSides(site, undefined);
    const lists = listSides(sides, site.redirects, { kinds: KINDS });
    return { sides, lists, joined: joinSiteUrls(lists) };
  };
  const auditOf = async (names: readonly AuditSectionName[]) => {
    const references = await languages();
    const site = {
      trees,
      types: data.types(),
      unpublished,
      files: inventory?.(),
      languages: references && { read: data.culture ?? "", references },
    };
    const audit = await runInSlices(auditSteps(site, names));
    return names.map((name) => audit.section(name));
  };
  return {
    data,
    old,
    trees,
    source: new DirectorySource(data),
    types: once(() => data.types()),
    elementTypes: once(() => new ElementTypes(data.types())),
    redactor: once(() => new SecretRedactor([data.types()])),
    counts: once(() => ({ content: countNodes(trees.content).types, media: countNodes(trees.media).types })),
    resolver: once(() => new ReferenceResolver(trees, new UnpublishedNodes(unpublished))),
    /** The references of all languages. */
    references: once(async () => buildReferenceGraph(trees, data.types(), await languages())),
    audit: once(() => auditOf(AUDIT_SECTIONS)),
    /** Sections that `audit` lacks, each made on its own. */
    requestedAudit: { markup: once(() => auditOf(["markup"])) },
    diff: once(() => old && diffSites(old, data, { kinds: KINDS, matchedBy: "key", rules: DEFAULT_RULES })),
    urls: once(async () => {
      const own = await listed(data);
      if (!old) return { listed: own.joined.urls, mapped: undefined };
      const options = { kinds: KINDS, matchedBy: "key", hosts: new Map(), byHand: new Map() } as const;
      return { listed: own.joined.urls, mapped: mapLanguages(await listed(old), own, options).mapped };
    }),
  };
}
