/** Loads an `umbraco.config`, the published content of an Umbraco 4 to 7 in one XML file. */
import { basename } from "node:path";
import { parseId } from "../../operations.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { holdsConflict } from "../../text/git-conflict.ts";
import { keyOfId, parseKey, ZERO_KEY } from "../../tree/key.ts";
import { NO_PARENT } from "../../tree/preorder.ts";
import type { Tree } from "../../tree/tree.ts";
import { TreeBuilder } from "../../tree/tree-builder.ts";
import { nodeUrls } from "../../urls/node-urls.ts";
import { type SegmentOptions, segmentOptions, urlSegment, urlSource } from "../../urls/url-segment.ts";
import type { ReadOptions } from "../data-format.ts";
import { type EditorAliases, editorsIn } from "../editor-aliases.ts";
import { type Findings, madeUrlsNote, noteMadeKeys } from "../findings.ts";
import { NodeWriter, propertyKind, type WrittenNode } from "../node-writer.ts";
import { parseXml, type XmlAttributes, XmlElement } from "../xml/xml-parser.ts";
import { LineIndex, XmlTextReader } from "../xml/xml-text-reader.ts";

/** What the root element is called. */
const ROOT = "root";
/** The last that wrote such files. */
const LAST_VERSION = 7;

/**
 * @param options with the types that lie beside the file, and what `--editors` tells
 * @returns the content, or `undefined` where errors were found
 */
export function loadUmbracoConfig(
  path: string,
  options: Omit<ReadOptions, "editors"> & { types: SiteTypes; editors: EditorAliases },
  findings: Findings,
): Tree | undefined {
  const ofTypes = editorsIn(options.types.content);
  const editorOf: FindEditor = (type, alias) =>
    ofTypes.find(type, alias) ?? options.editors.find(type, alias) ?? null;
  const file = basename(path);
  const urls = options.urls ? segmentOptions(LAST_VERSION, options.urlAscii) : undefined;
  return new XmlTextReader(findings).read(path, file, (source) => {
    const nodes = new ConfigNodes(file, new LineIndex(source), editorOf, urls, findings);
    const root = readNodes(source, nodes);
    if (root !== ROOT) {
      findings.error(file, () => "", reasonForRoot(root));
      return undefined;
    }
    options.editors.noteUnused(findings);
    return nodes.build();
  });
}

function reasonForRoot(root: string | undefined): string {
  const hint = root === "Content" || root === "Media" ? ": a uSync file is read with its folder" : "";
  return `is no umbraco.config: its root element is <${root}>, not <${ROOT}>${hint}`;
}

/** A node with its properties; text is as it stands, or XML where a property holds elements. */
type ConfigNode = {
  attributes: XmlAttributes;
  /** The name of its element. */
  name: string;
  /** Where in the text its opening tag ends. */
  position: number;
  /** The node around it, `undefined` at the root. */
  parent: ConfigNode | undefined;
  properties: { alias: string; text: string }[];
  /** That of the tree; `NO_ROW` for a node that is left out. */
  row: number;
};

/** Stands for the elements that a property holds, which are of account as XML alone. */
const INNER = new XmlElement("", {}, 0);

/**
 * Reads nodes, one after another, as the parser comes upon them.
 * @returns the name of the root element
 * @throws XmlSyntaxError
 */
function readNodes(source: string, nodes: ConfigNodes): string | undefined {
  let root: string | undefined;
  let node: ConfigNode | undefined;
  /** The property, or the stray element, that is open, and how many elements are open from there down. */
  let property: XmlElement | undefined;
  let depth = 0;
  parseXml(source, {
    open(name, attributes, position) {
      if (depth > 0) {
        depth++;
        if (property?.children.length === 0) property.append(INNER);
      } else if (root === undefined) {
        root = name;
      } else if (attributes.isDoc !== undefined) {
        node = { attributes, name, position, parent: node, properties: [], row: NO_ROW };
        nodes.open(node);
      } else {
        if (!node) nodes.noteStray(name, position);
        depth = 1;
        property = new XmlElement(name, attributes, position);
      }
    },
    close(position) {
      if (depth === 0) {
        if (node) nodes.close(node);
        node = node?.parent;
      } else if (--depth === 0 && node && property) {
        property.end = position;
        node.properties.push({ alias: property.name, text: property.content(source) });
      }
    },
    text(text) {
      if (depth === 1) property?.appendText(text);
    },
    cdata(text) {
      if (depth === 1) property?.appendCdata(text);
    },
  });
  return root;
}

