/** The nodes of a uSync 17 folder with their values, and what an import would refuse, lose or hide of them. */
import { type Configuration, objectsIn, textIn } from "../../src/decode/configuration.ts";
import { isTrue } from "../../src/formats/usync/config-file.ts";
import type { XmlElement } from "../../src/formats/xml/xml-parser.ts";
import type { Kind } from "../../src/operations.ts";
import { entryIn } from "../../src/site/map-entries.ts";
import { mediaPath } from "../../src/site/media/media-paths.ts";
import { type Key, parseKey, ZERO_KEY } from "../../src/site/tree/key.ts";
import { childText, type FolderItem, keyIn, type ReportFinding } from "./folder-items.ts";
import { firstInCycles, type NodeReferences } from "./folder-references.ts";
import {
  allProperties,
  type FolderDataType,
  type FolderProperty,
  type FolderType,
  type FolderTypes,
  isMissing,
} from "./folder-types.ts";
import { type ElementValue, type StoredBlock, type ValueVisitor, valueFault } from "./value-forms.ts";

/** The languages of a folder by their codes in lower case. */
export type FolderLanguages = ReadonlyMap<string, { code: string; isMandatory: boolean }>;

/** What nodes are checked against. */
type NodeChecks = {
  types: FolderTypes;
  languages: FolderLanguages;
  references: NodeReferences;
  /** Whether a media file was copied. Default: it is not known */
  hasFile?: (path: string) => boolean;
  report: ReportFinding;
};

/** More siblings than this need uSync 17.5, since older versions order nodes by level and position in one number. */
const MOST_SIBLINGS = 1000;

/** Reports what an import would refuse, lose or hide of the nodes of a kind. */
export function checkNodes(kind: Kind, items: Iterable<FolderItem>, checks: NodeChecks): void {
  const { types, references, report } = checks;
  const parents = new Map<Key, Key>();
  const siblings = new Map<Key, number>();
  const propertiesOf = new Map<FolderType, Map<string, FolderProperty>>();
  for (const item of items) {
    const { key, alias: nodeName, root } = item;
    const name = key ?? nodeName;
    if (key !== undefined) references.add(kind, key);
    const info = root.child("Info");
    if (isTrue(childText(info, "Trashed"))) continue;
    const parent = keyIn(info?.child("Parent"), "Key") ?? ZERO_KEY;
    siblings.set(parent, (siblings.get(parent) ?? 0) + 1);
    if (parent !== ZERO_KEY) {
      if (key !== undefined) parents.set(key, parent);
      const text = `its parent ${parent} is not in the folder: it becomes a root`;
      references.refer({ subject: kind, name }, kind, parent, text);
    }
    const byAlias = types.byAlias[kind];
    const typeAlias = childText(info, "ContentType");
    const type = byAlias.get(typeAlias.toLowerCase());
    if (isMissing(typeAlias.toLowerCase(), byAlias))
      report(kind, name, `its type ${typeAlias} is not in the folder: the import fails`);
    if (!type) continue;
    const properties = entryIn(propertiesOf, type, () => allProperties(type, types));
    new NodeCheck(kind, name, type, properties, checks).check(item);
  }
  for (const key of firstInCycles(parents))
    report(kind, key, "lies below itself: the import makes it a root");
  for (const [parent, count] of siblings)
    if (count > MOST_SIBLINGS)
      report(kind, parent, `has ${count} nodes below: more than ${MOST_SIBLINGS} need uSync 17.5`);
}

/** A value in the folder, and where it is. */
type ValueAt = {
  /** The alias of the node's property. */
  property: string;
  /** The property as a reader finds it: `image of the block hero in body`. */
  where: string;
  dataType: FolderDataType | { editor: string; config?: undefined };
};

/** A node that is checked against its type. */
class NodeCheck {
  readonly #kind: Kind;
  readonly #name: string;
  readonly #type: FolderType;
  readonly #properties: ReadonlyMap<string, FolderProperty>;
  readonly #checks: NodeChecks;
  /** The languages in which the node is published, in lower case; "" if it does not vary. */
  #publishedIn: ReadonlySet<string> = new Set();

  constructor(
    kind: Kind,
    name: string,
    type: FolderType,
    properties: ReadonlyMap<string, FolderProperty>,
    checks: NodeChecks,
  ) {
    this.#kind = kind;
    this.#name = name;
    this.#type = type;
    this.#properties = properties;
    this.#checks = checks;
  }

