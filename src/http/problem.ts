/** Errors over HTTP: problem documents (RFC 9457). */
import { PROBLEM_TYPE_PREFIX } from "../operations.ts";
import type { Reply } from "./reply.ts";

/** The kinds of problem, each with its status and title. */
export const PROBLEMS = {
  "malformed-request": { status: 400, title: "The request is malformed" },
  "missing-parameter": { status: 400, title: "A parameter is missing" },
  "invalid-parameter": { status: 400, title: "A parameter is invalid" },
  unauthorized: { status: 401, title: "The API key is needed" },
  "no-such-node": { status: 404, title: "No node matches" },
  "no-such-type": { status: 404, title: "No type matches" },
  "no-such-file": { status: 404, title: "The media file is not there" },
  "unknown-path": { status: 404, title: "Nothing is served at this path" },
  "method-not-allowed": { status: 405, title: "The method is not allowed" },
  "request-timeout": { status: 408, title: "The request took too long to arrive" },
  "range-not-satisfiable": { status: 416, title: "The range lies outside of the file" },
  misdirected: { status: 421, title: "The Host header names another server" },
  "headers-too-large": { status: 431, title: "The request line and the headers are too large" },
  internal: { status: 500, title: "The server has failed" },
  "unreadable-file": { status: 503, title: "The media file cannot be read" },
  "failed-on-purpose": { status: 503, title: "The server failed on purpose" },
} as const;

export type ProblemName = keyof typeof PROBLEMS;

/** The media type of problem documents. */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** A problem that a request has run into. */
export type Problem = {
  name: ProblemName;
  /** What was asked, what is wrong, what to try. */
  detail: string;
  /** The parameter at fault. */
  parameter?: string;
  /** Default: the status of its kind. */
  status?: number;
  headers?: Record<string, string>;
};

/** A problem document, as it is sent. */
type ProblemDocument = {
  type: string;
  title: string;
  status: number;
  detail: string;
  parameter?: string;
};

export function problemDocument({ name, detail, parameter, status }: Problem): ProblemDocument {
  const kind = PROBLEMS[name];
  return {
    type: PROBLEM_TYPE_PREFIX + name,
    title: kind.title,
    status: status ?? kind.status,
    detail,
    parameter,
  };
}

/** The reply that tells a client of the problem. */
export function problemReply(problem: Problem): Reply & { body: Buffer } {
  const document = problemDocument(problem);
  return {
    status: document.status,
    headers: { "Content-Type": PROBLEM_MEDIA_TYPE, ...problem.headers },
    body: Buffer.from(JSON.stringify(document)),
  };
}