/** The id of a node, or `undefined` where it has none that is one. */
function idOf({ attributes }: ConfigNode): number | undefined {
  return parseId(attributes.id?.trim() ?? "");
}

const INTEGER = /^-?[0-9]{1,15}$/;
/** The row of a node that is left out. */
const NO_ROW = -1;

/** Tells the editor of a property of a type. */
type FindEditor = (type: string, alias: string) => string | null;

/** The nodes that were read so far. */
class ConfigNodes {
  readonly #file: string;
  readonly #lines: LineIndex;
  readonly #editorOf: FindEditor;
  readonly #urls: SegmentOptions | undefined;
  readonly #findings: Findings;
  readonly #builder = new TreeBuilder();
  readonly #texts = new NodeWriter("text");
  readonly #rows: ConfigRow[] = [];
  readonly #rowOfId = new Map<number, number>();
  #madeKeys = 0;
  #withoutEditor = 0;

  /** @param urls how urls are made of names where there is no `urlName`; absent where no urls are made */
  constructor(
    file: string,
    lines: LineIndex,
    editorOf: FindEditor,
    urls: SegmentOptions | undefined,
    findings: Findings,
  ) {
    this.#file = file;
    this.#lines = lines;
    this.#editorOf = editorOf;
    this.#urls = urls;
    this.#findings = findings;
  }

