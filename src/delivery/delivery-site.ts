/** A site as the Content Delivery API gives it, in all its languages, each loaded when a request first needs it. */
import { contentModel } from "../decode/content-model.ts";
import type { DecodedMembers } from "../decode/decoded-value.ts";
import type { Route } from "../decode/decoding.ts";
import { countUses } from "../decode/use-counter.ts";
import { once } from "../site/once.ts";
import { createSite, type Site } from "../site/site.ts";
import type { Key } from "../site/tree/key.ts";
import { DeliveryLanguage, normalPath, type Page } from "./delivery-language.ts";
import { deliveryDocument } from "./delivery-openapi.ts";

/** The routes of a page, by language. */
type Cultures = Readonly<Record<string, Route>>;

export class DeliverySite {
  readonly #site: () => Promise<Site>;
  /** By the code of the language in lower case. */
  readonly #languages = new Map<string, Promise<DeliveryLanguage>>();

  /** @param site as it is served; URLs that it lacks are made when they are first needed */
  constructor(site: Site) {
    this.#site = once(async () => (site.withUrls ? createSite(await site.withUrls()) : site));
  }

  /**
   * The site in the language that a request names.
   * @param code in any case. Default, also for a language that the site has not: the language that is read
   */
  async language(code?: string): Promise<DeliveryLanguage> {
    const site = await this.#site();
    const other = site.otherLanguages.find((each) => each.toLowerCase() === code?.toLowerCase());
    const name = other?.toLowerCase() ?? "";
    const known = this.#languages.get(name);
    if (known) return known;
    const loaded = (async () =>
      new DeliveryLanguage(other === undefined ? site : await site.inLanguage(other)))();
    this.#languages.set(name, loaded);
    // A failure is not kept.
    loaded.catch(() => this.#languages.delete(name));
    return loaded;
  }

  /**
   * Finds a page by its path in whatever language: a domain with a path has a language.
   * @param code the language of the request. Default: that of the path, the one that is read first
   */
  async pageAt(path: string, code: string | undefined, root: Key | undefined) {
    const language = await this.language(code);
    const page = language.page(path, root);
    if (page || code !== undefined) return page && { language, page };
    const site = await this.#site();
    for (const other of site.otherLanguages) {
      const inOther = await this.language(other);
      const found = inOther.page(path, root);
      if (found) return { language: inOther, page: found };
    }
    return undefined;
  }

  /** The page that a recorded redirect from a path leads to. */
  async redirected(path: string, language: DeliveryLanguage): Promise<Page | undefined> {
    const site = await this.#site();
    const wanted = normalPath(path);
    const found = (site.redirects ?? []).find(
      (redirect) =>
        pathOfUrl(redirect.url) === wanted &&
        (redirect.language === undefined ||
          language.culture === undefined ||
          redirect.language.toLowerCase() === language.culture.toLowerCase()),
    );
    return found && language.page(found.key);
  }

  /** A page as the API gives it on its own or in a list. */
  async item(
    language: DeliveryLanguage,
    page: Page,
    selections: Parameters<DeliveryLanguage["content"]>[1],
  ): Promise<DecodedMembers> {
    const cultures = (await this.#cultures()).get(page.key) ?? {};
    return { ...language.content(page, selections), cultures };
  }

  readonly #model = once(async () => {
    const site = await this.#site();
    return contentModel(site.types(), await countUses(site));
  });

  /** The OpenAPI document. @param base the path of the API */
  async document(base: string): Promise<object> {
    return deliveryDocument(await this.#model(), base);
  }

  /** The routes of pages that vary, by their keys. */
  readonly #cultures = once(async (): Promise<ReadonlyMap<Key, Cultures>> => {
    const site = await this.#site();
    const found = new Map<Key, Record<string, Route>>();
    if (site.otherLanguages.length === 0) return found;
    for (const code of site.heldLanguages ?? []) {
      const language = await this.language(code);
      for (const { key, route, index } of language.pages()) {
        if (!language.varies(index)) continue;
        const routes = found.get(key) ?? {};
        routes[code] = route;
        found.set(key, routes);
      }
    }
    return found;
  });
}

/** The path of a recorded URL, which can begin with a host or the id of a root. */
function pathOfUrl(url: string): string {
  return normalPath(url.replace(/^https?:\/\/[^/]*/i, "").replace(/^\d+(?=\/)/, ""));
}
