/** Loads a uSync folder, versions 7 to 18. */
import { join } from "node:path";
import { KINDS, type Kind } from "../../operations.ts";
import { resolveTypes } from "../../schema/resolve-types.ts";
import { counted } from "../../text/counted.ts";
import { deriveIds, type Key, ZERO_KEY } from "../../tree/key.ts";
import type { Tree } from "../../tree/tree.ts";
import { TreeBuilder } from "../../tree/tree-builder.ts";
import { type Domain, nodeUrls, type UrlSettings } from "../../urls/node-urls.ts";
import { segmentOptions } from "../../urls/url-segment.ts";
import { readRegularFile } from "../data-file.ts";
import type { Contents, FormatOptions } from "../data-format.ts";
import type { EditorAliases } from "../editor-aliases.ts";
import { Findings, madeUrlsNote, noteMadeKeys, noteMissingTypes } from "../findings.ts";
import type { UnpublishedNode } from "../manifest.ts";
import { NodeWriter } from "../node-writer.ts";
import type { XmlElement } from "../xml/xml-parser.ts";
import { chooseNodes, keepNodes, unpublishedAmong } from "./choose-nodes.ts";
import { type ConfigFile, isTrue, readConfig } from "./config-file.ts";
import { type Layer, listFiles, SECTIONS, type UsyncFile, type UsyncFolder } from "./find-files.ts";
import { type Cultures, readLanguages } from "./languages.ts";
import { type NodeContext, readNodes, TypeSet, type UsyncNode } from "./read-nodes.ts";
import { dataTypesIn, readTypes } from "./read-types.ts";

/** @param options those of the format, and what `--editors` tells. @throws UsageError for those that make no sense here */
export function loadUsync(
  { layers, name }: UsyncFolder,
  { editors, ...options }: Omit<FormatOptions, "editors"> & { editors: EditorAliases },
  findings: Findings,
): Contents {
  const list = (sections: readonly string[]) => listFiles(layers, sections, findings);
  const languages = readLanguages(list(["Languages"]), options.culture, findings);
  const readDataTypes = dataTypesIn(layers);
  const definitions = ofBoth((kind) => readTypes(list(SECTIONS[kind].types), readDataTypes, findings));
  const types = ofBoth((kind) => new TypeSet(definitions[kind], editors));
  const texts = new NodeWriter("null");
  const version = versionIn(layers) ?? (/^v[0-9]+$/i.test(name) ? name : undefined);
  const context = { findings, texts, types, cultures: languages.cultures, options, major: majorOf(version) };
  const files = ofBoth((kind) => readNodes(list([SECTIONS[kind].nodes]), kind, context));
  editors.noteUnused(findings);
  const chosen = ofBoth((kind) => chooseNodes(files[kind], findings));
  texts.finish();
  const hasDerivedIds = deriveIds(KINDS.flatMap((kind) => chosen[kind].nodes));
  const isUsync7 = KINDS.some((kind) => files[kind].foundUsync7);
  const ofVersion = { ...context, major: isUsync7 ? 7 : context.major };
  const unpublished: UnpublishedNode[] = [];
  const build = (kind: Kind) => {
    const kept = keepNodes(chosen[kind], options, findings);
    for (const node of unpublishedAmong(chosen[kind], kept)) unpublished.push({ ...node, kind });
    noteDecisions(kept, types[kind], findings);
    const isMade = kind === "content" && options.urls;
    const urls = isMade ? urlsOf(kept, () => list(["Domains"]), ofVersion, findings) : undefined;
    return buildTree(kept, texts, urls, findings);
  };
  return {
    version: versionIn(layers) ?? (isUsync7 ? "7" : version),
    languages: languages.codes,
    culture:
      languages.codes.find((code) => code.toLowerCase() === languages.cultures.read) ??
      languages.cultures.read,
    heldLanguages: heldLanguages(
      languages.codes,
      KINDS.flatMap((kind) => [...files[kind].languages]),
    ),
    trees: { content: build("content"), media: build("media") },
    unpublished,
    types: (findings) => {
      const known = [...readDataTypes(findings).keys()].map((key) => ({ key }));
      return resolveTypes(definitions, known, noteMissingTypes(findings));
    },
    hasDerivedIds,
    aside: { domains: domainCount(layers), redirects: 0 },
  };
}

/** @param met the cultures that nodes are there in; one that the site does not have any more cannot be read */
function heldLanguages(codes: readonly string[], met: readonly string[]): string[] {
  const held = new Set(met);
  return codes.length === 0 ? [...held].sort() : codes.filter((code) => held.has(code.toLowerCase()));
}

/** Nothing is read of them: one that is no XML is none. */
function domainCount(layers: readonly Layer[]): number {
  const unheard = new Findings();
  const files = listFiles(layers, ["Domains"], unheard);
  return files.filter((file) => readConfig(file, unheard)?.root.name === "Domain").length;
}

function majorOf(version = ""): number | undefined {
  return Number(/[0-9]+/.exec(version)?.[0] ?? Number.NaN) || undefined;
}

/** Makes urls, and tells by which rules. */
function urlsOf(
  nodes: readonly UsyncNode[],
  domainFiles: () => readonly UsyncFile[],
  { cultures, options: { urlAscii, settings }, major }: NodeContext,
  findings: Findings,
): ReadonlyMap<UsyncNode, string> {
  if (nodes.length > 0) {
    findings.note(
      SECTIONS.content.nodes,
      madeUrlsNote(segmentOptions(major, urlAscii, settings)),
      "madeUrls",
    );
  }
  return makeUrls(nodes, readDomainFiles(domainFiles(), findings), cultures, settings);
}

