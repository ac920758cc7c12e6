/** Loads an `umbraco.config`, the published content of an Umbraco 4 to 7 in one XML file. */
import { basename } from "node:path";
import { parseId } from "../../operations.ts";
import type { Findings, WarningTopic } from "../../site/findings.ts";
import type { SiteTypes } from "../../site/schema/site-types.ts";
import type { Tree } from "../../site/tree/tree.ts";
import { segmentOptions } from "../../site/urls/url-segment.ts";
import type { ReadOptions } from "../data-format.ts";
import { type EditorAliases, editorsIn } from "../editor-aliases.ts";
import { buildSite } from "../site-model.ts";
import { parseXml, type XmlElement } from "../xml/xml-parser.ts";
import { LineIndex, readXml } from "../xml/xml-text-reader.ts";
import { type ElementRecord, isNodeElement, NodeElementReader } from "./node-element.ts";

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

/** What messages are about: an element, or what was made of it. */
type Located = Pick<XmlElement, "start">;

/** @throws XmlSyntaxError */
function readTree(source: string, file: string, options: Options, findings: Findings): Tree | undefined {
  const { types, editors, urls } = options;
  const lines = new LineIndex(source);
  const lineOf = ({ start }: Located) => `line ${lines.lineAt(start)}`;
  const error = ({ start }: Located, reason: string) =>
    findings.error(file, () => `:${lines.lineAt(start)}`, reason);
  const warn = (located: Located, text: () => string, topic: WarningTopic) =>
    findings.warn(file, () => `${lineOf(located)}: ${text()}`, topic);
  const segments = urls ? segmentOptions(LAST_VERSION) : undefined;
  const elements = new NodeElementReader({
    editors: [editorsIn(types.content), editors],
    segments,
    error,
    warn,
  });
  const found: ConfigRecord[] = [];
  const { name, children } = parseXml(source, (element, above) => {
    // Above are the document and the root element, then nodes. All other elements are values, or stray.
    if (above.length < 2 || !isNodeElement(element) || !above.slice(2).every(isNodeElement)) return false;
    const id = idOf(element);
    if (id === undefined) {
      const shown = JSON.stringify(element.attributes.id ?? "");
      error(element, `id must be a 32-bit integer, not ${shown}`);
      return true;
    }
    const parent = above.length === 2 ? undefined : idOf(above[above.length - 1]);
    const record = elements.read(element, source, { id, parent });
    if (record) found.push({ ...record, start: element.start });
    return true;
  });
  const records = new Map<number, ConfigRecord>();
  for (const record of found.sort((a, b) => a.start - b.start)) {
    const first = records.get(record.id);
    const text = () => `is left out: the id ${record.id} is that of the node in ${lineOf(first ?? record)}`;
    if (first) warn(record, text, "sameId");
    else records.set(record.id, record);
  }
  for (const child of children)
    warn(child, () => `<${child.name}> is left out: it has no isDoc, and lies in no node`, "noNodes");
  if (name === ROOT && children.length > 0 && found.length === 0 && findings.errorCount === 0)
    error(children[0], `<${ROOT}> holds no nodes: <${children[0].name}> has neither isDoc nor nodeTypeAlias`);
  if (name !== ROOT) {
    const hint = name === "Content" || name === "Media" ? ": a uSync file is read with its folder" : "";
    const reason = `is not an umbraco.config: its root element is <${name}>, not <${ROOT}>${hint}`;
    findings.error(file, () => "", reason);
    return undefined;
  }
  if (findings.errorCount > 0) return undefined;
  const { trees } = buildSite(
    {
      records: { content: [...records.values()], media: [] },
      linkedBy: "id",
      includeUnpublished: false,
      urls: segments && { domains: [] },
    },
    {
      findings,
      file: () => file,
      nameOf: (record) => `the node in ${lineOf(record)}`,
      warn: (record, text, topic) => warn(record, () => text, topic),
      error: (record, reason, other) =>
        error(record, other ? `${reason} (first in ${lineOf(other)})` : reason),
    },
  );
  editors.warnOfUnused(trees, types, findings);
  const withoutEditor = [...records.values()].reduce((sum, record) => sum + record.withoutEditor, 0);
  if (withoutEditor > 0) {
    const text = `${withoutEditor} properties have no editor alias, and the API's .NET client drops them: use --editors to supply them`;
    findings.warn(file, text, "noEditors");
  }
  return trees.content;
}

/** The id of a node, or `undefined` if it has no valid one. */
function idOf({ attributes: { id = "" } }: XmlElement): number | undefined {
  return parseId(id.trim());
}
