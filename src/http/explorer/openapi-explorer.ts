/** What the explorer's page asks for, as parts of the OpenAPI document, made from the table that it is served from. */
import { operationFor, operationPath } from "../../operations.ts";
import { ID, KEY, listOf, reference, TEXT } from "../openapi-schemas.ts";
import { PROBLEM_MEDIA_TYPE } from "../problem.ts";
import { EXPLORER_PARAMETERS, type ExplorerParameter, VIEWS, type ViewName } from "./explorer-views.ts";

const COUNT = { type: "integer", minimum: 0 };
const STRING = { type: "string" };
const FLAG = { type: "boolean" };
const KIND = EXPLORER_PARAMETERS.kind.schema;
const ELSEWHERE = {
  ...FLAG,
  description: "Whether the node exists only in another language than the one that is read.",
};
const COMPACT_JSON = { ...STRING, description: "Compact JSON." };

/** An object all of whose members are told. */
function object(properties: Record<string, object>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", required, properties, additionalProperties: false };
}

const ROW = object(
  {
    id: ID,
    key: KEY,
    name: STRING,
    type: { ...STRING, description: "The alias of its type; empty where it has none." },
    children: { ...COUNT, description: "How many it has." },
    url: STRING,
    updateDate: STRING,
    isUnpublished: FLAG,
    verbs: listOf(STRING),
    changedBelow: COUNT,
  },
  ["url", "updateDate", "isUnpublished", "verbs", "changedBelow"],
);

const PROPERTY = object(
  {
    alias: STRING,
    name: STRING,
    description: STRING,
    editorAlias: STRING,
    culture: STRING,
    segment: STRING,
    shape: { ...STRING, description: "What the value looks like as a whole." },
    pointer: { ...STRING, description: "Where it lies in the value of the node's property (RFC 6901)." },
    json: {
      ...COMPACT_JSON,
      description: "The value as compact JSON. Left out where it is long, or told as elements.",
    },
    bytes: COUNT,
    references: listOf(reference("ReferenceDetails")),
    elements: listOf(reference("ElementDetails")),
    leftovers: listOf(object({ kind: STRING, text: STRING })),
    omitted: {
      ...COUNT,
      description: "How many of these are left out, since the answer would be too large.",
    },
    isSecret: { ...FLAG, description: "Whether it looks like a secret, and the value is left out." },
  },
  ["name", "description", "editorAlias", "culture", "segment", "json", "omitted", "isSecret"],
);

const LINKED = { kind: KIND, row: reference("TreeRow"), image: STRING };

