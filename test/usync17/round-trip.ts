/** Writes a site as a uSync 17 folder, reads it again, and compares the decoded lines of both. */
import { join } from "node:path";
import { expect } from "vitest";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { folderFaults } from "./folder-faults.ts";

type Line = Record<string, unknown> & { id: string; properties: Record<string, unknown> };
export type RoundTrip = {
  /** Nodes, and how many of them have equal lines. */
  nodes: number;
  equal: number;
  /** What differs and is not named by the report: `key property: old → new`. */
  differences: string[];
  report: Record<string, string>[];
  /** What an import would refuse, lose or hide. */
  faults: string[];
  folder: string;
  output: string;
};

/** Facts that a fresh Umbraco makes anew, or that say how a value was stored. */
const MADE_ANEW = new Set([
  "createDate",
  "updateDate",
  "route",
  "legacyId",
  "layout",
  "url",
  "path",
  "startItem",
  // Umbraco numbers siblings from 0 without gaps; their order is compared.
  "sortOrder",
  // uSync has no public access.
  "protected",
]);

/** @param args of reading the site */
export async function roundTrip(args: readonly string[], more: readonly string[] = []): Promise<RoundTrip> {
  const directory = temporaryDirectory();
  const folder = join(directory, "uSync", "v17");
  const wrote = await run(["usync", ...args, ...more, "--out", directory]);
  expect(wrote.stderr).not.toMatch(/^error:/m);
  expect(wrote.status).toBe(0);
  const exports = temporaryDirectory();
  const old = await lines(args, join(exports, "old"));
  const reading = args.includes("--include-unpublished") ? ["--include-unpublished"] : [];
  const written = await lines(["--data", folder, ...reading], join(exports, "new"));
  const report = readLines(join(directory, "report.ndjson")) as Record<string, string>[];
  const named = new Set(report.map(({ id, property }) => `${id} ${property}`));
  // Umbraco gives some nodes other names.
  const renamed = new Set(report.flatMap(({ id, problem }) => (problem === "renamed" ? [id] : [])));
  // Without a type, nothing says whether a node varies.
  const made = new Set(report.flatMap(({ name, problem }) => (problem === "type-made" ? [name] : [])));
  // Lines about types name a property with its type. The words of values that change in kind stay.
  const ofTypes = (isLost: boolean) =>
    new Set(
      report.flatMap(({ id, name, problem }) =>
        id === undefined && (problem === "not-carried-over") === isLost
          ? (name?.match(/\.(\w+)$/)?.[1] ?? [])
          : [],
      ),
    );
  const [inKind, lost] = [ofTypes(false), ofTypes(true)];
  const result: RoundTrip = {
    nodes: 0,
    equal: 0,
    differences: [],
    report,
    faults: folderFaults(folder),
    folder,
    output: wrote.stdout + wrote.stderr,
  };
  for (const [id, line] of old) {
    result.nodes++;
    const other = written.get(id);
    const found =
      other === undefined
        ? [`${id} is missing`]
        : compared(
            line,
            other,
            made.has(String(line.contentType)),
            renamed.has(id),
            (property) =>
              named.has(`${id} ${property}`) || (inKind.has(property) ? "in kind" : lost.has(property)),
          );
    if (found.length === 0) result.equal++;
    result.differences.push(...found);
  }
  const order = (some: ReadonlyMap<string, Line>, others: ReadonlyMap<string, Line>) =>
    [...some.keys()].filter((id) => others.has(id)).join();
  if (order(old, written) !== order(written, old)) result.differences.push("the order of nodes");
  for (const id of written.keys()) if (!old.has(id)) result.differences.push(`${id} is new`);
  return result;
}

async function lines(args: readonly string[], out: string): Promise<Map<string, Line>> {
  const { status, stderr } = await run(["export", ...args, "--out", out]);
  expect(stderr).not.toMatch(/^error:/m);
  expect(status).toBe(0);
  const all = ["content", "media"].flatMap((kind) => readLines(join(out, `${kind}.ndjson`)) as Line[]);
  return new Map(all.map((line) => [line.id, line]));
}

