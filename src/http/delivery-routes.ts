/** Umbraco's Content Delivery API, version 2: single pages and media by path or key, several by key, and queries. */
import { createHash } from "node:crypto";
import { type DecodedValue, jsonOf } from "../decode/decoded-value.ts";
import {
  type ContentQuery,
  QUERY_OPTIONS,
  type QueryOption,
  readContentQuery,
} from "../delivery/content-query.ts";
import {
  type DeliveredNode,
  type DeliveryLanguage,
  normalPath,
  type Page,
  type Selections,
} from "../delivery/delivery-language.ts";
import { DELIVERY_BASE, DELIVERY_DOCUMENT } from "../delivery/delivery-paths.ts";
import type { DeliverySite, PageRequest } from "../delivery/delivery-site.ts";
import { parseSelection } from "../delivery/selection.ts";
import type { Kind } from "../operations.ts";
import type { Snapshot, Source } from "../site/source.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { percentDecoded } from "../text/path-text.ts";
import { shortened } from "../text/visible-text.ts";
import { type AppContext, headerOf, pathOf, queryOf } from "./app-context.ts";
import { type Problem, problemReply } from "./problem.ts";
import { type Handler, jsonReply, type LongReply, type Reply } from "./reply.ts";
import { tagHeldBy, unchangedReply } from "./validators.ts";

/** How many nodes a list has if the request does not say. */
const DEFAULT_TAKE = 10;
/** How much of a value a problem repeats. */
const SHOWN_LENGTH = 200;

/** What answers of content depend on beside the URL. Media have no languages. */
const VARY = { content: "Accept-Language, Start-Item", media: undefined } as const;

/** A request that cannot be answered. */
class RequestProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** What a request asks of the site. */
type DeliveryRequest = {
  site: DeliverySite;
  /** The code of the language, if the header has one plain tag: lists of browsers are ignored, as in Umbraco. */
  languageCode: string | undefined;
  /** The text of the header `Start-Item`. */
  startItem: string | undefined;
  /** The header `Host`, which domains of the site may have. */
  host: string;
  parameters: URLSearchParams;
  /** The rest of the request's path after the path of the route, not decoded. */
  rest: string;
};

type DeliveryHandler = (request: DeliveryRequest) => Promise<DecodedValue | Reply>;

/** The paths of the OpenAPI document: Umbraco 18's, and the one of versions 12 to 17. */
const DOCUMENT_PATHS = [DELIVERY_DOCUMENT, "/umbraco/swagger/delivery/swagger.json"];

/**
 * The handlers by path, as Hono matches it.
 * @param current returns the source, called once per request
 */
export function deliveryRoutes(
  current: () => Source,
  longReply: LongReply,
): [path: string, answer: Handler][] {
  let delivered: { snapshot: Snapshot; site: DeliverySite } | undefined;

  async function served({ snapshot }: Source): Promise<{ site: DeliverySite; version: string }> {
    if (!snapshot) throw new Error("the Delivery API needs data that is held as a whole");
    // Loaded when it is first needed: most servers get no such request.
    const { DeliverySite } = await import("../delivery/delivery-site.ts");
    if (delivered?.snapshot !== snapshot) delivered = { snapshot, site: new DeliverySite(snapshot.site) };
    return { site: delivered.site, version: snapshot.version };
  }

  const route = (kind: Kind, path: string, answer: DeliveryHandler): [string, Handler] => {
    const base = `${DELIVERY_BASE}/${kind}${path.replace("/*", "")}`;
    return [`${DELIVERY_BASE}/${kind}${path}`, (context) => reply(kind, base, answer, context)];
  };

  async function reply(
    kind: Kind,
    base: string,
    answer: DeliveryHandler,
    context: AppContext,
  ): Promise<Reply> {
    const { site, version } = await served(current());
    const { url } = context.req;
    const [acceptLanguage, startItem, host = ""] = ["accept-language", "start-item", "host"].map((name) =>
      headerOf(context, name),
    );
    const vary = VARY[kind];
    const headers = vary === undefined ? undefined : { Vary: vary };
    const digest = createHash("sha256")
      .update(JSON.stringify([url, acceptLanguage, startItem, host]))
      .digest("hex");
    const entityTag = `${version}.delivery.${digest.slice(0, 16)}`;
    const request = {
      site,
      languageCode: /^[\w-]+$/.test(acceptLanguage ?? "") ? acceptLanguage : undefined,
      startItem,
      host,
      parameters: new URLSearchParams(queryOf(url)),
      rest: pathOf(url).slice(base.length + 1),
    };
    // Only answers with nodes have tags.
    const held = tagHeldBy(context, entityTag);
    if (held) return { ...unchangedReply(held), headers: { ...headers } };
    try {
      const other: { reply?: Reply } = {};
      const found = await longReply(entityTag, async () => {
        const answered = await answer(request);
        if (!isReply(answered)) return jsonOf(answered);
        other.reply = answered;
        return "";
      });
      if (other.reply) return { ...other.reply, headers: { ...other.reply.headers, ...headers } };
      return { ...found, headers: { ...found.headers, ...headers }, entityTag };
    } catch (error) {
      if (!(error instanceof RequestProblem)) throw error;
      const { problem } = error;
      return problemReply({ ...problem, headers: { ...problem.headers, ...headers } });
    }
  }

  return [
    route("content", "", contentQuery),
    route("content", "/item", contentItem),
    route("content", "/item/*", contentItem),
    route("content", "/items", contentItems),
    route("media", "", mediaQuery),
    route("media", "/item/*", mediaItem),
    route("media", "/items", mediaItems),
    ...DOCUMENT_PATHS.map((path): [string, Handler] => [
      path,
      async () => jsonReply(200, await (await served(current())).site.document(DELIVERY_BASE)),
    ]),
  ];
}

