/** The fields of nodes that lists can show, as one table: name, description and reader. Commands, the explorer and others read them here. */

import type { Kind } from "../operations.ts";
import { copiedText } from "../text/file-text.ts";
import { type NodeFieldName, PROPERTY_FIELD } from "./field-titles.ts";
import { countIn, entryIn } from "./map-entries.ts";
import { elementsIn, imagesAmong, wordsIn } from "./node-counts.ts";
import type { ReferenceGraph } from "./references/reference-graph.ts";
import type { SecretRedactor } from "./secrets.ts";
import type { Site } from "./site.ts";
import type { PropertyValue, SiteNode } from "./site-nodes.ts";
import type { SiteReader } from "./site-reader.ts";
import { BETWEEN_NAMES, type NodeNames, namesByTree } from "./tree/node-names.ts";
import type { Tree } from "./tree/tree.ts";

/** JSON as the data has it, numbers with all their digits. */
type WrittenJson = { json: string };

/** The value of a field: `undefined` if the node has none. */
export type FieldValue = string | number | boolean | readonly string[] | WrittenJson | undefined;

/** What fields take beside the nodes of the site. */
export type FieldContext = {
  /** The references of the site, which some fields need. */
  graph?: ReferenceGraph | undefined;
  /** The language that a node was found in. Default: the language that is read. */
  languageOf?: ((node: SiteNode) => string | undefined) | undefined;
  /** Redacts the values of `property:ALIAS` and the paths of files. Default: they are read as they are. */
  redactor?: SecretRedactor | undefined;
};

export type NodeField = {
  description: string;
  read: (node: SiteNode, reader: FieldReader) => FieldValue;
  /** Separates the texts of a list where they are printed as one text. Default: a comma. */
  between?: string;
  /** What has to be read beside the node's own fields: its properties, what is in their values, or the references of the whole site. */
  needs?: "properties" | "values" | "references";
  /** Whether the values of several nodes can be added up. Default: they cannot. */
  isCount?: true;
};

/** What fields share: each part is made on first use. */
class FieldReader {
  readonly site: SiteReader;
  readonly context: FieldContext;
  readonly namesOf: (tree: Tree) => NodeNames = namesByTree();
  /** By the number of a node. */
  #dead: Map<number, number> | undefined;
  #lastOwn: { node: SiteNode; all: Readonly<Record<string, unknown>> } | undefined;

  constructor(site: SiteReader, context: FieldContext) {
    this.site = site;
    this.context = context;
  }

  get graph(): ReferenceGraph {
    const { graph } = this.context;
    if (!graph) throw new Error("a field needs references, and none were read");
    return graph;
  }

  /** Whether a node is in the language that is read: no others are in the graph. */
  isRead({ kind, tree }: SiteNode): boolean {
    return this.site.trees[kind] === tree;
  }

