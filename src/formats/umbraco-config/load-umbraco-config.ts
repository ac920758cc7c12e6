/** Loads an `umbraco.config`, the published content of an Umbraco 4 to 7 in one XML file. */
import { basename } from "node:path";
import { parseId } from "../../operations.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { holdsConflict } from "../../text/git-conflict.ts";
import { parseKey, ZERO_KEY } from "../../tree/key.ts";
import type { Tree } from "../../tree/tree.ts";
import { type SegmentOptions, segmentOptions, urlSegment, urlSource } from "../../urls/url-segment.ts";
import type { ReadOptions } from "../data-format.ts";
import { type EditorAliases, editorsIn } from "../editor-aliases.ts";
import { type Findings, madeUrlsWarning, type WarningTopic } from "../findings.ts";
import { type PropertyKind, PropertyWriter, propertyKind } from "../node-writer.ts";
import { buildSite, recordKey, type SiteRecord } from "../site-model.ts";
import { parseXml, type XmlElement } from "../xml/xml-parser.ts";
import { LineIndex, readXml } from "../xml/xml-text-reader.ts";

/** What the root element is called. */
const ROOT = "root";
/** The last that wrote such files. */
const LAST_VERSION = 7;
const INTEGER = /^-?[0-9]{1,15}$/;

type Options = Omit<ReadOptions, "editors"> & { types: SiteTypes; editors: EditorAliases };
/** A node, where in the text its opening tag ends, and how many of its properties have no editor. */
type ConfigRecord = SiteRecord & { id: number; start: number; withoutEditor: number };

/**
 * @param options with the types that lie beside the file, and what `--editors` tells
 * @returns the content, or `undefined` where errors were found
 */
export function loadUmbracoConfig(path: string, options: Options, findings: Findings): Tree | undefined {
  const file = basename(path);
  return readXml(path, file, findings, (source) => readTree(source, file, options, findings));
}

/** @throws XmlSyntaxError */
function readTree(source: string, file: string, options: Options, findings: Findings): Tree | undefined {
  const reader = new RecordReader(source, file, options, findings);
  const { segments } = reader;
  const { name, children } = parseXml(source, (element, above) => reader.take(element, above));
  const records = reader.records();
  for (const child of children)
    reader.warn(child, () => `<${child.name}> is left out: it has no isDoc, and lies in no node`, "noNodes");
  if (name !== ROOT) {
    const hint = name === "Content" || name === "Media" ? ": a uSync file is read with its folder" : "";
    const reason = `is no umbraco.config: its root element is <${name}>, not <${ROOT}>${hint}`;
    findings.error(file, () => "", reason);
    return undefined;
  }
  options.editors.warnOfUnused(findings);
  if (findings.errorCount > 0) return undefined;
  if (segments) findings.warn(file, madeUrlsWarning(segments, "urlName, or else of names"), "madeUrls");
  const { trees } = buildSite(
    {
      records: { content: records, media: [] },
      linkedBy: "id",
      includeUnpublished: false,
      urls: segments && { domains: [] },
    },
    {
      findings,
      file: () => file,
      nameOf: (record) => `the node in ${reader.line(record)}`,
      warn: (record, text, topic) => reader.warn(record, () => text, topic),
      error: (record, reason, other) =>
        reader.error(record, other ? `${reason} (first in ${reader.line(other)})` : reason),
    },
  );
  const withoutEditor = records.reduce((sum, record) => sum + record.withoutEditor, 0);
  if (withoutEditor > 0) {
    const text = `${withoutEditor} properties have no editor alias, and the API's .NET client drops those: --editors can tell them`;
    findings.warn(file, text, "noEditors");
  }
  return trees.content;
}

/** What messages are about: an element, or what was made of it. */
type Located = Pick<XmlElement, "start">;

/** Makes a record of each node when its element ends, and reports what is wrong by its line. */
class RecordReader {
  /** How segments are made, if URLs are. */
  readonly segments: SegmentOptions | undefined;
  readonly #source: string;
  readonly #file: string;
  readonly #findings: Findings;
  readonly #lines: LineIndex;
  /** The editors of the types, which win, and those of `--editors`. */
  readonly #editors: readonly EditorAliases[];
  readonly #found: ConfigRecord[] = [];
  readonly #kinds = new Map<string, PropertyKind>();
  readonly #values = new PropertyWriter("text");

