/** Errors over HTTP as problem documents (RFC 9457), for replies and for the examples of the OpenAPI document. */
import { API_USER } from "../access/api-key.ts";
import { HIGHEST_LEVEL, type Kind, operationFor, PROBLEM_TYPE_PREFIX, type TypeKind } from "../operations.ts";
import { describeType, type TypeTarget } from "../site/schema/find-type.ts";
import { describeTarget, type Target } from "../site/source.ts";
import { shortened } from "../text/visible-text.ts";
import type { Reply } from "./reply.ts";

/** How much of a path a problem repeats. */
export const SHOWN_PATH_LENGTH = 200;

/** The status and title of each kind of problem. */
export const PROBLEMS = {
  "missing-parameter": { status: 400, title: "A parameter is missing" },
  "invalid-parameter": { status: 400, title: "A parameter is invalid" },
  unauthorized: { status: 401, title: "The API key is required" },
  protected: { status: 401, title: "Only members see the page" },
  "no-such-node": { status: 404, title: "No node matches" },
  "no-such-type": { status: 404, title: "No type matches" },
  "no-such-value": { status: 404, title: "No value matches" },
  "no-such-file": { status: 404, title: "The media file is missing" },
  "unknown-path": { status: 404, title: "Nothing is served at this path" },
  "method-not-allowed": { status: 405, title: "The method is not allowed" },
  "range-not-satisfiable": { status: 416, title: "The range is outside of the file" },
  misdirected: { status: 421, title: "The Host header names another server" },
  internal: { status: 500, title: "The server failed" },
  "unreadable-file": { status: 503, title: "The media file cannot be read" },
  "failed-on-purpose": { status: 503, title: "The server failed on purpose" },
} as const;

export type ProblemName = keyof typeof PROBLEMS;

const CHALLENGE = 'Basic realm="migrations", charset="UTF-8"';

/** The media type of problem documents. */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** A problem with a request. */
export type Problem = {
  name: ProblemName;
  /** What was requested, what is wrong, and what to try. */
  detail: string;
  /** The parameter that is wrong. */
  parameter?: string;
  /** What is wrong, by parameter. Default: only the detail says it */
  errors?: Readonly<Record<string, readonly string[]>>;
  /** Default: the title of its kind. */
  title?: string;
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
  errors?: Problem["errors"];
};

export function problemDocument({ name, detail, ...given }: Problem): ProblemDocument {
  const kind = PROBLEMS[name];
  return {
    type: PROBLEM_TYPE_PREFIX + name,
    title: given.title ?? kind.title,
    status: given.status ?? kind.status,
    detail,
    parameter: given.parameter,
    errors: given.errors,
  };
}

export function problemReply(problem: Problem): Reply & { body: Buffer } {
  const document = problemDocument(problem);
  return {
    status: document.status,
    headers: { "Content-Type": PROBLEM_MEDIA_TYPE, ...problem.headers },
    body: Buffer.from(JSON.stringify(document)),
  };
}

/** @param hasCredentials whether the request has wrong credentials, not none */
export function unauthorized(hasCredentials: boolean): Problem {
  return {
    name: "unauthorized",
    detail: hasCredentials
      ? `The credentials are wrong: use the user "${API_USER}" and the API key as password, or the key in the header Api-Key.`
      : `This server requires HTTP Basic authentication (user "${API_USER}", password = the API key), or the key in the header Api-Key.`,
    headers: { "WWW-Authenticate": CHALLENGE },
  };
}

export function misdirected(): Problem {
  return {
    name: "misdirected",
    detail:
      "Without an API key this server answers only requests to localhost or a loopback address. " +
      "To allow other names, start it with --api-key-file or --allow-anonymous.",
  };
}

export function wrongMethod(method: string): Problem {
  return {
    name: "method-not-allowed",
    detail: `${method} is not allowed: use GET or HEAD.`,
    headers: { Allow: "GET, HEAD" },
  };
}

export function noSuchPath(path: string): Problem {
  const detail = `There is no media node whose url is ${shortened(path, SHOWN_PATH_LENGTH)}. Look media nodes up by id or key, or list them with ${operationFor("media", "root").name}?maxLevel=${HIGHEST_LEVEL}.`;
  return { name: "no-such-node", detail };
}

/** @param hint another sentence, with a leading space */
export function noSuchNode(kind: Kind, target: Target, hint = ""): Problem {
  return { name: "no-such-node", detail: `There is no ${describeTarget(kind, target)}.${hint}` };
}

/** @param hint another sentence, with a leading space */
export function noSuchType(kind: TypeKind, target: TypeTarget, hint = ""): Problem {
  return { name: "no-such-type", detail: `There is no ${describeType(kind, target)}.${hint}` };
}

export function internalFault(): Problem {
  return { name: "internal", detail: "The server failed. Its log has the details." };
}

/** @param percent the share of requests with this failure */
export function failedOnPurpose(status: number, percent: number): Problem {
  return {
    name: "failed-on-purpose",
    status,
    detail: `This server fails ${percent} % of the requests with ${status} on purpose (--fail): try again.`,
  };
}
