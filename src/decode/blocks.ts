/** Decodes block lists, block grids, single blocks and blocks of rich text, in the forms before and from version 15. */

import { isSameLanguage } from "../site/languages.ts";
import { entryIn } from "../site/map-entries.ts";
import { parseKey } from "../site/tree/key.ts";
import { keyInName } from "../site/udi.ts";
import {
  blockMembers,
  blocksByKey,
  keyOfBlock,
  listedValues,
  shownLayoutIndex,
} from "../site/values/layouts.ts";
import { NO_CONFIGURATION, objectsIn, textIn, wholeNumberIn } from "./configuration.ts";
import type { DecodedMembers } from "./decoded-value.ts";
import type { Decode, Decoding, ValueAt } from "./decoding.ts";
import { decodedElement, type StoredElementProperty } from "./elements.ts";
import { blockAreas, gridColumns } from "./grid-columns.ts";
import type { StoredValue } from "./stored-value.ts";

export const blockList: Decode = (at, decoding) => ({ items: blockItems(at, decoding) });

export const singleBlock: Decode = (at, decoding) => blockItems(at, decoding)[0] ?? null;

/** The blocks of a value, each with content and settings. */
export function blockItems(at: ValueAt, decoding: Decoding): DecodedMembers[] {
  const blocks = new BlockReader(at, decoding);
  return blocks.read((entry) => {
    const pair = blocks.pair(entry);
    return pair && { content: pair.content, settings: pair.settings };
  });
}

export const blockGrid: Decode = (at, decoding) => {
  const { configuration } = at;
  const columns = gridColumns({ config: configuration });
  const areasByKey = blockAreas([{ config: configuration }]);
  const configs = new Map(
    objectsIn(configuration, "blocks").map((block) => [
      keyInName(textIn(block, "contentElementTypeKey")),
      block,
    ]),
  );
  const blocks = new BlockReader(at, decoding);
  const itemOf = (entry: StoredValue): DecodedMembers | undefined => {
    const pair = blocks.pair(entry);
    if (!pair) return undefined;
    const config = configs.get(pair.type) ?? NO_CONFIGURATION;
    return {
      rowSpan: spanIn(entry, "rowSpan") ?? 1,
      columnSpan: spanIn(entry, "columnSpan") ?? columns,
      areaGridColumns: wholeNumberIn(config, "areaGridColumns") ?? columns,
      areas: (entry.member("areas")?.items() ?? []).map((area): DecodedMembers => {
        const known = areasByKey.get(parseKey(area.memberText("key") ?? "") ?? "");
        return {
          alias: known?.alias ?? null,
          rowSpan: known?.rowSpan ?? 1,
          columnSpan: known?.columnSpan ?? columns,
          items: (area.member("items")?.items() ?? []).map(itemOf).filter((item) => item !== undefined),
        };
      }),
      content: pair.content,
      settings: pair.settings,
    };
  };
  return { gridColumns: columns, items: blocks.read(itemOf) };
};

function spanIn(entry: StoredValue, name: string): number | undefined {
  const span = Number(entry.memberText(name));
  return Number.isInteger(span) && span > 0 ? span : undefined;
}

type Role = "content" | "settings";

/** A block's elements, and the key of its type. */
type BlockPair = { content: DecodedMembers; settings: DecodedMembers | null; type: string | undefined };

class BlockReader {
  readonly #at: ValueAt;
  readonly #decoding: Decoding;
  readonly #value: StoredValue;
  readonly #data: Readonly<Record<Role, ReadonlyMap<string | undefined, StoredValue>>>;
  /** The blocks that a layout places. */
  readonly #placed = new Set<StoredValue>();
  /** The types that the data type lists; none if it lists none. */
  readonly #allowed: ReadonlySet<string | undefined>;

  /** By the keys of blocks, in which languages and segments they are shown; `undefined` if all blocks are. */
  readonly #exposures: ReadonlyMap<string | undefined, readonly StoredValue[]> | undefined;

