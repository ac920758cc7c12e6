/** Files that values of a site name and no media node has, such as `/files/price-list.pdf`, on the site's own hosts, with or without `www.`. */

import { KINDS, type Kind } from "../operations.ts";
import { mediaPath } from "../site/media/media-paths.ts";
import { once } from "../site/once.ts";
import type { Site } from "../site/site.ts";
import type { PropertyValue, SiteNode } from "../site/site-nodes.ts";
import { parseAddress, writeAddress } from "../site/urls/address.ts";
import type { SiteUrl } from "../site/urls/site-urls.ts";
import { fileUrlsIn, isFilePath } from "../site/values/file-urls.ts";
import type { ReadableValue } from "../site/values/value-parts.ts";
import { withoutHtmlEntities } from "../site/values/visible-html.ts";

/** A file, and the nodes that name it. */
export type UnlistedFile = {
  /** The path, escaped as in a URL. */
  path: string;
  /** How many nodes name it, in any language. */
  nodes: number;
  /** The first of them, in the language in which it was found. */
  first: SiteNode;
};

/** What is read of a site in one language. */
type FileSite = Pick<Site, "node" | "nodes" | "values" | "secrets" | "isOwnHost">;

export class UnlistedFiles {
  readonly #isOwn: (host: string) => boolean;
  /** By the path, as servers compare paths. */
  readonly #files = new Map<string, { path: string; keys: Set<string>; first: SiteNode }>();

  /** @param site in the language that is read. Throws DataError if the files of its domains have errors. */
  constructor(site: FileSite) {
    const used = once(() => hostsOfPages(site));
    this.#isOwn = (host) => site.isOwnHost(host) || site.isOwnHost(`www.${host}`) || used().has(host);
  }

  /**
   * Adds the files that a node's values name.
   * @param site in the language of the node
   */
  add(site: FileSite, node: SiteNode, values: readonly PropertyValue[]): void {
    for (const value of values) {
      for (const url of filesNamedIn(value)) {
        const path = this.#ownPath(url);
        const folded = path && mediaPath(path)?.toLowerCase();
        if (path === undefined || folded === undefined) continue;
        const known = this.#files.get(folded);
        if (!known && site.node({ by: "path", path }) !== undefined) continue;
        const owner = { kind: node.kind, type: node.brief().type };
        if (site.secrets().hides(owner, value.property, url.replace(/^\/\/[^/]*/, ""))) continue;
        const file = known ?? { path, keys: new Set<string>(), first: node };
        if (!known) this.#files.set(folded, file);
        file.keys.add(node.tree.keyAt(node.index));
      }
    }
  }

  /** Reads all nodes of some trees in another language. */
  addAll(site: FileSite, kinds: readonly Kind[]): void {
    for (const node of site.nodes(kinds)) this.add(site, node, site.values(node));
  }

  /** The files that most nodes name first, then by path. */
  list(): UnlistedFile[] {
    const files = Array.from(this.#files.values(), ({ path, keys, first }) => ({
      path,
      nodes: keys.size,
      first,
    }));
    return files.sort((a, b) => b.nodes - a.nodes || (a.path < b.path ? -1 : 1));
  }

  /** The path of a URL on the site itself. */
  #ownPath(url: string): string | undefined {
    const address = parseAddress(url.replace(/^~/, ""));
    if (address === undefined) return undefined;
    const { origin, path } = address;
    const isOwn = origin === undefined || this.#isOwn(foldedHost(new URL(origin).host));
    return isOwn ? writeAddress({ path, query: "" }) : undefined;
  }
}

/**
 * Lists the URLs of these files, by path.
 * @param isOne whether only the language that is read counts. Default: all languages
 */
export async function unlistedUrls(site: Site, isOne = false): Promise<SiteUrl[]> {
  const files = new UnlistedFiles(site);
  files.addAll(site, KINDS);
  if (!isOne) for await (const other of site.inOtherLanguages()) files.addAll(other, KINDS);
  return files
    .list()
    .map(({ path, first }): SiteUrl => {
      const { kind, index } = first;
      const { id, key, type = "", name } = first.fields();
      return { url: path, source: "value", node: { kind, index, id, key, type, name } };
    })
    .sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** The URLs of files in a value: in texts, also those of elements, in links, and where the whole value is a path. */
function filesNamedIn({ property, parts }: PropertyValue): string[] {
  const found: string[] = [];
  const read = ({ shape, texts }: ReadableValue, value: string) => {
    for (const text of shape === "url" ? [value] : texts) {
      for (const url of fileUrlsIn(text)) found.push(withoutHtmlEntities(url));
    }
  };
  read(parts, property.value);
  for (const { properties } of parts.elements) for (const each of properties) read(each, each.value);
  for (const { target } of parts.references) {
    if (target.by !== "path" || !isFilePath(target.path)) continue;
    found.push(target.host === undefined ? target.path : `//${target.host}${target.path}`);
  }
  return found;
}

/** The hosts of the URLs of pages. */
function hostsOfPages({ nodes }: FileSite): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const node of nodes(["content"])) {
    const origin = parseAddress(node.brief().url ?? "")?.origin;
    if (origin !== undefined) hosts.add(foldedHost(new URL(origin).host));
  }
  return hosts;
}

function foldedHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, "");
}
