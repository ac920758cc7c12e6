/** Exports of shared sites: each line is as the schema says, and every number of every view has a name, with one value in all views. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { SAMPLE_DIRECTORY } from "../../src/io.ts";
import { entryIn } from "../../src/site/map-entries.ts";
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

/**
 * What the numbers of a view are called, by view and JSON pointer: the first row that fits, in which `$1` is what the pattern
 * captures. Every number has a row, so that a new one gets a name, too. An empty name: it says nothing of the site alone.
 */
const NAMES: readonly [at: RegExp, name: string][] = [
  // One language is read.
  [/^check\/nodes\/(\w+)\/total$/, "$1 nodes"],
  [/^check\/nodes\/\w+\/levels\/.*$/, ""],
  [/^check\/nodes\/(\w+)\/types\/(.*)$/, "$1 nodes of $2"],
  [/^check\/missing$/, ""],
  [/^check\/unpublished$/, "unpublished nodes"],
  [/^audit\/nodes\/(\w+)$/, "$1 nodes"],
  [/^audit\/summary\/site\/pages$/, "content nodes"],
  [/^audit\/summary\/site\/media$/, "media nodes"],
  [/^audit\/summary\/site\/words$/, "words of content"],
  [/^audit\/summary\/site\/urls$/, "URLs of content"],
  [/^audit\/summary\/site\/files$/, "media files"],
  [/^audit\/summary\/site\/unpublished$/, "unpublished nodes"],
  [/^audit\/summary\/types\/sum\/pages$/, "content nodes"],
  [/^audit\/summary\/types\/sum\/(\w+)$/, "$1 of content"],
  [/^audit\/summary\/editors\/sum\/values$/, "values"],
  [/^audit\/summary\/(?:decisions|wrong)\/.*$/, ""],
  [/^audit sections\/(.*)$/, "$1"],
  [/^find\/(.*)$/, "$1"],
  [/^(?:explorer|mcp)\/nodes\/(\w+)$/, "$1 nodes"],
  [/^(?:explorer|mcp)\/unpublished$/, "unpublished nodes"],
  // All languages are.
  [/^urls\/(\w+)$/, "URLs of $1 in all languages"],
  [/^export\/(?:nodes|counts)\/(content|media)$/, "$1 nodes in all languages"],
  [/^export\/counts\/files$|^export\/files\/count$/, "media files"],
  [/^export\/files\/bytes$/, ""],
  [/^export\/(?:counts\/)?elements$/, "elements in all languages"],
  [/^export\/(?:counts\/)?resolvedReferences$/, "resolved references in all languages"],
  [/^export\/report\/missing-file$/, "missing files"],
  [/^export\/report\/dead-reference$/, "references that are left out, in all languages"],
  [/^export\/report\/(.*)$/, "$1 in the report of export"],
  [/^lines\/published$/, "published pages in all languages"],
  [/^model\/(\w+) nodes$/, "$1 nodes in all languages"],
  [/^model\/elements$/, "elements in all languages"],
  [/^model\/filled$/, "filled properties of types in all languages"],
  [/^verify\/old\/nodes\/(\w+)$/, "$1 nodes"],
  [/^verify\/new\/rows$/, ""],
  [/^verify\/totals\/pages\/(?:old|kept)$/, "published pages in all languages"],
  [/^verify\/totals\/compared\/(\w+)\/(?:old|kept)$/, "compared $1"],
  [/^verify\/totals\/(?:notCompared|notComparedProperties)\/(.*)$/, "$1 that are not compared"],
  [/^verify\/totals\/(.*)$/, "$1 of a site and itself"],
  [/^verify\/languages\/(\w[\w-]*)\/(pages|words)\/(?:old|kept)$/, "$2 that vary, in $1"],
  [/^usync\/nodes\/(\w+)$/, "$1 nodes in all languages"],
  [/^usync\/files\/Content$/, "content nodes in all languages"],
  [/^usync\/files\/Media$/, "media nodes in all languages"],
  [/^usync\/files\/Dictionary$/, "dictionary items"],
  [/^usync\/files\/.*$/, ""],
  [/^usync\/report\/(.*)$/, "$1 in the report of usync"],
  // Whatever is read.
  [/^\w+\/dictionary$/, "dictionary items"],
  [/^\w+\/(?:protected|summary\/site\/protectedPages)$/, "protected pages"],
  [/^\w+\/(?:unread|notExported)\/(.*)$/, "$1, not read"],
  [/^audit\/summary\/site\/notRead\/(.*)\/count$/, "$1, not read"],
];

/** The numbers in JSON by their pointers. Rows of a list are called by what they name. */
function* numbersIn(value: unknown, at: string): Generator<[at: string, count: number]> {
  if (typeof value === "number") yield [at, value];
  else if (Array.isArray(value)) {
    for (const [i, each] of value.entries())
      yield* numbersIn(each, `${at}/${each?.what ?? each?.language ?? i}`);
  } else if (typeof value === "object" && value !== null)
    for (const [name, each] of Object.entries(value)) yield* numbersIn(each, `${at}/${name}`);
}