/** The differences of two lines, but for properties that the report names. */
function compared(
  one: Line,
  other: Line,
  isMade: boolean,
  isRenamed: boolean,
  isNamed: (property: string) => boolean | "in kind",
): string[] {
  const differences: string[] = [];
  const compare = (name: string, a: unknown, b: unknown) => {
    const [left, right] = [a, b].map((value) => (isEmptyList(value) ? "null" : JSON.stringify(plain(value))));
    if (left !== right) differences.push(`${one.id} ${name}: ${left} → ${right}`);
  };
  const properties = (name: string, a: Record<string, unknown> = {}, b: Record<string, unknown> = {}) => {
    for (const alias of new Set([...Object.keys(a), ...Object.keys(b)]))
      if (isNamed(alias) === "in kind") {
        const lost = withoutAll(words(a[alias]), words(b[alias]));
        if (lost.length > 0)
          differences.push(`${one.id} ${name}${alias} lost ${lost.slice(0, 10).join(" ")}`);
      } else if (!isNamed(alias)) compare(`${name}${alias}`, a[alias] ?? null, b[alias] ?? null);
  };
  for (const name of Object.keys(one)) {
    if (MADE_ANEW.has(name) || name === "properties" || name === "cultures" || name === "urlName") continue;
    if (name === "template") {
      // An id says nothing elsewhere.
      if (typeof one[name] === "number") continue;
      compare(name, String(one[name]).toLowerCase(), String(other[name]).toLowerCase());
    } else if (name !== "name" || !isRenamed) compare(name, one[name], other[name]);
  }
  properties("", one.properties, other.properties);
  type Cultures = Record<
    string,
    { name: string; published?: boolean; properties: Record<string, unknown>; segments?: unknown }
  >;
  // A node that does not vary has a path alone there, of which files with names by language can have several.
  const [own, others] = [one, other].map(({ cultures = {} }) =>
    Object.fromEntries(Object.entries(cultures as Cultures).filter(([, each]) => "properties" in each)),
  ) as Cultures[];
  if (isMade) return differences;
  compare("cultures", Object.keys(own).sort(), Object.keys(others).sort());
  for (const [code, culture] of Object.entries(own)) {
    compare(`${code} name`, [culture.name, culture.published], [others[code]?.name, others[code]?.published]);
    type Segments = Record<string, { properties: Record<string, unknown> }>;
    const bySegment = others[code]?.segments as Segments | undefined;
    for (const [segment, own] of Object.entries((culture.segments ?? {}) as Segments))
      properties(`${code} ${segment} `, own.properties, bySegment?.[segment]?.properties);
    properties(`${code} `, culture.properties, others[code]?.properties);
  }
  return differences;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The words in all texts of a value, without aliases and keys, which change with the kind of a value. */
function words(value: unknown): string[] {
  if (typeof value === "string")
    return (
      plainText(value)
        .replace(/<[^>]*>/g, " ")
        .match(/[\p{L}\p{N}]+/gu) ?? []
    );
  if (Array.isArray(value)) return value.flatMap(words);
  if (typeof value === "boolean") return [value ? "1" : "0"];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  const skipped = ["contentType", "id", "alias", "layout", "gridColumns", "settings"].concat(
    // What a link leads to, which the text of an unknown editor has as a UDI.
    ["destinationId", "destinationType", "linkType"],
  );
  return Object.entries(value).flatMap(([name, inner]) =>
    skipped.includes(name) || MADE_ANEW.has(name) ? [] : words(inner),
  );
}

function withoutAll(all: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return all.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

/** A decoded value without what is made anew; links keep the node that they lead to. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "string") return plainText(value);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name, inner]) => !isMadeAnew(name, inner, value));
  return Object.fromEntries(members.map(([name, inner]) => [name, plain(inner)]));
}

/** The URL of a link says something if it leads outside. */
function isMadeAnew(name: string, inner: unknown, owner: object): boolean {
  if (name === "url" && "linkType" in owner && owner.linkType === "External") return false;
  return MADE_ANEW.has(name) || inner === null;
}

function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/<(a|img)\b[^>]*data-destination-id="[^"]*"[^>]*>/gi, (tag) =>
      tag.replace(/ (?:href|src|data-start-item-path|data-start-item-id)="[^"]*"/g, ""),
    );
}
