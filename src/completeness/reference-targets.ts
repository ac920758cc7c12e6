/** Finds the references of old pages among those of an import: by node, by URL, or by the name of a file. */

import { countIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import { parseAddress, sameAddress, type UrlParts } from "../site/urls/address.ts";
import { isImagePath } from "../site/values/file-urls.ts";
import type { ImportRow } from "./import-listing.ts";
import { comparablePath, keyInText, type SiteNodesByKey } from "./old-pages.ts";
import type { PageReference } from "./page-content.ts";

/** What a reference leads to, the same for references that lead to the same. */
type ReferenceEnd = { id: string /** Whether it is written as a URL of the old site. */; isOldUrl: boolean };

/** How the new page has a reference of the old one: `old-url` if it still leads to the URL on the old site. */
type KeptReference = "kept" | "old-url" | "lost";

/** Endings of pages: a page of the same name is not the same page. */
const PAGE_ENDING = /\.(?:php\d?|aspx?|html?|jsp|cgi|cfm)$/;

export class ReferenceTargets {
  readonly #site: SiteNodesByKey;
  /** The keys of rows by the path of their URL. */
  readonly #newKeys = new Map<string, Key>();
  readonly #newPaths = new Map<Key, Set<string>>();
  readonly #newHosts: ReadonlySet<string>;

  constructor(site: SiteNodesByKey, rows: readonly ImportRow[]) {
    this.#site = site;
    const hosts = new Set<string>();
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

  /** The host that rows with paths alone write in their links, if most links to pages of the import name one. */
  #hostOfLinks(rows: readonly ImportRow[]): Set<string> {
    const counts = new Map<string, number>();
    let relative = 0;
    for (const { references = [] } of rows) {
      for (const written of references) {
        const address = parseAddress(written);
        if (address === undefined || !this.#newKeys.has(pathOf(address))) continue;
        if (address.origin === undefined) relative++;
        else countIn(counts, hostOfReference(address.origin));
      }
    }
    const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
    return new Set(most && most[1] > relative ? [most[0]] : []);
  }

  /** Returns a function that looks for references of an old page in the rows of the new one. */
  in(rows: readonly ImportRow[]): (reference: PageReference) => KeptReference {
    const references = rows.flatMap((row) => row.references ?? []);
    /** Whether each is found only as an old URL. */
    const found = new Map<string, boolean>();
    for (const written of references) {
      const { id, isOldUrl } = this.#newTarget(written);
      found.set(id, isOldUrl && found.get(id) !== false);
    }
    const files = new Set(references.flatMap((each) => fileName(each) ?? []));
    return ({ target, url }) => {
      for (const written of [target, ...(url === undefined ? [] : [url])]) {
        const isOldUrl = found.get(this.oldTarget(written));
        if (isOldUrl !== undefined) return isOldUrl ? "old-url" : "kept";
      }
      // Importers put files into other folders and on other hosts.
      const file = this.#ownFile(target, url);
      return file !== undefined && files.has(file) ? "kept" : "lost";
    };
  }

  /** The key of a node of the old site, or the URL in the form in which URLs are compared. */
  oldTarget(written: string): string {
    const key = keyInText(written);
    if (key !== undefined) return key;
    const address = addressOf(written);
    if (address === undefined) return contactOf(written);
    const path = pathOf(address);
    if (!this.#isOfOldSite(address)) return foreignId(address);
    return this.#site.keyAtPath(path) ?? path + queryOf(address);
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

  #newTarget(written: string): ReferenceEnd {
    const key = keyInText(written);
    if (key !== undefined) return { id: key, isOldUrl: false };
    const address = addressOf(written);
    if (address === undefined) return { id: contactOf(written), isOldUrl: false };
    const path = pathOf(address);
    const isNew = address.origin === undefined || this.#newHosts.has(hostOfReference(address.origin));
    const listed = this.#newKeys.get(path);
    // The hosts of files do not matter.
    if (listed !== undefined && (isNew || this.#site.isMedia(listed))) return { id: listed, isOldUrl: false };
    if (!isNew && !this.#isOfOldSite(address)) return { id: foreignId(address), isOldUrl: false };
    const old = this.#site.keyAtPath(path);
    if (old === undefined) return { id: path + queryOf(address), isOldUrl: false };
    const isMoved = this.#newPaths.get(old)?.has(path) === false;
    return { id: old, isOldUrl: !this.#site.isMedia(old) && (isMoved || !isNew) };
  }

  #isOfOldSite({ origin }: UrlParts): boolean {
    return origin === undefined || this.#site.hosts.has(new URL(origin).hostname);
  }
}

/** Reads a URL; one without a leading slash, as editors type them, lies below the root. */
function addressOf(written: string): UrlParts | undefined {
  const url = written.trim().replace(/^~/, "");
  const isScheme = /^[a-z][a-z0-9+.-]*:/i.test(url);
  return parseAddress(isScheme || url.startsWith("/") ? url : `/${url.replace(/^(?:\.{1,2}\/)+/, "")}`);
}

/** A mail address or a telephone number, without what mail programs fill in; other schemes as they are. */
function contactOf(written: string): string {
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

/** The query counts, but for images, which servers make in other sizes by it. */
function queryOf({ path, query }: UrlParts): string {
  return isImagePath(path) ? "" : query;
}

function foreignId(address: UrlParts): string {
  return sameAddress({ ...address, query: queryOf(address) });
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
