/** What was written by hand of old addresses, and which of it is in vain. */
import { parseAddress, sameAddress } from "./address.ts";
import type { SiteUrls } from "./site-urls.ts";

/** From an old key or address, as it is compared, to a new key or URL. */
export type ByHand = ReadonlyMap<string, string>;

/** @returns old keys and addresses that the old site does not have, and new keys that nothing on the new site has */
export function writtenInVain(
  byHand: ByHand,
  old: SiteUrls,
  other: SiteUrls,
): { unknown: readonly string[]; dead: readonly string[] } {
  const known = new Set(old.urls.flatMap(({ url, node }) => [node.key, markOf(url)]));
  const living = new Set(other.urls.map(({ node }) => node.key));
  return {
    unknown: [...byHand.keys()].filter((mark) => !known.has(mark)),
    dead: [...byHand.values()].filter((target) => parseAddress(target) === undefined && !living.has(target)),
  };
}

function markOf(url: string): string | undefined {
  const address = parseAddress(url);
  return address && sameAddress(address);
}
