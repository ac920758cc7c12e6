/** A site in one language as values are decoded against it: what references show of its nodes, with routes and files. */

import { decodedText, nodeJson } from "../json/node-text.ts";
import { parseMembers, parseString } from "../json/outline.ts";
import { isMembers } from "../json/shape.ts";
import { type Kind, kindsOf } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import { FILE_PROPERTY } from "../site/media/media-paths.ts";
import { once } from "../site/once.ts";
import { isProtectedPage } from "../site/protected-pages.ts";
import type { SiteData, SiteTrees } from "../site/site-data.ts";
import { SiteNode } from "../site/site-nodes.ts";
import { type SiteReader, siteReader } from "../site/site-reader.ts";
import type { Key } from "../site/tree/key.ts";
import { NO_PARENT } from "../site/tree/preorder.ts";
import { parseAddress } from "../site/urls/address.ts";
import { pageDomains } from "../site/urls/domain-urls.ts";
import { hostOf, parseDomain } from "../site/urls/node-urls.ts";
import { segmentOptions, URL_NAME, urlSegment, urlSource } from "../site/urls/url-segment.ts";
import { NO_ORIGIN } from "../text/path-text.ts";
import { type DecodedMembers, type DecodedValue, JsonText } from "./decoded-value.ts";
import type {
  ContentSummary,
  DecodingReport,
  DecodingSite,
  MediaSummary,
  NodeSummary,
  PageRoute,
  Resolved,
  StoredProperty,
} from "./decoding.ts";
import { PropertyTypes } from "./property-types.ts";
import type { UseCounter } from "./use-counter.ts";
import { ValueDecoder } from "./value-decoder.ts";

/** The properties of the CMS's media types with facts about the file. */
const FILE_FACTS = {
  extension: "umbracoExtension",
  width: "umbracoWidth",
  height: "umbracoHeight",
  bytes: "umbracoBytes",
} as const;
/** Properties of media that lines have as members of their own. */
export const FILE_PROPERTIES: ReadonlySet<string> = new Set([FILE_PROPERTY, ...Object.values(FILE_FACTS)]);

/** The number of nodes that are kept in the form that references show. */
const MOST_SUMMARIES = 1000;

/** From this version on, Umbraco stores dates in UTC. */
const FIRST_IN_UTC = 17;
const WITHOUT_ZONE = /T[\d:]+(?:\.\d+)?$/;

/** The dates of a node; `null` if the data has none. */
type DecodedDates = { createDate: string | null; updateDate: string | null };

