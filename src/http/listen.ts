/** Runs an app on a port, and stops it in good order. */

import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { isIPv6, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { RemoteError } from "../errors.ts";
import type { AppEnv } from "./app-context.ts";
import { type Problem, problemReply } from "./problem.ts";
import type { AnsweredRequest, ResponderOptions } from "./responder.ts";

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
  /** Called for each request that is turned away before the app sees it. Default: nothing. */
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

type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** @throws RemoteError if the port is not available */
export async function listen(app: Hono<AppEnv>, options: ListenOptions): Promise<Listening> {
  const {
    headMilliseconds = HEAD_MILLISECONDS,
    stallMilliseconds = STALL_MILLISECONDS,
    onExchange,
  } = options;
  const connections = new Map<Socket, ConnectionTurns>();
  let isStopping = false;
  let isMalformed = false;
  const respond = getRequestListener((request, env) => app.fetch(request, env), {
    hostname: options.host,
    // Called at once if node-server finds no URL in a request; the app itself lets nothing through.
    errorHandler: () => {
      isMalformed = true;
    },
  });
  const answer: RequestListener = (incoming, outgoing) => {
    if (isStopping) outgoing.setHeader("Connection", "close");
    let problem = hostFault(incoming);
    isMalformed = false;
    if (!problem) respond(incoming, outgoing);
    if (isMalformed) problem = malformed("The request line or the Host header is malformed.");
    if (problem) refuseRequest(incoming, outgoing, problem, onExchange);
  };
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
  // A client that closes its half of a connection behind a request still reads: without this Node closes the other half at once.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => {
    connections.set(socket, new ConnectionTurns(socket));
    socket.once("close", () => connections.delete(socket));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseConnection(error, socket, connections.get(socket), onExchange),
  );
  // An expectation that is not known is ignored (RFC 9110, section 10.1.1).
  server.on("checkExpectation", inTurn(answer));
  server.on(
    "checkContinue",
    inTurn((incoming, outgoing) => {
      outgoing.writeContinue();
      answer(incoming, outgoing);
    }),
  );
  // Cuts off clients that take nothing of what waits for them, on every route, and idle connections. Node reports half the
  // time without progress; the second report in a row with the same bytes waiting ends the connection.
  const waiting = new WeakMap<Socket, number>();
  server.setTimeout(stallMilliseconds / 2, (socket: Socket) => {
    const { writableLength } = socket;
    if (connections.get(socket)?.isIdle || (writableLength > 0 && waiting.get(socket) === writableLength)) {
      socket.destroy();
      return;
    }
    waiting.set(socket, writableLength);
    // Node reports once, and begins anew with what is read or written.
    socket.setTimeout(stallMilliseconds / 2);
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
        // Node takes a connection that has never sent anything for one whose request is on its way.
        for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
      });
    },
  };
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

/** How many requests may wait on a connection before no more are read from it. */
const MOST_WAITING = 64;

class ConnectionTurns {
  readonly #socket: Socket;
  /** The answer to the request that came last. */
  #last: ServerResponse | undefined;
  #waiting = 0;
  #isPaused = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /**
   * @param outgoing the answer to a request
   * @param begin called when all answers before it have been sent; never if the connection ends before that
   */
  enter(outgoing: ServerResponse, begin: () => void): void {
    const before = this.#last;
    this.#last = outgoing;
    // Node gives an answer its socket when its turn comes.
    if (outgoing.socket || before === undefined) {
      begin();
      return;
    }
    this.#waiting++;
    before.once("close", () => {
      this.#waiting--;
      this.#readOn();
      // Without a socket it never has its turn: the connection has ended, or was to end behind the answer before.
      if (outgoing.socket) begin();
    });
    if (this.#waiting > MOST_WAITING) this.#pause();
  }

  /** Whether no answer is under way. */
  get isIdle(): boolean {
    return this.#last === undefined || this.#last.writableFinished;
  }

  /** @param then called when all answers have been sent */
  afterAll(then: () => void): void {
    if (this.isIdle) then();
    else this.#last?.once("close", then);
  }

  #pause(): void {
    if (!this.#isPaused) this.#socket.on("resume", this.#stayPaused);
    this.#isPaused = true;
    this.#socket.pause();
  }

  /** Node itself goes on reading behind each answer. */
  #stayPaused = (): void => {
    this.#socket.pause();
  };

  #readOn(): void {
    if (!this.#isPaused || this.#waiting > MOST_WAITING / 2) return;
    this.#isPaused = false;
    this.#socket.off("resume", this.#stayPaused);
    this.#socket.resume();
  }
}

/** Called for each request that is turned away. */
type OnExchange = ((exchange: AnsweredRequest) => void) | undefined;

/** How long a client that was turned away may go on sending before it is cut off, in milliseconds. */
const LINGER_MILLISECONDS = 500;
/** Method and target in the log for a request that could not be read. */
const UNREAD = "-";

/** The fault in the head of a request that Node accepts (RFC 9112, section 3.2). */
function hostFault({ rawHeaders, httpVersion }: IncomingMessage): Problem | undefined {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === "host") hosts++;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return undefined;
  return malformed(
    `The request has ${hosts === 0 ? "no" : "more than one"} Host header: HTTP/1.1 asks for one.`,
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
 * Answers a request that Node could not read, after the answers that are under way, and closes the connection.
 * @param turns of the connection, if it has any
 */
function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  turns: ConnectionTurns | undefined,
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
  // A connection closed over what it has not read is reset, and the answer may be lost with it.
  socket.resume();
  if (turns) turns.afterAll(refuse);
  else refuse();
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return {
        name: "headers-too-large",
        detail: "The request line and the headers are more than 16 KiB: send less of them.",
      };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return {
        name: "request-timeout",
        detail: "The request did not arrive in time: send it again, faster.",
      };
    default:
      return malformed("What was sent is not a well-formed HTTP/1.1 request.");
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
