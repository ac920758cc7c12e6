/** Lines of a site's nodes in all its languages. */

import { parseNodeText } from "../json/node-text.ts";
import { parseString } from "../json/outline.ts";
import { KINDS, type Kind } from "../operations.ts";
import { isSameLanguage } from "../site/languages.ts";
import { entryIn } from "../site/map-entries.ts";
import { createSite, type Site } from "../site/site.ts";
import { inLanguageOfNoPage, languagesOfDomains, type SiteData } from "../site/site-data.ts";
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
import { NodesInLanguages, nodesInLanguage, type WaitingStore } from "./nodes-in-languages.ts";

type SiteLinesOptions = Pick<LineOptions, "file" | "uses"> & {
  kinds: readonly Kind[];
  /** Keeps the lines of languages until they are merged. */
  store: WaitingStore;
  /** Whether a node gets a line. Default: all do, also nodes that exist only in other languages. */
  selects?: (kind: Kind, key: Key) => boolean;
  /** Called before each language that is loaded, and now and then meanwhile. It may throw. */
  onProgress?: (progress: { language: string; lines: number }) => void;
};

/** A node that exists in other languages alone. */
type Elsewhere = { key: Key; sortOrder: number };
/** Of a language, by the keys that references lead to and that no language has so far: the keys of the nodes that refer to them. */
type MissingTargets = ReadonlyMap<Key, ReadonlySet<Key>>;

export class SiteLines {
  readonly #read: NodeLines;
  readonly #site: Site;
  readonly #options: SiteLinesOptions;
  /** The lines of the other languages. */
  readonly #waiting: NodesInLanguages<LanguageLine>;
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

  private constructor(site: Site, options: SiteLinesOptions) {
    this.#site = site;
    this.#options = options;
    this.#waiting = new NodesInLanguages(options.store);
    const elsewhere = (key: Key) => this.#summaries.get(key);
    this.#read = new NodeLines(site, { file: options.file, uses: options.uses, elsewhere });
  }

