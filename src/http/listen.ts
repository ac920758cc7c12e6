/** Lets an app listen on a port, and stop in good order. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { RemoteError } from "../errors.ts";
import type { AppEnv } from "./app-context.ts";
import { refuseConnection, refuseRequest, requestFault } from "./malformed-request.ts";
import { problemReply } from "./problem.ts";
import { toResponse } from "./reply.ts";

export type ListenOptions = {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** How long a request's head may take to arrive, in milliseconds. Default: 15000. */
  headMilliseconds?: number;
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

const HEAD_MILLISECONDS = 15_000;
/** How long a whole request may take to arrive; none needs a body. */
const REQUEST_MILLISECONDS = 30_000;
/** How long a connection is kept for the next request: longer than clients keep theirs, who then never meet a closed one. */
const KEEP_ALIVE_MILLISECONDS = 65_000;
/** How often a server that stops looks for connections that have become idle. */
const SWEEP_MILLISECONDS = 25;

/** @throws RemoteError where the port cannot be had */
export async function listen(app: Hono<AppEnv>, options: ListenOptions): Promise<Listening> {
  const { host, port } = options;
  const state = { stopping: false };
  const server = httpServer(requestListener(app, host, state), options.headMilliseconds ?? HEAD_MILLISECONDS);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await bound(server, host, port);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has an address");
  const name = isIPv6(address.address) ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    stop: (graceMilliseconds) => {
      state.stopping = true;
      return stop(server, sockets, graceMilliseconds);
    },
  };
}

type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

function requestListener(app: Hono<AppEnv>, host: string, state: { stopping: boolean }): RequestListener {
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    hostname: host,
    errorHandler: () => malformedUrl(),
  });
  return (incoming, outgoing) => {
    if (state.stopping) outgoing.setHeader("Connection", "close");
    const fault = requestFault(incoming);
    if (fault) refuseRequest(outgoing, fault);
    else answer(incoming, outgoing);
  };
}

function httpServer(listener: RequestListener, headMilliseconds: number): Server {
  const server = createServer(
    {
      // Node's own answer to a missing Host has no body.
      requireHostHeader: false,
      headersTimeout: headMilliseconds,
      requestTimeout: Math.max(headMilliseconds, REQUEST_MILLISECONDS),
      connectionsCheckingInterval: Math.min(headMilliseconds, 1000),
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    },
    listener,
  );
  server.on("clientError", refuseConnection);
  // Whoever expects what is not known is answered all the same (RFC 9110, section 10.1.1).
  server.on("checkExpectation", listener);
  return server;
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

/** What node-server turns away before the app sees it: a URL or a Host header that is none. */
function malformedUrl(): Response {
  const detail = "The request line or the Host header is malformed.";
  const reply = problemReply({ name: "malformed-request", detail });
  return toResponse(reply, {
    method: "GET",
    onSent: () => {},
    onFault: () => {},
  });
}

function stop(server: Server, sockets: ReadonlySet<Socket>, graceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLISECONDS);
    const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(timer);
      resolve();
    });
    // Node takes a connection that has never said anything for one whose request is on its way.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
