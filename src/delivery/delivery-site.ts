/** A site as the Content Delivery API gives it, in all its languages, each loaded when a request first needs it. */
import { contentModel } from "../decode/content-model.ts";
import { countUses } from "../decode/count-uses.ts";
import { type DecodedValue, JsonText, jsonOf } from "../decode/decoded-value.ts";
import type { PageRoute } from "../decode/decoding.ts";
import { isSameLanguage } from "../site/languages.ts";
import { once } from "../site/once.ts";
import type { Site } from "../site/site.ts";
import { inLanguageOfNoPage } from "../site/site-data.ts";
import { valueLanguages } from "../site/site-reader.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { parseDomain } from "../site/urls/node-urls.ts";
import {
  DeliveryLanguage,
  type GivenPages,
  normalPath,
  type Page,
  restBelow,
  type Selections,
} from "./delivery-language.ts";
import { deliveryDocument } from "./delivery-openapi.ts";

/** The routes of a page, by language. */
type RoutesByLanguage = Readonly<Record<string, PageRoute>>;

/** The page that a request names. */
export type PageRequest = {
  /** The language. Default: that of the domain or the path, the one that is read first */
  code: string | undefined;
  /** The key of the root that the path is below. Default: any */
  root: Key | undefined;
  /** The host that is asked, which domains of the site may have; empty if it is not known. */
  host: string;
};

/** A domain of the site that a request begins with, and the rest of the path. */
type RequestDomain = { node: Key; language: string | undefined; rest: string; hasHost: boolean };

/** The number of written pages that are kept. */
const MOST_ITEMS = 5000;

export class DeliverySite {
  readonly #site: () => Promise<Site>;
  /** By the code of the language in lower case. */
  readonly #languages = new Map<string, Promise<DeliveryLanguage>>();

  /** Pages that were given last, with all properties and nothing expanded. */
  readonly #items = new Map<Page, JsonText>();

  /** @param site as it is served; URLs that it lacks are made when they are first needed */
  constructor(site: Site) {
    this.#site = site.shown;
  }

