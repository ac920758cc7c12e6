/** The OpenAPI document: passes a linter, and matches the answers. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { operationPath, OPERATIONS as TABLE, typeOperationFor } from "../../src/operations.ts";
import type { Source } from "../../src/site/source.ts";
import { fixture } from "../support/repository.ts";
import { API_KEY, AUTHORIZATION, appOf, keyOf, sourceOf } from "../support/site.ts";

type Responses = Record<
  string,
  { content?: Record<string, { schema: object; example?: unknown; examples?: object }> }
>;
type Parameter = { name: string; required?: boolean };
type Document = {
  paths: Record<string, { get: { parameters: Parameter[]; responses: Responses } }>;
  components: object;
};

const PREFIX = "umbraco/Limbo";
const served = await appOf({ prefix: PREFIX }).request("/openapi.json");
const document = (await served.json()) as Document;
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { int32: true } });
ajv.addKeyword("components");
ajv.addKeyword("example");
ajv.addSchema({ $id: "https://openapi.example/", components: document.components });

/** A path of the API for Umbraco 10. */
const below = (path: string) => `/api/limbo/migrations/${path}`;

/** The validators of the schemas that were needed so far. */
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/** Validates a body against the document's schema for this operation, status and media type. */
function expectDescribed(path: string, status: number, type: string, body: unknown): void {
  const schema = document.paths[path].get.responses[status].content?.[type].schema;
  expect(schema, `${path} ${status} ${type}`).toBeDefined();
  const text = JSON.stringify(schema).replaceAll('"#/components', '"https://openapi.example/#/components');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  expect(validate(body) || validate.errors).toBe(true);
}

describe("openapi.json: the OpenAPI document", () => {
  it("passes the linter", async () => {
    const config = await createConfig({ extends: ["recommended-strict"] });
    // One path is wrong, so that the linter has something to say.
    const source = { ...document, paths: { ...document.paths, "/wrong": { get: {} } } };
    const problems = await lintFromString({ source: JSON.stringify(source), config });
    expect(problems).not.toEqual([]);
    const pointers = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
    expect(pointers.filter(([, , pointer]) => !pointer?.startsWith("#/paths/~1wrong"))).toEqual([]);
  });

  it("names both headers that can have the key, and the header Vary as it is sent", async () => {
    const { components } = document as unknown as {
      components: { securitySchemes: object; headers: { Vary: { example: string } } };
    };
    expect(components.securitySchemes).toMatchObject({
      basic: { type: "http", scheme: "basic" },
      apiKey: { type: "apiKey", in: "header", name: "Api-Key" },
    });
    expect(components.headers.Vary.example).toBe(served.headers.get("Vary"));
  });

  it("is served, and lists the paths of all routes", async () => {
    const response = await appOf({ prefix: PREFIX }).request("/openapi.json");
    expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
    expect(Object.keys(document.paths)).toEqual([
      ...TABLE.map((operation) => operationPath(PREFIX, operation)),
      ...["content/root", "content/{value}", "media/root", "media/{value}", "media"].map(below),
      ...["contentTypes", "contentTypes/{value}", "mediaTypes", "mediaTypes/{value}"].map(below),
      ...["dataTypes", "dataTypes/{value}", "grid/editors"].map(below),
      `/${PREFIX}/Migrations/GetAllMembers`,
      below("users"),
    ]);
    for (const [path, { get }] of Object.entries(document.paths))
      if (path.includes("{value}"))
        expect(get.parameters[0]).toMatchObject({ name: "value", required: true });
  });

  it("has an example of each status, and each matches its schema", () => {
    for (const operation of TABLE) {
      const path = operationPath(PREFIX, operation);
      const { responses } = document.paths[path].get;
      const missing = ["root", "all"].includes(operation.by) ? [] : ["404"];
      const wrong = operation.by === "all" ? [] : ["400"];
      const statuses = ["200", "304", ...wrong, "401", ...missing, "405", "421", "500", "503"];
      expect(Object.keys(responses)).toEqual(statuses);
      for (const [status, { content = {} }] of Object.entries(responses)) {
        expect(Object.keys(content)).toHaveLength(status === "304" ? 0 : 1);
        for (const [type, { example, examples }] of Object.entries(content)) {
          const shown = examples ? Object.values(examples).map(({ value }) => value) : [example];
          for (const value of shown)
            expectDescribed(path, Number(status), type, JSON.parse(JSON.stringify(value)));
        }
      }
    }
  });
});

describe("openapi.json: answers match the OpenAPI document", () => {
  const sources: [string, () => Source | Promise<Source>][] = [
    ["a small site", () => sourceOf()],
    ["a site with types", async () => directorySource(await loadDirectory(fixture("usync/types")))],
  ];
  it.each(sources)("of %s", async (_name, source) => {
    const app = appOf({ prefix: PREFIX, apiKey: API_KEY }, await source());
    const send = async (path: string, query: string, authorization = AUTHORIZATION) => {
      const response = await app.request(path + query, { headers: { Authorization: authorization } });
      const type = (response.headers.get("Content-Type") ?? "").replace(/;.*/, "");
      const body: unknown = await response.json();
      expectDescribed(path, response.status, type, body);
      return body;
    };
    for (const operation of TABLE) {
      const path = operationPath(PREFIX, operation);
      if (operation.by === "root") {
        await send(path, "");
        const ids: number[] = [];
        const collect = (nodes: { id: number; children?: never[] }[]) => {
          for (const { id, children } of nodes) {
            ids.push(id);
            collect(children ?? []);
          }
        };
        collect((await send(path, "?maxLevel=99")) as { id: number }[]);
        const byId = path.replace("AtRoot", "ById");
        for (const id of ids) await send(byId, `?id=${id}`);
      }
      if (operation.by === "all") {
        const byId = operationPath(PREFIX, typeOperationFor(operation.kind, "id"));
        for (const { id } of (await send(path, "")) as { id: number }[]) await send(byId, `?id=${id}`);
      }
      for (const query of ["?maxLevel=-1", "?id=x&key=x", `?id=-7&key=${keyOf(999)}`])
        await send(path, query);
      await send(path, "", "Basic bm9ib2R5Om5vdGhpbmc=");
    }
  });
});
