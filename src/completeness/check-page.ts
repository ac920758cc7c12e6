/** Checks a page of an old site against the rows of a finished import: what is missing, and what has changed. */

import type { TypeMap } from "../analysis/diff/type-map.ts";
import { countIn, entryIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import { comparableScalar, comparableText } from "./comparable-text.ts";
import type { FinishedImport, ImportRow, KnownPart } from "./import-listing.ts";
import { comparablePath, type SiteNodesByKey, type SitePage } from "./old-pages.ts";
import {
  type PageContent,
  type PageReference,
  type PageValue,
  VALUE_KINDS,
  valuesByAlias,
} from "./page-content.ts";
import { isLossFinding, type PageFinding, type PageFindings } from "./page-findings.ts";
import { isLostReference, type KeptReference, type ReferenceTargets } from "./reference-targets.ts";
import type { TextValues } from "./text-values.ts";
import { missingWords, phrases, Words } from "./word-match.ts";

/** How many the old page has, and descriptions of the ones that the new page lacks. */
type Loss = { count: number; lost: number; missing: readonly string[] };

/** What a page consists of, in the order in which losses are printed. */
export const PAGE_PARTS = ["words", "references", "images", "elements", "values"] as const;
export type PagePart = (typeof PAGE_PARTS)[number];

/** What a property lost. */
export type PropertyLoss = {
  /** `TYPE.ALIAS`, of a type of pages or elements; `TYPE (name)` and `TYPE (url)` for empty names and URLs. */
  property: string;
  /** How many pages and elements have it filled, and how many of these values lost something. */
  filled: number;
  affected: number;
  lost: Readonly<Record<PagePart, number>>;
};

export type PageCheck = {
  key: Key;
  /** Absent if the data has no ids, or the page exists in other languages alone. */
  id?: number;
  type: string;
  /** The names of the ancestors, and of the page. */
  path: readonly string[];
  /** Absent if the page is the same in all languages. */
  language?: string;
  /** `unread` if the page is there, but must not be read; `not-shown` for a node that is no page, and that no page shows. */
  state: "imported" | "missing" | "unread" | "not-shown";
  /** What a running site answered, in words. Absent for other new sides. */
  status?: string;
  losses: Readonly<Record<PagePart, Loss>>;
  /** The filled properties of an imported page with what each lost. */
  properties: readonly PropertyLoss[];
  /** The links that still lead to URLs of the old site. */
  oldLinks: readonly string[];
  /** The `alt` and `title` texts. Absent if nothing is known of those of the new page. */
  labels?: Loss;
  /** What is wrong with an imported page besides. */
  findings: readonly PageFinding[];
  /** The old name and the new one, if they differ. An empty new name is a loss. */
  name?: readonly [before: string, after: string];
  /** The old URL and the new one, if their paths differ. An empty new URL is a loss. */
  url?: readonly [before: string, after: string];
};

/** What an import can lack the means to compare. */
export const COMPARED = ["words", "references", "images", ...VALUE_KINDS, "names", "urls"] as const;
export type Compared = (typeof COMPARED)[number];

/** Whether a page has lost anything. */
export function hasLosses(page: PageCheck): boolean {
  return (
    page.state === "missing" ||
    PAGE_PARTS.some((part) => page.losses[part].lost > 0) ||
    page.findings.some(isLossFinding) ||
    isEmptied(page)
  );
}

/** Whether the new page has an empty name or URL. */
export function isEmptied({ name, url }: Pick<PageCheck, "name" | "url">): boolean {
  return name?.[1] === "" || url?.[1] === "";
}

type CheckerOptions = {
  names: TypeMap | undefined;
  findings: PageFindings;
  /** Finds values in texts. Default: values that rows do not have are not compared. */
  texts?: TextValues;
};

/** Checks pages, and counts what could not be compared. */
export class PageChecker {
  readonly notCompared = new Map<Compared, number>();
  /** By kind, the properties whose values could not be compared, and how many of each. */
  readonly notComparedProperties = new Map<Compared, Map<string, number>>();
  /** The parts of which anything could be compared. */
  readonly compared = new Set<PagePart>();
  readonly #site: SiteNodesByKey;
  readonly #targets: ReferenceTargets;
  readonly #import: FinishedImport;
  readonly #names: TypeMap | undefined;
  readonly #findings: PageFindings;
  readonly #texts: TextValues | undefined;

  constructor(
    site: SiteNodesByKey,
    targets: ReferenceTargets,
    imported: FinishedImport,
    { names, findings, texts }: CheckerOptions,
  ) {
    this.#site = site;
    this.#targets = targets;
    this.#import = imported;
    this.#names = names;
    this.#findings = findings;
    this.#texts = texts;
  }

  check(page: SitePage, content: PageContent, rows: readonly ImportRow[]): PageCheck {
    const { known, refused } = this.#import;
    const isUnread = refused?.has(page.key) === true;
    const state = isUnread ? "unread" : rows.length > 0 ? "imported" : "missing";
    const isComparing = (part: KnownPart) => !isUnread && (state === "missing" || known.has(part));
    const texts = content.texts.map(({ text }) => new Words(text));
    const newText = rows.flatMap(({ text }) => text ?? []).join("\n");
    const missing = isComparing("text") ? missingWords(texts, newText) : texts.map(() => []);
    const keptOf = this.#targets.in(rows);
    const references = isComparing("references") ? content.references : [];
    const kept = references.map(keptOf);
    const lostReferences = references.filter((_, i) => isLostReference(kept[i]));
    const values = this.#compareValues(page, content, rows, state);
    const changes = state === "imported" ? changesOf(page, rows) : {};
    const { losses, properties } = pageLosses(content, {
      words: texts,
      missing,
      references,
      lostReferences,
      values,
      isComparing,
      idOf: ({ target }) => this.#targets.oldTarget(target),
      describe: this.#describer(references, kept),
    });
    if (state === "imported") this.#count(page, losses);
    const labels = state === "imported" ? comparedLabels(content, rows) : undefined;
    const findings =
      state === "imported"
        ? [
            ...this.#findings.of(page, content, rows),
            ...(labels?.missing ?? []).map((text) => ({ is: "alt" as const, text })),
          ]
        : [];
    return {
      key: page.key,
      ...this.#site.location(page),
      type: page.type,
      language: page.language,
      state,
      losses,
      properties: state === "imported" ? [...properties, ...emptied(page.type, changes)] : [],
      oldLinks: [
        ...new Set(references.filter((_, i) => kept[i] === "old-url").map(({ url, label }) => url ?? label)),
      ],
      ...(labels && { labels }),
      findings,
      ...changes,
    };
  }

  /** Returns a function that names a lost reference, with what is left of it. */
  #describer(references: readonly PageReference[], kept: readonly KeptReference[]) {
    const uses = new Map<string, { all: number; lost: number; hasOtherQuery: boolean }>();
    references.forEach(({ target }, i) => {
      const own = entryIn(uses, this.#targets.oldTarget(target), () => ({
        all: 0,
        lost: 0,
        hasOtherQuery: false,
      }));
      own.all++;
      if (isLostReference(kept[i])) own.lost++;
      if (kept[i] === "other-query") own.hasOtherQuery = true;
    });
    return ({ target, label }: PageReference): string => {
      const id = this.#targets.oldTarget(target);
      const name = this.#site.nameOf(id) || label;
      const { all, lost, hasOtherQuery } = uses.get(id) ?? { all: 0, lost: 0, hasOtherQuery: false };
      if (hasOtherQuery) return `${name} (the same host and path is there, with other parameters)`;
      return lost < all ? `${name} (${all - lost} of ${all} uses are there)` : name;
    };
  }

  /** Finds numbers, dates, switches and choices in the properties of the rows, each of the new ones once. */
  #compareValues(
    page: SitePage,
    { values, fields }: PageContent,
    rows: readonly ImportRow[],
    state: PageCheck["state"],
  ): { compared: readonly PageValue[]; lost: readonly PageValue[] } {
    const { aliases } = this.#import;
    const found = new Map<string, string[]>();
    for (const { properties } of state === "imported" ? rows : []) {
      if (properties === undefined) continue;
      for (const [alias, own] of valuesByAlias(properties)) {
        const known = entryIn(found, alias, () => []);
        for (const value of own) known.push(comparableScalar(value));
      }
    }
    const compared: PageValue[] = [];
    const lost: PageValue[] = [];
    for (const each of values) {
      const { type, alias } = fields[each.field];
      const name = (this.#names?.aliasOf(type, alias) ?? alias).toLowerCase();
      const isKnown = state !== "unread" && (aliases === "all" || aliases?.has(name));
      if (each.kind === "other" || !isKnown) {
        if (state !== "imported") continue;
        const isShown = this.#texts?.isShown(page, rows, each, `${type}.${alias}`);
        if (isShown !== undefined) {
          compared.push(each);
          if (!isShown) lost.push(each);
          continue;
        }
        countIn(this.notCompared, each.kind);
        countIn(
          entryIn(this.notComparedProperties, each.kind, () => new Map()),
          `${type}.${alias}`,
        );
        continue;
      }
      compared.push(each);
      const own = found.get(name) ?? [];
      const at = own.indexOf(comparableScalar(each.value));
      if (at >= 0) own.splice(at, 1);
      // A switch that is off is the same as one that is not there.
      else if (comparableScalar(each.value) !== "false" || own.includes("true")) lost.push(each);
    }
    return { compared, lost };
  }

  #count(page: SitePage, losses: PageCheck["losses"]): void {
    const { known, aliases } = this.#import;
    const count = (what: Compared, number: number) => {
      if (number > 0) this.notCompared.set(what, (this.notCompared.get(what) ?? 0) + number);
    };
    if (!known.has("text")) count("words", losses.words.count);
    if (!known.has("references")) {
      count("references", losses.references.count);
      count("images", losses.images.count);
    }
    if (!known.has("name")) count("names", 1);
    if (!known.has("url") && page.url !== undefined) count("urls", 1);
    if (known.has("text")) this.compared.add("words").add("elements");
    if (known.has("references")) this.compared.add("references").add("images");
    const haveColumns = aliases === "all" || (aliases?.size ?? 0) > 0;
    if (haveColumns || losses.values.count > 0) this.compared.add("values");
  }
}

