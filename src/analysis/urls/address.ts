/** URLs as addresses: what tells two apart, and what becomes of one when its host gets another name. */

/** Makes whole URLs of paths, to take them apart. It never shows. */
const NO_ORIGIN = "http://site.invalid";
const ABSOLUTE = /^(?:https?:)?\/\//i;

/** An address, taken apart. */
export type UrlParts = {
  /** With its port; absent where the URL is a path. */
  origin?: string;
  /** With its slash before, escapes as they stand. */
  path: string;
  /** With its question mark, else empty. */
  query: string;
  /** The part of a page, with its sign before: no server is ever asked for it. */
  hash?: string;
};

/** @returns `undefined` for what is no address of HTTP */
export function parseAddress(url: string): UrlParts | undefined {
  const text = url.trim();
  if (!text.startsWith("/") && !ABSOLUTE.test(text)) return undefined;
  if (!URL.canParse(text, NO_ORIGIN)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, NO_ORIGIN);
  if (!/^https?:/.test(origin)) return undefined;
  return { ...(origin === NO_ORIGIN ? {} : { origin }), path: pathname, query: search, hash };
}

/** How it is asked for, with its escapes. */
export function writeAddress({ origin = "", path, query }: UrlParts): string {
  return origin + path + query;
}

/** As `writeAddress`, for what visitors are sent to: the part of the page that is meant goes along. */
export function writeTarget(address: UrlParts): string {
  return writeAddress(address) + (address.hash ?? "");
}

/** What two URLs have in common that lead to the same page: neither case, escapes nor a slash at the end matter. */
export function sameAddress({ origin = "", path, query }: UrlParts): string {
  return `${origin.replace(/^https?:/, "")}${foldedPath(path)}${query}`;
}

/** A path as it is compared. */
function foldedPath(path: string): string {
  const bare = path.length > 1 ? path.replace(/\/$/, "") : path;
  return decodedWhole(bare).normalize("NFC").toLowerCase();
}

/** A path without its escapes; one that has no meaning without them as it is. */
export function decodedWhole(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Other names of hosts: from a host, in lower case, to what takes its place. */
export type HostNames = ReadonlyMap<string, string>;

/** @returns the address with the host's other name, if it has one */
export function renamed(address: UrlParts, hosts: HostNames): UrlParts {
  if (address.origin === undefined) return address;
  const { protocol, host } = new URL(address.origin);
  const name = hosts.get(host.toLowerCase());
  if (name === undefined) return address;
  return { ...address, origin: ABSOLUTE.test(name) ? new URL(name).origin : `${protocol}//${name}` };
}
