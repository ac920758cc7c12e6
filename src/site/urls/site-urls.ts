/** Lists the URLs of a site: those of pages and files, aliases, stored redirects and legacy forms. */

import { KINDS, type Kind } from "../../operations.ts";
import { withoutEnds } from "../../text/path-text.ts";
import { entryIn } from "../map-entries.ts";
import { FILE_PROPERTY } from "../media/media-paths.ts";
import type { SiteTrees } from "../site-data.ts";
import { type SiteNode, siteNodes } from "../site-nodes.ts";
import { comparableUrl, parseAddress, sameAddress, writeAddress } from "./address.ts";
import type { OtherUrls } from "./domain-urls.ts";
import type { StoredRedirect } from "./node-urls.ts";

/**
 * The origin of a URL: from the data, made from names, an alias, a redirect that the site stores, a media file, a form
 * that version 7 also answered, or a value that names a file.
 */
type UrlSource = "url" | "made" | "alias" | "redirect" | "file" | "legacy" | "value";

/** The property with other URLs of a page, separated by commas. */
const ALIAS_PROPERTY = "umbracoUrlAlias";

/** The node of a URL; of a file that no media node has, the first node that names it. */
export type AddressedNode = {
  kind: Kind;
  index: number;
  /** Absent in an import listing. */
  id?: number;
  key: string;
  type?: string;
  name: string;
  /** The code of the language of the URL, if the site has several. */
  language?: string;
};

export type SiteUrl = {
  url: string;
  source: UrlSource;
  node: AddressedNode;
  /** The domain of a page's further URL, as the site writes it. Absent in the page's own URL. */
  domain?: string;
};

export type SiteUrls = {
  /** Content before media, each in preorder; a node's own URL first. */
  urls: readonly SiteUrl[];
  /** The number of pages without a URL, and of media nodes with a file property but no URL. */
  without: Readonly<Record<Kind, number>>;
  /** The keys of pages without a URL. */
  pagesWithout: ReadonlySet<string>;
  /** URLs that several nodes have, in order of the first. */
  shared: readonly { url: string; nodes: readonly AddressedNode[] }[];
  /** The number of stored redirects to missing pages, which are left out. */
  deadRedirects: number;
};

export const NO_URLS: SiteUrls = {
  urls: [],
  without: { content: 0, media: 0 },
  pagesWithout: new Set(),
  shared: [],
  deadRedirects: 0,
};

type SiteUrlOptions = {
  /** Default: both. */
  kinds?: readonly Kind[];
  /** Whether the URLs of content were made because the data has none. */
  areMade?: boolean;
  /** Whether to list forms that version 7 also answered: `.aspx` instead of the trailing slash, and `/<id>`. */
  legacy?: boolean;
  /** The redirects that the site stores. Default: none. */
  redirects?: readonly StoredRedirect[];
  /** The code of the language of this list, if the site has several. */
  language?: string;
  /** Default: pages have one URL. */
  otherUrls?: OtherUrls;
};

export function siteUrls(trees: SiteTrees, options: SiteUrlOptions = {}): SiteUrls {
  const { kinds = KINDS, areMade, legacy, redirects = [], language, otherUrls } = options;
  const urls: SiteUrl[] = [];
  const without = { content: 0, media: 0 };
  const pagesWithout = new Set<string>();
  const earlier = kinds.includes("content")
    ? redirectsByNode(trees, redirects)
    : { byIndex: new Map<number, string[]>(), dead: 0 };
  for (const view of siteNodes(trees, kinds)) {
    const { id, key, type = "", name, url } = view.fields();
    // Files belong to no language.
    const ofLanguage = language !== undefined && view.kind === "content" && { language };
    const node = { kind: view.kind, index: view.index, id, key, type, name, ...ofLanguage };
    const own = ownUrl(node, url, areMade === true);
    if (own) urls.push(own);
    else if (view.kind === "content" || hasProperty(view, FILE_PROPERTY)) without[view.kind]++;
    if (!own && view.kind === "content") pagesWithout.add(key);
    if (view.kind !== "content") continue;
    /** The same page below its other domains. */
    const below = (each: SiteUrl): SiteUrl[] =>
      (otherUrls?.(view.index, each.url) ?? []).map((other) => {
        const ofOther = language !== undefined &&
          other.language !== undefined && { language: other.language };
        return { ...each, url: other.url, domain: other.domain, node: { ...node, ...ofOther } };
      });
    const pages = own ? [own, ...below(own)] : [];
    const redirected = (earlier.byIndex.get(view.index) ?? []).flatMap((url) => {
      const redirect = redirectUrl(url, own, node);
      return isOfHost(redirect, own) ? [redirect, ...below(redirect)] : [redirect];
    });
    const others = [
      ...pages.slice(1),
      ...pages.flatMap((each) => aliasesOf(view, each)),
      ...redirected,
      ...(legacy ? pages.flatMap(legacyUrls) : []),
    ];
    // Domains that are paths have the aliases of their host.
    const listed = new Set<string>();
    for (const each of others)
      if (listed.size < listed.add(`${each.source} ${each.url}`).size) urls.push(each);
  }
  const answering = withoutUnusedRedirects(urls);
  return {
    urls: answering,
    without,
    pagesWithout,
    shared: sharedUrls(answering),
    deadRedirects: earlier.dead,
  };
}

/**
 * Joins the lists of all languages. A URL that a page has in several languages is listed once, with the first one.
 * @param lists the language that is read first; its list has the files
 */
