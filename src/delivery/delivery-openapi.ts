/** The OpenAPI 3.1 document of the Content Delivery API of a site, with a schema for each of its types. */
import pkg from "../../package.json" with { type: "json" };
import type { ContentModel, ModelType } from "../decode/content-model.ts";
import {
  type Keywords,
  listSchema,
  orNull,
  record,
  type Schema,
  valueForms,
  valueParts,
} from "../decode/model-json-schema.ts";
import { KINDS, type Kind } from "../operations.ts";

const named = (name: string): Keywords => ({ $ref: `#/components/schemas/${name}` });
const text: Schema = { type: "string" };
const forms = valueForms(named);

/** The parameters of a kind's lists and items. */
const query = (name: string, description: string, schema: Schema = text, required = false) => ({
  name,
  in: "query",
  description,
  required,
  schema,
});
const header = (name: string, description: string) => ({ name, in: "header", description, schema: text });
const inPath = (name: string, schema: Schema) => ({ name, in: "path", required: true, schema });

/** A schema for any object: generators take an object without `additionalProperties` as an empty one. */
const PROPERTIES: Schema = { type: "object", additionalProperties: true };
const GUID: Schema = { type: "string", format: "uuid" };
const SELECTIONS = [
  query(
    "expand",
    "Properties whose picked nodes are given with their properties: properties[author,links[properties[$all]]].",
  ),
  query("fields", "Properties that are given: properties[title,author[properties[name]]]."),
];
const API_KEY = header("Api-Key", "The API key, if the server has one.");
const HEADERS: Readonly<Record<Kind, readonly object[]>> = {
  content: [
    API_KEY,
    header("Accept-Language", "The language, as one tag: en-US."),
    header("Start-Item", "The key or URL segment of a root, to which paths are relative."),
  ],
  media: [API_KEY],
};

type Typed = Pick<ModelType, "alias" | "properties">;

/**
 * @param model the content model, with the types that the data lacks inferred
 * @param base the path of the API
 */
export function deliveryDocument(model: ContentModel, base: string): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Content Delivery API",
      version: "2.0",
      description: `The published content and the media of a site, decoded, from local data. Served by ${pkg.name} ${pkg.version}.`,
    },
    paths: Object.fromEntries(KINDS.flatMap((kind) => Object.entries(pathsOf(kind, base)))),
    components: {
      schemas: schemasOf(model),
      securitySchemes: { ApiKey: { type: "apiKey", in: "header", name: "Api-Key" } },
    },
  };
}

function pathsOf(kind: Kind, base: string): Record<string, object> {
  const name = kind === "content" ? "Content" : "Media";
  const item = named(kind === "content" ? "IApiContentResponseModel" : "IApiMediaResponseModel");
  const page = record({ total: { type: "integer" }, items: listSchema(item) });
  const operation = (id: string, parameters: readonly object[], schema: Schema, hasMissing: boolean) => ({
    get: {
      operationId: `Get${name}${id}2.0`,
      tags: [name],
      parameters: [...parameters, ...SELECTIONS, ...HEADERS[kind]],
      responses: {
        200: { description: "OK", content: { "application/json": { schema } } },
        400: problem("A parameter is malformed"),
        401: problem("The API key is missing, or only members see the page"),
        ...(hasMissing && { 404: problem("Nothing matches") }),
      },
    },
  });
  const list = [
    query("fetch", "Nodes around another, by its id or path: children:/about/.", text, kind === "media"),
    query("filter", "Conditions, which all must hold.", listSchema(text)),
    query("sort", "Orders, the first one first: name:asc.", listSchema(text)),
    query("skip", "How many nodes to leave out.", { type: "integer", default: 0, minimum: 0 }),
    query("take", "How many nodes to return.", { type: "integer", default: 10, minimum: 0 }),
  ];
  return {
    [`${base}/${kind}`]: operation("", list, page, kind === "content"),
    [`${base}/${kind}/item/{path}`]: operation("ItemByPath", [inPath("path", text)], item, true),
    [`${base}/${kind}/item/{id}`]: operation("ItemById", [inPath("id", GUID)], item, true),
    [`${base}/${kind}/items`]: operation(
      "Items",
      [query("id", "Keys of nodes.", listSchema(GUID))],
      listSchema(item),
      false,
    ),
  };
}

