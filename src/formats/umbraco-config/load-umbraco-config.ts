/** Loads an `umbraco.config`, the published content of an Umbraco 4 to 7 in one XML file. */
import { basename } from "node:path";
import { parseId } from "../../operations.ts";
import type { Findings, WarningTopic } from "../../site/findings.ts";
import type { SiteTypes } from "../../site/schema/site-types.ts";
import type { Tree } from "../../site/tree/tree.ts";
import { type SegmentOptions, segmentOptions } from "../../site/urls/url-segment.ts";
import type { ReadOptions } from "../data-format.ts";
import { type EditorAliases, editorsIn } from "../editor-aliases.ts";
import { buildSite } from "../site-model.ts";
import { parseXml, type XmlElement } from "../xml/xml-parser.ts";
import { LineIndex, readXml } from "../xml/xml-text-reader.ts";
import { type ElementRecord, NodeElementReader } from "./node-element.ts";

/** The name of the root element. */
const ROOT = "root";
/** The last version with such files. */
const LAST_VERSION = 7;

type Options = Omit<ReadOptions, "editors"> & { types: SiteTypes; editors: EditorAliases };
/** A node, and where in the text its opening tag ends. */
type ConfigRecord = ElementRecord & { start: number };

/**
 * @param options with the types beside the file, and the editors of `--editors`
 * @returns the content, or `undefined` if errors were found
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
    const reason = `is not an umbraco.config: its root element is <${name}>, not <${ROOT}>${hint}`;
    findings.error(file, () => "", reason);
    return undefined;
  }
  if (findings.errorCount > 0) return undefined;
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
  options.editors.warnOfUnused(trees, options.types, findings);
  const withoutEditor = records.reduce((sum, record) => sum + record.withoutEditor, 0);
  if (withoutEditor > 0) {
    const text = `${withoutEditor} properties have no editor alias, and the API's .NET client drops them: use --editors to supply them`;
    findings.warn(file, text, "noEditors");
  }
  return trees.content;
}

/** What messages are about: an element, or what was made of it. */
type Located = Pick<XmlElement, "start">;

/** Makes a record of each node when its element ends, and reports faults with their line. */
class RecordReader {
  /** How segments are made, if URLs are. */
  readonly segments: SegmentOptions | undefined;
  readonly #source: string;
  readonly #file: string;
  readonly #findings: Findings;
  readonly #lines: LineIndex;
  readonly #elements: NodeElementReader;
  readonly #found: ConfigRecord[] = [];

  constructor(source: string, file: string, options: Options, findings: Findings) {
    this.#source = source;
    this.#file = file;
    this.#findings = findings;
    this.#lines = new LineIndex(source);
    this.segments = options.urls ? segmentOptions(LAST_VERSION) : undefined;
    this.#elements = new NodeElementReader({
      editors: [editorsIn(options.types.content), options.editors],
      segments: this.segments,
      error: (element, reason) => this.error(element, reason),
      warn: (element, text, topic) => this.warn(element, text, topic),
    });
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
    const parent = above.length === 2 ? undefined : idOf(above[above.length - 1]);
    const record = this.#elements.read(element, this.#source, { id, parent });
    if (record) this.#found.push({ ...record, start: element.start });
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
}

/** The id of a node, or `undefined` if it has no valid one. */
function idOf({ attributes: { id = "" } }: XmlElement): number | undefined {
  return parseId(id.trim());
}
