/** The lines of `export` as a JSON Schema (2020-12): the one description of them, from which `types.ts` is printed. */
import { type ContentModel, linePropertiesOf, type ModelProperty } from "./content-model.ts";
import type { DecodedForm } from "./property-kinds.ts";

/** `true` allows any value, `false` none. */
export type Schema = boolean | Keywords;

/** The keywords that this program uses. */
export type Keywords = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Of an object: the schema of members that `properties` does not name. */
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly $ref?: string;
  readonly [keyword: string]: unknown;
};

export type ObjectSchema = Keywords & {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
};

export function isObjectSchema(schema: Schema): schema is ObjectSchema {
  return typeof schema !== "boolean" && schema.properties !== undefined;
}

const text: Keywords = { type: "string" };
const guid: Keywords = { type: "string", pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" };
const count: Keywords = { type: "integer" };
const number: Keywords = { type: "number" };
export const orNull = (schema: Schema): Keywords => ({ anyOf: [schema, { type: "null" }] });
export const listSchema = (items: Schema): Keywords => ({ type: "array", items });
const about = <S extends Keywords>(description: string, schema: S): S => ({ ...schema, description });

/**
 * An object that has all these members, and possibly others.
 * @param optional the members that it can lack
 */
export const record = (
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): ObjectSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const NO_PROPERTIES: Schema = { type: "object", additionalProperties: false };

/** How the values of elements are stored, of which no type says it. */
const layout = about("How it is stored, if it is no block of Umbraco's.", text);
const legacyId = about("Of a node that the data lacks, in place of `id`.", orNull(count));
const file = { extension: orNull(text), width: orNull(count), height: orNull(count), bytes: orNull(count) };

/**
 * What values consist of, by name; the Delivery API shares it.
 * @param named returns a reference to a part, or to `Element`
 */
export function valueParts(named: (name: string) => Keywords) {
  const crops = orNull(listSchema(named("Crop")));
  const focalPoint = orNull(named("FocalPoint"));
  const spans = { rowSpan: count, columnSpan: count };
  return {
    Route: record({
      path: about("Null if the page has no URL, or is not published.", orNull(text)),
      queryString: orNull(text),
      startItem: record({ id: guid, path: text }),
    }),
    PickedContent: about(
      "A picked page: the line with its id has the rest.",
      record(
        {
          contentType: orNull(text),
          name: orNull(text),
          createDate: orNull(text),
          updateDate: orNull(text),
          route: orNull(named("Route")),
          id: orNull(guid),
          legacyId,
          properties: NO_PROPERTIES,
        },
        ["legacyId"],
      ),
    ),
    FocalPoint: record({ left: number, top: number }),
    Crop: record({
      alias: text,
      width: count,
      height: count,
      coordinates: orNull(record({ x1: number, y1: number, x2: number, y2: number })),
    }),
    PickedMedia: about(
      "A picked file or folder of the media tree.",
      record(
        {
          focalPoint: about("Absent if a tree picker picks it, as the crops are.", focalPoint),
          crops,
          id: orNull(guid),
          name: orNull(text),
          mediaType: orNull(text),
          url: orNull(text),
          ...file,
          legacyId,
          properties: NO_PROPERTIES,
        },
        ["focalPoint", "crops", "legacyId"],
      ),
    ),
    CroppedImage: record({ url: text, focalPoint, crops }),
    Link: record({
      url: orNull(text),
      queryString: orNull(text),
      title: orNull(text),
      target: orNull(text),
      destinationId: orNull(text),
      destinationType: orNull(text),
      route: orNull(named("Route")),
      linkType: { enum: ["Content", "Media", "External"] },
      culture: about("The language of the page, if the link names one.", orNull(text)),
    }),
    Color: record({ value: text, label: orNull(text) }),
    Range: record({ minimum: number, maximum: number }),
    Block: about(
      "A block, an item of nested content and its like, or a macro.",
      record(
        {
          content: named("Element"),
          settings: orNull(named("Element")),
          layout: about("`macro` of a macro of Umbraco 7 to 13.", text),
        },
        ["layout"],
      ),
    ),
    BlockList: record({ items: listSchema(named("Block")), layout }, ["layout"]),
    GridArea: record(
      { alias: orNull(text), ...spans, items: listSchema(named("GridItem")), settings: named("Element") },
      ["settings"],
    ),
    GridItem: record(
      {
        ...spans,
        areaGridColumns: orNull(count),
        areas: listSchema(named("GridArea")),
        content: named("Element"),
        settings: orNull(named("Element")),
        layout,
      },
      ["layout"],
    ),
    BlockGrid: record({ gridColumns: count, items: listSchema(named("GridItem")), layout }, ["layout"]),
    RichText: about(
      "Placeholders in the markup name a block by the id of its content.",
      record({
        markup: text,
        blocks: listSchema(named("Block")),
      }),
    ),
  };
}

/** The schemas of decoded values by their form. @param named as for `valueParts` */
export function valueForms(named: (name: string) => Keywords): Readonly<Record<DecodedForm, Keywords>> {
  return {
    string: text,
    number,
    boolean: { type: "boolean" },
    strings: listSchema(text),
    "string-or-strings": { anyOf: [text, listSchema(text)] },
    color: named("Color"),
    "rich-text": named("RichText"),
    "picked-content": named("PickedContent"),
    "picked-contents": listSchema(named("PickedContent")),
    "picked-media": listSchema(named("PickedMedia")),
    "picked-nodes": { anyOf: [listSchema({ anyOf: [named("PickedContent"), named("PickedMedia")] }), text] },
    image: named("CroppedImage"),
    links: listSchema(named("Link")),
    blocks: named("BlockList"),
    "single-block": named("Block"),
    "block-grid": named("BlockGrid"),
    range: { anyOf: [number, named("Range")] },
    scalar: { type: ["string", "number"] },
    any: {},
  };
}

const named = (name: string): Keywords => ({ $ref: `#/$defs/${name}` });
const FORMS = valueForms(named);

const culturePath = {
  path: orNull(text),
  queryString: orNull(text),
  startItem: orNull(record({ id: guid, path: text })),
  host: orNull(text),
};
const line = {
  id: guid,
  legacyId: about("Its id on the old site; null if the data has none.", orNull(count)),
  parent: about("The key of the node above.", orNull(guid)),
  level: count,
  sortOrder: orNull(count),
};
const dates = { createDate: orNull(text), updateDate: orNull(text) };
const otherFields = (example: string) => about(`Other fields of the data${example}.`, {});

/** The parts of all lines, by name, in the order of `types.ts`. */
export const SHARED = {
  ...valueParts(named),
  CulturePath: about(
    "The path in a language of a node that does not vary.",
    record({ ...culturePath, properties: false }, ["properties"]),
  ),
  Culture: about(
    "A language of a node.",
    record(
      {
        ...culturePath,
        name: text,
        updateDate: orNull(text),
        published: { type: "boolean" },
        properties: about("The properties that differ by language.", named("SomeProperties")),
        segments: { type: "object", additionalProperties: record({ properties: named("SomeProperties") }) },
      },
      ["segments"],
    ),
  ),
  ContentLine: {
    ...record({
      name: text,
      ...dates,
      route: orNull(named("Route")),
      ...line,
      template: about("Its alias; its id if the data has no aliases of templates.", {
        type: ["string", "integer", "null"],
      }),
      published: { type: "boolean" },
      protected: about("Whether only members see it; null if the data cannot say.", {
        type: ["boolean", "null"],
      }),
      host: about("Of the route; null without domains.", orNull(text)),
      properties: named("Properties"),
      cultures: about(
        "By language; of a node that does not vary, the languages in which its path is another.",
        {
          type: "object",
          additionalProperties: { anyOf: [named("Culture"), named("CulturePath")] },
        },
      ),
    }),
    additionalProperties: otherFields(", such as `urlName` of `umbraco.config`"),
  },
  MediaLine: {
    ...record({
      path: text,
      ...dates,
      focalPoint: orNull(named("FocalPoint")),
      crops: orNull(listSchema(named("Crop"))),
      name: text,
      url: orNull(text),
      ...file,
      ...line,
      file: about("The path of the file below `files`.", orNull(text)),
      properties: named("Properties"),
    }),
    additionalProperties: otherFields(""),
  },
} satisfies Record<string, ObjectSchema>;

/** Returns the text of `schema.json`, which validates each line of `content.ndjson` and `media.ndjson`. */
export function modelJsonSchema({ contentTypes, mediaTypes, partTypes }: ContentModel): string {
  const content = contentTypes.map((type) => ({ ...type, of: "content" }));
  const media = mediaTypes.map((type) => ({ ...type, of: "media" }));
  const parts = partTypes.map((type) => ({ ...type, of: type.part }));
  const elements = content.filter((type) => type.element || type.elements > 0);
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Lines of content.ndjson and media.ndjson",
    anyOf: [named("ContentNode"), named("MediaNode")],
    $defs: {
      Properties: { type: "object" },
      SomeProperties: { type: "object" },
      ...SHARED,
      ContentNode: byType(named("ContentLine"), "contentType", content),
      MediaNode: byType(named("MediaLine"), "mediaType", media),
      Element: byType(record({ id: guid, properties: { type: "object" } }), "contentType", [
        ...elements,
        ...parts,
      ]),
      ...Object.fromEntries(
        [...content, ...media, ...parts].map((type) => [
          definitionOf(type),
          propertiesSchema(linePropertiesOf(type.of === "media" ? "media" : "content", type)),
        ]),
      ),
    },
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

/** A type, and which kind of type it is. */
type Named = { alias: string; of: string };

/** A definition's name is part of a reference, which is a URI. */
function definitionOf({ of, alias }: Named): string {
  return `${of}-${encodeURIComponent(alias).replaceAll("%", "_")}`;
}

/** The type is one of the model's, and the properties follow from it. */
function byType(base: Schema, discriminator: string, types: readonly Named[]): Schema {
  const aliases = [...new Set(types.map(({ alias }) => alias))];
  const ofTypes = aliases.map((alias) => {
    // A grid editor can be called like a type.
    const schemas = types.filter((type) => type.alias === alias).map((type) => named(definitionOf(type)));
    const [properties] = schemas.length === 1 ? schemas : [{ anyOf: schemas }];
    return {
      if: { properties: { [discriminator]: { const: alias } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { properties } },
    };
  });
  const type = aliases.length > 0 && { enum: aliases };
  return { allOf: [base, record({ [discriminator]: type }), ...ofTypes] };
}

/** The properties of a type. Lines have all that a type of the data defines. */
export function propertiesSchema(properties: readonly ModelProperty[]): ObjectSchema {
  const schemas = properties.map(({ alias, name, form }): [string, Schema] => {
    const value = form === "any" ? FORMS.any : orNull(FORMS[form]);
    return [alias, name === alias ? value : about(name, value)];
  });
  const optional = properties.flatMap(({ alias, from }) => (from === null ? alias : []));
  return record(Object.fromEntries(schemas), optional);
}
