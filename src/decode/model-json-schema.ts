/** A JSON Schema (2020-12) of the lines of `export`, from the content model. */
import type { Kind } from "../operations.ts";
import { type ContentModel, linePropertiesOf, type ModelType } from "./content-model.ts";
import type { ValueForm } from "./property-kinds.ts";

export type Schema = { readonly [keyword: string]: unknown };

const text: Schema = { type: "string" };
const guid: Schema = { type: "string", pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" };
const texts: Schema = { type: "array", items: text };
const count: Schema = { type: "integer" };
export const orNull = (schema: Schema): Schema => ({ anyOf: [{ type: "null" }, schema] });
export const listOf = (items: Schema): Schema => ({ type: "array", items });

/** An object that has all these members, and possibly others. */
export const record = (
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const startItem = record({ id: guid, path: text });
const culturePath = {
  path: orNull(text),
  queryString: orNull(text),
  startItem: orNull(startItem),
  host: orNull(text),
};
const focalPoint = orNull(record({ left: { type: "number" }, top: { type: "number" } }));
const file = { extension: orNull(text), width: orNull(count), height: orNull(count), bytes: orNull(count) };
const none: Schema = { type: "object", maxProperties: 0 };

/**
 * The schemas of decoded values by their form, and the parts that they share.
 * @param named returns a reference to a part, or to `Element`
 */
export function valueSchemas(named: (name: string) => Schema) {
  const crops = orNull(listOf(named("Crop")));
  const shared = {
    Route: record({ path: orNull(text), queryString: orNull(text), startItem }),
    PickedContent: record({
      contentType: orNull(text),
      name: orNull(text),
      createDate: orNull(text),
      updateDate: orNull(text),
      route: orNull(named("Route")),
      id: orNull(guid),
      properties: none,
    }),
    PickedMedia: record(
      {
        focalPoint,
        crops,
        id: orNull(guid),
        name: orNull(text),
        mediaType: orNull(text),
        url: orNull(text),
        ...file,
        properties: none,
      },
      ["focalPoint", "crops"],
    ),
    Crop: record({
      alias: text,
      width: count,
      height: count,
      coordinates: orNull(
        record(Object.fromEntries(["x1", "y1", "x2", "y2"].map((name) => [name, { type: "number" }]))),
      ),
    }),
    Link: record({
      url: orNull(text),
      queryString: orNull(text),
      title: orNull(text),
      target: orNull(text),
      destinationId: orNull(text),
      destinationType: orNull(text),
      route: orNull(named("Route")),
      linkType: { enum: ["Content", "Media", "External"] },
      culture: orNull(text),
    }),
    Block: record({ content: named("Element"), settings: orNull(named("Element")) }),
    GridArea: record({
      alias: orNull(text),
      rowSpan: count,
      columnSpan: count,
      items: listOf(named("GridItem")),
    }),
    GridItem: record(
      {
        rowSpan: count,
        columnSpan: count,
        areaGridColumns: orNull(count),
        areas: listOf(named("GridArea")),
        content: named("Element"),
        settings: orNull(named("Element")),
        layout: text,
      },
      ["layout"],
    ),
    CulturePath: record(culturePath),
    Culture: record(
      {
        ...culturePath,
        name: text,
        updateDate: orNull(text),
        published: { type: "boolean" },
        properties: { type: "object" },
        segments: { type: "object" },
      },
      ["segments"],
    ),
  };

  const forms: Readonly<Record<ValueForm, Schema>> = {
    string: text,
    number: { type: "number" },
    boolean: { type: "boolean" },
    strings: texts,
    "string-or-strings": { anyOf: [text, texts] },
    color: record({ value: text, label: orNull(text) }),
    "rich-text": record({ markup: text, blocks: listOf(named("Block")) }),
    "picked-content": named("PickedContent"),
    "picked-contents": listOf(named("PickedContent")),
    "picked-media": listOf(named("PickedMedia")),
    "picked-nodes": { anyOf: [listOf({ anyOf: [named("PickedContent"), named("PickedMedia")] }), text] },
    image: record({ url: orNull(text), focalPoint, crops }),
    links: listOf(named("Link")),
    blocks: record({ items: listOf(named("Block")) }),
    "single-block": named("Block"),
    "block-grid": record({ gridColumns: count, items: listOf(named("GridItem")) }),
    range: {
      anyOf: [{ type: "number" }, record({ minimum: { type: "number" }, maximum: { type: "number" } })],
    },
    scalar: { type: ["string", "number"] },
    any: {},
  };
  return { shared, forms };
}

const inDefinitions = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const { shared, forms: FORMS } = valueSchemas(inDefinitions);
/** A picked node that the data lacks has the id that is stored, in exports alone. */
const withLegacyId = (picked: Schema): Schema => ({
  ...picked,
  properties: { ...Object(picked.properties), legacyId: orNull(count) },
});
const SHARED = {
  ...shared,
  PickedContent: withLegacyId(shared.PickedContent),
  PickedMedia: withLegacyId(shared.PickedMedia),
};

const CONTENT: Readonly<Record<string, Schema>> = {
  contentType: text,
  name: text,
  createDate: orNull(text),
  updateDate: orNull(text),
  route: orNull(inDefinitions("Route")),
  id: guid,
  legacyId: orNull(count),
  parent: orNull(guid),
  level: count,
  sortOrder: orNull(count),
  template: { type: ["string", "integer", "null"] },
  published: { type: "boolean" },
  protected: { type: ["boolean", "null"] },
  host: orNull(text),
  properties: { type: "object" },
  cultures: {
    type: "object",
    additionalProperties: { anyOf: [inDefinitions("Culture"), inDefinitions("CulturePath")] },
  },
};

const MEDIA: Readonly<Record<string, Schema>> = {
  path: text,
  createDate: orNull(text),
  updateDate: orNull(text),
  focalPoint,
  crops: orNull(listOf(inDefinitions("Crop"))),
  id: guid,
  name: text,
  mediaType: text,
  url: orNull(text),
  ...file,
  legacyId: orNull(count),
  parent: orNull(guid),
  level: count,
  sortOrder: orNull(count),
  file: orNull(text),
  properties: { type: "object" },
};

/** Returns the text of `schema.json`, which validates each line of `content.ndjson` and `media.ndjson`. */
export function modelJsonSchema(model: ContentModel): string {
  const isElement = ({ element, elements }: ModelType) => element || elements > 0;
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Lines of content.ndjson and media.ndjson",
    anyOf: [inDefinitions("ContentNode"), inDefinitions("MediaNode")],
    $defs: {
      ...SHARED,
      ContentNode: { ...record(CONTENT), ...byType("contentType", "content", model.contentTypes) },
      MediaNode: { ...record(MEDIA), ...byType("mediaType", "media", model.mediaTypes) },
      Element: {
        ...record({ contentType: text, id: guid, properties: { type: "object" } }),
        ...byType("contentType", "content", model.contentTypes.filter(isElement)),
      },
      ...propertySchemas("content", model.contentTypes),
      ...propertySchemas("media", model.mediaTypes),
    },
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

/** A definition's name is part of a reference, which is a URI. */
const nameOf = (kind: string, alias: string) => `${kind}-${encodeURIComponent(alias).replaceAll("%", "_")}`;

/** The properties follow from the type; nodes and elements of a type that the model lacks can have any. */
function byType(discriminator: string, kind: string, types: readonly ModelType[]): Schema {
  if (types.length === 0) return {};
  return {
    allOf: types.map(({ alias }) => ({
      if: { properties: { [discriminator]: { const: alias } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { properties: inDefinitions(nameOf(kind, alias)) } },
    })),
  };
}

/** Lines have all properties that a type of the data defines. */
function propertySchemas(kind: Kind, types: readonly ModelType[]): Record<string, Schema> {
  return Object.fromEntries(
    types.map((type) => {
      const properties = linePropertiesOf(kind, type);
      const schemas = Object.fromEntries(properties.map(({ alias, form }) => [alias, orNull(FORMS[form])]));
      const optional = properties.flatMap(({ alias, from }) => (from === null ? alias : []));
      return [nameOf(kind, type.alias), record(schemas, optional)];
    }),
  );
}