  /**
   * The site in the language that a request names: without pages if the site lacks the language, and with the pages that do not
   * vary if no page has this language.
   * @param code in any case. Default: the language that is read
   */
  async language(code?: string): Promise<DeliveryLanguage> {
    const site = await this.#site();
    const isNamed = (each: string) => isSameLanguage(each, code);
    const other = site.otherLanguages.find(isNamed);
    const { heldLanguages = [], culture = "", languages = [], urlsInLanguage } = site;
    const isOther = code !== undefined && ![...heldLanguages, culture].some(isNamed);
    const valueCulture = isOther ? (await this.#valueLanguages()).find(isNamed) : undefined;
    const defined = languages.find(({ iso }) => isNamed(iso))?.iso;
    let given: GivenPages = "all";
    let ofNoPage: string | undefined;
    if (isOther && valueCulture === undefined) {
      if (defined !== undefined) given = heldLanguages.length > 0 ? "invariant" : "all";
      else if (heldLanguages.length + languages.length > 0) given = "none";
      ofNoPage = urlsInLanguage && defined;
    }
    const name = other ?? valueCulture ?? ofNoPage ?? given;
    const known = this.#languages.get(name.toLowerCase());
    if (known) return known;
    const loaded = (async () => {
      if (valueCulture !== undefined) return new DeliveryLanguage({ ...site, valueCulture }, given);
      if (ofNoPage !== undefined) return new DeliveryLanguage(inLanguageOfNoPage(site, ofNoPage), given);
      return new DeliveryLanguage(other === undefined ? site : await site.inLanguage(other), given);
    })();
    this.#languages.set(name.toLowerCase(), loaded);
    // A failure is not kept.
    loaded.catch(() => this.#languages.delete(name.toLowerCase()));
    return loaded;
  }

  /** The codes of the languages that values hold within themselves (Vorto). */
  readonly #valueLanguages = once(async () => valueLanguages(await this.#site()));

  /** The codes of the languages that pages exist in; none if that is not known. */
  async languageCodes(): Promise<readonly string[]> {
    return (await this.#site()).heldLanguages ?? [];
  }

  /**
   * Finds a page by its key or path. As in Umbraco, a domain that the host and the path of the request begin with names the
   * page that the path is below, and the language if the request has none. Beyond that, the path of a page's URL in any
   * language finds it.
   */
  async pageAt(target: string, { code, root, host }: PageRequest) {
    const key = parseKey(target);
    const path = normalPath(target);
    const domain = root === undefined && key === undefined ? await this.#domainAt(host, path) : undefined;
    const language = await this.language(code ?? domain?.language);
    const found = (page: Page | undefined, inLanguage = language) => page && { language: inLanguage, page };
    if (key !== undefined) return found(language.pageOf(key));
    if (domain) {
      const page = language.pageBelow(domain.node, domain.rest);
      if (page || domain.hasHost) return found(page);
    }
    const page =
      language.pageWithPath(path, root) ??
      (root === undefined ? language.pageWithPlainPath(path) : language.pageBelow(root, path));
    if (page) return found(page);
    const site = await this.#site();
    for (const other of [site.culture, ...site.otherLanguages]) {
      const inOther = await this.language(other);
      if (code === undefined) {
        const page = inOther.pageWithPath(path, root) ?? (root && inOther.pageBelow(root, path));
        if (page) return found(page, inOther);
        continue;
      }
      const place = inOther.rootAt(path);
      const page = place && language.pageBelow(place.root, place.rest);
      if (page && (root === undefined || root === place.root)) return found(page);
    }
    return undefined;
  }

  /** The domain that a request begins with: the one with the longest path, first those with a host. @param path normal */
  async #domainAt(host: string, path: string): Promise<RequestDomain | undefined> {
    const hosts = [host.toLowerCase(), host.toLowerCase().replace(/:\d+$/, "")];
    let found: (RequestDomain & { length: number }) | undefined;
    for (const { node, language, ...domain } of await this.#domains()) {
      const rest = restBelow(domain.path, path);
      const length = domain.path.length;
      if (rest === undefined || (domain.host !== "" && !hosts.includes(domain.host))) continue;
      const hasHost = domain.host !== "";
      if (found && (found.length > length || (found.length === length && (found.hasHost || !hasHost))))
        continue;
      found = { node, language, rest, hasHost, length };
    }
    return found;
  }

  readonly #domains = once(async () =>
    ((await this.#site()).domains?.() ?? []).flatMap(({ domain, node, language }) => {
      const parsed = parseDomain(domain);
      if (parsed === undefined || node === null) return [];
      return [{ host: parsed.host, path: normalPath(parsed.path), node, language: language ?? undefined }];
    }),
  );

  /** The key of the root that the header `Start-Item` names by its key, or by its segment in any language. */
  async startItem(name: string, language: DeliveryLanguage): Promise<Key | undefined> {
    const key = language.root(name);
    if (key !== undefined) return key;
    const site = await this.#site();
    for (const other of [site.culture, ...site.otherLanguages]) {
      const found = (await this.language(other)).root(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * The page that a recorded redirect from a path leads to.
   * @param code the language of the request. Default: that of the redirect
   * @param root the key of the root that the page is below. Default: any
   */
  async redirected(path: string, code: string | undefined, root: Key | undefined): Promise<Page | undefined> {
    const wanted = normalPath(path);
    for (const { from, key, language: own } of await this.#redirects()) {
      if (from !== wanted && !from.endsWith(`/${wanted}`)) continue;
      if (code !== undefined && own !== undefined && !isSameLanguage(own, code)) continue;
      const language = await this.language(own ?? code);
      const page = language.pageOf(key);
      if (page === undefined || (root !== undefined && page.route.startItem.id !== root)) continue;
      // A request that names the language or the root can leave out the path that these have.
      const isBelow = code !== undefined || root !== undefined;
      if (from === wanted || (isBelow && language.rootAt(from)?.rest === wanted)) return page;
    }
    return undefined;
  }

  readonly #redirects = once(async () => {
    const { redirects = [] } = await this.#site();
    return redirects.map(({ url, key, language }) => ({ from: pathOfUrl(url), key, language }));
  });

  /** A page as the API gives it on its own or in a list. */
  async item(language: DeliveryLanguage, page: Page, selections: Selections): Promise<DecodedValue> {
    const isPlain = selections.expand === undefined && selections.fields === undefined;
    const known = isPlain ? this.#items.get(page) : undefined;
    if (known) return known;
    const cultures = (await this.#cultures()).get(page.key) ?? {};
    const members = { ...language.content(page, selections), cultures };
    if (!isPlain) return members;
    const text = new JsonText(jsonOf(members));
    // Memory must not follow the size of the site.
    if (this.#items.size >= MOST_ITEMS) this.#items.clear();
    this.#items.set(page, text);
    return text;
  }

  /** The OpenAPI document. @param base the path of the API */
  async document(base: string): Promise<object> {
    return deliveryDocument(await this.#model(), base);
  }

  readonly #model = once(async () => {
    const site = await this.#site();
    return contentModel(site.types(), await countUses(site));
  });

  /** The routes of pages that vary, by their keys; the default language comes first. */
  readonly #cultures = once(async (): Promise<ReadonlyMap<Key, RoutesByLanguage>> => {
    const site = await this.#site();
    const found = new Map<Key, Record<string, PageRoute>>();
    if (site.otherLanguages.length === 0) return found;
    const { heldLanguages = [], languages } = site;
    const main = languages?.find((language) => language.default)?.iso;
    const rank = (code: string) => (isSameLanguage(code, main) ? 0 : 1);
    for (const code of heldLanguages.toSorted((a, b) => rank(a) - rank(b))) {
      const language = await this.language(code);
      for (const { key, route, index } of language.pages()) {
        if (language.varies(index) === false) continue;
        const routes = found.get(key) ?? {};
        routes[code] = route;
        found.set(key, routes);
      }
    }
    return found;
  });
}

/** The path of a recorded URL, which can begin with a host. */
function pathOfUrl(url: string): string {
  return normalPath(url.replace(/^https?:\/\/[^/]*/i, ""));
}
