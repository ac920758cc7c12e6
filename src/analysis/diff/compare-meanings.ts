/** Compares the meaning of values that two generations of the CMS wrote, down to the fields of elements. */

import { type NodeRecord, parseNodeText, propertyValue } from "../../json/node-text.ts";
import { parseMembers, parseString } from "../../json/outline.ts";
import type { Kind } from "../../operations.ts";
import { countIn } from "../../site/map-entries.ts";
import type { Site } from "../../site/site.ts";
import type { Element, ElementProperty, Layout, Reference } from "../../site/values/value-parts.ts";
import { isSameValue } from "../json-value.ts";
import type { Matches } from "./match-nodes.ts";
import type { TypeMap } from "./type-map.ts";
import {
  areChoiceIds,
  type ComparedValue,
  type LinkTarget,
  type Meaning,
  meaningOf,
  missingValue,
  type ValueContext,
} from "./value-meaning.ts";

/** A difference within a value. Values are compact JSON; `undefined` if a side has none. */
type MeaningDifference = {
  /** The path of elements, such as `block 3, field title`; empty for the whole value. */
  at: string;
  /** A phrase such as `points to other nodes`. */
  how: string;
  before: string | undefined;
  after: string | undefined;
  /** The element fields around the value on the old side, outermost first. */
  fields: readonly ElementField[];
};

/** The `value`s of a property as compact JSON; `undefined` if a side lacks the property. */
export type PropertyChange = {
  alias: string;
  before: string | undefined;
  after: string | undefined;
  /** Set if sites of different generations are compared. */
  differences?: readonly MeaningDifference[];
};

/** A field of an element: the type of the element, if known, and the alias. */
export type ElementField = { type: string | undefined; alias: string };

/** The path to a value within a property: as words, and as element fields. */
type ElementPath = { words: readonly string[]; fields: readonly ElementField[] };

/**
 * The number of values that are equal, that differ, and that could not be compared. Values that hold elements count
 * once per field.
 */
export type ValueCounts = {
  equal: number;
  /** Equal texts whose markup differs. */
  markup: number;
  differ: number;
  /** By reason, usually the alias of an editor. */
  notCompared: Map<string, number>;
};

const NO_EDITOR = "(no editor)";

/** Two values, their meanings, and the elements around them. */
type Pair = { was: ComparedValue; is: ComparedValue; before: Meaning; after: Meaning; at: ElementPath };

export function noValueCounts(): ValueCounts {
  return { equal: 0, markup: 0, differ: 0, notCompared: new Map() };
}

/** Adds other counts to a sum. */
export function addValueCounts(sum: ValueCounts, more: ValueCounts): void {
  sum.equal += more.equal;
  sum.markup += more.markup;
  sum.differ += more.differ;
  for (const [what, count] of more.notCompared) countIn(sum.notCompared, what, count);
}

/** Both sites, and how types of the old one are named on the new one. */
type ComparedSides = { old: ValueContext; new: ValueContext; map: TypeMap };

/** Compares two values with everything inside them. */
class MeaningComparison {
  readonly differences: MeaningDifference[] = [];
  readonly #sides: ComparedSides;
  readonly #counts: ValueCounts;

  /** @param counts changed: the results are added */
  constructor(sides: ComparedSides, counts: ValueCounts) {
    this.#sides = sides;
    this.#counts = counts;
  }

