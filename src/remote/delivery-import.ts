/** Reads a new site through Umbraco's Content Delivery API, as a finished import. */
import { type FinishedImport, type ImportRow, knownParts } from "../completeness/import-listing.ts";
import { rowOfPage } from "../completeness/umbraco-import.ts";
import { RefusedError, RemoteError } from "../errors.ts";
import { COUNT, faultIn, isMembers, listOf, must, objectOf, optional, TEXT } from "../json/shape.ts";
import { isSameLanguage } from "../site/languages.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { counted } from "../text/counted.ts";
import {
  type Fetched,
  type FetchOptions,
  fetchAnswer,
  header,
  messageOf,
  openAnswer,
  readBody,
  UnfitAnswerError,
} from "./http-client.ts";
import { LOOKUP_PACE } from "./options.ts";
import { isApplicationFailure, isRetried, RetryPolicy } from "./retry.ts";

type DeliveryOptions = FetchOptions & {
  /** The site, or the API's own URL below it. */
  baseUrl: string;
  /** The languages to read. None: the one that the site has by default. */
  languages: readonly string[];
  /** The pages to look up by key if the site's index lacks them. */
  keys: readonly Key[];
  /** Retries of one request. Default: those of a look-up. */
  retries?: number;
  /** Called with what is read now. */
  onProgress: (text: string) => void;
  onWarning: (text: string) => void;
};

/** A list of one item, in bytes. */
const LONGEST_PROBE = 5_000_000;
const API_PATH = "umbraco/delivery/api/v2/content";
/** The items of a list, and the ids of a look-up, which are part of a URL. */
const ITEMS_AT_ONCE = 100;
const IDS_AT_ONCE = 40;
/** From here on, some versions answer with empty lists (the limit of the index behind them). */
const LIMIT_OF_LISTS = 10_000;

const NULL_OR_OBJECT = must((value) => value === null || isMembers(value), "an object");
const ITEM = objectOf({
  id: must((value) => typeof value === "string" && parseKey(value) !== undefined, "a GUID"),
  contentType: TEXT,
  name: must((value) => value === null || typeof value === "string", "text"),
  route: NULL_OR_OBJECT,
  properties: must(isMembers, "an object"),
  cultures: optional(NULL_OR_OBJECT),
});
const LIST = objectOf({ total: COUNT, items: listOf(ITEM) });
const ITEMS = listOf(ITEM);

type DeliveryItem = {
  id: string;
  contentType: string;
  name: string | null;
  route: { path?: unknown } | null;
  properties: object;
  cultures?: object | null;
};

/**
 * Whether there is such an API: by the URL itself, or by its list of pages. One that refuses access, or is busy, is there, unless the
 * site answers everything so.
 * @throws RemoteError if the site does not answer
 */
