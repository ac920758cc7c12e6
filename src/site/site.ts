/** A site in memory: its trees, types and languages, and what follows from them, each derived once, when it is first needed. */

import { KINDS, type Kind } from "../operations.ts";
import { once } from "./once.ts";
import {
  type LanguageReferences,
  type ReferenceGraph,
  readLanguageReferences,
  referenceSteps,
} from "./references/reference-graph.ts";
import { type Pause, runInSlices } from "./run-in-slices.ts";
import { SecretRedactor } from "./secrets.ts";
import { languagesBeside, type SiteData } from "./site-data.ts";
import type { SiteNode } from "./site-nodes.ts";
import { type SiteReader, siteReader } from "./site-reader.ts";
import { type Census, countNodes } from "./tree/tree.ts";
import { type LanguageUrls, listLanguages } from "./urls/language-urls.ts";

/** How all references are read. */
type ReferenceReading = {
  /** Called with each node while `values` has its values. Default: nothing */
  visit?: (node: SiteNode) => void;
  /** As for `runInSlices`. */
  pause?: Pause;
};

export interface Site extends SiteData, SiteReader {
  readonly trees: SiteData["trees"];
  readonly types: SiteData["types"];
  /** The number of nodes. */
  readonly sizes: Readonly<Record<Kind, number>>;
  /**
   * References between nodes, in all languages.
   * @param how ignored if the references are known, or are being read
   */
  references(how?: ReferenceReading): Promise<ReferenceGraph>;
  /** The references that differ in the other languages; `undefined` if the data has one language. */
  languageReferences(): Promise<LanguageReferences | undefined>;
  /** The site as people see and compare it: URLs that the data lacks are generated, unless `--no-urls` was given. Can be this site. */
  shown(): Promise<Site>;
  /** The URLs of all languages, of the site as it is shown. */
  urls(): Promise<LanguageUrls>;
  /** Recognises and redacts secrets. */
  secrets(): SecretRedactor;
  /** The number of nodes, by level and by type. */
  counts(): Readonly<Record<Kind, Census>>;
  /** The codes of the languages besides the one that is read; none if the data has one language. */
  readonly otherLanguages: readonly string[];
  /** Reads the site in another of its languages, from all files, anew on each call. */
  readonly inLanguage: (code: string) => Promise<Site>;
  /** Yields the site in its other languages, one at a time: release one before the next. */
  inOtherLanguages(): AsyncGenerator<Site, void>;
  /** Reads the site in the same language with the values of each segment, by segment. */
  inSegments(): Promise<ReadonlyMap<string, Site>>;
}

export function createSite(data: SiteData): Site {
  const { trees } = data;
  const reader = siteReader(data);
  const otherLanguages = languagesBeside(data);
  // The types of a site are the same in all languages and segments, and resolved once.
  const { types, givenEditors } = data;
  const inLanguage = async (code: string) => {
    if (!data.inLanguage) throw new Error(`${data.path} has no language ${code}`);
    return createSite({ ...(await data.inLanguage(code)), types, givenEditors, culture: code });
  };
  const inSegments = async () => {
    const found = new Map<string, Site>();
    for (const segment of data.segments ?? []) {
      const inSegment = await data.inSegment?.(segment);
      if (inSegment) found.set(segment, createSite({ ...inSegment, types, givenEditors }));
    }
    return found;
  };
  async function* inOtherLanguages() {
    // Data whose own language is unknown is read in no other.
    if (data.inLanguage) for (const code of otherLanguages) yield await inLanguage(code);
  }
  const languageReferences = once(async (pause?: Pause) =>
    otherLanguages.length > 0 ? readLanguageReferences(reader, inOtherLanguages(), pause) : undefined,
  );
  const references = once(async ({ visit, pause }: ReferenceReading = {}) => {
    const elsewhere = await languageReferences(pause);
    return runInSlices(referenceSteps(reader, elsewhere, visit), undefined, pause);
  });
  const shown = once(async () => (data.withUrls ? createSite(await data.withUrls()) : site));
  const site: Site = {
    ...data,
    ...reader,
    sizes: { content: trees.content.size, media: trees.media.size },
    references,
    languageReferences: () => languageReferences(),
    shown,
    urls: once(async () => listLanguages(await shown(), { kinds: KINDS, redirects: data.redirects })),
    secrets: once(() => new SecretRedactor([data.types()])),
    counts: once(() => ({ content: countNodes(trees.content), media: countNodes(trees.media) })),
    otherLanguages,
    inLanguage,
    inOtherLanguages,
    inSegments,
  };
  return site;
}
