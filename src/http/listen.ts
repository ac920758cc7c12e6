/** Serves an app on a port, and shuts it down gracefully. Node answers what its parser refuses, without a body. */

import { createServer } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { RemoteError } from "../errors.ts";
import type { AppEnv } from "./app-context.ts";

export type ListenOptions = {
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** The time in which the head of a request must arrive, in milliseconds. Default: 15000. */
  headMilliseconds?: number;
};

/** A running server. */
export type Listening = {
  /** `http://host:port`, without a slash at the end. */
  url: string;
  /**
   * Accepts no more connections, lets running requests finish, then closes all connections.
   * @param graceMilliseconds how long running requests may take
   */
  stop: (graceMilliseconds: number) => Promise<void>;
};

const HEAD_MILLISECONDS = 15_000;
/** The time in which a whole request must arrive; no request needs a body. */
const REQUEST_MILLISECONDS = 30_000;
/** Longer than clients keep idle connections, so that they never send a request to a closed one. */
const KEEP_ALIVE_MILLISECONDS = 65_000;
/** The interval at which a stopping server closes idle connections. */
const SWEEP_MILLISECONDS = 25;

/** @throws RemoteError if the port is not available */
export async function listen(app: Hono<AppEnv>, options: ListenOptions): Promise<Listening> {
  const { headMilliseconds = HEAD_MILLISECONDS } = options;
  const connections = new Set<Socket>();
  let isStopping = false;
  const respond = getRequestListener((request, env) => app.fetch(request, env), { hostname: options.host });
  const server = createServer(
    {
      headersTimeout: headMilliseconds,
      requestTimeout: Math.max(headMilliseconds, REQUEST_MILLISECONDS),
      connectionsCheckingInterval: Math.min(headMilliseconds, 1000),
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    },
    (incoming, outgoing) => {
      if (isStopping) outgoing.setHeader("Connection", "close");
      respond(incoming, outgoing);
    },
  );
  // A client that half-closes after its request still reads: by default Node would close the connection.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(portError(error, options)));
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has an address");
  const name = isIPv6(address.address) ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    stop: (graceMilliseconds) => {
      isStopping = true;
      return new Promise((resolve) => {
        const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLISECONDS);
        const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
        server.close(() => {
          clearInterval(sweep);
          clearTimeout(timer);
          resolve();
        });
        // Node counts a connection that never sent anything as active.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
      });
    },
  };
}

function portError(error: NodeJS.ErrnoException, options: ListenOptions): RemoteError {
  const { host, port } = options;
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use: try another --port, or --port 0 for a free one`,
    EACCES: `port ${port} on ${host} needs more privileges: try a --port above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: try --host 127.0.0.1`,
    ENOTFOUND: `${host} cannot be resolved: try --host 127.0.0.1`,
  };
  return new RemoteError(reasons[error.code ?? ""] ?? `cannot listen on ${host}:${port}: ${error.message}`, {
    cause: error,
  });
}