  /** @param at the path of elements around the values */
  compareValues(was: ComparedValue, is: ComparedValue, at: ElementPath): void {
    const before = meaningOf(was, was.editorAlias ?? is.editorAlias, this.#sides.old);
    const after = meaningOf(is, is.editorAlias ?? was.editorAlias, this.#sides.new);
    // Values of unknown editors cannot be compared, even if they are written alike: the ids inside may differ in
    // meaning.
    const unknown = [before, after].find(({ level }) => level === "none");
    const isEmpty = [before, after].map(({ level }) => level === "empty");
    if (unknown?.level === "none") this.#leaveOut(unknown.what);
    else if (isEmpty[0] && isEmpty[1]) this.#counts.equal++;
    else if (isEmpty[1] && leadsNowhere(before)) this.#leaveOut(DEAD);
    else if (isEmpty[0] || isEmpty[1]) this.#differ("changed", was.value, is.value, at);
    else if (before.level === "elements" || after.level === "elements") {
      this.#compareStructures({ was, is, before, after, at });
    } else {
      this.#compareWhole({ was, is, before, after, at });
      const [olds, news] = [elementsOfMeaning(before), elementsOfMeaning(after)];
      // Rich text may hold blocks.
      if (olds && news) this.#compareElements(olds, news, at);
    }
  }

  #compareStructures({ was, is, before, after, at }: Pair): void {
    const [olds, news] = [elementsOfMeaning(before), elementsOfMeaning(after)];
    if (olds && news) this.#compareElements(olds, news, at);
    else this.#leaveOut(`${was.editorAlias ?? NO_EDITOR} as ${is.editorAlias ?? NO_EDITOR}`);
  }

  #compareWhole({ was, is, before, after, at }: Pair): void {
    const outcome = outcomeOf(before, after);
    if (outcome.state === "none") this.#leaveOut(outcome.what);
    else if (outcome.state === "differs") {
      const [from, to] = outcome.shown ?? [was.value, is.value];
      this.#differ(outcome.how, from, to, at);
    } else {
      this.#counts.equal++;
      if (before.level === "text" && !isSameValue(was.value, is.value)) this.#counts.markup++;
    }
  }

  /** Compares in order. Keys of elements cannot match, since each generation writes new ones. */
  #compareElements(olds: readonly Element[], news: readonly Element[], at: ElementPath): void {
    const isGrid = olds.some(({ layout }) => OF_GRIDS.has(layout));
    // The rows of a grid hold no values, and become blocks with areas.
    const [was, is] = [placedBlocks(olds), placedBlocks(news, isGrid)];
    for (let i = 0; i < Math.max(was.length, is.length); i++) {
      const block = { ...at, words: [...at.words, `block ${i + 1}`] };
      if (was[i] === undefined) this.#differ("added", undefined, elementText(is[i].content), block);
      else if (is[i] === undefined) this.#differ("removed", elementText(was[i].content), undefined, block);
      else {
        this.#compareElement(was[i].content, is[i].content, block);
        const settings = { ...block, words: [...block.words, "settings"] };
        const [before, after] = [was[i].settings, is[i].settings];
        if (before && after) this.#compareElement(before, after, settings);
      }
    }
  }

  #compareElement(was: Element, is: Element, at: ElementPath): void {
    const { map } = this.#sides;
    const oldType = was.type.alias;
    const newType = oldType === undefined ? undefined : map.typeOf(oldType);
    if (newType === null) return;
    // Fieldsets and controls have no types on the old site: what they become has a name of its own.
    const isUntyped = newType === oldType && (was.layout === "archetype" || was.layout === "grid");
    if (
      newType !== undefined &&
      !isUntyped &&
      is.type.alias !== undefined &&
      !isSameAlias(newType, is.type.alias)
    ) {
      this.#differ("another type", JSON.stringify(newType), JSON.stringify(is.type.alias), at);
      return;
    }
    const fields = new Map(is.properties.map((property) => [fieldKey(property.alias, property), property]));
    for (const property of was.properties) {
      const alias = map.aliasOf(oldType, property.alias);
      if (alias === null) continue;
      const counterpart = fields.get(fieldKey(alias, property));
      this.compareValues(givenField(property), counterpart ? givenField(counterpart) : missingValue(alias), {
        words: [...at.words, `field ${property.alias}`],
        fields: [...at.fields, { type: oldType ?? was.type.key, alias: property.alias }],
      });
    }
  }

  #leaveOut(reason: string): void {
    countIn(this.#counts.notCompared, reason);
  }

  #differ(how: string, before: string | undefined, after: string | undefined, at: ElementPath): void {
    this.#counts.differ++;
    this.differences.push({ at: at.words.join(", "), how, before, after, fields: at.fields });
  }
}

const DEAD = "what leads nowhere on the old side";

/** Whether a value consists of references to nodes that the site lacks. */
function leadsNowhere(meaning: Meaning): boolean {
  return pointedIn(meaning)?.every(({ isFound }) => !isFound) === true;
}

function elementsOfMeaning(meaning: Meaning): readonly Element[] | undefined {
  return meaning.level === "elements" || meaning.level === "text" ? meaning.elements : undefined;
}

/** The layouts of controls of a grid. */
const OF_GRIDS: ReadonlySet<Layout> = new Set(["grid", "doc-type-grid", "leblender"]);

/** A block with its settings, if it has any. */
type PlacedBlock = { content: Element; settings?: Element };

