import type { RequestListener } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ApiKey } from "../../src/access/api-key.ts";
import { MigrationsError } from "../../src/errors.ts";
import { RemoteSource } from "../../src/remote/remote-source.ts";
import type { Lookup } from "../../src/site/source.ts";
import { text } from "../source-contract.ts";
import { virtualClock } from "../support/clock.ts";
import { listening } from "../support/listening.ts";
import { siteOptions } from "../support/site-options.ts";

const KEY = "00000000-0000-4000-8000-000000000005";
const NODE = { id: 5, key: KEY, name: "n" };
const BY_ID: Lookup = { kind: "content", target: { by: "id", id: 5 } };
const ROOTS: Lookup = { kind: "content", target: { by: "root" } };
const PATH = "/p/Migrations";

type Reply = { status?: number; type?: string; body?: string | Buffer; headers?: Record<string, string> };

/** A server that answers each operation with a reply, and the requests that it received. */
async function server(replies: Record<string, Reply | RequestListener>) {
  const requested: { url: string; accept?: string; authorization?: string }[] = [];
  const origin = await listening((request, response) => {
    const { accept, authorization } = request.headers;
    requested.push({ url: (request.url ?? "").replace(`${PATH}/`, ""), accept, authorization });
    const name = request.url?.split("/").at(-1)?.split("?")[0] ?? "";
    const reply = replies[name] ?? { status: 404, body: "" };
    if (typeof reply === "function") return reply(request, response);
    const { status = 200, type = "application/json", body = "", headers } = reply;
    response.writeHead(status, { "Content-Type": type, ...headers }).end(body);
  });
  return { origin, requested };
}

/** What a source answers, or its error as `status: message`, the server's origin being shown as URL. */
async function outcome(
  origin: string,
  lookup: Lookup,
  { timeout, ...site }: { apiKey?: ApiKey; timeout?: number; maxAnswer?: number } = {},
) {
  const options = { ...siteOptions(origin, "p", timeout), ...site };
  const source = new RemoteSource(options, { clock: virtualClock() });
  try {
    const answer = await source.answer(lookup);
    return answer && text(answer);
  } catch (error) {
    if (!(error instanceof MigrationsError)) throw error;
    return `${error.exitStatus}: ${error.message.replaceAll(origin, "URL")}`;
  }
}

describe("RemoteSource: a request is sent", () => {
  const replies = {
    GetContentAtRoot: { body: "[]" },
    GetContentById: {
      body: JSON.stringify({ ...NODE, path: [{ id: 1, key: KEY.replace("5", "1") }], children: [] }),
    },
  };
  it.each<[string, Lookup, string[]]>([
    ["roots", ROOTS, ["GetContentAtRoot?maxLevel=2"]],
    ["roots to a level", { ...ROOTS, maxLevel: 0 }, ["GetContentAtRoot?maxLevel=0"]],
    ["roots and all below", { ...ROOTS, depth: 2147483647 }, ["GetContentAtRoot?maxLevel=2147483647"]],
    ["a node", BY_ID, ["GetContentById?id=5"]],
    ["a node to a level", { ...BY_ID, maxLevel: 7 }, ["GetContentById?id=5&maxLevel=7"]],
    ["a node and all below", { ...BY_ID, depth: 2147483647 }, ["GetContentById?id=5&maxLevel=2147483647"]],
    [
      "a node and two levels, after a request for its own level",
      { ...BY_ID, depth: 2 },
      ["GetContentById?id=5&maxLevel=0", "GetContentById?id=5&maxLevel=4"],
    ],
  ])("for %s", async (_, lookup, expected) => {
    const { origin, requested } = await server(replies);
    await outcome(origin, lookup);
    expect(requested.map(({ url }) => url)).toEqual(expected);
    expect(requested[0]).toMatchObject({ accept: "application/json", authorization: undefined });
  });

  it("with its own key only", async () => {
    const { origin, requested } = await server(replies);
    await outcome(origin, ROOTS, { apiKey: new ApiKey("k€y") });
    expect(requested[0].authorization).toBe(`Basic ${Buffer.from("api:k€y").toString("base64")}`);
  });
});

