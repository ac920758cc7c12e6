/** Makes the urls of content, which uSync does not write, of its names, its domains and the language that is read. */
import { type Key, ZERO_KEY } from "../../tree/key.ts";
import { type Domain, nodeUrls } from "../../urls/node-urls.ts";
import type { UrlSettings } from "../../urls/url-settings.ts";
import { type ConfigReader, isTrue } from "./config-file.ts";
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
export function readDomains(files: readonly UsyncFile[], reader: ConfigReader): Domain[] {
  const found: { domain: Domain; sortOrder: number }[] = [];
  for (const file of files) {
    const config = reader.read(file);
    const info = config?.root.child("Info");
    const name = config?.root.attributes.Alias;
    if (!config || !info || !name || isTrue(info.child("IsWildcard")?.text)) continue;
    const root = info.child("Root");
    const sortOrder = info.child("SortOrder");
    const domain = {
      root: config.key(root?.attributes.Key, "the Key of Info/Root", root ?? config.root),
      name,
      language: info.child("Language")?.text.trim() || undefined,
    };
    const order = config.integer(sortOrder?.text, "SortOrder", sortOrder ?? config.root) ?? 0;
    found.push({ domain, sortOrder: order });
  }
  // Files come in order of their names, which sorting keeps.
  return found.sort((a, b) => a.sortOrder - b.sortOrder).map(({ domain }) => domain);
}
