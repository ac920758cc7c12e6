/** What the explorer's page is told of a site: the shapes of the answers that it asks the server for. */
import type { Kind } from "./operations.ts";

/** A node as one row of a tree or a table. */
export type TreeRow = {
  id: number;
  key: string;
  name: string;
  /** The alias of its type, empty where the data has none. */
  type: string;
  /** How many children it has. */
  children: number;
  url?: string;
  updateDate?: string;
  isUnpublished?: boolean;
};

/** A window of siblings. */
export type Level = {
  /** How many siblings there are. */
  total: number;
  /** The place of the first row among them, from 0. */
  from: number;
  rows: TreeRow[];
  /** Whether they are few enough to be sorted. */
  isSortable: boolean;
};

/** A node and its place among its siblings, from 0. */
export type PlacedRow = { row: TreeRow; index: number; of: number };

/** The next of the siblings whose name begins with a text. */
export type Sought = { index: number | null };

/** What is served, and what there is to look at. */
export type ExplorerSite = {
  /** Differs wherever an answer differs. */
  version: string;
  /** Of the program. */
  program: string;
  /** What the data is called. */
  name: string;
  format: string;
  nodes: Record<Kind, number>;
  /** The path segments before `Migrations`. */
  prefix: string;
  defaultPrefix: string;
  /** Whether the data is loaded again when it changes. */
  isWatched: boolean;
  /** Whether an API key is needed. */
  needsKey: boolean;
  /** How many nodes each type has, the most frequent first. */
  types: { kind: Kind; alias: string; name: string | null; nodes: number }[];
};

/** A property of a node. */
export type PropertyDetails = {
  alias: string;
  /** As editors know it, where types are known. */
  name?: string;
  description?: string;
  editorAlias?: string;
  /** The value as compact JSON; absent where it is long. */
  json?: string;
  /** The length of that in bytes. */
  bytes: number;
};

/** Properties that stand together: a tab, where types are known. */
export type PropertyGroup = { name: string | null; properties: PropertyDetails[] };

/** All that is told of one node. */
export type NodeDetails = {
  kind: Kind;
  /** Its ancestors, root first, and itself. */
  path: PlacedRow[];
  /** The name of its type, where types are known. */
  typeName?: string;
  /** Its own fields in their order, values as compact JSON. */
  fields: { name: string; json: string }[];
  groups: PropertyGroup[];
};
