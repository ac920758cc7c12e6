/** Writes a long body to a connection: as fast as the client reads, and never so fast that others must wait. */
import type { ServerResponse } from "node:http";

/** A body that is made as it is taken. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** What is written at once of a body that is held as a whole, in bytes. */
export const PART_BYTES = 64 * 1024;

/** Thrown by a body that ends before its end through no fault of the program: its connection is cut off. */
export class BrokenOff extends Error {
  /** Whether the client is to see a reset, not a close. */
  readonly isReset: boolean;

  constructor(message: string, isReset = false) {
    super(message);
    this.isReset = isReset;
  }
}

/** `onSent` is told once how many bytes went; `onFault` of what kept the rest from being made. */
export type SendingEvents = { onSent: (bytes: number) => void; onFault: (error: unknown) => void };

/** Makes a chunk when the one before has been taken, and stops when the client goes away. */
export function sendChunks(chunks: Chunks, outgoing: ServerResponse, events: SendingEvents): void {
  const iterator = iteratorOf(chunks);
  let bytes = 0;
  const fail = (error: unknown) => {
    if (!(error instanceof BrokenOff)) events.onFault(error);
    cutOff(outgoing, error);
  };
  const send = ({ done, value }: IteratorResult<Uint8Array>) => {
    if (outgoing.destroyed) return;
    if (done) {
      outgoing.end();
      return;
    }
    bytes += value.length;
    // A client can read so fast that its connection never fills: others get their turn all the same.
    if (outgoing.write(value)) setImmediate(step);
  };
  const step = () => {
    if (outgoing.destroyed) return;
    try {
      const next = iterator.next();
      if (next instanceof Promise) next.then(send).catch(fail);
      else send(next);
    } catch (error) {
      fail(error);
    }
  };
  const finish = () => {
    Promise.resolve(iterator.return?.()).catch(fail);
    events.onSent(bytes);
  };
  if (outgoing.destroyed) {
    finish();
    return;
  }
  outgoing.on("drain", () => setImmediate(step));
  outgoing.once("close", finish);
  step();
}

/** A body that is held as a whole, in parts that are not copied. */
export function* partsOf(body: Uint8Array): Generator<Uint8Array, void> {
  for (let at = 0; at < body.length; at += PART_BYTES) yield body.subarray(at, at + PART_BYTES);
}

/** The head has gone out: all that tells the client now is a body cut short. */
function cutOff(outgoing: ServerResponse, error: unknown): void {
  if (error instanceof BrokenOff && error.isReset) outgoing.socket?.resetAndDestroy();
  else outgoing.destroy();
}

/** The iterator of chunks that come at once, or of those that must be waited for. */
export function iteratorOf(chunks: Chunks): Iterator<Uint8Array> | AsyncIterator<Uint8Array> {
  return Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
}
