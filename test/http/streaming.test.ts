/** Long answers are made as fast as the client reads, and no further once it leaves. */
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { AnsweredRequest } from "../../src/http/responder.ts";
import type { Source } from "../../src/site/source.ts";
import { appOf, OPERATIONS, serverOf, sourceOf, wideTree } from "../support/site.ts";

const REQUEST = `GET ${OPERATIONS}/GetContentAtRoot HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

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
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return made.chunks;
}

describe("listen: long answers", () => {
  it("are made no faster than the client reads, and stop when it leaves", async () => {
    const { source, made } = endless();
    const exchanges: AnsweredRequest[] = [];
    const app = appOf({ onExchange: (exchange) => exchanges.push(exchange) }, source);
    const { port } = await serverOf(app);
    const socket = connect(port, "127.0.0.1");
    socket.pause();
    await once(socket, "connect");
    socket.write(REQUEST);
    // What the two sockets hold between them, on any system, is less than this.
    expect((await settled(made)) * CHUNK_BYTES).toBeLessThan(64 * 1024 * 1024);
    expect(made.returned).toBe(0);
    socket.destroy();
    while (made.returned === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const chunks = made.chunks;
    expect(await settled(made)).toBe(chunks);
    expect(exchanges).toMatchObject([{ status: 200, bytes: chunks * CHUNK_BYTES }]);
  });

  it("do not block other requests, however fast their client reads", async () => {
    const { source, made } = endless();
    const { port, url } = await serverOf(appOf({}, source));
    const socket = connect(port, "127.0.0.1");
    socket.on("data", () => {});
    socket.on("error", () => {});
    socket.write(REQUEST);
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
    const response = await fetch(`${url}${OPERATIONS}/GetContentAtRoot`, {
      headers: { "Accept-Encoding": "identity" },
    });
    await expect(response.text()).rejects.toThrow();
    expect(faults).toEqual([fault]);
  });

  it("have the same bytes the first time, the second time and without a connection", async () => {
    const app = appOf({}, sourceOf(wideTree(2500)));
    const { url } = await serverOf(app);
    const send = async () =>
      (
        await fetch(`${url}${OPERATIONS}/GetContentAtRoot`, { headers: { "Accept-Encoding": "identity" } })
      ).text();
    const first = await send();
    expect(first.length).toBeGreaterThan(10 * CHUNK_BYTES);
    expect(await send()).toBe(first);
    expect(await (await app.request(`${OPERATIONS}/GetContentAtRoot`)).text()).toBe(first);
  });
});
