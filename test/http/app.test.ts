import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import type { AnsweredRequest } from "../../src/http/responder.ts";
import { OPERATIONS } from "../../src/operations.ts";
import type { Source } from "../../src/site/source.ts";
import { expectProblem, expectProblemDocument } from "../support/problem.ts";
import { ROOT } from "../support/repository.ts";
import { appOf, type GivenOptions, sourceOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const PATH = "/platform/module/Migrations";
const CONTENT_KEY = "00000000-0000-4000-8000-000000000001";
const MEDIA_KEY = "00000000-0000-4000-8000-000000000002";
const UNKNOWN_KEY = "00000000-0000-4000-8000-00000000000f";
const ITEM = `{"id":1,"key":"${CONTENT_KEY}","name":"n"`;
const NODE = `${ITEM},"path":[],"properties":{}`;

async function makeApp(options: GivenOptions = {}) {
  const directory = dataDirectory({
    "content.json": [{ id: 1, key: CONTENT_KEY, name: "n", children: [] }],
    "media.json": [{ id: 2, key: MEDIA_KEY, children: [] }],
  });
  return appOf(options, directorySource(await loadDirectory(directory)));
}

/** The problem document of a response. */
async function problem(target: string, init?: RequestInit, options?: GivenOptions) {
  const response = await (await makeApp(options)).request(target, init);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const document = (await response.json()) as Record<string, unknown>;
  expectProblemDocument(document);
  expect(document.status).toBe(response.status);
  const { type, ...rest } = document;
  return {
    name: String(type).replace("urn:migrations:problem:", ""),
    ...rest,
    headers: response.headers,
  };
}

describe("createApp: an operation answers", () => {
  it.each([
    ["a root operation", `${PATH}/GetContentAtRoot`, `[${ITEM},"children":[]}]`],
    ["a root operation with a level", `${PATH}/GetContentAtRoot?maxLevel=1`, `[${ITEM}}]`],
    [
      "an empty level, as if it were absent",
      `${PATH}/GetContentAtRoot?maxLevel=`,
      `[${ITEM},"children":[]}]`,
    ],
    ["the highest level", `${PATH}/GetContentAtRoot?maxLevel=2147483647`, `[${ITEM},"children":[]}]`],
    ["an id", `${PATH}/GetContentById?id=1`, `${NODE},"children":[]}`],
    ["an id with leading zeros", `${PATH}/GetContentById?id=001&maxLevel=00`, `${NODE}}`],
    [
      "a key in braces, percent-encoded",
      `${PATH}/GetContentByKey?key=%7B${CONTENT_KEY.toUpperCase()}%7D`,
      `${NODE},"children":[]}`,
    ],
    ["any case of path and parameters", `${PATH.toUpperCase()}/getcontentBYID?ID=1&MAXLEVEL=1`, `${NODE}}`],
    ["a slash at the end", `${PATH}/GetContentById/?id=1&maxLevel=1`, `${NODE}}`],
    ["a percent-encoded path", `${PATH}/%47etContentById?id=1&maxLevel=1`, `${NODE}}`],
    ["unknown parameters", `${PATH}/GetContentAtRoot?maxLevel=1&id=x&key=y&id=z&utm=1&`, `[${ITEM}}]`],
  ])("%s", async (_, target, expected) => {
    const response = await (await makeApp()).request(target);
    expect(await response.text()).toBe(expected);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(expected)));
  });

  it("HEAD like GET, without the body", async () => {
    const response = await (await makeApp()).request(`${PATH}/GetContentById?id=1`, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(`${NODE},"children":[]}`.length));
    expect(await response.text()).toBe("");
  });

  it.each(["umbraco/Limbo", "a", "a/b/c/d", "caf%C3%A9/x"])("under the prefix %s", async (prefix) => {
    const app = await makeApp({ prefix });
    expect((await app.request(`/${prefix}/Migrations/GetMediaAtRoot`)).status).toBe(200);
    expect((await app.request(`/${prefix.toUpperCase()}/migrations/getmediaatroot`)).status).toBe(200);
  });
});

