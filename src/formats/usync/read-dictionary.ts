/** Reads the dictionary: a file an item from uSync 8 on, a file a root with all items below it in uSync 7. */
import { type DictionaryItem, dictionaryOf } from "../../site/dictionary.ts";
import type { Findings } from "../../site/findings.ts";
import { type Key, keyOfAlias, parseKey } from "../../site/tree/key.ts";
import type { XmlElement } from "../xml/xml-parser.ts";
import { type ConfigFile, detached, readConfig } from "./config-file.ts";
import type { UsyncFile } from "./find-files.ts";

/** The folder as uSync 8 and uSync 7 call it. */
export const DICTIONARY_SECTIONS = ["Dictionary", "DictionaryItem"];

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
    for (const item of detached(found)) items.set(item.id, item);
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