function isReply(answer: DecodedValue | Reply): answer is Reply {
  return typeof answer === "object" && answer !== null && "status" in answer && "headers" in answer;
}

async function contentItem(request: DeliveryRequest): Promise<DecodedValue | Reply> {
  const { site, parameters, languageCode, startItem, host, rest } = request;
  // Some clients ask for several pages here.
  if (rest === "" && parameters.has("id")) return contentItems(request);
  const selections = readSelections(parameters);
  const root = await startItemOf(request);
  const found = await site.pageAt(rest, { code: languageCode, root, host });
  if (found) {
    if (found.page.isProtected) throw protectedPage(found.page);
    return site.item(found.language, found.page, selections);
  }
  const key = parseKey(rest);
  const target = key === undefined ? await site.redirected(rest, languageCode, root) : undefined;
  if (target) return movedReply(target);
  const what = key === undefined ? `the path ${shown(`/${rest}`)}` : `the id ${key}`;
  const where = root === undefined ? "" : ` below the start item ${shown(startItem ?? "")}`;
  const codes = await site.languageCodes();
  const language =
    codes.length < 2 ? "" : `, or in another language: the header Accept-Language takes ${codes.join(", ")}`;
  throw notFound(
    `There is no published page with ${what}${where}. It may be unpublished or without a URL${language}.`,
  );
}

/** The content path, as in Umbraco, which is no URL of the API. */
function movedReply({ route: { path, startItem } }: Page): Reply {
  return {
    status: 301,
    headers: {
      Location: encodeURI(percentDecoded(path, decodeURI)),
      "Location-Start-Item-Path": encodeURI(startItem.path),
      "Location-Start-Item-Id": startItem.id,
    },
  };
}

async function contentItems({ site, parameters, languageCode }: DeliveryRequest): Promise<DecodedValue> {
  const selections = readSelections(parameters);
  const language = await site.language(languageCode);
  const pages = readKeys(parameters).flatMap((key) => language.pageOf(key) ?? []);
  const hidden = pages.find(({ isProtected }) => isProtected);
  if (hidden) throw protectedPage(hidden);
  return Promise.all(pages.map((page) => site.item(language, page, selections)));
}

async function contentQuery(request: DeliveryRequest): Promise<DecodedValue> {
  const { site, parameters, languageCode, host } = request;
  const selections = readSelections(parameters);
  const query = readQuery(parameters, "content");
  const range = readRange(parameters);
  const root = await startItemOf(request);
  const { language, pages } = await queriedPages(site, query.fetch, { code: languageCode, root, host });
  const found = ordered(pages, query);
  const items = found.slice(range.skip, range.skip + range.take);
  return {
    total: found.length,
    items: await Promise.all(items.map((page) => site.item(language, page, selections))),
  };
}

/** The pages that a query selects from: those around a page, else those below the start item, else all. */
async function queriedPages(
  site: DeliverySite,
  fetch: ContentQuery["fetch"],
  asked: PageRequest,
): Promise<{ language: DeliveryLanguage; pages: readonly Page[] }> {
  const { code, root } = asked;
  if (fetch && fetch.of !== "") {
    const found = await site.pageAt(fetch.of, asked);
    if (found) return { ...found, pages: found.language.pagesAround(found.page, fetch.relation) };
  }
  const language = await site.language(code);
  if (fetch) {
    const key = fetch.relation === "ancestors" ? parseKey(fetch.of) : undefined;
    return { language, pages: key === undefined ? [] : language.pagesAbove(key) };
  }
  if (root === undefined) return { language, pages: language.listedPages() };
  const page = language.pageOf(root);
  return { language, pages: page ? language.pagesAround(page, "descendants") : [] };
}

async function mediaItem(request: DeliveryRequest): Promise<DecodedValue> {
  const { site, parameters, rest } = request;
  if (rest === "" && parameters.has("id")) return mediaItems(request);
  if (rest === "") throw refused("path", "The path field is required.");
  const selections = readSelections(parameters);
  const language = await site.language();
  const node = language.mediaNode(rest);
  if (node) return language.mediaItem(node, "single", selections);
  throw notFound(
    `There is no media node with the path or id ${shown(rest)}. A path consists of names, such as /design/logo/.`,
  );
}

