/** Whether two sites are of one version of the CMS, so that their values can be compared as they are stored. */

import { UMBRACO_CONFIG } from "../../formats/data-formats.ts";
import type { SiteData } from "../../site/site-data.ts";

type VersionedSite = Pick<SiteData, "format" | "version" | "copiedVersion" | "origin">;

/** Whether both are known to be of one major version: by their data, or as two states of one site. */
export function areOfOneVersion(old: VersionedSite, other: VersionedSite): boolean {
  const [was, is] = [old, other].map((site) => /\d+/.exec(versionOf(site) ?? "")?.[0]);
  if (was !== undefined || is !== undefined) return was === is;
  return old.origin !== undefined && old.origin === other.origin;
}

/**
 * The version of the Umbraco or uSync that wrote the data, or what it was copied from, if it is known; `umbraco.config` says
 * none.
 */
export function versionOf({ format, version, copiedVersion }: VersionedSite): string | undefined {
  return copiedVersion ?? version ?? (format === UMBRACO_CONFIG.name ? "7" : undefined);
}
