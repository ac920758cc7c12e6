/** Maps each URL of an old site to the new site, and derives redirects. */

import type { Kind } from "../../operations.ts";
import { entryIn } from "../../site/map-entries.ts";
import type { SiteTrees } from "../../site/site-data.ts";
import type { Tree } from "../../site/tree/tree.ts";
import {
  comparableUrl,
  type HostNames,
  parseAddress,
  renamed,
  sameAddress,
  type UrlParts,
  writeTarget,
} from "../../site/urls/address.ts";
import type { AddressedNode, SiteUrl, SiteUrls } from "../../site/urls/site-urls.ts";

export const VERDICTS = ["same", "moved", "removed", "new"] as const;
export type Verdict = (typeof VERDICTS)[number];

export type MappedUrl = {
  verdict: Verdict;
  /** The old URL; absent if the URL is new. */
  old?: SiteUrl;
  /** The new URL. For a removed page, the URL of its nearest ancestor that still exists, if any. */
  to?: { url: string; node?: AddressedNode };
};

/** From an old key or comparable URL to a new key or URL. */
export type ManualMappings = ReadonlyMap<string, string>;

type MapOptions = {
  old: SiteUrls;
  new: SiteUrls;
  oldTrees: SiteTrees;
  /** By kind, for each index of the new tree the index of the same node in the old one, or -1. */
  wasAt: Readonly<Partial<Record<Kind, Int32Array>>>;
  hosts: HostNames;
  byHand: ManualMappings;
};

type UrlTarget = { url: string; node?: AddressedNode };

/** @returns old URLs in their order, then new ones */
export function mapUrls({ old, new: site, oldTrees, wasAt, hosts, byHand }: MapOptions): MappedUrl[] {
  /** By kind, from indexes of the old tree. */
  const targets: Record<Kind, Map<number, UrlTarget>> = { content: new Map(), media: new Map() };
  const byKey = new Map<string, UrlTarget>();
  const byAddress = new Map<string, UrlTarget>();
  const formerPlace = ({ kind, index }: AddressedNode) => wasAt[kind]?.[index] ?? -1;
  const targetBelow = new Map<string, UrlTarget>();
  const targetIn = new Map<string, UrlTarget>();
  const inLanguage = (index: number, language = "") => `${index} ${language.toLowerCase()}`;
  for (const { url, source, node, domain } of site.urls) {
    const comparable = comparableUrl(url);
    if (comparable !== undefined && !byAddress.has(comparable)) byAddress.set(comparable, { url, node });
    if (source === "alias" || source === "legacy") continue;
    const was = formerPlace(node);
    const language = inLanguage(was, node.language);
    if (was >= 0 && source !== "redirect" && !targetIn.has(language)) targetIn.set(language, { url, node });
    if (domain !== undefined) {
      if (was >= 0) targetBelow.set(`${was} ${domain}`, { url, node });
      continue;
    }
    byKey.set(node.key, { url, node });
    if (was >= 0) targets[node.kind].set(was, { url, node });
  }
  const named = (written: string): UrlTarget | undefined => {
    const address = parseAddress(written);
    if (address === undefined) return byKey.get(written);
    return { url: writeTarget(address), node: byAddress.get(sameAddress(address))?.node };
  };
  const verdictOn = (each: SiteUrl): MappedUrl => {
    const { url, node } = each;
    const address = parseAddress(url);
    const there = address && byAddress.get(sameAddress(renamed(address, hosts)));
    // The URL still leads to the same node: an alias may have been kept.
    const isStill = there?.node?.kind === node.kind && formerPlace(there.node) === node.index;
    if (isStill) return { verdict: "same", old: each, to: there };
    // Manual mappings win over keys, and among them a URL wins over a key.
    const written = byHand.get(comparableUrl(url) ?? "") ?? byHand.get(node.key);
    const to =
      (written === undefined ? undefined : named(written)) ??
      targetBelow.get(`${node.index} ${each.domain}`) ??
      (each.domain === undefined ? undefined : targetIn.get(inLanguage(node.index, node.language))) ??
      targets[node.kind].get(node.index);
    if (to === undefined) {
      const ancestor = nearestAbove(oldTrees[node.kind], node.index, targets[node.kind]);
      return { verdict: "removed", old: each, ...(ancestor ? { to: ancestor } : {}) };
    }
    const is = parseAddress(to.url);
    const isSame = address && is && sameAddress(renamed(address, hosts)) === sameAddress(is);
    return { verdict: isSame ? "same" : "moved", old: each, to };
  };
  const mapped = old.urls.map(verdictOn);
  const known = new Set(mapped.flatMap(({ to, verdict }) => (to && verdict !== "removed" ? [to.url] : [])));
  const added = site.urls.filter(({ url, node }) => !known.has(url) && formerPlace(node) < 0);
  return [...mapped, ...added.map(({ url, node }): MappedUrl => ({ verdict: "new", to: { url, node } }))];
}

/** Returns the nearest ancestor that the new site has too. */
function nearestAbove(
  tree: Tree,
  index: number,
  targets: ReadonlyMap<number, UrlTarget>,
): UrlTarget | undefined {
  for (let at = tree.parentAt(index); at >= 0; at = tree.parentAt(at)) {
    const found = targets.get(at);
    if (found) return found;
  }
  return undefined;
}

