/** Errors over HTTP: problem documents (RFC 9457). */
import type { Reply } from "./reply.ts";

/** The kinds of problem, each with its status and title. */
export const PROBLEMS = {
  "malformed-request": { status: 400, title: "The request is malformed" },
  "missing-parameter": { status: 400, title: "A parameter is missing" },
  "invalid-parameter": { status: 400, title: "A parameter is invalid" },
  unauthorized: { status: 401, title: "The API key is needed" },
  "no-such-node": { status: 404, title: "No node matches" },
  "unknown-path": { status: 404, title: "Nothing is served at this path" },
  "method-not-allowed": { status: 405, title: "The method is not allowed" },
  misdirected: { status: 421, title: "The Host header names another server" },
  internal: { status: 500, title: "The server has failed" },
} as const;

export type ProblemName = keyof typeof PROBLEMS;

/** What every problem's `type` begins with. */
export const PROBLEM_TYPE_PREFIX = "urn:migrations:problem:";

/** A problem that a request has run into. */
export type Problem = {
  name: ProblemName;
  /** What was asked, what is wrong, what to try. */
  detail: string;
  /** The parameter at fault. */
  parameter?: string;
  headers?: Record<string, string>;
};

/** The reply that tells a client of the problem. */
export function problemReply({ name, detail, parameter, headers }: Problem): Reply {
  const { status, title } = PROBLEMS[name];
  const document = { type: PROBLEM_TYPE_PREFIX + name, title, status, detail, parameter };
  return { status, type: "application/problem+json", headers, body: Buffer.from(JSON.stringify(document)) };
}
