/** The languages, domains and dictionary of a site, which language is read, and which of several texts counts in it. */
import { UsageError } from "../../errors.ts";
import type { Findings } from "../../site/findings.ts";
import {
  type DictionaryItem,
  dictionaryOf,
  isSameLanguage,
  type SiteDomain,
  type SiteLanguage,
} from "../../site/languages.ts";
import { type Key, keyOfAlias, parseKey } from "../../site/tree/key.ts";
import type { XmlElement } from "../xml/xml-parser.ts";
import { type ConfigFile, detached, isTrue, readConfig } from "./config-file.ts";
import type { UsyncFile } from "./find-files.ts";

/** The cultures that decide which values count. Codes are in lower case, since uSync writes them in either. */
export type Cultures = {
  /** The culture that is read; absent if a site has none, or several and no default. */
  read: string | undefined;
  /** The culture that values without one belong to. */
  fallback: string | undefined;
};

type StoredLanguages = {
  /** In code-unit order of their codes. */
  languages: readonly SiteLanguage[];
  cultures: Cultures;
};

/**
 * Reads `Languages/*.config`; uSync 7 names no default. Exports with two defaults exist, of which the first is taken.
 * @param requested the requested culture
 * @throws UsageError if the site has no such language
 */
export function readLanguages(
  files: readonly UsyncFile[],
  requested: string | undefined,
  findings: Findings,
): StoredLanguages {
  const found = new Map<string, Omit<SiteLanguage, "default">>();
  const defaults: string[] = [];
  for (const file of files) {
    const config = readConfig(file, findings);
    const language = config && languageIn(config.root);
    if (!config || !language) continue;
    if (!found.has(language.iso)) found.set(language.iso, language);
    if (isTrue(config.root.child("IsDefault")?.text)) defaults.push(language.iso);
  }
  defaults.sort();
  if (new Set(defaults).size > 1) {
    const text = `${defaults.join(" and ")} are both the default language: ${defaults[0]} is used`;
    findings.warn(files[0].name, text, "severalDefaults");
  }
  const codes = [...found.keys()].sort();
  const fallback = defaults[0] ?? (codes.length === 1 ? codes[0] : undefined);
  const read = (requested ?? fallback)?.toLowerCase();
  if (requested !== undefined && codes.length > 0 && !codes.some((code) => isSameLanguage(code, read))) {
    throw new UsageError(`--culture ${requested}: the site has no such language, only ${codes.join(", ")}`);
  }
  const languages = [...found.values()].sort((a, b) => (a.iso < b.iso ? -1 : 1));
  return {
    languages: detached(languages.map((language) => ({ ...language, default: language.iso === fallback }))),
    // If there is no default, the language that is read counts as the default.
    cultures: { read, fallback: fallback?.toLowerCase() ?? read },
  };
}

function languageIn(root: XmlElement): Omit<SiteLanguage, "default"> | undefined {
  const { Alias, CultureAlias, FriendlyName } = root.attributes;
  const iso = Alias || root.child("IsoCode")?.text || CultureAlias;
  if (root.name !== "Language" || !iso) return undefined;
  return {
    iso,
    name: root.child("Name")?.text || FriendlyName || iso,
    mandatory: isTrue(root.child("IsMandatory")?.text),
    fallback: root.child("Fallback")?.text || null,
  };
}

/** A text; without a culture it holds for all. Cultures are in lower case. */
export type CultureText = { culture: string | undefined; text: string };

/**
 * The culture's own text, else the one without a culture. But where texts vary, a single
 * one without a culture is the default language's; and where they do not, one with a culture counts only in the default
 * language.
 * @param varies whether texts vary; `undefined` if that is not known
 */
export function textInCulture(
  { read, fallback }: Cultures,
  texts: readonly CultureText[],
  varies: boolean | undefined,
): string | undefined {
  const isDefault = read === fallback;
  if (texts.length === 1 && texts[0].culture === undefined) {
    return varies && !isDefault ? undefined : texts[0].text;
  }
  const own = read === undefined ? undefined : texts.find(({ culture }) => culture === read);
  if (own && (varies !== false || isDefault)) return own.text;
  return texts.find(({ culture }) => culture === undefined)?.text;
}

/** The domains in the order in which the CMS tries them. */
export function readDomains(files: readonly UsyncFile[], findings: Findings): SiteDomain[] {
  const found = files.flatMap((file): { sortOrder: number; domain: SiteDomain }[] => {
    const config = readConfig(file, findings);
    const info = config?.root.child("Info");
    const domain = config?.root.attributes.Alias;
    if (!config || !info || !domain) return [];
    const root = info.child("Root");
    const sortOrder = info.child("SortOrder");
    const read = {
      domain: {
        domain,
        node: root ? config.key(root.attributes.Key, "the Key of Info/Root", root) : null,
        language: info.child("Language")?.text.trim() || null,
      },
      sortOrder: config.integer(sortOrder?.text, "SortOrder", sortOrder ?? config.root) ?? 0,
    };
    return config.faulty ? [] : [read];
  });
  // Files come in order of their names, which sorting keeps.
  return found.sort((a, b) => a.sortOrder - b.sortOrder).map(({ domain }) => domain);
}

type StoredItem = Parameters<typeof dictionaryOf>[0][number];

/** If several items have one id, the last in order of paths counts; an item that a file deletes is left out. */
export function readDictionary(files: readonly UsyncFile[], findings: Findings): DictionaryItem[] {
  const items = new Map<Key, StoredItem>();
  const deleted = new Set<Key | undefined>();
  for (const file of files) {
    const config = readConfig(file, findings);
    if (!config) continue;
    const { name, attributes } = config.root;
    const found =
      name === "Dictionary" ? [itemIn(config)] : name === "DictionaryItem" ? itemsIn7(config.root, null) : [];
    if (!config.faulty) for (const item of detached(found)) items.set(item.id, item);
    if (attributes.Change === "Delete") deleted.add(parseKey(attributes.Key?.trim() ?? ""));
  }
  return dictionaryOf([...items.values()].filter(({ id }) => !deleted.has(id)));
}

function itemIn(config: ConfigFile): StoredItem {
  const { root } = config;
  const texts = root.child("Translations")?.children ?? [];
  return {
    key: root.attributes.Alias ?? "",
    id: config.key(root.attributes.Key, "Key", root),
    parent: root.child("Info")?.child("Parent")?.text.trim() || null,
    translations: texts.map(({ attributes, text }) => [attributes.Language ?? "", text]),
  };
}

/** An item and all below it. Most have no id: it is then derived from the key, which no two items share. */
function itemsIn7({ attributes, children }: XmlElement, parent: string | null): StoredItem[] {
  const { Key: key = "", guid = "" } = attributes;
  const texts = children.filter(({ name }) => name === "Value");
  return [
    {
      key,
      id: parseKey(guid.trim()) ?? keyOfAlias("dictionary item", key),
      parent,
      translations: texts.map(({ attributes, text }) => [attributes.LanguageCultureAlias ?? "", text]),
    },
    ...children.filter(({ name }) => name === "DictionaryItem").flatMap((child) => itemsIn7(child, key)),
  ];
}
