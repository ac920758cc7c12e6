/** Makes slices, and compares them with their sources. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { KINDS } from "../../src/operations.ts";
import { readLines } from "../support/ndjson.ts";
import { appOf, OPERATIONS } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { piped } from "../support/terminal.ts";

type Receipt = {
  nodes: Record<string, number>;
  stubs: Record<string, number>;
  bytes: number;
  files?: { count: number; bytes: number; missing: number };
  references: { toStubs: number; dead: number };
};

/** Makes a slice of a directory. @returns its path, and the receipt */
export async function sliced(
  data: string,
  flags: readonly string[],
  out = join(temporaryDirectory(), "fixture"),
) {
  const args = ["slice", "--data", data, "--out", out, ...flags, "--format", "json", "--quiet"];
  const { status, stdout, stderr } = await piped(args);
  const receipt: Receipt = stdout === "" ? undefined : JSON.parse(stdout);
  return { out, status, stderr, receipt };
}

/** The nodes of a slice, as written. Stubs lack properties. */
export function nodesIn(out: string) {
  return KINDS.flatMap((kind) =>
    readLines(join(out, `${kind}.ndjson`)).map((line) => ({
      kind,
      id: line.id as number,
      isStub: line.properties === undefined,
    })),
  );
}

/** Every file of a directory, by name. */
export function filesIn(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  return Object.fromEntries(
    names
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(directory.length + 1), readFileSync(path, "latin1")]),
  );
}

type Answered = Record<string, unknown> & { children?: { id: number }[] };

/** Answers look-ups from a directory, which is loaded once. */
async function answersOf(data: string) {
  const app = appOf({}, directorySource(await loadDirectory(data, {}, { urls: true })));
  return async (kind: string, id: number): Promise<Answered> => {
    const operation = kind === "content" ? "GetContentById" : "GetMediaById";
    const response = await app.request(`${OPERATIONS}/${operation}?id=${id}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Answered;
  };
}

/** Expects the nodes of a slice to have the same answers as in the source, except omitted children and the properties of stubs. */
export async function expectSameAnswers(data: string, out: string): Promise<void> {
  const nodes = nodesIn(out);
  const ids = new Set(nodes.map(({ kind, id }) => `${kind} ${id}`));
  const [answerOfSource, answerOfSlice] = [await answersOf(data), await answersOf(out)];
  for (const { kind, id, isStub } of nodes) {
    const [source, slice] = [await answerOfSource(kind, id), await answerOfSlice(kind, id)];
    const children = source.children?.filter((child) => ids.has(`${kind} ${child.id}`));
    expect(slice).toEqual({ ...source, children, ...(isStub && { properties: {} }) });
  }
}

/** What `check` and `audit` report of data, and their exit statuses. */
export async function reportsOf(data: string) {
  const report = async (args: readonly string[]) => {
    const { status, stdout } = await piped([...args, "--data", data, "--quiet", "--format", "json"]);
    return { ...JSON.parse(stdout), status };
  };
  return {
    check: await report(["check", "--fail-on", "editors,missing"]),
    audit: await report(["audit", "--fail-on", "dead-reference"]),
  };
}

type Reports = Awaited<ReturnType<typeof reportsOf>>;

/** Expects `check` and `audit` to pass a slice if they pass its source. */
export function expectSound(source: Reports, slice: Reports): void {
  expect([0, source.check.status]).toContain(slice.check.status);
  expect([0, source.audit.status]).toContain(slice.audit.status);
}

/** Expects a slice of a slice with the same flags to be the same. */
export async function expectSameAgain(
  slice: Awaited<ReturnType<typeof sliced>>,
  flags: readonly string[],
  { check: { languages = [] } }: Reports,
): Promise<void> {
  // A slice holds one language: what only others refer to is in the first, and nothing refers to it in that.
  const first = languages.length > 1 ? await sliced(slice.out, flags) : slice;
  const second = await sliced(first.out, flags);
  expect(filesIn(second.out)).toEqual(filesIn(first.out));
  expect({ ...second.receipt, out: undefined }).toEqual({ ...first.receipt, out: undefined });
}

type Row = Record<string, string>;

/** The types, editors, shapes of values and elements of a directory, all of which a cover contains. */
export function contentsOf({ check: { nodes }, audit: { sections } }: Reports) {
  const rows = (name: string): Row[] => sections.find((section: Row) => section.name === name).rows;
  const shapes = rows("editors").flatMap(({ editor, shapes }) =>
    shapes.split(", ").map((shape) => `${editor} ${shape.replace(/ [0-9]+$/, "")}`),
  );
  return {
    types: KINDS.map((kind) => Object.keys(nodes[kind].types).toSorted()),
    editors: new Set(
      rows("editors").map(({ kind, in: of, type, editor }) => [kind, of, type, editor].join(" ")),
    ),
    shapes: new Set(shapes),
    elements: new Set(rows("elements").map(({ element, layout }) => `${element} ${layout}`)),
  };
}