  /** The members of a node. Several fields read them, one node after the other. */
  own(node: SiteNode): Readonly<Record<string, unknown>> {
    if (this.#lastOwn?.node !== node) this.#lastOwn = { node, all: node.fields().all };
    return this.#lastOwn.all;
  }

  /** How many references of a node lead nowhere, in any language. */
  deadOf(node: SiteNode): number {
    const { graph } = this;
    if (!this.#dead) {
      this.#dead = new Map();
      for (const { from, why } of graph.dead)
        if (why !== "not-published") countIn(this.#dead, graph.numberOf(from));
    }
    return this.#dead.get(graph.numberOf(node)) ?? 0;
  }
}

/** The fields by name, in the order in which help lists them. `property:ALIAS` is beside these. */
export const NODE_FIELDS = {
  kind: { description: "content or media", read: ({ kind }) => kind },
  id: { description: "id", read: ({ tree, index }) => tree.idAt(index) },
  key: { description: "key", read: ({ tree, index }) => tree.keyAt(index) },
  parentId: {
    description: "id of the parent",
    read: ({ tree, parent }) => (parent < 0 ? undefined : tree.idAt(parent)),
  },
  parentKey: {
    description: "key of the parent",
    read: ({ tree, parent }) => (parent < 0 ? undefined : tree.keyAt(parent)),
  },
  level: { description: "level in the tree; roots have 1", read: ({ level }) => level },
  breadcrumbs: {
    description: "names of the ancestors, root first",
    between: BETWEEN_NAMES,
    read: ({ tree, index }, { namesOf }) => namesOf(tree).above(index),
  },
  name: { description: "name", read: ownMember("name") },
  type: { description: "alias of the type", read: ownMember("type") },
  url: { description: "URL, or the path of the file", read: ownMember("url") },
  template: { description: "alias of the template", read: ownMember("template") },
  published: {
    description: "whether content is published; false only with --include-unpublished",
    read: (node, reader) => (node.kind === "media" ? undefined : reader.own(node).published !== false),
  },
  language: {
    description: "code of the language that is read",
    read: (node, { site, context }) => context.languageOf?.(node) ?? site.culture,
  },
  createDate: { description: "date of creation", read: ownMember("createDate") },
  updateDate: { description: "date of the last change", read: ownMember("updateDate") },
  sortOrder: { description: "order among siblings", read: ownMember("sortOrder") },
  children: { isCount: true, description: "number of children", read: childCount },
  words: {
    isCount: true,
    description: "words in texts and rich text, elements included",
    needs: "values",
    read: (node, reader) => sum(reader.site.values(node), ({ parts }) => wordsIn(parts)),
  },
  images: {
    isCount: true,
    description: "different images of the media tree that the node refers to",
    needs: "values",
    read: (node, { site }) =>
      imagesAmong(
        site.values(node).flatMap(({ parts }) => parts.references.map(site.resolve)),
        site,
        node,
      ),
  },
  references: {
    isCount: true,
    description: "nodes that the node refers to",
    needs: "references",
    read: (node, reader) => (reader.isRead(node) ? reader.graph.from(node).length : undefined),
  },
  referencedBy: {
    isCount: true,
    description: "nodes that refer to the node",
    needs: "references",
    read: (node, reader) => (reader.isRead(node) ? reader.graph.countTo(node) : undefined),
  },
  deadReferences: {
    isCount: true,
    description: "references of the node to what does not exist, without pages that are not published",
    needs: "references",
    read: (node, reader) => (reader.isRead(node) ? reader.deadOf(node) : undefined),
  },
  elements: {
    isCount: true,
    description: "elements that visitors see: blocks, nested content, grid controls, macros",
    needs: "values",
    read: (node, reader) => sum(reader.site.values(node), ({ parts }) => elementsIn(parts)),
  },
  editors: {
    description: "aliases of the editors of its properties, elements included",
    needs: "values",
    read: (node, reader) => editorsOf(reader.site.values(node)),
  },
  files: {
    description: "paths of the files that the node has: a media file, upload fields",
    needs: "values",
    read: pathsOfFiles,
  },
  decision: { description: "empty, to be filled in: keep, rewrite, merge, drop", read: () => undefined },
  newUrl: { description: "empty, to be filled in", read: () => undefined },
} satisfies Record<NodeFieldName, NodeField> as Readonly<Record<string, NodeField>>;

/** Names of several fields, which `--fields` takes as one. */
export const FIELD_SETS: Readonly<Record<string, readonly string[]>> = {
  inventory: [
    ...["level", "breadcrumbs", "name", "type", "url", "template", "published", "language"],
    ...["createDate", "updateDate", "children", "words", "images", "references", "referencedBy"],
    ...["deadReferences", "elements", "editors", "files", "id", "key", "decision", "newUrl"],
  ],
};

/** The fields of a list of nodes for which none are chosen: fields that cost nothing to read. */
export const DEFAULT_NODE_FIELDS: readonly string[] = Object.entries(NODE_FIELDS).flatMap(([name, field]) =>
  field.needs || name === "decision" || name === "newUrl" ? [] : [name],
);

/** The field of a name: one of the table, or `property:ALIAS`; `undefined` for any other name. */
export function nodeField(name: string): NodeField | undefined {
  if (Object.hasOwn(NODE_FIELDS, name)) return NODE_FIELDS[name];
  const alias = name.startsWith(PROPERTY_FIELD) ? name.slice(PROPERTY_FIELD.length) : "";
  return alias === ""
    ? undefined
    : { description: `value of the property ${alias}`, needs: "properties", read: propertyField(alias) };
}

/** Reads a field of a node. */
export type ReadField = (field: NodeField, node: SiteNode) => FieldValue;

/** Returns a function that reads fields of the nodes of a site, one node after the other. */
export function fieldReader(site: SiteReader, context: FieldContext): ReadField {
  const reader = new FieldReader(site, context);
  return (field, node) => field.read(node, reader);
}

/**
 * Like `fieldReader`, for fields that are known before. If some need values and some references, values are read in the
 * pass over the site that finds the references.
 * @param fields the fields that will be read
 * @param nodes the nodes whose fields will be read
 */
export async function onePassFieldReader(
  site: Site,
  fields: readonly NodeField[],
  nodes: Iterable<SiteNode>,
  context: Omit<FieldContext, "graph">,
): Promise<ReadField> {
  const ofValues = fields.filter(({ needs }) => needs === "values");
  const needsGraph = fields.some(({ needs }) => needs === "references");
  const isListed = needsGraph && ofValues.length > 0 ? listedIn(nodes) : undefined;
  /** By field, then by kind and index. */
  const known = new Map(ofValues.map((field) => [field, { content: [], media: [] } as KnownValues]));
  const copied = new Map<string, string>();
  const early = new FieldReader(site, context);
  const keep = (node: SiteNode) => {
    if (!isListed?.(node)) return;
    for (const [field, values] of known) {
      values[node.kind][node.index] = keptValue(field.read(node, early), copied);
    }
  };
  const graph = needsGraph ? await site.references({ visit: keep }) : undefined;
  const reader = new FieldReader(site, { ...context, graph });
  return (field, node) => {
    const values = reader.isRead(node) ? known.get(field)?.[node.kind] : undefined;
    return values && node.index in values ? values[node.index] : field.read(node, reader);
  };
}

/** The values of a field, by index; there is none for a node that was not read. */
type KnownValues = Record<Kind, FieldValue[]>;

function listedIn(nodes: Iterable<SiteNode>): (node: SiteNode) => boolean {
  const listed = new Map<Tree, Set<number>>();
  for (const { tree, index } of nodes) entryIn(listed, tree, () => new Set()).add(index);
  return ({ tree, index }) => listed.get(tree)?.has(index) === true;
}

/** A value that can be kept: its texts are parts of the text of a node, which would stay in memory with each of them. */
function keptValue(value: FieldValue, copied: Map<string, string>): FieldValue {
  const own = (text: string) => {
    const known = copied.get(text) ?? copiedText(text);
    copied.set(known, known);
    return known;
  };
  if (typeof value === "string") return own(value);
  return isTexts(value) ? value.map(own) : value;
}

function isTexts(value: FieldValue): value is readonly string[] {
  return Array.isArray(value);
}

function ownMember(name: string): NodeField["read"] {
  return (node, reader) => {
    const value = reader.own(node)[name];
    return typeof value === "string" || typeof value === "number" ? value : undefined;
  };
}

function childCount({ tree, index }: SiteNode): number | undefined {
  const { end } = tree.columns;
  let count = 0;
  for (let child = index + 1; child < end[index]; child = end[child]) count++;
  return count;
}

function editorsOf(values: readonly PropertyValue[]): string[] {
  const editors = new Set<string | null | undefined>();
  for (const { property, parts } of values) {
    editors.add(property.editorAlias);
    for (const element of parts.elements)
      for (const { editorAlias } of element.properties) editors.add(editorAlias);
  }
  return [...editors].filter((alias) => alias !== null && alias !== undefined);
}

function pathsOfFiles(node: SiteNode, reader: FieldReader): string[] {
  const { url, type } = node.brief();
  const { redactor } = reader.context;
  const uploads = reader.site
    .values(node)
    .flatMap(({ property, parts }) =>
      parts.references.flatMap(({ target }) =>
        target.by === "path" &&
        target.isOwnFile &&
        !redactor?.hides({ kind: node.kind, type }, property, target.path)
          ? [target.path]
          : [],
      ),
    );
  return distinct([...(node.kind === "media" && url ? [url] : []), ...uploads]);
}

function propertyField(alias: string): NodeField["read"] {
  return (node, { context: { redactor } }) => {
    for (const property of node.properties()) {
      if (property.alias !== alias) continue;
      const owner = { kind: node.kind, type: node.brief().type };
      return { json: redactor ? redactor.value(owner, property) : property.value };
    }
    return undefined;
  };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
