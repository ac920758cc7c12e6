/** The shapes of answers and errors as JSON Schema, for the OpenAPI document. */
import { HIGHEST_LEVEL, type LookupBy } from "../operations.ts";
import type { Target } from "../source.ts";
import { PROBLEM_TYPE_PREFIX, PROBLEMS } from "./problem.ts";

const KEY_PATTERN = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
const EXAMPLE_KEY = "31a4c6a1-8cb3-4d9a-8f2f-4e4a6a1b2c3d";
const ID = { type: "integer", format: "int32" };
const TEXT = { type: ["string", "null"] };

const ITEM_PROPERTIES = {
  id: ID,
  key: { type: "string", pattern: KEY_PATTERN, description: "A GUID in lower case, with hyphens." },
  name: TEXT,
  url: TEXT,
  type: { ...TEXT, description: "The alias of the content or media type." },
  sortOrder: { type: ["number", "null"] },
  createDate: { ...TEXT, description: "As the data has it." },
  updateDate: { ...TEXT, description: "As the data has it." },
};

const CHILDREN = {
  type: "array",
  description: "In order. Left out where the level limit cut them; empty where there are none.",
  items: { $ref: "#/components/schemas/Item" },
};

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
      path: {
        type: "array",
        description: "Its ancestors, root first, without children.",
        items: { $ref: "#/components/schemas/Item" },
      },
      properties: {
        type: "object",
        description: "From the alias to the property.",
        additionalProperties: { $ref: "#/components/schemas/Property" },
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
      parameter: { type: "string", enum: ["id", "key", "maxLevel"] },
    },
  },
} as const;

/** The parameters, by the name of what they ask for. */
export const PARAMETERS = {
  id: { name: "id", in: "query", required: true, schema: ID, description: "The node's id.", example: 1050 },
  key: {
    name: "key",
    in: "query",
    required: true,
    schema: { type: "string" },
    description: "The node's key: a GUID, with or without hyphens, bare or in braces or parentheses.",
    example: EXAMPLE_KEY,
  },
  maxLevel: {
    name: "maxLevel",
    in: "query",
    schema: { ...ID, minimum: 0, maximum: HIGHEST_LEVEL },
    description:
      "The deepest level to return: roots have level 1. Without it, one level below the node asked for, or below the roots.",
    example: 3,
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
const EXAMPLE_ROOT = { id: 1050, key: EXAMPLE_KEY, name: "Home", url: "/", type: "home", sortOrder: 0 };

/** What an operation answers, for instance. */
export function exampleAnswer(by: LookupBy): unknown {
  if (by === "root") return [{ ...EXAMPLE_ROOT, children: [EXAMPLE_ITEM] }];
  const title = { alias: "title", editorAlias: "Umbraco.TextBox", value: "Home" };
  return {
    ...EXAMPLE_ROOT,
    path: [],
    properties: { title },
    children: [{ ...EXAMPLE_ITEM, children: [] }],
  };
}

/** The node that the examples of errors ask for. */
export function exampleTarget(by: Exclude<LookupBy, "root">): Target {
  return by === "id" ? { by, id: 1050 } : { by, key: EXAMPLE_KEY };
}
