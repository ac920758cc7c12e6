/** What the versions of two sites say about how their values are compared. */

import { UMBRACO_CONFIG } from "../../formats/data-formats.ts";
import type { SiteData } from "../../site/site-data.ts";

type VersionedSite = Pick<SiteData, "format" | "version">;

/** Whether both sites are known to be of different major versions of Umbraco or uSync, so that they store values in different forms. */
export function areOfDifferentVersions(old: VersionedSite, other: VersionedSite): boolean {
  const [was, is] = [majorVersion(old), majorVersion(other)];
  return was !== undefined && is !== undefined && was !== is;
}

/** The site of two whose version is not known, while that of the other is. */
export function siteOfUnknownVersion<S extends VersionedSite>(sites: readonly S[]): S | undefined {
  const unknown = sites.filter((site) => majorVersion(site) === undefined);
  return unknown.length === 1 ? unknown[0] : undefined;
}

/** `umbraco.config` does not say its version: 7 is the last that wrote one. */
function majorVersion({ format, version }: VersionedSite): string | undefined {
  return /\d+/.exec(version ?? "")?.[0] ?? (format === UMBRACO_CONFIG.name ? "7" : undefined);
}
