/** The URLs of content, from segments and domains, as the CMS makes them (docs/formats.md, Umbraco's database). */
import type { ChosenNode } from "./choose-nodes.ts";
import type { SiteDomain } from "./read-domains.ts";

/** Where the addresses of a branch begin. */
type Start = {
  /** `https://host` or nothing, then the domain's own path without a slash at its end. */
  prefix: string;
  culture: string | undefined;
};

/** What the addresses of a node and of those below it are made of. */
type Address = {
  start: Start | undefined;
  /** Behind the start, each segment with a slash before it; `undefined` where one of them is not known. */
  path: string | undefined;
};

const DOMAIN = /^(?:(https?):\/\/)?([^/]*)(.*)$/i;

/** What a site's addresses are made by. */
export type AddressRules = {
  domains: readonly SiteDomain[];
  /** The code of the language that is read, and whether it is the default. */
  culture: string | undefined;
  isDefaultCulture: boolean;
};

/**
 * @param nodes in preorder
 * @param segments of each of them; `undefined` where it is not known
 * @returns a URL for each of them; `undefined` where it has none
 */
export function contentUrls(
  nodes: readonly ChosenNode[],
  segments: readonly (string | undefined)[],
  { domains, culture, isDefaultCulture }: AddressRules,
): (string | undefined)[] {
  const starts = startsOf(domains, culture);
  const firstRoot = nodes.findIndex(({ parent }) => parent === undefined);
  const addresses: Address[] = [];
  return nodes.map((node, index) => {
    const segment = segments[index];
    const address = addressOf(node, segment, starts, addresses);
    addresses.push(address);
    const { start, path } = address;
    if (!isDefaultCulture && start?.culture !== culture) return undefined;
    // The first root is the front page. Another's segment is its own address, but no part of those below it.
    const isOtherRoot = !(node.parent || start || index === firstRoot);
    const own = isOtherRoot ? segment && `/${segment}` : path;
    return own === undefined ? undefined : `${start?.prefix ?? ""}${own}/`;
  });
}

function addressOf(
  { row, parent }: ChosenNode,
  segment: string | undefined,
  starts: ReadonlyMap<number, Start>,
  addresses: readonly Address[],
): Address {
  const start = starts.get(row.id);
  const above = parent && addresses[parent.place];
  if (start || !above) return { start, path: "" };
  const isKnown = segment !== undefined && above.path !== undefined;
  return { start: above.start, path: isKnown ? `${above.path}/${segment}` : undefined };
}

/** By nodes' ids. Of several domains of a node, the first of the language that is read, else the first. */
function startsOf(domains: readonly SiteDomain[], culture: string | undefined): Map<number, Start> {
  const real = domains.filter(({ isWildcard }) => !isWildcard);
  const hosts = new Set(real.map(({ name }) => partsOf(name).host).filter((host) => host !== ""));
  const starts = new Map<number, Start>();
  for (const domain of real) {
    const known = starts.get(domain.rootId);
    if (known && (known.culture === culture || domain.culture !== culture)) continue;
    const { scheme, host, path } = partsOf(domain.name);
    const origin = hosts.size > 1 && host !== "" ? `${scheme}://${host}` : "";
    starts.set(domain.rootId, { prefix: origin + path, culture: domain.culture });
  }
  return starts;
}

function partsOf(name: string) {
  const [, scheme = "https", host = "", path = ""] = DOMAIN.exec(name) ?? [];
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), path: path.replace(/\/+$/, "") };
}