/** The extension of a file, at the end of a URL's path. */
const EXTENSION = /\.([a-z0-9]{1,10})(?:[?#]|$)/i;

/** What is needed of a site in one language. */
export type DecodableSite = Pick<
  SiteData,
  | "trees"
  | "types"
  | "culture"
  | "valueCulture"
  | "version"
  | "unpublished"
  | "givenEditors"
  | "domains"
  | "memberGroups"
  | "exactDates"
  | "protectedNodes"
  | "plainPaths"
  | "pageUrls"
  | "languages"
>;

export type DecodeOptions = Pick<DecodingSite, "mode"> & {
  /** Called with each line of the report. */
  report(line: DecodingReport): void;
  /** Called with each language that a value holds within itself. Default: not called */
  language?: DecodingSite["language"];
  /** Called with the data type that a value inside an element has beside it. Default: not called */
  elementDataType?: DecodingSite["elementDataType"];
  /** Finds a node that exists in other languages alone. Default: there are none */
  elsewhere?(key: Key): NodeSummary | undefined;
  /** Whether references to such nodes are reported. Default: no */
  reportsElsewhere?: boolean;
  /** Counts the nodes whose properties are decoded, and their elements. Default: nothing is counted */
  uses?: UseCounter;
};

export class SiteInLanguage implements DecodingSite {
  readonly mode: DecodingSite["mode"];
  readonly culture: string | undefined;
  readonly defaultCulture: string | undefined;
  readonly trees: SiteTrees;
  readonly decoder: ValueDecoder;
  readonly uses: UseCounter | undefined;
  /** The nodes in the trees that references led to since it was emptied. */
  readonly referenced = new Set<Key>();
  readonly #data: DecodableSite;
  readonly #site: SiteReader;
  readonly #options: DecodeOptions;
  readonly #major: number | undefined;
  /** The nodes that were decoded last, by index. */
  readonly #summaries: Record<Kind, Map<number, NodeSummary>> = { content: new Map(), media: new Map() };
  /** The node that was read last, with its fields. */
  #last: { kind: Kind; index: number; fields: ReadonlyMap<string, string> } | undefined;
  readonly #mediaPaths = new Map<number, string>();
  readonly #startItems = new Map<number, PageRoute["startItem"]>();

  /** @param valueCulture another language that values hold within themselves. Default: the language that is read */
  constructor(site: DecodableSite, options: DecodeOptions, valueCulture?: string) {
    this.mode = options.mode;
    this.culture = valueCulture ?? site.valueCulture ?? site.culture;
    this.defaultCulture = site.languages?.find((language) => language.default)?.iso;
    this.trees = site.trees;
    this.uses = options.uses;
    this.decoder = new ValueDecoder(this, new PropertyTypes(site.types(), site.givenEditors));
    this.#data = site;
    this.#site = siteReader(site);
    this.#options = options;
    this.#major = Number(/\d+/.exec(site.version ?? "")?.[0] ?? Number.NaN) || undefined;
  }

  report(line: DecodingReport): void {
    this.#options.report(line);
  }

  memberGroup(id: string): string | undefined {
    return this.#data.memberGroups?.get(id.toLowerCase());
  }

  language(code: string, property: StoredProperty): void {
    this.uses?.addInnerLanguage(property.kind, property.type, property.alias);
    this.#options.language?.(code, property);
  }

  elementDataType(element: string, alias: string, dataType: string): void {
    this.#options.elementDataType?.(element, alias, dataType);
  }

  resolve(reference: Parameters<DecodingSite["resolve"]>[0]): Resolved {
    const resolution = this.#site.resolve(reference);
    if (resolution.state === "found") {
      const node = this.summary(resolution.kind, resolution.index);
      this.referenced.add(node.key);
      return { state: "found", node };
    }
    const { target, kind } = reference;
    const elsewhere = target.by === "key" ? this.#options.elsewhere?.(target.key) : undefined;
    if (elsewhere && kindsOf(kind).includes(elsewhere.kind))
      return { state: "found", node: elsewhere, isElsewhere: this.#options.reportsElsewhere };
    return { state: resolution.state };
  }

  /** What references to a node show of it. */
  summary(kind: Kind, index: number): NodeSummary {
    const summaries = this.#summaries[kind];
    const known = summaries.get(index);
    if (known) return known;
    const made = kind === "content" ? this.#content(index) : this.#media(index);
    // Memory must not follow the size of the site.
    if (summaries.size >= MOST_SUMMARIES) summaries.clear();
    summaries.set(index, made);
    return made;
  }

  /** The dates of a node as Umbraco 17 gives them: in UTC from version 17 on, of which older data says nothing. */
  dates(kind: Kind, index: number): DecodedDates {
    const fields = this.fields(kind, index);
    const exact = this.#data.exactDates?.get(this.trees[kind].keyAt(index));
    const dateIn = (name: keyof DecodedDates) => {
      const date = exact?.[name] ?? parseString(fields.get(name)) ?? null;
      return date !== null && (this.#major ?? 0) >= FIRST_IN_UTC && WITHOUT_ZONE.test(date)
        ? `${date}Z`
        : date;
    };
    return { createDate: dateIn("createDate"), updateDate: dateIn("updateDate") };
  }

  /** Whether only members see a page; `null` if the data cannot say. */
  isProtected(index: number): boolean | null {
    return isProtectedPage(this.#data, index);
  }

  /** The URL of a page; its path is `null` if the page has none, or is not published. */
  route(index: number): Omit<PageRoute, "path"> & { path: string | null } {
    const isPublished = this.fields("content", index).get("published") !== "false";
    const url = this.#url(index) ?? this.#data.plainPaths?.get(this.trees.content.keyAt(index));
    const path = isPublished ? pathIn(url) : undefined;
    return { path: path ?? null, queryString: null, startItem: this.startItem(index) };
  }

  /** The host of a page's URL; `undefined` if the site has no domains, or the domain no host. */
  host(index: number): string | undefined {
    const url = parseAddress(this.#url(index) ?? "");
    if (url?.origin !== undefined) return hostOf(url.origin);
    const domains = this.#domainsOfPages();
    const found = url ? domains.of(index) : domains.nearest(index);
    return found && hostOf(found.domain.origin);
  }

  /** The URL of a page, in the language. */
  #url(index: number): string | undefined {
    const { pageUrls } = this.#data;
    if (pageUrls) return pageUrls.get(this.trees.content.keyAt(index));
    return parseString(this.fields("content", index).get("url"));
  }

  /** The ancestor or self on level 1. */
  startItem(index: number): PageRoute["startItem"] {
    const { content } = this.trees;
    let root = index;
    for (let above = content.parentAt(root); above >= 0; above = content.parentAt(root)) root = above;
    const known = this.#startItems.get(root);
    if (known) return known;
    const made = { id: content.keyAt(root), path: this.#segmentOfRoot(root) };
    this.#startItems.set(root, made);
    return made;
  }

  /** The last segment of a root's URL; if that is `/` or the path of a domain, the segment that the CMS makes from its name. */
  #segmentOfRoot(index: number): string {
    const fields = this.fields("content", index);
    const segments = pathIn(parseString(fields.get("url")))
      ?.split("/")
      .filter((each) => each !== "");
    const key = this.trees.content.keyAt(index);
    const ofDomains = this.#domains().flatMap(({ node, domain }) =>
      node === key ? [parseDomain(domain)?.path] : [],
    );
    const segment = ofDomains.includes(segments?.join("/")) ? undefined : segments?.at(-1);
    const stored = segment ?? parseString(fields.get("urlName"));
    if (stored) return stored;
    const urlName = this.#valueOf("content", index, URL_NAME);
    const name = parseString(fields.get("name")) ?? "";
    return urlSegment(urlSource(name, urlName && parseString(urlName)), segmentOptions(this.#major));
  }

  readonly #domains = once(() => this.#data.domains?.() ?? []);
  readonly #domainsOfPages = once(() => pageDomains(this.#data));

  #content(index: number): ContentSummary {
    const fields = this.fields("content", index);
    const { path, ...others } = this.route(index);
    return {
      kind: "content",
      key: parseString(fields.get("key")) ?? "",
      type: parseString(fields.get("type")) ?? "",
      name: parseString(fields.get("name")) ?? "",
      ...this.dates("content", index),
      route: path === null ? null : { path, ...others },
    };
  }

  #media(index: number): MediaSummary {
    const fields = this.fields("media", index);
    const type = parseString(fields.get("type")) ?? "";
    const key = this.trees.media.keyAt(index);
    const values = new Map<string, string>();
    let file: DecodedValue = null;
    for (const property of new SiteNode("media", this.trees.media, index).properties()) {
      values.set(property.alias, property.value);
      if (property.alias !== FILE_PROPERTY) continue;
      file = this.decoder.property({ ...property, node: key, kind: "media", type });
    }
    // The Delivery API has no null for a file that there is not, but for facts that the type does not have.
    const facts = this.mode === "delivery" ? this.decoder.types.ofNode("media", type)?.properties : undefined;
    const fact = (alias: string) => {
      const value = values.get(alias);
      const text = (parseString(value) ?? value ?? "").trim();
      if (/^\d+$/.test(text)) return new JsonText(String(BigInt(text)));
      return facts?.has(alias) ? 0 : null;
    };
    const cropper = isMembers(file) ? file : undefined;
    const url = parseString(fields.get("url"));
    const extension = values.get(FILE_FACTS.extension);
    return {
      kind: "media",
      key,
      type,
      name: parseString(fields.get("name")) ?? "",
      url: url ?? (this.mode === "delivery" ? "" : null),
      extension:
        (extension && parseString(extension)) ||
        (url && EXTENSION.exec(url)?.[1]?.toLowerCase()) ||
        (facts?.has(FILE_FACTS.extension) ? "" : null),
      width: fact(FILE_FACTS.width),
      height: fact(FILE_FACTS.height),
      bytes: fact(FILE_FACTS.bytes),
      hasCropper: cropper !== undefined,
      focalPoint: cropper?.focalPoint ?? null,
      crops: (cropper?.crops as readonly DecodedMembers[] | undefined) ?? [],
    };
  }

  /** The path of a media node: the names of the ancestors and its own, in lower case between slashes. */
  mediaPath(index: number): string {
    if (index === NO_PARENT) return "/";
    return entryIn(this.#mediaPaths, index, () => {
      const above = this.mediaPath(this.trees.media.parentAt(index));
      return `${above}${this.summary("media", index).name.toLowerCase()}/`;
    });
  }

  /** The fields of a node as JSON texts. */
  fields(kind: Kind, index: number): ReadonlyMap<string, string> {
    if (this.#last?.kind !== kind || this.#last.index !== index) {
      const fields = parseMembers(nodeJson(decodedText(this.trees[kind].text(index, "item"))));
      this.#last = { kind, index, fields };
    }
    return this.#last.fields;
  }

  #valueOf(kind: Kind, index: number, wanted: string): string | undefined {
    for (const { alias, value } of new SiteNode(kind, this.trees[kind], index).properties())
      if (alias === wanted) return value;
    return undefined;
  }
}

/** The path of a URL; `undefined` if it is no URL, as `#` of a page without one. */
function pathIn(url: string | undefined): string | undefined {
  if (!url) return undefined;
  const isPath = url.startsWith("/") && !/^\/[/\\]/.test(url);
  if (!isPath && !(/^(?:\/|https?:\/\/)/i.test(url) && URL.canParse(url, NO_ORIGIN))) return undefined;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  return path === "" ? "/" : path;
}
