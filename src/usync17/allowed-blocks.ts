/** The blocks that the configurations of data types allow: they grow with the values. */
import { objectsIn, textIn } from "../decode/configuration.ts";
import { isMembers } from "../json/shape.ts";
import { entryIn } from "../site/map-entries.ts";
import { type Key, keyOfName, parseKey } from "../site/tree/key.ts";
import type { MoveReport } from "./move-report.ts";
import type { TargetDataType } from "./target-data-types.ts";

/** A block by the types of its content and its settings, and the keys of the areas that it fills. */
export type StoredBlock = { type: Key; settings: Key | undefined; areas: readonly Key[] };

export class AllowedBlocks {
  readonly #hasType: (key: Key) => boolean;
  /** The entries of types in the configurations, of which every value asks for some. */
  readonly #blocks = new Map<TargetDataType, Map<Key | undefined, Record<string, unknown>>>();

  /** @param hasType whether a type will be in 17 */
  constructor(hasType: (key: Key) => boolean) {
    this.#hasType = hasType;
  }

  /** Lets blocks of a data type have elements of a type, with settings of another. */
  allow(dataType: TargetDataType, type: Key, settings?: Key): void {
    const block = this.#blockOf(dataType, type);
    if (settings && !textIn(block, "settingsElementTypeKey")) block.settingsElementTypeKey = settings;
  }

  /** The key of an area of a type's blocks in a grid; an area that the data type lacks is added. */
  areaKey(dataType: TargetDataType, type: Key, alias: string, columnSpan: number): Key {
    const block = this.#blockOf(dataType, type);
    const areas = objectsIn(block, "areas");
    const known = areas.find((area) => textIn(area, "alias") === alias);
    const knownKey = parseKey(textIn(known ?? {}, "key") ?? "");
    if (knownKey !== undefined) return knownKey;
    const made = keyOfName(dataType.key, `area ${type} ${alias}`);
    block.areas = [...areas, { key: made, alias, columnSpan, rowSpan: 1, minAllowed: 0 }];
    return made;
  }

  /** Lists a block that is stored in the form of 17, with its areas, if its data type is made. */
  listStored(dataType: TargetDataType, { type, settings, areas }: StoredBlock): void {
    if (!dataType.isMade || !this.#hasType(type)) return;
    this.allow(dataType, type, settings !== undefined && this.#hasType(settings) ? settings : undefined);
    const block = this.#blockOf(dataType, type);
    for (const key of areas) {
      const known = objectsIn(block, "areas");
      if (known.some((area) => textIn(area, "key") === key)) continue;
      const alias = `area${known.length}`;
      block.areas = [...known, { key, alias, columnSpan: 12, rowSpan: 1, minAllowed: 0 }];
    }
  }

  /** The entry of a type in the configuration of blocks. */
  #blockOf(dataType: TargetDataType, key: Key): Record<string, unknown> {
    const { config, editor } = dataType;
    const known = entryIn(this.#blocks, dataType, () => {
      const stored = Array.isArray(config.blocks) ? config.blocks.filter(isMembers) : [];
      return new Map(
        stored.map((block) => [parseKey(textIn(block, "contentElementTypeKey") ?? ""), block] as const),
      );
    });
    return entryIn(known, key, () => {
      const inGrid = { allowAtRoot: true, allowInAreas: true, areas: [] };
      const made = { contentElementTypeKey: key, ...(editor === "Umbraco.BlockGrid" && inGrid) };
      config.blocks = [...(Array.isArray(config.blocks) ? config.blocks : []), made];
      return made;
    });
  }

  /** Drops blocks whose types the site does not have. Called when all values are encoded. */
  dropMissing(dataTypes: Iterable<TargetDataType>, report: MoveReport): void {
    for (const { name, config } of dataTypes) {
      if (!Array.isArray(config.blocks)) continue;
      config.blocks = config.blocks.filter(isMembers).filter((block) => {
        const key = parseKey(textIn(block, "contentElementTypeKey") ?? "");
        const isThere = key !== undefined && this.#hasType(key);
        if (!isThere) report.about("data-type", name, "setting-dropped", `its block ${key} has no type`);
        return isThere;
      });
    }
  }
}
