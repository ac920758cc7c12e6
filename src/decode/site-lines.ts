/** Lines of a site's nodes in all its languages. */

import { parseNodeText } from "../json/node-text.ts";
import { parseMembers, parseString } from "../json/outline.ts";
import { KINDS, type Kind } from "../operations.ts";
import { isSameLanguage } from "../site/languages.ts";
import { entryIn } from "../site/map-entries.ts";
import { languagesBeside, type SiteData } from "../site/site-data.ts";
import type { Key } from "../site/tree/key.ts";
import type { Tree } from "../site/tree/tree.ts";
import { jsonOf } from "./decoded-value.ts";
import type { NodeSummary } from "./decoding.ts";
import {
  type LanguageLine,
  type LanguageRoute,
  type MergedLine,
  mergeLanguages,
  objectText,
} from "./merge-languages.ts";
import { type LineOptions, NodeLines } from "./node-lines.ts";

/** Keeps the lines of languages until they are merged. */
interface LineStore {
  add(text: string): number;
  /** @param number as `add` returned it */
  get(number: number): string;
}

/** Keeps lines in memory, for a few nodes. */
export function memoryStore(): LineStore {
  const texts: string[] = [];
  return { add: (text) => texts.push(text) - 1, get: (number) => texts[number] };
}

type SiteLinesOptions = Pick<LineOptions, "file" | "uses"> & {
  kinds: readonly Kind[];
  store: LineStore;
  /** Whether a node gets a line. Default: all do, also nodes that exist only in other languages. */
  selects?: (kind: Kind, key: Key) => boolean;
  /** Called before each language that is loaded, and now and then meanwhile. It may throw. */
  onProgress?: (progress: { language: string; lines: number }) => void;
};

/** A line that waits in the store. */
type Waiting = { language: string; number: number };
/** A node that exists in other languages alone. */
type Elsewhere = { key: Key; sortOrder: number };
/** Of a language, by the keys that references lead to and that no language has so far: the keys of the nodes that refer to them. */
type MissingTargets = ReadonlyMap<Key, ReadonlySet<Key>>;

