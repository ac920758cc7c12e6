/** The shapes of answers and errors as JSON Schema, for the OpenAPI document. */
import { PARAMETER_NAMES, PROBLEM_TYPE_PREFIX } from "../operations.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import { EXPLORER_PARAMETER_NAMES } from "./explorer/explorer-views.ts";
import { PARAMETERS } from "./parameters.ts";
import { PROBLEMS } from "./problem.ts";

const KEY_PATTERN = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
export const ID = { type: "integer", format: "int32" };
export const KEY = {
  type: "string",
  pattern: KEY_PATTERN,
  description: "A GUID in lower case, with hyphens.",
};
export const TEXT = { type: ["string", "null"] };

/** Where the document describes a shape. */
export function reference(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

export function listOf(items: object, description?: string) {
  return { type: "array", description, items };
}

const ITEM_PROPERTIES = {
  id: ID,
  key: KEY,
  name: TEXT,
  url: TEXT,
  type: { ...TEXT, description: "The alias of the content or media type." },
  sortOrder: { type: ["number", "null"] },
  createDate: { ...TEXT, description: "As the data has it." },
  updateDate: { ...TEXT, description: "As the data has it." },
};

const CHILDREN = listOf(
  reference("Item"),
  "In order. Left out where the level limit cut them; empty where there are none.",
);

export const SCHEMAS = {
  Item: {
    type: "object",
    description:
      "A node as lists show it: its scalar fields, and its children as far as the level limit allows.",
    required: ["id", "key"],
    properties: { ...ITEM_PROPERTIES, children: CHILDREN },
    additionalProperties: { type: ["string", "number", "boolean", "null"] },
  },
  Node: {
    type: "object",
    description: "A node as it is asked for: all its fields, where it lies, its properties, its children.",
    required: ["id", "key", "path", "properties"],
    properties: {
      ...ITEM_PROPERTIES,
      path: listOf(reference("Item"), "Its ancestors, root first, without children."),
      properties: {
        type: "object",
        description: "From the alias to the property.",
        additionalProperties: reference("Property"),
      },
      children: CHILDREN,
    },
    additionalProperties: true,
  },
  Property: {
    type: "object",
    properties: {
      alias: TEXT,
      editorAlias: TEXT,
      value: { description: "Any JSON value: what it holds is the editor's own business." },
    },
    additionalProperties: true,
  },
  Problem: {
    type: "object",
    description: "What went wrong (RFC 9457).",
    required: ["type", "title", "status", "detail"],
    properties: {
      type: { type: "string", enum: Object.keys(PROBLEMS).map((name) => PROBLEM_TYPE_PREFIX + name) },
      title: { type: "string" },
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: { type: "string", description: "What was asked, what is wrong, what to try." },
      parameter: { type: "string", enum: [...new Set([...PARAMETER_NAMES, ...EXPLORER_PARAMETER_NAMES])] },
    },
  },
} as const;

const EXAMPLE_ITEM = {
  id: 1051,
  key: "6f0c2a44-7b1e-4a8e-9a55-0d4f1f6f3b10",
  name: "About us",
  url: "/about-us/",
  type: "page",
  sortOrder: 1,
};
const EXAMPLE_ROOT = {
  id: PARAMETERS.id.example,
  key: PARAMETERS.key.example,
  name: "Home",
  url: "/",
  type: "home",
  sortOrder: 0,
};
const EXAMPLE_TITLE = { alias: "title", editorAlias: "Umbraco.TextBox", value: "Home" };

/** Roots, as an operation may answer. */
export const EXAMPLE_ITEMS = [{ ...EXAMPLE_ROOT, children: [EXAMPLE_ITEM] }];

/** A node, as an operation may answer. */
export const EXAMPLE_NODE = {
  ...EXAMPLE_ROOT,
  path: [],
  properties: { title: EXAMPLE_TITLE },
  children: [{ ...EXAMPLE_ITEM, children: [] }],
};

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
