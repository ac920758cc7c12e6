/** The OpenAPI 3.1 document, generated from the table of operations. */
import pkg from "../../package.json" with { type: "json" };
import { DELIVERY_DOCUMENT } from "../delivery/delivery-paths.ts";
import {
  ALIAS_BASE,
  OPERATIONS,
  type Operation,
  operationPath,
  PARAMETER_NAMES,
  type ParameterName,
  PROBLEM_TYPE_PREFIX,
  TYPE_KINDS,
  type TypeKind,
  typeOperationFor,
} from "../operations.ts";
import { type Parameter, sentencesAbout } from "../parameter.ts";
import { type DataType, NO_DATE, type SiteTypes } from "../site/schema/site-types.ts";
import { ALIAS_PATHS } from "./operation-aliases.ts";
import { nodeTarget, typeTarget } from "./operation-reply.ts";
import { PARAMETERS, readQuery } from "./parameters.ts";
import {
  failedOnPurpose,
  internalFault,
  misdirected,
  noSuchNode,
  noSuchPath,
  noSuchType,
  PROBLEM_MEDIA_TYPE,
  PROBLEMS,
  type Problem,
  problemDocument,
  unauthorized,
  wrongMethod,
} from "./problem.ts";
import { jsonReply, type Reply } from "./reply.ts";
import { VARY } from "./responder.ts";
import { NOT_SERVED_HEADER, SITE_LISTS } from "./site-lists.ts";

const STRING = { type: "string" } as const;
/** A text or null. */
const TEXT = { type: ["string", "null"] } as const;
const ID = { type: "integer", format: "int32" } as const;
const KEY = {
  type: "string",
  pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  description: "A GUID in lower case, with hyphens.",
} as const;

/** A schema of the document, by its name. */
function reference<const N extends string>(name: N) {
  return { $ref: `#/components/schemas/${name}` } as const;
}

function listOf<S extends object>(items: S, description?: string) {
  return { type: "array", description, items } as const;
}

const ITEM_PROPERTIES = {
  id: ID,
  key: KEY,
  name: TEXT,
  url: TEXT,
  type: { ...TEXT, description: "The alias of the content or media type." },
  sortOrder: { type: ["number", "null"] },
  createDate: { ...TEXT, description: "Unchanged, as in the data." },
  updateDate: { ...TEXT, description: "Unchanged, as in the data." },
};

const CHILDREN = listOf(reference("Item"), "In order. Absent if the level limit cut them; empty for a leaf.");

