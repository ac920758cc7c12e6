/** The API of the explorer's page as one table: parameters, answers, views. Routes, the OpenAPI document and the types of handlers and page follow from it. */
import { AUDIT_SECTIONS } from "../../analysis/audit/audit-section.ts";
import { CHANGE_KINDS } from "../../analysis/diff/change-kinds.ts";
import { CRITERIA, CRITERION_NAMES, type Criteria } from "../../analysis/find/criteria.ts";
import { POINTER } from "../../json/pointer.ts";
import { KINDS } from "../../operations.ts";
import {
  anyText,
  ONLY_TRUE,
  oneOf,
  type Parameter,
  type Parameters,
  type ValuesOf,
  wholeNumber,
} from "../../parameter.ts";
import { nodeField } from "../../site/node-fields.ts";
import { parseKey } from "../../site/tree/key.ts";
import {
  COUNT,
  FLAG,
  ID,
  KEY,
  listOf,
  object,
  reference,
  STRING,
  type Static,
  TEXT,
} from "../json-schema.ts";

/** The fields by which siblings are sorted. */
const SORT_FIELDS = ["id", "name", "type", "url", "updateDate", "children"] as const;
export type Order = { field: (typeof SORT_FIELDS)[number]; isDescending: boolean };

/** The largest window of a list. */
const MOST_ROWS = 1000;
/** The last index that a window can begin with: more nodes than data can have. */
const LAST_INDEX = 2 ** 31 - 1;
/** The most columns of a list. */
const MOST_COLUMNS = 40;

const KIND = { type: "string", enum: KINDS } as const;

const OWN_PARAMETERS = {
  kind: { ...oneOf(KINDS), description: "which tree" },
  key: {
    ...anyText("a GUID in any form", "31a4c6a1-8cb3-4d9a-8f2f-4e4a6a1b2c3d"),
    read: parseKey,
    description: "the key of the node, a GUID in any form",
  },
  from: {
    ...wholeNumber(0, LAST_INDEX),
    description: "the index of the first row, from 0, which is the default",
  },
  count: {
    ...wholeNumber(0, MOST_ROWS, 100),
    description: "how many at most; default: 100",
  },
  order: {
    ...oneOf(SORT_FIELDS.flatMap((field) => [field, `-${field}` as const])),
    read: (text: string): Order | undefined => {
      const field = SORT_FIELDS.find((candidate) => candidate === text.replace(/^-/, ""));
      return field && { field, isDescending: text.startsWith("-") };
    },
    description: "the field to sort by; after a hyphen, in descending order; default: the data's order",
  },
  culture: {
    ...anyText("the code of a language of the data", "da-DK"),
    description: "the language to read, of those of the data; default: the one that the operations serve",
  },
  alias: { ...anyText("the alias of a property", "bodyText"), description: "the alias of the property" },
  changeKind: { ...oneOf(CHANGE_KINDS), description: "only nodes with this kind of change" },
  group: {
    ...anyText("the id of a group", "changed price"),
    description: "only this group, of which from and count name a window",
  },
  typeAlias: { ...anyText("the alias of a type", "page"), description: "the alias of the type" },
  pointer: {
    ...POINTER,
    description: "which part of the value (RFC 6901); strings that hold JSON are entered; default: all of it",
  },
  whole: {
    ...ONLY_TRUE,
    description:
      "whether the search reads all nodes, for the total and the facets; default: it ends when the window is full",
  },
  fields: {
    ...anyText(`at most ${MOST_COLUMNS} fields of nodes, between commas`, "url,words,property:title"),
    read: (text: string) => {
      const names = text.split(",");
      return names.length <= MOST_COLUMNS && names.every(nodeField) ? names : undefined;
    },
    description: `fields of nodes as find --fields names them, between commas, at most ${MOST_COLUMNS}: each node has a cell for each`,
  },
  section: {
    ...oneOf(AUDIT_SECTIONS),
    description: "the section whose rows are sent; default: none",
  },
  secrets: {
    ...ONLY_TRUE,
    description: "whether values that look like secrets are part of the answer; default: they are redacted",
  },
} satisfies Parameters;

/** A query holds one value of each criterion; some are lists between commas. */
const CRITERIA_PARAMETERS: Parameters = Object.fromEntries(
  Object.entries<Parameter>(CRITERIA).map(([name, { repeats: _, ...criterion }]) => [name, criterion]),
);

