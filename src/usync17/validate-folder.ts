/** Checks a uSync 17 folder as the import would read it: what it would refuse, lose or hide. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseXml, type XmlElement, XmlSyntaxError } from "../formats/xml/xml-parser.ts";
import { isMembers } from "../json/shape.ts";
import type { Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import { type Key, parseKey, ZERO_KEY } from "../site/tree/key.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import type { Subject } from "./move-report.ts";
import { valueFault } from "./value-forms.ts";

/** Called with each finding. @param name what it is about: an alias, the name of a data type, the key of a node */
type Report = (kind: Subject, name: string, text: string) => void;

type FolderType = {
  kind: Kind;
  key: Key;
  alias: string;
  isElement: boolean;
  varies: boolean;
  bases: Key[];
  /** Its own, by alias in lower case. */
  properties: Map<string, FolderProperty>;
  /** Whether groups of tabs are tabs, by alias in lower case. */
  tabs: Map<string, boolean>;
};
type FolderProperty = { alias: string; dataType: Key; editor: string; varies: boolean; isMandatory: boolean };

/** Sections that an export may lack: references to what would be in them are not checked. */
type Section =
  | "Languages"
  | "DataTypes"
  | "Templates"
  | "ContentTypes"
  | "MediaTypes"
  | "Content"
  | "Media"
  | "Domains"
  | "Dictionary";

/** More siblings than this need uSync 17.5, since older versions order nodes by level and position in one number. */
const MOST_SIBLINGS = 1000;

/** @param folder the folder of the sections */
export function validateFolder(folder: string, report: Report): void {
  new FolderValidator(folder, report).validate();
}

class FolderValidator {
  readonly #folder: string;
  readonly #report: Report;
  /** The keys of each section; `undefined` if the export has no such section. */
  readonly #keys = new Map<Section, Map<Key, string>>();
  readonly #languages = new Set<string>();
  readonly #types = new Map<Key, FolderType>();
  readonly #typesByAlias: Record<Kind, Map<string, FolderType>> = { content: new Map(), media: new Map() };
  /** The editors of data types by key. */
  readonly #editors = new Map<Key, string>();

  constructor(folder: string, report: Report) {
    this.#folder = folder;
    this.#report = report;
  }