describe("createApp: a missing or invalid parameter is reported", () => {
  const idHint = "is not an id: an id is a decimal 32-bit integer, such as 1050.";
  const keyHint = "is not a key: a key is a GUID, with or without hyphens, bare or in braces or parentheses.";
  const levelHint = "is not a level: maxLevel is an integer from 0 to 2147483647, or absent.";
  it.each([
    ["GetContentById", "id", "GetContentById requires the parameter id. Try GetContentById?id=1."],
    ["GetContentById?id=", "id", "GetContentById requires the parameter id. Try GetContentById?id=1."],
    [
      `GetContentById?key=${CONTENT_KEY}`,
      "id",
      "GetContentById requires the parameter id. The request has key: try GetContentByKey.",
    ],
    ["GetMediaByPath", "path", "GetMediaByPath requires the parameter path."],
  ])("%s", async (target, parameter, detail) => {
    const found = await problem(`${PATH}/${target}`);
    expect(found).toMatchObject({ name: "missing-parameter", status: 400, parameter, detail });
  });

  const withExample = OPERATIONS.filter(({ by }) => by === "id" || by === "key" || by === "alias");

  it.each(withExample)(
    "$name without its parameter: the example is a node or type of the data",
    async (operation) => {
      const { name } = operation;
      const app = appOf({}, directorySource(await loadDirectory(join(ROOT, "data"))));
      const { detail } = await expectProblem(await app.request(`${PATH}/${name}`), "missing-parameter");
      const [, target = ""] = / Try (\S+)\.$/.exec(detail) ?? [];
      // The sample has no data types.
      if (name.startsWith("GetDataType")) expect(target).toBe("");
      else expect((await app.request(`${PATH}/${target}`)).status, detail).toBe(200);
    },
  );

  it.each(withExample)(
    "$name without its parameter: data without nodes and types has no example",
    async ({ name, by }) => {
      const app = appOf({}, sourceOf([], []));
      const { detail } = await expectProblem(await app.request(`${PATH}/${name}`), "missing-parameter");
      expect(detail).toBe(`${name} requires the parameter ${by}.`);
    },
  );

  const expectInvalid = async (target: string, parameter: string, detail: string) => {
    const [operation] = target.split("?");
    expect(await problem(`${PATH}/${target}`)).toMatchObject({
      ...{ name: "invalid-parameter", status: 400, parameter },
      detail: `${operation} was requested with ${detail}`,
    });
  };

  it.each([...["1e3", "0x10", " 12", "+1", "1.0", "--1", "١", "2147483648", "-2147483649"]])(
    "id=%j",
    async (id) => {
      await expectInvalid(`GetContentById?id=${encodeURIComponent(id)}`, "id", `id="${id}", which ${idHint}`);
    },
  );

  it.each(["-1", "1.5", "all", "2147483648", "99999999999"])("maxLevel=%s", async (level) => {
    const target = `GetMediaAtRoot?maxLevel=${level}`;
    await expectInvalid(target, "maxLevel", `maxLevel="${level}", which ${levelHint}`);
  });

  it.each([
    ["GetContentById?id=1&ID=1", "id", "several id parameters: use one."],
    [
      `GetContentById?id=${CONTENT_KEY}`,
      "id",
      `id="${CONTENT_KEY}", which is a key, not an id: try GetContentByKey?key=${CONTENT_KEY}.`,
    ],
    ["GetContentByKey?key=1", "key", 'key="1", which is an id, not a key: try GetContentById?id=1.'],
    [`GetContentByKey?key={${CONTENT_KEY}`, "key", `key="{${CONTENT_KEY}", which ${keyHint}`],
    [`GetContentByKey?key=x${"y".repeat(100)}`, "key", `key="x${"y".repeat(63)}…", which ${keyHint}`],
    ["GetMediaAtRoot?maxlevel=1&maxLevel=", "maxLevel", "several maxLevel parameters: use one."],
  ])("%s", expectInvalid);
});

