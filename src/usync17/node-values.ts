/** Walks the values of a node that is written: those of its properties, and those of the elements inside them. */
import { isMembers } from "../json/shape.ts";
import { variesByCulture } from "../site/schema/definitions.ts";
import type { Key } from "../site/tree/key.ts";
import type { TargetNode } from "./node-xml.ts";
import type { TargetProperty, TargetType } from "./target-model.ts";

/**
 * Receives a value.
 * @param value JSON, or a text; `undefined` for a property of an element without a value
 * @param page the key of the page in which Umbraco publishes the value; `undefined` for drafts and media
 */
type VisitValue = (value: unknown, property: TargetProperty, page: Key | undefined) => void;

/** Visits the values of a node in all its languages. */
export function visitValues(
  { kind, key, type, languages }: TargetNode,
  typeByKey: (key: Key) => TargetType | undefined,
  visit: VisitValue,
): void {
  const isPublished = languages.some(({ node }) => node.isPublished);
  const visitWithin = (value: unknown, property: TargetProperty, page: Key | undefined): void => {
    visit(value, property, page);
    for (const element of elementsIn(value)) {
      const stored = Array.isArray(element.values) ? element.values.filter(isMembers) : [];
      for (const own of new Set(typeByKey(String(element.contentTypeKey))?.all.values() ?? [])) {
        const values = stored.filter((each) => each.alias === own.alias && !isUnset(each.value));
        for (const each of values.length === 0 ? [{ value: undefined }] : values)
          visitWithin(typeof each.value === "string" ? jsonOfText(each.value) : each.value, own, page);
      }
    }
  };
  for (const [alias, property] of type.all) {
    const varies = variesByCulture(property.variation) && languages[0].culture !== undefined;
    for (const { node } of varies ? languages : languages.slice(0, 1)) {
      const page = kind === "content" && (varies ? node.isPublished : isPublished) ? key : undefined;
      visitWithin(jsonOfText(node.values.get(alias) ?? ""), property, page);
    }
  }
}

/** The JSON of a stored text, or the text itself. */
function jsonOfText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The content and the settings of the blocks of a value, without those inside them. */
function elementsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (!isMembers(value)) return [];
  const { contentData, settingsData } = isMembers(value.blocks) ? value.blocks : value;
  return [contentData, settingsData].flatMap((list) => (Array.isArray(list) ? list.filter(isMembers) : []));
}

/** Whether Umbraco takes a value for empty. */
export function isUnset(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.length === 0;
  if (!isMembers(value)) return false;
  if (typeof value.markup === "string") return value.markup.trim() === "" && elementsIn(value).length === 0;
  return Object.keys(value).length === 0;
}
