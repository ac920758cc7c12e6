/** What every error over HTTP must be. */
import { expect } from "vitest";
import { PROBLEM_TYPE_PREFIX, PROBLEMS, type ProblemName } from "../../src/http/problem.ts";

/** Checks the body of an error, and gives it. */
export async function expectProblem(
  response: Response,
  name: ProblemName,
): Promise<Record<string, unknown> & { detail: string }> {
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  const document = (await response.json()) as Record<string, unknown> & { detail: string };
  expectProblemDocument(document);
  expect(document.type).toBe(PROBLEM_TYPE_PREFIX + name);
  expect(document.status).toBe(response.status);
  return document;
}

/** Checks that a document is a problem, and tells nothing of the program. */
export function expectProblemDocument(document: unknown): void {
  expect(document).toEqual({
    type: expect.stringMatching(/^urn:migrations:problem:[a-z-]+$/),
    title: expect.stringMatching(/\w/),
    status: expect.any(Number),
    detail: expect.stringMatching(/\w.*\.$/s),
    ...((document as object) && "parameter" in (document as object) ? { parameter: expect.any(String) } : {}),
  });
  const { type, title, detail } = document as Record<string, string>;
  expect(Object.keys(PROBLEMS)).toContain(type.slice(PROBLEM_TYPE_PREFIX.length));
  expect(title).toBe(PROBLEMS[type.slice(PROBLEM_TYPE_PREFIX.length) as ProblemName].title);
  expect(detail).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.ts\b/);
}