export const EXPLORER_PARAMETERS: Parameters = { ...CRITERIA_PARAMETERS, ...OWN_PARAMETERS };

const CHANGE_KIND = { type: "string", enum: CHANGE_KINDS } as const;
const COMPACT_JSON = { ...STRING, description: "Compact JSON." } as const;
const ELSEWHERE = {
  ...FLAG,
  description: "Whether the node exists only in another language than the one that is read.",
} as const;
const ROWS = { total: COUNT, from: COUNT, nodes: listOf(reference("ListedNode")) };

/** A tab, if types are known: its own properties, then its groups. */
const PROPERTY_GROUP = object(
  { name: TEXT, properties: listOf(reference("PropertyDetails")) },
  { groups: listOf(object({ name: STRING, properties: listOf(reference("PropertyDetails")) })) },
);

/** The schemas of all answers, and of their parts. */
export const EXPLORER_SCHEMAS = {
  /** What is served, and which views exist. */
  ExplorerSite: object(
    {
      version: { ...STRING, description: "Differs wherever an answer differs." },
      // The program's version.
      program: STRING,
      // Of the site.
      name: STRING,
      format: STRING,
      nodes: object({ content: COUNT, media: COUNT }),
      // Whether the data is loaded again when it changes.
      isWatched: FLAG,
      // How a command names the data.
      dataFlags: STRING,
      // Whether media files are served.
      hasFiles: FLAG,
      // Whether ids are derived from keys, since the data has none.
      hasDerivedIds: FLAG,
      // What the user should know about the data.
      warnings: listOf(STRING),
      languages: listOf(
        STRING,
        "The codes of the languages that nodes exist in; none if the data has no languages.",
      ),
      // The domains, with the codes of their languages.
      domains: listOf(object({ domain: STRING }, { language: STRING })),
      // The number of items of the dictionary.
      dictionary: COUNT,
      // What the data has and the program does not read.
      unread: listOf(object({ what: STRING, count: COUNT })),
      // How many nodes are left out, since they are not published.
      unpublished: COUNT,
      // The names of icons, by kind and alias of a type: `content homePage`.
      icons: { type: "object", additionalProperties: STRING },
    },
    {
      // Its address, to which the URLs of nodes are appended.
      siteUrl: STRING,
      // The language that is read.
      culture: STRING,
      // The language that the operations serve, if another one is read.
      servedCulture: STRING,
      // Why changed data could not be loaded; the data that was loaded before is shown.
      failure: STRING,
      // What the data is compared with, and how many nodes have each kind of change.
      against: object({
        name: STRING,
        counts: { type: "object", additionalProperties: COUNT },
      }),
    },
  ),
  TypeCounts: listOf(object({ kind: KIND, alias: STRING, name: TEXT, nodes: COUNT })),
  /** A type as the data describes it. */
  TypeDetails: object(
    {
      kind: KIND,
      alias: STRING,
      name: TEXT,
      nodes: { ...COUNT, description: "How many nodes have the type." },
      // In their order, those of compositions included; none if the data has no types.
      tabs: listOf(object({ name: STRING, properties: listOf(reference("PropertyOfType")) })),
      compositions: listOf(reference("TypeName")),
      allowed: listOf(reference("TypeName"), "The types that are allowed below a node of the type."),
    },
    { icon: STRING, key: KEY },
  ),
  PropertyOfType: object(
    { alias: STRING, name: STRING, isMandatory: FLAG },
    { description: STRING, editorAlias: STRING },
  ),
  TypeName: object({ alias: STRING, name: TEXT }),
  /** How many nodes, or elements in values, have something in each property. */
  TypeUse: object({
    nodes: reference("FilledProperties"),
    elements: reference("FilledProperties"),
  }),
  FilledProperties: object({
    total: COUNT,
    properties: listOf(
      object(
        { alias: STRING, filled: COUNT, isSecret: FLAG },
        { editorAlias: STRING, example: reference("Example") },
      ),
    ),
  }),
  /** A node that has something in the property, and the beginning of it; a secret is left out. */
  Example: object({ kind: KIND, key: KEY, name: STRING }, { text: STRING, isElsewhere: ELSEWHERE }),
  /** A node as a row of a tree or a table. */
  TreeRow: object(
    {
      id: ID,
      key: KEY,
      name: STRING,
      type: { ...STRING, description: "The alias of its type; empty where it has none." },
      children: { ...COUNT, description: "How many it has." },
    },
    {
      url: STRING,
      updateDate: STRING,
      image: { ...STRING, description: "The path of its picture, in a list of children." },
      isUnpublished: FLAG,
      // Its changes since the state that the data is compared with.
      changeKinds: listOf(CHANGE_KIND),
      // How many nodes below it are changed or removed since.
      changedBelow: COUNT,
    },
  ),
  /** A window of siblings. */
  Level: object({
    total: COUNT,
    from: COUNT,
    rows: listOf(reference("TreeRow")),
    // Whether they are few enough to be sorted.
    isSortable: FLAG,
  }),
  /** A node and its index among its siblings. */
  PathRow: object({ row: reference("TreeRow"), index: COUNT, of: COUNT }),
  /** The ancestors of a node, root first, and the node. */
  Path: listOf(reference("PathRow")),
  /** The paths of nodes of one kind. */
  Paths: object({
    paths: listOf(reference("Path")),
    isMore: { ...FLAG, description: "Whether there are more nodes." },
  }),
  NodeDetails: object(
    {
      kind: KIND,
      path: reference("Path"),
      // In their order.
      fields: listOf(object({ name: STRING, json: COMPACT_JSON })),
      groups: listOf(PROPERTY_GROUP),
    },
    {
      // The name of its type, if types are known.
      typeName: STRING,
      omitted: {
        ...COUNT,
        description: "How many properties are left out, since the answer would be too large.",
      },
      // The path of its picture, if that is served.
      image: STRING,
      // The path of its file, if that is served.
      file: STRING,
      change: reference("NodeChange"),
    },
  ),
  /** The changes of a node since the state that the data is compared with. */
  NodeChange: object(
    {
      changeKinds: listOf(CHANGE_KIND),
      fields: listOf(reference("ValueChange")),
      properties: listOf(reference("ValueChange")),
    },
    {
      // A root has no parent.
      moved: object({}, { from: reference("ListedNode"), to: reference("ListedNode") }),
      names: {
        type: "object",
        additionalProperties: STRING,
        description:
          "The names of the nodes that the values refer to, by the references as they are written.",
      },
    },
  ),
  /** A value that is absent before or after did not exist then. */
  ValueChange: object(
    { name: STRING },
    {
      title: STRING,
      at: {
        ...STRING,
        description: "Where in the value the difference is, such as `block 3 of 7: heading`.",
      },
      before: COMPACT_JSON,
      after: COMPACT_JSON,
    },
  ),
  /** The changes that meet the filters, in groups of nodes in which the same differs, and how many of each kind there are. */
  Changes: object({
    total: { ...COUNT, description: "The number of nodes." },
    groups: listOf(reference("ChangeGroup"), "Added and removed nodes first, then the largest group."),
    facets: object({
      changeKinds: listOf(object({ name: CHANGE_KIND, nodes: COUNT })),
      types: listOf(object({ kind: KIND, alias: STRING, name: TEXT, nodes: COUNT })),
      properties: listOf(object({ alias: STRING, name: TEXT, nodes: COUNT })),
    }),
  }),
  ChangeGroup: object({
    id: STRING,
    changeKinds: listOf(CHANGE_KIND),
    fields: listOf(STRING, "The names of fields that differ."),
    properties: listOf(object({ alias: STRING, name: TEXT }), "The properties that differ."),
    total: COUNT,
    from: COUNT,
    nodes: listOf(reference("ListedNode"), "A window if the group is named, else the first nodes."),
  }),
  /** A property and its value, taken apart. */
  PropertyDetails: object(
    {
      alias: STRING,
      shape: { ...STRING, description: "What the value looks like as a whole." },
      pointer: { ...STRING, description: "Where it lies in the value of the node's property (RFC 6901)." },
      bytes: COUNT,
      // Those in none of its elements.
      references: listOf(reference("ReferenceDetails")),
      elements: listOf(reference("ElementDetails")),
      // What later versions of the CMS do not read.
      leftovers: listOf(object({ kind: STRING, text: STRING })),
    },
    {
      name: STRING,
      description: STRING,
      editorAlias: STRING,
      culture: STRING,
      segment: STRING,
      json: {
        ...COMPACT_JSON,
        description: "The value as compact JSON. Left out if it is long or has elements.",
      },
      omitted: {
        ...COUNT,
        description: "How many of these are left out, since the answer would be too large.",
      },
      isSecret: { ...FLAG, description: "Whether it looks like a secret, and the value is left out." },
    },
  ),
  /** An element within a value: a block, an item of nested content, a control of a grid. */
  ElementDetails: object(
    {
      layout: STRING,
      role: { ...STRING, enum: ["content", "settings"] },
      properties: listOf(reference("PropertyDetails")),
    },
    {
      // The alias of its type, or what the value calls it.
      alias: STRING,
      // The name of its type, if types are known.
      typeName: STRING,
      columnSpan: { ...COUNT, description: "How many columns a block in a grid spans." },
      columns: { ...COUNT, description: "Of how many, if data types are known." },
      rowSpan: COUNT,
      areas: listOf(
        reference("AreaDetails"),
        "The columns of a block in a grid, or of a row of a grid of version 7 or 8.",
      ),
    },
  ),
  /** A column of a grid. */
  AreaDetails: object(
    { elements: listOf(reference("ElementDetails")) },
    {
      // Known from data types.
      alias: STRING,
      columnSpan: COUNT,
      columns: COUNT,
      omitted: {
        ...COUNT,
        description: "How many elements are left out, since the answer would be too large.",
      },
    },
  ),
  LinkedNode: object({ kind: KIND, row: reference("TreeRow") }, { image: STRING }),
  /** A reference in a value, and where it leads. */
  ReferenceDetails: object(
    {
      text: { ...STRING, description: "As it stands in the value." },
      // A link within a text, or the value of a picker.
      from: { ...STRING, enum: ["text", "picker"] },
    },
    {
      node: reference("LinkedNode"),
      dead: { ...STRING, description: "Why it leads nowhere; `not-published` if its page is not published." },
      unknown: { ...STRING, description: "Why its target is not known." },
    },
  ),
  /** A linked node, and the names of its ancestors, root first. */
  ListedNode: object(
    { kind: KIND, row: reference("TreeRow"), breadcrumbs: listOf(STRING) },
    {
      image: STRING,
      language: {
        ...STRING,
        description: "The languages of the references by which it was found, if the data holds several.",
      },
      isElsewhere: ELSEWHERE,
      found: reference("FoundIn"),
      cells: {
        type: "array",
        items: { type: ["string", "number"] },
        description: "The values of the fields that `fields` names.",
      },
    },
  ),
  /** Why a search found a node. */
  FoundIn: object(
    { in: { ...STRING, enum: ["id", "key", "url", "name", "type", "value"] } as const },
    {
      // The property whose value contains the words, and its name, if types are known.
      property: STRING,
      name: STRING,
      text: { ...STRING, description: "The URL, or the part of the value around the words." },
      isNamed: { ...FLAG, description: "Whether the text is the node's id, key, UDI or URL." },
    },
  ),
  FoundNodes: object(
    { from: COUNT, nodes: listOf(reference("ListedNode")), isMore: FLAG },
    {
      titles: listOf(STRING, "What people call the fields that `fields` names."),
      total: { ...COUNT, description: "Present if all nodes were searched." },
      facets: object({
        kinds: listOf(object({ kind: KIND, nodes: COUNT })),
        // The most frequent first.
        types: listOf(object({ kind: KIND, alias: STRING, name: TEXT, nodes: COUNT })),
      }),
    },
  ),
  /** The summary of an audit, its sections, and the rows of one of them. */
  AuditAnswer: object(
    {
      summary: object({
        // How large the site is, what is wrong, and what needs a decision.
        inventory: listOf(reference("AuditLine")),
        wrong: listOf(reference("AuditLine")),
        decisions: listOf(reference("AuditLine")),
        nothingWrong: { ...STRING, description: "What to say if `wrong` is empty." },
        unchecked: listOf(STRING, "Sentences about what could not be checked."),
      }),
      sections: listOf(
        object({ name: STRING, title: STRING, label: STRING, rows: COUNT }, { isUnchecked: FLAG }),
      ),
    },
    { section: reference("AuditSection") },
  ),
  /** A number and the rest of its sentence. */
  AuditLine: object({ count: COUNT, text: STRING }, { section: STRING, finding: STRING }),
  AuditSection: object(
    {
      name: STRING,
      title: STRING,
      columns: listOf(
        object(
          { name: STRING, of: { ...STRING, enum: ["text", "count", "share"] }, title: STRING },
          {
            isHidden: FLAG,
            role: {
              ...STRING,
              enum: ["property", "nodes", "fill-rate", "same-value"],
              description: "What its cells are, if more than `of` says.",
            },
          },
        ),
      ),
      rows: listOf(reference("AuditRecordRow")),
      total: COUNT,
      lines: listOf(reference("AuditLine"), "A sentence for each finding."),
    },
    {
      label: { ...STRING, description: "What a list of sections calls it. Default: its name." },
      about: STRING,
      subject: {
        ...STRING,
        enum: ["page", "media", "pages"],
        description: "What each row is about, if not a type.",
      },
      mergesTypes: { ...FLAG, description: "Whether rows that differ in the type alone are shown as one." },
      unchecked: { ...STRING, description: "What could not be checked." },
    },
  ),
  AuditRecordRow: object(
    // By the names of columns.
    { cells: { type: "object", additionalProperties: { type: ["string", "number", "null"] } } as const },
    {
      // What has the property: a type, or elements of one.
      owner: object(
        { kind: KIND, of: { ...STRING, enum: ["node", "element"] }, type: STRING },
        { name: STRING },
      ),
      propertyName: { ...STRING, description: "What the type calls the property." },
      finding: STRING,
      // One of the nodes that the row counts, and the names of its ancestors.
      node: object(
        { kind: KIND, id: ID, key: KEY, name: STRING, path: listOf(STRING) },
        { url: STRING, isElsewhere: ELSEWHERE },
      ),
      leadsTo: object(
        {
          kind: { ...STRING, enum: [...KINDS, "node"] },
          target: { ...STRING, description: "The id, key or path that a dead reference names." },
          why: { ...STRING, enum: ["no-such-node", "not-published", "other-kind", "no-such-file"] },
          count: COUNT,
        },
        { language: STRING },
      ),
      // How many nodes or elements of the type have a value in the property, and the value that all have.
      filled: object({ count: COUNT, of: COUNT }),
      sameValue: STRING,
      // A search for all of them.
      query: { type: "object", additionalProperties: STRING, description: "Parameters of /explorer/find." },
    },
  ),
  Links: object(ROWS),
  Progress: object({ read: COUNT, of: COUNT }),
};

