/** The XML of a site's languages, types, templates, dictionary and domains, in the element order of uSync 17. */

import type { Kind } from "../operations.ts";
import type { DictionaryItem, SiteLanguage } from "../site/languages.ts";
import type { Variation } from "../site/schema/definitions.ts";
import { type Key, ZERO_KEY } from "../site/tree/key.ts";
import type { TargetDataType } from "./target-data-types.ts";
import type { TargetProperty, TargetTab, TargetTemplate, TargetType } from "./target-model.ts";
import { compareNames, hashKey, usyncJson } from "./usync-texts.ts";
import { flagElement, textElement, type XmlNode, xmlFile } from "./xml-writer.ts";

/** A domain of a node that is written. */
type TargetDomain = {
  domain: string;
  language: string;
  root: Key;
  /** The real names of the root and its ancestors, with slashes. */
  path: string;
  sortOrder: number;
};

/** The version that is written, as `usync.config` and exports of uSync 17 name it. */
const USYNC_VERSION = "17.3.0.0";

/** The text of `usync.config`; the comment marks a folder that this program may replace. */
export function usyncConfig(mark: string): string {
  const file = xmlFile({ name: "uSync", attributes: { version: USYNC_VERSION, format: "10.7.0" } });
  return file.replace("\n", `\n<!-- ${mark} -->\n`);
}

export function languageXml({ iso, name, mandatory, default: isDefault, fallback }: SiteLanguage): XmlNode {
  return {
    name: "Language",
    attributes: { Key: hashKey(iso), Alias: iso, Level: 0 },
    children: [
      textElement("Name", name),
      textElement("IsoCode", iso),
      flagElement("IsMandatory", mandatory),
      flagElement("IsDefault", isDefault),
      ...(fallback === null ? [] : [textElement("Fallback", fallback)]),
    ],
  };
}

export function dataTypeXml({ key, name, editor, ui, config }: TargetDataType): XmlNode {
  return {
    name: "DataType",
    attributes: { Key: key, Alias: name, Level: 1 },
    children: [
      {
        name: "Info",
        children: [
          textElement("Name", name),
          textElement("EditorAlias", editor),
          textElement("EditorUIAlias", ui),
        ],
      },
      { name: "Config", cdata: usyncJson(JSON.stringify(configOf(config))) },
    ],
  };
}