  /** Reads the other languages of the data, one at a time. @throws errors of loading and of `onProgress` */
  static async read(data: SiteData, options: SiteLinesOptions): Promise<SiteLines> {
    const site = createSite(data);
    const lines = new SiteLines(site, options);
    const missing = new Map<string, MissingTargets>();
    for await (const other of site.inOtherLanguages())
      missing.set(other.culture ?? "", await lines.#addLanguage(other));
    // A language may refer to nodes that exist only in a later one.
    for (const [code, targets] of missing) {
      const found = [...targets].filter(([key]) => lines.#summaries.has(key));
      const nodes = new Set(found.flatMap(([, nodes]) => [...nodes]));
      if (nodes.size > 0) await lines.#addLanguage(await site.inLanguage(code), nodes);
    }
    for (const code of languagesOfDomains(site)) lines.#addRoutes(code);
    const elsewhere = (key: Key) => lines.#summaries.get(key);
    lines.#segments = await segmentLines(site, { uses: options.uses, elsewhere });
    return lines;
  }

  /** Yields the lines of a kind: parents before children, siblings in order. */
  *lines(kind: Kind): Generator<MergedLine & { key: Key }, void> {
    for (const at of this.#order(kind)) {
      const key = typeof at === "number" ? this.#site.trees[kind].keyAt(at) : at;
      if (this.#options.selects?.(kind, key) === false) continue;
      yield { key, ...this.#line(kind, key, typeof at === "number" ? at : undefined) };
    }
  }

  /** The line of a node that is selected and exists in any language. */
  line(kind: Kind, key: Key): MergedLine {
    const index = this.#site.trees[kind].findKey(key);
    return this.#line(kind, key, index < 0 ? undefined : index);
  }

  /**
   * Reads what a language has of each node that may differ in it; lines of an earlier reading are replaced.
   * @param only the keys of the nodes to read. Default: all nodes
   */
  async #addLanguage(site: Site, only?: ReadonlySet<Key>): Promise<MissingTargets> {
    const { kinds, selects, onProgress, uses } = this.#options;
    const { culture: language = "" } = site;
    const read = this.#site.trees;
    const missing = new Map<Key, Set<Key>>();
    let node: Key;
    const elsewhere = (key: Key) => {
      const found = this.#summaryInRead(key) ?? this.#summaries.get(key);
      if (!found) entryIn(missing, key, () => new Set()).add(node);
      return found;
    };
    const segments = await segmentLines(site, { uses, elsewhere });
    const lines = new NodeLines(site, { elsewhere, uses });
    this.#addSummaries(lines);
    const reached = (count: number) => onProgress?.({ language, lines: count });
    for (const { kind, index, key } of nodesInLanguage(site, kinds, reached)) {
      if (only?.has(key) === false || selects?.(kind, key) === false) continue;
      node = key;
      const indexInRead = read[kind].findKey(key);
      const isRead = indexInRead >= 0;
      const { type } = lines.language.summary(kind, index);
      if (isRead && lines.variation(kind, type).node === false) {
        if (kind === "content" && only === undefined) this.#addRoute(language, lines, index, indexInRead);
        continue;
      }
      const line = withSegments(lines.line(kind, index).line, segments, kind);
      if (!isRead && !this.#waiting.has(kind, key)) this.#addElsewhere(kind, line, site.trees[kind], index);
      this.#waiting.add(kind, key, { language, part: line });
    }
    return missing;
  }

  /** Adds the routes of pages in a language that no page has. */
  #addRoutes(code: string): void {
    const { pageUrls, ...site } = inLanguageOfNoPage<SiteData>(this.#site, code);
    const lines = new NodeLines({ ...site, pageUrls });
    const { content } = this.#site.trees;
    for (const key of pageUrls?.keys() ?? []) {
      const index = content.findKey(key);
      if (index >= 0) this.#addRoute(code, lines, index, index);
    }
  }

  #addRoute(language: string, lines: NodeLines, index: number, indexInRead: number): void {
    const route = lines.language.route(index);
    const host = lines.language.host(index);
    const read = this.#read.language;
    if (route.path === null) return;
    if (route.path === read.route(indexInRead).path && host === read.host(indexInRead)) return;
    const key = this.#site.trees.content.keyAt(indexInRead);
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
        if (this.#site.trees[kind].findKey(key) >= 0 || this.#summaries.has(key)) continue;
        this.#summaries.set(key, withoutRoute(language.summary(kind, index)));
      }
    }
  }

  #summaryInRead(key: Key): NodeSummary | undefined {
    for (const kind of KINDS) {
      const index = this.#site.trees[kind].findKey(key);
      if (index >= 0) return withoutRoute(this.#read.language.summary(kind, index));
    }
    return undefined;
  }

  /** @param index in the tree of the language that is read; absent if the node exists in others alone */
  #line(kind: Kind, key: Key, index: number | undefined): MergedLine {
    const all = this.#waiting.of(kind, key).map(({ part }) => part);
    const isElsewhere = all.length > 0 && this.#site.elsewhere?.has(key);
    const own = index === undefined || isElsewhere ? undefined : this.#read.line(kind, index);
    const found = own && { ...own, line: withSegments(own.line, this.#segments, kind) };
    const { heldLanguages = [] } = this.#site;
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
    const main = this.#site.languages?.find((language) => language.default)?.iso;
    const inMain = all.find(({ language }) => isSameLanguage(language, main));
    return mergeLanguages(found?.line, all, variation, found?.line ?? inMain ?? all[0], routes);
  }

  /** Whether a node whose type is not known varies: it is not the same in all languages of the site. */
  #seemsToVary(all: readonly LanguageLine[]): boolean {
    const languages = 1 + this.#site.otherLanguages.length;
    if (languages === 1 || all.length < languages) return true;
    const [first, ...others] = all.map(
      ({ members, properties }) => members.get("name") + objectText(properties),
    );
    return others.some((other) => other !== first);
  }

  #innerLines(code: string): NodeLines {
    return entryIn(this.#inner, code, () => {
      const elsewhere = (key: Key) => this.#summaries.get(key);
      return new NodeLines(this.#site, { elsewhere, uses: this.#options.uses }, code);
    });
  }

  /** Yields indexes in the tree that is read, and keys of nodes that exist in other languages alone. */
  *#order(kind: Kind): Generator<number | Key, void> {
    const { size } = this.#site.trees[kind];
    if (this.#elsewhere[kind].size === 0) yield* Array(size).keys();
    else yield* this.#below(kind, undefined, 0, size);
  }

  /** @param start the range of the descendants that exist in the language that is read */
  *#below(kind: Kind, parent: Key | undefined, start: number, end: number): Generator<number | Key, void> {
    const tree = this.#site.trees[kind];
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

/** The lines of a language by segment. */
type SegmentLines = ReadonlyMap<string, NodeLines>;

async function segmentLines(site: Site, options: LineOptions): Promise<SegmentLines> {
  const segments = await site.inSegments();
  return new Map(Array.from(segments, ([segment, own]) => [segment, new NodeLines(own, options)]));
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

function withoutRoute(summary: NodeSummary): NodeSummary {
  return summary.kind === "content" ? { ...summary, route: null } : summary;
}
