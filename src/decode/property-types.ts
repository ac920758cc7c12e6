/** The types of a site as the decoder needs them: each property with its editor and its data type's configuration. */
import type { Kind } from "../operations.ts";
import { variesByCulture } from "../site/schema/definitions.ts";
import { orderedProperties } from "../site/schema/property-order.ts";
import type { MediaType, TypeLists } from "../site/schema/site-types.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import type { GivenEditors } from "../site/values/element-types.ts";
import { type Configuration, NO_CONFIGURATION, settingIn } from "./configuration.ts";

export type PropertyType = {
  /** `undefined` if the data does not say. */
  editorAlias: string | undefined;
  configuration: Configuration;
};

type DecodedType = {
  alias: string;
  /** Whether its nodes or elements vary by language; `undefined` if the data does not say. */
  varies: boolean | undefined;
  /** By alias, with those of compositions, in their order. */
  properties: ReadonlyMap<string, PropertyType>;
};

export class PropertyTypes {
  /** By kind and lower-case alias. */
  readonly #byAlias = new Map<string, DecodedType>();
  readonly #byKey = new Map<Key, DecodedType>();
  readonly #dataTypes: ReadonlyMap<Key, PropertyType>;
  /** The editors that the user gives for properties of elements, if the data does not name them. */
  readonly givenEditor: GivenEditors;

  /** @param givenEditor Default: none are given */
  constructor(
    { content, media, data, preValues, traits }: Omit<TypeLists, "tabAliases" | "editorUis">,
    givenEditor: GivenEditors = () => undefined,
  ) {
    this.givenEditor = givenEditor;
    const dataTypes = new Map(
      data.map((dataType) => {
        const config = withOptionIds(dataType.config, preValues?.get(dataType.key));
        return [dataType.id, { ...dataType, config }];
      }),
    );
    this.#dataTypes = new Map(
      Array.from(dataTypes.values(), ({ key, editorAlias, config }) => [
        key,
        { editorAlias: editorAlias ?? undefined, configuration: config },
      ]),
    );
    for (const [kind, types] of [["content", content] as const, ["media", media] as const]) {
      for (const each of types) {
        const { alias, key } = each;
        const properties = new Map<string, PropertyType>();
        for (const { property } of orderedProperties<MediaType>(each, types)) {
          const dataType = dataTypes.get(property.dataTypeId);
          const editorAlias = property.editorAlias || dataType?.editorAlias || undefined;
          properties.set(property.alias, {
            editorAlias,
            configuration: dataType?.config ?? NO_CONFIGURATION,
          });
        }
        const variation = traits?.get(key)?.variation;
        const type = { alias, varies: variation && variesByCulture(variation), properties };
        this.#byAlias.set(`${kind} ${alias.toLowerCase()}`, type);
        this.#byKey.set(key, type);
      }
    }
  }

  /** @param alias in any case, as in the CMS */
  ofNode(kind: Kind, alias: string): DecodedType | undefined {
    return this.#byAlias.get(`${kind} ${alias.toLowerCase()}`);
  }

  /** @param key a GUID in any form, which has precedence */
  ofElement(alias: string | undefined, key: string | undefined): DecodedType | undefined {
    const named = key === undefined ? undefined : parseKey(key);
    const byKey = named === undefined ? undefined : this.#byKey.get(named);
    return byKey ?? (alias === undefined ? undefined : this.ofNode("content", alias));
  }

  /** @param key the GUID of a data type in any form */
  ofDataType(key: string | undefined): PropertyType | undefined {
    const named = key === undefined ? undefined : parseKey(key);
    return named === undefined ? undefined : this.#dataTypes.get(named);
  }

  /** Whether the data has types at all. */
  get hasTypes(): boolean {
    return this.#byKey.size > 0;
  }
}

/** Options with the ids that versions up to 7 store, in the form of version 8. */
function withOptionIds(
  config: Configuration,
  preValues: ReadonlyMap<string, string> | undefined,
): Configuration {
  if (preValues === undefined || settingIn(config, "items") !== undefined) return config;
  return { ...config, items: Array.from(preValues, ([id, value]) => ({ id, value })) };
}
