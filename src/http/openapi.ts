/** The OpenAPI 3.1 document of the operations, made from the table that they are served from. */
import pkg from "../../package.json" with { type: "json" };
import { KINDS, OPERATIONS, type Operation, operationPath } from "../operations.ts";
import { readLookup } from "./lookup.ts";
import { exampleAnswer, exampleTarget, PARAMETERS, SCHEMAS } from "./openapi-schemas.ts";
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type Problem, problemDocument } from "./problem.ts";
import {
  failedOnPurpose,
  internalFault,
  misdirected,
  noSuchNode,
  unauthorized,
  wrongMethod,
} from "./problems-met.ts";
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

/** @param prefix the path segments before `Migrations`, without slashes around them */
export function openapiReply(prefix: string): Reply {
  return jsonReply(200, openapiDocument(prefix));
}

/** @param prefix the path segments before `Migrations`, without slashes around them */
export function openapiDocument(prefix: string): object {
  return {
    openapi: "3.1.1",
    info: {
      title: "Migrations API",
      version: pkg.version,
      description: "The content and media trees of a CMS site, read-only.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ apiKey: [] }, {}],
    tags: KINDS.map((kind) => ({ name: kind, description: `The ${kind} tree.` })),
    paths: Object.fromEntries(
      OPERATIONS.map((operation) => [
        operationPath(prefix, operation),
        { get: describeOperation(operation) },
      ]),
    ),
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "basic",
          description: 'User "api", password = the API key. Needed where the server has one.',
        },
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      schemas: SCHEMAS,
    },
  };
}

function describeOperation(operation: Operation): object {
  const { name, kind, by } = operation;
  const names = by === "root" ? (["maxLevel"] as const) : ([by, "maxLevel"] as const);
  return {
    operationId: name,
    summary: by === "root" ? `All ${kind} roots` : `One ${kind} node, by its ${by}`,
    tags: [kind],
    parameters: names.map((parameter) => ({ $ref: `#/components/parameters/${parameter}` })),
    responses: {
      200: {
        description: by === "root" ? "The roots, in order." : "The node.",
        headers: headerRefs("ETag", "Cache-Control", "Vary"),
        content: { "application/json": { schema: answerSchema(by), example: exampleAnswer(by) } },
      },
      304: {
        description: "The client has the answer already: it named its ETag in If-None-Match.",
        headers: headerRefs("ETag", "Cache-Control", "Vary"),
      },
      ...problemResponses(operation),
    },
  };
}

function answerSchema(by: Operation["by"]): object {
  if (by !== "root") return { $ref: "#/components/schemas/Node" };
  return { type: "array", items: { $ref: "#/components/schemas/Item" } };
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
        headers: headerRefs("Cache-Control", ...(extraHeaders[status] ?? [])),
        content: {
          [PROBLEM_MEDIA_TYPE]: {
            schema: { $ref: "#/components/schemas/Problem" },
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
  const { kind, by } = operation;
  const problems: Problem[] = [
    parameterProblem(operation, by === "root" ? "maxLevel=-1" : `${by}=x`),
    unauthorized(false),
    wrongMethod("POST"),
    misdirected(),
    internalFault(),
    failedOnPurpose(503, 10),
  ];
  if (by === "root") return problems;
  return [parameterProblem(operation, ""), noSuchNode(kind, exampleTarget(by)), ...problems];
}

/** The very problem that this query makes. */
function parameterProblem(operation: Operation, query: string): Problem {
  const problem = readLookup(operation, query);
  if (!("name" in problem)) throw new Error(`${operation.name} takes "${query}"`);
  return problem;
}

function headerRefs(...names: (keyof typeof HEADERS)[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
