/** What the links, images and files of a running site lead to, and what references of old pages look for among them. */
import { countIn, entryIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import { sameAddress } from "../site/urls/address.ts";
import { isImagePath } from "../site/values/file-urls.ts";
import { percentDecoded } from "../text/path-text.ts";
import { comparablePath, keyInText, type SiteNodesByKey } from "./old-pages.ts";
import type { PageReference } from "./page-content.ts";
import { addressOf, contactOf, PAGE_ENDING, parametersOf } from "./reference-targets.ts";
import type { RenderedPage } from "./rendered-page.ts";
import { resolvedUrls, type SiteSnapshot } from "./site-snapshot.ts";

/** A link or image of a page that leads to another site. */
type ForeignUse = { place: string; parameters: ReadonlySet<string> };

/** What a page has, by what it leads to. */
type PageUses = {
  /** How often each end is there: keys of old nodes, paths, names of files, and contacts. */
  ends: ReadonlyMap<string, number>;
  foreign: readonly ForeignUse[];
  /** Why the paths that lead nowhere do, in words. */
  broken: ReadonlyMap<string, string>;
};

/** What a reference of an old page looks for: one of the ends, or a place on another site. */
export type WantedEnd = {
  /** The same for all references that lead to the same. */
  id: string;
  ends: readonly string[];
  foreign?: ForeignUse;
  /** Whether it leads to a page. */
  isPage: boolean;
};

/** The URL of a page, the same for all its spellings. */
export function pageAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return sameAddress({ path: pathname, query: search });
}

