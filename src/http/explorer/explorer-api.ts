/** What the explorer's page and the server exchange: views, their parameters and answers. Private to them, so it may change with each version. */
import type { AuditRecord, sectionHead } from "../../analysis/audit/audit-record.ts";
import { AUDIT_SECTIONS } from "../../analysis/audit/audit-section.ts";
import type { AuditSummary, SummaryLine } from "../../analysis/audit/audit-summary.ts";
import { CHANGE_KINDS, type ChangeKind } from "../../analysis/diff/change-kinds.ts";
import { CRITERIA, CRITERION_NAMES, type Criteria } from "../../analysis/find/criteria.ts";
import { POINTER } from "../../json/pointer.ts";
import { KINDS, type Kind } from "../../operations.ts";
import {
  anyText,
  type BareParameters,
  ONLY_TRUE,
  oneOf,
  type ValuesOf,
  wholeNumber,
} from "../../parameter.ts";
import { nodeField } from "../../site/node-fields.ts";
import { parseKey } from "../../site/tree/key.ts";

/** The fields by which siblings are sorted. */
const SORT_FIELDS = ["id", "name", "type", "url", "updateDate", "children"] as const;
export type Order = { field: (typeof SORT_FIELDS)[number]; isDescending: boolean };

/** The largest window of a list. */
const MOST_ROWS = 1000;
/** The last index that a window can begin with: more nodes than data can have. */
const LAST_INDEX = 2 ** 31 - 1;
/** The most columns of a list. */
const MOST_COLUMNS = 40;

const OWN_PARAMETERS = {
  kind: oneOf(KINDS),
  /** Of the node. */
  key: { ...anyText("a GUID in any form", "31a4c6a1-8cb3-4d9a-8f2f-4e4a6a1b2c3d"), read: parseKey },
  /** The index of the first row. Default: 0. */
  from: wholeNumber(0, LAST_INDEX),
  /** How many rows at most. Default: 100. */
  count: wholeNumber(0, MOST_ROWS, 100),
  /** The field to sort by; after a hyphen, in descending order. Default: the data's order. */
  order: {
    ...oneOf(SORT_FIELDS.flatMap((field) => [field, `-${field}` as const])),
    read: (text: string): Order | undefined => {
      const field = SORT_FIELDS.find((candidate) => candidate === text.replace(/^-/, ""));
      return field && { field, isDescending: text.startsWith("-") };
    },
  },
  /** The language to read. Default: the one that the operations serve. */
  culture: anyText("the code of a language of the data", "da-DK"),
  alias: anyText("the alias of a property", "bodyText"),
  changeKind: oneOf(CHANGE_KINDS),
  /** Only this group, of which `from` and `count` name a window. */
  group: anyText("the id of a group", "changed price"),
  typeAlias: anyText("the alias of a type", "page"),
  /** Which part of the value (RFC 6901); strings that hold JSON are entered. Default: all of it. */
  pointer: POINTER,
  /** Whether the search reads all nodes, for the total and the facets. Default: it ends when the window is full. */
  whole: ONLY_TRUE,
  /** Each node has a cell for each. */
  fields: {
    ...anyText(`at most ${MOST_COLUMNS} fields of nodes, between commas`, "url,words,property:title"),
    read: (text: string) => {
      const names = text.split(",");
      return names.length <= MOST_COLUMNS && names.every(nodeField) ? names : undefined;
    },
  },
  /** The section whose rows are sent. Default: none. */
  section: oneOf(AUDIT_SECTIONS),
  /** Whether values that look like secrets are part of the answer. Default: they are redacted. */
  secrets: ONLY_TRUE,
} satisfies BareParameters;

/** A query holds one value of each criterion; some are lists between commas. */
const CRITERIA_PARAMETERS: BareParameters = Object.fromEntries(
  Object.entries<BareParameters[string]>(CRITERIA).map(([name, { repeats: _, ...criterion }]) => [
    name,
    criterion,
  ]),
);

export const EXPLORER_PARAMETERS: BareParameters = { ...CRITERIA_PARAMETERS, ...OWN_PARAMETERS };