  check({ root, source }: FolderItem): void {
    const info = root.child("Info");
    if (this.#type.isElement) this.#found(`its type ${this.#type.alias} is one of elements`);
    if (this.#kind === "content") {
      this.#publishedIn = publishedIn(info);
      this.#checkPublishing(info);
      const template = info?.child("Template");
      const key = keyIn(template, "Key");
      if (key !== undefined && isMissing(key, this.#checks.types.templates))
        this.#found(`its template ${template?.text || key} is not in the folder: it has none`);
    }
    const filled = new Map<string, Set<string>>();
    for (const element of root.child("Properties")?.children ?? []) {
      const property = this.#properties.get(element.name.toLowerCase());
      if (property) filled.set(property.alias.toLowerCase(), this.#checkProperty(element, property, source));
      else if (element.children.some((value) => value.text !== ""))
        this.#found(`${element.name} is no property of ${this.#type.alias}: its value is lost`);
    }
    for (const { alias, isMandatory, varies } of this.#properties.values()) {
      if (!isMandatory) continue;
      const cultures = filled.get(alias.toLowerCase()) ?? new Set();
      for (const published of this.#publishedIn)
        if (!cultures.has(this.#type.varies && varies ? published : ""))
          this.#found(`${alias} is mandatory and empty: the import does not publish the page`);
    }
  }

  #found(text: string): void {
    this.#checks.report(this.#kind, this.#name, text);
  }

  /** Names and publication by language. */
  #checkPublishing(info: XmlElement | undefined): void {
    const names = [
      ...(info?.child("NodeName")?.children ?? []),
      ...(info?.child("Published")?.children ?? []),
    ];
    const named = new Set(names.map(({ attributes }) => (attributes.Culture ?? "").toLowerCase()));
    for (const culture of named) this.#checkLanguage(culture, "has the language");
    if (!this.#type.varies) return;
    if (named.size === 0) this.#found("has no name in any language, though its type varies");
    const needed = [...this.#checks.languages.values()].filter(({ isMandatory }) => isMandatory);
    for (const { code } of named.size > 0 && this.#publishedIn.size > 0 ? needed : [])
      if (!this.#publishedIn.has(code.toLowerCase()))
        this.#found(`is not published in ${code}, which is mandatory: the import does not publish the page`);
  }

  #checkLanguage(culture: string, what: string): void {
    if (isMissing(culture.toLowerCase(), this.#checks.languages))
      this.#found(`${what} ${culture}, which is not in the folder: the import skips it`);
  }

  /** @returns the languages in which the property has a value; "" if it does not vary */
  #checkProperty(element: XmlElement, property: FolderProperty, source: string): Set<string> {
    const filled = new Set<string>();
    const { alias } = property;
    const varies = this.#type.varies && property.varies;
    const at: ValueAt = { property: alias, where: alias, dataType: this.#dataTypeOf(property) };
    for (const value of element.children) {
      const culture = value.attributes.Culture;
      if (culture) this.#checkLanguage(culture, `${alias} has a value in`);
      if (culture && !varies)
        this.#found(`${alias} has a value in ${culture}, and does not vary: the import can lose it`);
      const text = value.content(source);
      if (isEmpty(text)) continue;
      filled.add(culture && varies ? culture.toLowerCase() : "");
      this.#checkValue(text, at);
    }
    return filled;
  }

  #dataTypeOf({ definition, editor }: FolderProperty): ValueAt["dataType"] {
    return this.#checks.types.dataTypes.get(definition) ?? { editor };
  }

  #checkValue(value: unknown, at: ValueAt): void {
    const { property, where, dataType } = at;
    const { types, references, hasFile } = this.#checks;
    const found = (text: string) => this.#found(`${where} (${dataType.editor}): ${text}`);
    const visitor: ValueVisitor = {
      type: (key) => types.byKey.get(key),
      hidden: found,
      culture: (code) => this.#checkLanguage(code, `${where} has a block in`),
      reference: (verb, kind, key) => {
        const node = kind === "media" ? "media node" : "page";
        const from = { subject: this.#kind, name: this.#name, property };
        const text = `${where} (${dataType.editor}): ${verb} the ${node} ${key}, which is not in the folder: it leads nowhere after the import`;
        references.refer(from, kind, key, text);
      },
      file: (path) => {
        const stored = mediaPath(path);
        if (hasFile && stored?.startsWith("/media/") && !hasFile(stored))
          found(`its file ${stored} was not copied: no media node has it`);
      },
      element: (key, values) => {
        const type = types.byKey.get(key);
        if (type) this.#checkElement(type, values, at);
      },
      block: (block) => {
        if (dataType.config) for (const text of unlisted(block, dataType.config, types)) found(text);
      },
    };
    const fault = valueFault(dataType, value, visitor);
    if (fault !== undefined) found(fault);
    else if (this.#publishedIn.size > 0) this.#checkOption(value, at);
  }

  #checkElement(type: FolderType, values: readonly ElementValue[], { property, where }: ValueAt): void {
    const { types, languages } = this.#checks;
    const properties = allProperties(type, types);
    const filled = new Set<string>();
    const inBlock = (alias: string) => `${alias} of the block ${type.alias} in ${where}`;
    for (const { alias, culture, value } of values) {
      const own = properties.get(alias.toLowerCase());
      if (isEmpty(value)) continue;
      if (!own) {
        this.#found(`${alias} is no property of the block ${type.alias} in ${where}: its value is lost`);
        continue;
      }
      filled.add(own.alias);
      const varies = type.varies && own.varies;
      if (culture !== undefined) this.#checkLanguage(culture, `${inBlock(own.alias)} has a value in`);
      if (culture !== undefined && !varies)
        this.#found(`${inBlock(own.alias)} has a value in ${culture}, and does not vary: 17 can lose it`);
      if (culture === undefined && varies && languages.size > 1)
        this.#found(`${inBlock(own.alias)} has a value without a language, and varies: 17 can hide it`);
      this.#checkValue(value, { property, where: inBlock(own.alias), dataType: this.#dataTypeOf(own) });
    }
    if (this.#publishedIn.size === 0) return;
    for (const { alias, isMandatory } of properties.values())
      if (isMandatory && !filled.has(alias))
        this.#found(`${inBlock(alias)} is mandatory and empty: the import does not publish the page`);
  }

  /** What Umbraco refuses to publish, beside empty values: options that are not in the list. */
  #checkOption(value: unknown, { where, dataType }: ValueAt): void {
    const { editor, config } = dataType;
    if (!/^umbraco\.radiobuttonlist$/i.test(editor) || config === undefined) return;
    const items: unknown[] = Array.isArray(config.items) ? config.items : [];
    if (items.length === 0)
      this.#checks.report(
        "data-type",
        dataType.name,
        "lists no options: the import does not publish pages with a value of it",
      );
    else if (!items.includes(value))
      this.#found(
        `${where} (${editor}): ${value} is not among the options: the import does not publish the page`,
      );
  }
}

/** What of a block a data type does not list. */
function unlisted({ type, areas }: StoredBlock, config: Configuration, { byKey }: FolderTypes): string[] {
  const listed = objectsIn(config, "blocks").find(
    (block) => parseKey(textIn(block, "contentElementTypeKey") ?? "") === type,
  );
  const alias = byKey.get(type)?.alias;
  if (!listed) return [`its data type does not list blocks of the type ${alias}: no page shows them`];
  const known = objectsIn(listed, "areas").map((area) => parseKey(textIn(area, "key") ?? ""));
  return areas
    .filter((key) => !known.includes(key))
    .map((key) => `its data type has no area ${key} in blocks of the type ${alias}: no page shows it`);
}

/** The languages in which a page is published, in lower case; "" if it has no languages. */
function publishedIn(info: XmlElement | undefined): Set<string> {
  const published = info?.child("Published");
  const cultures = published?.children ?? [];
  const codes = cultures.filter(({ text }) => isTrue(text)).map(({ attributes }) => attributes.Culture ?? "");
  if (cultures.length > 0) return new Set(codes.map((code) => code.toLowerCase()));
  return new Set(isTrue(published?.attributes.Default) ? [""] : []);
}

/** Whether Umbraco takes a value for empty. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return /^\s*(?:\[\s*\]|\{\s*\})?\s*$/.test(value);
  return Array.isArray(value) && value.length === 0;
}
