/** Checks of problem documents. */
import { expect } from "vitest";
import type { ProblemName } from "../../src/http/problem.ts";

const TYPE_PREFIX = "urn:migrations:problem:";

/** A second copy of the titles, on which clients rely, so that changes of the program's own table are noticed. */
const TITLES: Readonly<Record<ProblemName, string>> = {
  "missing-parameter": "A parameter is missing",
  "invalid-parameter": "A parameter is invalid",
  unauthorized: "The API key is required",
  protected: "Only members see the page",
  "no-such-node": "No node matches",
  "no-such-type": "No type matches",
  "no-such-value": "No value matches",
  "no-such-file": "The media file is missing",
  "unknown-path": "Nothing is served at this path",
  "method-not-allowed": "The method is not allowed",
  "range-not-satisfiable": "The range is outside of the file",
  misdirected: "The Host header names another server",
  internal: "The server failed",
  "unreadable-file": "The media file cannot be read",
  "failed-on-purpose": "The server failed on purpose",
};

/** The status of each problem, except for `failed-on-purpose`, which can have any. */
const STATUSES: Readonly<Record<Exclude<ProblemName, "failed-on-purpose">, number>> = {
  "missing-parameter": 400,
  "invalid-parameter": 400,
  unauthorized: 401,
  protected: 401,
  "no-such-node": 404,
  "no-such-type": 404,
  "no-such-value": 404,
  "no-such-file": 404,
  "unknown-path": 404,
  "method-not-allowed": 405,
  "range-not-satisfiable": 416,
  misdirected: 421,
  internal: 500,
  "unreadable-file": 503,
};

/** The titles of 400s of the Content Delivery API, which are Umbraco's; some details have no full stop. */
const DELIVERY_TITLES: readonly unknown[] = [
  "Selector option not found",
  "Filter option not found",
  "Sort option not found",
  "One or more validation errors occurred.",
];

/** Checks the problem document of a response. @returns the document */
export async function expectProblem(
  response: Response,
  name: ProblemName,
): Promise<Record<string, unknown> & { detail: string }> {
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  const document = (await response.json()) as Record<string, unknown> & { detail: string };
  expectProblemDocument(document);
  expect(document.type).toBe(TYPE_PREFIX + name);
  expect(document.status).toBe(response.status);
  return document;
}

/** Checks that a document is a problem without internals of the program. */
export function expectProblemDocument(document: unknown): void {
  const { type, title, detail, status } = document as Record<string, string>;
  const isDelivery = DELIVERY_TITLES.includes(title);
  expect(document).toEqual({
    type: expect.stringMatching(/^urn:migrations:problem:[a-z-]+$/),
    title: expect.stringMatching(/\w/),
    status: expect.any(Number),
    detail: expect.stringMatching(isDelivery ? /\w/ : /\w.*\.$/s),
    ...((document as object) && "parameter" in (document as object) ? { parameter: expect.any(String) } : {}),
    ...(isDelivery && "errors" in (document as object) && { errors: expect.any(Object) }),
  });
  const name = type.slice(TYPE_PREFIX.length);
  expect(Object.keys(TITLES)).toContain(name);
  if (isDelivery) expect(name).toBe("invalid-parameter");
  else expect({ name, title }).toEqual({ name, title: TITLES[name as ProblemName] });
  if (name in STATUSES) expect(status).toBe(STATUSES[name as keyof typeof STATUSES]);
  expect(detail).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.ts\b/);
}