/** What is served, and how. */
export type ExplorerSite = {
  /** Differs wherever an answer differs. */
  version: string;
  /** The program's version. */
  program: string;
  /** Of the site. */
  name: string;
  format: string;
  nodes: Record<Kind, number>;
  /** The path segments before `Migrations` in requests. */
  prefix: string;
  /** The first root of each tree, for requests that find something. */
  roots: Partial<Record<Kind, { id: number; key: string }>>;
  /** Whether the data is loaded again when it changes. */
  isWatched: boolean;
  /** How a command names the data. */
  dataFlags: string;
  /** Whether media files are served. */
  hasFiles: boolean;
  /** Whether ids are derived from keys, since the data has none. */
  hasDerivedIds: boolean;
  /** What the user should know about the data. */
  warnings: string[];
  /** The codes of the languages that nodes exist in; none if the data has no languages. */
  languages: string[];
  /** The domains, with the codes of their languages. */
  domains: { domain: string; language?: string }[];
  /** The number of items of the dictionary. */
  dictionary: number;
  /** What the data has and the program does not read. */
  unread: { what: string; count: number }[];
  /** How many nodes are left out, since they are not published. */
  unpublished: number;
  /** The names of icons, by kind and alias of a type: `content homePage`. */
  icons: Record<string, string>;
  /** Its address, to which the URLs of nodes are appended. */
  siteUrl?: string;
  /** The language that is read. */
  culture?: string;
  /** The language that the operations serve, if another one is read. */
  servedCulture?: string;
  /** Why changed data could not be loaded; the data that was loaded before is shown. */
  failure?: string;
  /** What the data is compared with, and how many nodes have each kind of change. */
  against?: { name: string; counts: Record<string, number> };
};

export type TypeCount = { kind: Kind; alias: string; name: string | null; nodes: number };

type TypeName = { alias: string; name: string | null };

/** A type as the data describes it. */
export type TypeDetails = TypeCount & {
  /** In their order, those of compositions included; none if the data has no types. */
  tabs: { name: string; properties: PropertyOfType[] }[];
  compositions: TypeName[];
  /** The types that are allowed below a node of the type. */
  allowed: TypeName[];
  icon?: string;
  key?: string;
};

type PropertyOfType = {
  alias: string;
  name: string;
  isMandatory: boolean;
  description?: string;
  editorAlias?: string;
};

/** How many nodes, or elements in values, have something in each property. */
export type TypeUse = {
  nodes: FilledProperties;
  elements: FilledProperties;
  /** How many elements of the type visitors see: settings are none. */
  shownElements: number;
};

type FilledProperties = {
  total: number;
  properties: { alias: string; filled: number; isSecret: boolean; editorAlias?: string; example?: Example }[];
};

/** A node that has something in the property, and the beginning of it; a secret is left out. */
type Example = { kind: Kind; key: string; name: string; text?: string; isElsewhere?: boolean };

/** A node as a row of a tree or a table. */
export type TreeRow = {
  id: number;
  key: string;
  name: string;
  /** The alias of its type; empty where it has none. */
  type: string;
  /** How many it has. */
  children: number;
  url?: string;
  updateDate?: string;
  /** The path of its picture, in a list of children. */
  image?: string;
  isUnpublished?: boolean;
  /** Its changes since the state that the data is compared with. */
  changeKinds?: ChangeKind[];
  /** How many nodes below it are changed or removed since. */
  changedBelow?: number;
};

/** A window of siblings. */
export type Level = {
  total: number;
  from: number;
  rows: TreeRow[];
  /** Whether they are few enough to be sorted. */
  isSortable: boolean;
};

/** A node and its index among its siblings. */
export type PathRow = { row: TreeRow; index: number; of: number };

/** The ancestors of a node, root first, and the node. */
type Path = PathRow[];

export type NodeDetails = {
  kind: Kind;
  path: Path;
  /** In their order; `json` is compact JSON. */
  fields: { name: string; json: string }[];
  groups: PropertyGroup[];
  /** The name of its type, if types are known. */
  typeName?: string;
  /** The path of its picture, if that is served. */
  image?: string;
  /** The path of its file, if that is served. */
  file?: string;
  change?: NodeChange;
};

/** A tab, if types are known: its own properties, then its groups. */
export type PropertyGroup = {
  name: string | null;
  properties: PropertyDetails[];
  groups?: { name: string; properties: PropertyDetails[] }[];
};

