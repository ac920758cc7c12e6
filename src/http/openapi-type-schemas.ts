/** The shapes of types as JSON Schema, for the OpenAPI document. */
import type { SiteTypes } from "../schema/site-types.ts";
import { ID, KEY, listOf, reference, TEXT } from "./openapi-schemas.ts";

const IDENTITY = { id: ID, key: KEY };
const NAMED = { ...IDENTITY, alias: { type: "string" }, name: TEXT };
const ALLOWED_AS_ROOT = { type: "boolean", description: "Whether its nodes may be roots." };
const ORDER = { type: "integer" };

export const TYPE_SCHEMAS = {
  Type: {
    type: "object",
    description:
      "A content or media type, with what its compositions give it. Types of media have no templates.",
    required: ["id", "key", "alias", "name", "tabs", "allowedContentTypes", "compositions"],
    properties: {
      ...NAMED,
      icon: TEXT,
      tabs: listOf(reference("TypeTab"), "Its own, then those of the types that it is made of."),
      defaultTemplate: { oneOf: [reference("TypeReference"), { type: "null" }] },
      allowedAsRoot: ALLOWED_AS_ROOT,
      allowedContentTypes: listOf(reference("TypeReference"), "The types that may stand below its nodes."),
      allowedTemplate: listOf(reference("TypeReference"), "The templates that its nodes may have: several."),
      compositions: listOf(
        reference("TypeReference"),
        "The types that it is made of, and those that they are.",
      ),
    },
    additionalProperties: true,
  },
  TypeTab: {
    type: "object",
    required: ["id", "key", "name", "properties"],
    properties: {
      ...IDENTITY,
      name: TEXT,
      sortOrder: ORDER,
      properties: listOf(reference("TypeProperty"), "In their order."),
    },
    additionalProperties: true,
  },
  TypeProperty: {
    type: "object",
    required: ["id", "key", "alias", "name"],
    properties: {
      ...NAMED,
      description: TEXT,
      sortOrder: ORDER,
      editorAlias: TEXT,
      dataTypeId: ID,
      mandatory: { type: "boolean" },
    },
    additionalProperties: true,
  },
  TypeReference: {
    type: "object",
    description: "A type or a template that is named; its own name is null where the data lacks it.",
    required: ["id", "key", "alias"],
    properties: NAMED,
    additionalProperties: true,
  },
} as const;

/** What an operation answers of a type, for instance. */
export const EXAMPLE_TYPE: SiteTypes["content"][number] = {
  id: 1046,
  key: "0b6a3c1e-52a5-4c1c-9d4e-6d1a53d2c0e8",
  alias: "textPage",
  name: "Text page",
  icon: "icon-document",
  tabs: [
    {
      id: 31,
      key: "7a1c94a5-1f5f-4b57-8b0a-2f6f0c6d6f11",
      name: "Content",
      sortOrder: 0,
      properties: [
        {
          id: 84,
          key: "5f1b7c3e-0a53-4f53-8f43-9a6a1d9d2c70",
          alias: "title",
          name: "Title",
          description: null,
          sortOrder: 0,
          editorAlias: "Umbraco.TextBox",
          dataTypeId: -88,
          mandatory: true,
        },
      ],
    },
  ],
  defaultTemplate: null,
  allowedAsRoot: false,
  allowedContentTypes: [],
  allowedTemplate: [],
  compositions: [],
};
