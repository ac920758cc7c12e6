/** Compositions that types name and the data lacks: they are made of the values that nodes have and their types do not. */
import { guessedEditor } from "../decode/editor-values.ts";
import type { PropertyUses, UseCounter } from "../decode/use-counter.ts";
import type { Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import { variesByCulture } from "../site/schema/definitions.ts";
import { editorAliasIn17 } from "../site/schema/editors-in-17.ts";
import type {
  ContentType,
  MediaType,
  TypeLists,
  TypeProperty,
  TypeTraits,
} from "../site/schema/site-types.ts";
import { type Key, keyOfAlias, keyOfName } from "../site/tree/key.ts";
import { TEXT_EDITOR } from "./target-data-types.ts";

/** A composition that the data lacks, and the types that inherit from it. */
type Missing = { key: Key; alias: string; heirs: Set<MediaType>; properties: TypeProperty[] };

/**
 * Adds the compositions that are missing.
 * @returns the types of the site, and the keys of the added types
 */
export function withMissingCompositions(
  types: TypeLists,
  uses: UseCounter,
): { types: TypeLists; made: ReadonlySet<Key> } {
  const content = missingCompositions("content", types.content, uses);
  const media = missingCompositions("media", types.media, uses);
  const all = [...content, ...media];
  if (all.length === 0) return { types, made: new Set() };
  const traits = new Map(types.traits);
  for (const missing of all) traits.set(missing.key, traitsOf(missing, types));
  const lists = {
    content: [...types.content, ...content.map(madeType)],
    media: [...types.media, ...media.map(madeType)],
  };
  return { types: { ...types, ...lists, traits }, made: new Set(all.map(({ key }) => key)) };
}

function missingCompositions(kind: Kind, types: readonly MediaType[], uses: UseCounter): Missing[] {
  const known = new Set(types.map(({ key }) => key));
  const missing = new Map<Key, Missing>();
  /** By alias, the types whose nodes have values that their type has no property for. */
  const lost = new Map<string, { uses: PropertyUses; types: Set<MediaType> }>();
  for (const type of types) {
    const named = type.compositions.filter(({ key }) => !known.has(key));
    if (named.length === 0) continue;
    for (const { key, alias } of named)
      entryIn(missing, key, (): Missing => ({ key, alias, heirs: new Set(), properties: [] })).heirs.add(
        type,
      );
    const own = new Set(
      type.tabs.flatMap(({ properties }) => properties.map(({ alias }) => alias.toLowerCase())),
    );
    for (const [alias, used] of uses.of(kind, type.alias)?.properties ?? [])
      if (used.filled > 0 && !own.has(alias.toLowerCase()))
        entryIn(lost, alias, () => ({ uses: used, types: new Set() })).types.add(type);
  }
  for (const [alias, { uses: used, types: owners }] of lost)
    for (const base of basesOf(owners, [...missing.values()]))
      base.properties.push(madeProperty(base, alias, used));
  return [...missing.values()];
}

/**
 * The compositions that give a property to types: the fewest, and of these the ones with the fewest heirs. No type inherits
 * from two of them, which Umbraco refuses.
 */
function basesOf(owners: ReadonlySet<MediaType>, missing: readonly Missing[]): Missing[] {
  const left = new Set(owners);
  const chosen: Missing[] = [];
  const taken = new Set<MediaType>();
  const covered = ({ heirs }: Missing) => [...left].filter((type) => heirs.has(type)).length;
  for (;;) {
    const [best] = missing
      .filter((base) => covered(base) > 0 && ![...base.heirs].some((type) => taken.has(type)))
      .toSorted((a, b) => covered(b) - covered(a) || a.heirs.size - b.heirs.size);
    if (best === undefined) return chosen;
    chosen.push(best);
    for (const type of best.heirs) {
      taken.add(type);
      left.delete(type);
    }
  }
}

function madeProperty(
  { key, properties }: Missing,
  alias: string,
  { editor, shapes }: PropertyUses,
): TypeProperty {
  return {
    ...{ id: 0, key: keyOfName(key, `property ${alias}`), alias, name: alias, description: null },
    ...{ sortOrder: properties.length, dataTypeId: 0, mandatory: false },
    editorAlias: editor ?? editorAliasIn17(shapes && guessedEditor(shapes)) ?? null,
  };
}

function madeType({ key, alias, properties }: Missing): ContentType {
  const tab = { id: 0, key: keyOfName(key, "tab content"), name: "Content", sortOrder: 0, properties };
  return {
    ...{ id: 0, key, alias, name: alias, icon: null, tabs: properties.length > 0 ? [tab] : [] },
    ...{
      allowedAsRoot: false,
      allowedContentTypes: [],
      compositions: [],
      defaultTemplate: null,
      allowedTemplate: [],
    },
  };
}

/** Its properties vary by language if a type that inherits from it does: a value that does not vary is then in each language. */
function traitsOf({ alias, heirs, properties }: Missing, { traits }: TypeLists): TypeTraits {
  const varies = [...heirs].some(({ key }) => variesByCulture(traits?.get(key)?.variation ?? "nothing"));
  const variation = varies ? "culture" : "nothing";
  const own = { variation, from: alias, validation: undefined, labelOnTop: false } as const;
  return {
    ...{
      isElement: false,
      variation,
      description: undefined,
      listView: undefined,
      parent: undefined,
      tabs: new Set(),
    },
    properties: new Map(
      properties.map(({ alias: name, editorAlias }) => [
        name,
        { ...own, dataType: keyOfAlias("data type", editorAlias ?? TEXT_EDITOR) },
      ]),
    ),
  };
}