/** What is missing of a page. */
type FoundLosses = {
  /** Those of each text, and by text the indexes of the missing ones. */
  words: readonly Words[];
  missing: readonly (readonly number[])[];
  /** The references that are compared, and those of them that are lost. */
  references: readonly PageReference[];
  lostReferences: readonly PageReference[];
  values: { compared: readonly PageValue[]; lost: readonly PageValue[] };
  isComparing: (part: KnownPart) => boolean;
  /** The same for references that lead to the same. */
  idOf: (reference: PageReference) => string;
  /** Names a lost reference. */
  describe: (reference: PageReference) => string;
};

/** Sums what a page lost by part, and by property. */
export function pageLosses(
  content: PageContent,
  { words, missing, references, lostReferences, values, isComparing, idOf, describe }: FoundLosses,
): Pick<PageCheck, "losses" | "properties"> {
  const distinct = (each: readonly PageReference[], isImage: boolean) => {
    const own = each.filter((reference) => reference.isImage === isImage);
    return [...new Map(own.map((reference) => [idOf(reference), reference])).values()];
  };
  const lossOf = (isImage: boolean): Loss => {
    const [all, gone] = [content.references, lostReferences].map((each) => distinct(each, isImage));
    return { count: all.length, lost: gone.length, missing: gone.map(describe) };
  };
  const elements = lostElements(content, words, missing, { references, lostReferences, values, isComparing });
  const losses = {
    words: {
      count: words.reduce((sum, each) => sum + each.words.length, 0),
      lost: missing.reduce((sum, { length }) => sum + length, 0),
      missing: words.flatMap((text, i) => phrases(text, missing[i])),
    },
    references: lossOf(false),
    images: lossOf(true),
    elements: {
      count: elements.count,
      lost: elements.lost.length,
      missing: elements.lost.map((at) => {
        const { type, field } = content.elements[at];
        return `${type} in ${content.fields[field].alias}`;
      }),
    },
    values: {
      count: values.compared.length,
      lost: values.lost.length,
      missing: values.lost.map(({ value, field }) => `${content.fields[field].alias} ${value}`),
    },
  };
  const lost = { missing, lostReferences, values: values.lost, elements: elements.lost };
  return { losses, properties: propertiesOf(content, lost) };
}