const SCHEMAS = {
  Item: {
    type: "object",
    description: "A node in a list: its scalar fields, and its children down to the level limit.",
    required: ["id", "key"],
    properties: { ...ITEM_PROPERTIES, children: CHILDREN },
    additionalProperties: { type: ["string", "number", "boolean", "null"] },
  },
  Node: {
    type: "object",
    description: "A node by id, key or path: all fields, its ancestors, properties and children.",
    required: ["id", "key", "path", "properties"],
    properties: {
      ...ITEM_PROPERTIES,
      path: listOf(reference("Item"), "Its ancestors, root first, without children."),
      properties: {
        type: "object",
        description: "Properties by alias.",
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
      value: { description: "Any JSON value; its form depends on the editor." },
    },
    additionalProperties: true,
  },
  Problem: {
    type: "object",
    description: "A problem document (RFC 9457).",
    required: ["type", "title", "status", "detail"],
    properties: {
      type: { type: "string", enum: Object.keys(PROBLEMS).map((name) => PROBLEM_TYPE_PREFIX + name) },
      title: { type: "string" },
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: { type: "string", description: "What was requested, what is wrong, and what to try." },
      parameter: {
        type: "string",
        enum: PARAMETER_NAMES,
      },
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

/** An example answer with roots. */
const EXAMPLE_ITEMS = [{ ...EXAMPLE_ROOT, children: [EXAMPLE_ITEM] }];

/** An example answer with a node. */
const EXAMPLE_NODE = {
  ...EXAMPLE_ROOT,
  path: [],
  properties: { title: EXAMPLE_TITLE },
  children: [{ ...EXAMPLE_ITEM, children: [] }],
};

const IDENTITY = { id: ID, key: KEY };
const NAMED = { ...IDENTITY, alias: { type: "string" }, name: TEXT };
const ALLOWED_AS_ROOT = { type: "boolean", description: "Whether nodes of the type can be roots." };
const ORDER = { type: "integer" };

const TYPE_SCHEMAS = {
  Type: {
    type: "object",
    description:
      "A content or media type, with the properties of its compositions. Media types have no templates.",
    required: ["id", "key", "alias", "name", "tabs", "allowedContentTypes", "compositions"],
    properties: {
      ...NAMED,
      icon: TEXT,
      tabs: listOf(reference("TypeTab"), "Its own tabs, then those of its compositions."),
      defaultTemplate: { oneOf: [reference("TypeReference"), { type: "null" }] },
      allowedAsRoot: ALLOWED_AS_ROOT,
      allowedContentTypes: listOf(
        reference("TypeReference"),
        "The types of nodes that can be created below nodes of the type.",
      ),
      allowedTemplate: listOf(
        reference("TypeReference"),
        "The templates that nodes of the type can have: an array in spite of the name.",
      ),
      compositions: listOf(
        reference("TypeReference"),
        "The types that it inherits properties from, directly or not.",
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
      properties: listOf(reference("TypeProperty"), "In order."),
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
  DataType: {
    type: "object",
    description: "A property editor with its configuration.",
    required: ["id", "key", "name", "dbType", "editorAlias", "editor", "createDate", "updateDate", "config"],
    properties: {
      ...IDENTITY,
      name: TEXT,
      dbType: {
        ...TEXT,
        description: "The column of its values, in lower case: nvarchar, ntext, integer, date, decimal.",
      },
      editorAlias: TEXT,
      editor: {
        type: ["object", "null"],
        description: "The editor as a live site describes it; null for data that has only its alias.",
      },
      createDate: { ...STRING, description: `${NO_DATE} if the data has none.` },
      updateDate: { ...STRING, description: `${NO_DATE} if the data has none.` },
      config: { type: "object", description: "The editor's configuration; {} if there is none." },
    },
    additionalProperties: true,
  },
  TypeReference: {
    type: "object",
    description: "A reference to a type or template; the name is null if the data lacks the type.",
    required: ["id", "key", "alias"],
    properties: NAMED,
    additionalProperties: true,
  },
} as const;

/** An example answer with a type. */
const EXAMPLE_TYPE: SiteTypes["content"][number] = {
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

const EXAMPLE_DATA_TYPE: DataType = {
  id: -88,
  key: "0cc0eba1-9960-42c9-bf9b-60e150b429ae",
  name: "Textstring",
  dbType: "nvarchar",
  editorAlias: "Umbraco.TextBox",
  editor: null,
  createDate: "2024-05-02T09:30:00",
  updateDate: NO_DATE,
  config: { maxChars: 120 },
};

const HEADERS = {
  ETag: {
    description: "Changes with the answer: send it in If-None-Match.",
    schema: { type: "string" },
    example: '"s0meDigest.content.1050."',
  },
  "Cache-Control": { schema: { type: "string" }, example: "private, no-cache" },
  Vary: { schema: { type: "string" }, example: VARY },
  "WWW-Authenticate": {
    schema: { type: "string" },
    example: 'Basic realm="migrations", charset="UTF-8"',
  },
  Allow: { schema: { type: "string" }, example: "GET, HEAD" },
  [NOT_SERVED_HEADER]: {
    description: "What an empty list leaves out, since it is personal data.",
    schema: { type: "string", enum: ["members", "users"] },
    example: "members",
  },
} as const;

/** @param prefix the path segments before `Migrations`, without slashes around them */
export function openapiReply(prefix: string): Reply {
  return jsonReply(200, {
    openapi: "3.1.1",
    info: {
      title: "Migrations API",
      version: pkg.version,
      description: `The content and media trees of a CMS site, and their types, read-only. The Content Delivery API has a document of its own: ${DELIVERY_DOCUMENT}.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ basic: [] }, { apiKey: [] }, {}],
    tags: [
      ...TYPE_KINDS.map((kind) => ({ name: kind, description: TAGS[kind] })),
      { name: "site", description: "Lists that importers request beside the trees." },
    ],
    paths: {
      ...Object.fromEntries(
        OPERATIONS.map((operation) => [
          operationPath(prefix, operation),
          { get: describeOperation(operation) },
        ]),
      ),
      ...Object.fromEntries(ALIAS_PATHS.map(describeAlias)),
      ...Object.fromEntries(SITE_LISTS.map((list) => [list.path(prefix), { get: describeList(list) }])),
    },
    components: {
      securitySchemes: {
        basic: {
          type: "http",
          scheme: "basic",
          description:
            'User "api", password = the API key. Required if the server has one, unless Api-Key has it.',
        },
        apiKey: { type: "apiKey", in: "header", name: "Api-Key", description: "The API key." },
      },
      headers: HEADERS,
      parameters: Object.fromEntries(
        PARAMETER_NAMES.map((name) => [
          name,
          describeParameter(name, PARAMETERS[name].isNeeded, PARAMETERS[name]),
        ]),
      ),
      schemas: { ...SCHEMAS, ...TYPE_SCHEMAS },
    },
  });
}

const TAGS: Record<TypeKind, string> = {
  content: "The content tree and its types.",
  media: "The media tree and its types.",
  data: "Data types: the editors of properties and their configuration.",
};

/** The parameters of the example requests. */
const EXAMPLES = {
  id: PARAMETERS.id.example,
  key: PARAMETERS.key.example,
  alias: PARAMETERS.alias.example,
} as const;

/** The description of each shape of answer. */
const ANSWERS: Record<Operation["answers"], { description: string; schema: object; example: unknown }> = {
  items: { description: "The roots, in order.", schema: listOf(reference("Item")), example: EXAMPLE_ITEMS },
  node: { description: "The node.", schema: reference("Node"), example: EXAMPLE_NODE },
  types: { description: "The types.", schema: listOf(reference("Type")), example: [EXAMPLE_TYPE] },
  type: { description: "The type.", schema: reference("Type"), example: EXAMPLE_TYPE },
  dataTypes: {
    description: "The data types.",
    schema: listOf(reference("DataType")),
    example: [EXAMPLE_DATA_TYPE],
  },
  dataType: { description: "The data type.", schema: reference("DataType"), example: EXAMPLE_DATA_TYPE },
};

function describeParameter(name: string, required: boolean, parameter: Parameter) {
  const { schema, example } = parameter;
  return { name, in: "query", required, schema, description: sentencesAbout(parameter), example };
}

function describeOperation(operation: Operation) {
  const { name, subject, kind, by, takes, answers, alias } = operation;
  const { description, ...content } = ANSWERS[answers];
  const noun = subject === "nodes" ? "node" : "type";
  const all = by === "root" ? `All ${kind} roots` : by === "all" ? `All ${kind} types` : undefined;
  return {
    operationId: name,
    summary: all ?? `One ${kind} ${noun}, by its ${by}`,
    description: `The API for Umbraco 10 has it at ${ALIAS_BASE}${alias}, too.`,
    tags: [kind],
    parameters: takes.map(parameterReference),
    responses: {
      200: {
        description,
        headers: headerRefs(["ETag", "Cache-Control", "Vary"]),
        content: { "application/json": content },
      },
      304: {
        description: "The client has the answer already: it named its ETag in If-None-Match.",
        headers: headerRefs(["ETag", "Cache-Control", "Vary"]),
      },
      ...problemResponses(operation),
    },
  };
}

/** The responses that are problems, by status, each with an example of every kind. */
function problemResponses(operation: Operation): object {
  const byStatus = new Map<number, Problem[]>();
  for (const problem of exampleProblems(operation)) {
    const { status } = PROBLEMS[problem.name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), problem]);
  }
  const extraHeaders: Record<number, (keyof typeof HEADERS)[]> = {
    401: ["WWW-Authenticate"],
    405: ["Allow"],
  };
  return Object.fromEntries(
    Array.from(byStatus, ([status, problems]) => [
      status,
      {
        description: `${problems.map(({ name }) => PROBLEMS[name].title).join("; or: ")}.`,
        headers: headerRefs(["Cache-Control", ...(extraHeaders[status] ?? [])]),
        content: {
          [PROBLEM_MEDIA_TYPE]: {
            schema: reference("Problem"),
            examples: Object.fromEntries(
              problems.map((problem) => [problem.name, { value: problemDocument(problem) }]),
            ),
          },
        },
      },
    ]),
  );
}

/** One problem of each kind that the operation can answer. */
function exampleProblems(operation: Operation): Problem[] {
  const { takes } = operation;
  const queries = takes.slice(0, 1).flatMap((first) => {
    const { read, isNeeded } = PARAMETERS[first];
    return [...(isNeeded ? [""] : []), read("x") === undefined ? `${first}=x` : `${first}=x&${first}=y`];
  });
  const problems = queries.map((query) => {
    const problem = readQuery(operation, query, (name) => PARAMETERS[name].example);
    if (!("name" in problem)) throw new Error(`${operation.name} takes "${query}"`);
    return problem;
  });
  if (operation.subject === "nodes") {
    const { kind, by } = operation;
    if (by === "path") problems.push(noSuchPath(PARAMETERS.path.example));
    else if (by !== "root") problems.push(noSuchNode(kind, nodeTarget(by, EXAMPLES)));
  } else {
    const target = typeTarget(operation.by, EXAMPLES);
    if (target) problems.push(noSuchType(operation.kind, target));
  }
  return [
    ...problems,
    unauthorized(false),
    wrongMethod("POST"),
    misdirected(),
    internalFault(),
    failedOnPurpose(503, 10),
  ];
}

/** The path of an alias, and its description: the parameters and responses of its first operation. */
function describeAlias({ path, hasValue, operations }: (typeof ALIAS_PATHS)[number]): [string, object] {
  const names = operations.map(({ name }) => name).join(", ");
  const values = operations.map(({ by }) => by).join(" or ");
  const inPath = { name: "value", in: "path", required: true, schema: STRING, description: `The ${values}.` };
  const { parameters, ...described } = describeOperation(operations[0]);
  const inQuery = operations[0].takes.filter((name) => !hasValue || name === "maxLevel");
  const id = path.replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase());
  return [
    `${ALIAS_BASE}${path}${hasValue ? "{value}" : ""}`,
    {
      get: {
        ...described,
        operationId: `alias-${id}${hasValue ? "One" : ""}`,
        summary: `Alias of ${names}`,
        description: "The path in the API for Umbraco 10.",
        parameters: [...(hasValue ? [inPath] : []), ...inQuery.map(parameterReference)],
      },
    },
  ];
}

function parameterReference(name: ParameterName): object {
  return { $ref: `#/components/parameters/${name}` };
}

function describeList({ id, summary }: (typeof SITE_LISTS)[number]): object {
  const responses = describeOperation(typeOperationFor("data", "all")).responses as Record<string, object>;
  const { 200: _, 304: __, ...problems } = responses;
  const content = { "application/json": { schema: listOf({ type: "object" }), example: [] } };
  const headers = headerRefs(["Cache-Control", "Vary", NOT_SERVED_HEADER]);
  return {
    operationId: id,
    summary,
    tags: ["site"],
    parameters: [],
    responses: { 200: { description: `${summary}.`, headers, content }, ...problems },
  };
}

function headerRefs(names: readonly (keyof typeof HEADERS)[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