/** The changes of a node since the state that the data is compared with. */
export type NodeChange = {
  changeKinds: ChangeKind[];
  fields: ValueChange[];
  properties: ValueChange[];
  /** A root has no parent. */
  moved?: { from?: ListedNode; to?: ListedNode };
  /** The names of the nodes that the values refer to, by the references as they are written. */
  names?: Record<string, string>;
};

/** A value, as compact JSON; absent before or after if it did not exist then. */
export type ValueChange = {
  name: string;
  title?: string;
  /** Where in the value the difference is, such as `block 3 of 7: heading`. */
  at?: string;
  before?: string;
  after?: string;
};

/** The changes that meet the filters, in groups of nodes in which the same differs, and how many of each kind there are. */
export type Changes = {
  /** The number of nodes. */
  total: number;
  /** Added and removed nodes first, then the largest group. */
  groups: {
    id: string;
    changeKinds: ChangeKind[];
    /** The names of fields that differ. */
    fields: string[];
    /** The properties that differ. */
    properties: TypeName[];
    total: number;
    from: number;
    /** A window if the group is named, else the first nodes. */
    nodes: ListedNode[];
  }[];
  facets: {
    changeKinds: { name: ChangeKind; nodes: number }[];
    types: TypeCount[];
    properties: (TypeName & { nodes: number })[];
  };
};

/** A property and its value, taken apart. */
export type PropertyDetails = {
  alias: string;
  /** What the value looks like as a whole. */
  shape: string;
  /** Where it lies in the value of the node's property (RFC 6901). */
  pointer: string;
  bytes: number;
  /** Those in none of its elements. */
  references: ReferenceDetails[];
  elements: ElementDetails[];
  /** What later versions of the CMS do not read. */
  leftovers: { kind: string; text: string }[];
  name?: string;
  description?: string;
  editorAlias?: string;
  culture?: string;
  segment?: string;
  /** The value as compact JSON. Left out if it is long or has elements. */
  json?: string;
  /** How many elements, references and leftovers are left out, since the answer would be too large. */
  omitted?: number;
  /** Whether it looks like a secret, and the value is left out. */
  isSecret?: boolean;
};

/** An element within a value: a block, an item of nested content, a control of a grid. */
export type ElementDetails = {
  layout: string;
  role: "content" | "settings";
  properties: PropertyDetails[];
  /** The alias of its type, or what the value calls it. */
  alias?: string;
  /** The name of its type, if types are known. */
  typeName?: string;
  /** How many columns a block in a grid spans. */
  columnSpan?: number;
  /** Of how many, if data types are known. */
  columns?: number;
  rowSpan?: number;
  /** The columns of a block in a grid, or of a row of a grid of version 7 or 8. */
  areas?: AreaDetails[];
};

/** A column of a grid. */
export type AreaDetails = {
  elements: ElementDetails[];
  /** Known from data types. */
  alias?: string;
  columnSpan?: number;
  columns?: number;
  /** How many elements are left out, since an answer can nest no deeper. */
  omitted?: number;
};

export type LinkedNode = { kind: Kind; row: TreeRow; image?: string };

/** A reference in a value, and where it leads. */
export type ReferenceDetails = {
  /** As the value spells it. */
  text: string;
  /** A link within a text, or the value of a picker. */
  from: "text" | "picker";
  node?: LinkedNode;
  /** Why it leads nowhere; `not-published` if its page is not published. */
  dead?: string;
  /** Why its target is not known. */
  unknown?: string;
};

/** A linked node, and the names of its ancestors, root first. */
export type ListedNode = LinkedNode & {
  breadcrumbs: string[];
  /** The languages of the references by which it was found, if the data holds several. */
  language?: string;
  /** Whether the node exists only in another language than the one that is read. */
  isElsewhere?: boolean;
  found?: FoundText;
  /** The values of the fields that `fields` names. */
  cells?: (string | number)[];
};

/** Why a search found a node. */
type FoundText = {
  in: "id" | "key" | "url" | "name" | "type" | "value";
  /** The property whose value contains the words, and its name, if types are known. */
  property?: string;
  name?: string;
  /** The URL, or the part of the value around the words. */
  text?: string;
  /** Whether the text is the node's id, key, UDI or URL. */
  isNamed?: boolean;
};