export async function isDeliverySite(options: FetchOptions & { baseUrl: string }): Promise<boolean> {
  const { baseUrl } = options;
  if (siteOf(baseUrl) !== baseUrl) return true;
  const url = `${baseUrl.replace(/\/$/, "")}/${API_PATH}?take=1`;
  const { isRefused, isJson, start } = await probe(url, { ...options, keyHeader: "api-key" });
  if (!isRefused) return isJson && /^\s*\{\s*"total"/.test(start);
  return isJson || !(await probe(baseUrl, { ...options, apiKey: undefined })).isRefused;
}

/** What answers a URL: refusals and failures, and JSON with how it begins. */
async function probe(
  url: string,
  options: FetchOptions,
): Promise<{ isRefused: boolean; isJson: boolean; start: string }> {
  try {
    const opened = await openAnswer(url, options, { accept: "application/json" });
    const { status, headers } = opened;
    const isRefused = status === 401 || status === 403 || isRetried(status);
    const isJson = /\bjson\b/i.test(header(headers, "content-type") ?? "");
    if (status === 200 && isJson) {
      const body = await readBody(opened, LONGEST_PROBE);
      return { isRefused, isJson, start: body.toString("utf8", 0, 64) };
    }
    void opened.drain(1);
    return { isRefused, isJson, start: "" };
  } catch (error) {
    if (error instanceof UnfitAnswerError) return { isRefused: false, isJson: false, start: "" };
    throw error;
  }
}

/** The site of a URL that may be that of the API. */
function siteOf(url: string): string {
  return url.replace(/\/umbraco\/delivery\b.*$/i, "");
}

/**
 * Reads all pages in all languages. Lists come from an index, which may be behind and whose totals count items that it leaves out;
 * pages that no list has are looked up by their keys.
 * @throws RefusedError if the site wants a key; RemoteError if there is no such API, or it answers with anything else
 */
export async function readDeliverySite(options: DeliveryOptions): Promise<FinishedImport> {
  const { languages, keys, onWarning } = options;
  const baseUrl = siteOf(options.baseUrl);
  const site = new DeliveryApi({ ...options, baseUrl });
  const rows: ImportRow[] = [];
  const refused = new Set<Key>();
  let unlisted = 0;
  for (const language of languages.length > 0 ? languages : [undefined]) {
    const { listed, isCut } = await site.list(language);
    const missing = keys.filter((key) => !listed.has(key));
    const found = await site.byKeys(missing, language);
    for (const key of found.refused) refused.add(key);
    if (!isCut) unlisted += found.items.length;
    for (const item of [...listed.values(), ...found.items]) {
      if (isIn(item, language)) rows.push(rowOf(item, language));
    }
  }
  if (unlisted > 0) {
    onWarning(
      `the lists of ${baseUrl} lack ${counted(unlisted, "page")} that it has by key: rebuild its index DeliveryApiContentIndex`,
    );
  }
  return {
    path: baseUrl,
    host: new URL(baseUrl).host,
    format: "Content Delivery API",
    rows,
    known: knownParts(rows),
    aliases: "all",
    refused,
  };
}

/** With a fallback of languages, a page that a language lacks is listed in it, too. */
function isIn({ cultures }: DeliveryItem, language: string | undefined): boolean {
  const codes = Object.keys(cultures ?? {});
  if (language === undefined || codes.length === 0) return true;
  return codes.some((code) => isSameLanguage(code, language));
}

function rowOf(item: DeliveryItem, language: string | undefined): ImportRow {
  const path = item.route?.path;
  return {
    ...rowOfPage(parseKey(item.id) ?? item.id, item.contentType, item.properties),
    language,
    url: typeof path === "string" ? path : undefined,
    name: item.name ?? undefined,
  };
}

class DeliveryApi {
  readonly #options: DeliveryOptions;
  readonly #retry: RetryPolicy;
  /** Version 12 has another name for look-ups of several items. */
  #itemsPath = "items";

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#retry = new RetryPolicy({ retries: options.retries ?? LOOKUP_PACE.retries });
  }

  /** Lists the pages of a language; the list is cut if the site has more than its lists can show. */
  async list(language: string | undefined): Promise<{ listed: Map<Key, DeliveryItem>; isCut: boolean }> {
    const items = new Map<Key, DeliveryItem>();
    let total = 0;
    for (let skip = 0; skip === 0 || skip < total; skip += ITEMS_AT_ONCE) {
      const query = `?skip=${skip}&take=${ITEMS_AT_ONCE}&sort=createDate:asc`;
      const fetched = await this.#fetch(query, language);
      if (fetched.status !== 200) throw this.#unexpected(fetched);
      const page = this.#parsed<{ total: number; items: DeliveryItem[] }>(fetched, LIST);
      total = page.total;
      for (const item of page.items) items.set(parseKey(item.id) ?? item.id, item);
      // Items that the list leaves out make a page shorter; only at the limit does an empty page mean that no more come.
      if (page.items.length === 0 && skip >= LIMIT_OF_LISTS) return { listed: items, isCut: true };
      this.#tell(`${items.size} of ${total} pages`, language);
    }
    return { listed: items, isCut: false };
  }

  /** Looks pages up by key. One that visitors must log in for is refused. */
  async byKeys(
    keys: readonly Key[],
    language: string | undefined,
  ): Promise<{ items: DeliveryItem[]; refused: readonly Key[] }> {
    const items: DeliveryItem[] = [];
    const refused: Key[] = [];
    for (let at = 0; at < keys.length; at += IDS_AT_ONCE) {
      this.#tell(`${at} of ${keys.length} pages by key`, language);
      const batch = keys.slice(at, at + IDS_AT_ONCE);
      const found = await this.#items(batch, language);
      if (found) for (const item of found) items.push(item);
      else {
        // One refused page refuses the batch.
        for (const key of batch) {
          const alone = await this.#items([key], language);
          if (alone) for (const item of alone) items.push(item);
          else refused.push(key);
        }
      }
    }
    return { items, refused };
  }

  /** @returns `undefined` if access is refused */
  async #items(keys: readonly Key[], language: string | undefined): Promise<DeliveryItem[] | undefined> {
    const query = keys.map((key) => `id=${key}`).join("&");
    try {
      let fetched = await this.#fetch(`/${this.#itemsPath}?${query}`, language);
      if (fetched.status === 404 && this.#itemsPath === "items") {
        this.#itemsPath = "item";
        fetched = await this.#fetch(`/item?${query}`, language);
      }
      if (fetched.status !== 200) throw this.#unexpected(fetched);
      return this.#parsed<DeliveryItem[]>(fetched, ITEMS);
    } catch (error) {
      if (error instanceof RefusedError) return undefined;
      throw error;
    }
  }

  #fetch(pathAndQuery: string, language: string | undefined): Promise<Fetched> {
    const url = `${this.#options.baseUrl}/${API_PATH}${pathAndQuery}`;
    const headers = { ...(language !== undefined && { "accept-language": language }) };
    return this.#retry.run<Fetched>(url, async () => {
      const fetched = await fetchAnswer(url, { ...this.#options, keyHeader: "api-key", headers });
      const { status, retryAfter, date } = fetched;
      if (!isRetried(status) || isApplicationFailure(status)) return { value: fetched };
      return { retry: `${url} answered ${status}`, retryAfter, date, last: fetched };
    });
  }

  #unexpected(fetched: Fetched): RemoteError {
    const message = messageOf(fetched, this.#options.apiKey);
    const hint =
      fetched.status === 404 ? ", so the Content Delivery API is not there: is it enabled on that site?" : "";
    return new RemoteError(
      `${fetched.url} answered ${fetched.status}${message ? `: ${message}` : ""}${hint}`,
    );
  }

  /** @throws RemoteError for an answer of another shape */
  #parsed<T>(fetched: Fetched, shape: typeof LIST): T {
    const { url, body } = fetched;
    let value: unknown;
    try {
      value = JSON.parse(body.toString("utf8"));
    } catch {
      const what = messageOf(fetched, this.#options.apiKey);
      throw new RemoteError(`${url} answered with ${what === "" ? "nothing" : `no JSON: ${what}`}`);
    }
    const fault = faultIn(value, shape);
    if (fault !== undefined) throw new RemoteError(`${url} answered with an invalid answer: ${fault}`);
    return value as T;
  }

  #tell(what: string, language: string | undefined): void {
    this.#options.onProgress(`reading ${what}${language === undefined ? "" : ` in ${language}`}`);
  }
}
