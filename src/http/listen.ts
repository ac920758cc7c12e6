/** Lets an app listen on a port, and stop in good order. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { RemoteError } from "../errors.ts";
import type { AppEnv } from "./app-context.ts";
import { ConnectionTurns } from "./connection-turns.ts";
import { refuseConnection, refuseRequest, requestFault, urlFault } from "./malformed-request.ts";
import type { ResponderOptions } from "./responder.ts";

export type ListenOptions = {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** How long a request's head may take to arrive, in milliseconds. Default: 15000. */
  headMilliseconds?: number;
  /** How long a client may take nothing of what waits for it, in milliseconds. Default: 60000. */
  stallMilliseconds?: number;
  /** How a user asks for any free port. Default: `--port 0`. */
  freePortHint?: string;
  /** Told of each request that is turned away before the app sees it. Default: nobody is. */
  onExchange?: ResponderOptions["onExchange"];
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
const STALL_MILLISECONDS = 60_000;
/** How long a connection is kept for the next request: longer than clients keep theirs, who then never meet a closed one. */
const KEEP_ALIVE_MILLISECONDS = 65_000;
/** How often a server that stops looks for connections that have become idle. */
const SWEEP_MILLISECONDS = 25;

/** @throws RemoteError where the port cannot be had */
export async function listen(app: Hono<AppEnv>, options: ListenOptions): Promise<Listening> {
  const state: State = { isStopping: false, connections: new Map() };
  const server = httpServer(app, options, state);
  server.on("connection", (socket) => {
    state.connections.set(socket, new ConnectionTurns(socket));
    socket.once("close", () => state.connections.delete(socket));
  });
  await bound(server, options);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has an address");
  const name = isIPv6(address.address) ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    stop: (graceMilliseconds) => {
      state.isStopping = true;
      return stop(server, [...state.connections.keys()], graceMilliseconds);
    },
  };
}

/** What changes while a server runs. */
type State = { isStopping: boolean; connections: Map<Socket, ConnectionTurns> };
type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

function httpServer(app: Hono<AppEnv>, options: ListenOptions, state: State): Server {
  const {
    headMilliseconds = HEAD_MILLISECONDS,
    stallMilliseconds = STALL_MILLISECONDS,
    onExchange,
  } = options;
  const { connections } = state;
  const answer = requestListener(app, options, state);
  const inTurn = (begin: RequestListener): RequestListener => {
    return (incoming, outgoing) =>
      connections.get(incoming.socket)?.enter(outgoing, () => begin(incoming, outgoing));
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
    inTurn(answer),
  );
  cutOffStalled(server, stallMilliseconds, connections);
  // Whoever closes his half of a connection behind a request still reads: without this Node closes the other half at once.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseConnection(error, socket, connections.get(socket), onExchange),
  );
  // Whoever expects what is not known is answered all the same (RFC 9110, section 10.1.1).
  server.on("checkExpectation", inTurn(answer));
  const goOn: RequestListener = (incoming, outgoing) => {
    outgoing.writeContinue();
    answer(incoming, outgoing);
  };
  server.on("checkContinue", inTurn(goOn));
  return server;
}

/**
 * Cuts off clients that take nothing of what waits for them, on every route, and idle connections. Node reports half the time
 * without progress; the second report in a row with the same bytes waiting ends the connection.
 */
function cutOffStalled(server: Server, milliseconds: number, connections: State["connections"]): void {
  const waiting = new WeakMap<Socket, number>();
  server.setTimeout(milliseconds / 2, (socket: Socket) => {
    const { writableLength } = socket;
    if (connections.get(socket)?.isIdle || (writableLength > 0 && waiting.get(socket) === writableLength)) {
      socket.destroy();
      return;
    }
    waiting.set(socket, writableLength);
    // Node reports once, and begins anew with what is read or written.
    socket.setTimeout(milliseconds / 2);
  });
}

function requestListener(
  app: Hono<AppEnv>,
  { host, onExchange }: ListenOptions,
  state: State,
): RequestListener {
  let isMalformed = false;
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    hostname: host,
    // Called at once where node-server finds no URL in a request; the app itself lets nothing through.
    errorHandler: () => {
      isMalformed = true;
    },
  });
  return (incoming, outgoing) => {
    if (state.isStopping) outgoing.setHeader("Connection", "close");
    const fault = requestFault(incoming);
    isMalformed = false;
    if (!fault) answer(incoming, outgoing);
    const problem = isMalformed ? urlFault() : fault;
    if (problem) refuseRequest(incoming, outgoing, problem, onExchange);
  };
}

function bound(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(portError(error, options)));
    server.listen(options.port, options.host, resolve);
  });
}

function portError(error: NodeJS.ErrnoException, options: ListenOptions): RemoteError {
  const { host, port, freePortHint = "--port 0" } = options;
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is taken: try another --port, or ${freePortHint} for a free one`,
    EACCES: `port ${port} on ${host} needs more rights: try a --port above 1023`,
    EADDRNOTAVAIL: `${host} is no address of this machine: try --host 127.0.0.1`,
    ENOTFOUND: `${host} is not known: try --host 127.0.0.1`,
  };
  return new RemoteError(reasons[error.code ?? ""] ?? `cannot listen on ${host}:${port}: ${error.message}`, {
    cause: error,
  });
}

function stop(server: Server, sockets: readonly Socket[], graceMilliseconds: number): Promise<void> {
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