  open(node: ConfigNode): void {
    const id = idOf(node);
    if (id === undefined) {
      this.#error(
        node.position,
        `id must be a 32-bit integer, not ${JSON.stringify(node.attributes.id ?? "")}`,
      );
      return;
    }
    const first = this.#rowOfId.get(id);
    if (first !== undefined) {
      this.#findings.note(
        this.#file,
        () =>
          `line ${this.#lineAt(node.position)}: is left out: the id ${id} is that of the node in line ${this.#lineAt(this.#rows[first].position)}`,
        "sameId",
      );
      return;
    }
    const parent = this.#parentRow(node);
    node.row = this.#builder.addRow(parent);
    this.#rowOfId.set(id, node.row);
    const { position } = node;
    this.#rows.push({ position, id, parent, text: undefined, sortOrder: 0, segment: undefined });
  }

  close(node: ConfigNode): void {
    const { row, attributes, name } = node;
    if (row === NO_ROW) return;
    const { id } = this.#rows[row];
    const key = this.#keyOf(node, id);
    if (key === undefined) return;
    this.#builder.setId(row, id);
    this.#builder.setKey(row, key);
    const fields = {
      key,
      name: attributes.nodeName ?? "",
      url: undefined,
      type: attributes.nodeTypeAlias || name,
      sortOrder: this.#sortOrderOf(node),
      createDate: attributes.createDate || undefined,
      updateDate: attributes.updateDate || undefined,
      urlName: attributes.urlName || undefined,
      template: templateOf(attributes.template),
    };
    const { sortOrder = 0 } = fields;
    this.#builder.setSortOrder(row, sortOrder);
    const segment = this.#segmentOf(fields);
    const properties = this.#propertiesOf(node, fields.type);
    Object.assign(this.#rows[row], { sortOrder, segment, text: this.#texts.write(id, fields, properties) });
    node.properties = [];
  }

  #segmentOf({ name, urlName }: { name: string; urlName: string | undefined }): string | undefined {
    return this.#urls && (urlName ?? urlSegment(urlSource(name, undefined), this.#urls));
  }

  #propertiesOf(node: ConfigNode, type: string) {
    return node.properties.map(({ alias, text }) => {
      const editorAlias = this.#editorOf(type, alias);
      if (editorAlias === null) this.#withoutEditor++;
      if (holdsConflict(text)) this.#noteConflict(node, alias);
      return { property: propertyKind(alias, editorAlias), text };
    });
  }

  noteStray(name: string, position: number): void {
    this.#findings.note(
      this.#file,
      () => `line ${this.#lineAt(position)}: <${name}> is left out: it has no isDoc, and lies in no node`,
      "noNodes",
    );
  }

  build(): Tree | undefined {
    if (this.#findings.errorCount > 0) return undefined;
    this.#texts.finish();
    const urls = this.#urls ? configUrls(this.#rows) : [];
    this.#rows.forEach(({ text, id }, row) => {
      if (text) this.#texts.keep(this.#builder, row, text, id, { url: urls[row] });
    });
    this.#noteSums();
    return this.#builder.build((row, reason, other) => {
      const clash = other === undefined ? "" : ` (first in line ${this.#lineAt(this.#rows[other].position)})`;
      this.#error(this.#rows[row].position, `${reason}${clash}`);
    });
  }

  #noteSums(): void {
    const findings = this.#findings;
    if (this.#urls)
      findings.note(this.#file, madeUrlsNote(this.#urls, "urlName, or else of names"), "madeUrls");
    noteMadeKeys(this.#madeKeys, this.#file, findings);
    if (this.#withoutEditor > 0) {
      const count = `${this.#withoutEditor} properties have no editor alias`;
      findings.note(
        this.#file,
        `${count}, and the API's .NET client drops those: --editors can tell them`,
        "noEditors",
      );
    }
  }

  #noteConflict({ attributes, position }: ConfigNode, alias: string): void {
    this.#findings.note(
      this.#file,
      `line ${this.#lineAt(position)}: property ${alias} of node ${attributes.id} holds an unresolved Git conflict`,
      "conflicts",
    );
  }

  /** The row of the node around; of several with its id, the first has a row. */
  #parentRow({ parent }: ConfigNode): number {
    if (!parent) return NO_PARENT;
    return this.#rowOfId.get(idOf(parent) ?? Number.NaN) ?? NO_PARENT;
  }

  #keyOf({ attributes, position }: ConfigNode, id: number): string | undefined {
    const key = attributes.key ? parseKey(attributes.key.trim()) : ZERO_KEY;
    if (key === ZERO_KEY) {
      this.#madeKeys++;
      return keyOfId(id);
    }
    if (key === undefined) this.#error(position, `key must be a GUID, not ${JSON.stringify(attributes.key)}`);
    return key;
  }

  #sortOrderOf({ attributes: { sortOrder }, position }: ConfigNode): number | undefined {
    if (!sortOrder) return undefined;
    if (INTEGER.test(sortOrder)) return Number(sortOrder);
    this.#error(position, `sortOrder must be an integer, not ${JSON.stringify(sortOrder)}`);
    return undefined;
  }

  #lineAt(position: number): number {
    return this.#lines.lineAt(position);
  }

  #error(position: number, reason: string): void {
    this.#findings.error(this.#file, () => `:${this.#lineAt(position)}`, reason);
  }
}

/** The id of a template; 0 stands for none. */
function templateOf(text = ""): string | number | undefined {
  if (!INTEGER.test(text)) return text || undefined;
  return Number(text) || undefined;
}

/** What is kept of a node until all are known. */
type ConfigRow = {
  position: number;
  id: number;
  parent: number;
  sortOrder: number;
  segment: string | undefined;
  text: WrittenNode | undefined;
};

/** The urls of nodes by row. Which root is the first matters; the order of others does not. */
function configUrls(rows: readonly ConfigRow[]): (string | undefined)[] {
  const roots = rows.flatMap(({ parent }, row) => (parent === NO_PARENT ? [row] : []));
  const [first] = roots.toSorted((a, b) => rows[a].sortOrder - rows[b].sortOrder);
  const order = [...rows.keys()].sort((a, b) => Number(b === first) - Number(a === first));
  const places = new Map(order.map((row, place) => [row, place]));
  const urls = nodeUrls(
    order.map((row) => ({
      name: String(rows[row].id),
      parent: places.get(rows[row].parent) ?? -1,
      segment: rows[row].segment,
    })),
    { domains: [] },
  );
  return [...rows.keys()].map((row) => urls[places.get(row) ?? -1]);
}