  constructor(source: string, file: string, options: Options, findings: Findings) {
    this.#source = source;
    this.#file = file;
    this.#findings = findings;
    this.#lines = new LineIndex(source);
    this.#editors = [editorsIn(options.types.content), options.editors];
    this.segments = options.urls ? segmentOptions(LAST_VERSION, options.urlAscii) : undefined;
  }

  line({ start }: Located): string {
    return `line ${this.#lines.lineAt(start)}`;
  }

  error({ start }: Located, reason: string): void {
    this.#findings.error(this.#file, () => `:${this.#lines.lineAt(start)}`, reason);
  }

  warn(located: Located, text: () => string, topic: WarningTopic): void {
    this.#findings.warn(this.#file, () => `${this.line(located)}: ${text()}`, topic);
  }

  /**
   * @param above the document, the root element, and the elements around this one
   * @returns whether the element is a node: all others are values, or stray
   */
  take(element: XmlElement, above: readonly XmlElement[]): boolean {
    const isNode = ({ attributes }: XmlElement) => attributes.isDoc !== undefined;
    if (above.length < 2 || !isNode(element) || !above.every((each, i) => i < 2 || isNode(each)))
      return false;
    const id = idOf(element);
    if (id === undefined) {
      const shown = JSON.stringify(element.attributes.id ?? "");
      this.error(element, `id must be a 32-bit integer, not ${shown}`);
      return true;
    }
    const record = this.#read(element, id, above.length === 2 ? undefined : idOf(above[above.length - 1]));
    if (record) this.#found.push(record);
    return true;
  }

  /** @returns the nodes in the order of the file; of several with one id, the first */
  records(): ConfigRecord[] {
    const records = new Map<number, ConfigRecord>();
    for (const record of this.#found.sort((a, b) => a.start - b.start)) {
      const first = records.get(record.id);
      if (first) {
        const text = () => `is left out: the id ${record.id} is that of the node in ${this.line(first)}`;
        this.warn(record, text, "sameId");
      } else records.set(record.id, record);
    }
    return [...records.values()];
  }

  #read(element: XmlElement, id: number, parent: number | undefined): ConfigRecord | undefined {
    const { attributes, start, children } = element;
    const fault = (name: string, what: string) =>
      this.error(element, `${name} must be ${what}, not ${JSON.stringify(attributes[name])}`);
    const key = attributes.key ? parseKey(attributes.key.trim()) : ZERO_KEY;
    if (key === undefined) {
      fault("key", "a GUID");
      return undefined;
    }
    const isOrdered = INTEGER.test(attributes.sortOrder ?? "");
    if (attributes.sortOrder && !isOrdered) fault("sortOrder", "an integer");
    const { segments } = this;
    const name = attributes.nodeName ?? "";
    const type = attributes.nodeTypeAlias || element.name;
    const urlName = attributes.urlName || undefined;
    const values = children.map((value) => this.#property(element, type, value));
    return {
      start,
      id,
      ...recordKey(key, id),
      parent,
      name,
      type,
      sortOrder: isOrdered ? Number(attributes.sortOrder) : undefined,
      createDate: attributes.createDate || undefined,
      updateDate: attributes.updateDate || undefined,
      urlName,
      template: templateOf(attributes.template),
      segment: segments && (urlName ?? urlSegment(urlSource(name, undefined), segments)),
      withoutEditor: values.filter(({ property }) => property.editorAlias === null).length,
      properties: this.#values.write(values),
    };
  }

  #property(node: XmlElement, type: string, value: XmlElement) {
    const text = value.content(this.#source);
    if (holdsConflict(text)) {
      const what = `property ${value.name} of node ${node.attributes.id}`;
      this.warn(node, () => `${what} holds an unresolved Git conflict`, "conflicts");
    }
    return { property: this.#kindOf(type, value.name), text };
  }

  #kindOf(type: string, alias: string): PropertyKind {
    const name = `${type}.${alias}`;
    const known = this.#kinds.get(name);
    if (known) return known;
    const [ofTypes, given] = this.#editors;
    const editorAlias = ofTypes.find(type, alias) ?? given.find(type, alias) ?? null;
    const kind = propertyKind(alias, editorAlias);
    this.#kinds.set(name, kind);
    return kind;
  }
}

/** The id of a node, or `undefined` where it has none that is one. */
function idOf({ attributes: { id = "" } }: XmlElement): number | undefined {
  return parseId(id.trim());
}

/** The id of a template; 0 stands for none. */
function templateOf(text = ""): string | number | undefined {
  if (!INTEGER.test(text)) return text || undefined;
  return Number(text) || undefined;
}