/** What is made of each kind, content first. */
function ofBoth<T>(make: (kind: Kind) => T): Record<Kind, T> {
  return { content: make("content"), media: make("media") };
}

function noteDecisions(nodes: readonly UsyncNode[], types: TypeSet, findings: Findings): void {
  let derived = 0;
  for (const { file, type, hasDerivedId, withoutEditor } of nodes) {
    if (hasDerivedId) derived++;
    if (withoutEditor.length === 0) continue;
    findings.note(
      file.name,
      `no editor alias is known (type ${type}): ${withoutEditor.join(", ")}`,
      "withoutEditor",
      { count: withoutEditor.length, missingTypes: types.find(type).missing },
    );
  }
  const section = nodes[0]?.file.place.split("/")[0];
  noteMadeKeys(nodes.filter(({ hasMadeKey }) => hasMadeKey).length, section, findings);
  if (derived > 0) {
    findings.note(section, `ids are derived from keys: ${counted(derived, "node")}`, "derivedIds", {
      count: derived,
    });
  }
}

/** @param urls those that were made, if any were */
function buildTree(
  nodes: readonly UsyncNode[],
  texts: NodeWriter,
  urls: ReadonlyMap<UsyncNode, string> | undefined,
  findings: Findings,
): Tree | undefined {
  const builder = new TreeBuilder();
  for (const node of nodes) {
    const { file, id, key, parentKey, sortOrder, isPublished, text } = node;
    if (id === undefined || text === undefined) {
      throw new Error(`${file.name} is kept without an id or a text`);
    }
    const row = builder.addRow();
    builder.setId(row, id);
    builder.setKey(row, key);
    builder.setParentKey(row, parentKey);
    builder.setSortOrder(row, sortOrder ?? 0);
    texts.keep(builder, row, text, id, { url: urls?.get(node), published: isPublished ? undefined : false });
  }
  return builder.build((row, reason, other) => {
    const clash = other === undefined ? "" : ` (also in ${nodes[other].file.name})`;
    findings.error(nodes[row].file.name, () => "", `${reason}${clash}`);
  });
}

/** The version that `usync.config` tells, which may be stale, and may be missing. */
function versionIn(layers: readonly Layer[]): string | undefined {
  for (const { path } of layers.toReversed()) {
    try {
      const version = /<uSync[^>]{0,1000}\sversion="([0-9.]{1,40})"/.exec(
        readRegularFile(join(path, "usync.config")),
      );
      if (version) return version[1];
    } catch {
      // Nothing is read by it.
    }
  }
  return undefined;
}

/**
 * @param nodes those that are kept, of which each has its parent among them or is a root
 * @returns the urls of those that have one
 */
function makeUrls(
  nodes: readonly UsyncNode[],
  domains: readonly Domain[],
  { read, fallback }: Cultures,
  settings: UrlSettings | undefined,
): Map<UsyncNode, string> {
  const ordered = inPreorder(nodes);
  const places = new Map(ordered.map(({ key }, place) => [key, place]));
  const urls = nodeUrls(
    ordered.map(({ key, parentKey, segment }) => ({
      name: key,
      parent: parentKey === ZERO_KEY ? -1 : (places.get(parentKey) ?? -1),
      segment,
    })),
    { domains, culture: read, isDefaultCulture: read === fallback, settings },
  );
  return new Map(
    ordered.flatMap((node, place) => {
      const url = urls[place];
      return url === undefined ? [] : [[node, url] as const];
    }),
  );
}

/** Parents before what lies below them, siblings in their order. */
function inPreorder(nodes: readonly UsyncNode[]): UsyncNode[] {
  const below = new Map<Key, UsyncNode[]>();
  for (const node of nodes) {
    const siblings = below.get(node.parentKey);
    if (siblings) siblings.push(node);
    else below.set(node.parentKey, [node]);
  }
  const childrenOf = (key: Key) =>
    (below.get(key) ?? []).toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0)).toReversed();
  const ordered: UsyncNode[] = [];
  const open = childrenOf(ZERO_KEY);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    ordered.push(node);
    for (const child of childrenOf(node.key)) open.push(child);
  }
  return ordered;
}

/** Reads `Domains/*.config`, in the order in which the CMS takes them. */
function readDomainFiles(files: readonly UsyncFile[], findings: Findings): Domain[] {
  const found = files.flatMap((file) => {
    const config = readConfig(file, findings);
    const domain = config && readDomain(config);
    return domain ? [domain] : [];
  });
  // Files come in order of their names, which sorting keeps.
  return found.sort((a, b) => a.sortOrder - b.sortOrder).map(({ domain }) => domain);
}

/** @returns nothing for what is no domain, or one with a wildcard */
function readDomain(config: ConfigFile): { domain: Domain; sortOrder: number } | undefined {
  const info = config.root.child("Info");
  const name = config.root.attributes.Alias;
  if (!info || !name || isTrue(info.child("IsWildcard")?.text)) return undefined;
  const root = info.child("Root");
  return {
    domain: {
      root: config.key(root?.attributes.Key, "the Key of Info/Root", root ?? config.root),
      name,
      language: info.child("Language")?.text.trim() || undefined,
    },
    sortOrder: sortOrderIn(info, config),
  };
}

function sortOrderIn(info: XmlElement, config: ConfigFile): number {
  const written = info.child("SortOrder");
  return config.integer(written?.text, "SortOrder", written ?? config.root) ?? 0;
}