/** @returns the number of nodes reported as removed that the new site has, but without a URL */
export function withoutAddress(mapped: readonly MappedUrl[], wasAt: MapOptions["wasAt"]): number {
  const there = { content: new Set(wasAt.content), media: new Set(wasAt.media) };
  const left = mapped.flatMap(({ verdict, old }) =>
    verdict === "removed" && old && there[old.node.kind].has(old.node.index) ? [old.node] : [],
  );
  return new Set(left).size;
}

/** @returns old keys and URLs that the old site lacks, and new keys that the new site lacks */
export function unusedMappings(
  byHand: ManualMappings,
  old: SiteUrls,
  other: SiteUrls,
): { unknown: readonly string[]; dead: readonly string[] } {
  const known = new Set(old.urls.flatMap(({ url, node }) => [node.key, comparableUrl(url)]));
  const living = new Set(other.urls.map(({ node }) => node.key));
  return {
    unknown: [...byHand.keys()].filter((comparable) => !known.has(comparable)),
    dead: [...byHand.values()].filter((target) => parseAddress(target) === undefined && !living.has(target)),
  };
}

export type Redirect = {
  /** The path of the old URL, with its escapes. */
  path: string;
  query: string;
  /** A path with its query, or an absolute URL; with its escapes. */
  to: string;
  /** The node of the new site at this URL, if known. */
  node?: AddressedNode;
};

/** Why a URL has no redirect. */
export const LEFT_OUT = {
  same: "as they were",
  removed: "removed, leading nowhere",
  taken: "lost, since another page is there now",
  twice: "of two pages at once: the first counts",
  loop: "leading in a circle",
} as const;
type LeftOut = keyof typeof LEFT_OUT;

export type Redirects = {
  redirects: readonly Redirect[];
  left: ReadonlyMap<LeftOut, readonly string[]>;
};

type RedirectOptions = {
  /** The target for removed pages: the nearest existing ancestor, none, or this URL. */
  removed: "ancestor" | "none" | { url: string };
  hosts: HostNames;
};

export function redirectsOf(mapped: readonly MappedUrl[], { removed, hosts }: RedirectOptions): Redirects {
  const left = new Map<LeftOut, string[]>();
  const leave = (why: LeftOut, url: string) => entryIn(left, why, () => []).push(url);
  const living = livingAddresses(mapped);
  const all = new Map<string, Redirect>();
  for (const { verdict, old, to } of mapped) {
    if (old === undefined) continue;
    const target =
      verdict !== "removed" || removed === "ancestor" ? to : removed === "none" ? undefined : removed;
    const address = parseAddress(old.url);
    if (verdict === "same" || address === undefined) leave("same", old.url);
    else if (target === undefined) leave("removed", old.url);
    else if (isTaken(renamed(address, hosts), target, living)) leave("taken", old.url);
    else if (all.has(belowHost(address))) leave("twice", old.url);
    else all.set(belowHost(address), redirectTo(address, target));
  }
  const flat = [...all].flatMap(([comparable, redirect]) => {
    const end = lastRedirect(redirect, all);
    if (end !== undefined && comparablePath(end.to) !== comparable)
      return [{ ...redirect, to: end.to, node: end.node }];
    leave("loop", redirect.path + redirect.query);
    return [];
  });
  return { redirects: flat, left };
}

function redirectTo({ path, query }: UrlParts, { url, node }: NonNullable<MappedUrl["to"]>): Redirect {
  const address = parseAddress(url);
  return { path, query, to: address ? writeTarget(address) : url, node };
}

/** Pages of the new site by path and query. */
type Living = ReadonlyMap<string, readonly { address: UrlParts; node: AddressedNode }[]>;

function livingAddresses(mapped: readonly MappedUrl[]): Living {
  const living = new Map<string, { address: UrlParts; node: AddressedNode }[]>();
  for (const { verdict, to } of mapped) {
    const address = to && verdict !== "removed" ? parseAddress(to.url) : undefined;
    if (address === undefined || to?.node === undefined) continue;
    entryIn(living, belowHost(address), () => []).push({ address, node: to.node });
  }
  return living;
}

/** Whether another page of the new site has the URL. If a host is unknown, the path of another page counts. */
function isTaken(old: UrlParts, target: NonNullable<MappedUrl["to"]>, living: Living): boolean {
  const comparable = sameAddress(old);
  return (living.get(belowHost(old)) ?? []).some(({ address, node }) => {
    if (sameAddress(address) === comparable) return true;
    const isHostOpen = address.origin === undefined || old.origin === undefined;
    return isHostOpen && node.key !== target.node?.key;
  });
}

function belowHost({ path, query }: UrlParts): string {
  return sameAddress({ path, query });
}

/** Returns the comparable form of a redirect's target if that is a path. */
function comparablePath(to: string): string | undefined {
  const address = parseAddress(to);
  return address && address.origin === undefined ? belowHost(address) : undefined;
}

/** Returns the end of a chain of redirects; `undefined` if it is a loop. */
function lastRedirect(first: Redirect, all: ReadonlyMap<string, Redirect>): Redirect | undefined {
  const seen = new Set<Redirect>();
  let last = first;
  for (;;) {
    seen.add(last);
    const comparable = comparablePath(last.to);
    const next = comparable === undefined ? undefined : all.get(comparable);
    if (next === undefined) return last;
    if (seen.has(next)) return undefined;
    last = next;
  }
}