/** The `alt` and `title` texts that the new page lacks among its own. */
export function comparedLabels({ labels }: PageContent, rows: readonly ImportRow[]): Loss | undefined {
  const parts = rows.flatMap(({ shown }) => shown ?? []);
  if (parts.length === 0) return undefined;
  const fold = (text: string) => new Words(text).runs.join(" ");
  const there = new Set(parts.flatMap((each) => each.labels.map(fold)));
  const missing = labels.filter(({ text }) => !there.has(fold(text))).map(({ text }) => text);
  return { count: labels.length, lost: missing.length, missing };
}

/**
 * An element is lost if the new page lacks most of its words; if it has no words, if all its references are lost; if it has no
 * references either, all its values. Elements with nothing to compare are not counted.
 */
function lostElements(
  { texts, elements, fields }: PageContent,
  words: readonly Words[],
  missing: readonly (readonly number[])[],
  {
    references,
    lostReferences,
    values,
    isComparing,
  }: {
    references: readonly PageReference[];
    lostReferences: readonly PageReference[];
    values: { compared: readonly PageValue[]; lost: readonly PageValue[] };
    isComparing: (part: KnownPart) => boolean;
  },
): { count: number; lost: readonly number[] } {
  const tally = () => elements.map(() => 0);
  const add = (sums: number[], field: number, count = 1) => {
    const { element } = fields[field];
    if (element !== undefined) sums[element] += count;
  };
  const [allWords, lostWords, all, lost, allValues, lostValues] = Array.from({ length: 6 }, tally);
  texts.forEach(({ field }, i) => {
    add(allWords, field, words[i].words.length);
    add(lostWords, field, missing[i].length);
  });
  for (const { field } of references) add(all, field);
  for (const { field } of lostReferences) add(lost, field);
  for (const { field } of values.compared) add(allValues, field);
  for (const { field } of values.lost) add(lostValues, field);
  const gone: number[] = [];
  let count = 0;
  elements.forEach((_, at) => {
    const isByWords = allWords[at] > 0;
    if (isByWords ? !isComparing("text") : all[at] + allValues[at] === 0) return;
    count++;
    const isLost = isByWords
      ? lostWords[at] * 2 > allWords[at]
      : all[at] > 0
        ? lost[at] === all[at]
        : lostValues[at] === allValues[at];
    if (isLost) gone.push(at);
  });
  return { count, lost: gone };
}

