/** Connections as clients use them: pipelined requests, half-closed connections, answers that nobody or a slow client reads. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AnsweredRequest } from "../../src/http/responder.ts";
import type { Source } from "../../src/site/source.ts";
import {
  appOf,
  keyOf,
  OPERATIONS,
  parseAnswer,
  rawExchange,
  serverOf,
  sourceOf,
  unchunked,
  wideTree,
} from "../support/site.ts";
import { turns } from "../support/turns.ts";

const ROOTS = `${OPERATIONS}/GetContentAtRoot`;
const request = (headers = "") => `GET ${ROOTS} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
const CLOSE = "Connection: close\r\n";

const largeSource = sourceOf(wideTree(1500));

async function wholeAnswer(): Promise<string> {
  return (await appOf({}, largeSource).request(ROOTS)).text();
}

/** The responses on a connection, split before each status line. */
function answersIn(text: string): ReturnType<typeof parseAnswer>[] {
  return text.split(/(?=HTTP\/1\.1 [0-9]{3} )/).map(parseAnswer);
}

const CHUNK_BYTES = 48 * 1024;

/** A source with an endless answer, which counts its chunks. */
function endless() {
  const made = { chunks: 0, returned: 0 };
  const source: Source = {
    answer: () => ({
      *[Symbol.iterator]() {
        try {
          for (;;) {
            made.chunks++;
            yield Buffer.alloc(CHUNK_BYTES, "x");
          }
        } finally {
          made.returned++;
        }
      },
    }),
  };
  return { source, made };
}

/** Waits until no more chunks are made. */
async function settled(made: { chunks: number }): Promise<number> {
  for (let before = -1; before !== made.chunks; ) {
    before = made.chunks;
    await turns(50);
  }
  return made.chunks;
}

describe("listen: a client that half-closes after its request", () => {
  it.each([
    ["one request", 1, "plain"],
    ["several requests", 3, "plain"],
    ["a request for a compressed answer", 1, "gzip"],
  ] as const)("gets all of the answer: %s", async (_name, count, coding) => {
    const { port } = await serverOf(appOf({}, largeSource));
    const headers = coding === "gzip" ? "Accept-Encoding: gzip\r\n" : "";
    const text = await rawExchange(port, request(headers).repeat(count), { halfClose: true });
    const answers = answersIn(text);
    expect(answers.map(({ status }) => status)).toEqual(new Array(count).fill(200));
    const whole = await wholeAnswer();
    for (const { body } of answers) {
      const bytes = Buffer.from(unchunked(body), "latin1");
      expect((coding === "gzip" ? gunzipSync(bytes) : bytes).toString()).toBe(whole);
    }
  });
});

describe("listen: pipelined requests", () => {
  it("get 100 Continue after the answer before them, not within it", async () => {
    const { port } = await serverOf(appOf({}, largeSource));
    const expecting = request("Expect: 100-continue\r\nContent-Length: 2\r\n");
    const last = request(`Expect: 100-continue\r\n${CLOSE}Content-Length: 0\r\n`);
    const text = await rawExchange(port, `${request()}${expecting}hi${last}`);
    const answers = answersIn(text);
    expect(answers.map(({ status }) => status)).toEqual([200, 100, 200, 100, 200]);
    const whole = await wholeAnswer();
    for (const { body } of answers.filter(({ status }) => status === 200)) {
      expect(Buffer.from(unchunked(body), "latin1").toString()).toBe(whole);
    }
  });

  it("are all answered, in order, however many there are", async () => {
    const count = 300;
    const { port } = await serverOf(appOf({}, sourceOf(wideTree(50))));
    const ids = Array.from({ length: count }, (_, i) => (i % 50) + 1);
    const requests = ids.map(
      (id, i) =>
        `GET ${OPERATIONS}/GetContentById?id=${id}&maxLevel=0 HTTP/1.1\r\nHost: localhost\r\n${
          i === count - 1 ? CLOSE : ""
        }\r\n`,
    );
    const text = await rawExchange(port, requests.join(""));
    expect(answersIn(text).map(({ body }) => JSON.parse(body).id)).toEqual(ids);
  });
});

