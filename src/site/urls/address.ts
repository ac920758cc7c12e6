/** Parses, compares and writes URLs as addresses, and renames their hosts. */

import { NO_ORIGIN, percentDecoded } from "../../text/path-text.ts";

const ABSOLUTE = /^(?:https?:)?\/\//i;

/** A parsed address. */
export type UrlParts = {
  /** With port; absent if the URL is a path. */
  origin?: string;
  /** With its leading slash and its escapes. */
  path: string;
  /** With its question mark; may be empty. */
  query: string;
  /** The fragment with `#`, which is never sent to a server. */
  hash?: string;
};

/** @returns `undefined` if the text is no HTTP URL */
export function parseAddress(url: string): UrlParts | undefined {
  const text = url.trim();
  if (!text.startsWith("/") && !ABSOLUTE.test(text)) return undefined;
  if (!URL.canParse(text, NO_ORIGIN)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, NO_ORIGIN);
  if (!/^https?:/.test(origin)) return undefined;
  return { ...(origin === NO_ORIGIN ? {} : { origin }), path: pathname, query: search, hash };
}

/** Writes an address as a request sends it, without the fragment. */
export function writeAddress({ origin = "", path, query }: UrlParts): string {
  return origin + path + query;
}

/** Like `writeAddress`, with the fragment, for the target of a redirect. */
export function writeTarget(address: UrlParts): string {
  return writeAddress(address) + (address.hash ?? "");
}

/** Returns the same text for URLs that lead to the same page: ignores case, escapes and a trailing slash. */
export function sameAddress({ origin = "", path, query }: UrlParts): string {
  return `${origin.replace(/^https?:/, "")}${foldedPath(path)}${query}`;
}

/** As `sameAddress`. @returns `undefined` if the text is no HTTP URL */
export function comparableUrl(url: string): string | undefined {
  const address = parseAddress(url);
  return address && sameAddress(address);
}

/** Normalises a path for comparison. */
function foldedPath(path: string): string {
  const bare = path.length > 1 ? path.replace(/\/$/, "") : path;
  return percentDecoded(bare).normalize("NFC").toLowerCase();
}

/** New names of hosts by old host in lower case. */
export type HostNames = ReadonlyMap<string, string>;

/** @returns the address with the new name of its host, if there is one */
export function renamed(address: UrlParts, hosts: HostNames): UrlParts {
  if (address.origin === undefined) return address;
  const { protocol, host } = new URL(address.origin);
  const name = hosts.get(host.toLowerCase());
  if (name === undefined) return address;
  return { ...address, origin: ABSOLUTE.test(name) ? new URL(name).origin : `${protocol}//${name}` };
}
