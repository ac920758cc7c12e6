/** Makes the urls of content, which uSync does not write, of its names, its domains and the language that is read. */
import { type Key, ZERO_KEY } from "../../tree/key.ts";
import { type Domain, nodeUrls } from "../../urls/node-urls.ts";
import type { UrlSettings } from "../../urls/url-settings.ts";
import type { XmlElement } from "../xml/xml-element.ts";
import { type ConfigFile, type ConfigReader, isTrue } from "./config-file.ts";
import type { UsyncFile } from "./find-files.ts";
import type { Cultures } from "./languages.ts";
import type { UsyncNode } from "./node-file.ts";

/**
 * @param nodes those that are kept, of which each has its parent among them or is a root
 * @returns the urls of those that have one
 */
export function makeUrls(
  nodes: readonly UsyncNode[],
  domains: readonly Domain[],
  { read, fallback }: Cultures,
  settings: UrlSettings | undefined,
): Map<UsyncNode, string> {
  const ordered = inPreorder(nodes);
  const places = new Map(ordered.map(({ key }, place) => [key, place]));
  const urls = nodeUrls(
    ordered.map(({ key, parentKey, segment }) => ({
      name: key,
      parent: parentKey === ZERO_KEY ? -1 : (places.get(parentKey) ?? -1),
      segment,
    })),
    { domains, culture: read, isDefaultCulture: read === fallback, settings },
  );
  return new Map(
    ordered.flatMap((node, place) => {
      const url = urls[place];
      return url === undefined ? [] : [[node, url] as const];
    }),
  );
}

/** Parents before what lies below them, siblings in their order. */
function inPreorder(nodes: readonly UsyncNode[]): UsyncNode[] {
  const below = new Map<Key, UsyncNode[]>();
  for (const node of nodes) {
    const siblings = below.get(node.parentKey);
    if (siblings) siblings.push(node);
    else below.set(node.parentKey, [node]);
  }
  const childrenOf = (key: Key) =>
    (below.get(key) ?? []).toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0)).toReversed();
  const ordered: UsyncNode[] = [];
  const open = childrenOf(ZERO_KEY);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    ordered.push(node);
    for (const child of childrenOf(node.key)) open.push(child);
  }
  return ordered;
}

/** Reads `Domains/*.config`, in the order in which the CMS takes them. */
export function readDomainFiles(files: readonly UsyncFile[], reader: ConfigReader): Domain[] {
  const found = files.flatMap((file) => {
    const config = reader.read(file);
    const domain = config && readDomain(config);
    return domain ? [domain] : [];
  });
  // Files come in order of their names, which sorting keeps.
  return found.sort((a, b) => a.sortOrder - b.sortOrder).map(({ domain }) => domain);
}

/** @returns nothing for what is no domain, or one with a wildcard */
function readDomain(config: ConfigFile): { domain: Domain; sortOrder: number } | undefined {
  const info = config.root.child("Info");
  const name = config.root.attributes.Alias;
  if (!info || !name || isTrue(info.child("IsWildcard")?.text)) return undefined;
  const root = info.child("Root");
  return {
    domain: {
      root: config.key(root?.attributes.Key, "the Key of Info/Root", root ?? config.root),
      name,
      language: info.child("Language")?.text.trim() || undefined,
    },
    sortOrder: sortOrderIn(info, config),
  };
}

function sortOrderIn(info: XmlElement, config: ConfigFile): number {
  const written = info.child("SortOrder");
  return config.integer(written?.text, "SortOrder", written ?? config.root) ?? 0;
}
