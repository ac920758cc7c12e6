/** Malformed and unusual requests: each ends with an answer or a close, and the server continues. */
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { AnsweredRequest } from "../../src/http/responder.ts";
import { expectProblemDocument } from "../support/problem.ts";
import {
  appOf,
  OPERATIONS,
  parseAnswer,
  rawExchange,
  serverOf,
  sourceOf,
  unchunked,
  wideTree,
} from "../support/site.ts";

const PATH = `${OPERATIONS}/GetContentById`;
const HOST = "Host: localhost\r\n";
const CLOSE = "Connection: close\r\n";
const get = (target: string, headers = "") => `GET ${target} HTTP/1.1\r\n${HOST}${CLOSE}${headers}\r\n`;

/** Requests with their allowed statuses; `closed`: the connection may be closed without a response. */
const REQUESTS: [string, string, (number | "closed")[]][] = [
  ["no HTTP", "hello\r\n\r\n", [400]],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", [400]],
  ["a request line without a version", `GET ${PATH}?id=1\r\n\r\n`, [400]],
  ["an unknown version", `GET ${PATH}?id=1 HTTP/9.9\r\n${HOST}\r\n`, [400]],
  ["HTTP/2's preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
  ["an unknown method", `BREW ${PATH} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [400]],
  ["a header without a colon", get("/", "nonsense\r\n"), [400]],
  ["a space in a header's name", get("/", "a b: c\r\n"), [400]],
  ["a control character in a header", get("/", "a: \x01\r\n"), [400]],
  ["a folded header", get("/", "a: b\r\n\x00c\r\n"), [400]],
  ["no Host", `GET ${PATH}?id=1 HTTP/1.1\r\n${CLOSE}\r\n`, [400]],
  ["two Hosts", get(`${PATH}?id=1`, "Host: evil.example\r\n"), [400]],
  ["an invalid Host", `GET / HTTP/1.1\r\nHost: a/b@c\r\n${CLOSE}\r\n`, [400]],
  ["an empty Host", `GET ${PATH}?id=1 HTTP/1.1\r\nHost:\r\n${CLOSE}\r\n`, [200, 400, 421]],
  ["two Content-Lengths", get(`${PATH}?id=1`, "Content-Length: 1\r\nContent-Length: 2\r\n"), [400]],
  [
    "Content-Length and chunks",
    get(`${PATH}?id=1`, "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"),
    [400],
  ],
  ["a negative Content-Length", get(`${PATH}?id=1`, "Content-Length: -1\r\n"), [400]],
  ["a header of 100 kB", get("/", `a: ${"x".repeat(100_000)}\r\n`), [431]],
  ["5,000 headers", get("/", "a: bcdef\r\n".repeat(5000)), [431]],
  ["a URL of 100 kB", get(`${PATH}?id=${"1".repeat(100_000)}`), [431]],
  ["10,000 parameters", get(`${PATH}?${"id=1&".repeat(10_000)}`), [431]],
  ["as many parameters as fit", get(`${PATH}?${"a&".repeat(7500)}id=1`), [200]],
  ["NUL in the URL", get(`${PATH}\0?id=1`), [400]],
  ["NUL, encoded", get(`${PATH}%00?id=1%00`), [404]],
  ["NUL in a parameter", get(`${PATH}?id=1%00`), [400]],
  ["broken percent-encoding in the path", get(`${PATH}%?id=1`), [404]],
  ["broken UTF-8 in the path", get("/%C3%28%FF"), [404]],
  ["broken percent-encoding in a parameter", get(`${PATH}?id=%Z1`), [400]],
  ["a path with dots", get(`/../..${PATH}/../GetContentById?id=1`), [200]],
  ["a backslash in the path", get("/platform\\module"), [400, 404]],
  ["no slash", get("platform"), [400]],
  ["an asterisk", `OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [400, 405]],
  ["an absolute URL", get(`http://localhost${PATH}?id=1`), [200]],
  ["an invalid absolute URL", get("http://[bad/"), [400]],
  ["credentials in the URL", get(`http://api:secret@localhost${PATH}?id=1`), [200, 400, 421]],
  ["a body on GET", get(`${PATH}?id=1`, "Content-Length: 5\r\n").concat("hello"), [200]],
  [
    "a chunked body on GET",
    get(`${PATH}?id=1`, "Transfer-Encoding: chunked\r\n").concat("5\r\nhello\r\n0\r\n\r\n"),
    [200],
  ],
  ["an invalid chunk", get(`${PATH}?id=1`, "Transfer-Encoding: chunked\r\n").concat("zz\r\n"), [200, 400]],
  ["an expectation", get(`${PATH}?id=1`, "Expect: the-impossible\r\n"), [200]],
  ["100-continue", get(`${PATH}?id=1`, "Expect: 100-continue\r\nContent-Length: 0\r\n"), [100]],
  [
    "an upgrade",
    `GET ${PATH}?id=1 HTTP/1.1\r\n${HOST}Connection: close, upgrade\r\nUpgrade: h2c\r\n\r\n`,
    [200],
  ],
  ["CONNECT", `CONNECT localhost:80 HTTP/1.1\r\n${HOST}\r\n`, ["closed"]],
  ["TRACE", `TRACE ${PATH} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [405]],
  ["POST with a body", `POST ${PATH} HTTP/1.1\r\n${HOST}${CLOSE}Content-Length: 2\r\n\r\n{}`, [405]],
  ["HTTP/1.0", `GET ${PATH}?id=1 HTTP/1.0\r\n${HOST}\r\n`, [200]],
];

async function expectAlive(url: string): Promise<void> {
  const response = await fetch(`${url}${PATH}?id=1`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ id: 1 });
}

function expectSound(text: string, allowed: (number | "closed")[]): void {
  if (text === "") {
    expect(allowed).toContain("closed");
    return;
  }
  const { status, head, body } = parseAnswer(text);
  expect(allowed).toContain(status);
  if (status < 400) return;
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  expect(head).toMatch(new RegExp(`content-length: ${Buffer.byteLength(body, "latin1")}\\b`, "i"));
  const document = JSON.parse(Buffer.from(body, "latin1").toString());
  expectProblemDocument(document);
  expect(document.status).toBe(status);
}

/** Responses that are written to the socket directly, since Node's server has no response object for them. */
const RAW: [string, string, string, object][] = [
  [
    "text that is not HTTP",
    "hello\r\n\r\n",
    "400 Bad Request",
    {
      type: "urn:migrations:problem:malformed-request",
      title: "The request is malformed",
      status: 400,
      detail: "The request is not well-formed HTTP/1.1.",
    },
  ],
  [
    "a header that is too large",
    get("/", `a: ${"x".repeat(100_000)}\r\n`),
    "431 Request Header Fields Too Large",
    {
      type: "urn:migrations:problem:headers-too-large",
      title: "The request line and the headers are too large",
      status: 431,
      detail: "The request line and the headers are larger than 16 KiB: send fewer or shorter headers.",
    },
  ],
  [
    "a request that never ends",
    `GET ${PATH}?id=1 HTTP/1.1\r\n${HOST}`,
    "408 Request Timeout",
    {
      type: "urn:migrations:problem:request-timeout",
      title: "The request took too long to arrive",
      status: 408,
      detail: "The request did not arrive in time: send it again without pauses.",
    },
  ],
];

describe("listen: the complete answer to", () => {
  it.each(RAW)("%s", async (_name, request, statusLine, document) => {
    const { port } = await serverOf(undefined, { headMilliseconds: 200 });
    const body = JSON.stringify(document);
    const lines = [
      `HTTP/1.1 ${statusLine}`,
      "Content-Type: application/problem+json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "Connection: close",
    ];
    expect(await rawExchange(port, request)).toBe(`${lines.join("\r\n")}\r\n\r\n${body}`);
  });

  it.each([
    ["no Host", "", "The request has no Host header: HTTP/1.1 requires exactly one."],
    [
      "two Hosts",
      `${HOST}${HOST}`,
      "The request has more than one Host header: HTTP/1.1 requires exactly one.",
    ],
  ])("%s", async (_name, hosts, detail) => {
    const { port } = await serverOf();
    const { head, body } = parseAnswer(
      await rawExchange(port, `GET ${PATH}?id=1 HTTP/1.1\r\n${hosts}${CLOSE}\r\n`),
    );
    expect(JSON.parse(body)).toMatchObject({ type: "urn:migrations:problem:malformed-request", detail });
    expect(head.split("\r\n").filter((line) => !line.startsWith("Date:"))).toEqual([
      "HTTP/1.1 400 Bad Request",
      "Content-Type: application/problem+json",
      `Content-Length: ${body.length}`,
      "Cache-Control: no-store",
      "Connection: close",
    ]);
  });
});

describe("listen: unusual requests", () => {
  it.each(REQUESTS)("%s", async (_name, request, allowed) => {
    const { port, url } = await serverOf();
    expectSound(await rawExchange(port, Buffer.from(request, "latin1")), allowed);
    await expectAlive(url);
  });

  it("a request line cut in the middle, and a connection half-closed after a complete one", async () => {
    const { port, url } = await serverOf();
    expectSound(await rawExchange(port, `GET ${PATH}?i`, { halfClose: true }), [400, "closed"]);
    expectSound(await rawExchange(port, `GET ${PATH}?id=1 HTTP/1.1\r\n${HOST}`, { halfClose: true }), [
      400,
      "closed",
    ]);
    expectSound(await rawExchange(port, get(`${PATH}?id=1`), { halfClose: true }), [200]);
    await expectAlive(url);
  });

  it("a request that arrives byte by byte", async () => {
    const { port } = await serverOf();
    const text = await new Promise<string>((resolve) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1");
      socket.setNoDelay(true);
      socket.on("data", (chunk) => {
        answer += chunk;
      });
      socket.on("close", () => resolve(answer));
      const bytes = get(`${PATH}?id=1`);
      const send = (at: number) =>
        socket.write(bytes[at], () => at + 1 < bytes.length && setImmediate(send, at + 1));
      send(0);
    });
    expectSound(text, [200]);
  });

  it("a request that never ends gets 408, and a silent client is disconnected", async () => {
    const { port, url } = await serverOf(undefined, { headMilliseconds: 200 });
    expectSound(await rawExchange(port, `GET ${PATH}?id=1 HTTP/1.1\r\n${HOST}`), [408]);
    expectSound(await rawExchange(port, ""), [408, "closed"]);
    await expectAlive(url);
  });

  it("sends an error only after complete answers, and logs it", async () => {
    const exchanges: AnsweredRequest[] = [];
    const onExchange = (exchange: AnsweredRequest) => exchanges.push(exchange);
    const app = appOf({ onExchange }, sourceOf(wideTree(5000)));
    const { port, url } = await serverOf(app, { onExchange });
    const long = `GET ${OPERATIONS}/GetContentAtRoot HTTP/1.1\r\n${HOST}\r\n`;
    const text = await rawExchange(port, `${long}${long}nonsense\r\n\r\n`);
    const answers = text.split(/(?=HTTP\/1\.1 [0-9]{3} )/);
    expect(answers.map((answer) => parseAnswer(answer).status)).toEqual([200, 200, 400]);
    const whole = await (await app.request(`${OPERATIONS}/GetContentAtRoot`)).text();
    for (const answer of answers.slice(0, 2)) expect(unchunked(parseAnswer(answer).body)).toBe(whole);
    expectSound(answers[2], [400]);
    const bytes = Buffer.byteLength(parseAnswer(answers[2]).body);
    expect(exchanges).toContainEqual({ method: "-", target: "-", status: 400, bytes, milliseconds: 0 });
    await expectAlive(url);
  });

  it.each([
    ["text that is not HTTP", "hello\r\n\r\n", { method: "-", target: "-", status: 400 }],
    ["no Host", `GET /a?b HTTP/1.1\r\n${CLOSE}\r\n`, { method: "GET", target: "/a?b", status: 400 }],
    ["an invalid Host", `GET /a HTTP/1.1\r\nHost: a/b@c\r\n\r\n`, { target: "/a", status: 400 }],
    ["a large head", get("/", `a: ${"x".repeat(100_000)}\r\n`), { method: "-", status: 431 }],
    ["a head that never ends", "GET / HTTP/1.1\r\n", { method: "-", status: 408 }],
  ])("%s is refused, and logged", async (_name, request, logged) => {
    const exchanges: AnsweredRequest[] = [];
    const onExchange = (exchange: AnsweredRequest) => exchanges.push(exchange);
    const { port } = await serverOf(appOf({ onExchange }), { onExchange, headMilliseconds: 200 });
    const text = await rawExchange(port, request);
    expectSound(text, [logged.status]);
    const { head, body } = parseAnswer(text);
    expect(head).toMatch(/^cache-control: no-store$/im);
    expect(head).toMatch(/^connection: close$/im);
    expect(exchanges).toMatchObject([{ ...logged, bytes: Buffer.byteLength(body) }]);
  });

  it("1,000 idle connections block neither other requests nor stopping", async () => {
    const server = await serverOf();
    const sockets = await Promise.all(
      Array.from(
        { length: 1000 },
        () =>
          new Promise<Socket>((resolve, reject) => {
            const socket = connect(server.port, "127.0.0.1", () => resolve(socket));
            socket.on("error", reject);
          }),
      ),
    );
    await expectAlive(server.url);
    await server.stop(60_000);
    for (const socket of sockets) socket.destroy();
  });
});
