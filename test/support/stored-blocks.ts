/** Stored values of the block editors. */
import { keyOf, udiOf } from "./site.ts";

/** A block. The keys of its type and of itself are those of the numbers. */
export type StoredBlock = {
  type: number;
  id: number;
  values?: Readonly<Record<string, unknown>>;
  settings?: StoredBlock;
};

const settingsIn = (blocks: readonly StoredBlock[]) => blocks.flatMap(({ settings }) => settings ?? []);

/** A value as versions 8.7 to 14 store it. @param editor without `Umbraco.` */
export function blocksOf13(editor: string, blocks: readonly StoredBlock[]) {
  const udi = ({ id }: StoredBlock) => udiOf("element", id);
  const data = (block: StoredBlock) => ({
    ...{ contentTypeKey: keyOf(block.type), udi: udi(block) },
    ...block.values,
  });
  const entries = blocks.map((block) => ({
    contentUdi: udi(block),
    ...(block.settings && { settingsUdi: udi(block.settings) }),
  }));
  return {
    layout: { [`Umbraco.${editor}`]: entries },
    contentData: blocks.map(data),
    settingsData: settingsIn(blocks).map(data),
  };
}

/** A value as version 15 and later store it, of which visitors see each block. @param editor without `Umbraco.` */
export function blocksOf17(editor: string, blocks: readonly StoredBlock[]) {
  const data = ({ type, id, values = {} }: StoredBlock) => ({
    ...{ contentTypeKey: keyOf(type), udi: null, key: keyOf(id) },
    values: Object.entries(values).map(([alias, value]) => ({ alias, culture: null, segment: null, value })),
  });
  const entries = blocks.map(({ id, settings }) => ({
    contentKey: keyOf(id),
    ...(settings && { settingsKey: keyOf(settings.id) }),
  }));
  return {
    layout: { [`Umbraco.${editor}`]: entries },
    contentData: blocks.map(data),
    settingsData: settingsIn(blocks).map(data),
    expose: blocks.map(({ id }) => ({ contentKey: keyOf(id), culture: null, segment: null })),
  };
}