  validate(): void {
    this.#readLanguages();
    for (const root of this.#roots("Templates", "template")) void root;
    for (const [kind, section, subject] of TYPE_SECTIONS)
      for (const root of this.#roots(section, subject)) this.#readType(kind, root, subject);
    this.#readDataTypes();
    this.#validateTypes();
    for (const root of this.#roots("Dictionary", "dictionary")) void root;
    for (const [kind, section] of NODE_SECTIONS) this.#validateNodes(kind, section);
    for (const root of this.#roots("Domains", "domain")) this.#validateDomain(root);
  }

  /** The root elements of the files of a section, with unique keys. */
  *#roots(section: Section, subject: Subject): Generator<XmlElement & { source: string }, void> {
    for (const { root, source, file } of this.#files(section)) {
      if (root.name === "Empty") continue;
      const key = parseKey(root.attributes.Key ?? "");
      const name = root.attributes.Alias ?? file;
      const keys = entryIn(this.#keys, section, () => new Map<Key, string>());
      if (key === undefined || key === ZERO_KEY) this.#report(subject, name, `${file} has no key`);
      else if (keys.has(key))
        this.#report(subject, name, `has the key ${key} of ${keys.get(key)}: the import stops`);
      else keys.set(key, name);
      yield Object.assign(root, { source });
    }
  }

  *#files(section: Section): Generator<{ root: XmlElement; source: string; file: string }, void> {
    const path = join(this.#folder, section);
    let names: string[];
    try {
      names = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) =>
        name.endsWith(".config"),
      );
    } catch {
      return;
    }
    for (const name of names.toSorted()) {
      const source = withoutMark(readFileSync(join(path, name))).toString();
      try {
        yield { root: parseXml(source), source, file: `${section}/${name}` };
      } catch (error) {
        if (!(error instanceof XmlSyntaxError)) throw error;
        this.#report(
          "file",
          `${section}/${name}`,
          `line ${error.line}: ${error.message}: the import skips it`,
        );
      }
    }
  }

  #readLanguages(): void {
    let defaults = 0;
    for (const root of this.#roots("Languages", "language")) {
      this.#languages.add(textOf(root, "IsoCode").toLowerCase());
      if (isTrue(textOf(root, "IsDefault"))) defaults++;
    }
    if (this.#languages.size > 0 && defaults !== 1)
      this.#report("language", "default", `${defaults} languages are the default: there must be one`);
  }

  #readType(kind: Kind, root: XmlElement, subject: Subject): void {
    const info = root.child("Info");
    const alias = root.attributes.Alias ?? "";
    const type: FolderType = {
      kind,
      key: parseKey(root.attributes.Key ?? "") ?? "",
      alias,
      isElement: isTrue(textOf(info, "IsElement")),
      varies: variesIn(info),
      bases: (info?.child("Compositions")?.children ?? []).flatMap(
        ({ attributes }) => parseKey(attributes.Key ?? "") ?? [],
      ),
      properties: new Map(),
      tabs: new Map(),
    };
    for (const property of root.child("GenericProperties")?.children ?? []) {
      const name = textOf(property, "Alias");
      if (type.properties.has(name.toLowerCase()))
        this.#report(subject, alias, `has the property ${name} twice`);
      type.properties.set(name.toLowerCase(), {
        alias: name,
        dataType: parseKey(textOf(property, "Definition")) ?? "",
        editor: textOf(property, "Type"),
        varies: variesIn(property),
        isMandatory: isTrue(textOf(property, "Mandatory")),
      });
      this.#takeKey(textOf(property, "Key"), subject, alias, `property ${name}`);
    }
    for (const tab of root.child("Tabs")?.children ?? []) {
      const name = textOf(tab, "Alias");
      if (name.trim() === "")
        this.#report(subject, alias, "has a tab without an alias: the import refuses it");
      type.tabs.set(name.toLowerCase(), textOf(tab, "Type") === "Tab");
      this.#takeKey(textOf(tab, "Key"), subject, alias, `tab ${name}`);
    }
    for (const property of root.child("GenericProperties")?.children ?? []) {
      const tab = property.child("Tab")?.attributes.Alias;
      if (tab && !type.tabs.has(tab.toLowerCase()) && !this.#isInheritedTab(root))
        this.#report(
          subject,
          alias,
          `has no tab ${tab}, which its property ${textOf(property, "Alias")} names`,
        );
    }
    if (this.#typesByAlias[kind].has(alias.toLowerCase()))
      this.#report(subject, alias, "another type has this alias");
    this.#types.set(type.key, type);
    this.#typesByAlias[kind].set(alias.toLowerCase(), type);
  }

  /** Types that inherit may name the tabs of their bases. */
  #isInheritedTab(root: XmlElement): boolean {
    const info = root.child("Info");
    return (info?.child("Compositions")?.children.length ?? 0) > 0;
  }

  readonly #memberKeys = new Map<Key, string>();

