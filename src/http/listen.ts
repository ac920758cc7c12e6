/** Serves an app on a port, and shuts it down gracefully. */

import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { isIPv6, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { RemoteError } from "../errors.ts";
import type { AppEnv } from "./app-context.ts";
import { type Problem, problemReply } from "./problem.ts";
import type { ResponderOptions } from "./responder.ts";

export type ListenOptions = {
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** The option that selects any free port, for a message. */
  freePortHint: string;
  /** Called for each request that is refused before the app sees it, if there is a log. */
  onExchange: OnExchange;
  /** The time in which the head of a request must arrive, in milliseconds. Default: 15000. */
  headMilliseconds?: number;
};

type OnExchange = ResponderOptions["onExchange"];

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
  const { headMilliseconds = HEAD_MILLISECONDS, onExchange } = options;
  /** The connections, each with the response to its latest request. */
  const connections = new Map<Socket, ServerResponse | undefined>();
  let isStopping = false;
  let isMalformed = false;
  const respond = getRequestListener((request, env) => app.fetch(request, env), {
    hostname: options.host,
    // Called synchronously if a request has no valid URL; the app itself catches its errors.
    errorHandler: () => {
      isMalformed = true;
    },
  });
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    connections.set(incoming.socket, outgoing);
    if (isStopping) outgoing.setHeader("Connection", "close");
    let problem = hostFault(incoming);
    isMalformed = false;
    if (!problem) respond(incoming, outgoing);
    if (isMalformed) problem = malformed("The request line or the Host header is malformed.");
    if (problem) refuseRequest(incoming, outgoing, problem, onExchange);
  };
  const server = createServer(
    {
      // Node's own answer to a missing Host has no body.
      requireHostHeader: false,
      headersTimeout: headMilliseconds,
      requestTimeout: Math.max(headMilliseconds, REQUEST_MILLISECONDS),
      connectionsCheckingInterval: Math.min(headMilliseconds, 1000),
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    },
    answer,
  );
  // A client that half-closes after its request still reads: by default Node would close the connection.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => {
    connections.set(socket, undefined);
    socket.once("close", () => connections.delete(socket));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseConnection(error, socket, connections.get(socket), onExchange),
  );
  // Unknown expectations are ignored (RFC 9110, section 10.1.1).
  server.on("checkExpectation", answer);
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
        for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
      });
    },
  };
}

function portError(error: NodeJS.ErrnoException, options: ListenOptions): RemoteError {
  const { host, port, freePortHint } = options;
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use: try another --port, or ${freePortHint} for a free one`,
    EACCES: `port ${port} on ${host} needs more privileges: try a --port above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: try --host 127.0.0.1`,
    ENOTFOUND: `${host} cannot be resolved: try --host 127.0.0.1`,
  };
  return new RemoteError(reasons[error.code ?? ""] ?? `cannot listen on ${host}:${port}: ${error.message}`, {
    cause: error,
  });
}

/** How long a refused client may continue to send before it is disconnected, in milliseconds. */
const LINGER_MILLISECONDS = 500;
/** Method and target in the log for a request that could not be read. */
const UNREAD = "-";

/** A fault in the Host header, which Node does not check (RFC 9112, section 3.2). */
function hostFault({ rawHeaders, httpVersion }: IncomingMessage): Problem | undefined {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === "host") hosts++;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return undefined;
  return malformed(
    `The request has ${hosts === 0 ? "no" : "more than one"} Host header: HTTP/1.1 requires exactly one.`,
  );
}

/** Answers a request with a problem, and closes its connection. */
function refuseRequest(
  { method = UNREAD, url = UNREAD }: IncomingMessage,
  outgoing: ServerResponse,
  problem: Problem,
  onExchange: OnExchange,
): void {
  const { status, headers, body } = refusal(problem);
  outgoing.writeHead(status, headers).end(body);
  onExchange?.({ method, target: url, status, bytes: body.length, milliseconds: 0 });
}

/**
 * Answers a request that Node could not parse, and closes the connection.
 * @param latest the response to the request before, if there was one
 */
function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  latest: ServerResponse | undefined,
  onExchange: OnExchange,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const refuse = () => {
    if (!socket.writable) return;
    const { status, headers, body } = refusal(problemOf(error));
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
    onExchange?.({ method: UNREAD, target: UNREAD, status, bytes: body.length, milliseconds: 0 });
    setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
  };
  // A connection that is closed with unread input is reset, and the response may be lost.
  socket.resume();
  if (latest?.writableFinished === false) latest.once("close", refuse);
  else refuse();
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return {
        name: "headers-too-large",
        detail: "The request line and the headers are larger than 16 KiB: send fewer or shorter headers.",
      };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return {
        name: "request-timeout",
        detail: "The request did not arrive in time: send it again without pauses.",
      };
    default:
      return malformed("The request is not well-formed HTTP/1.1.");
  }
}

function malformed(detail: string): Problem {
  return { name: "malformed-request", detail };
}

function refusal(problem: Problem): { status: number; headers: Record<string, string>; body: Buffer } {
  const { status, headers, body } = problemReply(problem);
  return {
    status,
    headers: {
      ...headers,
      "Content-Length": String(body.length),
      "Cache-Control": "no-store",
      Connection: "close",
    },
    body,
  };
}
