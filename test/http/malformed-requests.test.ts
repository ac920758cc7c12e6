/** Malformed and unusual requests: each ends with an answer or a close, and the server continues. */
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { expectProblemDocument } from "../support/problem.ts";
import { OPERATIONS, parseAnswer, rawExchange, serverOf } from "../support/site.ts";

const PATH = `${OPERATIONS}/GetContentById`;
const HOST = "Host: localhost\r\n";
const CLOSE = "Connection: close\r\n";
const get = (target: string, headers = "") => `GET ${target} HTTP/1.1\r\n${HOST}${CLOSE}${headers}\r\n`;

/** Requests that the app answers, and the status. */
const ANSWERED: [string, string, number][] = [
  ["as many parameters as fit", get(`${PATH}?${"a&".repeat(7500)}id=1`), 200],
  ["broken percent-encoding in the path", get(`${PATH}%?id=1`), 404],
  ["broken percent-encoding in a parameter", get(`${PATH}?id=%Z1`), 400],
  ["two Hosts, of which the first counts", get(`${PATH}?id=1`, "Host: evil.example\r\n"), 200],
  ["an absolute URL", get(`http://localhost${PATH}?id=1`), 200],
  ["a body on GET", get(`${PATH}?id=1`, "Content-Length: 5\r\n").concat("hello"), 200],
  ["a method with a body", `POST ${PATH} HTTP/1.1\r\n${HOST}${CLOSE}Content-Length: 2\r\n\r\n{}`, 405],
  ["a method that fetch does not know", `TRACE ${PATH} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, 405],
  ["HTTP/1.0", `GET ${PATH}?id=1 HTTP/1.0\r\n${HOST}\r\n`, 200],
];

/** Requests that never reach the app. */
const REFUSED: [string, string, number][] = [
  ["no HTTP", "hello\r\n\r\n", 400],
  ["an invalid Host", `GET / HTTP/1.1\r\nHost: a/b@c\r\n${CLOSE}\r\n`, 400],
  ["a request that never ends", `GET ${PATH}?id=1 HTTP/1.1\r\n${HOST}`, 408],
];

async function expectAlive(url: string): Promise<void> {
  const response = await fetch(`${url}${PATH}?id=1`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ id: 1 });
}

function expectSound(text: string, expected: number): void {
  const { status, head, body } = parseAnswer(text);
  expect(status).toBe(expected);
  if (status < 400) return;
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  expect(head).toMatch(new RegExp(`content-length: ${Buffer.byteLength(body, "latin1")}\\b`, "i"));
  const document = JSON.parse(Buffer.from(body, "latin1").toString());
  expectProblemDocument(document);
  expect(document.status).toBe(status);
}

describe("listen: requests that Node's parser refuses get its answer, without a body", () => {
  it.each(REFUSED)("%s", { timeout: 10_000 }, async (_name, request, expected) => {
    const { port, url } = await serverOf(undefined, { headMilliseconds: 200 });
    const text = await rawExchange(port, Buffer.from(request, "latin1"));
    const { status, body } = parseAnswer(text);
    expect(status).toBe(expected);
    expect(["", "0\r\n\r\n"]).toContain(body);
    await expectAlive(url);
  });
});

describe("listen: unusual requests", () => {
  it.each(ANSWERED)("%s", async (_name, request, expected) => {
    const { port, url } = await serverOf();
    expectSound(await rawExchange(port, Buffer.from(request, "latin1")), expected);
    await expectAlive(url);
  });

  it("connections that send nothing block neither other requests nor stopping", {
    timeout: 10_000,
  }, async () => {
    const server = await serverOf();
    const sockets = Array.from({ length: 20 }, () => connect(server.port, "127.0.0.1"));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    await expectAlive(server.url);
    await server.stop(60_000);
    for (const socket of sockets) socket.destroy();
  });
});
