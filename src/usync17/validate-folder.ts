/** Checks a uSync 17 folder as the import would read it: what it would refuse, lose or hide. */
import { type Key, ZERO_KEY } from "../site/tree/key.ts";
import {
  childText,
  type FolderItem,
  folderItems,
  isTrue,
  keyIn,
  type ReportFinding,
} from "./folder-items.ts";
import { checkNodes, type FolderLanguages } from "./folder-nodes.ts";
import { firstInCycles, type NodeReferences, nodeReferences } from "./folder-references.ts";
import {
  checkConfigurations,
  checkTypes,
  type FolderType,
  type FolderTypes,
  isMissing,
  readDataTypes,
  readTypes,
} from "./folder-types.ts";
import type { Subject } from "./move-report.ts";

type ValidationOptions = {
  /** Whether it is known that a property of a node has a dead reference, which is then not reported. Default: no */
  hasDeadReference?: (node: Key, property: string) => boolean;
  /** Whether a media file was copied, by its path as in `/media/a/b.jpg`. Default: files are not checked */
  hasFile?: (path: string) => boolean;
};

/**
 * Reports what the import would refuse, lose or hide. References to items of a section that the folder lacks are not
 * checked, since an export can be a part of a site.
 * @param folder the folder of the sections
 */
export function validateFolder(
  folder: string,
  report: ReportFinding,
  { hasDeadReference = () => false, hasFile }: ValidationOptions = {},
): void {
  const items = (section: string, subject: Subject) => folderItems(folder, section, subject, report);
  const references = nodeReferences(report, hasDeadReference);
  const languages = checkLanguages(items("Languages", "language"), report);
  checkDictionary(items("Dictionary", "dictionary"), languages, report);

  const memberKeys = new Map<Key, string>();
  const dataTypes = readDataTypes(items("DataTypes", "data-type"), report);
  const templates = checkTemplates(items("Templates", "template"), report);
  const contentTypes = readTypes("content", items("ContentTypes", "content-type"), memberKeys, report);
  const mediaTypes = readTypes("media", items("MediaTypes", "media-type"), memberKeys, report);
  const types: FolderTypes = {
    ...{ dataTypes, templates },
    byKey: new Map([...contentTypes, ...mediaTypes].map((type) => [type.key, type])),
    byAlias: { content: byAlias(contentTypes), media: byAlias(mediaTypes) },
  };
  checkTypes(types, report);
  checkConfigurations(types, references, report);

  const checks = { types, languages, references, hasFile, report };
  checkNodes("media", items("Media", "media"), checks);
  checkNodes("content", items("Content", "content"), checks);
  checkDomains(items("Domains", "domain"), languages, references, report);
  references.check();
}

function byAlias(types: readonly FolderType[]): Map<string, FolderType> {
  return new Map(types.map((type) => [type.alias.toLowerCase(), type]));
}

/** Reads the languages. One is the default, and each falls back to another. */
function checkLanguages(items: Iterable<FolderItem>, report: ReportFinding): FolderLanguages {
  const languages = new Map<string, { code: string; isMandatory: boolean }>();
  const fallbacks = new Map<string, string>();
  let defaults = 0;
  for (const { root } of items) {
    const code = childText(root, "IsoCode");
    if (languages.has(code.toLowerCase()))
      report("language", code, "another file has this language: the import overwrites it");
    languages.set(code.toLowerCase(), { code, isMandatory: isTrue(childText(root, "IsMandatory")) });
    const fallback = childText(root, "Fallback");
    if (fallback !== "") fallbacks.set(code.toLowerCase(), fallback.toLowerCase());
    if (isTrue(childText(root, "IsDefault"))) defaults++;
  }
  if (languages.size > 0 && defaults !== 1)
    report("language", "default", `${defaults} languages are the default: there must be one`);
  for (const [code, fallback] of fallbacks)
    if (!languages.has(fallback))
      report("language", code, `falls back to ${fallback}, which is not in the folder: it has no fallback`);
  for (const code of firstInCycles(fallbacks)) report("language", code, "falls back to itself");
  return languages;
}

/** Items lie below others by their names, which are unique. */
function checkDictionary(
  items: Iterable<FolderItem>,
  languages: FolderLanguages,
  report: ReportFinding,
): void {
  const parents = new Map<string, string>();
  const names = new Map<string, string>();
  for (const { alias: name, root } of items) {
    const found = (text: string) => report("dictionary", name, text);
    if (names.has(name.toLowerCase())) found("another item has this name: the import overwrites it");
    names.set(name.toLowerCase(), name);
    const parent = childText(root.child("Info"), "Parent");
    if (parent !== "") parents.set(name.toLowerCase(), parent.toLowerCase());
    for (const { attributes } of root.child("Translations")?.children ?? [])
      if (isMissing((attributes.Language ?? "").toLowerCase(), languages))
        found(`has a text in ${attributes.Language}, which is no language of the folder: it is lost`);
  }
  for (const [name, parent] of parents)
    if (!names.has(parent))
      report(
        "dictionary",
        names.get(name) ?? name,
        `its parent ${parent} is not in the folder: it becomes a root`,
      );
  for (const name of firstInCycles(parents))
    report("dictionary", names.get(name) ?? name, "lies below itself: the import makes it a root");
}

/** The layout that a view names. */
const LAYOUT = /\bLayout\s*=\s*"(?:[^"]*\/)?([^"/]+)\.cshtml"/;

/** Reads the aliases of templates by key. Umbraco takes the master of a template from its contents. */
function checkTemplates(items: Iterable<FolderItem>, report: ReportFinding): Map<Key, string> {
  const templates = new Map<Key, string>();
  const masters = new Map<string, string>();
  const aliases = new Map<string, string>();
  for (const { key = ZERO_KEY, alias, root } of items) {
    if (aliases.has(alias.toLowerCase()))
      report("template", alias, "another template has this alias: the import overwrites it");
    aliases.set(alias.toLowerCase(), alias);
    templates.set(key, alias);
    const master = LAYOUT.exec(root.child("Contents")?.text ?? "")?.[1] ?? childText(root, "Parent");
    if (master !== "") masters.set(alias.toLowerCase(), master.toLowerCase());
  }
  for (const [alias, master] of masters)
    if (!aliases.has(master))
      report(
        "template",
        aliases.get(alias) ?? alias,
        `its master ${master} is not in the folder: the import refuses it`,
      );
  for (const alias of firstInCycles(masters))
    report("template", aliases.get(alias) ?? alias, "is its own master: the import refuses it");
  return templates;
}

/** A domain has a root and a language. */
function checkDomains(
  items: Iterable<FolderItem>,
  languages: FolderLanguages,
  references: NodeReferences,
  report: ReportFinding,
): void {
  const names = new Set<string>();
  for (const { alias: name, root } of items) {
    if (names.has(name.toLowerCase())) report("domain", name, "another domain has this name: one is lost");
    names.add(name.toLowerCase());
    const info = root.child("Info");
    const language = childText(info, "Language");
    if (isMissing(language.toLowerCase(), languages))
      report(
        "domain",
        name,
        `has the language ${language}, which is not in the folder: the import does not save it`,
      );
    const key = keyIn(info?.child("Root"), "Key");
    if (key === undefined) report("domain", name, "has no root: the import does not save it");
    else {
      const text = "its root is not in the folder: the import does not save it";
      references.refer({ subject: "domain", name }, "content", key, text);
    }
  }
}
