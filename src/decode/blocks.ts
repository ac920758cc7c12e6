/** Decodes block lists, block grids, single blocks and blocks of rich text, in the forms before and from version 15. */

import { isSameLanguage } from "../site/languages.ts";
import { keyInName } from "../site/udi.ts";
import {
  type BlockElement,
  type Blocks,
  listedProperties,
  type PlacedBlock,
  propertiesOf,
  readBlocks,
} from "../site/values/blocks.ts";
import type { StoredValue } from "../site/values/stored-value.ts";
import { NO_CONFIGURATION, objectsIn, textIn, wholeNumberIn } from "./configuration.ts";
import { type DecodedMembers, PART } from "./decoded-value.ts";
import type { Decode, Decoding, ValueAt } from "./decoding.ts";
import { decodedElement, type StoredElementProperty } from "./elements.ts";
import { blockAreas, gridColumns } from "./grid-columns.ts";

export const blockList: Decode = (at, decoding) => ({
  items: blockItems(at, decoding),
  [PART]: { is: "blocks" },
});

export const singleBlock: Decode = (at, decoding) => blockItems(at, decoding)[0] ?? null;

/** The blocks of a value, each with content and settings. */
export function blockItems(at: ValueAt, decoding: Decoding): DecodedMembers[] {
  const blocks = new BlockDecoder(at, decoding);
  return blocks.read((block) => {
    const pair = blocks.pair(block);
    return pair ? [{ content: pair.content, settings: pair.settings, [PART]: { is: "block" } }] : [];
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
  const blocks = new BlockDecoder(at, decoding);
  const itemOf = (block: PlacedBlock): DecodedMembers[] => {
    const pair = blocks.pair(block);
    if (!pair) return [];
    const config = configs.get(pair.type) ?? NO_CONFIGURATION;
    const areas = block.areas.map(({ key, blocks }): DecodedMembers => {
      const known = areasByKey.get(key ?? "");
      return {
        alias: known?.alias ?? null,
        rowSpan: known?.rowSpan ?? 1,
        columnSpan: known?.columnSpan ?? columns,
        items: blocks.flatMap(itemOf),
      };
    });
    return [
      {
        rowSpan: spanIn(block.entry, "rowSpan") ?? 1,
        columnSpan: spanIn(block.entry, "columnSpan") ?? columns,
        areaGridColumns: wholeNumberIn(config, "areaGridColumns") ?? columns,
        areas,
        content: pair.content,
        settings: pair.settings,
        [PART]: { is: "block" },
      },
    ];
  };
  return { gridColumns: columns, items: blocks.read(itemOf), [PART]: { is: "block-grid" } };
};

function spanIn(entry: StoredValue, name: string): number | undefined {
  const span = Number(entry.memberText(name));
  return Number.isInteger(span) && span > 0 ? span : undefined;
}

/** A block's elements, and the key of its type. */
type BlockPair = { content: DecodedMembers; settings: DecodedMembers | null; type: string | undefined };

class BlockDecoder {
  readonly #at: ValueAt;
  readonly #decoding: Decoding;
  readonly #value: StoredValue;
  readonly #blocks: Blocks;
  /** The contents that blocks above have shown or hidden already: below a hidden block, each is reported once. */
  readonly #met = new Set<BlockElement>();
  /** The types that the data type lists; none if it lists none. */
  readonly #allowed: ReadonlySet<string | undefined>;

  constructor(at: ValueAt, decoding: Decoding) {
    this.#at = at;
    this.#decoding = decoding;
    this.#value = at.value.entered();
    this.#blocks = readBlocks(this.#value, at.editorAlias);
    this.#allowed = new Set(
      objectsIn(at.configuration, "blocks").map((block) => keyInName(textIn(block, "contentElementTypeKey"))),
    );
  }

  /** Decodes the placed blocks in order, and reports blocks that no layout places. */
  read(itemsOf: (block: PlacedBlock) => DecodedMembers[]): DecodedMembers[] {
    const { kind, items: members } = this.#value.node;
    const isEmpty = (kind === "object" || kind === "array") && members.length === 0;
    if (!this.#value.member("contentData") && !isEmpty)
      this.#decoding.report(this.#at, "malformed-value", this.#value.written);
    const items = this.#blocks.placed.flatMap(itemsOf);
    for (const { value, key } of this.#blocks.unplaced) this.#report(value, "unplaced-block", key ?? "");
    return items;
  }

  /** The elements of a block; `undefined` if there are none, or if the block is hidden. */
  pair(block: PlacedBlock): BlockPair | undefined {
    const { entry, key = "", content, settings } = block;
    if (content) this.#met.add(content);
    if (content === undefined) {
      this.#report(entry, "malformed-value", key);
      return undefined;
    }
    if (!this.#isExposed(content)) {
      this.#report(content.value, "hidden-block", key);
      this.#hideBelow(block);
      return undefined;
    }
    const type = keyInName(content.value.memberText("contentTypeKey"));
    if (this.#allowed.size > 0 && !this.#allowed.has(type))
      this.#report(content.value, "missing-type", type ?? "");
    return { content: this.#element(content), settings: settings ? this.#element(settings) : null, type };
  }

  /** Blocks in a hidden block are hidden, too. */
  #hideBelow({ areas }: PlacedBlock): void {
    for (const block of areas.flatMap(({ blocks }) => blocks)) {
      const { content, key = "" } = block;
      if (content && !this.#met.has(content)) this.#report(content.value, "hidden-block", key);
      if (content) this.#met.add(content);
      this.#hideBelow(block);
    }
  }

  /** From version 15 on, a block is shown in the languages and segments that expose it. */
  #isExposed({ value, key, isListed }: BlockElement): boolean {
    const { exposures } = this.#blocks;
    if (exposures === undefined || !isListed) return true;
    const own = exposures.get(key) ?? [];
    const { culture: wanted, defaultCulture } = this.#decoding.site;
    const { kind, type } = this.#at.property;
    const varies = this.#decoding.types.ofNode(kind, type)?.varies;
    if (defaultCulture === undefined || varies === undefined) return own.some((each) => this.#isRead(each));
    // In a page that does not vary, what the default language shows is shown.
    if (!varies) return own.some((each) => this.#isRead(each, defaultCulture));
    const element = this.#decoding.types.ofElement(undefined, value.memberText("contentTypeKey"));
    const isOfDefault = element?.varies === true && own.every((each) => !each.memberText("culture"));
    if (isOfDefault && wanted !== undefined && !isSameLanguage(wanted, defaultCulture)) return false;
    return own.some((each) => this.#isRead(each));
  }

  /** Whether a value or an exposure belongs to the segment that is read, and to a language. */
  #isOf(
    culture: string | undefined,
    segment: string | undefined,
    wanted = this.#decoding.site.culture,
  ): boolean {
    const isCulture = !culture || wanted === undefined || isSameLanguage(culture, wanted);
    return isCulture && (!segment || segment === this.#at.property.segment);
  }

  #isRead(exposure: StoredValue, wanted?: string): boolean {
    return this.#isOf(exposure.memberText("culture"), exposure.memberText("segment"), wanted);
  }

  #element(element: BlockElement): DecodedMembers {
    const { value, role, isListed } = element;
    return decodedElement(
      { ...this.#at, value },
      {
        alias: value.memberText("contentTypeAlias"),
        key: value.memberText("contentTypeKey"),
        id: value.memberText("udi") ?? value.memberText("key"),
        properties: isListed ? this.#listedProperties(value) : propertiesOf(element),
      },
      this.#decoding,
      role,
    );
  }

  /** Values of the language and segment that are read win over those of none. */
  #listedProperties(block: StoredValue): StoredElementProperty[] {
    const type = this.#decoding.types.ofElement(undefined, block.memberText("contentTypeKey"));
    const found = new Map<string, { property: StoredElementProperty; rank: number }>();
    for (const { alias, value, editorAlias, culture, segment } of listedProperties(block.member("values"))) {
      if (culture) this.#decoding.site.language?.(culture, this.#at.property);
      if (value.isNull || !this.#isOf(culture, segment)) continue;
      const rank = (segment ? 2 : 0) + (culture ? 1 : 0);
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
