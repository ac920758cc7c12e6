/** The content and media types of a site as Umbraco 17 will have them, also those made of values, and its templates. */
import { objectsIn, settingsIn, textIn } from "../decode/configuration.ts";
import type { ContentModel, ModelType } from "../decode/content-model.ts";
import { type DecodedPart, type DecodedValue, isList, isObject, partOf } from "../decode/decoded-value.ts";
import { KINDS, type Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import {
  DEFAULT_LIST_VIEW,
  type PropertyValidation,
  type Variation,
  variesByCulture,
} from "../site/schema/definitions.ts";
import { type EditorOf17, editorAliasIn17 } from "../site/schema/editors-in-17.ts";
import {
  GENERIC_TAB,
  type MediaType,
  type TypeLists,
  type TypeProperty,
  type TypeTraits,
} from "../site/schema/site-types.ts";
import { type Key, keyOfAlias, keyOfName, parseKey } from "../site/tree/key.ts";
import type { GivenEditors } from "../site/values/element-types.ts";
import { AllowedBlocks } from "./allowed-blocks.ts";
import { editorIn17, KEPT_AS_TEXT } from "./data-type-editors.ts";
import { type Subject, TYPE_SUBJECTS } from "./move-report.ts";
import {
  type DataTypeOptions,
  FIRST_VALUES,
  MEDIA_LIST_VIEW,
  type TargetDataType,
  TargetDataTypes,
  TEXT_EDITOR,
  VORTO,
} from "./target-data-types.ts";

export type TargetProperty = {
  key: Key;
  alias: string;
  name: string;
  description: string;
  sortOrder: number;
  dataType: TargetDataType;
  mandatory: boolean;
  validation?: PropertyValidation;
  labelOnTop?: boolean;
  variation: Variation;
  /** The tab or group, one of the type's own; `undefined` if it is in none. */
  tab: TargetTab | undefined;
  /** Whether its values hold those of several languages within themselves (Vorto). */
  isVorto?: boolean;
  /** Whether the data does not name its editor, so that its values decide. */
  isGuessed?: boolean;
};

export type TargetTab = { key: Key; name: string; alias: string; isTab: boolean; sortOrder: number };

type TargetReference = { key: Key; alias: string };

export type TargetType = {
  kind: Kind;
  key: Key;
  alias: string;
  name: string;
  icon: string;
  description: string;
  allowedAtRoot: boolean;
  allowed: readonly TargetReference[];
  variation: Variation;
  isElement: boolean;
  listView: Key | undefined;
  /** The type that it lies below, also one of `bases`. */
  parent: TargetReference | undefined;
  /** The types that it inherits from directly. */
  bases: readonly TargetReference[];
  templates: readonly TargetReference[];
  defaultTemplate: string;
  tabs: readonly TargetTab[];
  /** Its own properties. */
  properties: readonly TargetProperty[];
  /** All properties by the aliases that the site has, those of its bases included. */
  all: ReadonlyMap<string, TargetProperty>;
  /** The aliases of properties that the map leaves out, those of its bases included. */
  dropped: ReadonlySet<string>;
};

export type TargetTemplate = { key: Key; alias: string; name: string };

type TargetModelOptions = DataTypeOptions & {
  /** With the types that only values name. */
  model: ContentModel;
  /** The keys of the types that are made, since others are composed of them. */
  madeTypes: ReadonlySet<Key>;
  /** The old editor of a property whose values are ids of nodes. */
  guessedEditor: GivenEditors;
  /** Whether nothing varies by language, since the data has no languages. */
  isInvariant: boolean;
  /** Whether values of a property, in pages of a type, hold those of several languages (Vorto, also inside elements). */
  hasLanguagesInside(type: string, property: string): boolean;
};

/** The types of media that a fresh Umbraco 17 has, by alias in lower case, with the key of their group, which an import keeps. */
const BUILT_IN_MEDIA: Readonly<Record<string, { key: Key; group?: Omit<TargetTab, "isTab" | "sortOrder"> }>> =
  {
    folder: { key: "f38bd2d7-65d0-48e6-95dc-87ce06ec2d3d" },
    image: {
      key: "cc07b313-0843-4aa8-bbda-871c8da728c8",
      group: { key: "79ed4d07-254a-42cf-8fa9-ebe1c116a596", name: "Image", alias: "image" },
    },
    file: {
      key: "4c52d8ab-54e6-40cd-999c-7a5f24903e4d",
      group: { key: "50899f9c-023a-4466-b623-aba9049885fe", name: "File", alias: "file" },
    },
    umbracomediaarticle: {
      key: "a43e3414-9599-4230-a7d3-943a21b20122",
      group: { key: "9af3bd65-f687-4453-9518-5f180d1898ec", name: "Article", alias: "article" },
    },
    umbracomediaaudio: {
      key: "a5ddeee0-8fd8-4cee-a658-6f1fcdb00de3",
      group: { key: "335fb495-0a87-4e82-b902-30eb367b767c", name: "Audio", alias: "audio" },
    },
    umbracomediavectorgraphics: {
      key: "c4b1efcf-a9d5-41c4-9621-e9d273b52a9c",
      group: {
        key: "f199b4d7-9e84-439f-8531-f87d9af37711",
        name: "Vector Graphics",
        alias: "vectorGraphics",
      },
    },
    umbracomediavideo: {
      key: "f6c515bb-653c-4bdc-821c-987729ebe327",
      group: { key: "2f0a61b6-cf92-4ff4-b437-751ab35eb254", name: "Video", alias: "video" },
    },
  };

/** Tabs with the group that Umbraco's own media type has. */
function withBuiltInGroup(kind: Kind, alias: string, tabs: readonly TargetTab[]): readonly TargetTab[] {
  const group = kind === "media" ? BUILT_IN_MEDIA[alias.toLowerCase()]?.group : undefined;
  const isThere = tabs.some((tab) => tab.key === group?.key || tab.alias === group?.alias);
  return group === undefined || isThere ? tabs : [...tabs, { ...group, isTab: false, sortOrder: 1 }];
}

/** Whether a type is that of folders, which 17 shows as lists. */
function isMediaFolder(kind: Kind, alias: string): boolean {
  return kind === "media" && alias.toLowerCase() === "folder";
}

const LEFT_OUT = "the map leaves it out";

/** Aliases that properties of published content have in .NET, in lower case: the back office does not save types with them. */
const RESERVED_PROPERTIES: ReadonlySet<string> = new Set(
  [
    "id,key,name,urlSegment,sortOrder,level,path,templateId,creatorId,createDate,writerId,updateDate,cultures",
    "itemType,parent,children,contentType,properties,getProperty",
  ].flatMap((names) => names.toLowerCase().split(",")),
);

/** A type of the data; only types of content have templates. */
type StoredType = MediaType & Partial<TypeLists["content"][number]>;

/** What a type's properties depend on. */
type OwnerInModel = {
  kind: Kind;
  type: StoredType;
  traits: TypeTraits | undefined;
  isElement: boolean;
  variation: Variation;
};

/** What is known of properties when all values are encoded. */
type SettledProperties = {
  /** `undefined` for a property that keeps its editor. */
  editorOf(property: TargetProperty): string | undefined;
  losesMedia(property: TargetProperty): boolean;
};

type GrownParts = { tabs: TargetTab[]; properties: TargetProperty[]; all: Map<string, TargetProperty> };

/** What nothing is known of in a type and a property that are made of values. */
const PLAIN_TYPE = {
  ...{ description: "", allowed: [], variation: "nothing", listView: undefined, parent: undefined },
  ...{ bases: [], templates: [], defaultTemplate: "" },
} as const satisfies Partial<TargetType>;
const PLAIN_PROPERTY = { description: "", mandatory: false, variation: "nothing" } as const;

const CONTENT_TAB = { name: "Content", alias: "content", isTab: false, sortOrder: 0 };

/** The editor of 17 that can hold a decoded value. */
function editorFor(value: DecodedValue): string {
  const item = isList(value) ? value[0] : value;
  if (typeof value === "boolean") return "Umbraco.TrueFalse";
  if (isList(value) && typeof item === "string") return "Umbraco.MultipleTextstring";
  return EDITOR_OF_PART[partOf(item)?.is ?? ""] ?? TEXT_EDITOR;
}

const EDITOR_OF_PART: Readonly<Partial<Record<DecodedPart["is"] | "", EditorOf17>>> = {
  "rich-text": "Umbraco.RichText",
  "block-grid": "Umbraco.BlockGrid",
  blocks: "Umbraco.BlockList",
  link: "Umbraco.MultiUrlPicker",
  media: "Umbraco.MediaPicker3",
  content: "Umbraco.MultiNodeTreePicker",
};

export class TargetModel {
  readonly dataTypes: TargetDataTypes;
  readonly blocks = new AllowedBlocks((key) => this.#byKey.has(key));
  readonly #options: TargetModelOptions;
  readonly #types: Record<Kind, Map<string, TargetType>> = { content: new Map(), media: new Map() };
  readonly #byKey = new Map<Key, TargetType>();
  /** The types that grow with their values, and what of them does. */
  readonly #grown = new Map<TargetType, GrownParts>();
  /** Types by data type and fieldset, and by fieldset and its properties. */
  readonly #fieldsets = new Map<string, TargetType>();
  readonly #leBlender = new Set<string>();
  readonly #templates = new Map<string, TargetTemplate>();
  /** The keys of tabs and properties. */
  readonly #taken = new Set<Key>();

  constructor(options: TargetModelOptions) {
    this.#options = options;
    const { types } = options;
    this.dataTypes = new TargetDataTypes(options);
    for (const { defaultTemplate, allowedTemplate } of types.content)
      for (const template of [...(defaultTemplate ? [defaultTemplate] : []), ...allowedTemplate])
        this.template(template.alias, template);
    for (const kind of KINDS)
      for (const { alias } of types[kind]) {
        const type = this.#addType(kind, alias);
        if (type && options.madeTypes.has(type.key)) {
          const text =
            "the data lacks this composition: it is made of the values of nodes whose types inherit from it";
          options.report.about(TYPE_SUBJECTS[kind], alias, "type-made", text);
        }
        if (!options.map.dropsType(kind, alias)) continue;
        const text = "the map leaves it out, with its nodes and elements";
        options.report.about(TYPE_SUBJECTS[kind], alias, "not-carried-over", text);
      }
    for (const kind of KINDS)
      for (const type of kind === "content" ? options.model.contentTypes : options.model.mediaTypes)
        if (type.inferred && type.nodes > 0 && !options.map.dropsType(kind, type.alias))
          this.#addInferred(kind, type);
  }

  types(kind: Kind): readonly TargetType[] {
    return [...this.#types[kind].values()];
  }

  get templates(): readonly TargetTemplate[] {
    return [...this.#templates.values()];
  }

  /** @param alias as the site has it, in any case, as in the CMS */
  type(kind: Kind, alias: string): TargetType | undefined {
    return this.#types[kind].get(alias.toLowerCase());
  }

  typeByKey(key: Key): TargetType | undefined {
    return this.#byKey.get(key);
  }

  /** The type of elements of an alias; one that the data lacks is made of their values. @returns `undefined` if the map leaves it out */
  elementType(alias: string): TargetType | undefined {
    if (this.#options.map.dropsType("content", alias)) return undefined;
    const key = parseKey(alias);
    const known = this.type("content", alias) ?? (key === undefined ? undefined : this.typeByKey(key));
    if (known) return known;
    const inferred = this.#options.model.contentTypes.find(
      (type) => type.inferred && type.alias.toLowerCase() === alias.toLowerCase(),
    );
    return inferred && this.#addInferred("content", inferred);
  }

  /** Whether the map leaves out the type of a decoded element. The line of the type in the report says so. */
  leavesOut(element: DecodedValue): boolean {
    const alias = isObject(element) ? element.contentType : undefined;
    return typeof alias === "string" && this.#options.map.dropsType("content", alias);
  }

  /** Whether the site has elements of a type, which has no nodes. */
  hasElements(alias: string): boolean {
    const type = this.type("content", alias);
    const uses = this.#options.model.contentTypes.find(
      (each) => each.alias.toLowerCase() === alias.toLowerCase(),
    );
    return type !== undefined && (type.isElement || uses?.nodes === 0);
  }

  /**
   * A type of elements that the site has no type for. Its properties are added as values have them.
   * @param from where its elements come from, which its alias begins with
   * @param element what the old site calls them
   */
  grownType(from: ElementOrigin, element: string): TargetType {
    const alias = from + wordsIn(element).map(capitalized).join("");
    const name = `${from}: ${element}`.trim();
    // No type of the site may be taken for it.
    const taken = this.type("content", alias);
    const free = taken && !this.#grown.has(taken) ? `${alias}Element` : alias;
    const known = this.type("content", free);
    if (known) return known;
    const key = keyOfAlias("type", `made ${free}`);
    const parts = {
      tabs: [] as TargetTab[],
      properties: [] as TargetProperty[],
      all: new Map<string, TargetProperty>(),
    };
    this.#options.report.about("content-type", free, "type-made", `holds the elements that were ${name}`);
    const type: TargetType = {
      ...PLAIN_TYPE,
      ...{
        kind: "content",
        key,
        alias: free,
        name,
        icon: "icon-brick",
        allowedAtRoot: false,
        isElement: true,
      },
      ...{ dropped: new Set(), ...parts },
    };
    this.#grown.set(type, parts);
    return this.#keep(type);
  }

  /** Adds a property of the elements of a LeBlender editor, whose values name its data type. */
  addLeBlender(editor: string, alias: string, dataType: string): void {
    this.#leBlender.add(editor);
    const type = this.grownType("leBlender", editor);
    const known = this.#elementDataType(dataType);
    if (known && !type.all.has(alias)) this.#addGrown(type, alias, known);
  }

  /** The data type of a GUID as elements have it, whose values are those of one language. */
  #elementDataType(guid: string): TargetDataType | undefined {
    const known = this.dataTypes.get(parseKey(guid) ?? "");
    return known && (this.dataTypes.wrappedIn(known) ?? known);
  }

  /** Whether the elements of a grid editor are those of LeBlender. */
  isLeBlender(editor: string): boolean {
    return this.#leBlender.has(editor);
  }

  /** The type of a fieldset of Archetype. Fieldsets of one alias that differ get types of their own. */
  fieldsetType({ source, key }: TargetDataType, alias: string): TargetType {
    const archetype = settingsIn(source.config, "archetypeConfig");
    const fieldset = objectsIn(archetype, "fieldsets").find((each) => textIn(each, "alias") === alias);
    const known = this.#fieldsets.get(`${key} ${alias}`);
    if (known) return known;
    const properties = objectsIn(fieldset ?? {}, "properties");
    const shape = JSON.stringify(
      properties.map((each) => [textIn(each, "alias"), textIn(each, "dataTypeGuid")]),
    );
    const alike = this.#fieldsets.get(`${alias} ${shape}`);
    let type = alike;
    for (let copy = 1; type === undefined; copy++) {
      const made = this.grownType("archetype", copy === 1 ? alias : `${alias}${copy}`);
      if (made.properties.length === 0) type = made;
    }
    this.#fieldsets.set(`${key} ${alias}`, type).set(`${alias} ${shape}`, type);
    if (alike) return type;
    for (const property of properties) {
      const dataType = this.#elementDataType(textIn(property, "dataTypeGuid") ?? "");
      const name = textIn(property, "alias");
      if (name && dataType) this.#addGrown(type, name, dataType, textIn(property, "label"));
    }
    return type;
  }

  /**
   * Adds a property to a made type, of an editor for its first value.
   * @returns `undefined` if the type is the site's own
   */
  grow(type: TargetType, alias: string, value: DecodedValue): TargetProperty | undefined {
    if (!this.#grown.has(type)) return undefined;
    const mapped = this.#options.map.editorOfProperty(type.alias, alias);
    const property = this.#addGrown(type, alias, this.dataTypes.made(mapped ?? editorFor(value)));
    if (property && mapped === undefined) property.isGuessed = true;
    return property;
  }

  /** Gives properties the editors that their values have after all, and reports the editors that the data does not name. */
  settle(guessed: SettledProperties): void {
    for (const kind of KINDS)
      for (const { alias, properties } of this.types(kind))
        for (const property of properties) {
          const name = `${alias}.${property.alias}`;
          const about = (problem: "no-editor" | "not-carried-over", text: string) =>
            this.#options.report.about(TYPE_SUBJECTS[kind], name, problem, text);
          if (guessed.losesMedia(property)) {
            property.dataType = this.dataTypes.made(TEXT_EDITOR);
            about(
              "not-carried-over",
              "picks media, which the data lacks: the property is a text with the paths of their files, or their ids if it has no paths",
            );
          } else if (property.isGuessed) {
            const editor = guessed.editorOf(property);
            if (editor !== undefined) property.dataType = this.dataTypes.made(editor);
            about(
              "no-editor",
              `the data does not name its editor: its values are written as ${property.dataType.editor}`,
            );
          }
        }
  }

  #addGrown(
    type: TargetType,
    alias: string,
    dataType: TargetDataType,
    name = alias,
  ): TargetProperty | undefined {
    const parts = this.#grown.get(type);
    if (!parts) return undefined;
    const [tab = { key: keyOfName(type.key, "tab content"), ...CONTENT_TAB }] = parts.tabs;
    if (parts.tabs.length === 0) parts.tabs.push(tab);
    const property: TargetProperty = {
      key: keyOfName(type.key, `property ${alias}`),
      alias: this.#elementName(alias, "content-type", type.alias),
      ...{ ...PLAIN_PROPERTY, name, sortOrder: parts.properties.length, dataType, tab },
    };
    parts.properties.push(property);
    parts.all.set(alias, property);
    return property;
  }

  /**
   * @param sourceAlias the alias that the site has. Default: that of the type
   * @returns the one that is there, if the alias is known
   */
  #keep(type: TargetType, sourceAlias = type.alias): TargetType {
    return entryIn(this.#types[type.kind], sourceAlias.toLowerCase(), () => {
      this.#byKey.set(type.key, type);
      return type;
    });
  }

  /** The template of an alias; one that no type has is added. @param known what is known of it. Default: the alias */
  template(alias: string, known?: { key: Key; name: string | null }): TargetTemplate {
    return entryIn(this.#templates, alias.toLowerCase(), () => ({
      key: known?.key ?? keyOfAlias("template", alias),
      alias,
      name: known?.name || alias,
    }));
  }

  #addType(kind: Kind, alias: string): TargetType | undefined {
    const known = this.#types[kind].get(alias.toLowerCase());
    if (known) return known;
    const { types, report, model, map, isInvariant } = this.#options;
    const type: StoredType | undefined = types[kind].find((each) => each.alias === alias);
    if (!type || map.dropsType(kind, alias)) return undefined;
    const traits = types.traits?.get(type.key);
    const inherited = this.#inherited(kind, type);
    const indirect = new Set(inherited.flatMap((base) => base.compositions.map(({ key }) => key)));
    const bases = inherited.filter((base) => !indirect.has(base.key) && !map.dropsType(kind, base.alias));
    const all = new Map<string, TargetProperty>();
    const dropped = new Set<string>();
    for (const base of bases) {
      const made = this.#addType(kind, base.alias);
      for (const [name, property] of made?.all ?? []) all.set(name, property);
      for (const name of made?.dropped ?? []) dropped.add(name);
    }
    const uses = (kind === "content" ? model.contentTypes : model.mediaTypes).find(
      (each) => each.alias === alias,
    );
    const isElement =
      (kind === "content" && (traits?.isElement || uses?.element || false)) ||
      this.#isBlock(kind, type, uses);
    const variation = isInvariant
      ? "nothing"
      : this.#variation(type.key, alias, traits?.variation ?? "nothing", isElement);
    const owner = { kind, type, traits, isElement, variation };
    const { tabs, properties } = this.#ownParts(owner, inherited, { all, dropped });
    const parent = bases.find(({ key }) => key === traits?.parent);
    const hasVorto = [...all.values()].some((property) => property.isVorto);
    return this.#keep(
      {
        ...{ kind, key: type.key, alias: map.aliasOf(kind, alias), name: type.name ?? alias },
        icon: type.icon || "icon-document",
        description: traits?.description ?? "",
        allowedAtRoot: type.allowedAsRoot,
        allowed: type.allowedContentTypes.flatMap(({ key, alias: child, name }) => {
          if (name === null) {
            const text = `allows ${child} below, which the data lacks`;
            report.about(TYPE_SUBJECTS[kind], alias, "type-changed", text);
          }
          return name === null || map.dropsType(kind, child)
            ? []
            : [{ key, alias: map.aliasOf(kind, child) }];
        }),
        ...{ variation: hasVorto && variation === "nothing" ? "culture" : variation, isElement },
        listView: this.#listView(kind, type, traits?.listView),
        parent: parent && { key: parent.key, alias: map.aliasOf(kind, parent.alias) },
        bases: bases.map(({ key, alias: base }) => ({ key, alias: map.aliasOf(kind, base) })),
        templates: (type.allowedTemplate ?? []).map((template) => this.template(template.alias)),
        defaultTemplate: type.defaultTemplate?.alias ?? "",
        ...{ tabs: withBuiltInGroup(kind, alias, tabs), properties, all, dropped },
      },
      alias,
    );
  }

  /** The types that a type inherits from, also indirectly, without missing types and types that inherit from it. */
  #inherited(kind: Kind, { key: own, alias, compositions }: StoredType): StoredType[] {
    const { types, report } = this.#options;
    const about = TYPE_SUBJECTS[kind];
    return compositions.flatMap((base) => {
      const found = types[kind].find(({ key }) => key === base.key);
      if (!found)
        report.about(about, alias, "type-changed", `inherits from ${base.alias}, which the data lacks`);
      else if (found.compositions.some(({ key }) => key === own)) {
        report.about(about, alias, "type-changed", `inherits from ${base.alias}, which inherits from it`);
        return [];
      }
      return found && found.alias !== alias ? [found] : [];
    });
  }

  /**
   * The tabs and properties of a type that it does not inherit.
   * @param known what its bases have; receives the properties
   */
  #ownParts(
    owner: OwnerInModel,
    inherited: readonly StoredType[],
    { all, dropped }: { all: Map<string, TargetProperty>; dropped: Set<string> },
  ): Pick<TargetType, "tabs" | "properties"> {
    const { kind, type, traits } = owner;
    const inheritedTabs = inherited.flatMap((base) => base.tabs);
    const tabKeys = new Set(inheritedTabs.map(({ key }) => key));
    const propertyKeys = new Set(inheritedTabs.flatMap((tab) => tab.properties.map(({ key }) => key)));
    const isOwn = ({ key, alias }: TypeProperty) => {
      const from = traits?.properties.get(alias)?.from;
      return from === undefined ? !propertyKeys.has(key) : from === type.alias;
    };
    const loose = keyOfName(type.key, GENERIC_TAB);
    const taken = new Set([...all.keys()].map((name) => name.toLowerCase()));
    const tabs: TargetTab[] = [];
    const properties: TargetProperty[] = [];
    for (const tab of type.tabs) {
      const own = tab.properties.filter(isOwn);
      if (own.length === 0 && (tab.key === loose || tabKeys.has(tab.key))) continue;
      const target = tab.key === loose ? undefined : this.#tab(owner, tab, tabs);
      for (const property of own) {
        const { alias } = property;
        if (taken.has(alias.toLowerCase())) {
          const text = `${alias} is inherited, too: its own is left out`;
          this.#options.report.about(TYPE_SUBJECTS[kind], type.alias, "duplicate-property", text);
          continue;
        }
        taken.add(alias.toLowerCase());
        const made = this.#property(owner, property, target);
        if (made) {
          properties.push(made);
          all.set(alias, made);
        } else dropped.add(alias);
      }
    }
    return { tabs, properties };
  }

  /** A tab as it is in 17, where those of one alias are one. @param tabs receives it */
  #tab({ type, traits }: OwnerInModel, tab: StoredType["tabs"][number], tabs: TargetTab[]): TargetTab {
    const alias = this.#options.types.tabAliases?.get(tab.key) ?? tabAlias(tab.name, tabs.length);
    const known = tabs.find((each) => each.alias.toLowerCase() === alias.toLowerCase());
    if (known) return known;
    const key = this.#uniqueKey(tab.key, type.key, `tab ${alias}`);
    const isTab = traits?.tabs.has(tab.key) ?? false;
    const made = { key, name: tab.name, alias, isTab, sortOrder: tab.sortOrder };
    tabs.push(made);
    return made;
  }

  /** @returns `undefined` if the map leaves out its data type */
  #property(
    { kind, type, traits, isElement, variation }: OwnerInModel,
    property: TypeProperty,
    tab: TargetTab | undefined,
  ): TargetProperty | undefined {
    const { report, map } = this.#options;
    const about = TYPE_SUBJECTS[kind];
    const { alias } = property;
    const name = `${type.alias}.${alias}`;
    if (RESERVED_PROPERTIES.has(alias.toLowerCase())) {
      const text = `the back office does not save a type with a property ${alias}`;
      report.about(about, type.alias, "reserved-alias", text);
    }
    if (map.dropsProperty(type.alias, alias)) {
      report.about(about, name, "not-carried-over", LEFT_OUT);
      return undefined;
    }
    const trait = traits?.properties.get(alias);
    const mapped = map.editorOfProperty(type.alias, alias);
    const stored =
      mapped === undefined ? this.dataTypes.of(property, trait?.dataType) : this.dataTypes.made(mapped);
    const isMade = this.#options.madeTypes.has(type.key);
    const isUnnamed = stored.isMade && (property.editorAlias === null || isMade) && mapped === undefined;
    const wrapped = this.dataTypes.wrappedIn(stored);
    const dataType = wrapped ?? stored;
    const isVorto =
      kind === "content" && !isElement && (wrapped !== undefined || this.#holdsVorto(type, alias, dataType));
    if (map.dropsDataType(dataType.name)) {
      report.about(about, name, "not-carried-over", `the map leaves out ${dataType.name}`);
      return undefined;
    }
    const made: TargetProperty = {
      key: this.#uniqueKey(property.key, type.key, `property ${alias}`),
      alias: this.#elementName(alias, about, type.alias),
      name: property.name ?? alias,
      description: property.description ?? "",
      sortOrder: property.sortOrder,
      dataType,
      mandatory: property.mandatory,
      ...{ validation: trait?.validation, labelOnTop: trait?.labelOnTop },
      variation: isVorto ? "culture" : variation === "nothing" ? "nothing" : (trait?.variation ?? "nothing"),
      tab,
      ...(isVorto && { isVorto }),
      ...(isUnnamed && { isGuessed: true }),
    };
    const varies = `the property varies by language, as ${dataType.editor}`;
    if (!wrapped && isVorto)
      report.about(about, name, "editor-replaced", `its elements have ${VORTO}: ${varies}`);
    else if (isVorto) report.about(about, name, "editor-replaced", `${VORTO}: ${varies}`);
    else if (wrapped) {
      const owners = isElement ? "elements" : "media";
      const text = `${VORTO}: ${owners} do not vary by language: the value is that of one, as ${wrapped.editor}`;
      report.about(about, name, "editor-replaced", text);
    }
    this.#reportChangedKind(about, name, dataType);
    return made;
  }

  /** Whether elements in the values of a property hold those of several languages: then each language gets elements of its own. */
  #holdsVorto({ key, alias }: MediaType, property: string, dataType: TargetDataType): boolean {
    const { types, hasLanguages, hasLanguagesInside } = this.#options;
    if (!hasLanguages || dataType.isUnchanged) return false;
    const heirs = types.content.filter(({ compositions }) => compositions.some((base) => base.key === key));
    return [alias, ...heirs.map((heir) => heir.alias)].some((type) => hasLanguagesInside(type, property));
  }

  /** Names the properties whose values no editor of 17 understands, and the properties that become blocks of generated types. */
  #reportChangedKind(about: Subject, property: string, { editor, source }: TargetDataType): void {
    if (editor === KEPT_AS_TEXT.alias && !editorIn17(source.editor)) {
      const text = `${source.editor ?? "no editor"}: values are kept as text`;
      this.#options.report.about(about, property, "editor-unknown", text);
    } else if (/^(?:Umbraco\.Grid|Imulus\.Archetype)$/i.test(source.editor ?? "")) {
      this.#options.report.about(about, property, "editor-replaced", `${source.editor} becomes ${editor}`);
    }
  }

  /** A list view of the site, or the one that every Umbraco has. */
  #listView(kind: Kind, type: MediaType, key: Key | undefined): Key | undefined {
    if (key === undefined) return isMediaFolder(kind, type.alias) ? MEDIA_LIST_VIEW : undefined;
    // Version 7 only says that there is one.
    if (kind === "media" && key === DEFAULT_LIST_VIEW) return MEDIA_LIST_VIEW;
    return this.dataTypes.get(key) ? key : DEFAULT_LIST_VIEW;
  }

  /** Whether a type that does not say so is one of elements, since data types name it and no node has it. */
  #isBlock(kind: Kind, { key }: MediaType, uses: ModelType | undefined): boolean {
    if (kind === "media" || (uses?.nodes ?? 0) > 0) return false;
    return this.dataTypes.written.some(({ config }) =>
      objectsIn(config, "blocks").some((block) =>
        [textIn(block, "contentElementTypeKey"), textIn(block, "settingsElementTypeKey")].includes(key),
      ),
    );
  }

  /** Blocks of types that vary are hidden in 17: elements do not, unless pages that vary are composed of them. */
  #variation(key: Key, alias: string, stored: Variation, isElement: boolean): Variation {
    const { major = 0, types, report } = this.#options;
    if (!isElement || stored === "nothing" || major >= FIRST_VALUES) return stored;
    const isBase = types.content.some(
      (type) =>
        type.compositions.some((base) => base.key === key) &&
        variesByCulture(types.traits?.get(type.key)?.variation ?? "nothing"),
    );
    if (isBase) return stored;
    report.about(
      "content-type",
      alias,
      "type-changed",
      "does not vary by language any more: 17 hides such blocks",
    );
    return "nothing";
  }

  #addInferred(kind: Kind, { alias: storedAlias, element, properties }: ModelType): TargetType {
    const { report } = this.#options;
    const about = TYPE_SUBJECTS[kind];
    // Blocks name their type by its key alone.
    const named = parseKey(storedAlias);
    const alias = named === undefined ? storedAlias : `element${named.slice(0, 8)}`;
    const key =
      named ??
      ((kind === "media" && BUILT_IN_MEDIA[alias.toLowerCase()]?.key) ||
        keyOfAlias("type", `${kind} ${alias}`));
    report.about(about, alias, "type-made", "the data has no such type: it is made of values");
    const tab: TargetTab = { key: keyOfName(key, "tab content"), ...CONTENT_TAB };
    const { map } = this.#options;
    const kept = properties.filter((property) => !map.dropsProperty(alias, property.alias));
    const dropped = properties.filter((property) => !kept.includes(property)).map((each) => each.alias);
    for (const each of dropped) report.about(about, `${alias}.${each}`, "not-carried-over", LEFT_OUT);
    const made = kept.map((property, sortOrder): TargetProperty => {
      const mapped = map.editorOfProperty(alias, property.alias);
      const named = mapped ?? (editorIn17(property.editor) ? property.editor : undefined);
      const guessed = this.#options.guessedEditor(alias, property.alias) ?? editorAliasIn17(property.guess);
      return {
        key: keyOfName(key, `property ${property.alias}`),
        alias: this.#elementName(property.alias, about, alias),
        ...{ ...PLAIN_PROPERTY, name: property.name, sortOrder, tab },
        dataType: this.dataTypes.made(named ?? guessed ?? TEXT_EDITOR),
        ...(named === undefined && { isGuessed: true }),
      };
    });
    return this.#keep(
      {
        ...PLAIN_TYPE,
        ...{ kind, key, alias, name: alias, icon: "icon-document", allowedAtRoot: true, isElement: element },
        listView: isMediaFolder(kind, alias) ? MEDIA_LIST_VIEW : undefined,
        properties: made,
        tabs: withBuiltInGroup(kind, alias, made.length > 0 ? [tab] : []),
        all: new Map(made.map((property, at) => [kept[at].alias, property])),
        dropped: new Set(dropped),
      },
      alias,
    );
  }

  /** The alias of a property, which is the name of an XML element in files of nodes. */
  #elementName(alias: string, about: Subject, type: string): string {
    // .NET takes neither ligatures and the like, nor letters beyond the basic plane.
    const isName = /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(alias) && !/[\ud800-\udfff]/.test(alias);
    const plain = alias.normalize("NFKC");
    if (isName && plain === alias) return alias;
    const made = tabAlias(plain, 0);
    this.#options.report.about(
      about,
      type,
      "renamed",
      `the property ${alias} is called ${made}, since the alias makes no name of an XML element`,
    );
    return made;
  }

  /** The key, or one derived from the type if another property or tab has it. */
  #uniqueKey(key: Key, type: Key, name: string): Key {
    if (this.#taken.has(key)) return keyOfName(type, name);
    this.#taken.add(key);
    return key;
  }
}

/** The alias that Umbraco gives to a tab of a name; one without letters gets its position. */
function tabAlias(name: string, position: number): string {
  const [first = "", ...others] = wordsIn(name);
  const [letter = ""] = first;
  const alias = letter.toLowerCase() + first.slice(letter.length) + others.map(capitalized).join("");
  return /^\p{L}/u.test(alias) ? alias : `tab${position}${alias}`;
}

/** Where elements come from that have no type in the old site. */
type ElementOrigin = "archetype" | "grid" | "gridRow" | "leBlender" | "macro";

function wordsIn(name: string): string[] {
  return name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

function capitalized(word: string): string {
  const [letter = ""] = word;
  return letter.toUpperCase() + word.slice(letter.length);
}
