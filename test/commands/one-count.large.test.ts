/** Exports of shared sites: each line is as the schema says, and a number that several views show under one name is the same in each. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { SAMPLE_DIRECTORY } from "../../src/io.ts";
import { connect } from "../mcp/connected.ts";
import { parseLines, readLines } from "../support/ndjson.ts";
import { run, startServe } from "../support/program.ts";
import { SHARED } from "../support/repository.ts";
import { distinctSites } from "../support/shared-sites.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** A row of any list in JSON. */
type Row = Record<string, unknown>;

const SITES: [name: string, ...source: string[]][] = [
  ["the sample", "--sample"],
  ...distinctSites("corpus", "databases", "sites", "trees").map((name): [string, ...string[]] => [
    name,
    "--data",
    join(SHARED, name),
  ]),
];

/** References that lists have and an export does not resolve: by path in rich text, and in values of packages without a decoder. */
const UNRESOLVED: Readonly<Record<string, number>> = {
  "the sample": 2,
  "corpus/clean-v9": 1,
  "corpus/segments-v10": 1,
  "corpus/contentment-v18": 4,
  "databases/clean-18.sqlite.db": 1,
};

function sumOf(rows: readonly Row[], column: string): number {
  return rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
}

/** By a column, the sum of another. */
function sumsBy(rows: readonly Row[], name: string, column: string): Record<string, number> {
  const names = [...new Set(rows.map((row) => String(row[name])))].toSorted();
  const sums = names.map((each): [string, number] => [
    each,
    sumOf(
      rows.filter((row) => String(row[name]) === each),
      column,
    ),
  ]);
  return Object.fromEntries(sums.filter(([, count]) => count > 0));
}

/** A row without what lists its nodes: a command, or for an assistant the arguments of a tool. */
const withoutFind = ({ find: _, ...row }: Row): Row => row;

it.each(SITES)(
  "the export of %s is as its schema says, and counts agree in it, audit, lists, check, mcp, diff and the explorer's data",
  async (name, ...source) => {
    const json = async (...args: string[]) => JSON.parse((await run([...args, ...source])).stdout);
    const out = join(temporaryDirectory(), "export");
    const exported = await json("export", "--out", out, "--format", "json");
    const read = (file: string) => JSON.parse(readFileSync(join(out, file), "utf8"));
    const model = read("model.json");
    const exportedLines = ["content", "media"].flatMap((kind) => readLines(join(out, `${kind}.ndjson`)));
    const isValid = new Ajv2020({ strict: false }).compile(read("schema.json"));
    expect(exportedLines.filter((line) => !isValid(line))).toEqual([]);
    expect(sumOf(model.contentTypes, "nodes")).toBe(exported.nodes.content);
    expect(readFileSync(join(out, "types.ts"), "utf8")).toContain("export type ContentNode");
    const audit = await json("audit", "--format", "json");
    const rowsOf = (section: string): Row[] =>
      audit.sections.find((each: Row) => each.name === section)?.rows ?? [];
    const fields = ["kind", "key", "type", "words", "images", "elements", "references", "deadReferences"];
    const listed = parseLines(
      (await run(["find", ...source, "--fields", fields.join(), "--format", "ndjson"])).stdout,
    ) as Row[];
    const check = await json("check", "--format", "json");
    const { origin } = await startServe([...source]);
    const explorer = (path: string) => fetch(`${origin}/explorer/${path}`).then((answer) => answer.json());
    const languages: unknown[] = exported.languages;
    const isOneLanguage = languages.length < 2;

    // Nodes and types. An export has nodes of all languages, the others those of one.
    const kinds = ["content", "media"] as const;
    const nodes = Object.fromEntries(
      kinds.map((kind) => [kind, listed.filter((row) => row.kind === kind).length]),
    );
    expect(Object.fromEntries(kinds.map((kind) => [kind, check.nodes[kind].total]))).toEqual(nodes);
    if (isOneLanguage) expect(exported.nodes).toEqual(nodes);
    const { site, types } = audit.summary;
    expect({ content: site.pages, media: site.media }).toEqual(nodes);
    const pages = listed.filter(({ kind }) => kind === "content");
    for (const [name, sum] of Object.entries({ words: site.words, pages: site.pages }))
      expect([name, sumOf(types, name)]).toEqual([name, sum]);
    for (const name of ["words", "images", "elements"])
      expect([name, sumOf(types, name)]).toEqual([name, sumOf(pages, name)]);

    // An assistant gets what the shell prints, and a comparison the same nodes.
    const path = source[1] ?? SAMPLE_DIRECTORY;
    const { ask, askAll } = await connect({ path });
    expect((await ask("site")).nodes).toEqual(nodes);
    for (const { kind, alias, nodes: count } of await askAll("types"))
      expect([alias, count]).toEqual([
        alias,
        listed.filter((row) => row.kind === kind && row.type === alias).length,
      ]);
    expect(await askAll("find", { fields })).toEqual(listed);
    for (const section of ["elements", "references", "editors"])
      expect((await askAll("audit", { section })).map(withoutFind)).toEqual(rowsOf(section).map(withoutFind));
    const compared = JSON.parse((await run(["diff", path, path, "--dates", "--format", "json"])).stdout);
    expect(Object.values(compared.counts).filter((count) => count !== 0)).toEqual([]);
    expect([compared.old.nodes, compared.new.nodes]).toEqual([nodes, nodes]);

    // Elements.
    const elements = rowsOf("elements");
    expect(sumOf(listed, "elements")).toBe(sumOf(elements, "elements"));
    expect(read("export.json").counts.elements).toBe(exported.elements);
    const ofAllTypes = sumOf([...model.contentTypes, ...model.partTypes], "elements");
    expect(ofAllTypes).toBe(exported.elements);
    const typed = elements.filter(
      (row) => !["grid", "macro", "leblender", "archetype"].includes(String(row.layout)),
    );
    if (isOneLanguage) {
      expect(exported.elements).toBe(sumOf(elements, "elements"));
      const aliases = new Set(typed.map(({ element }) => String(element)));
      const ofModel = model.contentTypes.filter(({ alias }: Row) => aliases.has(String(alias)));
      expect(sumsBy(ofModel, "alias", "elements")).toEqual(sumsBy(typed, "element", "elements"));
    }
    for (const alias of new Set(typed.map(({ element }) => String(element)))) {
      const answer = await explorer(`type-use?kind=content&typeAlias=${encodeURIComponent(alias)}`);
      expect([alias, answer.shownElements]).toEqual([alias, sumsBy(typed, "element", "elements")[alias]]);
    }

    // References, and those that lead nowhere.
    const dead = rowsOf("references").filter(({ finding }) => finding === "dead-reference");
    if (isOneLanguage) {
      const references = sumOf(listed, "references");
      expect(exported.resolvedReferences).toBe(references - (UNRESOLVED[name] ?? 0));
      expect(sumOf(listed, "deadReferences")).toBe(sumOf(dead, "count"));
    }

    // Values without an editor: `check` counts them in a warning.
    const withoutEditor = rowsOf("editors").filter((row) => row.in === "node" && row.editor === null);
    const warned = (check.warnings as Row[]).map(({ text }) => {
      const [, count, aliases = ""] =
        /^(?:(\d+)(?: of \d+)? propert(?:y has|ies have) no editor alias|no editor alias is known .*?: (.*))/.exec(
          String(text),
        ) ?? [];
      return count ?? aliases.split(", ").filter((alias) => alias !== "").length;
    });
    expect(sumOf(withoutEditor, "values")).toBe(
      warned.reduce((sum: number, count) => sum + Number(count), 0),
    );
  },
);