async function mediaItems({ site, parameters }: DeliveryRequest): Promise<DecodedValue> {
  const selections = readSelections(parameters);
  const language = await site.language();
  const nodes = readKeys(parameters).flatMap((key) => language.mediaNode(key) ?? []);
  return nodes.map((node) => language.mediaItem(node, "list", selections));
}

async function mediaQuery({ site, parameters }: DeliveryRequest): Promise<DecodedValue> {
  const selections = readSelections(parameters);
  const query = readQuery(parameters, "media");
  const { skip, take } = readRange(parameters);
  if (query.fetch === undefined) throw unknownOption("fetch");
  const language = await site.language();
  // The root of the media tree is not a node.
  const isRoot = normalPath(query.fetch.of) === "";
  const parent = isRoot ? undefined : language.mediaNode(query.fetch.of);
  const found = ordered(isRoot || parent ? language.mediaBelow(parent) : [], query);
  const items = found.slice(skip, skip + take).map((node) => language.mediaItem(node, "list", selections));
  return { total: found.length, items };
}

/** The nodes that meet all filters, in the order of the query, else of the tree. */
function ordered<T extends DeliveredNode>(
  nodes: readonly T[],
  { filters, sorts }: ContentQuery,
): readonly T[] {
  const found = nodes.filter((node) => filters.every((filter) => filter(node)));
  if (sorts.length === 0) return found;
  return found.toSorted((a, b) => sorts.map((sort) => sort(a, b)).find((order) => order !== 0) ?? 0);
}

async function startItemOf({ site, languageCode, startItem }: DeliveryRequest): Promise<Key | undefined> {
  if (startItem === undefined || startItem === "") return undefined;
  const root = await site.startItem(startItem, await site.language(languageCode));
  if (root !== undefined) return root;
  throw notFound(
    `There is no root with the key or URL segment ${shown(startItem)}, which the header Start-Item has.`,
  );
}

function readSelections(parameters: URLSearchParams): Selections {
  const read = (name: "expand" | "fields") => {
    const text = parameters.get(name);
    if (text === null || text === "") return undefined;
    const selection = parseSelection(text);
    if (!("fault" in selection)) return selection;
    const example = "properties[title,author[properties[$all]]]";
    throw invalid(name, `${shown(text)} ${selection.fault}. An example: ${example}.`);
  };
  return { expand: read("expand"), fields: read("fields") };
}

function readQuery(parameters: URLSearchParams, kind: Kind): ContentQuery {
  const query = readContentQuery(parameters, kind);
  if (typeof query === "string") throw unknownOption(query);
  return query;
}

function readRange(parameters: URLSearchParams): { skip: number; take: number } {
  const read = (name: string, otherwise: number) => {
    const text = parameters.get(name);
    if (text === null) return otherwise;
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw refused(name, notValid(text), " It must be a whole number from 0.");
  };
  return { skip: read("skip", 0), take: read("take", DEFAULT_TAKE) };
}

/** Each key once, in the order of the request. */
function readKeys(parameters: URLSearchParams): Key[] {
  const keys = parameters.getAll("id").map((text) => {
    const key = parseKey(text);
    if (key === undefined) throw refused("id", notValid(text), " It must be a GUID.");
    return key;
  });
  return [...new Set(keys)];
}

function invalid(parameter: string, reason: string): RequestProblem {
  return new RequestProblem({
    name: "invalid-parameter",
    parameter,
    detail: `The parameter ${parameter}: ${reason}`,
  });
}

/** A value that Umbraco refuses before it uses it, with its title and words. @param hint another sentence, with a leading space */
function refused(parameter: string, reason: string, hint = ""): RequestProblem {
  return new RequestProblem({
    name: "invalid-parameter",
    title: "One or more validation errors occurred.",
    parameter,
    detail: `The parameter ${parameter}: ${reason}${hint}`,
    errors: { [parameter]: [reason] },
  });
}

function notValid(text: string): string {
  return `The value '${shown(text)}' is ${text === "" ? "invalid" : "not valid"}.`;
}

function unknownOption(parameter: QueryOption): RequestProblem {
  return new RequestProblem({ name: "invalid-parameter", parameter, ...QUERY_OPTIONS[parameter] });
}

function protectedPage({ key }: Page): RequestProblem {
  return new RequestProblem({
    name: "protected",
    detail: `Only members see the page ${key}: the Content Delivery API does not give it. export does, with "protected":true.`,
  });
}

function notFound(detail: string): RequestProblem {
  return new RequestProblem({ name: "no-such-node", detail });
}

function shown(text: string): string {
  return shortened(text, SHOWN_LENGTH);
}
