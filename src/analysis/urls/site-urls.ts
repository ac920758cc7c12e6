/** Lists the addresses that a site has: those of its pages and of its files, and those by which pages are reached besides. */
import { KINDS, type Kind } from "../../operations.ts";
import type { StoredRedirect } from "../../urls/node-urls.ts";
import { entryIn } from "../map-entries.ts";
import { type NodeView, type SiteTrees, siteNodes } from "../site-nodes.ts";
import { parseAddress, sameAddress, writeAddress } from "./address.ts";

/**
 * Where an address comes from: what the data says, what was made, an alias, a redirect that the site keeps itself, a media
 * file, what version 7 answered to besides.
 */
type UrlSource = "url" | "made" | "alias" | "redirect" | "file" | "legacy";

/** What tells the file of a media node. */
const FILE_PROPERTY = "umbracoFile";
/** What names other addresses of a page, with commas between them. */
const ALIAS_PROPERTY = "umbracoUrlAlias";

/** A node, as an address tells of it. */
export type AddressedNode = {
  kind: Kind;
  index: number;
  id: number;
  key: string;
  type: string;
  name: string;
  /** The code of the language that the address is of, where the site holds several. */
  language?: string;
};

export type SiteUrl = { url: string; source: UrlSource; node: AddressedNode };

export type SiteUrls = {
  /** Content before media, each in preorder; of a node its own URL first. */
  urls: readonly SiteUrl[];
  /** How many pages have no URL, and how many media nodes that are for a file have none. */
  without: Readonly<Record<Kind, number>>;
  /** The keys of the pages that have none. */
  pagesWithout: ReadonlySet<string>;
  /** Addresses that several nodes have, in order of the first. */
  shared: readonly { url: string; nodes: readonly AddressedNode[] }[];
  /** How many redirects of the site lead to pages that are not there: they are left out. */
  deadRedirects: number;
};

type ListOptions = {
  /** Default: both. */
  kinds?: readonly Kind[];
  /** Whether the URLs of content were made, as the data holds none. */
  areMade?: boolean;
  /** Whether to list what version 7 answered to besides: `.aspx` in place of the last slash, and `/<id>`. */
  legacy?: boolean;
  /** The redirects that the site keeps itself. Default: none. */
  redirects?: readonly StoredRedirect[];
  /** The code of the language that is listed, where the site holds several. */
  language?: string;
};

export function siteUrls(trees: SiteTrees, options: ListOptions = {}): SiteUrls {
  const { kinds = KINDS, areMade, legacy, redirects = [], language } = options;
  const urls: SiteUrl[] = [];
  const without = { content: 0, media: 0 };
  const pagesWithout = new Set<string>();
  const earlier = kinds.includes("content")
    ? redirectsByNode(trees, redirects)
    : { byPlace: new Map<number, string[]>(), dead: 0 };
  for (const view of siteNodes(trees, kinds)) {
    const { id, key, type = "", name, url } = view.fields();
    // Files are of no language.
    const ofLanguage = language !== undefined && view.kind === "content" && { language };
    const node = { kind: view.kind, index: view.index, id, key, type, name, ...ofLanguage };
    const own = ownUrl(node, url, areMade === true);
    if (own) urls.push(own);
    else if (view.kind === "content" || hasProperty(view, FILE_PROPERTY)) without[view.kind]++;
    if (!own && view.kind === "content") pagesWithout.add(key);
    if (view.kind !== "content") continue;
    if (own) for (const alias of aliasesOf(view, own)) urls.push(alias);
    for (const url of earlier.byPlace.get(view.index) ?? []) urls.push(redirectUrl(url, own, node));
    if (own && legacy) for (const legacyUrl of legacyUrls(own)) urls.push(legacyUrl);
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
 * Joins what a site lists in each of its languages. An address that a page has in several is told once, with the first of them.
 * @param lists the language that is read first, which has the files
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

/** The earlier addresses of pages by their places, and how many are of pages that are not there. */
function redirectsByNode(
  { content }: SiteTrees,
  redirects: readonly StoredRedirect[],
): { byPlace: Map<number, string[]>; dead: number } {
  const byPlace = new Map<number, string[]>();
  let dead = 0;
  for (const { url, key } of redirects) {
    const index = content.findKey(key);
    if (index < 0) dead++;
    else entryIn(byPlace, index, () => []).push(url);
  }
  return { byPlace, dead };
}

/** It ended as URLs of pages do, and was on the host that the page is on, unless it names one. */
function redirectUrl(stored: string, own: SiteUrl | undefined, node: AddressedNode): SiteUrl {
  const { origin, path } = (own && parseAddress(own.url)) ?? { path: "/" };
  const whole = origin !== undefined && stored.startsWith("/") ? origin + stored : stored;
  const end = path.endsWith("/") && !stored.endsWith("/") ? "/" : "";
  return { url: whole + end, source: "redirect", node };
}

/** Without redirects from what is the address of a page again: they never take effect. */
function withoutUnusedRedirects(urls: readonly SiteUrl[]): SiteUrl[] {
  const markOf = ({ url }: SiteUrl) => {
    const address = parseAddress(url);
    return address && sameAddress(address);
  };
  const live = new Set(urls.filter(({ source }) => source !== "redirect").map(markOf));
  return urls.filter((each) => each.source !== "redirect" || !live.has(markOf(each)));
}

/** The built-in type of media folders, which have no address. */
const FOLDER_TYPE = /^folder$/i;

/** @returns the kinds that have nodes other than folders, and no address at all, each with how many nodes it has */
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

/** Spaces in aliases do not count, and a slash may stand before one or not. */
function aliasesOf(view: NodeView, { url, node }: SiteUrl): SiteUrl[] {
  if (!hasProperty(view, ALIAS_PROPERTY)) return [];
  const { origin = "", path } = parseAddress(url) ?? { path: "/" };
  const end = path.endsWith("/") ? "/" : "";
  const property = [...view.properties()].find(({ alias }) => alias === ALIAS_PROPERTY);
  const value: unknown = JSON.parse(property?.value ?? "null");
  if (typeof value !== "string") return [];
  const aliases = value.split(",").map((alias) => alias.replace(/\s+/g, "").replace(/^\/+|\/+$/g, ""));
  return aliases.flatMap((alias): SiteUrl[] => {
    const address = parseAddress(`${origin}/${alias}${end}`);
    return alias === "" || !address ? [] : [{ url: writeAddress(address), source: "alias", node }];
  });
}

/** Whether the text of a node may have a property of this alias: most have none, and properties take time to read. */
function hasProperty({ tree, index }: NodeView, alias: string): boolean {
  return tree.text(index).includes(`"${alias}":`);
}

function legacyUrls({ url, node }: SiteUrl): SiteUrl[] {
  const { origin, path } = parseAddress(url) ?? { path: "/" };
  const bare = path.replace(/\/$/, "");
  const paths = [...(bare === "" || bare.endsWith(".aspx") ? [] : [`${bare}.aspx`]), `/${node.id}`];
  return paths.map((each) => ({ url: (origin ?? "") + each, source: "legacy", node }));
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