describe("RemoteSource: a remote's types", () => {
  const type = { id: 7, key: KEY, alias: "page", name: "Page", tabs: null, compositions: [null] };
  const roots = { GetContentAtRoot: { body: "[]" } };
  const page = { body: "<!DOCTYPE html><title>Not here</title>", status: 404, type: "text/html" };
  it.each<[string, Record<string, Reply>, unknown]>([
    [
      "are read tolerantly",
      { GetContentTypes: { body: JSON.stringify([type]) } },
      [{ ...type, tabs: [], allowedContentTypes: [], allowedTemplate: [], compositions: [] }],
    ],
    ["are unknown of an older site", { ...roots, GetContentTypes: page }, undefined],
    [
      "are not requested at a wrong path",
      { GetContentTypes: page, GetContentAtRoot: page },
      'the API is not at "p"',
    ],
    ["are refused", { GetContentTypes: { status: 401 } }, "refused access (401): try --api-key-file"],
    [
      "fail",
      { GetContentTypes: { status: 500, body: '{"message":"No more"}' } },
      "URL/p/Migrations/GetContentTypes answered 500: No more",
    ],
    [
      "are malformed",
      { GetContentTypes: { body: JSON.stringify([{ ...type, key: "x" }]) } },
      "answered with an invalid answer: body /0/key: must be a GUID",
    ],
    [
      "are not JSON",
      { GetContentTypes: { body: "null,", type: "application/json" } },
      "answered with an invalid answer: body:1: byte 5: expected the file to end behind its list",
    ],
  ])("%s", async (_, replies, expected) => {
    const { origin } = await server(replies);
    const source = new RemoteSource(siteOptions(origin, "p"), { clock: virtualClock() });
    const types = source.types("content").catch((error: Error) => error.message.replaceAll(origin, "URL"));
    if (typeof expected === "string") expect(await types).toContain(expected);
    else expect(await types).toEqual(expected);
  });
});

describe("RemoteSource: tolerant reading of answers", () => {
  it.each<[string, Lookup, unknown, string]>([
    [
      "members in any order, ancestors with children, no properties",
      BY_ID,
      {
        path: [
          { name: "top", key: KEY.replace("5", "1"), id: 1, children: [{ id: 9, key: "x" }], properties: {} },
        ],
        unknown: { a: 1 },
        children: [],
        ...NODE,
      },
      `{"id":5,"key":"${KEY}","name":"n","unknown":{"a":1},"path":[{"id":1,"key":"${KEY.replace("5", "1")}","name":"top"}],"properties":{},"children":[]}`,
    ],
    [
      "more levels than were requested",
      ROOTS,
      [
        {
          ...NODE,
          children: [
            {
              id: 6,
              key: KEY.replace("5", "6"),
              children: [{ id: 7, key: KEY.replace("5", "7"), children: [] }],
            },
          ],
        },
      ],
      `[{"id":5,"key":"${KEY}","name":"n","children":[{"id":6,"key":"${KEY.replace("5", "6")}"}]}]`,
    ],
    [
      "keys in capitals",
      BY_ID,
      { id: 5, key: KEY.toUpperCase(), path: null, properties: null, children: [] },
      `{"id":5,"key":"${KEY}","path":[],"properties":{},"children":[]}`,
    ],
  ])("%s", async (_, lookup, body, expected) => {
    const reply = { body: `\ufeff${JSON.stringify(body, null, 1)}` };
    const { origin } = await server({ GetContentById: reply, GetContentAtRoot: reply });
    expect(await outcome(origin, lookup)).toBe(expected);
  });
});

