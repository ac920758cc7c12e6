/** Makes slices, and compares them with their sources. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { KINDS } from "../../src/operations.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { piped } from "../support/terminal.ts";

type Named = { kind: string; id: number; isStub: boolean; because: string };
export type Receipt = {
  nodes: Record<string, number>;
  stubs: Record<string, number>;
  bytes: number;
  files?: { count: number; bytes: number; missing: number };
  references: { toStubs: number; cut: number; dead: number };
  cut: { from: { id: number }; property: string; to: { id: number } }[];
  explained: Named[];
  unfit?: (Named & { bytes: number })[];
};

/** Makes a slice of a directory. @returns its path, and the receipt */
export async function sliced(
  data: string,
  flags: readonly string[],
  out = join(temporaryDirectory(), "fixture"),
) {
  const args = ["slice", "--data", data, "--out", out, ...flags, "--explain", "--format", "json", "--quiet"];
  const { status, stdout, stderr } = await piped(args);
  const receipt: Receipt = stdout === "" ? undefined : JSON.parse(stdout);
  return { out, status, stderr, receipt };
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

export const json = async (args: readonly string[]) => JSON.parse((await piped(args)).stdout);

type Answered = Record<string, unknown> & { children?: { id: number }[] };

/** Expects the nodes of a slice to have the same answers as in the source, except omitted children and the properties of stubs. */
export async function expectSameAnswers(data: string, out: string, { explained }: Receipt): Promise<void> {
  const ids = new Set(explained.map(({ kind, id }) => `${kind} ${id}`));
  for (const { kind, id, isStub } of explained) {
    const nodeIn = (from: string): Promise<Answered> =>
      json([kind, "--data", from, "--id", String(id), "--quiet"]);
    const [source, slice] = [await nodeIn(data), await nodeIn(out)];
    const children = source.children?.filter((child) => ids.has(`${kind} ${child.id}`));
    expect(slice).toEqual({ ...source, children, ...(isStub && { properties: {} }) });
  }
}

/** Expects `check` and `audit` to pass a slice if they pass its source. */
export async function expectSound(data: string, out: string): Promise<void> {
  const failing = ["--fail-on", "dead-reference", "--section", "references"];
  for (const command of [
    ["check", "--fail-on", "editors,missing"],
    ["audit", ...failing],
  ]) {
    const statusOf = async (path: string) => (await piped([...command, "--data", path])).status;
    if ((await statusOf(data)) === 0) expect(await statusOf(out), command.join(" ")).toBe(0);
  }
  expect((await piped(["check", "--data", out])).status).toBe(0);
}

/** Expects a slice of a slice with the same flags to be the same. */
export async function expectSameAgain(data: string, flags: readonly string[]): Promise<void> {
  // A slice has one language. The first slice of several also has nodes that only other languages refer to.
  const { languages = [] } = await json(["check", "--data", data, "--format", "json"]);
  const source = languages.length > 1 ? (await sliced(data, flags)).out : data;
  const first = await sliced(source, flags);
  const second = await sliced(first.out, flags);
  expect(filesIn(second.out)).toEqual(filesIn(first.out));
  const { explained: _, ...sums } = first.receipt;
  expect({ ...second.receipt, explained: undefined, out: undefined }).toEqual({
    ...sums,
    explained: undefined,
    out: undefined,
  });
}

type Row = Record<string, string>;

/** The types, editors, shapes of values and elements of a directory, all of which a cover contains. */
export async function contentsOf(data: string) {
  const { sections } = await json(["audit", "--data", data, "--quiet", "--format", "json"]);
  const rows = (name: string): Row[] => sections.find((section: Row) => section.name === name).rows;
  const { nodes } = await json(["check", "--data", data, "--format", "json"]);
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
