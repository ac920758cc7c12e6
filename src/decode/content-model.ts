/** The content model of a site: its types and properties without Umbraco's editors, and how much of them is in use. */
import { isMembers } from "../json/shape.ts";
import type { Kind } from "../operations.ts";
import type { Variation } from "../site/schema/definitions.ts";
import { orderedProperties } from "../site/schema/property-order.ts";
import type { ContentType, MediaType, TypeLists, TypeProperty } from "../site/schema/site-types.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { type EditorAlias, isRedirect } from "../site/values/editors.ts";
import { PARTS, type TypelessPart } from "./decoding.ts";
import { guessedEditor, inferredContent, propertyContent } from "./editor-values.ts";
import { type DecodedForm, type PropertyContent, type PropertyKind, shapeOfForm } from "./property-kinds.ts";
import { FILE_PROPERTIES } from "./site-in-language.ts";
import type { PropertyUses, TypeUses, UseCounter } from "./use-counter.ts";

/** A property of a type, in the member order of `model.json`. */
export type ModelProperty = {
  alias: string;
  name: string;
  /** The name of its tab or group; null if it is in none that is known. */
  group: string | null;
  kind: PropertyKind;
  many: boolean;
  /** Whether the value is one JSON value or a list. Absent if it can be either. */
  shape?: "one" | "list";
  options?: readonly string[];
  /** Aliases of types. */
  allowed?: readonly string[];
  min?: number;
  max?: number;
  /** The form of its decoded values, for declarations; not part of `model.json`. */
  form: DecodedForm;
  /** The editor that its values suggest, if the data names none; not part of `model.json`. */
  guess?: EditorAlias;
  mandatory: boolean;
  varies: Variation;
  /** The alias of the editor; null if it is not known. */
  editor: string | null;
  /** The alias of the type that defines it; null for a property that only values have, and lines may lack. */
  from: string | null;
  /** The number of nodes and elements of the type in which the property has a value. */
  filled: number;
};

/** A type, in the member order of `model.json`. */
export type ModelType = {
  alias: string;
  name: string;
  /** Its key; null if the data has no such type. */
  id: Key | null;
  /** Whether it is a type of elements. */
  element: boolean;
  varies: Variation;
  allowedAtRoot: boolean;
  allowedChildren: readonly string[];
  compositions: readonly string[];
  /** Set if the data has no such type: made of its values. */
  inferred?: true;
  /** How many nodes and elements have it, in whatever languages. */
  nodes: number;
  elements: number;
  properties: readonly ModelProperty[];
};

/** What elements of grids of version 7 and 8 and macros have in place of a type, in the member order of `model.json`. */
export type PartType = {
  /** A grid editor, the layout of a row, a macro. */
  alias: string;
  part: TypelessPart;
  /** How many elements it has; sections, rows and settings are no elements. */
  elements: number;
  properties: readonly ModelProperty[];
};

/** An alias that holds different things on different types, in which importers that flatten types lose values. */
type AliasConflict = { alias: string; kinds: { kind: PropertyKind; types: string[] }[] };

export type ContentModel = {
  contentTypes: readonly ModelType[];
  mediaTypes: readonly ModelType[];
  /** What `contentType` of an element can name beside types. */
  partTypes: readonly PartType[];
  conflicts: readonly AliasConflict[];
  /** Set if the data has no types. */
  inferred?: true;
};

/**
 * Returns the content model of a site: its types, then types that only nodes or elements name, inferred from values.
 * @param uses what the nodes of the site use, in all languages that it is to count
 */
export function contentModel(types: TypeLists, uses: UseCounter): ContentModel {
  const modelTypes = (kind: Kind) => {
    const known: readonly (ContentType | MediaType)[] = types[kind];
    const names = new Set(known.map(({ alias }) => alias.toLowerCase()));
    const others = uses.typesOf(kind).filter(([alias]) => !names.has(alias.toLowerCase()));
    return [
      ...known.map((type) => modelType(type, types, kind, uses)),
      ...others.map(([alias, used]) => inferredType(alias, used)),
    ];
  };
  const [contentTypes, mediaTypes] = [modelTypes("content"), modelTypes("media")];
  return {
    contentTypes,
    mediaTypes,
    partTypes: PARTS.flatMap((part) =>
      uses.typesOf(part).map(([alias, { elements, properties }]) => ({
        ...{ alias, part, elements },
        properties: inferredProperties(properties),
      })),
    ),
    // The CMS's own fields of media differ by design.
    conflicts: [
      ...conflictsIn(contentTypes),
      ...conflictsIn(mediaTypes).filter(({ alias }) => !/^umbraco[A-Z]/.test(alias)),
    ],
    ...(types.content.length + types.media.length === 0 && { inferred: true }),
  };
}

/** The properties that lines of a kind have among `properties`: facts about the file of a media node are members of its line. */
export function linePropertiesOf(
  kind: Kind,
  { properties }: Pick<ModelType, "properties">,
): readonly ModelProperty[] {
  return kind === "content" ? properties : properties.filter(({ alias }) => !FILE_PROPERTIES.has(alias));
}

/** Returns the text of `model.json`. */
export function modelJson(model: ContentModel): string {
  return `${JSON.stringify(model, (member, value) => (/^(?:form|guess)$/.test(member) ? undefined : value), 2)}\n`;
}

