/** Reads a value of blocks, in the forms before and from version 15 on: what a layout places, in its order, and what none places. */

import { MOST_LEVELS } from "../../json/grammar.ts";
import { entryIn } from "../map-entries.ts";
import { type Key, parseKey } from "../tree/key.ts";
import { keyInName } from "../udi.ts";
import { knownEditor } from "./editors.ts";
import type { StoredValue } from "./stored-value.ts";
import type { Layout } from "./value-parts.ts";

type Role = "content" | "settings";

/** A property of an element. A list of them, as from version 15 on, has languages and segments, and may name the editor. */
export type ListedProperty = {
  alias: string;
  value: StoredValue;
  editorAlias?: string;
  culture?: string;
  segment?: string;
};

/** The content or the settings of a block. */
export type BlockElement = {
  value: StoredValue;
  role: Role;
  /** The key by which layouts name it. */
  key: string | undefined;
  /** Whether its properties are a list, as from version 15 on. */
  isListed: boolean;
};

/** An entry of the layout, with the elements that it names, as far as the value has them. */
export type PlacedBlock = {
  entry: StoredValue;
  key: string | undefined;
  content: BlockElement | undefined;
  settings: BlockElement | undefined;
  areas: readonly { key: Key | undefined; blocks: readonly PlacedBlock[] }[];
};

export type Blocks = {
  layout: Layout;
  placed: readonly PlacedBlock[];
  unplaced: readonly BlockElement[];
  /** By the keys of blocks, in which languages and segments they are shown; `undefined` if all blocks are. */
  exposures: ReadonlyMap<string | undefined, readonly StoredValue[]> | undefined;
};

/** Members of a block before version 15 that are no properties. */
const OWN: readonly string[] = ["contentTypeKey", "contentTypeAlias", "udi", "key"];

export function isBlocks(value: StoredValue): boolean {
  return value.at("contentData")?.node.kind === "array";
}

/** @param editorAlias that of the property, `undefined` if unknown */
export function readBlocks(value: StoredValue, editorAlias?: string): Blocks {
  const [contents, settings] = [elementsIn(value, "content"), elementsIn(value, "settings")];
  const left = new Set([...contents.values(), ...settings.values()]);
  const place = (entries: StoredValue | undefined, level: number): PlacedBlock[] =>
    (entries?.items() ?? []).map((entry) => {
      const key = keyIn(entry, "contentKey", "contentUdi");
      const block = {
        content: contents.get(key),
        settings: settings.get(keyIn(entry, "settingsKey", "settingsUdi")),
      };
      for (const element of [block.content, block.settings]) if (element) left.delete(element);
      const nested = level < MOST_LEVELS ? (entry.member("areas")?.items() ?? []) : [];
      const areas = nested.map((area) => ({
        key: parseKey(area.memberText("key") ?? ""),
        blocks: place(area.member("items"), level + 1),
      }));
      return { entry, key, ...block, areas };
    });
  const { layout, entries } = shownLayout(value, editorAlias, contents);
  return { layout, placed: place(entries, 1), unplaced: [...left], exposures: exposuresIn(value) };
}

/**
 * The layout that is shown. A value has several after its data type was changed to another editor, each under the alias of
 * its editor. The CMS takes that of the property's editor; if there is none, it is the one that places most of the blocks.
 */
export function shownLayout(
  value: StoredValue,
  editorAlias?: string,
  contents = elementsIn(value, "content"),
): { layout: Layout; entries: StoredValue | undefined } {
  // uSync 15 writes it with a capital letter.
  const layouts = (value.member("layout") ?? value.member("Layout"))?.entered().members() ?? [];
  const placed = ({ value: list }: ListedProperty) =>
    list.items().filter((entry) => contents.has(keyIn(entry, "contentKey", "contentUdi"))).length;
  const own = layouts.find(({ alias }) => alias.toLowerCase() === editorAlias?.toLowerCase());
  const shown =
    own ?? layouts.reduce((best, each) => (placed(each) > placed(best) ? each : best), layouts[0]);
  return { layout: knownEditor(shown?.alias)?.layout ?? "blocks", entries: shown?.value };
}

/** Whether the blocks of a value have GUIDs, as from version 15 on, and not UDIs. */
export function hasBlockKeys(value: StoredValue): boolean {
  const first = shownLayout(value).entries?.items()[0] ?? value.at("contentData")?.items()[0];
  return (
    first !== undefined &&
    (first.stringAt("contentKey") !== undefined || (first.stringAt("key") !== undefined && isListed(first)))
  );
}

/** Whether some language shows an element. */
export function isExposed({ exposures }: Blocks, { role, isListed, key }: BlockElement): boolean {
  return role === "settings" || exposures === undefined || !isListed || exposures.has(key);
}

function keyIn(value: StoredValue, first: string, second: string): string | undefined {
  return keyInName(value.stringAt(first) ?? value.stringAt(second));
}

function elementsIn(value: StoredValue, role: Role): Map<string | undefined, BlockElement> {
  const found = new Map<string | undefined, BlockElement>();
  for (const [i, item] of (value.at(`${role}Data`)?.items() ?? []).entries()) {
    if (item.node.kind !== "object") continue;
    const own = keyIn(item, "udi", "key");
    // A block without a key of its own is kept under its index.
    const key = own === undefined || found.has(own) ? `${role}Data ${i}` : own;
    found.set(key, { value: item, role, key, isListed: isListed(item) });
  }
  return found;
}

/** A UDI beside the list does not matter: Umbraco writes one into blocks of documents that vary when it publishes them. */
function isListed(block: StoredValue): boolean {
  const values = block.at("values");
  return values?.node.kind === "array" && values.items().every((each) => each.has("alias"));
}

export function propertiesOf({ value, isListed }: BlockElement): ListedProperty[] {
  return isListed ? listedProperties(value.at("values")) : value.members(OWN);
}

/** Properties in a list of objects with `alias` and `value`. */
export function listedProperties(list: StoredValue | undefined): ListedProperty[] {
  return (list?.items() ?? []).flatMap((each): ListedProperty[] => {
    const [alias, value] = [each.stringAt("alias"), each.at("value")];
    if (alias === undefined || value === undefined) return [];
    const editorAlias = (each.stringAt("propertyEditorAlias") ?? each.stringAt("editorAlias")) || undefined;
    return [
      { alias, value, editorAlias, culture: each.stringAt("culture"), segment: each.stringAt("segment") },
    ];
  });
}

function exposuresIn(value: StoredValue): Blocks["exposures"] {
  const list = value.at("expose") ?? value.at("Expose");
  if (list?.node.kind !== "array") return undefined;
  const byKey = new Map<string | undefined, StoredValue[]>();
  for (const each of list.items())
    entryIn(byKey, keyInName(each.stringAt("contentKey")), () => []).push(each);
  return byKey;
}
