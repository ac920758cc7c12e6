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
import { segmentOptions, urlSegment, urlSource } from "../../urls/url-segment.ts";
import type { ReadOptions } from "../data-format.ts";
import { type EditorAliases, editorsIn } from "../editor-aliases.ts";
import { type Findings, madeUrlsNote, type NoteTopic, noteMadeKeys } from "../findings.ts";
import { NodeWriter, propertyKind, type WrittenNode } from "../node-writer.ts";
import { parseXml, type XmlAttributes, XmlElement } from "../xml/xml-parser.ts";
import { LineIndex, readXml } from "../xml/xml-text-reader.ts";

/** What the root element is called. */
const ROOT = "root";
/** The last that wrote such files. */
const LAST_VERSION = 7;

/** A node whose element is open, with its properties so far; text is as it stands, or XML where a property holds elements. */
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

const INTEGER = /^-?[0-9]{1,15}$/;
/** The row of a node that is left out. */
const NO_ROW = -1;
/** Stands for the elements that a property holds, which are of account as XML alone. */
const INNER = new XmlElement("", {}, 0);

/**
 * @param options with the types that lie beside the file, and what `--editors` tells
 * @returns the content, or `undefined` where errors were found
 */
export function loadUmbracoConfig(
  path: string,
  options: Omit<ReadOptions, "editors"> & { types: SiteTypes; editors: EditorAliases },
  findings: Findings,
): Tree | undefined {
  const file = basename(path);
  return readXml(path, file, findings, (source) => readTree(source, file, options, findings));
}

/** @throws XmlSyntaxError */
function readTree(
  source: string,
  file: string,
  options: Parameters<typeof loadUmbracoConfig>[1],
  findings: Findings,
): Tree | undefined {
  const segments = options.urls ? segmentOptions(LAST_VERSION, options.urlAscii) : undefined;
  const ofTypes = editorsIn(options.types.content);
  const lines = new LineIndex(source);
  const builder = new TreeBuilder();
  const texts = new NodeWriter("text");
  const rows: ConfigRow[] = [];
  const rowOfId = new Map<number, number>();
  let madeKeys = 0;
  let withoutEditor = 0;

  const fault = (position: number, reason: string) =>
    findings.error(file, () => `:${lines.lineAt(position)}`, reason);
  const note = (position: number, text: () => string, topic: NoteTopic) =>
    findings.note(file, () => `line ${lines.lineAt(position)}: ${text()}`, topic);

  /** @returns the row of a node, whose parent may be left out: of several with its id, the first has a row */
  const addRow = ({ attributes, position, parent }: ConfigNode): number => {
    const id = idOf(attributes);
    if (id === undefined) {
      fault(position, `id must be a 32-bit integer, not ${JSON.stringify(attributes.id ?? "")}`);
      return NO_ROW;
    }
    const first = rowOfId.get(id);
    if (first !== undefined) {
      const place = () => `line ${lines.lineAt(rows[first].position)}`;
      note(position, () => `is left out: the id ${id} is that of the node in ${place()}`, "sameId");
      return NO_ROW;
    }
    const above = parent && rowOfId.get(idOf(parent.attributes) ?? Number.NaN);
    const row = builder.addRow(above ?? NO_PARENT);
    rowOfId.set(id, row);
    rows.push({
      position,
      id,
      parent: above ?? NO_PARENT,
      text: undefined,
      sortOrder: 0,
      segment: undefined,
    });
    return row;
  };

  const write = ({ row, attributes, name, position, properties }: ConfigNode) => {
    if (row === NO_ROW) return;
    const { id } = rows[row];
    const written = attributes.key ? parseKey(attributes.key.trim()) : ZERO_KEY;
    if (written === undefined) {
      fault(position, `key must be a GUID, not ${JSON.stringify(attributes.key)}`);
      return;
    }
    if (written === ZERO_KEY) madeKeys++;
    const key = written === ZERO_KEY ? keyOfId(id) : written;
    const isOrdered = INTEGER.test(attributes.sortOrder ?? "");
    if (attributes.sortOrder && !isOrdered)
      fault(position, `sortOrder must be an integer, not ${JSON.stringify(attributes.sortOrder)}`);
    const fields = {
      key,
      name: attributes.nodeName ?? "",
      url: undefined,
      type: attributes.nodeTypeAlias || name,
      sortOrder: isOrdered ? Number(attributes.sortOrder) : undefined,
      createDate: attributes.createDate || undefined,
      updateDate: attributes.updateDate || undefined,
      urlName: attributes.urlName || undefined,
      template: templateOf(attributes.template),
    };
    const { sortOrder = 0, urlName } = fields;
    builder.setId(row, id);
    builder.setKey(row, key);
    builder.setSortOrder(row, sortOrder);
    const segment = segments && (urlName ?? urlSegment(urlSource(fields.name, undefined), segments));
    const values = properties.map(({ alias, text }) => {
      const editorAlias =
        ofTypes.find(fields.type, alias) ?? options.editors.find(fields.type, alias) ?? null;
      if (editorAlias === null) withoutEditor++;
      if (holdsConflict(text)) {
        const what = `property ${alias} of node ${attributes.id}`;
        note(position, () => `${what} holds an unresolved Git conflict`, "conflicts");
      }
      return { property: propertyKind(alias, editorAlias), text };
    });
    Object.assign(rows[row], { sortOrder, segment, text: texts.write(id, fields, values) });
  };

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
        node.row = addRow(node);
      } else {
        const stray = () => `<${name}> is left out: it has no isDoc, and lies in no node`;
        if (!node) note(position, stray, "noNodes");
        depth = 1;
        property = new XmlElement(name, attributes, position);
      }
    },
    close(position) {
      if (depth === 0) {
        if (node) write(node);
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
  if (root !== ROOT) {
    const hint = root === "Content" || root === "Media" ? ": a uSync file is read with its folder" : "";
    findings.error(
      file,
      () => "",
      `is no umbraco.config: its root element is <${root}>, not <${ROOT}>${hint}`,
    );
    return undefined;
  }
  options.editors.noteUnused(findings);
  if (findings.errorCount > 0) return undefined;

  texts.finish();
  const urls = segments ? configUrls(rows) : [];
  rows.forEach(({ text, id }, row) => {
    if (text) texts.keep(builder, row, text, id, { url: urls[row] });
  });
  if (segments) findings.note(file, madeUrlsNote(segments, "urlName, or else of names"), "madeUrls");
  noteMadeKeys(madeKeys, file, findings);
  if (withoutEditor > 0) {
    findings.note(
      file,
      `${withoutEditor} properties have no editor alias, and the API's .NET client drops those: --editors can tell them`,
      "noEditors",
    );
  }
  return builder.build((row, reason, other) => {
    const clash = other === undefined ? "" : ` (first in line ${lines.lineAt(rows[other].position)})`;
    fault(rows[row].position, `${reason}${clash}`);
  });
}

/** The id of a node, or `undefined` where it has none that is one. */
function idOf({ id = "" }: XmlAttributes): number | undefined {
  return parseId(id.trim());
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