type Described<N extends keyof typeof EXPLORER_SCHEMAS> = Static<
  (typeof EXPLORER_SCHEMAS)[N],
  typeof EXPLORER_SCHEMAS
>;
export type AreaDetails = Described<"AreaDetails">;
export type AuditAnswer = Described<"AuditAnswer">;
export type AuditRecordRow = Described<"AuditRecordRow">;
export type ElementDetails = Described<"ElementDetails">;
export type ExplorerSite = Described<"ExplorerSite">;
export type Changes = Described<"Changes">;
export type FoundNodes = Described<"FoundNodes">;
export type Level = Described<"Level">;
export type LinkedNode = Described<"LinkedNode">;
export type Links = Described<"Links">;
export type NodeChange = Described<"NodeChange">;
export type NodeDetails = Described<"NodeDetails">;
export type ListedNode = Described<"ListedNode">;
export type PathRow = Described<"PathRow">;
export type PropertyDetails = Described<"PropertyDetails">;
export type PropertyGroup = NodeDetails["groups"][number];
export type ReferenceDetails = Described<"ReferenceDetails">;
export type TreeRow = Described<"TreeRow">;
export type TypeCount = Described<"TypeCounts">[number];
export type TypeDetails = Described<"TypeDetails">;
export type TypeUse = Described<"TypeUse">;
export type ValueChange = Described<"ValueChange">;

