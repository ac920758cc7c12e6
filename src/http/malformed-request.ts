/** Requests that never reach the app: what is not HTTP, or not well-formed, is told so and loses its connection. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Problem, problemReply } from "./problem.ts";

/** How long a client that was turned away may go on sending before it is cut off, in milliseconds. */
const LINGER_MILLISECONDS = 500;

/** What is wrong with the head of a request that Node has let through (RFC 9112, section 3.2). */
export function requestFault({ rawHeaders, httpVersion }: IncomingMessage): Problem | undefined {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === "host") hosts++;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return undefined;
  return {
    name: "malformed-request",
    detail: `The request has ${hosts === 0 ? "no" : "more than one"} Host header: HTTP/1.1 asks for one.`,
  };
}

/** Answers a request with a problem, and closes its connection. */
export function refuseRequest(outgoing: ServerResponse, problem: Problem): void {
  const { status, headers, body } = replyTo(problem);
  outgoing.writeHead(status, headers).end(body);
}

/** Answers what Node could not read as a request, and closes the connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writableEnded) return;
  // Node's own handler looks at this too: behind half an answer, another would be taken for the rest of it.
  const isAnswering = Boolean((socket as { _httpMessage?: unknown })._httpMessage);
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = replyTo(problemOf(error));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  // A connection closed over what it has not read is reset, and the answer may be lost with it.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
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
      return { name: "malformed-request", detail: "What was sent is not a well-formed HTTP/1.1 request." };
  }
}

function replyTo(problem: Problem): { status: number; headers: Record<string, string>; body: string } {
  const { status, headers, body } = problemReply(problem);
  const text = Buffer.from(body as Uint8Array).toString();
  return {
    status,
    headers: {
      ...headers,
      "Content-Length": String(Buffer.byteLength(text)),
      "Cache-Control": "no-store",
      Connection: "close",
    },
    body: text,
  };
}
