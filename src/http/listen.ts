/** Lets an app listen on a port, and stop in good order. */
import { createServer, type Server } from "node:http";
import { isIPv6 } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { RemoteError } from "../errors.ts";
import type { AppEnv } from "./app.ts";
import { problemReply } from "./problem.ts";
import { toResponse } from "./reply.ts";

export type ListenOptions = {
  host: string;
  /** 0 picks a free one. */
  port: number;
};

/** A server that listens. */
export type Listening = {
  /** `http://host:port`, without a slash at the end. */
  url: string;
  /**
   * Takes no more connections, lets what runs finish, and cuts off what then still runs.
   * @param graceMilliseconds how long what runs may take
   */
  stop: (graceMilliseconds: number) => Promise<void>;
};

/** @throws RemoteError where the port cannot be had */
export async function listen(app: Hono<AppEnv>, { host, port }: ListenOptions): Promise<Listening> {
  const server = createServer(
    getRequestListener((request, env) => app.fetch(request, env), {
      hostname: host,
      errorHandler: () => malformedRequest(),
    }),
  );
  await bound(server, host, port);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has an address");
  const name = isIPv6(address.address) ? `[${address.address}]` : address.address;
  return { url: `http://${name}:${address.port}`, stop: (grace) => stop(server, grace) };
}

function bound(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(portError(error, host, port)));
    server.listen(port, host, resolve);
  });
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): RemoteError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is taken: try another --port, or --port 0 for a free one`,
    EACCES: `port ${port} on ${host} needs more rights: try a --port above 1023`,
    EADDRNOTAVAIL: `${host} is no address of this machine: try --host 127.0.0.1`,
    ENOTFOUND: `${host} is not known: try --host 127.0.0.1`,
  };
  return new RemoteError(reasons[error.code ?? ""] ?? `cannot listen on ${host}:${port}: ${error.message}`, {
    cause: error,
  });
}

/** What node-server turns away before the app sees it: no Host header, say, or a URL that is none. */
function malformedRequest(): Response {
  const detail = "The request line or the Host header is malformed.";
  return toResponse(problemReply({ name: "malformed-request", detail }), "GET", () => {});
}

function stop(server: Server, graceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
