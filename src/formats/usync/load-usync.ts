/** Loads a uSync folder, versions 7 to 18. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS, type Kind } from "../../operations.ts";
import type { Tree } from "../../tree/tree.ts";
import { TreeBuilder } from "../../tree/tree-builder.ts";
import { EditorAliases, readEditorAliases } from "../editor-aliases.ts";
import type { Findings } from "../findings.ts";
import { NodeTexts } from "../node-text.ts";
import type { ReadOptions } from "../read-options.ts";
import { chooseNodes } from "./choose-nodes.ts";
import { ConfigReader } from "./config-files.ts";
import { deriveIds } from "./derive-ids.ts";
import type { UsyncFolder } from "./find-folder.ts";
import { keepNodes } from "./keep-nodes.ts";
import { readLanguages } from "./languages.ts";
import { type Layer, listFiles } from "./list-files.ts";
import { NodeFileReader, type ReadNode } from "./read-nodes.ts";
import { readTypes } from "./site-types.ts";

/** The folders of each kind, and of its types as uSync 8 and uSync 7 call them. */
const SECTIONS: Readonly<Record<Kind, { nodes: string; types: readonly string[] }>> = {
  content: { nodes: "Content", types: ["ContentTypes", "DocumentType"] },
  media: { nodes: "Media", types: ["MediaTypes", "MediaType"] },
};

/** What a uSync folder holds. A tree is absent where errors were found. */
export type UsyncSite = {
  version: string | undefined;
  /** The languages' codes, and the one that is read. */
  languages: readonly string[];
  culture: string | undefined;
  trees: Record<Kind, Tree | undefined>;
};

/** @throws UsageError for options that make no sense here */
export function loadUsync(
  { layers, name }: UsyncFolder,
  options: ReadOptions,
  findings: Findings,
): UsyncSite {
  const reader = new ConfigReader(findings);
  const editors = options.editors === undefined ? new EditorAliases() : readEditorAliases(options.editors);
  const list = (sections: readonly string[]) => listFiles(layers, sections, findings);
  const languages = readLanguages(list(["Languages"]), reader, options.culture);
  const typesOf = (kind: Kind) => readTypes(list(SECTIONS[kind].types), reader, editors);
  const types = { content: typesOf("content"), media: typesOf("media") };
  const texts = new NodeTexts();
  const files = new NodeFileReader({ reader, texts, types, cultures: languages.cultures, options });
  const choose = (kind: Kind) => {
    const { nodes, deletions } = files.readAll(list([SECTIONS[kind].nodes]), kind);
    return chooseNodes(nodes, deletions, findings);
  };
  const chosen = { content: choose("content"), media: choose("media") };
  texts.finish();
  deriveIds(KINDS.flatMap((kind) => chosen[kind].nodes.map(({ node }) => node)));
  const build = (kind: Kind) => {
    const kept = keepNodes(
      chosen[kind],
      { includeUnpublished: options.includeUnpublished === true },
      findings,
    );
    noteDecisions(kept, findings);
    return buildTree(kept, texts, findings);
  };
  return {
    version: versionIn(layers) ?? (files.foundUsync7 ? "7" : /^v[0-9]+$/i.test(name) ? name : undefined),
    languages: languages.codes,
    culture: languages.codes.find((code) => code.toLowerCase() === languages.cultures.read),
    trees: { content: build("content"), media: build("media") },
  };
}

function noteDecisions(nodes: readonly ReadNode[], findings: Findings): void {
  let derived = 0;
  for (const { node, withoutEditor } of nodes) {
    if (node.hasDerivedId) derived++;
    if (withoutEditor.length === 0) continue;
    findings.note(
      node.file.name,
      `no editor alias is known (type ${node.type}): ${withoutEditor.join(", ")}`,
      "properties without an editor alias, which the API's .NET client drops",
      withoutEditor.length,
    );
  }
  const section = nodes[0]?.node.file.place.split("/")[0];
  if (derived > 0) {
    findings.note(
      section,
      `ids are derived from keys: ${derived} nodes`,
      "ids derived from keys, as uSync writes none",
      derived,
    );
  }
}

function buildTree(nodes: readonly ReadNode[], texts: NodeTexts, findings: Findings): Tree | undefined {
  const builder = new TreeBuilder();
  for (const { node, text } of nodes) {
    const { id } = node;
    if (id === undefined || text === undefined)
      throw new Error(`${node.file.name} is kept without an id or a text`);
    const row = builder.addRow();
    builder.setId(row, id);
    builder.setKey(row, node.key);
    builder.setParentKey(row, node.parentKey);
    builder.setSortOrder(row, node.sortOrder ?? 0);
    texts.keep(builder, row, text, id);
  }
  return builder.build((row, reason, other) => {
    const clash = other === undefined ? "" : ` (also in ${nodes[other].node.file.name})`;
    findings.error(nodes[row].node.file.name, () => "", `${reason}${clash}`);
  });
}

/** The version that `usync.config` tells, which may be stale, and may be missing. */
function versionIn(layers: readonly Layer[]): string | undefined {
  for (const { path } of layers.toReversed()) {
    try {
      const version = /<uSync[^>]*\sversion="([0-9.]{1,40})"/.exec(
        readFileSync(join(path, "usync.config"), "utf8"),
      );
      if (version) return version[1];
    } catch {
      // Nothing is read by it.
    }
  }
  return undefined;
}
