/** The OpenAPI 3.1 document of the operations, made from the table that they are served from. */
import pkg from "../../package.json" with { type: "json" };
import {
  KINDS,
  OPERATIONS,
  type Operation,
  operationPath,
  PARAMETER_NAMES,
  type ParameterName,
} from "../operations.ts";
import { EXPLORER_SCHEMAS, explorerPaths } from "./explorer/openapi-explorer.ts";
import {
  EXAMPLE_ITEMS,
  EXAMPLE_NODE,
  EXAMPLE_TYPE,
  listOf,
  reference,
  SCHEMAS,
  TYPE_SCHEMAS,
} from "./openapi-schemas.ts";
import { nodeTarget, typeTarget } from "./operation-reply.ts";
import { PARAMETERS, readQuery } from "./parameters.ts";
import {
  failedOnPurpose,
  internalFault,
  misdirected,
  noSuchNode,
  noSuchType,
  PROBLEM_MEDIA_TYPE,
  PROBLEMS,
  type Problem,
  problemDocument,
  unauthorized,
  wrongMethod,
} from "./problem.ts";
import { jsonReply, type Reply } from "./reply.ts";

const HEADERS = {
  ETag: {
    description: "Changes when the answer does: send it back in If-None-Match.",
    schema: { type: "string" },
    example: '"s0meDigest.content.1050."',
  },
  "Cache-Control": { schema: { type: "string" }, example: "private, no-cache" },
  Vary: { schema: { type: "string" }, example: "Authorization, Accept-Encoding" },
  "WWW-Authenticate": {
    schema: { type: "string" },
    example: 'Basic realm="migrations", charset="UTF-8"',
  },
  Allow: { schema: { type: "string" }, example: "GET, HEAD" },
} as const;

/**
 * @param prefix the path segments before `Migrations`, without slashes around them
 * @param hasExplorer whether what the explorer's page asks for is served too
 */
export function openapiReply(prefix: string, hasExplorer: boolean): Reply {
  return jsonReply(200, openapiDocument(prefix, hasExplorer));
}

function openapiDocument(prefix: string, hasExplorer: boolean): object {
  return {
    openapi: "3.1.1",
    info: {
      title: "Migrations API",
      version: pkg.version,
      description: "The content and media trees of a CMS site, and their types, read-only.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ apiKey: [] }, {}],
    tags: [
      ...KINDS.map((kind) => ({ name: kind, description: `The ${kind} tree and its types.` })),
      ...(hasExplorer ? [{ name: "explorer", description: "What the page at / asks for." }] : []),
    ],
    paths: {
      ...Object.fromEntries(
        OPERATIONS.map((operation) => [
          operationPath(prefix, operation),
          { get: describeOperation(operation) },
        ]),
      ),
      ...(hasExplorer ? explorerPaths(prefix) : {}),
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "basic",
          description: 'User "api", password = the API key. Needed where the server has one.',
        },
      },
      headers: HEADERS,
      parameters: Object.fromEntries(PARAMETER_NAMES.map((name) => [name, describeParameter(name)])),
      schemas: { ...SCHEMAS, ...TYPE_SCHEMAS, ...(hasExplorer ? EXPLORER_SCHEMAS : {}) },
    },
  };
}

/** What the examples of errors ask for. */
const EXAMPLES = {
  id: PARAMETERS.id.example,
  key: PARAMETERS.key.example,
  alias: PARAMETERS.alias.example,
} as const;

/** What each shape of answer is described by. */
const ANSWERS: Record<Operation["answers"], { description: string; schema: object; example: unknown }> = {
  items: { description: "The roots, in order.", schema: listOf(reference("Item")), example: EXAMPLE_ITEMS },
  node: { description: "The node.", schema: reference("Node"), example: EXAMPLE_NODE },
  types: { description: "The types.", schema: listOf(reference("Type")), example: [EXAMPLE_TYPE] },
  type: { description: "The type.", schema: reference("Type"), example: EXAMPLE_TYPE },
};

function describeParameter(name: ParameterName): object {
  const { isNeeded, description, schema, example } = PARAMETERS[name];
  return { name, in: "query", required: isNeeded, schema, description, example };
}

function describeOperation(operation: Operation): object {
  const { name, kind, takes, answers } = operation;
  const { description, ...content } = ANSWERS[answers];
  return {
    operationId: name,
    summary: summaryOf(operation),
    tags: [kind],
    parameters: takes.map((parameter) => ({ $ref: `#/components/parameters/${parameter}` })),
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

function summaryOf({ subject, kind, by }: Operation): string {
  if (by === "root") return `All ${kind} roots`;
  if (by === "all") return `All ${kind} types`;
  return `One ${kind} ${subject === "nodes" ? "node" : "type"}, by its ${by}`;
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

/** One problem of each kind that the operation's clients may meet. */
function exampleProblems(operation: Operation): Problem[] {
  return [
    ...queryProblems(operation),
    ...notFound(operation),
    unauthorized(false),
    wrongMethod("POST"),
    misdirected(),
    internalFault(),
    failedOnPurpose(503, 10),
  ];
}

/** What can be wrong with the first of its parameters. */
function queryProblems(operation: Operation): Problem[] {
  const [first] = operation.takes;
  if (first === undefined) return [];
  const { read, isNeeded } = PARAMETERS[first];
  const wrong = read("x") === undefined ? `${first}=x` : `${first}=x&${first}=y`;
  return [...(isNeeded ? [problemOf(operation, "")] : []), problemOf(operation, wrong)];
}

/** The very problem that this query makes. */
function problemOf(operation: Operation, query: string): Problem {
  const problem = readQuery(operation, query);
  if (!("name" in problem)) throw new Error(`${operation.name} takes "${query}"`);
  return problem;
}

function notFound(operation: Operation): Problem[] {
  const { kind } = operation;
  if (operation.subject === "nodes") {
    return operation.by === "root" ? [] : [noSuchNode(kind, nodeTarget(operation.by, EXAMPLES))];
  }
  const target = typeTarget(operation.by, EXAMPLES);
  return target ? [noSuchType(kind, target)] : [];
}

function headerRefs(names: readonly (keyof typeof HEADERS)[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
