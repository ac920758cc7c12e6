/** A proxy with fault injection: delays, resets, truncated answers, 429 and 503; the same seed gives the same faults. */
import { request, type ServerResponse } from "node:http";
import { listening } from "../support/listening.ts";

export type FaultOptions = {
  seed: number;
  /** The share of requests that are spoilt, 0 to 1. */
  share: number;
};

type Fault = (response: ServerResponse, body: Buffer, type: string) => void;

const FAULTS: Record<string, Fault> = {
  reset: (response) => response.destroy(),
  truncate: (response, body, type) => {
    response.writeHead(200, { "Content-Type": type, "Content-Length": body.length });
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  },
  truncateChunked: (response, body, type) => {
    response.writeHead(200, { "Content-Type": type });
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  },
  cutJson: (response, body, type) => {
    response.writeHead(200, { "Content-Type": type });
    response.end(body.subarray(0, body.length / 2));
  },
  tooMany: (response) => {
    response.writeHead(429, { "Retry-After": "1" }).end("slow down");
  },
  tooManyUntil: (response) => {
    response.writeHead(429, { "Retry-After": new Date(Date.now() + 1000).toUTCString() }).end();
  },
  unavailable: (response) => {
    response.writeHead(503, { "Content-Type": "text/html" }).end("<title>Restarting</title>");
  },
};

/**
 * Prints its seed.
 * @returns its origin, the number of faults by kind, and the number of unchanged responses by path
 */
export async function faultProxy(origin: string, { seed, share }: FaultOptions) {
  console.log(`fault proxy: seed ${seed}`);
  const random = randomFrom(seed);
  const counts: Record<string, number> = {};
  const sound = new Map<string, number>();
  const url = await listening((incoming, response) => {
    const isSpoilt = random() < share;
    const names = Object.keys(FAULTS);
    const name = names[Math.floor(random() * names.length)];
    const delay = random() < 0.1 ? random() * 20 : 0;
    const headers = { ...incoming.headers, "accept-encoding": "identity" };
    request(origin + incoming.url, { headers }, (upstream) => {
      const chunks: Buffer[] = [];
      upstream.on("data", (chunk: Buffer) => chunks.push(chunk));
      upstream.on("end", () =>
        setTimeout(() => {
          const body = Buffer.concat(chunks);
          const type = upstream.headers["content-type"] ?? "";
          if (isSpoilt) {
            counts[name] = (counts[name] ?? 0) + 1;
            FAULTS[name](response, body, type);
          } else {
            const path = incoming.url ?? "";
            sound.set(path, (sound.get(path) ?? 0) + 1);
            response.writeHead(upstream.statusCode ?? 500, { "Content-Type": type }).end(body);
          }
        }, delay),
      );
    }).end();
  });
  return { url, counts, sound };
}

/** Numbers from 0 to below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