/** A configuration in uSync's order. An empty list, also of empty lists, says nothing, and uSync stores it as `null`. */
function configOf(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.every(isEmpty);
  const members = Object.entries(config).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A template without its view, which is a file of its own. */
export function templateXml({ key, alias, name }: TargetTemplate): XmlNode {
  return {
    name: "Template",
    attributes: { Key: key, Alias: alias, Level: 1 },
    children: [textElement("Name", name), { name: "Parent" }],
  };
}

/** A view that shows nothing: those of old versions do not compile. Without a view, Umbraco refuses the template. */
export const VIEW_STUB = "@inherits Umbraco.Cms.Web.Common.Views.UmbracoViewPage\n@{\n  Layout = null;\n}\n";

const VARIATIONS: Readonly<Record<Variation, string>> = {
  nothing: "Nothing",
  culture: "Culture",
  segment: "Segment",
  both: "CultureAndSegment",
};

/** @param level from 1, by the types that it lies below */
export function typeXml(type: TargetType, level: number): XmlNode {
  const { kind, key, alias, parent } = type;
  const named = (name: string, { key: each, alias: text }: { key: Key; alias: string }): XmlNode =>
    textElement(name, text, { Key: each });
  const info: XmlNode = {
    name: "Info",
    children: [
      textElement("Name", type.name),
      textElement("Icon", type.icon),
      textElement("Thumbnail", "folder.png"),
      textElement("Description", type.description),
      textElement("AllowAtRoot", type.allowedAtRoot ? "True" : "False"),
      textElement("ListView", type.listView ?? ZERO_KEY),
      textElement("Variations", VARIATIONS[type.variation]),
      flagElement("IsElement", type.isElement),
      ...(kind === "content" ? [HISTORY_CLEANUP] : []),
      ...(parent ? [named("Parent", parent)] : []),
      {
        name: "Compositions",
        children: type.bases
          .toSorted((a, b) => compareNames(a.alias, b.alias))
          .map((base) => named("Composition", base)),
      },
      ...(kind === "content"
        ? [
            textElement("DefaultTemplate", type.defaultTemplate),
            {
              name: "AllowedTemplates",
              children: type.templates.map((template) => named("Template", template)),
            },
          ]
        : []),
    ],
  };
  const structure: XmlNode = {
    name: "Structure",
    children: type.allowed.map((child, index) =>
      textElement(TYPE_ELEMENTS[kind], child.alias, { Key: child.key, SortOrder: index }),
    ),
  };
  const properties: XmlNode = {
    name: "GenericProperties",
    children: type.properties
      .toSorted((a, b) => compareNames(a.alias, b.alias))
      .map((property) => propertyXml(property, kind)),
  };
  const tabs: XmlNode = {
    name: "Tabs",
    children: type.tabs.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(tabXml),
  };
  return {
    name: TYPE_ELEMENTS[kind],
    attributes: { Key: key, Alias: alias, Level: level },
    children: kind === "content" ? [info, structure, properties, tabs] : [info, properties, structure, tabs],
  };
}

const TYPE_ELEMENTS: Readonly<Record<Kind, string>> = { content: "ContentType", media: "MediaType" };

const HISTORY_CLEANUP: XmlNode = {
  name: "HistoryCleanup",
  children: [
    textElement("PreventCleanup", "False"),
    textElement("KeepAllVersionsNewerThanDays", ""),
    textElement("KeepLatestVersionPerDayForDays", ""),
  ],
};

function propertyXml(property: TargetProperty, kind: Kind): XmlNode {
  const { key, name, alias, dataType, mandatory, description, sortOrder, tab, variation } = property;
  const { validation = {}, labelOnTop = false } = property;
  return {
    name: "GenericProperty",
    children: [
      textElement("Key", key),
      textElement("Name", name),
      textElement("Alias", alias),
      textElement("Definition", dataType.key),
      textElement("Type", dataType.editor),
      flagElement("Mandatory", mandatory),
      textElement("Validation", validation.pattern ?? ""),
      { name: "Description", cdata: description },
      textElement("SortOrder", String(sortOrder)),
      textElement("Tab", tab?.name ?? "", tab && { Alias: tab.alias }),
      ...(kind === "content" ? [textElement("Variations", VARIATIONS[variation])] : []),
      textElement("MandatoryMessage", validation.mandatoryMessage ?? ""),
      textElement("ValidationRegExpMessage", validation.patternMessage ?? ""),
      flagElement("LabelOnTop", labelOnTop),
    ],
  };
}

function tabXml({ key, name, alias, isTab, sortOrder }: TargetTab): XmlNode {
  return {
    name: "Tab",
    children: [
      textElement("Key", key),
      textElement("Caption", name),
      textElement("Alias", alias),
      textElement("Type", isTab ? "Tab" : "Group"),
      textElement("SortOrder", String(sortOrder)),
    ],
  };
}

/** @param level from 0 */
export function dictionaryXml({ id, key, parent, translations }: DictionaryItem, level: number): XmlNode {
  return {
    name: "Dictionary",
    attributes: { Key: id, Alias: key, Level: level },
    children: [
      { name: "Info", children: parent === null ? [] : [textElement("Parent", parent)] },
      {
        name: "Translations",
        children: Object.entries(translations).map(([language, text]) =>
          textElement("Translation", text, { Language: language }),
        ),
      },
    ],
  };
}

export function domainXml({ domain, language, root, path, sortOrder }: TargetDomain): XmlNode {
  return {
    name: "Domain",
    attributes: { Key: hashKey(domain), Alias: domain },
    children: [
      {
        name: "Info",
        children: [
          flagElement("IsWildcard", false),
          textElement("Language", language),
          textElement("Root", path, { Key: root }),
          textElement("SortOrder", String(sortOrder)),
        ],
      },
    ],
  };
}
