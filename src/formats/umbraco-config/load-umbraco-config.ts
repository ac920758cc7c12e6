/** Loads an `umbraco.config`, the published content of an Umbraco 4 to 7 in one XML file. */
import { basename } from "node:path";
import type { SiteTypes } from "../../schema/site-types.ts";
import type { Tree } from "../../tree/tree.ts";
import { segmentOptions } from "../../urls/url-segment.ts";
import { type EditorAliases, editorsIn } from "../editor-aliases.ts";
import type { Findings } from "../findings.ts";
import type { ReadOptions } from "../read-options.ts";
import { LineIndex } from "../xml/line-index.ts";
import { XmlTextReader } from "../xml/xml-text-reader.ts";
import { ConfigNodeReader } from "./config-node-reader.ts";
import { ConfigNodes, type FindEditor } from "./config-nodes.ts";

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
    const reader = new ConfigNodeReader(nodes);
    reader.read(source);
    if (reader.root !== ROOT) {
      findings.error(file, () => "", reasonForRoot(reader.root));
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
