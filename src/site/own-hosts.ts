/** The hosts of a site: those of its domains, and of a copy the host of the site that was copied. */

import { once } from "./once.ts";
import type { SiteData } from "./site-data.ts";
import { parseDomain } from "./urls/node-urls.ts";

/** Whether a host is one of the site's, whatever its port and case. Reads domains at the first call. */
export type IsOwnHost = (host: string) => boolean;

/** What names the hosts of a site. */
type HostData = Pick<SiteData, "domains" | "origin">;

export function ownHosts(data: HostData): IsOwnHost {
  const hosts = once(() => hostsOf(data));
  return (host) => hosts().has(comparableHost(host));
}

/** The hosts in lower case, without ports. `www.` is not added; domains that are paths or wildcards have no host. */
export function hostsOf({ domains, origin }: HostData): ReadonlySet<string> {
  const hosts = (domains?.() ?? []).map(({ domain }) => parseDomain(domain)?.host ?? "");
  if (origin !== undefined && /^https?:/i.test(origin) && URL.canParse(origin))
    hosts.push(new URL(origin).host);
  return new Set(hosts.flatMap((host) => comparableHost(host) || []));
}

function comparableHost(host: string): string {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  // Names in other alphabets are also written in ASCII.
  return URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : name;
}
