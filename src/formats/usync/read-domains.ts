/** Reads `Domains/*.config`. */
import type { Findings } from "../../site/findings.ts";
import type { SiteDomain } from "../../site/languages.ts";
import type { Domain } from "../../site/urls/node-urls.ts";
import { isTrue, readConfig } from "./config-file.ts";
import type { UsyncFile } from "./find-files.ts";

/** A domain; one with a wildcard is no address. */
type UsyncDomain = SiteDomain & { isWildcard: boolean; sortOrder: number };

/** The domains in the order in which the CMS tries them. */
export function readDomains(files: readonly UsyncFile[], findings: Findings): UsyncDomain[] {
  const found = files.flatMap((file): UsyncDomain[] => {
    const config = readConfig(file, findings);
    const info = config?.root.child("Info");
    const domain = config?.root.attributes.Alias;
    if (!config || !info || !domain) return [];
    const root = info.child("Root");
    const sortOrder = info.child("SortOrder");
    return [
      {
        domain,
        node: root ? config.key(root.attributes.Key, "the Key of Info/Root", root) : null,
        language: info.child("Language")?.text.trim() || null,
        isWildcard: isTrue(info.child("IsWildcard")?.text),
        sortOrder: config.integer(sortOrder?.text, "SortOrder", sortOrder ?? config.root) ?? 0,
      },
    ];
  });
  // Files come in order of their names, which sorting keeps.
  return found.sort((a, b) => a.sortOrder - b.sortOrder);
}

/** What URLs are made of. */
export function urlDomains(domains: readonly UsyncDomain[]): Domain[] {
  return domains.flatMap(({ domain, node, language, isWildcard }) =>
    isWildcard || node === null ? [] : [{ root: node, name: domain, language: language ?? undefined }],
  );
}

export function siteDomainsOf(domains: readonly UsyncDomain[]): SiteDomain[] {
  return domains.map(({ domain, node, language }) => ({ domain, node, language }));
}