/**
 * Returns the elements that visitors see and that no property of another element holds. Elements in areas of a grid count as
 * topmost. The settings of a block follow it.
 * @param skipsRows whether blocks with areas are left out. Default: no
 */
function placedBlocks(elements: readonly Element[], skipsRows = false): PlacedBlock[] {
  const blocks: PlacedBlock[] = [];
  for (const element of elements) {
    if (element.isHidden || (skipsRows && (element.areas?.length ?? 0) > 0)) continue;
    const holder = element.parent === undefined ? undefined : elements[element.parent];
    const isInside = holder?.properties.some(
      ({ pointer }) => element.pointer.startsWith(`${pointer}/`) || element.pointer === pointer,
    );
    if (isInside) continue;
    const last = blocks.at(-1);
    if (element.role === "content") blocks.push({ content: element });
    else if (last && last.settings === undefined) last.settings = element;
  }
  return blocks;
}

function fieldKey(alias: string, { culture, segment }: ElementProperty): string {
  return [alias.toLowerCase(), culture?.toLowerCase() ?? "", segment ?? ""].join("\n");
}

function givenField({ alias, editorAlias, value }: ElementProperty): ComparedValue {
  return { alias, editorAlias: editorAlias ?? null, value };
}

function elementText({ type, properties }: Element): string {
  return JSON.stringify({ type: type.alias ?? type.key, fields: properties.map(({ alias }) => alias) });
}

