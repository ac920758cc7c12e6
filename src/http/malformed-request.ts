/** Requests that never reach the app: what is not HTTP, or not well-formed, is told so and loses its connection. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ConnectionTurns } from "./connection-turns.ts";
import { type Problem, problemReply } from "./problem.ts";
import type { AnsweredRequest } from "./responder.ts";

/** Told of each request that was turned away. */
type OnExchange = ((exchange: AnsweredRequest) => void) | undefined;

/** How long a client that was turned away may go on sending before it is cut off, in milliseconds. */
const LINGER_MILLISECONDS = 500;
/** What the log has for the method and the target of what could not be read. */
const UNREAD = "-";

/** What is wrong with the head of a request that Node has let through (RFC 9112, section 3.2). */
export function requestFault({ rawHeaders, httpVersion }: IncomingMessage): Problem | undefined {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === "host") hosts++;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return undefined;
  return malformed(
    `The request has ${hosts === 0 ? "no" : "more than one"} Host header: HTTP/1.1 asks for one.`,
  );
}

/** What is wrong with a request whose URL or Host header is none. */
export function urlFault(): Problem {
  return malformed("The request line or the Host header is malformed.");
}

/** Answers a request with a problem, and closes its connection. */
export function refuseRequest(
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
 * Answers what Node could not read as a request, behind the answers that are under way, and closes the connection.
 * @param turns those of the connection, if it has any
 */
export function refuseConnection(
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
    // What comes behind is no request either.
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
