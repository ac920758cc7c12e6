/** The XML of nodes, in the element order of uSync 17. */
import type { Kind } from "../operations.ts";
import { variesByCulture } from "../site/schema/definitions.ts";
import { type Key, ZERO_KEY } from "../site/tree/key.ts";
import type { EncodedNode } from "./encode-language.ts";
import type { TargetTemplate, TargetType } from "./target-model.ts";
import { compareNames, isJson, usyncJson } from "./usync-texts.ts";
import { flagElement, textElement, type XmlNode } from "./xml-writer.ts";

/** A node in all its languages. */
export type TargetNode = {
  kind: Kind;
  key: Key;
  type: TargetType;
  parent: { key: Key; name: string } | undefined;
  /** From 1. */
  level: number;
  /** The names of the ancestors and its own, as a path. */
  path: string;
  sortOrder: number;
  createDate: string;
  template: TargetTemplate | undefined;
  /**
   * What it has in each language; one without a language for a node that does not vary. The first has the values of
   * properties that do not vary.
   */
  languages: readonly { culture: string | undefined; node: EncodedNode }[];
  /** Whether its media file is copied: Umbraco then reads the facts about it anew. */
  hasFile?: boolean;
  /** Its name in the default language, or else the first. */
  name: string;
};

export function nodeXml(node: TargetNode): XmlNode {
  const { kind, key, parent, level, path, type, languages, name, template } = node;
  const named = sorted(languages).filter(({ culture }) => culture !== undefined);
  const isPublished = languages.some((each) => each.node.isPublished);
  const info: XmlNode[] = [
    textElement("Parent", parent?.name ?? "", { Key: parent?.key ?? ZERO_KEY }),
    textElement("Path", path),
    flagElement("Trashed", false),
    textElement("ContentType", type.alias),
    ...(node.createDate === "" ? [] : [textElement("CreateDate", node.createDate)]),
    {
      name: "NodeName",
      attributes: { Default: name },
      children: named.map(({ culture = "", node: own }) =>
        textElement("Name", own.name, { Culture: culture }),
      ),
    },
    textElement("SortOrder", String(node.sortOrder)),
  ];
  if (kind === "content") {
    info.push(
      {
        name: "Published",
        attributes: { Default: String(isPublished) },
        children: named.map(({ culture = "", node: own }) =>
          textElement("Published", String(own.isPublished), { Culture: culture }),
        ),
      },
      { name: "Schedule" },
      template ? textElement("Template", template.alias, { Key: template.key }) : { name: "Template" },
    );
  }
  return {
    name: kind === "content" ? "Content" : "Media",
    attributes: { Key: key, Alias: name, Level: level },
    children: [
      { name: "Info", children: info },
      { name: "Properties", children: propertiesXml(node) },
    ],
  };
}

function sorted(languages: TargetNode["languages"]): TargetNode["languages"] {
  return languages.toSorted((a, b) => compareNames(a.culture ?? "", b.culture ?? ""));
}

/** The properties that Umbraco fills with facts about the file. */
const FILE_FACTS: ReadonlySet<string> = new Set([
  ...["umbracoBytes", "umbracoExtension", "umbracoHeight", "umbracoWidth"],
]);

/** All properties of the type, so that an update clears those without a value. */
function propertiesXml({ type, languages, hasFile = false }: TargetNode): XmlNode[] {
  const properties = [...type.all]
    .filter(([alias]) => !(hasFile && FILE_FACTS.has(alias)))
    .sort(([, a], [, b]) => compareNames(a.alias, b.alias));
  return properties.map(([sourceAlias, { alias, variation }]) => {
    const varies = variesByCulture(variation) && languages[0].culture !== undefined;
    const all = varies ? sorted(languages) : [{ ...languages[0], culture: undefined }];
    const valueXml = (text: string, attributes: Readonly<Record<string, string>>): XmlNode => ({
      name: "Value",
      attributes,
      cdata: isJson(text) ? usyncJson(text) : text,
    });
    const children = all.flatMap(({ culture, node }) => {
      const ofCulture: Record<string, string> = culture === undefined ? {} : { Culture: culture };
      const inSegments = Array.from(node.segments, ([segment, values]) => {
        const text = values.get(sourceAlias);
        return text === undefined ? [] : [valueXml(text, { ...ofCulture, Segment: segment })];
      });
      return [valueXml(node.values.get(sourceAlias) ?? "", ofCulture), ...inSegments.flat()];
    });
    return { name: alias, children };
  });
}