function problem(description: string): object {
  return { description, content: { "application/problem+json": { schema: named("ProblemDetails") } } };
}

function schemasOf(model: ContentModel): Record<string, Schema> {
  const taken = new Map<string, number>();
  const nameOf = ({ alias }: Typed, ending: string) => {
    const words = alias.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
    const name = `${words.map((word) => word[0].toUpperCase() + word.slice(1)).join("")}${ending}`;
    const number = (taken.get(name) ?? 0) + 1;
    taken.set(name, number);
    return number === 1 ? name : `${name}${number}`;
  };
  const schemas: Record<string, Schema> = {};
  /** Adds a schema for each type, and one that is any of them by the member that names the type. */
  const addTypes = (
    types: readonly Typed[],
    ending: string,
    base: string,
    propertyName: string,
    all: string,
  ) => {
    const mapping: Record<string, string> = {};
    const members: Schema[] = [];
    for (const type of types) {
      const [name, properties] = [
        nameOf(type, ending),
        nameOf(
          type,
          ending
            .replace("ResponseModel", "PropertiesModel")
            .replace("ElementModel", "ElementPropertiesModel"),
        ),
      ];
      schemas[properties] = {
        type: "object",
        properties: Object.fromEntries(
          type.properties.map(({ alias, form }) => [alias, orNull(forms[form])]),
        ),
      };
      schemas[name] = {
        allOf: [
          named(base),
          record({ [propertyName]: { type: "string", const: type.alias }, properties: named(properties) }),
        ],
      };
      mapping[type.alias] = `#/components/schemas/${name}`;
      members.push(named(name));
    }
    schemas[all] =
      members.length === 0
        ? { allOf: [named(base), record({ properties: PROPERTIES })] }
        : { oneOf: members, discriminator: { propertyName, mapping } };
  };
  const { contentTypes, mediaTypes } = model;
  addTypes(
    contentTypes.filter(({ element, nodes }) => !element || nodes > 0),
    "ContentResponseModel",
    "ApiContentModelBase",
    "contentType",
    "IApiContentResponseModel",
  );
  const elements: Typed[] = contentTypes.filter((type) => type.element || type.elements > 0);
  // A discriminator leads to one schema only.
  for (const part of model.partTypes)
    if (!elements.some(({ alias }) => alias === part.alias)) elements.push(part);
  addTypes(elements, "ElementModel", "ApiElementModelBase", "contentType", "Element");
  addTypes(mediaTypes, "MediaResponseModel", "ApiMediaModelBase", "mediaType", "IApiMediaResponseModel");
  const head = { name: text, createDate: orNull(text), updateDate: orNull(text) };
  // Exports alone have these members; and what the API gives has a URL, and expanded nodes have properties.
  const parts = Object.entries(valueParts(named)).map(([name, part]): [string, Schema] => {
    const { layout: _, legacyId: __, ...members } = part.properties;
    const properties = {
      ...members,
      ...(name === "Route" && { path: text }),
      ...(members.properties && { properties: PROPERTIES }),
    };
    return [name, { ...part, properties }];
  });
  return {
    ...schemas,
    ...Object.fromEntries(parts),
    // Each type adds its properties: open ones here would allow any.
    ApiContentModelBase: record({
      contentType: text,
      ...head,
      route: named("Route"),
      id: GUID,
      cultures: { type: "object", additionalProperties: named("Route") },
    }),
    ApiElementModelBase: record({ contentType: text, id: GUID }),
    ApiMediaModelBase: record({
      path: text,
      ...head,
      id: GUID,
      mediaType: text,
      url: orNull(text),
      extension: orNull(text),
      width: orNull({ type: "integer" }),
      height: orNull({ type: "integer" }),
      bytes: orNull({ type: "integer" }),
      focalPoint: orNull(named("FocalPoint")),
      crops: orNull(listSchema(named("Crop"))),
    }),
    ProblemDetails: record({ type: text, title: text, status: { type: "integer" }, detail: text }),
  };
}