describe("listen: long answers that the client does not read", () => {
  it("hold a few chunks each, not the whole answer", async () => {
    const { source } = endless();
    const responses: ServerResponse[] = [];
    const onRequest = (message: unknown) =>
      void responses.push((message as { response: ServerResponse }).response);
    subscribe("http.server.request.start", onRequest);
    onTestFinished(() => void unsubscribe("http.server.request.start", onRequest));
    const { port, url } = await serverOf(appOf({}, source));
    const count = 10;
    for (let i = 0; i < count; i++) {
      const socket = connect(port, "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      socket.pause();
      await once(socket, "connect");
      socket.write(request());
    }
    // The kernel buffers some MB of each.
    await expect
      .poll(() => [responses.length >= count, responses.every((response) => response.writableNeedDrain)])
      .toEqual([true, true]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    for (const response of responses.slice(0, count)) {
      expect(response.writableLength).toBeLessThan(3 * CHUNK_BYTES);
    }
  });
});

describe("listen: a client", () => {
  it("gets all of a long value", async () => {
    const long = "x".repeat(3_000_000);
    const value = { alias: "long", editorAlias: "Umbraco.TextArea", value: long };
    const source = sourceOf([{ id: 1, key: keyOf(1), name: "Home", properties: { long: value } }]);
    const { url } = await serverOf(appOf({ explorer: {} }, source));
    const path = `/explorer/value?kind=content&key=${keyOf(1)}&alias=long`;
    const response = await fetch(`${url}${path}`, { headers: { "Accept-Encoding": "identity" } });
    expect(Number(response.headers.get("Content-Length"))).toBe(long.length + 2);
    expect(await response.json()).toBe(long);
  });
});

describe("listen: long answers", () => {
  it("are made no faster than the client reads, and stop when it leaves", async () => {
    const { source, made } = endless();
    const exchanges: AnsweredRequest[] = [];
    const app = appOf({ onExchange: (exchange) => exchanges.push(exchange) }, source);
    const { port } = await serverOf(app);
    const socket = connect(port, "127.0.0.1");
    socket.pause();
    await once(socket, "connect");
    socket.write(request(CLOSE));
    // What the two sockets hold between them, on any system, is less than this.
    expect((await settled(made)) * CHUNK_BYTES).toBeLessThan(64 * 1024 * 1024);
    expect(made.returned).toBe(0);
    socket.destroy();
    await expect.poll(() => made.returned).toBe(1);
    await expect.poll(() => exchanges).toMatchObject([{ status: 200, bytes: made.chunks * CHUNK_BYTES }]);
  });

  it("do not block other requests, however fast their client reads", async () => {
    const { source, made } = endless();
    const { port, url } = await serverOf(appOf({}, source));
    const socket = connect(port, "127.0.0.1");
    socket.on("data", () => {});
    socket.on("error", () => {});
    socket.write(request(CLOSE));
    for (let i = 0; i < 50; i++) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(made.chunks).toBeGreaterThan(1);
    socket.destroy();
  });

  it("are cut off, and reported, if the rest cannot be made", async () => {
    const faults: unknown[] = [];
    const fault = new Error("the rest is gone");
    const source: Source = {
      answer: () => ({
        *[Symbol.iterator]() {
          yield Buffer.from("[");
          throw fault;
        },
      }),
    };
    const app = appOf({ onFault: (error) => faults.push(error) }, source);
    const { url } = await serverOf(app);
    const response = await fetch(url + ROOTS, {
      headers: { "Accept-Encoding": "identity" },
    });
    await expect(response.text()).rejects.toThrow();
    expect(faults).toEqual([fault]);
  });

  it("have the same bytes the first time, the second time and without a connection", async () => {
    const app = appOf({}, sourceOf(wideTree(2500)));
    const { url } = await serverOf(app);
    const send = async () =>
      (await fetch(url + ROOTS, { headers: { "Accept-Encoding": "identity" } })).text();
    const first = await send();
    expect(first.length).toBeGreaterThan(10 * CHUNK_BYTES);
    expect(await send()).toBe(first);
    expect(await (await app.request(ROOTS)).text()).toBe(first);
  });
});
