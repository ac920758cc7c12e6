/** Lines of real sites hold all words, references and images of the stored values, but those that the report names. */
import { existsSync, readdirSync } from "node:fs";
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
import type { Syntax, ValueParts } from "../../src/site/values/value-parts.ts";
import { visibleText } from "../../src/site/values/visible-html.ts";
import { visibleTexts } from "../../src/site/values/visible-words.ts";
import { ROOT, SHARED } from "../support/repository.ts";

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

type Figures = {
  nodes: number;
  stored: number;
  decoded: number;
  references: number;
  images: number;
  lost: string[];
};

function wordsOf(texts: Iterable<string>): Map<string, number> {
  const words = new Map<string, number>();
  for (const text of texts) for (const [word] of text.matchAll(WORD)) countIn(words, word);
  return words;
}

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0);

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

function compareNode(
  site: Site,
  node: SiteNode,
  line: Line,
  leftOut: ReadonlySet<string>,
  figures: Figures,
): void {
  figures.nodes++;
  for (const { property, parts } of site.values(node)) {
    const { alias } = property;
    if (node.kind === "media" && MEMBERS.test(alias)) continue;
    const decoded = line.properties[alias];
    const stored = wordsOf(storedTexts(parts));
    const words = wordsOf(Array.from(stringsIn(decoded), withoutTags));
    figures.stored += sum(stored);
    figures.decoded += sum(words);
    const text = JSON.stringify(decoded ?? null);
    const found = parts.references.flatMap((reference) => {
      const resolution = ADDRESSES.includes(reference.syntax) ? undefined : site.resolve(reference);
      return resolution?.state === "found" ? [site.at(resolution).fields().key] : [];
    });
    const imagesIn = (texts: Iterable<string>) =>
      [...texts].reduce((count, each) => count + (each.match(/<img\b/g)?.length ?? 0), 0);
    const images = imagesIn(stringsIn(JSON.parse(property.value)));
    figures.references += found.length;
    figures.images += images;
    if (leftOut.has(alias)) continue;
    const where = `${node.fields().key} ${alias}`;
    for (const [word, count] of stored) {
      if ((words.get(word) ?? 0) < count) figures.lost.push(`${where}: word ${word}`);
    }
    for (const key of found)
      if (!text.includes(key) && !text.includes(key.replaceAll("-", "")))
        figures.lost.push(`${where}: reference ${key}`);
    if (imagesIn(stringsIn(decoded)) < images) figures.lost.push(`${where}: image`);
  }
}

type Line = { id: string; properties: Record<string, unknown> };

const SITES: [string, string][] = [
  ["the sample", join(ROOT, "data")],
  ...(existsSync(SHARED)
    ? ["corpus", "databases", "trees"].flatMap((folder) =>
        readdirSync(join(SHARED, folder))
          .filter((name) => !/README|-wal$/.test(name))
          .map((name): [string, string] => [`${folder}/${name}`, join(SHARED, folder, name)]),
      )
    : []),
];

it.each(SITES)("SiteLines: no word, reference or image of %s is lost in any language", async (name, path) => {
  const data = await loadDirectory(path, {}, { urls: true });
  for (const culture of new Set([data.culture, ...createSite(data).otherLanguages])) {
    const read = culture === data.culture || culture === undefined ? data : await data.inLanguage?.(culture);
    if (read === undefined) throw new Error(`${name} is not there in ${culture}`);
    const site = createSite(read);
    const lines = await SiteLines.read(read, { kinds: KINDS, store: memoryStore() });
    const figures: Figures = { nodes: 0, stored: 0, decoded: 0, references: 0, images: 0, lost: [] };
    for (const node of site.nodes()) {
      const { text, report } = lines.line(node.kind, node.tree.keyAt(node.index));
      const leftOut = report.filter(({ problem }) => LEAVES_OUT.includes(problem));
      compareNode(
        site,
        node,
        JSON.parse(text),
        new Set(leftOut.flatMap(({ property }) => property ?? [])),
        figures,
      );
    }
    if (process.env.SHOW_FIGURES) console.log(name, culture, figures);
    expect(figures.lost).toEqual([]);
  }
});