/** Lays numbers of views beside each other. */
class NamedNumbers {
  readonly #byName = new Map<string, Map<number, string[]>>();
  readonly #isOneLanguage: boolean;

  /** @param isOneLanguage whether what is read in all languages is what is read in one */
  constructor(isOneLanguage: boolean) {
    this.#isOneLanguage = isOneLanguage;
  }

  add(view: string, json: unknown): void {
    for (const [at, count] of numbersIn(json, view)) {
      const row = NAMES.find(([pattern]) => pattern.test(at));
      if (row === undefined) throw new Error(`the number ${count} at ${at} has no name`);
      const [pattern, template] = row;
      const named = at.replace(pattern, template);
      const name = this.#isOneLanguage ? named.replace(/,? in all languages$/, "") : named;
      if (name === "") continue;
      const values = entryIn(this.#byName, name, () => new Map<number, string[]>());
      entryIn(values, count, () => []).push(at);
    }
  }

  /** Names with several values, as `name: value at views; value at views`. */
  disagreements(): string[] {
    return Array.from(this.#byName, ([name, values]) => {
      const shown = Array.from(values, ([count, places]) => `${count} at ${places.join(", ")}`);
      return values.size > 1 ? `${name}: ${shown.join("; ")}` : "";
    }).filter((line) => line !== "");
  }
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

    // Every number of every view.
    const numbers = new NamedNumbers(isOneLanguage);
    const sumsOf = (rows: readonly Row[], columns: readonly string[]) =>
      Object.fromEntries(columns.map((column) => [column, sumOf(rows, column)]));
    numbers.add("check", { ...check, warnings: undefined });
    numbers.add("audit", {
      nodes: audit.nodes,
      summary: {
        ...audit.summary,
        types: { sum: sumsOf(types, ["pages", "words", "images", "elements"]) },
        editors: { sum: sumsOf(audit.summary.editors, ["values"]) },
      },
    });
    const isType = (alias: unknown) =>
      model.contentTypes.some(
        (type: Row) => String(type.alias).toLowerCase() === String(alias).toLowerCase(),
      );
    const deadRows = rowsOf("references");
    numbers.add("audit sections", {
      values: sumOf(rowsOf("editors"), "values"),
      elements: sumOf(elements, "elements"),
      "dead references": sumOf(dead, "count"),
      "references that are left out": sumOf(deadRows, "count"),
      // A model takes parts of grids and parameters of macros apart.
      "filled properties of types": sumOf(
        rowsOf("filled").filter((row) => row.in === "node" || isType(row.type)),
        "filled",
      ),
      "unused media": rowsOf("media").filter(({ what }) => what === "unused-media").length,
      "missing files": rowsOf("media").filter(({ what }) => what === "missing-file").length,
    });
    const unused = parseLines(
      (await run(["find", ...source, "--unused", "--kind", "media", "--format", "ndjson"])).stdout,
    );
    numbers.add("find", {
      "content nodes": pages.length,
      "media nodes": listed.length - pages.length,
      ...Object.fromEntries(
        ["words", "images", "elements"].map((column) => [`${column} of content`, sumOf(pages, column)]),
      ),
      elements: sumOf(listed, "elements"),
      references: sumOf(listed, "references"),
      "dead references": sumOf(listed, "deadReferences"),
      "unused media": unused.length,
    });
    const urls = await json("urls", "--format", "json");
    numbers.add("urls", {
      content: new Set(urls.filter(({ kind }: Row) => kind === "content").map(({ key }: Row) => key)).size,
    });
    numbers.add("export", { ...exported, languages: undefined });
    numbers.add("export", {
      counts: read("export.json").counts,
      notExported: read("export.json").notExported,
    });
    const contentLines = readLines(join(out, "content.ndjson"));
    numbers.add("lines", { published: contentLines.filter(({ published }) => published === true).length });
    numbers.add("model", {
      "content nodes": sumOf(model.contentTypes, "nodes"),
      "media nodes": sumOf(model.mediaTypes, "nodes"),
      elements: ofAllTypes,
      filled: [...model.contentTypes, ...model.mediaTypes].reduce(
        (sum: number, { properties }: { properties: Row[] }) => sum + sumOf(properties, "filled"),
        0,
      ),
    });
    const verified = JSON.parse((await run(["verify", path, path, "--format", "json"])).stdout);
    const languagesOf = Object.fromEntries(verified.languages.map((row: Row) => [row.language, row]));
    numbers.add("verify", {
      ...verified,
      properties: undefined,
      pages: undefined,
      extra: undefined,
      languages: languagesOf,
    });
    const usync = await json("usync", "--out", join(temporaryDirectory(), "new"), "--format", "json");
    numbers.add("usync", usync);
    const { nodes: shownNodes, dictionary, unread, unpublished } = await explorer("site");
    numbers.add("explorer", {
      ...{ nodes: shownNodes, dictionary, unpublished },
      unread: Object.fromEntries(unread.map(({ what, count }: Row) => [what, count])),
    });
    numbers.add("mcp", { nodes: (await ask("site")).nodes });
    expect(numbers.disagreements()).toEqual([]);
  },
);