  /** The keys of properties and tabs are unique over all types. */
  #takeKey(text: string, subject: Subject, alias: string, what: string): void {
    const key = parseKey(text);
    const other = key === undefined ? undefined : this.#memberKeys.get(key);
    if (key === undefined) this.#report(subject, alias, `its ${what} has no key`);
    else if (other !== undefined) this.#report(subject, alias, `its ${what} has the key of ${other}`);
    else this.#memberKeys.set(key, `${alias}, ${what}`);
  }

  #readDataTypes(): void {
    const names = new Set<string>();
    for (const root of this.#roots("DataTypes", "data-type")) {
      const name = root.attributes.Alias ?? "";
      const found = (text: string) => this.#report("data-type", name, text);
      const info = root.child("Info");
      this.#editors.set(parseKey(root.attributes.Key ?? "") ?? "", textOf(info, "EditorAlias"));
      if (names.has(name.toLowerCase())) found("another data type has this name");
      names.add(name.toLowerCase());
      if (textOf(info, "EditorAlias") === "") found("names no editor");
      if (textOf(info, "EditorUIAlias") === "") found("names no interface of its editor");
      const config = parsedJson(root.child("Config")?.text ?? "{}");
      if (!isMembers(config)) found("its configuration is no JSON object");
      else this.#validateBlocks(config, found);
    }
  }

  #validateBlocks({ blocks }: Record<string, unknown>, found: (text: string) => void): void {
    if (!Array.isArray(blocks) || !this.#keys.has("ContentTypes")) return;
    for (const block of blocks.filter(isMembers)) {
      for (const name of ["contentElementTypeKey", "settingsElementTypeKey"]) {
        const key = typeof block[name] === "string" ? parseKey(block[name]) : undefined;
        if (key === undefined) continue;
        const type = this.#types.get(key);
        if (!type) found(`its block ${key} has no type`);
        else if (!type.isElement) found(`its block ${type.alias} is a type of nodes, not of elements`);
      }
    }
  }

  #validateTypes(): void {
    for (const type of this.#types.values()) {
      const subject = type.kind === "content" ? "content-type" : "media-type";
      const found = (text: string) => this.#report(subject, type.alias, text);
      for (const base of type.bases)
        if (!this.#types.has(base)) found(`its composition ${base} is not in the folder`);
      const family = this.#familyOf(type);
      if (family.slice(1).includes(type)) found("inherits from itself");
      const aliases = new Map<string, string>();
      const tabs = new Map<string, boolean>();
      for (const member of new Set(family)) {
        for (const { alias } of member.properties.values()) {
          const other = aliases.get(alias.toLowerCase());
          if (other !== undefined) found(`the property ${alias} is in ${member.alias} and in ${other}`);
          aliases.set(alias.toLowerCase(), member.alias);
        }
        for (const [alias, isTab] of member.tabs) {
          if (tabs.has(alias) && tabs.get(alias) !== isTab)
            found(`${alias} is a tab here and a group in ${member.alias}`);
          tabs.set(alias, isTab);
        }
      }
      if (!this.#keys.has("DataTypes")) continue;
      for (const { alias, dataType, editor } of type.properties.values()) {
        const own = this.#editors.get(dataType);
        if (own === undefined)
          found(`the data type of ${alias} is not in the folder: the property is not created`);
        else if (own !== editor) found(`${alias} names the editor ${editor}, its data type ${own}`);
      }
    }
  }

  /** A type, then all that it inherits from; a type that comes again is in it twice. */
  #familyOf(type: FolderType): FolderType[] {
    const family = [type];
    const seen = new Set<FolderType>();
    for (let at = 0; at < family.length; at++) {
      if (seen.has(family[at])) continue;
      seen.add(family[at]);
      for (const base of family[at].bases) {
        const found = this.#types.get(base);
        if (found) family.push(found);
      }
    }
    return family;
  }

  #properties = new Map<FolderType, Map<string, FolderProperty>>();

  #propertiesOf(type: FolderType): Map<string, FolderProperty> {
    return entryIn(this.#properties, type, () => {
      const all = this.#familyOf(type).flatMap(({ properties }) => [...properties]);
      return new Map(all.toReversed());
    });
  }

  #validateNodes(kind: Kind, section: "Content" | "Media"): void {
    const parents: { name: string; key: Key; parent: Key }[] = [];
    const hasTypes = this.#typesByAlias[kind].size > 0;
    for (const root of this.#roots(section, kind)) {
      const info = root.child("Info");
      if (isTrue(textOf(info, "Trashed"))) continue;
      const key = root.attributes.Key ?? "";
      const name = key;
      const parent = parseKey(info?.child("Parent")?.attributes.Key ?? "") ?? ZERO_KEY;
      parents.push({ name, key, parent });
      const alias = textOf(info, "ContentType");
      const type = this.#typesByAlias[kind].get(alias.toLowerCase());
      if (!hasTypes) continue;
      if (!type) this.#report(kind, name, `its type ${alias} is not in the folder: the import fails`);
      else this.#validateNode(kind, name, root, type);
    }
    const keys = this.#keys.get(section);
    const siblings = new Map<Key, number>();
    for (const { name, parent } of parents) {
      siblings.set(parent, (siblings.get(parent) ?? 0) + 1);
      if (parent !== ZERO_KEY && !keys?.has(parent))
        this.#report(kind, name, `its parent ${parent} is not in the folder: it becomes a root`);
    }
    for (const [parent, count] of siblings)
      if (count > MOST_SIBLINGS)
        this.#report(kind, parent, `has ${count} nodes below: more than ${MOST_SIBLINGS} need uSync 17.5`);
  }

  #validateNode(kind: Kind, name: string, root: XmlElement & { source: string }, type: FolderType): void {
    const info = root.child("Info");
    const found = (text: string) => this.#report(kind, name, text);
    if (type.isElement) found(`its type ${type.alias} is one of elements`);
    const cultures = [
      ...(info?.child("NodeName")?.children ?? []),
      ...(info?.child("Published")?.children ?? []),
    ];
    const named = new Set(cultures.map(({ attributes }) => (attributes.Culture ?? "").toLowerCase()));
    for (const culture of named)
      if (this.#languages.size > 0 && !this.#languages.has(culture))
        found(`has the language ${culture}, which is not in the folder`);
    if (type.varies && kind === "content" && named.size === 0)
      found("has no name in any language, though its type varies");
    const template = info?.child("Template")?.attributes.Key;
    const templates = this.#keys.get("Templates");
    if (template && templates && !templates.has(parseKey(template) ?? ""))
      found(`its template ${template} is not in the folder`);
    const properties = this.#propertiesOf(type);
    const filled = new Set<string>();
    for (const element of root.child("Properties")?.children ?? []) {
      const property = properties.get(element.name.toLowerCase());
      if (!property) {
        if (element.children.some((value) => value.text !== ""))
          found(`${element.name} is no property of ${type.alias}`);
        continue;
      }
      for (const value of element.children) {
        const culture = value.attributes.Culture?.toLowerCase();
        if (culture && this.#languages.size > 0 && !this.#languages.has(culture))
          found(`${element.name} has a value in ${culture}, which is not in the folder`);
        if (culture && !(type.varies && property.varies))
          found(`${element.name} has a value in ${culture}, and does not vary`);
        const text = value.content(root.source);
        if (text === undefined || text === "") continue;
        filled.add(property.alias.toLowerCase());
        const editor = this.#editors.get(property.dataType) ?? property.editor;
        const fault = valueFault(editor, text, (type) => this.#types.get(type));
        if (fault !== undefined) found(`${element.name} (${editor}): ${fault}`);
      }
    }
    const published = info?.child("Published");
    const isPublic =
      kind === "content" &&
      (published?.children.some(({ text }) => isTrue(text)) || isTrue(published?.attributes.Default));
    if (!isPublic) return;
    for (const { alias, isMandatory } of properties.values())
      if (isMandatory && !filled.has(alias.toLowerCase()))
        found(`${alias} is mandatory and empty: the import does not publish the page`);
  }

  #validateDomain(root: XmlElement): void {
    const name = root.attributes.Alias ?? "";
    const info = root.child("Info");
    const language = textOf(info, "Language").toLowerCase();
    if (this.#languages.size > 0 && !this.#languages.has(language))
      this.#report("domain", name, `has the language ${language}, which is not in the folder`);
    const key = parseKey(info?.child("Root")?.attributes.Key ?? "");
    const nodes = this.#keys.get("Content");
    if (nodes && (key === undefined || !nodes.has(key)))
      this.#report("domain", name, "its root is not in the folder");
  }
}

const TYPE_SECTIONS = [
  ["content", "ContentTypes", "content-type"],
  ["media", "MediaTypes", "media-type"],
] as const;
const NODE_SECTIONS = [
  ["media", "Media"],
  ["content", "Content"],
] as const;

function textOf(parent: XmlElement | undefined, name: string): string {
  return parent?.child(name)?.text.trim() ?? "";
}

function isTrue(text: string | undefined): boolean {
  return text?.trim().toLowerCase() === "true";
}

function variesIn(parent: XmlElement | undefined): boolean {
  return /^Culture/.test(textOf(parent, "Variations"));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
