/** Decodes elements, and the lists of them that versions before blocks and packages have. */

import { isMembers } from "../json/shape.ts";
import { isSameLanguage } from "../site/languages.ts";
import { knownEditor } from "../site/values/editors.ts";
import { type FoundProperty, layoutOf } from "../site/values/layouts.ts";
import type { StoredValue } from "../site/values/stored-value.ts";
import { LAYOUTS, type ValueShape } from "../site/values/value-parts.ts";
import { shapeOfJson } from "../site/values/value-shape.ts";
import { type Configuration, NO_CONFIGURATION, objectsIn, settingIn, textIn } from "./configuration.ts";
import { type DecodedMembers, type DecodedValue, JsonText, PART } from "./decoded-value.ts";
import type { Decode, Decoding, ValueAt } from "./decoding.ts";
import { elementId } from "./element-ids.ts";
import { parsed } from "./plain-values.ts";
import type { PropertyType } from "./property-types.ts";

/** A property of an element as it is stored, with its editor if something else than the type says it. */
export type StoredElementProperty = {
  alias: string;
  value: StoredValue;
  editor?: PropertyType;
  /** The GUID of the data type that is beside the value. */
  dataType?: string;
};

/** An element as it is stored. */
type StoredElement = {
  /** The type, by alias or GUID. */
  alias?: string;
  key?: string;
  /** A GUID or a UDI. */
  id?: string;
  properties: readonly StoredElementProperty[];
  /** Set if the alias is not that of a type. */
  isTypeless?: boolean;
};

/**
 * @param at with the value of the element itself
 * @param role settings of blocks are not counted as elements
 */
export function decodedElement(
  at: ValueAt,
  stored: StoredElement,
  decoding: Decoding,
  role: "content" | "settings" = "content",
): DecodedMembers {
  const type = stored.isTypeless ? undefined : decoding.types.ofElement(stored.alias, stored.key);
  const name = type?.alias ?? stored.alias ?? stored.key ?? null;
  if (!type && !stored.isTypeless && decoding.types.hasTypes) decoding.report(at, "missing-type", name ?? "");
  const byAlias = new Map(stored.properties.map((property) => [property.alias, property]));
  decoding.site.uses?.addElement(
    at,
    name ?? "",
    role,
    stored.id ?? at.property.alias + at.value.pointer,
    stored.properties.map(({ alias, value, editor }) => {
      const { editorAlias } = editor ?? type?.properties.get(alias) ?? {};
      return { alias, editorAlias, value: value.written };
    }),
  );
  const valueAtOf = (property: StoredElementProperty): ValueAt => {
    const { alias, value, editor = type?.properties.get(alias) } = property;
    return {
      property: at.property,
      value,
      type: name ?? "",
      alias,
      editorAlias: editor?.editorAlias ?? decoding.types.givenEditor(name ?? "", alias),
      configuration: editor?.configuration ?? NO_CONFIGURATION,
      expansion: at.expansion?.below(alias),
    };
  };
  const aliases = new Set([...(type?.properties.keys() ?? []), ...byAlias.keys()]);
  const properties: [string, DecodedValue][] = [];
  for (const alias of aliases) {
    const property = byAlias.get(alias);
    const typed = type?.properties.get(alias);
    const isEmpty = property === undefined || property.value.text.trim() === "";
    // What the type has lost is kept if there is something.
    if (type && !typed && isEmpty) continue;
    if (isEmpty) {
      properties.push([alias, null]);
      continue;
    }
    if (property.dataType !== undefined)
      decoding.site.elementDataType?.(name ?? "", alias, property.dataType);
    const inner = valueAtOf(property);
    if (type && !typed) decoding.report(inner, "missing-type", `${type.alias}.${alias}`);
    properties.push([alias, decoding.decode(inner)]);
  }
  return {
    contentType: name,
    id: elementId(at, stored.id),
    properties: Object.fromEntries(properties),
    [PART]: {
      is: "element",
      stored(alias) {
        const property = byAlias.get(alias);
        return property && storedText(valueAtOf(property), decoding);
      },
    },
  };
}

/** An item without settings. */
function itemOf(content: DecodedMembers): DecodedMembers {
  return { content, settings: null, [PART]: { is: "block" } };
}

/** Nested content, stacked content, Archetype, content blocks: one item and several alike. */
export const elements: Decode = (at, decoding) => {
  const entered = at.value.entered();
  const list = entered.node.kind === "array" ? entered.items() : [entered];
  let layout: string | undefined = knownEditor(at.editorAlias)?.layout;
  const items = list.flatMap((item) => {
    const element = { ...at, value: item.entered() };
    const found = storedElements(element, decoding);
    layout ??= found?.layout;
    if (!found) decoding.report(element, "malformed-value", item.written);
    return (found?.elements ?? []).map(({ value, stored }) =>
      itemOf(decodedElement({ ...at, value }, stored, decoding)),
    );
  });
  return {
    items,
    ...(decoding.site.mode !== "delivery" && { layout: layout ?? "nested-content" }),
    [PART]: { is: "blocks" },
  };
};

/** Shapes of values that hold elements. */
const OF_ELEMENTS: ReadonlySet<ValueShape> = new Set(LAYOUTS);