describe("RemoteSource: an answer without properties", () => {
  const path = [{ id: 1, key: KEY.replace("5", "1"), properties: {} }];
  it.each<[string, Lookup, unknown, string[]]>([
    [
      "about a node is a warning",
      BY_ID,
      { ...NODE, path },
      ["URL/p/Migrations/GetContentById?id=5&maxLevel=0 answered without properties, so none are shown"],
    ],
    [
      "about a node, with null instead, is a warning",
      BY_ID,
      { ...NODE, path, properties: null },
      ["URL/p/Migrations/GetContentById?id=5&maxLevel=0 answered without properties, so none are shown"],
    ],
    ["of roots is no warning", ROOTS, [NODE], []],
  ])("%s", async (_, lookup, body, expected) => {
    const reply = { body: JSON.stringify(body) };
    const { origin } = await server({ GetContentById: reply, GetContentAtRoot: reply });
    const warnings: string[] = [];
    const onWarning = (warning: string) => warnings.push(warning.replaceAll(origin, "URL"));
    const source = new RemoteSource(siteOptions(origin, "p"), { onWarning });
    expect(await source.answer({ ...lookup, maxLevel: 0 })).toBeDefined();
    expect(warnings).toEqual(expected);
  });
});

describe("RemoteSource: a missing node", () => {
  it.each<[string, Reply]>([
    [
      "by this program's problem document",
      {
        status: 404,
        type: "application/problem+json",
        body: '{"type":"urn:migrations:problem:no-such-node"}',
      },
    ],
    ["by a 404 page", { status: 404, type: "text/html", body: "<html><title>Page not found</title>" }],
  ])("is reported %s if the root operation succeeds", async (_, reply) => {
    const { origin } = await server({ GetContentById: reply, GetContentAtRoot: { body: "[]" } });
    expect(await outcome(origin, BY_ID)).toBeUndefined();
  });

  const notRoots = "with an invalid answer: it is not an array of roots";
  it.each<[string, Record<string, Reply>, string]>([
    ["answers 404 as well", {}, "404"],
    [
      "is a page",
      { GetContentAtRoot: { type: "text/html", body: "<html><title>Home</title>" } },
      'with a web page, "Home"',
    ],
    ["answers with one node", { GetContentAtRoot: { body: JSON.stringify(NODE) } }, notRoots],
    ["answers with something else", { GetContentAtRoot: { body: '[{"message":"hello"}]' } }, notRoots],
    [
      "does not answer, and the 404 is another program's problem",
      { GetContentById: { status: 404, type: "application/problem+json", body: '{"type":"about:blank"}' } },
      "404",
    ],
  ])("is not reported for a 404 if the root operation %s", async (_, replies, answered) => {
    const { origin } = await server(replies);
    expect(await outcome(origin, BY_ID)).toBe(
      `5: URL${PATH}/GetContentAtRoot?maxLevel=1 answered ${answered}, so the API is not at "p"`,
    );
  });
});

describe("RemoteSource: a root operation that fails", () => {
  it.each<[string, Reply, string]>([
    ["with its reason", { status: 500, body: '{"Message":"It broke."}' }, "answered 500: It broke"],
    [
      "as an invalid answer",
      { body: '[{"id":5},{"id":6}]' },
      "answered with an invalid answer: body:1: /0/key is missing (and 1 more)",
    ],
    [
      "with the invalid root",
      { body: JSON.stringify([NODE, { ...NODE, id: 2.5 }]) },
      "answered with an invalid answer: body:1: /1/id must be a 32-bit integer, not 2.5",
    ],
  ])("is reported %s after a 404 of a node, and not as a wrong prefix", async (_, reply, reported) => {
    const { origin } = await server({ GetContentAtRoot: reply });
    expect(await outcome(origin, BY_ID)).toBe(`5: URL${PATH}/GetContentAtRoot?maxLevel=1 ${reported}`);
  });
});