/** Whether two aliases are the same to the CMS, which ignores case. */
function isSameAlias(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export type MigratedValueComparer = ReturnType<typeof migratedValueComparer>;

/** @param matches for both trees, which node of the old site each node of the new one matches */
export function migratedValueComparer(
  old: Site,
  other: Site,
  matches: Readonly<Record<Kind, Matches>>,
  map: TypeMap,
) {
  const isAt = {
    content: invertedMatches(matches.content.wasAt, old.trees.content.size),
    media: invertedMatches(matches.media.wasAt, old.trees.media.size),
  };
  const sides: ComparedSides = {
    old: contextOf(old, (kind, index) => isAt[kind][index]),
    new: contextOf(other, (_, index) => index),
    map,
  };
  return {
    map,
    /** Whether the map says that an old type has become this new type. */
    isSameType: (oldType: string, newType: string): boolean => {
      const expected = map.typeOf(oldType);
      return expected !== null && isSameAlias(expected, newType);
    },
    /**
     * Returns the properties that differ, and the number of values by result.
     * @param isIgnored whether a property of the old node is skipped
     */
    compare: (was: NodeRecord, is: NodeRecord, isIgnored: (alias: string) => boolean) => {
      const oldType = parseString(was.fields.get("type"));
      const after = new Map(
        [...parseMembers(is.properties)].map(([alias, text]) => [alias.toLowerCase(), { alias, text }]),
      );
      const tally = noValueCounts();
      const properties: PropertyChange[] = [];
      for (const [alias, text] of parseMembers(was.properties)) {
        const newAlias = map.aliasOf(oldType, alias);
        if (newAlias === null || isIgnored(alias)) continue;
        const counterpart = after.get(newAlias.toLowerCase());
        const before = givenProperty(alias, text);
        const now = counterpart ? givenProperty(counterpart.alias, counterpart.text) : missingValue(newAlias);
        const comparison = new MeaningComparison(sides, tally);
        comparison.compareValues(before, now, { words: [], fields: [] });
        const { differences } = comparison;
        if (differences.length === 0) continue;
        properties.push({ alias, before: before.value, after: counterpart && now.value, differences });
      }
      return { properties, tally };
    },
  };
}

function invertedMatches(wasAt: Int32Array, size: number): Int32Array {
  const isAt = new Int32Array(size).fill(-1);
  wasAt.forEach((was, is) => {
    if (was >= 0) isAt[was] = is;
  });
  return isAt;
}

/** @param indexOnOther returns the index on the new site of a node of this site, or -1 */
function contextOf(site: Site, indexOnOther: (kind: Kind, index: number) => number): ValueContext {
  const { trees } = site;
  const resolve = (reference: Reference): LinkTarget => {
    const found = site.resolve(reference);
    if (found.state !== "found") {
      return { identity: `missing ${identityOf(reference)}`, name: reference.text, isFound: false };
    }
    const { name } = parseNodeText(trees[found.kind].text(found.index, "item"));
    const index = indexOnOther(found.kind, found.index);
    const identity =
      index >= 0 ? `${found.kind} ${index}` : `removed ${trees[found.kind].keyAt(found.index)}`;
    return { identity, name: String(name), isFound: true };
  };
  return { read: site.read, resolve };
}

/**
 * Returns the identity of a reference to a missing node. Of file paths only the name counts, since each generation uses
 * other folders.
 */
function identityOf({ target }: Reference): string {
  if (target.by === "id") return String(target.id);
  return target.by === "key" ? target.key : target.path.replace(/^.*\//, "").toLowerCase();
}

function givenProperty(alias: string, property: string): ComparedValue {
  const editorAlias = parseString(parseMembers(property).get("editorAlias"));
  return { alias, editorAlias: editorAlias || null, value: propertyValue(property) };
}

/** `shown`: both values as JSON, if the output should show something else than the values themselves. */
type Comparison =
  | { state: "equal" }
  | { state: "differs"; how: string; shown?: readonly [string, string] }
  | { state: "none"; what: string };

const EQUAL: Comparison = { state: "equal" };

/** @param before neither empty nor elements; `after` likewise */
function outcomeOf(before: Meaning, after: Meaning): Comparison {
  if (before.level === "scalar" && after.level === "scalar") return scalarOutcome(before, after);
  if (before.level === "text" || after.level === "text") return textOutcome(before, after);
  const [olds, news] = [pointedIn(before), pointedIn(after)];
  if (!olds || !news) return { state: "none", what: "values of another kind" };
  const outcome = pointedOutcome(olds, news);
  const isLost = outcome.state === "equal" && linkTexts(before, after) !== linkTexts(after, before);
  return isLost ? { state: "differs", how: "text differs" } : outcome;
}

/** Returns the link texts if both values are links. */
function linkTexts(one: Meaning, other: Meaning): string | undefined {
  if (one.level !== "links" || other.level !== "links") return undefined;
  return one.links.map(({ name }) => name).join("\n");
}

function pointedIn(meaning: Meaning): readonly LinkTarget[] | undefined {
  if (meaning.level === "reference") return meaning.pointed;
  return meaning.level === "links" ? meaning.links.map(({ to }) => to) : undefined;
}

function scalarOutcome(
  before: Extract<Meaning, { level: "scalar" }>,
  after: Extract<Meaning, { level: "scalar" }>,
): Comparison {
  const [was, is] = [before.texts.join("\n"), after.texts.join("\n")];
  const isEqual = was === is || (before.reads === "json" && isSameValue(was, is));
  const isOfChoices = before.reads === "choices" || after.reads === "choices";
  if (isEqual) return EQUAL;
  if (isOfChoices && areChoiceIds(before.texts) !== areChoiceIds(after.texts)) {
    return { state: "none", what: "ids of what a data type offers" };
  }
  return { state: "differs", how: "changed" };
}

/** Plain text compares as text without links. */
function textOutcome(before: Meaning, after: Meaning): Comparison {
  const [was, is] = [asText(before), asText(after)];
  if (was === undefined || is === undefined) return { state: "none", what: "text as something else" };
  if (was.isMarkdown !== is.isMarkdown) return { state: "none", what: "Markdown as markup" };
  if (was.text === is.text) return pointedOutcome(was.pointed, is.pointed);
  const shown = [JSON.stringify(was.text), JSON.stringify(is.text)] as const;
  return { state: "differs", how: "text differs", shown };
}

function asText(
  meaning: Meaning,
): Omit<Extract<Meaning, { level: "text" }>, "level" | "elements"> | undefined {
  if (meaning.level === "text") return meaning;
  if (meaning.level !== "scalar") return undefined;
  return { text: meaning.texts.join("\n").replace(/\s+/g, " "), pointed: [], isMarkdown: false };
}

/** If a reference on the old site is already dead, its target cannot be compared. */
function pointedOutcome(olds: readonly LinkTarget[], news: readonly LinkTarget[]): Comparison {
  const identities = (side: readonly LinkTarget[]) => side.map(({ identity }) => identity).join("\n");
  const names = (side: readonly LinkTarget[]) => JSON.stringify(side.map(({ name }) => name).join(", "));
  if (identities(olds) === identities(news)) return EQUAL;
  if (olds.some(({ isFound }) => !isFound)) {
    return { state: "none", what: DEAD };
  }
  return { state: "differs", how: "points to other nodes", shown: [names(olds), names(news)] };
}