function modelType(type: ContentType | MediaType, types: TypeLists, kind: Kind, uses: UseCounter): ModelType {
  const { alias, name, key, allowedAsRoot, allowedContentTypes, compositions } = type;
  const traits = types.traits?.get(key);
  const used = uses.of(kind, alias);
  const [nodes, elements] = [used?.nodes ?? 0, used?.elements ?? 0];
  const defined = orderedProperties<MediaType>(type, types[kind]);
  const aliases = new Set(defined.map(({ property }) => property.alias));
  const others = [...(used?.properties ?? [])].filter(([own, { filled }]) => !aliases.has(own) && filled > 0);
  return {
    alias,
    name: name ?? alias,
    id: key,
    element: traits?.isElement === true || (nodes === 0 && elements + (used?.settings ?? 0) > 0),
    varies: traits?.variation ?? "nothing",
    allowedAtRoot: allowedAsRoot,
    allowedChildren: allowedContentTypes.map((child) => child.alias),
    compositions: compositions.map((composition) => composition.alias),
    nodes,
    elements,
    properties: [
      ...defined.map(({ property, tab }) => {
        const trait = traits?.properties.get(property.alias);
        const { allowed, ...content } = contentOf(property, types);
        return {
          alias: property.alias,
          name: property.name ?? property.alias,
          group: tab.name || null,
          ...withShape(content),
          ...(allowed && { allowed: aliasesOf(allowed, types) }),
          mandatory: property.mandatory === true,
          varies: trait?.variation ?? "nothing",
          editor: property.editorAlias,
          from: trait?.from ?? alias,
          filled: used?.properties.get(property.alias)?.filled ?? 0,
        };
      }),
      ...others.map(([own, uses]) => inferredProperty(own, uses)),
    ],
  };
}

/** A redirect is decoded as a page, or as the text that it is, whatever its editor. */
const REDIRECT: PropertyContent = { kind: "content", many: false, form: "any" };

/** Returns what a property of a type holds; of Vorto, what the values of a language are. */
function contentOf({ alias, editorAlias, dataTypeId }: TypeProperty, types: TypeLists): PropertyContent {
  if (isRedirect(alias)) return REDIRECT;
  const dataType = types.data.find(({ id }) => id === dataTypeId);
  const { dataType: inner } = dataType?.config ?? {};
  const key = isMembers(inner) ? parseKey(String(inner.guid)) : undefined;
  const ofLanguage = key === undefined ? undefined : types.data.find((each) => each.key === key);
  if (ofLanguage) return propertyContent(ofLanguage.editorAlias, ofLanguage.config);
  return propertyContent(editorAlias, dataType?.config);
}

/** The aliases of types that a configuration names by key or alias; a type that does not exist is left out. */
function aliasesOf(names: readonly string[], types: TypeLists): string[] {
  const all = [...types.content, ...types.media];
  return names.flatMap((name) => {
    const key = parseKey(name);
    if (key === undefined) return [name];
    const type = all.find((each) => each.key === key);
    return type ? [type.alias] : [];
  });
}

/** The content of a property with the shape of its values after `many`. */
function withShape({ kind, many, shape, ...others }: PropertyContent) {
  const known = shape ?? shapeOfForm(others.form);
  return { kind, many, ...(known && { shape: known }), ...others };
}

function inferredType(alias: string, { nodes, elements, properties }: TypeUses): ModelType {
  return {
    alias,
    name: alias,
    id: null,
    element: nodes === 0,
    varies: "nothing",
    allowedAtRoot: false,
    allowedChildren: [],
    compositions: [],
    inferred: true,
    nodes,
    elements,
    properties: inferredProperties(properties),
  };
}

function inferredProperties(properties: TypeUses["properties"]): ModelProperty[] {
  return Array.from(properties, ([alias, uses]) => inferredProperty(alias, uses));
}

function inferredProperty(alias: string, { editor, shapes, filled, holds }: PropertyUses): ModelProperty {
  const known = shapes ? inferredContent(shapes) : propertyContent(editor ?? null);
  const content = isRedirect(alias) ? REDIRECT : known;
  const guess = isRedirect(alias) ? "Umbraco.MultiNodeTreePicker" : shapes && guessedEditor(shapes);
  const hasBlocks = (content.kind === "blocks" || content.kind === "blockGrid") && holds.size > 0;
  return {
    alias,
    name: alias,
    group: null,
    ...withShape(content),
    ...(hasBlocks && { allowed: [...holds] }),
    ...(guess && { guess }),
    mandatory: false,
    varies: "nothing",
    editor: editor ?? null,
    from: null,
    filled,
  };
}

/** Aliases, in the order in which they first occur. */
function conflictsIn(types: readonly ModelType[]): AliasConflict[] {
  const kindsOf = new Map<string, Map<PropertyKind, string[]>>();
  for (const { alias: type, properties } of types) {
    for (const { alias, kind } of properties) {
      const kinds = kindsOf.get(alias) ?? new Map<PropertyKind, string[]>();
      kindsOf.set(alias, kinds.set(kind, [...(kinds.get(kind) ?? []), type]));
    }
  }
  return [...kindsOf]
    .filter(([, kinds]) => kinds.size > 1)
    .map(([alias, kinds]) => ({
      alias,
      kinds: Array.from(kinds, ([kind, names]) => ({ kind, types: names })),
    }));
}