export class SiteLines {
  readonly #read: NodeLines;
  readonly #data: SiteData;
  readonly #options: SiteLinesOptions;
  readonly #waiting: Record<Kind, Map<Key, Waiting[]>> = { content: new Map(), media: new Map() };
  /** By the key of the parent. */
  readonly #elsewhere: Record<Kind, Map<Key | undefined, Elsewhere[]>> = {
    content: new Map(),
    media: new Map(),
  };
  /** The routes of nodes that do not vary, in languages in which their path or host is not that of the language that is read. */
  readonly #routes = new Map<Key, LanguageRoute[]>();
  /** Lines of languages that values hold within themselves, by language. */
  readonly #inner = new Map<string, NodeLines>();
  /** The lines of the language that is read with the values of each segment. */
  #segments: SegmentLines = new Map();
  /** What references to nodes that exist in other languages alone show. */
  readonly #summaries = new Map<Key, NodeSummary>();

  private constructor(data: SiteData, options: SiteLinesOptions) {
    this.#data = data;
    this.#options = options;
    const elsewhere = (key: Key) => this.#summaries.get(key);
    this.#read = new NodeLines(data, { file: options.file, uses: options.uses, elsewhere });
  }

  /** Reads the other languages of the data, one at a time. @throws errors of loading and of `onProgress` */
  static async read(data: SiteData, options: SiteLinesOptions): Promise<SiteLines> {
    const lines = new SiteLines(data, options);
    const missing = new Map<string, MissingTargets>();
    for await (const other of otherLanguages(data))
      missing.set(other.culture, await lines.#addLanguage(other));
    // A language may refer to nodes that exist only in a later one.
    const again = new Map<string, ReadonlySet<Key>>();
    for (const [code, targets] of missing) {
      const found = [...targets].filter(([key]) => lines.#summaries.has(key));
      if (found.length > 0) again.set(code, new Set(found.flatMap(([, nodes]) => [...nodes])));
    }
    for await (const other of otherLanguages(data, [...again.keys()]))
      await lines.#addLanguage(other, again.get(other.culture));
    const elsewhere = (key: Key) => lines.#summaries.get(key);
    lines.#segments = await segmentLines(data, { uses: options.uses, elsewhere });
    return lines;
  }

  /** Yields the lines of a kind: parents before children, siblings in order. */
  *lines(kind: Kind): Generator<MergedLine & { key: Key }, void> {
    for (const at of this.#order(kind)) {
      const key = typeof at === "number" ? this.#data.trees[kind].keyAt(at) : at;
      if (this.#options.selects?.(kind, key) === false) continue;
      yield { key, ...this.#line(kind, key, typeof at === "number" ? at : undefined) };
    }
  }

  /** The line of a node that is selected and exists in any language. */
  line(kind: Kind, key: Key): MergedLine {
    const index = this.#data.trees[kind].findKey(key);
    return this.#line(kind, key, index < 0 ? undefined : index);
  }

  /**
   * Reads what a language has of each node that may differ in it; lines of an earlier reading are replaced.
   * @param only the keys of the nodes to read. Default: all nodes
   */
  async #addLanguage(site: OtherLanguage, only?: ReadonlySet<Key>): Promise<MissingTargets> {
    const { kinds, store, selects, onProgress, uses } = this.#options;
    const { culture: language } = site;
    const read = this.#data.trees;
    const missing = new Map<Key, Set<Key>>();
    let node: Key;
    const elsewhere = (key: Key) => {
      const found = this.#summaryInRead(key) ?? this.#summaries.get(key);
      if (!found) entryIn(missing, key, () => new Set()).add(node);
      return found;
    };
    const segments = await segmentLines(site, { uses, elsewhere });
    const lines = new NodeLines(site, { elsewhere, uses });
    let count = 0;
    this.#addSummaries(lines);
    for (const kind of kinds) {
      const tree = site.trees[kind];
      for (let index = 0; index < tree.size; index++) {
        if (count++ % PROGRESS_LINES === 0) onProgress?.({ language, lines: count });
        const key = tree.keyAt(index);
        if (only?.has(key) === false || selects?.(kind, key) === false || site.elsewhere?.has(key)) continue;
        node = key;
        const indexInRead = read[kind].findKey(key);
        const isRead = indexInRead >= 0;
        const { type } = lines.language.summary(kind, index);
        if (isRead && lines.variation(kind, type).node === false) {
          if (kind === "content" && only === undefined) this.#addRoute(language, lines, index, indexInRead);
          continue;
        }
        const line = withSegments(lines.line(kind, index).line, segments, kind);
        if (!isRead && !this.#waiting[kind].has(key)) this.#addElsewhere(kind, line, tree, index);
        const waiting = entryIn(this.#waiting[kind], key, () => []);
        const number = store.add(textOfLine(line));
        const earlier = waiting.find((each) => each.language === language);
        if (earlier) earlier.number = number;
        else waiting.push({ language, number });
      }
    }
    return missing;
  }

  #addRoute(language: string, lines: NodeLines, index: number, indexInRead: number): void {
    const route = lines.language.route(index);
    const host = lines.language.host(index);
    const read = this.#read.language;
    if (route.path === null) return;
    if (route.path === read.route(indexInRead).path && host === read.host(indexInRead)) return;
    const key = this.#data.trees.content.keyAt(indexInRead);
    entryIn(this.#routes, key, () => []).push({ language, route: jsonOf(route), host: jsonOf(host ?? null) });
  }

  #addElsewhere(kind: Kind, { key, members }: LanguageLine, tree: Tree, index: number): void {
    const parent = tree.parentAt(index);
    const siblings = entryIn(this.#elsewhere[kind], parent < 0 ? undefined : tree.keyAt(parent), () => []);
    siblings.push({ key, sortOrder: Number(members.get("sortOrder")) });
    siblings.sort((a, b) => a.sortOrder - b.sortOrder);
  }

  #addSummaries({ language }: NodeLines): void {
    for (const kind of KINDS) {
      const tree = language.trees[kind];
      for (let index = 0; index < tree.size; index++) {
        const key = tree.keyAt(index);
        if (this.#data.trees[kind].findKey(key) >= 0 || this.#summaries.has(key)) continue;
        this.#summaries.set(key, withoutRoute(language.summary(kind, index)));
      }
    }
  }

  #summaryInRead(key: Key): NodeSummary | undefined {
    for (const kind of KINDS) {
      const index = this.#data.trees[kind].findKey(key);
      if (index >= 0) return withoutRoute(this.#read.language.summary(kind, index));
    }
    return undefined;
  }

  /** @param index in the tree of the language that is read; absent if the node exists in others alone */
  #line(kind: Kind, key: Key, index: number | undefined): MergedLine {
    const waiting = this.#waiting[kind].get(key) ?? [];
    const isElsewhere = waiting.length > 0 && this.#data.elsewhere?.has(key);
    const own = index === undefined || isElsewhere ? undefined : this.#read.line(kind, index);
    const found = own && { ...own, line: withSegments(own.line, this.#segments, kind) };
    const all = waiting.map(({ language, number }) =>
      lineOfText(this.#options.store.get(number), key, language),
    );
    const { heldLanguages = [] } = this.#data;
    const type = (found?.line.members ?? all[0].members).get(
      kind === "content" ? "contentType" : "mediaType",
    );
    const variation = this.#read.variation(kind, parseString(type) ?? "");
    // A node that varies by itself may have values in languages in which it is not published.
    const inner = [...(found?.languages ?? [])].filter(
      (code) => variation.node === false || !heldLanguages.some((held) => isSameLanguage(held, code)),
    );
    for (const code of inner) {
      if (index === undefined || isSameLanguage(found?.line.language, code)) continue;
      const { line } = this.#innerLines(code).line(kind, index);
      const url = this.#routes.get(key)?.find(({ language }) => isSameLanguage(language, code));
      const own = url ? Object.entries({ route: url.route, host: url.host }) : [];
      all.push({ ...line, members: new Map([...line.members, ...own]) });
    }
    if (found) all.push(found.line);
    const rank = ({ language }: LanguageLine) => {
      const at = heldLanguages.findIndex((held) => isSameLanguage(held, language));
      return at < 0 ? heldLanguages.length : at;
    };
    all.sort((a, b) => rank(a) - rank(b));
    const routes = this.#routes
      .get(key)
      ?.filter(({ language }) => !all.some((line) => isSameLanguage(line.language, language)));
    const varies = inner.length > 0 || (variation.node ?? this.#seemsToVary(all));
    if (found && !varies) {
      // Segments are given by language, also of a node that does not vary by language.
      const language = found.line.segments ? found.line.language : undefined;
      return mergeLanguages(found.line, [{ ...found.line, language }], variation, found.line, routes);
    }
    const main = this.#data.languages?.find((language) => language.default)?.iso;
    const inMain = all.find(({ language }) => isSameLanguage(language, main));
    return mergeLanguages(found?.line, all, variation, found?.line ?? inMain ?? all[0], routes);
  }

  /** Whether a node whose type is not known varies: it is not the same in all languages of the site. */
  #seemsToVary(all: readonly LanguageLine[]): boolean {
    const languages = 1 + languagesBeside(this.#data).length;
    if (languages === 1 || all.length < languages) return true;
    const [first, ...others] = all.map(
      ({ members, properties }) => members.get("name") + objectText(properties),
    );
    return others.some((other) => other !== first);
  }

  #innerLines(code: string): NodeLines {
    return entryIn(this.#inner, code, () => {
      const elsewhere = (key: Key) => this.#summaries.get(key);
      return new NodeLines(this.#data, { elsewhere, uses: this.#options.uses }, code);
    });
  }

  /** Yields indexes in the tree that is read, and keys of nodes that exist in other languages alone. */
  *#order(kind: Kind): Generator<number | Key, void> {
    const { size } = this.#data.trees[kind];
    if (this.#elsewhere[kind].size === 0) yield* Array(size).keys();
    else yield* this.#below(kind, undefined, 0, size);
  }

  /** @param start the range of the descendants that exist in the language that is read */
  *#below(kind: Kind, parent: Key | undefined, start: number, end: number): Generator<number | Key, void> {
    const tree = this.#data.trees[kind];
    const elsewhere = [...(this.#elsewhere[kind].get(parent) ?? [])];
    for (let child = start; child < end; child = tree.columns.end[child]) {
      if (elsewhere.length > 0) {
        const { sortOrder = 0 } = parseNodeText(tree.text(child, "item"));
        while (elsewhere.length > 0 && elsewhere[0].sortOrder < Number(sortOrder)) {
          yield* this.#withDescendants(kind, elsewhere.shift()?.key as Key);
        }
      }
      yield child;
      yield* this.#below(kind, tree.keyAt(child), child + 1, tree.columns.end[child]);
    }
    for (const { key } of elsewhere) yield* this.#withDescendants(kind, key);
  }

  *#withDescendants(kind: Kind, key: Key): Generator<number | Key, void> {
    yield key;
    yield* this.#below(kind, key, 0, 0);
  }
}

type OtherLanguage = SiteData & { culture: string };

/** Reads the site in other languages, one at a time. @param codes Default: all of its other languages */
async function* otherLanguages(
  data: SiteData,
  codes = languagesBeside(data),
): AsyncGenerator<OtherLanguage, void> {
  for (const culture of codes) {
    const other = await data.inLanguage?.(culture);
    // The types of a site are the same in all languages.
    if (other) yield { ...other, types: data.types, culture };
  }
}

/** The lines of a language by segment. */
type SegmentLines = ReadonlyMap<string, NodeLines>;

async function segmentLines(site: SiteData, options: LineOptions): Promise<SegmentLines> {
  const lines = new Map<string, NodeLines>();
  for (const segment of site.segments ?? []) {
    const data = await site.inSegment?.(segment);
    if (data) lines.set(segment, new NodeLines({ ...data, types: site.types }, options));
  }
  return lines;
}

/** Adds the values that differ by segment. */
function withSegments(line: LanguageLine, lines: SegmentLines, kind: Kind): LanguageLine {
  const segments = new Map<string, ReadonlyMap<string, string>>();
  let report = line.report;
  for (const [segment, inSegment] of lines) {
    const index = inSegment.language.trees[kind].findKey(line.key);
    if (index < 0) continue;
    const other = inSegment.line(kind, index).line;
    const values = [...other.properties].filter(([alias, value]) => value !== line.properties.get(alias));
    if (values.length === 0) continue;
    segments.set(segment, new Map(values));
    report = report.concat(
      other.report.filter(({ property }) => property !== null && segments.get(segment)?.has(property)),
    );
  }
  return segments.size === 0 ? line : { ...line, segments, report };
}

/** How many nodes of a language are read between two reports of progress. */
const PROGRESS_LINES = 1000;

function withoutRoute(summary: NodeSummary): NodeSummary {
  return summary.kind === "content" ? { ...summary, route: null } : summary;
}

function textOfLine({ members, properties, segments = new Map(), references, report }: LanguageLine): string {
  const bySegment = Array.from(segments, ([segment, values]) => [segment, objectText(values)] as const);
  const texts = [
    ["segments", objectText(new Map(bySegment))],
    ["members", objectText(members)],
    ["properties", objectText(properties)],
    ["references", JSON.stringify(references)],
    ["report", JSON.stringify(report)],
  ] as const;
  return objectText(new Map(texts));
}

function lineOfText(text: string, key: Key, language: string): LanguageLine {
  const parts = parseMembers(text);
  const bySegment = [...parseMembers(parts.get("segments") ?? "{}")];
  const segments = new Map(bySegment.map(([segment, values]) => [segment, parseMembers(values)]));
  return {
    key,
    language,
    ...(segments.size > 0 && { segments }),
    members: parseMembers(parts.get("members") ?? "{}"),
    properties: parseMembers(parts.get("properties") ?? "{}"),
    references: JSON.parse(parts.get("references") ?? "[]"),
    report: JSON.parse(parts.get("report") ?? "[]"),
  };
}
