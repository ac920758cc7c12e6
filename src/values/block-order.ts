/** In which order a block editor shows its blocks, and which stand within the areas of others. */
import { type JsonNode, memberOf, memberText } from "./json-outline.ts";
import type { Layout } from "./value-parts.ts";

/** A block's content or settings, and where in the value they lie. */
export type Block = {
  item: JsonNode;
  role: "content" | "settings";
  path: readonly (string | number)[];
  /** The index of the block in whose area it stands. */
  holder?: number;
};

type Listed = { item: JsonNode; path: Block["path"] };
type Shown = { entry: JsonNode; holder: number | undefined };

const LAYOUTS_BY_NAME: Readonly<Record<string, Layout>> = {
  "umbraco.blocklist": "block-list",
  "umbraco.blockgrid": "block-grid",
  "umbraco.singleblock": "single-block",
  "umbraco.tinymce": "rich-text-blocks",
  "umbraco.richtext": "rich-text-blocks",
};

export function isBlockValue(node: JsonNode): boolean {
  return memberOf(node, "contentData")?.kind === "array";
}

/** Whether the blocks of a value are named by GUIDs, as from 15 on, and not by UDIs. */
export function hasBlockKeys(text: string, node: JsonNode): boolean {
  const first = layoutList(node)?.items[0] ?? memberOf(node, "contentData")?.items[0];
  if (first === undefined) return false;
  const told = (name: string) => memberText(text, first, name) !== undefined;
  return told("contentKey") || (told("key") && !told("contentUdi") && !told("udi"));
}

/**
 * @param node as `isBlockValue` has it
 * @returns each block's content, then its settings, then the blocks in its areas; at the end what no layout shows
 */
export function blockOrder(text: string, node: JsonNode): { layout: Layout; order: readonly Block[] } {
  const contents = byKey(text, node, "contentData");
  const settings = byKey(text, node, "settingsData");
  const order: Block[] = [];
  const take = (from: Map<string, Listed>, key: string | undefined, role: Block["role"], holder?: number) => {
    const listed = key === undefined ? undefined : from.get(key);
    if (key === undefined || listed === undefined) return undefined;
    from.delete(key);
    return order.push({ ...listed, role, holder }) - 1;
  };
  const open: Shown[] = shownIn(layoutList(node), undefined);
  for (let next = open.pop(); next; next = open.pop()) {
    const { entry, holder } = next;
    const index = take(contents, keyIn(text, entry, "content"), "content", holder);
    take(settings, keyIn(text, entry, "settings"), "settings", holder);
    const areas = memberOf(entry, "areas")?.items ?? [];
    for (const area of areas.toReversed()) {
      for (const shown of shownIn(memberOf(area, "items"), index ?? holder)) open.push(shown);
    }
  }
  for (const key of contents.keys()) take(contents, key, "content");
  for (const key of settings.keys()) take(settings, key, "settings");
  return { layout: blockLayout(node), order };
}

/** Files of uSync 15 write it with a capital letter. */
function layoutIn(node: JsonNode): JsonNode | undefined {
  return memberOf(node, "layout") ?? memberOf(node, "Layout");
}

/** The list in the layout of the one editor that it is of. */
function layoutList(node: JsonNode): JsonNode | undefined {
  return layoutIn(node)?.items[0];
}

/** The layout of a block value: nothing else of it is read. */
export function blockLayout(node: JsonNode): Layout {
  const name = layoutIn(node)?.names[0]?.toLowerCase() ?? "";
  return Object.hasOwn(LAYOUTS_BY_NAME, name) ? LAYOUTS_BY_NAME[name] : "blocks";
}

/** The last first, as they are taken from the end. */
function shownIn(list: JsonNode | undefined, holder: number | undefined): Shown[] {
  return (list?.items ?? []).map((entry) => ({ entry, holder })).reverse();
}

function byKey(text: string, node: JsonNode, name: string): Map<string, Listed> {
  const listed = new Map<string, Listed>();
  const list = memberOf(node, name);
  list?.items.forEach((item, i) => {
    if (item.kind !== "object") return;
    const own = keyOf(memberText(text, item, "udi") ?? memberText(text, item, "key"));
    // What has no key, or that of another, is there all the same.
    const key = own === undefined || listed.has(own) ? `${name} ${i}` : own;
    listed.set(key, { item, path: [name, i] });
  });
  return listed;
}

function keyIn(text: string, entry: JsonNode, role: Block["role"]): string | undefined {
  return keyOf(memberText(text, entry, `${role}Key`) ?? memberText(text, entry, `${role}Udi`));
}

/** The digits of a GUID or of a UDI, in the one form in which they are told apart here. */
function keyOf(name: string | undefined): string | undefined {
  return name
    ?.slice(name.lastIndexOf("/") + 1)
    .replaceAll("-", "")
    .toLowerCase();
}