export type FoundNodes = {
  from: number;
  nodes: ListedNode[];
  isMore: boolean;
  /** What people call the fields that `fields` names. */
  titles?: string[];
  /** Present if all nodes were searched. */
  total?: number;
  /** The most frequent types first. */
  facets?: { kinds: { kind: Kind; nodes: number }[]; types: TypeCount[] };
};

/** The summary of an audit, its sections, and the rows of one of them. */
export type AuditAnswer = {
  summary: AuditSummary;
  sections: { name: string; title: string; label: string; rows: number; isUnchecked?: boolean }[];
  section?: ReturnType<typeof sectionHead> & {
    rows: AuditRecord[];
    total: number;
    /** A sentence for each finding. */
    lines: SummaryLine[];
  };
};

export type Links = { total: number; from: number; nodes: ListedNode[] };

type View = { needs: readonly ViewParameter[]; takes: readonly ViewParameter[] };

/** What every view takes. */
export const TAKEN_BY_ALL = ["culture"] as const;

/** The views by the names of their paths, `/explorer/NAME`, and their parameters. */
export const VIEWS = {
  site: { needs: [], takes: [] },
  types: { needs: [], takes: [] },
  type: { needs: ["kind", "typeAlias"], takes: [] },
  "type-use": { needs: ["kind", "typeAlias"], takes: [] },
  children: { needs: ["kind"], takes: ["key", "from", "count", "order"] },
  path: { needs: ["kind", "key"], takes: [] },
  filter: { needs: ["kind", "name"], takes: ["count"] },
  node: { needs: ["kind", "key"], takes: [] },
  links: { needs: ["kind", "key"], takes: ["from", "count"] },
  progress: { needs: [], takes: [] },
  find: { needs: [], takes: [...CRITERION_NAMES, "from", "count", "whole", "fields"] },
  csv: { needs: [], takes: [...CRITERION_NAMES, "fields"] },
  changes: { needs: [], takes: ["changeKind", "kind", "typeAlias", "alias", "group", "from", "count"] },
  audit: { needs: [], takes: ["section"] },
  value: { needs: ["kind", "key", "alias"], takes: ["pointer", "secrets"] },
  decoded: { needs: ["kind", "key"], takes: [] },
  json: { needs: ["kind", "key"], takes: ["secrets"] },
} as const satisfies Record<string, View>;

/** What views answer as JSON; the others answer any JSON, or CSV. */
type ViewAnswers = {
  site: ExplorerSite;
  /** How many nodes each type has. */
  types: TypeCount[];
  type: TypeDetails;
  "type-use": TypeUse;
  /** A window of the children of a node, or of the roots. */
  children: Level;
  path: Path;
  /** The paths of the nodes of one kind whose names contain a text. */
  filter: { paths: Path[]; isMore: boolean };
  node: NodeDetails;
  /** The nodes that refer to a node. */
  links: Links;
  /** How many nodes have been read for the references between nodes, which `links` and some searches need. */
  progress: { read: number; of: number };
  /** The nodes that meet all criteria; with search, the best matches come first. */
  find: FoundNodes;
  /** The nodes that changed since the earlier state that the data is compared with. */
  changes: Changes;
  audit: AuditAnswer;
};

export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];

/** What each parameter is read as. */
type ReadParameters = Required<Criteria & ValuesOf<typeof OWN_PARAMETERS>>;
type ViewParameter = keyof ReadParameters;
type Needs<V extends ViewName> = (typeof VIEWS)[V]["needs"][number];
type Takes<V extends ViewName> = (typeof VIEWS)[V]["takes"][number];

/** The parameters of a request for a view. */
export type ViewParameters<V extends ViewName> = { [N in Needs<V>]: ReadParameters[N] } & {
  [N in Takes<V> | (typeof TAKEN_BY_ALL)[number]]?: ReadParameters[N];
};

/** The same as a client writes them. */
export type ViewQuery<V extends ViewName> = { readonly [N in Needs<V>]: string | number } & {
  readonly [N in Takes<V> | (typeof TAKEN_BY_ALL)[number]]?: string | number;
};

/** What a view answers, if that is JSON of a known form. */
export type ViewAnswer<V extends ViewName> = V extends keyof ViewAnswers ? ViewAnswers[V] : never;