/** Names of files in paths and queries: image services take the URL of an image as a parameter. */
const FILE_NAMES = /(?:^|[/=])([^/?#&=]+\.[a-z0-9]{1,10})(?=$|[?#&,])/gi;
const ENDINGS = /(?:\.[a-z0-9]{1,5})+$/i;

/**
 * The names of files in a URL without their endings, letters and digits with hyphens between them. An image may have another format
 * on the new site, but not become a sound.
 */
function fileStems(url: string): { stem: string; isImage: boolean }[] {
  return Array.from(percentDecoded(url).matchAll(FILE_NAMES), ([, name]) => name.toLowerCase())
    .filter((name) => !PAGE_ENDING.test(name))
    .map((name) => ({ stem: stemOf(name), isImage: isImagePath(name) }))
    .filter(({ stem }) => stem !== "");
}

function stemOf(name: string): string {
  return name
    .replace(ENDINGS, "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** Finds files of the old site by their names, to which systems add a hash, a size or a number. */
class FileNames {
  readonly #images = new NamedFiles();
  readonly #others = new NamedFiles();
  readonly #found = new Map<string, readonly string[]>();

  add(url: string): void {
    for (const { stem, isImage } of fileStems(url)) (isImage ? this.#images : this.#others).add(stem);
  }

  /** The old files whose names a URL has, as ends. */
  in(url: string): readonly string[] {
    return entryIn(this.#found, url, () => {
      const ends = fileStems(url).flatMap(({ stem, isImage }) => {
        const known = (isImage ? this.#images : this.#others).known(stem);
        return known === undefined ? [] : [`${isImage ? "image" : "file"} ${known}`];
      });
      return [...new Set(ends)];
    });
  }
}

const RELATIVE = /^(?!(?:[a-z][a-z0-9+.-]*:|[/?#]))./i;

/** A hash or a size. */
const ADDED = /^(?:(?=.*\d)[0-9a-f]{6,}|\d+x\d+|scaled)$/;

class NamedFiles {
  readonly #stems = new Set<string>();
  readonly #squeezed = new Map<string, string>();

  add(stem: string): void {
    this.#stems.add(stem);
    this.#squeezed.set(stem.replaceAll("-", ""), stem);
  }

  /** The longest old name that a new name begins or ends with, or has between other parts. */
  known(stem: string): string | undefined {
    if (this.#stems.has(stem)) return stem;
    const parts = stem.split("-");
    for (let length = parts.length - 1; length > 0; length--) {
      for (let from = 0; from + length <= parts.length; from++) {
        const name = parts.slice(from, from + length).join("-");
        // A single letter is a name only beside what systems add: `b` in `plan-b` is none.
        const isName = name.length > 1 || (from === 0 && parts.length === 2 && ADDED.test(parts[1]));
        if (isName && this.#stems.has(name)) return name;
      }
    }
    return this.#squeezed.get(stem.replaceAll("-", ""));
  }
}

export class SiteUses {
  readonly #site: SiteNodesByKey;
  readonly #snapshot: SiteSnapshot;
  readonly #files = new FileNames();
  readonly #mediaUrls = new Map<Key, string>();
  readonly #keysAt: ReadonlyMap<string, ReadonlySet<Key>>;
  readonly #uses = new Map<RenderedPage, { content: PageUses; all: PageUses }>();
  readonly #mediaPaths = new Map<string, string>();

  /**
   * @param references those of all old pages
   * @param keysAt the nodes by the address of their new page
   * @param mapped new URLs of files by key or old address
   */
  constructor(
    site: SiteNodesByKey,
    snapshot: SiteSnapshot,
    {
      references,
      keysAt,
      mapped,
    }: {
      references: Iterable<PageReference>;
      keysAt: ReadonlyMap<string, ReadonlySet<Key>>;
      mapped: ReadonlyMap<string, string>;
    },
  ) {
    this.#site = site;
    this.#snapshot = snapshot;
    this.#keysAt = keysAt;
    for (const { key, url } of site.mediaUrls()) {
      this.#mediaUrls.set(key, url);
      this.#files.add(url);
      const to = mapped.get(key) ?? mapped.get(comparablePath(url) ?? "");
      if (to !== undefined) this.#mediaPaths.set(comparablePath(to) ?? to, key);
    }
    for (const { url, isImage } of references) {
      if (url !== undefined && (isImage || /^\/media\//i.test(url))) this.#files.add(url);
    }
  }

  /** What a page has in its content, or on all of it. @param url where it is */
  of(page: RenderedPage, url: string, where: "content" | "all"): PageUses {
    return entryIn(this.#uses, page, () => {
      const content = page.uses.filter(({ zone }) => zone === "content");
      return { content: this.#usesOf(content, page, url), all: this.#usesOf(page.uses, page, url) };
    })[where];
  }

  #usesOf(uses: RenderedPage["uses"], page: RenderedPage, pageUrl: string): PageUses {
    const ends = new Map<string, number>();
    const foreign: ForeignUse[] = [];
    const broken = new Map<string, string>();
    for (const { use } of uses) {
      const own = new Set<string>(use.urls.filter((url) => /^(?:mailto|tel):/i.test(url)).map(contactOf));
      for (const url of resolvedUrls(use, page, pageUrl)) this.#addEnds(url, { own, foreign, broken });
      // A page may keep a relative URL as it was; an old page's own URL, to which it is relative, is not known here.
      const kept = own.size > 0 ? use.urls.filter((url) => RELATIVE.test(url)) : [];
      for (const { path, query } of kept.flatMap((url) => addressOf(url) ?? []))
        own.add(pathEnd(path)).add(pathEnd(path, query));
      for (const end of own) countIn(ends, end);
    }
    return { ends, foreign, broken };
  }

  #addEnds(
    url: URL,
    { own, foreign, broken }: { own: Set<string>; foreign: ForeignUse[]; broken: Map<string, string> },
  ) {
    const link = this.#snapshot.links.get(url.href);
    const isOwn = this.#snapshot.origins.has(url.origin);
    if (link?.fault !== undefined) {
      broken.set(isOwn ? url.pathname + url.search : url.href, link.fault);
      return;
    }
    for (const end of this.#files.in(url.pathname + url.search)) own.add(end);
    const media = this.#mediaPaths.get(comparablePath(url.pathname) ?? "");
    if (media !== undefined) own.add(media);
    if (!isOwn) {
      foreign.push(foreignUse(url));
      return;
    }
    for (const each of [url, new URL(link?.finalUrl ?? url.href)]) {
      own.add(pathEnd(each.pathname));
      if (each.search !== "") own.add(pathEnd(each.pathname, each.search));
      const keys =
        this.#keysAt.get(pageAddress(each.href)) ?? this.#keysAt.get(comparablePath(each.pathname) ?? "");
      for (const key of keys ?? []) own.add(key);
    }
    for (const value of url.searchParams.values()) if (value.startsWith("/")) own.add(pathEnd(value));
  }

  /** @returns `undefined` for a reference that nothing on a page can be: to a node that does not exist, or to nothing */
  wanted({ target, url }: PageReference): WantedEnd | undefined {
    const key = keyInText(target);
    if (key !== undefined) return this.#wantedNode(key, url);
    const written = (url ?? target).trim();
    const address = addressOf(written);
    if (address === undefined) {
      const contact = contactOf(written);
      return { id: contact, ends: [contact], isPage: false };
    }
    const { origin, path, query } = address;
    if (origin !== undefined && !this.#site.hosts.has(new URL(origin).hostname)) {
      const foreign = foreignUse(new URL(path + query, origin));
      return { id: `${foreign.place}${query}`, ends: [], foreign, isPage: false };
    }
    const own = this.#site.keyAtPath(comparablePath(path) ?? "");
    if (own !== undefined) return this.#wantedNode(own, path);
    // A query alone leads to the page itself.
    if (written.startsWith("?")) return undefined;
    const files = this.#files.in(path);
    return {
      id: `path ${path}${query}`,
      ends: [...files, pathEnd(path), pathEnd(path, query)],
      isPage: false,
    };
  }

  #wantedNode(key: Key, url: string | undefined): WantedEnd | undefined {
    if (!this.#site.has(key)) return undefined;
    const path = (own: string | undefined) => (own === undefined ? [] : [pathEnd(own)]);
    if (!this.#site.isMedia(key)) return { id: key, ends: [key, ...path(url)], isPage: true };
    const file = this.#mediaUrls.get(key) ?? url;
    const files = file === undefined ? [] : this.#files.in(file);
    const ends = [key, ...files, ...path(file)];
    return file === undefined ? undefined : { id: key, ends, isPage: false };
  }
}

/** A path as an end, without its host. */
export function pathEnd(path: string, query = ""): string {
  return `path ${comparablePath(path) ?? path}${query}`;
}

function foreignUse({ host, pathname, search }: URL): ForeignUse {
  const place = host.replace(/^www\./, "") + sameAddress({ path: pathname, query: "" });
  return { place, parameters: new Set(parametersOf({ path: pathname, query: search })) };
}

/** How often a page has what a reference looks for. @param common how often the site has it on most pages */
export function usesOfEnd(
  { ends, foreign }: WantedEnd,
  uses: PageUses,
  common: (end: string) => number = () => 0,
): number {
  if (foreign !== undefined) {
    const isSame = ({ place, parameters }: ForeignUse) =>
      place === foreign.place && [...foreign.parameters].every((each) => parameters.has(each));
    return uses.foreign.filter(isSame).length;
  }
  return ends.reduce((most, end) => Math.max(most, (uses.ends.get(end) ?? 0) - common(end)), 0);
}

/** Whether a page links to the place of a reference with other parameters. */
export function hasOtherQuery({ foreign }: WantedEnd, uses: PageUses): boolean {
  return (
    foreign !== undefined &&
    foreign.parameters.size > 0 &&
    uses.foreign.some(({ place }) => place === foreign.place)
  );
}
