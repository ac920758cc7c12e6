/** Makes redirects of what has become of addresses: none to itself, none over another, none from what is a page again. */
import { entryIn } from "../map-entries.ts";
import { type HostNames, parseAddress, renamed, sameAddress, type UrlParts, writeTarget } from "./address.ts";
import type { MappedUrl } from "./map-urls.ts";
import type { AddressedNode } from "./site-urls.ts";

export type Redirect = {
  /** The old address below its host: its path, with its escapes, and its query. */
  path: string;
  query: string;
  /** A path with its query, or a whole URL; escapes as they stand. */
  to: string;
  /** The node of the new site that stands there, where that is known. */
  node?: AddressedNode;
};

/** Why an address has no redirect: counted, with the first of them. */
export const LEFT_OUT = {
  same: "as they were",
  gone: "gone, leading nowhere",
  taken: "of other pages now",
  twice: "of two pages at once: the first counts",
  loop: "leading in a circle",
} as const;
type LeftOut = keyof typeof LEFT_OUT;

export type Redirects = {
  redirects: readonly Redirect[];
  left: ReadonlyMap<LeftOut, readonly string[]>;
};

type RedirectOptions = {
  /** Where addresses lead that are gone: to the nearest ancestor that is there, nowhere, or to this URL. */
  gone: "ancestor" | "none" | { url: string };
  hosts: HostNames;
};

export function redirectsOf(mapped: readonly MappedUrl[], { gone, hosts }: RedirectOptions): Redirects {
  const left = new Map<LeftOut, string[]>();
  const leave = (why: LeftOut, url: string) => entryIn(left, why, () => []).push(url);
  const living = livingAddresses(mapped);
  const all = new Map<string, Redirect>();
  for (const { verdict, old, to } of mapped) {
    if (old === undefined) continue;
    const target = verdict === "gone" ? goneTarget(gone, to) : to;
    const address = parseAddress(old.url);
    if (verdict === "same" || address === undefined) leave("same", old.url);
    else if (target === undefined) leave("gone", old.url);
    else if (isTaken(renamed(address, hosts), target, living)) leave("taken", old.url);
    else if (all.has(belowHost(address))) leave("twice", old.url);
    else all.set(belowHost(address), redirectTo(address, target));
  }
  const flat = [...all].flatMap(([mark, redirect]) => {
    const end = lastOf(redirect, all);
    if (end !== undefined && markOf(end.to) !== mark) return [{ ...redirect, to: end.to, node: end.node }];
    leave("loop", redirect.path + redirect.query);
    return [];
  });
  return { redirects: flat, left };
}

function goneTarget(gone: RedirectOptions["gone"], ancestor: MappedUrl["to"]): MappedUrl["to"] {
  if (gone === "ancestor") return ancestor;
  return gone === "none" ? undefined : gone;
}

function redirectTo({ path, query }: UrlParts, { url, node }: NonNullable<MappedUrl["to"]>): Redirect {
  const address = parseAddress(url);
  return { path, query, to: address ? writeTarget(address) : url, node };
}

/** Pages of the new site by their paths, with their queries. */
type Living = ReadonlyMap<string, readonly { address: UrlParts; node: AddressedNode }[]>;

function livingAddresses(mapped: readonly MappedUrl[]): Living {
  const living = new Map<string, { address: UrlParts; node: AddressedNode }[]>();
  for (const { verdict, to } of mapped) {
    const address = to && verdict !== "gone" ? parseAddress(to.url) : undefined;
    if (address === undefined || to?.node === undefined) continue;
    entryIn(living, belowHost(address), () => []).push({ address, node: to.node });
  }
  return living;
}

/** Whether a page of the new site has the address; where a host is not told it may be any, and another page's path counts. */
function isTaken(old: UrlParts, target: NonNullable<MappedUrl["to"]>, living: Living): boolean {
  const mark = sameAddress(old);
  return (living.get(belowHost(old)) ?? []).some(({ address, node }) => {
    if (sameAddress(address) === mark) return true;
    const isHostOpen = address.origin === undefined || old.origin === undefined;
    return isHostOpen && node.key !== target.node?.key;
  });
}

function belowHost({ path, query }: UrlParts): string {
  return sameAddress({ path, query });
}

/** The mark of where a redirect leads, if that is a path. */
function markOf(to: string): string | undefined {
  const address = parseAddress(to);
  return address && address.origin === undefined ? belowHost(address) : undefined;
}

/** The last of a chain; `undefined` where it is a loop. */
function lastOf(first: Redirect, all: ReadonlyMap<string, Redirect>): Redirect | undefined {
  const seen = new Set<Redirect>();
  let last = first;
  for (;;) {
    seen.add(last);
    const mark = markOf(last.to);
    const next = mark === undefined ? undefined : all.get(mark);
    if (next === undefined) return last;
    if (seen.has(next)) return undefined;
    last = next;
  }
}