  constructor(at: ValueAt, decoding: Decoding) {
    this.#at = at;
    this.#decoding = decoding;
    this.#value = at.value.entered();
    this.#data = { content: this.#blocksOf("content"), settings: this.#blocksOf("settings") };
    this.#exposures = this.#readExposures();
    this.#allowed = new Set(
      objectsIn(at.configuration, "blocks").map((block) => keyInName(textIn(block, "contentElementTypeKey"))),
    );
  }

  /** Reads the blocks of the layout in order, and reports blocks that are missing from it. */
  read(itemOf: (entry: StoredValue) => DecodedMembers | undefined): DecodedMembers[] {
    if (!this.#value.member("contentData")) {
      const isEmpty = this.#value.node.kind === "object" || this.#value.node.kind === "array";
      if (!isEmpty || this.#value.node.items.length > 0)
        this.#decoding.report(this.#at, "malformed-value", this.#value.written);
    }
    const entries = this.#layout();
    const items = entries.map(itemOf).filter((item) => item !== undefined);
    for (const blocks of [this.#data.content, this.#data.settings]) {
      for (const [key, block] of blocks) {
        if (!this.#placed.has(block)) this.#report(block, "unplaced-block", key ?? "");
      }
    }
    return items;
  }

  /** The entries of the layout that is shown. */
  #layout(): StoredValue[] {
    const layouts = (this.#value.member("layout") ?? this.#value.member("Layout"))?.entered();
    if (!layouts || layouts.node.items.length === 0) return [];
    const { json, node } = layouts;
    const index = shownLayoutIndex(json, node, this.#at.editorAlias, () => this.#data.content);
    return layouts.part(node.items[index], [node.names[index]]).items();
  }

  /** The elements of an entry of the layout; `undefined` if there are none, or if the block is hidden. */
  pair(entry: StoredValue): BlockPair | undefined {
    const key = keyOfEntry(entry, "content");
    const content = this.#data.content.get(key);
    const settings = this.#data.settings.get(keyOfEntry(entry, "settings"));
    for (const block of [content, settings]) if (block) this.#placed.add(block);
    if (content === undefined) {
      this.#report(entry, "malformed-value", key ?? "");
      return undefined;
    }
    if (!this.#isExposed(content, key)) {
      this.#report(content, "hidden-block", key ?? "");
      this.#placeBelow(entry);
      return undefined;
    }
    const type = keyInName(content.memberText("contentTypeKey"));
    if (this.#allowed.size > 0 && !this.#allowed.has(type)) this.#report(content, "missing-type", type ?? "");
    return {
      content: this.#element(content, "content"),
      settings: settings ? this.#element(settings, "settings") : null,
      type,
    };
  }

  /** Blocks in a hidden block are reported as hidden, not as unplaced. */
  #placeBelow(entry: StoredValue): void {
    for (const area of entry.member("areas")?.items() ?? []) {
      for (const inner of area.member("items")?.items() ?? []) {
        for (const role of ["content", "settings"] as const) {
          const block = this.#data[role].get(keyOfEntry(inner, role));
          if (!block || this.#placed.has(block)) continue;
          this.#placed.add(block);
          if (role === "content") this.#report(block, "hidden-block", keyOfEntry(inner, role) ?? "");
        }
        this.#placeBelow(inner);
      }
    }
  }

  #blocksOf(role: Role): Map<string | undefined, StoredValue> {
    const { json, node } = this.#value;
    const blocks = blocksByKey(json, node, role);
    return new Map(Array.from(blocks, ([key, { item, path }]) => [key, this.#value.part(item, path)]));
  }

  /** From version 15 on, a block is shown in the languages and segments that expose it. */
  #isExposed(content: StoredValue, key: string | undefined): boolean {
    if (this.#exposures === undefined || !isNewForm(content)) return true;
    const own = this.#exposures.get(key) ?? [];
    const { culture: wanted, defaultCulture } = this.#decoding.site;
    const { kind, type } = this.#at.property;
    const varies = this.#decoding.types.ofNode(kind, type)?.varies;
    if (defaultCulture === undefined || varies === undefined) return own.some((each) => this.#isRead(each));
    // In a page that does not vary, what the default language shows is shown.
    if (!varies) return own.some((each) => this.#isRead(each, defaultCulture));
    const element = this.#decoding.types.ofElement(undefined, content.memberText("contentTypeKey"));
    const isOfDefault = element?.varies === true && own.every((each) => !each.memberText("culture"));
    if (isOfDefault && wanted !== undefined && !isSameLanguage(wanted, defaultCulture)) return false;
    return own.some((each) => this.#isRead(each));
  }

  #readExposures(): ReadonlyMap<string | undefined, readonly StoredValue[]> | undefined {
    const expose = this.#value.member("expose") ?? this.#value.member("Expose");
    if (expose?.node.kind !== "array") return undefined;
    const byKey = new Map<string | undefined, StoredValue[]>();
    for (const each of expose.items())
      entryIn(byKey, keyInName(each.memberText("contentKey")), () => []).push(each);
    return byKey;
  }

  /** Whether a value or an exposure belongs to the segment that is read, and to a language. */
  #isRead(value: StoredValue, wanted = this.#decoding.site.culture): boolean {
    const culture = value.memberText("culture");
    const segment = value.memberText("segment");
    const isCulture = !culture || wanted === undefined || isSameLanguage(culture, wanted);
    return isCulture && (!segment || segment === this.#at.property.segment);
  }

  #element(block: StoredValue, role: Role): DecodedMembers {
    return decodedElement(
      { ...this.#at, value: block },
      {
        alias: block.memberText("contentTypeAlias"),
        key: block.memberText("contentTypeKey"),
        id: block.memberText("udi") ?? block.memberText("key"),
        properties: isNewForm(block) ? this.#listedProperties(block) : ownProperties(block),
      },
      this.#decoding,
      role,
    );
  }

  /** Values of the language and segment that are read win over those of none. */
  #listedProperties(block: StoredValue): StoredElementProperty[] {
    const found = new Map<string, { property: StoredElementProperty; rank: number }>();
    for (const each of block.member("values")?.items() ?? []) {
      const alias = each.memberText("alias");
      const culture = each.memberText("culture");
      if (culture) this.#decoding.site.language?.(culture, this.#at.property);
      const value = each.member("value");
      if (alias === undefined || value === undefined || !this.#isRead(each)) continue;
      const rank = (each.memberText("segment") ? 2 : 0) + (culture ? 1 : 0);
      const editorAlias = each.memberText("editorAlias");
      const type = this.#decoding.types.ofElement(undefined, block.memberText("contentTypeKey"));
      const isKnown = type?.properties.get(alias)?.editorAlias !== undefined;
      const editor = isKnown || !editorAlias ? undefined : { editorAlias, configuration: NO_CONFIGURATION };
      const earlier = found.get(alias);
      if (earlier === undefined || rank > earlier.rank)
        found.set(alias, { property: { alias, value, editor }, rank });
    }
    return Array.from(found.values(), ({ property }) => property);
  }

  #report(value: StoredValue, problem: Parameters<Decoding["report"]>[1], text: string): void {
    this.#decoding.report({ ...this.#at, value }, problem, text);
  }
}

function keyOfEntry({ json, node }: StoredValue, role: Role): string | undefined {
  return keyOfBlock(json, node, role);
}

/** Whether the properties of a block are a list, as from version 15 on. */
function isNewForm(block: StoredValue): boolean {
  return listedValues(block.node) !== undefined;
}

function ownProperties(block: StoredValue): StoredElementProperty[] {
  return blockMembers(block.node).map(({ alias, node, path }) => ({ alias, value: block.part(node, path) }));
}
