/** Checks a uSync 17 folder as the import would read it: what it would refuse, lose or hide. */
import { isTrue } from "../../src/formats/usync/config-file.ts";
import { type Key, ZERO_KEY } from "../../src/site/tree/key.ts";
import {
  childText,
  type FolderItem,
  folderItems,
  keyIn,
  type ReportFinding,
  type Subject,
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

/** Names, in lower case, with the names that they lie below or fall back to; those can be empty. */
type NamesAbove = Map<string, { name: string; above: string }>;

/** Reports names above others that are missing, and names that are above themselves. */
function checkNamesAbove(
  names: NamesAbove,
  missing: (name: string, above: string) => void,
  cyclic: (name: string) => void,
): void {
  const known = new Map<string, string>();
  for (const [folded, { name, above }] of names) {
    if (names.has(above.toLowerCase())) known.set(folded, above.toLowerCase());
    else if (above !== "") missing(name, above);
  }
  for (const folded of firstInCycles(known)) cyclic(names.get(folded)?.name ?? folded);
}

/** Reads the languages. One is the default, and each can fall back to another. */
function checkLanguages(items: Iterable<FolderItem>, report: ReportFinding): FolderLanguages {
  const languages = new Map<string, { code: string; isMandatory: boolean }>();
  const fallbacks: NamesAbove = new Map();
  let defaults = 0;
  for (const { root } of items) {
    const code = childText(root, "IsoCode");
    if (languages.has(code.toLowerCase()))
      report("language", code, "another file has this language: the import overwrites it");
    languages.set(code.toLowerCase(), { code, isMandatory: isTrue(childText(root, "IsMandatory")) });
    fallbacks.set(code.toLowerCase(), { name: code, above: childText(root, "Fallback") });
    if (isTrue(childText(root, "IsDefault"))) defaults++;
  }
  if (languages.size > 0 && defaults !== 1)
    report("language", "default", `${defaults} languages are the default: there must be one`);
  checkNamesAbove(
    fallbacks,
    (code, fallback) =>
      report("language", code, `falls back to ${fallback}, which is not in the folder: it has no fallback`),
    (code) => report("language", code, "falls back to itself"),
  );
  return languages;
}

/** Items lie below others by their names, which are unique. */
function checkDictionary(
  items: Iterable<FolderItem>,
  languages: FolderLanguages,
  report: ReportFinding,
): void {
  const parents: NamesAbove = new Map();
  for (const { alias: name, root } of items) {
    if (parents.has(name.toLowerCase()))
      report("dictionary", name, "another item has this name: the import overwrites it");
    parents.set(name.toLowerCase(), { name, above: childText(root.child("Info"), "Parent") });
    for (const { attributes } of root.child("Translations")?.children ?? [])
      if (isMissing((attributes.Language ?? "").toLowerCase(), languages))
        report(
          "dictionary",
          name,
          `has a text in ${attributes.Language}, which is not in the folder: the import skips it`,
        );
  }
  checkNamesAbove(
    parents,
    (name, parent) =>
      report("dictionary", name, `its parent ${parent} is not in the folder: it becomes a root`),
    (name) => report("dictionary", name, "lies below itself: the import makes it a root"),
  );
}

/** The layout that a view names. */
const LAYOUT = /\bLayout\s*=\s*"(?:[^"]*\/)?([^"/]+)\.cshtml"/;

/** Reads the aliases of templates by key. Umbraco takes the master of a template from its contents. */
function checkTemplates(items: Iterable<FolderItem>, report: ReportFinding): Map<Key, string> {
  const templates = new Map<Key, string>();
  const masters: NamesAbove = new Map();
  for (const { key = ZERO_KEY, alias, root } of items) {
    if (masters.has(alias.toLowerCase()))
      report("template", alias, "another template has this alias: the import overwrites it");
    templates.set(key, alias);
    const master = LAYOUT.exec(root.child("Contents")?.text ?? "")?.[1] ?? childText(root, "Parent");
    masters.set(alias.toLowerCase(), { name: alias, above: master });
  }
  checkNamesAbove(
    masters,
    (alias, master) =>
      report("template", alias, `its master ${master} is not in the folder: the import refuses it`),
    (alias) => report("template", alias, "is its own master: the import refuses it"),
  );
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