type LostParts = {
  /** By text, the missing words. */
  missing: readonly (readonly number[])[];
  lostReferences: readonly PageReference[];
  values: readonly PageValue[];
  /** Indexes of elements. */
  elements: readonly number[];
};

/** What each property lost. */
function propertiesOf(
  content: PageContent,
  { missing, lostReferences, values, elements }: LostParts,
): PropertyLoss[] {
  const lost = content.fields.map(noParts);
  content.texts.forEach(({ field }, i) => {
    lost[field].words += missing[i].length;
  });
  for (const { field, isImage } of lostReferences) lost[field][isImage ? "images" : "references"]++;
  for (const { field } of values) lost[field].values++;
  for (const at of elements) lost[content.elements[at].field].elements++;
  return content.fields.map(({ type, alias }, i) => ({
    property: `${type}.${alias}`,
    filled: 1,
    affected: PAGE_PARTS.some((part) => lost[i][part] > 0) ? 1 : 0,
    lost: lost[i],
  }));
}

export function noParts(): Record<PagePart, number> {
  return { words: 0, references: 0, images: 0, elements: 0, values: 0 };
}

/** The name and the URL of a page, as if they were properties. */
function emptied(type: string, changes: Pick<PageCheck, "name" | "url">): PropertyLoss[] {
  return (["name", "url"] as const).map((member) => ({
    property: `${type} (${member})`,
    filled: 1,
    affected: changes[member]?.[1] === "" ? 1 : 0,
    lost: noParts(),
  }));
}

function changesOf(page: SitePage, rows: readonly ImportRow[]): Pick<PageCheck, "name" | "url"> {
  // What is said of all languages does not count beside what is said of this one.
  const ofLanguage = rows.filter(({ language }) => language);
  const own = ofLanguage.length > 0 ? ofLanguage : rows;
  const names = own.flatMap(({ name }) => name ?? []);
  const urls = own.flatMap(({ url }) => url ?? []);
  const name = comparableText(page.name);
  const path = page.url === undefined ? undefined : comparablePath(page.url);
  const isRenamed = name !== "" && names.length > 0 && !names.some((each) => comparableText(each) === name);
  const isMoved =
    path !== undefined && urls.length > 0 && !urls.some((each) => comparablePath(each) === path);
  return {
    ...(isRenamed && { name: [page.name, firstFilled(names)] as const }),
    ...(isMoved && page.url !== undefined && { url: [page.url, firstFilled(urls)] as const }),
  };
}

/** Rows for parts of a page may say nothing of the whole. */
function firstFilled(texts: readonly string[]): string {
  return texts.find((text) => text !== "") ?? "";
}
