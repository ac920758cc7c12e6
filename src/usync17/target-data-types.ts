/** The data types of a site in Umbraco 17: the data types of the data, and new ones for what the data lacks. */
import { type Configuration, settingsIn, textIn } from "../decode/configuration.ts";
import type { Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import { FIRST_CONFIG } from "../site/schema/editors-in-17.ts";
import type { DataType, TypeLists, TypeProperty } from "../site/schema/site-types.ts";
import { type Key, keyOfAlias, parseKey } from "../site/tree/key.ts";
import { type ConfigContext, configIn17, editorIn17, KEPT_AS_TEXT } from "./data-type-editors.ts";
import { settleLabels } from "./labels.ts";
import type { MoveMap } from "./move-map.ts";
import type { MoveReport } from "./move-report.ts";

export type TargetDataType = {
  key: Key;
  name: string;
  /** The alias of the editor in 17. */
  editor: string;
  ui: string;
  /** Complete when all values are encoded, since blocks bring their types. */
  config: Record<string, unknown>;
  /** What it comes from; `null` if the site does not say, or if it is made. */
  source: { editor: string | null; config: Configuration };
  /** Whether values are stored in 17 as the site has them. */
  isUnchanged: boolean;
  /** Whether it is made, since the data has no such data type: then its options are the values. */
  isMade?: boolean;
};

export type DataTypeOptions = {
  types: TypeLists;
  /** The major version of Umbraco that the data is from; `undefined` if it is not known. */
  major: number | undefined;
  /** Whether values can vary by language, since the site has languages. */
  hasLanguages: boolean;
  /** What the user decides about types. */
  map: MoveMap;
  /** The key of a node by its id, GUID or UDI; `undefined` if there is none. */
  nodeKey(reference: string, kind: Kind): Key | undefined;
  report: MoveReport;
};

/** The first version whose values are those of 17. */
export const FIRST_VALUES = 15;

/** Names of data types that every Umbraco has, so that an import does not rename them. */
const BUILT_IN: Readonly<Record<Key, string>> = {
  "0cc0eba1-9960-42c9-bf9b-60e150b429ae": "Textstring",
  "c6bac0dd-4ab9-45b1-8e30-e4b619ee5da3": "Textarea",
  "ca90c950-0aff-4e72-b976-a30b1ac57dad": "Richtext editor",
  "92897bc6-a5f3-4ffe-ae27-f2e7e33dda49": "True/false",
  "2e6d3631-066e-44b8-aec4-96f09099b2b5": "Numeric",
  "1df9f033-e6d4-451f-b8d2-e0cbc50a836f": "Image Cropper",
};

/** The list of the media below a folder in every Umbraco. */
export const MEDIA_LIST_VIEW: Key = "3a0156c4-3b8c-4803-bdc1-6871faa83fff";

const UMBRACO_EDITOR = /^Umbraco\.(?!Community\.)/i;
/** Editors of Umbraco without an interface, of which 17 has all. */
const VALUE_EDITOR = /^Umbraco\.Plain\./i;

/** The editor of values that are not known better. */
export const TEXT_EDITOR = "Umbraco.TextArea";

/** Holds the values of all languages in one property, from version 7. */
export const VORTO = "Our.Umbraco.Vorto";

export class TargetDataTypes {
  readonly #options: DataTypeOptions;
  readonly #known = new Map<Key, TargetDataType>();
  /** In lower case. */
  readonly #names = new Set<string>();

  constructor(options: DataTypeOptions) {
    this.#options = options;
    for (const dataType of options.types.data) this.#add(dataType);
  }

  /** The data types that 17 gets: without data types that the map drops, or that only wrap the languages of another one. */
  get written(): readonly TargetDataType[] {
    return [...this.#known.values()].filter(
      (dataType) => !this.#options.map.dropsDataType(dataType.name) && !this.wrappedIn(dataType),
    );
  }

  get(key: Key): TargetDataType | undefined {
    return this.#known.get(key);
  }

  /** The data type of the values of a language, if a data type holds several (Vorto) and the site has languages. */
  wrappedIn({ source }: TargetDataType): TargetDataType | undefined {
    if (source.editor?.toLowerCase() !== VORTO.toLowerCase() || !this.#options.hasLanguages) return undefined;
    const inner = settingsIn(source.config, "dataType");
    return this.#known.get(parseKey(textIn(inner, "guid") ?? "") ?? "");
  }

  #add(stored: DataType): TargetDataType {
    const { key, name, editorAlias } = stored;
    const { major = 0, types, report } = this.#options;
    const known = editorIn17(editorAlias);
    const config = known && "items" in known.settings ? this.#withOptions(stored) : stored.config;
    const source = { editor: editorAlias, config };
    if (this.#options.map.dropsDataType(name)) {
      report.about(
        "data-type",
        name,
        "not-carried-over",
        "the map leaves it out, with the properties that have it",
      );
      return this.#keep({
        key,
        name,
        editor: editorAlias ?? "",
        ui: "",
        config: {},
        source,
        isUnchanged: true,
      });
    }
    const unique = this.#freeName(name, editorAlias ?? key);
    if (unique !== name && name)
      report.about("data-type", name, "renamed", `is called ${unique}: another has its name`);
    const storedUi = types.editorUis?.get(key);
    const isRichText = known?.alias === "Umbraco.RichText";
    const wanted = this.#options.map.editorOf(name);
    const isMapped = wanted !== undefined && wanted !== (known ?? KEPT_AS_TEXT).alias;
    // Exports have interfaces of editors from this version on.
    const hasConfigOf17 = major >= FIRST_CONFIG || storedUi !== undefined;
    if (!isMapped && editorAlias && hasConfigOf17 && (!isRichText || Array.isArray(config.extensions))) {
      const ui = storedUi ?? `Umb.PropertyEditorUi.${known?.ui ?? ""}`;
      if (known?.alias.toLowerCase() !== editorAlias.toLowerCase() && !VALUE_EDITOR.test(editorAlias)) {
        const why = UMBRACO_EDITOR.test(editorAlias)
          ? "Umbraco 17 does not have it"
          : "its package is needed";
        report.about("data-type", name, "editor-unknown", `${editorAlias} is kept: ${why}`);
      }
      const isUnchanged = major >= FIRST_VALUES;
      return this.#settle({
        key,
        name: unique,
        editor: editorAlias,
        ui,
        config: structuredClone({ ...config }),
        source,
        isUnchanged,
      });
    }
    const editor = (isMapped ? editorIn17(wanted) : known) ?? KEPT_AS_TEXT;
    if (!known && !isMapped) {
      const from = editorAlias ?? "an editor that the data does not name";
      report.about("data-type", name, "editor-unknown", `${from}: values are kept as text`);
    } else if (editorAlias !== editor.alias) {
      report.about("data-type", name, "editor-replaced", `${editorAlias} becomes ${editor.alias}`);
    }
    const context = this.#context(stored);
    const made = configIn17(editor, config, context);
    if (editor !== KEPT_AS_TEXT && made.dropped.length > 0)
      report.about("data-type", name, "setting-dropped", `${editorAlias}: ${made.dropped.join(", ")}`);
    return this.#settle({
      key,
      name: unique,
      editor: editor.alias,
      ui: `Umb.PropertyEditorUi.${editor.ui}`,
      config: made.config,
      source,
      isUnchanged: major >= FIRST_VALUES && editorAlias === editor.alias,
    });
  }

  /** A configuration with the options that version 7 has apart from it. */
  #withOptions({ key, config }: DataType): Configuration {
    const preValues = this.#options.types.preValues?.get(key);
    if (preValues === undefined || config.items !== undefined || preValues.size === 0) return config;
    return { ...config, items: Array.from(preValues, ([id, value]) => ({ id, value })) };
  }

  #context({ key: ownKey, name, dbType }: DataType): ConfigContext {
    const { nodeKey, types, report } = this.#options;
    return {
      dbType,
      listsMedia:
        ownKey === MEDIA_LIST_VIEW ||
        types.media.some((type) => types.traits?.get(type.key)?.listView === ownKey),
      nodeKey: (reference, kind) => {
        const found = nodeKey(reference, kind);
        const isNone = /^(?:-1|0|)$/.test(reference.trim());
        if (found === undefined && !isNone)
          report.about("data-type", name, "setting-dropped", `the start node ${reference} does not exist`);
        return found;
      },
      typeKey: (alias, kind) => {
        const key = parseKey(alias);
        const lower = alias.toLowerCase();
        const type = types[kind].find((each) => each.key === key || each.alias.toLowerCase() === lower);
        if (!type && alias)
          report.about("data-type", name, "setting-dropped", `the ${kind} type ${alias} does not exist`);
        return type?.key;
      },
    };
  }

  /** The data type of a property; one that the data lacks is made of its editor. */
  of({ dataTypeId, editorAlias }: TypeProperty, key: Key | undefined): TargetDataType {
    const stored = this.#options.types.data.find(({ id }) => id === dataTypeId);
    const known = this.#known.get(key ?? stored?.key ?? "");
    return known ?? this.made(editorAlias, key);
  }

  /** A data type of an editor without configuration. @param key Default: derived from the editor */
  made(editorAlias: string | null, key?: Key): TargetDataType {
    const alias = editorAlias ?? TEXT_EDITOR;
    const derived = keyOfAlias("data type", alias);
    const ownKey = key ?? derived;
    const known = this.#known.get(ownKey);
    if (known) return known;
    const short = alias.replace(/^Umbraco\./, "");
    const name = BUILT_IN[ownKey] ?? (ownKey === derived ? short : `${short} ${ownKey.slice(0, 8)}`);
    const text = `the data has no data types: this one is made of the editor ${alias}`;
    this.#options.report.about("data-type", name, "assumed", text);
    const made = this.#add({
      ...{ id: 0, key: ownKey, name, dbType: null, editorAlias: alias, editor: null },
      ...{ createDate: "", updateDate: "", config: {} },
    });
    made.isMade = true;
    return made;
  }

  /** Keeps a data type with labels of 17, and reports labels that have no form there. */
  #settle(dataType: TargetDataType): TargetDataType {
    for (const text of settleLabels(dataType))
      this.#options.report.about("data-type", dataType.name, "setting-dropped", text);
    return this.#keep(dataType);
  }

  /** @returns the one that is there, if the key is known */
  #keep(dataType: TargetDataType): TargetDataType {
    return entryIn(this.#known, dataType.key, () => dataType);
  }

  /** @param otherwise if it has no name */
  #freeName(name: string, otherwise: string): string {
    let free = name || otherwise;
    for (let copy = 2; this.#names.has(free.toLowerCase()); copy++) free = `${name} (${copy})`;
    this.#names.add(free.toLowerCase());
    return free;
  }
}
