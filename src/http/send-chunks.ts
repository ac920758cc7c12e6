/** Writes a long body to a connection: as fast as the client reads, and never so fast that others must wait. */
import type { ServerResponse } from "node:http";

/** How long a client may read nothing of an answer, in milliseconds. */
export const STALL_MILLISECONDS = 120_000;

/**
 * Makes a chunk when the one before has been taken, and stops when the client goes away.
 * @param events `onSent` is told once how many bytes went; `onFault` of what kept the rest from being made
 */
export function sendChunks(
  chunks: Iterable<Uint8Array>,
  outgoing: ServerResponse,
  events: { onSent: (bytes: number) => void; onFault: (error: unknown) => void },
): void {
  const iterator = chunks[Symbol.iterator]();
  let bytes = 0;
  const step = () => {
    if (outgoing.destroyed) return;
    try {
      const { done, value } = iterator.next();
      if (done) {
        outgoing.end();
        return;
      }
      bytes += value.length;
      // A client can read so fast that its connection never fills: others get their turn all the same.
      if (outgoing.write(value)) setImmediate(step);
    } catch (error) {
      events.onFault(error);
      // The head has gone out: all that tells the client now is a body cut short.
      outgoing.destroy();
    }
  };
  outgoing.setTimeout(STALL_MILLISECONDS, () => outgoing.destroy());
  outgoing.on("drain", () => setImmediate(step));
  outgoing.once("close", () => {
    iterator.return?.();
    events.onSent(bytes);
  });
  step();
}