describe("RemoteSource: a failing site gives one sentence", () => {
  const url = `URL${PATH}/GetContentById?id=5`;
  it.each<[string, Reply | RequestListener, string]>([
    ["401 without a key", { status: 401, body: "" }, `4: ${url} refused access (401): try --api-key-file`],
    [
      "403 with a reason",
      { status: 403, body: '{"Message":"IP not allowed"}' },
      `4: ${url} refused access (403: IP not allowed): try --api-key-file`,
    ],
    [
      "400 with a problem",
      { status: 400, type: "application/problem+json", body: '{"title":"t","detail":"Bad level."}' },
      `5: ${url} answered 400: Bad level`,
    ],
    [
      "500 with a page",
      { status: 500, type: "text/html", body: "<!doctype html><TITLE>\n Runtime Error </TITLE>x" },
      `5: ${url} answered 500: a web page, "Runtime Error"`,
    ],
    ["503 with nothing", { status: 503 }, `5: ${url} answered 503`],
    [
      "500 with a long text and control characters",
      { status: 500, type: "text/plain", body: `a\u001b[31m\n${"b".repeat(300)}` },
      `5: ${url} answered 500: a [31m ${"b".repeat(248)}…`,
    ],
    [
      "a login page",
      { type: "text/html", body: "<html><head><title>Log in - Umbraco</title></head></html>" },
      `5: ${url} answered with a web page, "Log in - Umbraco", so the API is not at "p"`,
    ],
    [
      "a page without a title",
      { type: "text/html", body: "<html></html>" },
      `5: ${url} answered with a web page, so the API is not at "p"`,
    ],
    [
      "truncated JSON",
      { body: '{"id":5,"key":"' },
      `5: ${url} answered with an invalid answer: body:1: byte 16: expected a closing quote ("), but the text ends`,
    ],
    [
      "an array instead of a node",
      { body: "[]" },
      `5: ${url} answered with an invalid answer: it is not a node`,
    ],
    [
      "an empty body",
      { body: "" },
      `5: ${url} answered with an invalid answer: body:1: byte 1: expected an array of root nodes, or one node, but the text ends`,
    ],
    [
      "several faults",
      { body: '{"id":"5","path":[]}' },
      `5: ${url} answered with an invalid answer: body:1: /id must be a 32-bit integer, not "5" (and 1 more)`,
    ],
    [
      "a malformed path",
      { body: JSON.stringify({ ...NODE, path: [1] }) },
      `5: ${url} answered with an invalid answer: body: /path must be an array of items`,
    ],
    [
      "another node",
      { body: JSON.stringify({ ...NODE, id: 6 }) },
      `5: ${url} answered with an invalid answer: it is about another node`,
    ],
    [
      "the parent of the node",
      { body: JSON.stringify({ ...NODE, id: 6, key: KEY.replace("5", "6"), children: [NODE] }) },
      `5: ${url} answered with an invalid answer: it is about another node`,
    ],
    [
      "a connection cut",
      (_, response) =>
        void response.writeHead(200, { "Content-Length": 100 }).write('{"id"', () => response.destroy()),
      `5: ${url} cannot be read: the connection was closed before the answer was complete`,
    ],
    [
      "a redirect to another site",
      { status: 302, headers: { Location: "https://login.example/x?y" } },
      "5: URL redirects to https://login.example: use --base-url https://login.example",
    ],
    [
      "a redirect in a loop",
      { status: 302, headers: { Location: "?id=5" } },
      `5: ${url} redirects more than 5 times, last to ${PATH}/GetContentById`,
    ],
    [
      "a redirect to no URL",
      { status: 302, headers: { Location: "http://[nowhere" } },
      `5: ${url} redirects to an invalid URL`,
    ],
    [
      "a redirect to a script",
      { status: 302, headers: { Location: "javascript:alert(1)" } },
      `5: ${url} redirects to an invalid URL`,
    ],
    [
      "an unknown coding",
      { headers: { "Content-Encoding": "constructor" } },
      `5: ${url} answered with an unknown Content-Encoding`,
    ],
    [
      "a coding that is cut",
      { headers: { "Content-Encoding": "gzip" }, body: gzipSync(JSON.stringify(NODE)).subarray(0, 40) },
      `5: ${url} cannot be read: its gzip data is corrupt or incomplete`,
    ],
    [
      "corrupt data of a coding",
      { headers: { "Content-Encoding": "br" }, body: "no brotli" },
      `5: ${url} cannot be read: its br data is corrupt or incomplete`,
    ],
    [
      "another protocol",
      ({ socket }) => void socket.end("SSH-2.0-OpenSSH_9\r\n"),
      `5: ${url} cannot be read: Response does not match the HTTP/1.1 protocol (Expected HTTP/, RTSP/ or ICE/)`,
    ],
    [
      "a status of 0",
      ({ socket }) => void socket.end("HTTP/1.1 000 What\r\nContent-Length: 2\r\n\r\n[]"),
      `5: ${url} cannot be read: the answer is not HTTP`,
    ],
    [
      "two lengths",
      ({ socket }) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]"),
      `5: ${url} cannot be read: the length of the answer differs from its Content-Length`,
    ],
  ])("%s", async (_, reply, expected) => {
    const { origin } = await server({ GetContentById: reply });
    expect(await outcome(origin, BY_ID)).toBe(expected);
  });

  it("a rejected key", async () => {
    const { origin } = await server({ GetContentById: { status: 401 } });
    expect(await outcome(origin, BY_ID, { apiKey: new ApiKey("k") })).toBe(
      `4: ${url} refused access (401): the API key was rejected`,
    );
  });

  it("an object instead of the roots", async () => {
    const { origin } = await server({ GetContentAtRoot: { body: JSON.stringify(NODE) } });
    expect(await outcome(origin, ROOTS)).toBe(
      `5: URL${PATH}/GetContentAtRoot?maxLevel=2 answered with an invalid answer: it is not an array of roots`,
    );
  });

  it.each<[string, RequestListener]>([
    ["silence", () => {}],
    [
      "a head that drips",
      ({ socket }, response) => {
        socket.write("HTTP/1.1 200 OK\r\nX-Long: ");
        const timer = setInterval(() => socket.write("x"), 10);
        response.on("close", () => clearInterval(timer));
      },
    ],
  ])("a time-out after %s", async (_, reply) => {
    const { origin } = await server({ GetContentById: reply });
    expect(await outcome(origin, BY_ID, { timeout: 0.05 })).toBe(
      `5: ${url} timed out: no data for 0.05 s; try a larger --timeout`,
    );
  });

  it("a port without a server", async () => {
    expect(await outcome("http://127.0.0.1:1", BY_ID)).toBe(`5: ${url} cannot be read: connection refused`);
  });

  it("an answer that is too large once it is decoded", async () => {
    const body = gzipSync("[]".padEnd(400));
    const { origin } = await server({ GetContentAtRoot: { body, headers: { "Content-Encoding": "gzip" } } });
    expect(await outcome(origin, ROOTS, { maxAnswer: 400 })).toBe("[]");
    expect(await outcome(origin, ROOTS, { maxAnswer: 399 })).toMatch(/answered with more than 0\.000399 MB$/);
  });
});

describe("RemoteSource: an answer is decoded", () => {
  const body = JSON.stringify([{ ...NODE, children: [] }]);
  it.each<[string, Buffer]>([
    ["gzip", gzipSync(body)],
    ["GZIP", gzipSync(body)],
    ["identity", Buffer.from(body)],
    ["br", brotliCompressSync(body)],
  ])("by its Content-Encoding %s", async (coding, coded) => {
    const reply = { body: coded, headers: { "Content-Encoding": coding } };
    const { origin } = await server({ GetContentAtRoot: reply });
    expect(await outcome(origin, ROOTS)).toBe(body);
  });
});
