/** No chunk is made or written for a client that has left. */
import type { ServerResponse } from "node:http";
import { Readable, Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { sendChunks } from "../../src/http/reply.ts";

/** A connection that accepts everything, and records calls after it was closed. */
class Connection extends Writable {
  readonly req = new Readable();
  readonly done = { before: 0, after: [] as string[] };

  setTimeout(): this {
    return this;
  }

  override write(chunk: unknown): boolean {
    if (this.destroyed) this.done.after.push("write");
    else this.done.before++;
    return super.write(chunk);
  }

  override end(): this {
    if (this.destroyed) this.done.after.push("end");
    return super.end();
  }

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}

it("sendChunks: stops when the client leaves before the next chunk", async () => {
  const connection = new Connection();
  connection.on("error", () => {});
  let made = 0;
  const chunks: Iterable<Uint8Array> = {
    [Symbol.iterator]: () => ({
      next: () => {
        made++;
        return { done: false, value: Buffer.from("x") };
      },
    }),
  };
  const sent: number[] = [];
  sendChunks(chunks, connection as unknown as ServerResponse, {
    onSent: (bytes) => sent.push(bytes),
    onFault: (error) => {
      throw error;
    },
  });
  while (made < 3) await nextTurn();
  connection.destroy();
  const madeBefore = made;
  for (let i = 0; i < 10; i++) await nextTurn();
  expect(made).toBe(madeBefore);
  expect(connection.done).toEqual({ before: madeBefore, after: [] });
  expect(sent).toEqual([madeBefore]);
});
