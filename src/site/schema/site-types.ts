/** A site's types, in the shape in which the type operations answer. */
import type { Key } from "../tree/key.ts";
import type { PropertyValidation, Variation } from "./definitions.ts";

/** A reference to a type or a template. */
export type TypeReference = {
  id: number;
  key: Key;
  alias: string;
  /** `null` if the data lacks the type or template. */
  name: string | null;
};

/** A property of a type. */
export type TypeProperty = {
  id: number;
  key: Key;
  alias: string;
  name: string;
  description: string | null;
  sortOrder: number;
  /** `null` if it is not known. */
  editorAlias: string | null;
  dataTypeId: number;
  mandatory: boolean;
};

/** A tab or a group, with its properties in order. */
export type TypeTab = {
  id: number;
  key: Key;
  name: string;
  sortOrder: number;
  properties: TypeProperty[];
};

export type MediaType = {
  id: number;
  key: Key;
  alias: string;
  name: string;
  icon: string | null;
  /** Its own tabs, then those of its compositions, then one with the properties that have no tab. */
  tabs: TypeTab[];
  allowedAsRoot: boolean;
  allowedContentTypes: TypeReference[];
  /** The types that it inherits from, directly or not. */
  compositions: TypeReference[];
};

export type ContentType = MediaType & {
  defaultTemplate: TypeReference | null;
  /** An array in spite of its name, which is the original API's. */
  allowedTemplate: TypeReference[];
};

/** A property editor as a live site describes it. */
type DataEditor = {
  alias: string;
  name: string | null;
  icon: string | null;
  group: string | null;
  type: string | null;
  deprecated: boolean;
};

/** An editor with its configuration. */
export type DataType = {
  id: number;
  key: Key;
  name: string;
  /** The column that its values are stored in: `nvarchar`, `ntext`, `integer`, `date` or `decimal`; `null` if the data has none. */
  dbType: string | null;
  editorAlias: string | null;
  /** `null` for data that has only its alias. */
  editor: DataEditor | null;
  /** ISO 8601; `NO_DATE` if the data has none. */
  createDate: string;
  updateDate: string;
  config: Readonly<Record<string, unknown>>;
};

/** The API's .NET client fails without a date; this one is what .NET writes for no date. */
export const NO_DATE = "0001-01-01T00:00:00";

/** All types of a site, element types included, in code-unit order of their aliases or as a saved answer has them. */
export type SiteTypes = {
  content: readonly ContentType[];
  media: readonly MediaType[];
  /** The aliases of tabs and groups, which no operation answers: `content`, `content/search`. Absent if the data has none. */
  tabAliases?: TabAliases;
  /** What no operation answers of types. Absent if the data has only saved answers. */
  traits?: ReadonlyMap<Key, TypeTraits>;
  /** By the key of a data type: the texts of options by the ids that versions up to 7 store. Absent if none are known. */
  preValues?: ReadonlyMap<Key, ReadonlyMap<string, string>>;
  /** By the key of a data type: the alias of its editor's interface, from version 14 on. */
  editorUis?: ReadonlyMap<Key, string>;
};

/** What Umbraco stores of a type beside what the operations answer. */
export type TypeTraits = {
  isElement: boolean;
  variation: Variation;
  description: string | undefined;
  /** The data type of the list in which editors see the nodes below; `undefined` if they see a tree. */
  listView: Key | undefined;
  /** The type that it lies below. */
  parent: Key | undefined;
  /** The keys of its own tabs that hold groups. */
  tabs: ReadonlySet<Key>;
  /** By alias, with those of compositions. */
  properties: ReadonlyMap<string, PropertyTraits>;
};

export type PropertyTraits = {
  variation: Variation;
  /** The alias of the type that defines it. */
  from: string;
  dataType: Key;
  validation: PropertyValidation | undefined;
  labelOnTop: boolean;
};

/** What the type operations list: the types of nodes, and data types in code-unit order of their names or as a saved answer has them. */
export type TypeLists = SiteTypes & { data: readonly DataType[] };

/** By key. A group in a tab has the tab's alias and a slash before its own. */
export type TabAliases = ReadonlyMap<Key, string>;

/** The name of the tab of properties without a tab. */
export const GENERIC_TAB = "Generic properties";

/** The types of data that has none. */
export const NO_TYPES: TypeLists = { content: [], media: [], data: [] };