describe("createApp: a node, operation or method that does not exist is reported", () => {
  it.each([
    ["GetContentById?id=7", "There is no content node with the id 7."],
    ["GetContentById?id=-2147483648", "There is no content node with the id -2147483648."],
    ["GetContentById?id=2", "There is no content node with the id 2. A media node has it: try GetMediaById."],
    [`GetMediaByKey?key=${UNKNOWN_KEY}`, `There is no media node with the key ${UNKNOWN_KEY}.`],
    [
      `GetMediaByKey?key=(${CONTENT_KEY})`,
      `There is no media node with the key ${CONTENT_KEY}. A content node has it: try GetContentByKey.`,
    ],
  ])("%s", async (target, detail) => {
    expect(await problem(`${PATH}/${target}`)).toMatchObject({ name: "no-such-node", status: 404, detail });
  });

  const all = OPERATIONS.map(({ name }) => `${PATH}/${name}`).join(", ");
  it.each([
    [`${PATH}`, `Nothing is served at ${PATH}. The operations are at ${all}.`],
    [
      `${PATH}/GetContentAtRoot//`,
      `Nothing is served at ${PATH}/GetContentAtRoot//. The operations are at ${all}.`,
    ],
    [
      `${PATH}/GetMembersAtRoot?x=1`,
      `Nothing is served at ${PATH}/GetMembersAtRoot. The operations are at ${all}.`,
    ],
    [
      "/umbraco/Limbo/Migrations/getMediaById?id=1",
      `Nothing is served at /umbraco/Limbo/Migrations/getMediaById: GetMediaById is at ${PATH}/GetMediaById.`,
    ],
    ["/%E0%A4%A", `Nothing is served at /%E0%A4%A. The operations are at ${all}.`],
  ])("%s", async (target, detail) => {
    expect(await problem(target)).toMatchObject({ name: "unknown-path", status: 404, detail });
  });

  it.each(["POST", "OPTIONS", "PROPFIND"])("the method %s", async (method) => {
    const found = await problem(`${PATH}/GetContentAtRoot/`, { method });
    expect(found).toMatchObject({
      name: "method-not-allowed",
      status: 405,
      detail: `${method} is not allowed: use GET or HEAD.`,
    });
    expect(found.headers.get("allow")).toBe("GET, HEAD");
  });
});

describe("createApp: a fault of the program", () => {
  const fault = new Error("secret detail");
  const failing: [string, Source][] = [
    [
      "thrown",
      {
        answer: () => {
          throw fault;
        },
      },
    ],
    ["rejected", { answer: () => Promise.reject(fault) }],
  ];
  it.each(failing)("that is %s is reported in one neutral sentence", async (_, source) => {
    const faults: unknown[] = [];
    const exchanges: AnsweredRequest[] = [];
    const app = appOf(
      {
        prefix: "p",
        onFault: (error) => faults.push(error),
        onExchange: (exchange) => exchanges.push(exchange),
      },
      source,
    );
    const response = await app.request("/p/Migrations/GetContentAtRoot");
    expect(await response.json()).toEqual({
      type: "urn:migrations:problem:internal",
      title: "The server failed",
      status: 500,
      detail: "The server failed. Its log has the details.",
    });
    expect(faults).toEqual([fault]);
    expect(exchanges).toMatchObject([{ status: 500 }]);
  });
});

describe("createApp: each exchange is reported", () => {
  it("with its target, status and bytes", async () => {
    const exchanges: AnsweredRequest[] = [];
    const app = await makeApp({ onExchange: (exchange) => exchanges.push(exchange) });
    await app.request(`${PATH}/GetContentById?id=1&maxLevel=1`);
    await app.request(`${PATH}/GetContentById?id=1`, { method: "HEAD" });
    await app.request("/nowhere");
    expect(exchanges).toMatchObject([
      {
        method: "GET",
        target: `${PATH}/GetContentById?id=1&maxLevel=1`,
        status: 200,
        bytes: NODE.length + 1,
      },
      { method: "HEAD", status: 200, bytes: 0 },
      { method: "GET", target: "/nowhere", status: 404 },
    ]);
    for (const { milliseconds } of exchanges) expect(milliseconds).toBeGreaterThanOrEqual(0);
  });
});