/** The shapes of `explorer-answers.ts`. */
export const EXPLORER_SCHEMAS = {
  ExplorerSite: object(
    {
      version: { ...STRING, description: "Differs wherever an answer differs." },
      program: STRING,
      name: STRING,
      format: STRING,
      nodes: object({ content: COUNT, media: COUNT }),
      prefix: STRING,
      defaultPrefix: STRING,
      isWatched: FLAG,
      dataFlags: STRING,
      needsKey: FLAG,
      against: object({
        name: STRING,
        counts: { type: "object", additionalProperties: COUNT },
        command: STRING,
      }),
    },
    ["against"],
  ),
  TypeCounts: listOf(object({ kind: KIND, alias: STRING, name: TEXT, nodes: COUNT })),
  TreeRow: ROW,
  Level: object({ total: COUNT, from: COUNT, rows: listOf(reference("TreeRow")), isSortable: FLAG }),
  PlacedRow: object({ row: reference("TreeRow"), index: COUNT, of: COUNT }),
  Path: listOf(reference("PlacedRow")),
  Sought: object({ index: { type: ["integer", "null"] } }),
  NodeDetails: object(
    {
      kind: KIND,
      path: reference("Path"),
      typeName: STRING,
      fields: listOf(object({ name: STRING, json: COMPACT_JSON })),
      groups: listOf(
        object(
          {
            name: TEXT,
            properties: listOf(reference("PropertyDetails")),
            groups: listOf(object({ name: STRING, properties: listOf(reference("PropertyDetails")) })),
          },
          ["groups"],
        ),
      ),
      omitted: {
        ...COUNT,
        description: "How many properties are left out, since the answer would be too large.",
      },
      image: STRING,
      change: reference("NodeChange"),
    },
    ["typeName", "omitted", "image", "change"],
  ),
  NodeChange: object({
    verbs: listOf(STRING),
    fields: listOf(reference("ValueChange")),
    properties: listOf(reference("ValueChange")),
  }),
  ValueChange: object({ name: STRING, before: COMPACT_JSON, after: COMPACT_JSON }, ["before", "after"]),
  Changes: object({ total: COUNT, from: COUNT, nodes: listOf(reference("PlacedLink")) }),
  PropertyDetails: PROPERTY,
  ElementDetails: object(
    {
      layout: STRING,
      role: { ...STRING, enum: ["content", "settings"] },
      alias: STRING,
      typeName: STRING,
      properties: listOf(reference("PropertyDetails")),
    },
    ["alias", "typeName"],
  ),
  LinkedNode: object(LINKED, ["image"]),
  ReferenceDetails: object(
    {
      text: { ...STRING, description: "As it stands in the value." },
      from: { ...STRING, enum: ["text", "picker"] },
      node: reference("LinkedNode"),
      dead: { ...STRING, description: "Why it leads nowhere; `not-published` if its page is not published." },
      unknown: { ...STRING, description: "Why nobody can tell where it leads." },
    },
    ["node", "dead", "unknown"],
  ),
  PlacedLink: object(
    {
      ...LINKED,
      place: listOf(STRING),
      language: {
        ...STRING,
        description: "The languages of the references by which it was found, if the data holds several.",
      },
      isElsewhere: ELSEWHERE,
    },
    ["image", "language", "isElsewhere"],
  ),
  FoundNodes: object({ from: COUNT, nodes: listOf(reference("PlacedLink")), isMore: FLAG }),
  AuditAnswer: object({
    sections: listOf(object({ name: STRING, title: STRING, rows: COUNT })),
    name: STRING,
    title: STRING,
    columns: listOf(object({ name: STRING, of: { ...STRING, enum: ["text", "count", "share"] } })),
    rows: listOf(reference("AuditRecordRow")),
    total: COUNT,
  }),
  AuditRecordRow: object(
    {
      cells: listOf({ type: ["string", "number", "null"] }),
      owner: object({ kind: KIND, of: { ...STRING, enum: ["node", "element"] }, type: STRING }),
      finding: STRING,
      node: object({ kind: KIND, id: ID, key: KEY, name: STRING, isElsewhere: ELSEWHERE }, ["isElsewhere"]),
      query: { type: "object", additionalProperties: STRING, description: "Parameters of /explorer/find." },
    },
    ["owner", "finding", "node", "query"],
  ),
  Links: object({ total: COUNT, from: COUNT, nodes: listOf(reference("PlacedLink")) }),
};

/** The paths of the document. @param prefix the path segments before `Migrations` */
export function explorerPaths(prefix: string): Record<string, object> {
  return Object.fromEntries(
    (Object.keys(VIEWS) as ViewName[]).map((name) => [VIEWS[name].path, { get: describeView(name, prefix) }]),
  );
}

function describeView(name: ViewName, prefix: string): object {
  const { summary, needs, takes } = VIEWS[name];
  const problem = { [PROBLEM_MEDIA_TYPE]: { schema: reference("Problem") } };
  const statuses = {
    400: "A parameter is missing or invalid.",
    401: "The API key is needed.",
    404: "No node matches.",
  };
  const problems = Object.entries(statuses).map(([status, description]) => [
    status,
    { description, content: problem },
  ]);
  return {
    operationId: `explorer${name[0].toUpperCase()}${name.slice(1)}`,
    summary,
    description: `For the page at /. What importers ask for is below ${operationPath(prefix, operationFor("content", "root")).replace(/[^/]*$/, "")}`,
    tags: ["explorer"],
    parameters: [
      ...needs.map((parameter) => describeParameter(parameter, true)),
      ...takes.map((parameter) => describeParameter(parameter, false)),
    ],
    responses: {
      200: { description: `${summary}.`, content: answerOf(name) },
      ...Object.fromEntries(problems),
    },
  };
}

function describeParameter(name: ExplorerParameter, required: boolean): object {
  const { description, schema, example } = EXPLORER_PARAMETERS[name];
  return { name, in: "query", required, description, schema, example };
}

function answerOf(name: ViewName): object {
  const { answers } = VIEWS[name];
  if (answers === "html") return { "text/html": { schema: STRING } };
  return { "application/json": { schema: answers === "json" ? {} : reference(answers) } };
}