export type View = {
  summary: string;
  needs: readonly ParameterName[];
  takes: readonly ParameterName[];
  /** The schema of its answer; `json` is any JSON, `csv` is no JSON. */
  answers: keyof typeof EXPLORER_SCHEMAS | "json" | "csv";
};

/** What every view takes. */
export const TAKEN_BY_ALL = ["culture"] as const;

/** The views by the names of their paths, `/explorer/NAME`. */
export const VIEWS = {
  site: { summary: "What is served, and how", needs: [], takes: [], answers: "ExplorerSite" },
  types: { summary: "How many nodes each type has", needs: [], takes: [], answers: "TypeCounts" },
  type: {
    summary: "One type: its tabs, properties and compositions",
    needs: ["kind", "typeAlias"],
    takes: [],
    answers: "TypeDetails",
  },
  "type-use": {
    summary: "How often each property of a type is filled in",
    needs: ["kind", "typeAlias"],
    takes: [],
    answers: "TypeUse",
  },
  children: {
    summary: "A window of the children of a node, or of the roots",
    needs: ["kind"],
    takes: ["key", "from", "count", "order"],
    answers: "Level",
  },
  path: {
    summary: "The path of a node: its ancestors, root first, and itself",
    needs: ["kind", "key"],
    takes: [],
    answers: "Path",
  },
  filter: {
    summary: "The paths of the nodes whose names contain a text",
    needs: ["kind", "name"],
    takes: ["count"],
    answers: "Paths",
  },
  node: {
    summary: "One node: its path, its fields, its properties",
    needs: ["kind", "key"],
    takes: [],
    answers: "NodeDetails",
  },
  links: {
    summary: "The nodes that refer to a node",
    needs: ["kind", "key"],
    takes: ["from", "count"],
    answers: "Links",
  },
  progress: {
    summary:
      "How many nodes have been read for the references between nodes, which `links` and some searches need",
    needs: [],
    takes: [],
    answers: "Progress",
  },
  find: {
    summary: "The nodes that meet all criteria; with search, those that fit best come first",
    needs: [],
    takes: [...CRITERION_NAMES, "from", "count", "whole", "fields"],
    answers: "FoundNodes",
  },
  csv: {
    summary: "All nodes that meet all criteria, for a spreadsheet: name, path and the chosen fields",
    needs: [],
    takes: [...CRITERION_NAMES, "fields"],
    answers: "csv",
  },
  changes: {
    summary:
      "The nodes that changed since the earlier state that the data is compared with, grouped by what changed",
    needs: [],
    takes: ["changeKind", "kind", "typeAlias", "alias", "group", "from", "count"],
    answers: "Changes",
  },
  audit: {
    summary: "What an importer will meet: a summary, and the rows of one section",
    needs: [],
    takes: ["section"],
    answers: "AuditAnswer",
  },
  value: {
    summary: "The value of one property, or a part of it",
    needs: ["kind", "key", "alias"],
    takes: ["pointer", "secrets"],
    answers: "json",
  },
  decoded: {
    summary:
      "One node as an importer reads it, in the language that is shown: values decoded, secrets redacted",
    needs: ["kind", "key"],
    takes: [],
    answers: "json",
  },
  json: {
    summary: "The JSON of a node, without its path and children",
    needs: ["kind", "key"],
    takes: ["secrets"],
    answers: "json",
  },
} as const satisfies Record<string, View>;

export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];

/** What each parameter is read as. */
type Values = Required<Criteria & ValuesOf<typeof OWN_PARAMETERS>>;
type ParameterName = keyof Values;
type Needs<V extends ViewName> = (typeof VIEWS)[V]["needs"][number];
type Takes<V extends ViewName> = (typeof VIEWS)[V]["takes"][number];

/** The parameters of a request for a view. */
export type ViewParameters<V extends ViewName> = { [N in Needs<V>]: Values[N] } & {
  [N in Takes<V> | (typeof TAKEN_BY_ALL)[number]]?: Values[N];
};

/** The same as a client writes them. */
export type ViewQuery<V extends ViewName> = { readonly [N in Needs<V>]: string | number } & {
  readonly [N in Takes<V> | (typeof TAKEN_BY_ALL)[number]]?: string | number;
};

/** What a view answers, if that is JSON with a schema. */
export type ViewAnswer<V extends ViewName> = (typeof VIEWS)[V]["answers"] extends infer A extends
  keyof typeof EXPLORER_SCHEMAS
  ? Described<A>
  : never;
