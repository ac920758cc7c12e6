/** Loads an `umbraco.config`, the published content of an Umbraco 4 to 7 in one XML file. */
import { basename } from "node:path";
import { parseId } from "../../operations.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { holdsConflict } from "../../text/git-conflict.ts";
import { keyOfId, parseKey, ZERO_KEY } from "../../tree/key.ts";
import type { Tree } from "../../tree/tree.ts";
import { type SegmentOptions, segmentOptions, urlSegment, urlSource } from "../../urls/url-segment.ts";
import type { ReadOptions } from "../data-format.ts";
import { type EditorAliases, editorsIn } from "../editor-aliases.ts";
import { type Findings, madeUrlsNote, type NoteTopic } from "../findings.ts";
import { type PropertyKind, propertyKind } from "../node-writer.ts";
import { buildSite, type SiteRecord } from "../site-model.ts";
import type { XmlElement } from "../xml/xml-parser.ts";
import { LineIndex, readXml, type XmlText } from "../xml/xml-text-reader.ts";

/** What the root element is called. */
const ROOT = "root";
/** The last that wrote such files. */
const LAST_VERSION = 7;
const INTEGER = /^-?[0-9]{1,15}$/;

type Options = Omit<ReadOptions, "editors"> & { types: SiteTypes; editors: EditorAliases };
/** A node, and where in the text its opening tag ends. */
type ConfigRecord = SiteRecord & { position: number };

/**
 * @param options with the types that lie beside the file, and what `--editors` tells
 * @returns the content, or `undefined` where errors were found
 */
export function loadUmbracoConfig(path: string, options: Options, findings: Findings): Tree | undefined {
  const file = basename(path);
  const xml = readXml(path, file, findings);
  if (!xml) return undefined;
  const { name } = xml.root;
  if (name !== ROOT) {
    const hint = name === "Content" || name === "Media" ? ": a uSync file is read with its folder" : "";
    const reason = `is no umbraco.config: its root element is <${name}>, not <${ROOT}>${hint}`;
    findings.error(file, () => "", reason);
    return undefined;
  }
  const messages = new Messages(file, xml.source, findings);
  const segments = options.urls ? segmentOptions(LAST_VERSION, options.urlAscii) : undefined;
  const { records, withoutEditor } = readRecords(xml, { ...options, segments }, messages);
  options.editors.noteUnused(findings);
  if (findings.errorCount > 0) return undefined;
  if (segments) findings.note(file, madeUrlsNote(segments, "urlName, or else of names"), "madeUrls");
  const { trees } = buildSite(
    {
      records: { content: records, media: [] },
      linkedBy: "id",
      includeUnpublished: false,
      urls: segments && { domains: [] },
      blank: "text",
    },
    {
      findings,
      file: () => file,
      nameOf: (record) => `the node in ${messages.line(record)}`,
      note: (record, text, topic) => messages.note(record, () => text, topic),
      error: (record, reason, other) =>
        messages.error(record, other ? `${reason} (first in ${messages.line(other)})` : reason),
    },
  );
  if (withoutEditor > 0) {
    const text = `${withoutEditor} properties have no editor alias, and the API's .NET client drops those: --editors can tell them`;
    findings.note(file, text, "noEditors");
  }
  return trees.content;
}

/** Something with a place in the file. */
type Placed = { position: number };

/** Names what is wrong by its line. */
class Messages {
  readonly #file: string;
  readonly #lines: LineIndex;
  readonly #findings: Findings;

  constructor(file: string, source: string, findings: Findings) {
    this.#file = file;
    this.#lines = new LineIndex(source);
    this.#findings = findings;
  }

  line({ position }: Placed): string {
    return `line ${this.#lines.lineAt(position)}`;
  }

  error({ position }: Placed, reason: string): void {
    this.#findings.error(this.#file, () => `:${this.#lines.lineAt(position)}`, reason);
  }

  note(placed: Placed, text: () => string, topic: NoteTopic): void {
    this.#findings.note(this.#file, () => `${this.line(placed)}: ${text()}`, topic);
  }
}

