/** An old site as a check reads it: its pages with what they consist of, without what was left out on purpose. */

import type { AcceptedLosses } from "../analysis/accepted-losses.ts";
import type { TypeMap } from "../analysis/diff/type-map.ts";
import { isSameLanguage } from "../site/languages.ts";
import { languagesBeside, type SiteData } from "../site/site-data.ts";
import type { Key } from "../site/tree/key.ts";
import { keyInText, SiteNodesByKey, type SitePage, sitePages } from "./old-pages.ts";
import { type PageContent, PageReader, type PageReference } from "./page-content.ts";

export type OldSiteOptions = {
  /** Losses that do not count. Default: none. */
  accepted?: AcceptedLosses;
  /** The only language to check. Default: all. */
  culture?: string;
  /** Only the pages at and below these. Default: all. */
  below?: (key: Key) => boolean;
  /** What types and properties are called on the new site. Default: the same. */
  names?: TypeMap;
};

export class OldSite {
  /** All pages that are checked, and those of types that the new site has. */
  readonly all: readonly SitePage[];
  readonly pages: readonly SitePage[];
  readonly site: SiteNodesByKey;
  /** The languages that the data has and `culture` leaves out. */
  readonly languagesLeftOut: readonly string[];
  readonly #reader: PageReader;
  readonly #accepted: AcceptedLosses | undefined;
  readonly #culture: string | undefined;
  readonly #secrets = new Map<SitePage, number>();

  /**
   * @param data with its URLs
   * @throws errors of loading another language
   */
  static async read(data: SiteData, options: OldSiteOptions): Promise<OldSite> {
    return new OldSite(data, await sitePages(data, options), options);
  }

  private constructor(
    data: SiteData,
    all: readonly SitePage[],
    { accepted, culture, names }: OldSiteOptions,
  ) {
    this.#culture = culture;
    this.languagesLeftOut = culture === undefined ? [] : languagesBeside(data);
    this.all = all;
    this.pages = all.filter(({ type }) => names?.typeOf(type) !== null);
    this.site = new SiteNodesByKey(data, all);
    this.#accepted = accepted;
    this.#reader = new PageReader(
      data.types(),
      (type, alias) =>
        names?.typeOf(type) === null ||
        names?.aliasOf(type, alias) === null ||
        accepted?.hasProperty(type, alias) === true,
    );
    // Lines about nodes that are not lost name something, too.
    if (accepted) for (const key of this.site.keys()) this.isAccepted(key);
  }

  /** The pages, each once for each of its URLs. */
  pagesByUrl(): SitePage[] {
    return this.pages.flatMap((page) => [
      page,
      ...(page.otherUrls ?? [])
        .filter(({ language }) => this.#culture === undefined || isSameLanguage(language, this.#culture))
        .map((other) => ({ ...page, host: undefined, ...other, otherUrls: undefined })),
    ]);
  }

  /** What a page consists of, without secrets. */
  contentOf(page: SitePage): PageContent {
    const before = this.#reader.secrets;
    const content = this.#reader.content(page.type, page.properties);
    this.#secrets.set(page, this.#reader.secrets - before);
    return content;
  }

  /** How many secrets inside values were left out of the pages that were read. */
  get secrets(): number {
    return [...this.#secrets.values()].reduce((sum, count) => sum + count, 0);
  }

  isAccepted(key: Key): boolean {
    return this.#accepted?.hasNode(this.site.lostNode(key)) === true;
  }

  /** @param target the key of what it leads to, or a URL */
  isAcceptedReference({ url }: PageReference, target: string): boolean {
    const key = keyInText(target);
    if (key !== undefined && this.isAccepted(key)) return true;
    return url !== undefined && this.#accepted?.hasNode({ url }) === true;
  }
}
