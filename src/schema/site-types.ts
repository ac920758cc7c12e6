/** What a site's types are: plain data, in the shape in which the type operations answer. */
import type { Key } from "../tree/key.ts";

/** A type or a template that a type names. */
export type TypeReference = {
  id: number;
  key: Key;
  alias: string;
  /** `null` where the data names it without having it. */
  name: string | null;
};

/** A property as its type has it. */
export type TypeProperty = {
  id: number;
  key: Key;
  alias: string;
  name: string;
  description: string | null;
  sortOrder: number;
  /** `null` where neither the type nor its data type tells. */
  editorAlias: string | null;
  dataTypeId: number;
  mandatory: boolean;
};

/** A tab, or a group of one; its properties in their order. */
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
  /** Its own, then those of the types it is made of; properties that stand in no tab come in a last one. */
  tabs: TypeTab[];
  allowedAsRoot: boolean;
  allowedContentTypes: TypeReference[];
  /** Its parent, its compositions, and theirs. */
  compositions: TypeReference[];
};

export type ContentType = MediaType & {
  defaultTemplate: TypeReference | null;
  /** An array in spite of its name, which is the original's. */
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
  /** The aliases of tabs and groups by their keys, which no operation tells: `content`, `content/search`. Absent if the data has none. */
  tabAliases?: TabAliases;
};

/** What the type operations list: the types of nodes, and data types in code-unit order of their names or as a saved answer has them. */
export type TypeLists = SiteTypes & { data: readonly DataType[] };

/** A group within a tab has the tab's alias before its own, behind a slash. */
export type TabAliases = ReadonlyMap<Key, string>;

/** The name of the last tab, of properties that stand in none. */
export const GENERIC_TAB = "Generic properties";
