/** Loads a uSync folder, versions 7 to 18. */
import { join } from "node:path";
import { DataError } from "../../errors.ts";
import { KINDS, type Kind } from "../../operations.ts";
import { Findings, SkippedFiles, warnOfMissingTypes } from "../../site/findings.ts";
import { isSameLanguage } from "../../site/languages.ts";
import { majorOf } from "../../site/schema/editors-in-17.ts";
import { resolveTypes } from "../../site/schema/resolve-types.ts";
import { NO_TYPES } from "../../site/schema/site-types.ts";
import type { Key } from "../../site/tree/key.ts";
import { type UnreadPart, unreadParts } from "../../site/unread.ts";
import { readWholeText } from "../data-file.ts";
import type { Contents, FormatOptions } from "../data-format.ts";
import type { EditorAliases } from "../editor-aliases.ts";
import { PropertyWriter } from "../node-writer.ts";
import { buildSite } from "../site-model.ts";
import { readConfig } from "./config-file.ts";
import {
  findUsyncFolder,
  foldersIn,
  type Layer,
  listFiles,
  READ_SECTIONS,
  SECTIONS,
  SITE_SECTIONS,
  type UsyncFile,
} from "./find-files.ts";
import { readDictionary, readDomains, readLanguages } from "./languages.ts";
import { chooseRecords, type KindFiles, readNodes, typesOfFiles } from "./read-nodes.ts";
import { dataTypesIn, readTypes } from "./read-types.ts";

/**
 * @param options with the editors of `--editors`
 * @throws DataError if there are no files; UsageError for options that the data cannot use
 */
export function loadUsync(
  path: string,
  { editors, ...options }: Omit<FormatOptions, "editors"> & { editors: EditorAliases },
  findings: Findings,
): Contents {
  const folder = findUsyncFolder(path, findings);
  if (!folder) throw new DataError(`${path} holds no uSync files`);
  const { layers, name } = folder;
  const inFiles = (all: Findings) => (options.skipDamaged ? new SkippedFiles(all) : all);
  const ofFiles = inFiles(findings);
  const list = (sections: readonly string[]) => listFiles(layers, sections, ofFiles);
  const { languages, cultures } = readLanguages(list(SITE_SECTIONS.languages), options.culture, ofFiles);
  const codes = languages.map(({ iso }) => iso);
  const readDataTypes = dataTypesIn(layers);
  const definitions = ofBoth((kind) => readTypes(list(SECTIONS[kind].types), readDataTypes, ofFiles));
  const types = ofBoth((kind) => typesOfFiles(definitions[kind], editors));
  const stated = versionIn(layers);
  const version = stated ?? (/^v[0-9]+$/i.test(name) ? name : undefined);
  const values = new PropertyWriter("null");
  const segments = new Set<string>();
  const context = { findings: ofFiles, values, types, cultures, segments, options, major: majorOf(version) };
  const files = ofBoth((kind) => readNodes(list([SECTIONS[kind].nodes]), kind, context));
  if (findings.errorCount > 0) findings.remedy = "--skip-damaged reads the other files";
  const isUsync7 = KINDS.some((kind) => files[kind].foundUsync7);
  const { read, fallback } = cultures;
  const { settings, includeUnpublished = false } = options;
  const reading =
    <T>(sections: readonly string[], read: (files: readonly UsyncFile[], findings: Findings) => T) =>
    (all: Findings) => {
      const findings = inFiles(all);
      return read(listFiles(layers, sections, findings), findings);
    };
  const domainsIn = reading(SITE_SECTIONS.domains, readDomains);
  const dictionaryIn = reading(SITE_SECTIONS.dictionary, readDictionary);
  // Read now, so that the warnings name each file that is skipped.
  if (options.skipDamaged) for (const read of [readDataTypes, domainsIn, dictionaryIn]) read(ofFiles);
  const { trees, ...site } = buildSite(
    {
      records: ofBoth((kind) => chooseRecords(files[kind], findings)),
      linkedBy: "key",
      includeUnpublished,
      urls: options.urls
        ? {
            domains: domainsIn(findings),
            culture: isUsync7 ? undefined : read,
            isDefaultCulture: read === fallback,
            settings,
          }
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
  editors.warnOfUnused(trees, NO_TYPES, findings);
  return {
    hasMadeUrls: options.urls === true,
    version: stated ?? (isUsync7 ? "7" : version),
    ...(isUsync7 && { ofOneCulture: "uSync 7" }),
    languages,
    culture: codes.find((code) => isSameLanguage(code, read)) ?? read,
    heldLanguages: heldLanguages(
      codes,
      KINDS.flatMap((kind) => [...files[kind].languages]),
    ),
    segments: [...segments].sort(),
    givenEditors: (type, alias) => editors.find(type, alias),
    trees,
    ...site,
    types: (findings) =>
      resolveTypes(definitions, [...readDataTypes(inFiles(findings)).values()], warnOfMissingTypes(findings)),
    domains: domainsIn,
    dictionary: dictionaryIn,
    templateMasters: templateMasters(list(TEMPLATE_SECTIONS)),
    unread: unreadParts([
      {
        what: "nodes in the recycle bin",
        count: new Set(KINDS.flatMap((kind) => trashedKeys(files[kind]))).size,
      },
      { what: "scheduled publications", count: files.content.schedules },
      ...unreadFolders(layers),
    ]),
  };
}

/** As uSync 8 and uSync 7 call them. Nothing else of templates is read. */
const TEMPLATE_SECTIONS = ["Templates", "Template"];

function templateMasters(files: readonly UsyncFile[]): ReadonlyMap<string, string> {
  const templates = files.flatMap((file) => readConfig(file, new Findings())?.root ?? []);
  return new Map(
    templates.flatMap((root) => {
      const alias = root.attributes.Alias ?? root.child("Alias")?.text;
      const master = (root.child("Parent") ?? root.child("Master"))?.text;
      return alias && master ? [[alias, master] as const] : [];
    }),
  );
}

function trashedKeys({ records }: KindFiles): Key[] {
  return records.filter(({ isTrashed }) => isTrashed).map(({ key }) => key);
}

/** The folders of the export that are not read, with the number of their files. */
function unreadFolders(layers: readonly Layer[]): UnreadPart[] {
  const names = new Set(layers.flatMap(({ path }) => foldersIn(path)));
  return [...names]
    .filter((name) => !READ_SECTIONS.includes(name))
    .map((name) => ({ what: `files in ${name}`, count: listFiles(layers, [name], new Findings()).length }));
}

/** @param met the cultures that nodes are there in; one that the site does not have any more cannot be read */
function heldLanguages(codes: readonly string[], met: readonly string[]): string[] {
  const held = new Set(met);
  return codes.length === 0 ? [...held].sort() : codes.filter((code) => held.has(code.toLowerCase()));
}

/** What is made of each kind, content first. */
function ofBoth<T>(make: (kind: Kind) => T): Record<Kind, T> {
  return { content: make("content"), media: make("media") };
}

/** The version in `usync.config`, which can be stale or missing. */
function versionIn(layers: readonly Layer[]): string | undefined {
  for (const { path } of layers.toReversed()) {
    try {
      const version = /<uSync[^>]*\sversion="([0-9.]+)"/.exec(readWholeText(join(path, "usync.config")));
      if (version) return version[1];
    } catch {
      // Nothing is read by it.
    }
  }
  return undefined;
}