/** @returns the nodes in the order of the file, and how many properties have no editor */
function readRecords(
  { root, source }: XmlText,
  { types, editors, segments }: Options & { segments: SegmentOptions | undefined },
  messages: Messages,
): { records: ConfigRecord[]; withoutEditor: number } {
  const records = new Map<number, ConfigRecord>();
  const ofTypes = editorsIn(types.content);
  const kinds = new Map<string, PropertyKind>();
  let withoutEditor = 0;

  const kindOf = (type: string, alias: string) => {
    const name = `${type}.${alias}`;
    const editorAlias = ofTypes.find(type, alias) ?? editors.find(type, alias) ?? null;
    const kind = kinds.get(name) ?? propertyKind(alias, editorAlias);
    kinds.set(name, kind);
    if (kind.editorAlias === null) withoutEditor++;
    return kind;
  };

  const valueIn = ({ attributes, start: position }: XmlElement, type: string, value: XmlElement) => {
    const text = value.content(source);
    if (holdsConflict(text)) {
      const what = `property ${value.name} of node ${attributes.id}`;
      messages.note({ position }, () => `${what} holds an unresolved Git conflict`, "conflicts");
    }
    return { property: kindOf(type, value.name), text };
  };

  const recordOf = (
    element: XmlElement,
    id: number,
    parent: number | undefined,
  ): ConfigRecord | undefined => {
    const { attributes, start: position } = element;
    const fault = (name: string, what: string) =>
      messages.error({ position }, `${name} must be ${what}, not ${JSON.stringify(attributes[name])}`);
    const key = attributes.key ? parseKey(attributes.key.trim()) : ZERO_KEY;
    if (key === undefined) {
      fault("key", "a GUID");
      return undefined;
    }
    const isOrdered = INTEGER.test(attributes.sortOrder ?? "");
    if (attributes.sortOrder && !isOrdered) fault("sortOrder", "an integer");
    const name = attributes.nodeName ?? "";
    const type = attributes.nodeTypeAlias || element.name;
    const urlName = attributes.urlName || undefined;
    const values = element.children
      .filter((child) => !isNode(child))
      .map((child) => valueIn(element, type, child));
    return {
      position,
      id,
      hasDerivedId: false,
      key: key === ZERO_KEY ? keyOfId(id) : key,
      hasMadeKey: key === ZERO_KEY,
      parent,
      name,
      type,
      sortOrder: isOrdered ? Number(attributes.sortOrder) : undefined,
      createDate: attributes.createDate || undefined,
      updateDate: attributes.updateDate || undefined,
      urlName,
      template: templateOf(attributes.template),
      segment: segments && (urlName ?? urlSegment(urlSource(name, undefined), segments)),
      properties: () => values,
    };
  };

  const readNode = (element: XmlElement, parent: number | undefined) => {
    const { attributes, start: position } = element;
    const id = parseId((attributes.id ?? "").trim());
    const first = id === undefined ? undefined : records.get(id);
    if (id === undefined) {
      messages.error({ position }, `id must be a 32-bit integer, not ${JSON.stringify(attributes.id ?? "")}`);
    } else if (first) {
      const text = () => `is left out: the id ${id} is that of the node in ${messages.line(first)}`;
      messages.note({ position }, text, "sameId");
    } else {
      const record = recordOf(element, id, parent);
      if (record) records.set(id, record);
    }
    for (const child of element.children) if (isNode(child)) readNode(child, id);
  };

  for (const child of root.children) {
    const stray = () => `<${child.name}> is left out: it has no isDoc, and lies in no node`;
    if (isNode(child)) readNode(child, undefined);
    else messages.note({ position: child.start }, stray, "noNodes");
  }
  return { records: [...records.values()], withoutEditor };
}

function isNode({ attributes }: XmlElement): boolean {
  return attributes.isDoc !== undefined;
}

/** The id of a template; 0 stands for none. */
function templateOf(text = ""): string | number | undefined {
  if (!INTEGER.test(text)) return text || undefined;
  return Number(text) || undefined;
}
