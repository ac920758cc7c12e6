/** Malformed and unusual requests: each ends with an answer or a close, and the server continues. */
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { expectProblemDocument } from "../support/problem.ts";
import { OPERATIONS, parseAnswer, rawExchange, serverOf } from "../support/site.ts";

const PATH = `${OPERATIONS}/GetContentById`;
const HOST = "Host: localhost\r\n";
const CLOSE = "Connection: close\r\n";
const get = (target: string, headers = "") => `GET ${target} HTTP/1.1\r\n${HOST}${CLOSE}${headers}\r\n`;

/** Requests that the app answers, with their allowed statuses. */
const REQUESTS: [string, string, number[]][] = [
  ["as many parameters as fit", get(`${PATH}?${"a&".repeat(7500)}id=1`), [200]],
  ["NUL, encoded", get(`${PATH}%00?id=1%00`), [404]],
  ["NUL in a parameter", get(`${PATH}?id=1%00`), [400]],
  ["broken percent-encoding in the path", get(`${PATH}%?id=1`), [404]],
  ["broken UTF-8 in the path", get("/%C3%28%FF"), [404]],
  ["broken percent-encoding in a parameter", get(`${PATH}?id=%Z1`), [400]],
  ["a path with dots", get(`/../..${PATH}/../GetContentById?id=1`), [200]],
  ["two Hosts", get(`${PATH}?id=1`, "Host: evil.example\r\n"), [200]],
  ["an absolute URL", get(`http://localhost${PATH}?id=1`), [200]],
  ["a body on GET", get(`${PATH}?id=1`, "Content-Length: 5\r\n").concat("hello"), [200]],
  ["100-continue", get(`${PATH}?id=1`, "Expect: 100-continue\r\nContent-Length: 0\r\n"), [100]],
  [
    "an upgrade",
    `GET ${PATH}?id=1 HTTP/1.1\r\n${HOST}Connection: close, upgrade\r\nUpgrade: h2c\r\n\r\n`,
    [200],
  ],
  ["TRACE", `TRACE ${PATH} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [405]],
  ["POST with a body", `POST ${PATH} HTTP/1.1\r\n${HOST}${CLOSE}Content-Length: 2\r\n\r\n{}`, [405]],
  ["HTTP/1.0", `GET ${PATH}?id=1 HTTP/1.0\r\n${HOST}\r\n`, [200]],
];

/** Requests that never reach the app; 0: the connection is closed without an answer. */
const REFUSED: [string, string, number][] = [
  ["no HTTP", "hello\r\n\r\n", 400],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
  ["no Host", `GET ${PATH}?id=1 HTTP/1.1\r\n${CLOSE}\r\n`, 400],
  ["an invalid Host", `GET / HTTP/1.1\r\nHost: a/b@c\r\n${CLOSE}\r\n`, 400],
  ["a backslash in the path", get("/platform\\module"), 400],
  ["an invalid absolute URL", get("http://[bad/"), 400],
  ["a head of 100 kB", get("/", `a: ${"x".repeat(100_000)}\r\n`), 431],
  ["a request that never ends", `GET ${PATH}?id=1 HTTP/1.1\r\n${HOST}`, 408],
  ["an unknown expectation", get(`${PATH}?id=1`, "Expect: the-impossible\r\n"), 417],
  ["CONNECT", `CONNECT localhost:80 HTTP/1.1\r\n${HOST}\r\n`, 0],
];

async function expectAlive(url: string): Promise<void> {
  const response = await fetch(`${url}${PATH}?id=1`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ id: 1 });
}

function expectSound(text: string, allowed: number[]): void {
  const { status, head, body } = parseAnswer(text);
  expect(allowed).toContain(status);
  if (status < 400) return;
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  expect(head).toMatch(new RegExp(`content-length: ${Buffer.byteLength(body, "latin1")}\\b`, "i"));
  const document = JSON.parse(Buffer.from(body, "latin1").toString());
  expectProblemDocument(document);
  expect(document.status).toBe(status);
}

describe("listen: requests that Node's parser refuses get its answer, without a body", () => {
  it.each(REFUSED)("%s", async (_name, request, expected) => {
    const { port, url } = await serverOf(undefined, { headMilliseconds: 200 });
    const text = await rawExchange(port, Buffer.from(request, "latin1"));
    if (expected === 0) expect(text).toBe("");
    else {
      const { status, body } = parseAnswer(text);
      expect(status).toBe(expected);
      expect(["", "0\r\n\r\n"]).toContain(body);
    }
    await expectAlive(url);
  });
});

describe("listen: unusual requests", () => {
  it.each(REQUESTS)("%s", async (_name, request, allowed) => {
    const { port, url } = await serverOf();
    expectSound(await rawExchange(port, Buffer.from(request, "latin1")), allowed);
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