/** JSON without an editor that is known: as it is stored, but for the elements in it, which are found by their form at any depth. */
export const otherJson: Decode = (at, decoding) => {
  // Clients of the API know the value as the CMS gives it, and a new version of the CMS as it is stored.
  return (decoding.site.mode === "export" ? withElements(at, decoding) : undefined) ?? parsed(at.value);
};

/** @returns `undefined` if there are no elements in the value */
function withElements(at: ValueAt, decoding: Decoding): DecodedValue | undefined {
  const value = at.value.entered();
  if (OF_ELEMENTS.has(shapeOfJson(value, undefined))) return decoding.decodeByForm({ ...at, value });
  const members = value.members();
  const parts = value.node.kind === "array" ? value.items() : members.map((member) => member.value);
  const decoded = parts.map((part) => withElements({ ...at, value: part }, decoding));
  if (decoded.every((each) => each === undefined)) return undefined;
  const values = decoded.map((each, i) => each ?? new JsonText(parts[i].compact));
  return value.node.kind === "array"
    ? values
    : Object.fromEntries(members.map(({ alias }, i) => [alias, values[i]]));
}

type ElementAt = { value: StoredValue; stored: StoredElement };

/**
 * The elements of an object with the form of one of these editors.
 * @returns `undefined` for any other value
 */
export function storedElements(
  at: ValueAt,
  decoding: Decoding,
): { layout: string; elements: ElementAt[] } | undefined {
  const { value } = at;
  const found = layoutOf({ value });
  const layout = value.member("fieldsets") ? "archetype" : found?.layout;
  if (!found || layout === undefined || layout === "vorto" || layout === "grid") return undefined;
  const elements = found.elements.flatMap((each): ElementAt[] => {
    const { value: own, isHidden } = each;
    const { alias, key, properties } = each.read();
    if (layout === "archetype" && isHidden) {
      decoding.report({ ...at, value: own }, "hidden-block", alias ?? "");
      return [];
    }
    const fieldset = layout === "archetype" ? fieldsetIn(at.configuration, alias) : undefined;
    const stored: StoredElement = {
      alias,
      key,
      id: own.memberText("key") ?? own.memberText("id"),
      isTypeless: layout === "archetype" || layout === "leblender",
      properties: properties.map((property) => {
        const { alias, value: inner } = property;
        const dataType = layout === "leblender" ? value.member(alias)?.memberText("dataTypeGuid") : undefined;
        const editor = fieldset
          ? archetypeEditor(fieldset, property, decoding)
          : decoding.types.ofDataType(dataType);
        return { alias, value: inner, dataType, editor };
      }),
    };
    return [{ value: own, stored }];
  });
  return { layout, elements };
}

function fieldsetIn(config: Configuration, alias: string | undefined): Configuration {
  const archetype = settingIn(config, "archetypeConfig") ?? config;
  const fieldsets = isMembers(archetype) ? objectsIn(archetype, "fieldsets") : [];
  return fieldsets.find((fieldset) => textIn(fieldset, "alias") === alias) ?? NO_CONFIGURATION;
}

function archetypeEditor(
  fieldset: Configuration,
  { alias, editorAlias }: FoundProperty,
  decoding: Decoding,
): PropertyType | undefined {
  const property = objectsIn(fieldset, "properties").find((each) => textIn(each, "alias") === alias);
  const known = property && decoding.types.ofDataType(textIn(property, "dataTypeGuid"));
  return known ?? (editorAlias === undefined ? undefined : { editorAlias, configuration: NO_CONFIGURATION });
}

/** Vorto: the value of the language that is read. */
export const vorto: Decode = (at, decoding) => {
  const chosen = inLanguage(at, decoding);
  if (chosen === at) return decoding.decodeByForm(at);
  return chosen ? decoding.decode(chosen) : null;
};

/** The text of a value as it is stored; of Vorto, that of the language that is read, if it has one in it. */
export function storedText(at: ValueAt, decoding: Decoding): string | undefined {
  const { layout } =
    (at.editorAlias === undefined ? layoutOf({ value: at.value.entered() }) : knownEditor(at.editorAlias)) ??
    {};
  return (layout === "vorto" ? inLanguage(at, decoding) : at)?.value.text;
}

/** The value of the language that is read, with its own editor; the value itself if it is no Vorto after all. */
function inLanguage(at: ValueAt, decoding: Decoding): ValueAt | undefined {
  const entered = at.value.entered();
  const values = entered.member("values")?.entered();
  if (values?.node.kind !== "object") return at;
  const wanted = decoding.site.culture;
  let chosen: StoredValue | undefined;
  for (const [i, code] of values.node.names.entries()) {
    const value = values.part(values.node.items[i], [code]);
    if (value.text.trim() === "") continue;
    decoding.site.language?.(code, at.property);
    if (wanted === undefined || isSameLanguage(code, wanted)) chosen ??= value;
  }
  if (chosen === undefined) return undefined;
  const own = decoding.types.ofDataType(entered.memberText("dtdGuid"))?.configuration ?? at.configuration;
  const dataType = settingIn(own, "dataType");
  const inner = isMembers(dataType) ? dataType : NO_CONFIGURATION;
  const known = decoding.types.ofDataType(textIn(inner, "guid"));
  return {
    ...at,
    value: chosen,
    editorAlias: known?.editorAlias ?? textIn(inner, "propertyEditorAlias"),
    configuration: known?.configuration ?? NO_CONFIGURATION,
  };
}
