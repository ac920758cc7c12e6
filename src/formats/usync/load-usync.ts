/** Loads a uSync folder, versions 7 to 18. */
import { join } from "node:path";
import { KINDS, type Kind } from "../../operations.ts";
import { Findings, generatedUrlsWarning, warnOfMissingTypes } from "../../site/findings.ts";
import { resolveTypes } from "../../site/schema/resolve-types.ts";
import type { Domain } from "../../site/urls/node-urls.ts";
import { segmentOptions } from "../../site/urls/url-segment.ts";
import { readRegularFile } from "../data-file.ts";
import type { Contents, FormatOptions } from "../data-format.ts";
import type { EditorAliases } from "../editor-aliases.ts";
import { PropertyWriter } from "../node-writer.ts";
import { buildSite } from "../site-model.ts";
import type { XmlElement } from "../xml/xml-parser.ts";
import { chooseRecords } from "./choose-records.ts";
import { type ConfigFile, isTrue, readConfig } from "./config-file.ts";
import { type Layer, listFiles, SECTIONS, type UsyncFile, type UsyncFolder } from "./find-files.ts";
import { readLanguages } from "./languages.ts";
import { readNodes, TypeSet } from "./read-nodes.ts";
import { dataTypesIn, readTypes } from "./read-types.ts";

/** @param options with the editors of `--editors`. @throws UsageError for options that the data cannot use */
export function loadUsync(
  { layers, name }: UsyncFolder,
  { editors, ...options }: Omit<FormatOptions, "editors"> & { editors: EditorAliases },
  findings: Findings,
): Contents {
  const list = (sections: readonly string[]) => listFiles(layers, sections, findings);
  const { codes, cultures } = readLanguages(list(["Languages"]), options.culture, findings);
  const readDataTypes = dataTypesIn(layers);
  const definitions = ofBoth((kind) => readTypes(list(SECTIONS[kind].types), readDataTypes, findings));
  const types = ofBoth((kind) => new TypeSet(definitions[kind], editors));
  const stated = versionIn(layers);
  const version = stated ?? (/^v[0-9]+$/i.test(name) ? name : undefined);
  const values = new PropertyWriter("null");
  const context = { findings, values, types, cultures, options, major: majorOf(version) };
  const files = ofBoth((kind) => readNodes(list([SECTIONS[kind].nodes]), kind, context));
  editors.warnOfUnused(findings);
  const isUsync7 = KINDS.some((kind) => files[kind].foundUsync7);
  const { read, fallback } = cultures;
  const { urlAscii, settings, includeUnpublished = false } = options;
  const domains = options.urls ? readDomainFiles(list(["Domains"]), findings) : [];
  const { trees, ...site } = buildSite(
    {
      records: ofBoth((kind) => chooseRecords(files[kind], findings)),
      linkedBy: "key",
      includeUnpublished,
      urls: options.urls
        ? { domains, culture: read, isDefaultCulture: read === fallback, settings }
        : undefined,
    },
    {
      findings,
      file: (kind) => SECTIONS[kind].nodes,
      nameOf: ({ file }) => file.name,
      warn: ({ file }, text, topic) => findings.warn(file.name, text, topic),
      error: ({ file }, reason, other) =>
        findings.error(file.name, () => "", other ? `${reason} (also in ${other.file.name})` : reason),
      refusesCycles: true,
    },
  );
  if (options.urls && trees.content?.size) {
    const rules = segmentOptions(isUsync7 ? 7 : context.major, urlAscii, settings);
    findings.warn(SECTIONS.content.nodes, generatedUrlsWarning(rules), "generatedUrls");
  }
  return {
    version: stated ?? (isUsync7 ? "7" : version),
    languages: codes,
    culture: codes.find((code) => code.toLowerCase() === read) ?? read,
    heldLanguages: heldLanguages(
      codes,
      KINDS.flatMap((kind) => [...files[kind].languages]),
    ),
    trees,
    ...site,
    types: (findings) =>
      resolveTypes(definitions, [...readDataTypes(findings).values()], warnOfMissingTypes(findings)),
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

/** What is made of each kind, content first. */
function ofBoth<T>(make: (kind: Kind) => T): Record<Kind, T> {
  return { content: make("content"), media: make("media") };
}

/** The version in `usync.config`, which can be stale or missing. */
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
