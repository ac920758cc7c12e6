/**
 * Lines of real sites hold all words, references and images of the stored values, but those that the report names, and nothing of
 * the CMS's own syntax.
 */
import { join } from "node:path";
import { expect, it } from "vitest";
import type { DecodingProblem } from "../../src/decode/decoding.ts";
import { memoryStore } from "../../src/decode/nodes-in-languages.ts";
import { SiteLines } from "../../src/decode/site-lines.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { KINDS } from "../../src/operations.ts";
import { countIn } from "../../src/site/map-entries.ts";
import { createSite, type Site } from "../../src/site/site.ts";
import type { SiteNode } from "../../src/site/site-nodes.ts";
import { knownEditor } from "../../src/site/values/editors.ts";
import type { Syntax, ValueParts } from "../../src/site/values/value-parts.ts";
import { visibleText } from "../../src/site/values/visible-html.ts";
import { visibleTexts } from "../../src/site/values/visible-words.ts";
import { ROOT, SHARED } from "../support/repository.ts";
import { sharedSites } from "../support/shared-sites.ts";

/** Tags are separated by commas. */
const WORD = /[^\s,]*[\p{L}\p{N}][^\s,]*/gu;
/** Problems by which a part of a value is left out. */
const LEAVES_OUT: readonly DecodingProblem[] = [
  "dead-reference",
  "hidden-block",
  "unplaced-block",
  "malformed-value",
];
/** Links and files that are addresses stay what they are. */
const ADDRESSES: readonly Syntax[] = ["url", "media-path", "upload"];
/** Properties that a line has as members. */
const MEMBERS = /^umbraco(?:File|Extension|Bytes|Width|Height)$/;

/** The CMS's own syntax. */
const SYNTAX = /umb:\/\/|localLink:|contentUdi|contentKey|data-udi=|umbraco_macro/i;
/** What editors hold whose values are read, so that nothing of the syntax is left. */
const READS = ["nodes", "links", "markup", "elements"];

function wordsOf(texts: Iterable<string>): Map<string, number> {
  const words = new Map<string, number>();
  for (const text of texts) for (const [word] of text.matchAll(WORD)) countIn(words, word);
  return words;
}

/** The texts that visitors read, without tags. */
function* storedTexts(parts: ValueParts): Generator<string> {
  yield* visibleTexts(parts);
  for (const { role, properties } of parts.elements) {
    if (role === "content") for (const each of properties) yield* visibleTexts(each);
  }
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "number") yield String(value);
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* stringsIn(inner);
}

const withoutTags = (text: string) => (text.includes("<") || text.includes("&") ? visibleText(text) : text);

/** What a line lacks, and what it has of the CMS's syntax. */
function faultsOf(
  site: Site,
  node: SiteNode,
  line: Line,
  report: ReturnType<SiteLines["line"]>["report"],
): string[] {
  const faults: string[] = [];
  const problemsOf = (alias: string) =>
    report.flatMap(({ problem, property }) => (property === alias ? problem : []));
  for (const { property, parts } of site.values(node)) {
    const { alias, editorAlias } = property;
    if (node.kind === "media" && MEMBERS.test(alias)) continue;
    const fault = (what: string) => faults.push(`${node.fields().key} ${alias}: ${what}`);
    const decoded = line.properties[alias];
    const problems = problemsOf(alias);
    if (problems.includes("malformed-value")) fault("malformed");
    const isRead = editorAlias === null || READS.includes(knownEditor(editorAlias)?.reads ?? "");
    if (isRead && !problems.includes("unknown-editor"))
      for (const text of stringsIn(decoded)) if (SYNTAX.test(text) || isJson(text)) fault(text.slice(0, 200));
    if (problems.some((problem) => LEAVES_OUT.includes(problem))) continue;
    const words = wordsOf(Array.from(stringsIn(decoded), withoutTags));
    for (const [word, count] of wordsOf(storedTexts(parts)))
      if ((words.get(word) ?? 0) < count) fault(`word ${word}`);
    const text = JSON.stringify(decoded ?? null);
    for (const reference of parts.references) {
      const resolution = ADDRESSES.includes(reference.syntax) ? undefined : site.resolve(reference);
      if (resolution?.state !== "found") continue;
      const { key } = site.at(resolution).fields();
      if (!text.includes(key) && !text.includes(key.replaceAll("-", ""))) fault(`reference ${key}`);
    }
    const images = (value: unknown) =>
      [...stringsIn(value)].reduce((count, each) => count + (each.match(/<img\b/g)?.length ?? 0), 0);
    if (images(decoded) < images(JSON.parse(property.value))) fault("image");
  }
  return faults;
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Line = { id: string; properties: Record<string, unknown> };

const SITES: [string, string][] = [
  ["the sample", join(ROOT, "data")],
  ...sharedSites("corpus", "databases").map((name): [string, string] => [name, join(SHARED, name)]),
];

it.each(SITES)(
  "SiteLines: no word, reference or image of %s is lost in any language, and no syntax is left",
  async (name, path) => {
    const data = await loadDirectory(path, {}, { urls: true });
    for (const culture of new Set([data.culture, ...createSite(data).otherLanguages])) {
      const read =
        culture === data.culture || culture === undefined ? data : await data.inLanguage?.(culture);
      if (read === undefined) throw new Error(`${name} is not there in ${culture}`);
      const site = createSite(read);
      const lines = await SiteLines.read(read, { kinds: KINDS, store: memoryStore() });
      const faults = [...site.nodes()].flatMap((node) => {
        const { text, report } = lines.line(node.kind, node.tree.keyAt(node.index));
        return faultsOf(site, node, JSON.parse(text), report);
      });
      expect(faults).toEqual([]);
    }
  },
);
