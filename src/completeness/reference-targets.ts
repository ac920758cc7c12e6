/** Finds the references of old pages among those of an import: by node, by URL, or by the name of a file. */

import { countIn, entryIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import { parseAddress, sameAddress, type UrlParts } from "../site/urls/address.ts";
import { isImagePath } from "../site/values/file-urls.ts";
import type { FinishedImport, ImportRow } from "./import-listing.ts";
import { comparablePath, keyInText, type SiteNodesByKey } from "./old-pages.ts";
import type { PageReference } from "./page-content.ts";

/** What a URL or key leads to, the same for all that lead to the same. */
type ReferenceEnd = {
  /** The key of a node of the old site, or a URL without its query. */
  id: string;
  /** The parameters of the query, but for those of images, which servers make in other sizes by them. */
  parameters: readonly string[];
  /** Whether it is written as a URL of the old site. */
  isOldUrl: boolean;
};

/**
 * How the new page has a reference of the old one: `old-url` if it still leads to the URL on the old site, `other-query` if only
 * the same host and path are there.
 */
export type KeptReference = "kept" | "old-url" | "other-query" | "lost";

export function isLostReference(kept: KeptReference): boolean {
  return kept === "lost" || kept === "other-query";
}

/** Endings of pages: a page of the same name is not the same page. */
export const PAGE_ENDING = /\.(?:php\d?|aspx?|html?|jsp|cgi|cfm)$/;

export class ReferenceTargets {
  readonly #site: SiteNodesByKey;
  /** The keys of rows by the path of their URL. */
  readonly #newKeys = new Map<string, Key>();
  readonly #newPaths = new Map<Key, Set<string>>();
  readonly #newHosts: ReadonlySet<string>;

  constructor(site: SiteNodesByKey, { rows, host }: Pick<FinishedImport, "rows" | "host">) {
    this.#site = site;
    const hosts = new Set<string>(host === undefined ? [] : [host]);
    for (const { key, url } of rows) {
      const address = url === undefined ? undefined : parseAddress(url);
      if (address === undefined) continue;
      if (address.origin !== undefined) hosts.add(hostOfReference(address.origin));
      const path = pathOf(address);
      if (!this.#newKeys.has(path)) this.#newKeys.set(path, key);
      this.#newPaths.set(key, (this.#newPaths.get(key) ?? new Set()).add(path));
    }
    this.#newHosts = hosts.size > 0 ? hosts : this.#hostOfLinks(rows);
  }

  /**
   * The host that rows with paths alone write in their links, if most links to pages of the import name one, and these lead to
   * several pages: any site has a page at the path of the home page.
   */
  #hostOfLinks(rows: readonly ImportRow[]): Set<string> {
    const links = new Map<string, number>();
    const paths = new Map<string, Set<string>>();
    let relative = 0;
    for (const row of rows) {
      for (const written of writtenIn(row)) {
        const address = parseAddress(written);
        const path = address && pathOf(address);
        if (path === undefined || path === "/" || !this.#newKeys.has(path)) continue;
        if (address?.origin === undefined) relative++;
        else {
          const host = hostOfReference(address.origin);
          countIn(links, host);
          entryIn(paths, host, () => new Set<string>()).add(path);
        }
      }
    }
    const [most] = [...links].toSorted(([, one], [, other]) => other - one);
    const isOwn = most && most[1] > relative && (paths.get(most[0])?.size ?? 0) > 1;
    return new Set(isOwn ? [most[0]] : []);
  }

  /**
   * Returns a function that looks for references of an old page in the rows of the new one. Uses are counted: the second call for
   * one target finds the second use, unless the rows have each reference once.
   */
  in(rows: readonly ImportRow[]): (reference: PageReference) => KeptReference {
    const found = new FoundUses();
    const asText = new Set<string>();
    for (const { references = [], shown } of rows) {
      for (const written of references) this.#addUse(found, [written], Number.POSITIVE_INFINITY);
      for (const use of shown?.uses ?? []) this.#addUse(found, use, 1);
      for (const written of shown?.urls ?? []) asText.add(this.oldTarget(written));
    }
    const wanted = new Map<string, number>();
    return ({ target, url, isText }) => {
      const own = this.oldTarget(target);
      const count = (wanted.get(own) ?? 0) + 1;
      wanted.set(own, count);
      const ends = [target, ...(url === undefined ? [] : [url])].map((written) => this.#oldEnd(written));
      // Importers put files into other folders and on other hosts.
      const file = this.#ownFile(target, url);
      const ofFile = file === undefined ? 0 : found.ofFile(file);
      if (ofFile >= count || ends.some((end) => found.of(end, false) >= count)) return "kept";
      if (ends.some((end) => found.of(end, true) >= count)) return "old-url";
      if (isText && asText.has(own)) return "kept";
      return ends.some(({ id, parameters }) => parameters.length > 0 && found.has(id))
        ? "other-query"
        : "lost";
    };
  }

  #addUse(found: FoundUses, written: readonly string[], count: number): void {
    found.add(
      written.map((each) => this.#newEnd(each)),
      written.flatMap((each) => fileName(each) ?? []),
      count,
    );
  }

  /** The key of a node of the old site, or the URL in the form in which URLs are compared. */
  oldTarget(written: string): string {
    const { id, parameters } = this.#oldEnd(written);
    return parameters.length === 0 ? id : `${id}?${parameters.join("&")}`;
  }

  #oldEnd(written: string): ReferenceEnd {
    const key = keyInText(written);
    if (key !== undefined) return { id: key, parameters: [], isOldUrl: false };
    const address = addressOf(written);
    if (address === undefined) return { id: contactOf(written), parameters: [], isOldUrl: false };
    if (!this.#isOfOldSite(address)) return foreignEnd(address);
    const path = pathOf(address);
    const node = this.#site.keyAtPath(path);
    return { id: node ?? path, parameters: node === undefined ? parametersOf(address) : [], isOldUrl: false };
  }

  /** The name of a file of the old site that a reference leads to. */
  #ownFile(target: string, url: string | undefined): string | undefined {
    const key = keyInText(target);
    if (key !== undefined && !this.#site.isMedia(key)) return undefined;
    const written = url ?? target;
    const address = addressOf(written);
    const isOwn = address && (key !== undefined || this.#isOfOldSite(address) || isBelowMedia(address));
    return isOwn ? fileName(written) : undefined;
  }

  #newEnd(written: string): ReferenceEnd {
    const key = keyInText(written);
    if (key !== undefined) return { id: key, parameters: [], isOldUrl: false };
    const address = addressOf(written);
    if (address === undefined) return { id: contactOf(written), parameters: [], isOldUrl: false };
    const path = pathOf(address);
    const parameters = parametersOf(address);
    const isNew = address.origin === undefined || this.#newHosts.has(hostOfReference(address.origin));
    const listed = this.#newKeys.get(path);
    // The hosts of files do not matter.
    if (listed !== undefined && (isNew || this.#site.isMedia(listed))) {
      return { id: listed, parameters, isOldUrl: false };
    }
    if (!isNew && !this.#isOfOldSite(address)) return foreignEnd(address);
    const old = this.#site.keyAtPath(path);
    if (old === undefined) return { id: path, parameters, isOldUrl: false };
    const isMoved = this.#newPaths.get(old)?.has(path) === false;
    return { id: old, parameters, isOldUrl: !this.#site.isMedia(old) && (isMoved || !isNew) };
  }

  #isOfOldSite({ origin }: UrlParts): boolean {
    return origin === undefined || this.#site.hosts.has(new URL(origin).hostname);
  }
}

/** The links, images and files of the rows of a page, by what they lead to. */
class FoundUses {
  readonly #byId = new Map<string, { parameters: ReadonlySet<string>; isOldUrl: boolean; count: number }[]>();
  readonly #files = new Map<string, number>();

  /** @param ends of one use; @param files the names of files in its URLs */
  add(ends: readonly ReferenceEnd[], files: readonly string[], count: number): void {
    const distinct = new Map(ends.map((end) => [`${end.id}?${end.parameters.join("&")}`, end]));
    for (const { id, parameters, isOldUrl } of distinct.values()) {
      entryIn(this.#byId, id, () => []).push({ parameters: new Set(parameters), isOldUrl, count });
    }
    for (const file of new Set(files)) countIn(this.#files, file, count);
  }

  /** How often an end is there, with at least its parameters: systems add some of their own, such as `utm_source`. */
  of({ id, parameters }: ReferenceEnd, withOldUrls: boolean): number {
    const uses = this.#byId.get(id) ?? [];
    const own = uses.filter(
      (use) => (withOldUrls || !use.isOldUrl) && parameters.every((each) => use.parameters.has(each)),
    );
    return own.reduce((sum, { count }) => sum + count, 0);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  ofFile(name: string): number {
    return this.#files.get(name) ?? 0;
  }
}

/** All keys and URLs of a row. */
function writtenIn({ references = [], shown }: ImportRow): string[] {
  return [...references, ...(shown?.uses.flat() ?? [])];
}

/** Reads a URL; one without a leading slash, as editors type them, lies below the root. */
export function addressOf(written: string): UrlParts | undefined {
  const url = written.trim().replace(/^~/, "");
  const isScheme = /^[a-z][a-z0-9+.-]*:/i.test(url);
  return parseAddress(isScheme || url.startsWith("/") ? url : `/${url.replace(/^(?:\.{1,2}\/)+/, "")}`);
}

/** A mail address or a telephone number, without what mail programs fill in; other schemes as they are. */
export function contactOf(written: string): string {
  const url = written.trim().toLowerCase();
  if (url.startsWith("mailto:")) return url.replace(/\?.*$/s, "").replace(/\s/g, "");
  return url.startsWith("tel:") ? url.replace(/[^\d+a-z:]/g, "") : url;
}

function hostOfReference(origin: string): string {
  return new URL(origin).host;
}

function pathOf({ path }: UrlParts): string {
  return sameAddress({ path, query: "" });
}

/** Parameters of frames, by which players have another size. */
const SIZE = /^(?:width|height)=/i;

/** The parameters of a URL, each with its value; none of an image, which servers make in other sizes by them. */
export function parametersOf({ path, query }: UrlParts): string[] {
  if (isImagePath(path)) return [];
  const all = Array.from(new URLSearchParams(query), ([name, value]) => `${name}=${value}`);
  return all.filter((each) => !SIZE.test(each));
}

function foreignEnd(address: UrlParts): ReferenceEnd {
  const id = sameAddress({ ...address, query: "" });
  return { id, parameters: parametersOf(address), isOldUrl: false };
}

function isBelowMedia({ path }: UrlParts): boolean {
  return /^\/media\//i.test(path);
}

/** The name of the file in lower case; `undefined` if a URL does not lead to one. */
function fileName(written: string): string | undefined {
  const address = keyInText(written) === undefined ? addressOf(written) : undefined;
  const path = address && comparablePath(address.path);
  const name = path === undefined ? undefined : /\/([^/]+\.[a-z0-9]{1,10})$/i.exec(path)?.[1];
  return name === undefined || PAGE_ENDING.test(name) ? undefined : name;
}