export function joinSiteUrls(lists: readonly SiteUrls[]): SiteUrls {
  if (lists.length === 1) return lists[0];
  const ofKind = (kind: Kind) => lists.flatMap(({ urls }) => urls.filter(({ node }) => node.kind === kind));
  const once = new Map<string, SiteUrl>();
  for (const each of [...ofKind("content"), ...ofKind("media")]) {
    const name = `${each.node.key} ${each.url}`;
    if (!once.has(name)) once.set(name, each);
  }
  const urls = withoutUnusedRedirects([...once.values()]);
  const addressed = new Set(urls.map(({ node }) => node.key));
  const pages = lists.flatMap(({ pagesWithout }) => [...pagesWithout]);
  const pagesWithout = new Set(pages.filter((key) => !addressed.has(key)));
  return {
    urls,
    without: { content: pagesWithout.size, media: lists[0].without.media },
    pagesWithout,
    shared: sharedUrls(urls),
    deadRedirects: lists.reduce((sum, { deadRedirects }) => sum + deadRedirects, 0),
  };
}

/** Returns the earlier URLs of pages by index, and the number of redirects to missing pages. */
function redirectsByNode(
  { content }: SiteTrees,
  redirects: readonly StoredRedirect[],
): { byIndex: Map<number, string[]>; dead: number } {
  const byIndex = new Map<number, string[]>();
  let dead = 0;
  for (const { url, key } of redirects) {
    const index = content.findKey(key);
    if (index < 0) dead++;
    else entryIn(byIndex, index, () => []).push(url);
  }
  return { byIndex, dead };
}

/** Completes a stored URL: trailing slash as in page URLs, and the host of the page unless it has one. */
function redirectUrl(stored: string, own: SiteUrl | undefined, node: AddressedNode): SiteUrl {
  const { origin, path } = (own && parseAddress(own.url)) ?? { path: "/" };
  const whole = origin !== undefined && stored.startsWith("/") ? origin + stored : stored;
  const end = path.endsWith("/") && !stored.endsWith("/") ? "/" : "";
  return { url: whole + end, source: "redirect", node };
}

/** A redirect of another host is not below the domains of the page. */
function isOfHost({ url }: SiteUrl, own: SiteUrl | undefined): boolean {
  return own !== undefined && parseAddress(url)?.origin === parseAddress(own.url)?.origin;
}

/** Removes redirects from URLs that belong to a page again: they never take effect. */
function withoutUnusedRedirects(urls: readonly SiteUrl[]): SiteUrl[] {
  const live = new Set(urls.flatMap(({ url, source }) => (source === "redirect" ? [] : comparableUrl(url))));
  return urls.filter(({ url, source }) => source !== "redirect" || !live.has(comparableUrl(url)));
}

/** The built-in type of media folders, which have no URL. */
const FOLDER_TYPE = /^folder$/i;

/** @returns the kinds with nodes (other than folders) but without any URL, and the number of these nodes */
export function kindsWithoutUrls(trees: SiteTrees, kinds: readonly Kind[]): { kind: Kind; nodes: number }[] {
  return kinds.flatMap((kind) => {
    let nodes = 0;
    for (const view of siteNodes(trees, [kind])) {
      const { url, type = "" } = view.brief();
      if (url !== undefined && parseAddress(url) !== undefined) return [];
      if (kind === "content" || !FOLDER_TYPE.test(type)) nodes++;
    }
    return nodes > 0 ? [{ kind, nodes }] : [];
  });
}

function ownUrl(node: AddressedNode, url: string | undefined, areMade: boolean): SiteUrl | undefined {
  if (url === undefined || parseAddress(url) === undefined) return undefined;
  const source = node.kind === "media" ? "file" : areMade ? "made" : "url";
  return { url, source, node };
}

/** Spaces in aliases are ignored, and the leading slash is optional. */
function aliasesOf(view: SiteNode, page: SiteUrl): SiteUrl[] {
  if (!hasProperty(view, ALIAS_PROPERTY)) return [];
  const { origin = "", path } = parseAddress(page.url) ?? { path: "/" };
  const end = path.endsWith("/") ? "/" : "";
  const property = [...view.properties()].find(({ alias }) => alias === ALIAS_PROPERTY);
  const value: unknown = JSON.parse(property?.value ?? "null");
  if (typeof value !== "string") return [];
  const aliases = value.split(",").map((alias) => withoutEnds(alias.replace(/\s+/g, ""), "/"));
  return aliases.flatMap((alias): SiteUrl[] => {
    const address = parseAddress(`${origin}/${alias}${end}`);
    return alias === "" || !address ? [] : [{ ...page, url: writeAddress(address), source: "alias" }];
  });
}

/**
 * Whether the text of a node may have a property of this alias. A quick check: most nodes have none, and reading
 * properties is slow.
 */
function hasProperty({ tree, index }: SiteNode, alias: string): boolean {
  return tree.text(index).includes(`"${alias}":`);
}

function legacyUrls(page: SiteUrl): SiteUrl[] {
  const { origin, path } = parseAddress(page.url) ?? { path: "/" };
  const bare = path.replace(/\/$/, "");
  const paths = [...(bare === "" || bare.endsWith(".aspx") ? [] : [`${bare}.aspx`]), `/${page.node.id}`];
  return paths.map((each) => ({ ...page, url: (origin ?? "") + each, source: "legacy" }));
}

function sharedUrls(urls: readonly SiteUrl[]): SiteUrls["shared"] {
  const shared = new Map<string, { url: string; nodes: Map<string, AddressedNode> }>();
  for (const { url, node } of urls) {
    const address = parseAddress(url);
    if (address)
      entryIn(shared, sameAddress(address), () => ({ url, nodes: new Map() })).nodes.set(node.key, node);
  }
  return [...shared.values()].flatMap(({ url, nodes }) =>
    nodes.size > 1 ? [{ url, nodes: [...nodes.values()] }] : [],
  );
}
