/** What the explorer's page is told of a site: the shapes of the answers that it asks the server for. */
import type { Verb } from "../../analysis/change-verbs.ts";
import type { Kind } from "../../operations.ts";

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
  /** What was done to it since the earlier state that the data is compared with. */
  verbs?: Verb[];
  /** How many below it are changed or gone since. */
  changedBelow?: number;
};

/** A value as it was and as it is, as compact JSON; absent where there was or is none. */
export type ValueChange = { name: string; before?: string; after?: string };

/** What was done to a node, and what differs. */
export type NodeChange = { verbs: Verb[]; fields: ValueChange[]; properties: ValueChange[] };

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
  /** What the data is compared with, and how many nodes each verb was done to. */
  against?: { name: string; counts: Record<string, number>; command: string };
  /** How a command names the data that is served. */
  dataFlags: string;
  /** Whether an API key is needed. */
  needsKey: boolean;
};

/** How many nodes a type has. */
export type TypeCount = { kind: Kind; alias: string; name: string | null; nodes: number };

/** A node that is linked to or from. */
export type LinkedNode = {
  kind: Kind;
  row: TreeRow;
  /** The path of its picture, where that is served. */
  image?: string;
};

/** A reference in a value, and where it leads. */
export type ReferenceDetails = {
  /** As it stands there. */
  text: string;
  /** A link within a text, or what a picker holds. */
  from: "text" | "picker";
  /** Absent where it leads nowhere, or nobody can tell. */
  node?: LinkedNode;
  /** Why it leads nowhere. */
  dead?: string;
  /** Why nobody can tell. */
  unknown?: string;
};

/** A value, taken apart. */
export type ValueDetails = {
  /** What it looks like as a whole. */
  shape: string;
  /** Where it lies in the property's value (RFC 6901); a string that holds JSON is entered as if it were that. */
  pointer: string;
  /** Whether it looks like a secret: then the value, and what is in it, is left out. */
  isSecret?: boolean;
  /** As compact JSON; absent where it is long, shown as its elements, or a secret. */
  json?: string;
  /** The length of that in bytes. */
  bytes: number;
  /** Those that stand in it, and in none of its elements. */
  references: ReferenceDetails[];
  elements: ElementDetails[];
  /** What later versions of the CMS do not read. */
  leftovers: { kind: string; text: string }[];
  /** How many of its references, elements and leftovers are left out, since the answer would be too large. */
  omitted?: number;
};

/** What a property is called. */
export type PropertyHead = {
  alias: string;
  /** As editors know it, where types are known. */
  name?: string;
  description?: string;
  editorAlias?: string;
  culture?: string;
  segment?: string;
};

export type PropertyDetails = PropertyHead & ValueDetails;

/** An element within a value: a block, an item of nested content, a control of a grid. */
export type ElementDetails = {
  layout: string;
  role: "content" | "settings";
  /** The alias of its type, or what the value calls it. */
  alias?: string;
  /** The name of its type, where types are known. */
  typeName?: string;
  properties: PropertyDetails[];
};

/** Properties that stand together: a tab, where types are known. */
export type PropertyGroup = {
  name: string | null;
  properties: PropertyDetails[];
  /** Its groups, behind its own properties. Absent if it has none. */
  groups?: { name: string; properties: PropertyDetails[] }[];
};

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
  /** How many properties are left out, since the answer would be too large. */
  omitted?: number;
  /** The path of its picture, where that is served. */
  image?: string;
  /** What was done to it since the earlier state. */
  change?: NodeChange;
};

/** A node, and the names of its ancestors, root first. */
export type PlacedLink = LinkedNode & {
  place: string[];
  /** The languages of the references by which it was found, if the data holds several. */
  language?: string;
  /** Whether it exists only in another language than the one that is read: there is nothing more to ask of it. */
  isElsewhere?: boolean;
};

/** Nodes that were found, from one on. */
export type FoundNodes = {
  from: number;
  nodes: PlacedLink[];
  /** Whether there are others behind them. */
  isMore: boolean;
};

/** What `migrations find` is to look for, by the names of parameters. */
export type FindQuery = Readonly<Record<string, string>>;

/** One row of an audit. */
export type AuditRecordRow = {
  /** One for each column. */
  cells: (string | number | null)[];
  /** What has the property that is spoken of: a type, or elements of one. */
  owner?: { kind: Kind; of: "node" | "element"; type: string };
  finding?: string;
  /** One node of those that are spoken of. */
  node?: { kind: Kind; id: number; key: string; name: string; isElsewhere?: boolean };
  /** What finds them all. */
  query?: FindQuery;
};

/** One section of an audit, and how many rows the others have. */
export type AuditAnswer = {
  sections: { name: string; title: string; rows: number }[];
  name: string;
  title: string;
  columns: { name: string; of: "text" | "count" | "share" }[];
  /** The first of them. */
  rows: AuditRecordRow[];
  total: number;
};

/** Nodes to which something was done, from one on. */
export type Changes = { total: number; from: number; nodes: PlacedLink[] };

/** What refers to a node: so many, and the first of them. */
export type Links = { total: number; from: number; nodes: PlacedLink[] };
