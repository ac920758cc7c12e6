/** Compares decoded values of two sites, of whatever versions of the CMS, down to the fields of blocks. */

import { flagIn, NO_CONFIGURATION } from "../../decode/configuration.ts";
import {
  type DecodedMembers,
  type DecodedValue,
  isList,
  isObject,
  jsonOf,
} from "../../decode/decoded-value.ts";
import { countIn } from "../../site/map-entries.ts";
import { parseKey } from "../../site/tree/key.ts";
import { editorFor, knownEditor, readsScalar } from "../../site/values/editors.ts";
import { linksIn } from "../../site/values/text-references.ts";
import { isSameValue } from "../json-value.ts";
import { type Comparable, comparableOf, NO_EDITOR } from "./comparable-value.ts";
import { type DecodedSide, HeldValue, type ReferencedTarget } from "./decoded-side.ts";
import type { TypeMap } from "./type-map.ts";

/** A difference within a value. Values are compact JSON; `undefined` if a side has none. */
type ValueDifference = {
  /** The path of blocks, such as `block 3 of 7: heading`; empty for the whole value. */
  at: string;
  /** A phrase such as `points to other nodes`. */
  how: string;
  before: string | undefined;
  after: string | undefined;
  /** The fields of blocks around the value on the old side, outermost first. */
  fields: readonly ElementField[];
};

/** The `value`s of a property as compact JSON; `undefined` if a side lacks the property. */
export type PropertyChange = {
  alias: string;
  before: string | undefined;
  after: string | undefined;
  /** Set if decoded values are compared. */
  differences?: readonly ValueDifference[];
};

/** A field of an element: the type of the element, if known, and the alias. */
export type ElementField = { type: string | undefined; alias: string };

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
export type ComparedSides = { old: DecodedSide; new: DecodedSide; map: TypeMap };

/** Where a value is within a property: in words, and as fields of blocks. */
type At = { path: string; fields: readonly ElementField[] };

/** One side of two values that are compared. */
type OpenedValue = {
  value: DecodedValue;
  comparable: Comparable;
  /** As it is stored; absent for what macros and grids hold. */
  held: HeldValue | undefined;
  /** Whether a reference leads nowhere. */
  isDead: boolean;
};

const DEAD = "what leads nowhere on the old side";
const WHOLE: At = { path: "", fields: [] };
const NO_BLOCKS: DecodedMembers = {};

/** Compares values with everything inside them. */
export class ValueComparison {
  readonly differences: ValueDifference[] = [];
  readonly counts = noValueCounts();
  readonly #sides: ComparedSides;
  readonly #isStored: boolean;

  /** @param isStored whether values are compared as they are stored, block by block. Default: by what they mean */
  constructor(sides: ComparedSides, isStored = false) {
    this.#sides = sides;
    this.#isStored = isStored;
  }

  /** @param was held, or decoded already; null if there is none. `is` likewise */
  compare(was: DecodedValue, is: DecodedValue, at = WHOLE): void {
    if (isSameText(was, is)) {
      this.counts.equal++;
      return;
    }
    const [before, after] = [opened(was, is, this.#sides.old), opened(is, was, this.#sides.new)];
    const [were, are] = [blocksIn(before.comparable), blocksIn(after.comparable)];
    const areBlocks = before.comparable.is === "blocks" || after.comparable.is === "blocks";
    if (!areBlocks || !were || !are) {
      if (this.#isStored) this.#compareStored(before, after, at);
      // The CMS stores nothing for some properties of elements.
      else if (was !== null || is !== null) this.#compareMeaning(before, after, at);
    }
    if (were && are) this.#compareBlocks(were, are, at);
  }

  #compareStored(before: OpenedValue, after: OpenedValue, at: At): void {
    const areEmpty = before.comparable.is === "nothing" && after.comparable.is === "nothing";
    if (!areEmpty && !areStoredAlike(before, after))
      this.#differ("changed", storedIn(before), storedIn(after), at);
  }

  #compareMeaning(before: OpenedValue, after: OpenedValue, at: At): void {
    const outcome = outcomeOf(before, after);
    if (outcome === "equal") {
      this.counts.equal++;
      const isText = before.comparable.is === "text" && markupIn(before) !== markupIn(after);
      // Markup that is stored alike is the same, whichever URLs of nodes the sides know.
      if (isText && storedIn(before) !== storedIn(after)) this.counts.markup++;
    } else if ("what" in outcome) countIn(this.counts.notCompared, outcome.what);
    else this.#differ(outcome.how, shownJson(before), shownJson(after), at);
  }

  /** Blocks are paired by their ids, and others in order, since versions of the CMS write new ids. */
  #compareBlocks(old: DecodedMembers, now: DecodedMembers, at: At): void {
    const isGrid = [old, now].some(({ layout }) => layout === "grid");
    const [were, are] = [placedBlocks(old, isGrid), placedBlocks(now, isGrid)];
    const places = new Map(were.map(({ content }, i) => [content.id, i]));
    const kept = are.map(({ content }) => places.get(content.id));
    const taken = new Set(kept);
    const left = [...were.keys()].filter((place) => !taken.has(place));
    const order = kept.filter((place) => place !== undefined);
    const path = at.path === "" ? "" : `${at.path}, `;
    if (order.some((place, i) => i > 0 && place < order[i - 1])) {
      const [before, after] = [order.toSorted((a, b) => a - b), order].map((all) =>
        JSON.stringify(all.map((place) => place + 1).join(", ")),
      );
      this.#differ("reordered", before, after, { ...at, path: `${path}order` });
    }
    for (const [i, block] of are.entries()) {
      const place = kept[i] ?? (this.#isStored ? undefined : left.shift());
      const title = `${path}block ${i + 1} of ${are.length}`;
      this.#compareBlock(place === undefined ? undefined : were[place], block, { ...at, path: title });
    }
    for (const place of left) {
      const title = `${path}block ${place + 1} of ${were.length}`;
      this.#compareBlock(were[place], undefined, { ...at, path: title });
    }
  }

  #compareBlock(was: PlacedBlock | undefined, is: PlacedBlock | undefined, at: At): void {
    const { map } = this.#sides;
    const [oldType, newType] = [was, is].map((block) => typeIn(block?.content));
    const expected = oldType === undefined ? undefined : map.typeOf(oldType);
    if (expected === null) return;
    if (!was || !is) {
      const path = `${at.path} (${was ? "removed" : "new"})`;
      const count = this.differences.length;
      this.#compareFields(was?.content, is?.content, { ...at, path });
      // A block without values is a difference, too.
      if (this.differences.length === count)
        this.#differ("changed", nameIn(was), nameIn(is), { ...at, path });
      return;
    }
    const isMapped = expected !== oldType;
    const isOther = expected?.toLowerCase() !== newType?.toLowerCase();
    if (expected !== undefined && newType !== undefined && isOther && (isMapped || !was.isTypeless)) {
      this.#differ("another type", JSON.stringify(expected), JSON.stringify(newType), at);
      return;
    }
    this.#compareFields(was.content, is.content, at);
    const hasSettings = was.settings || (this.#isStored && is.settings);
    if (hasSettings) this.#compareFields(was.settings, is.settings, { ...at, path: `${at.path}, settings` });
  }

  /** Compares the fields of an element that the old side has; all of a new element, and of stored ones. */
  #compareFields(was: DecodedMembers | undefined, is: DecodedMembers | undefined, at: At): void {
    const { map } = this.#sides;
    const type = typeIn(was ?? is);
    const [before, after] = [was, is].map((element) => fieldsOf(element));
    const later = new Map(Array.from(after, ([alias, value]) => [alias.toLowerCase(), value]));
    const aliases = was ? [...before.keys(), ...(this.#isStored ? after.keys() : [])] : after.keys();
    for (const alias of new Set(aliases)) {
      const newAlias = was ? map.aliasOf(type, alias) : alias;
      if (newAlias === null) continue;
      const fields = [...at.fields, { type, alias }];
      const within = { path: `${at.path}: ${alias}`, fields };
      this.compare(before.get(alias) ?? null, later.get(newAlias.toLowerCase()) ?? null, within);
    }
  }

  #differ(how: string, before: string | undefined, after: string | undefined, { path, fields }: At): void {
    this.counts.differ++;
    this.differences.push({ at: path, how, before, after, fields });
  }
}

/** Whether two values are stored alike, and neither can refer to nodes by ids, as most are: they need not be decoded. */
function isSameText(was: DecodedValue, is: DecodedValue): boolean {
  if (!(was instanceof HeldValue && is instanceof HeldValue) || was.text !== is.text) return false;
  const { alias, editorAlias } = was.at;
  if (editorAlias !== is.at.editorAlias || linksIn(was.text).length > 0) return false;
  const reads = editorFor(editorAlias, alias)?.reads;
  if (reads === "markup") return !MAY_HOLD_NODES.test(was.text);
  return reads !== undefined && readsScalar(reads);
}

/** Blocks and local links, UDIs, images and macros, attributes with ids. Other URLs are the same on both sides. */
const MAY_HOLD_NODES = /\{|umb:|<(?:img|\?)|data-/i;

/** @param counterpart the value on the other side, whose editor counts if this one has none: but of elements, whose form decides */
function opened(given: DecodedValue, counterpart: DecodedValue, side: DecodedSide): OpenedValue {
  const theirs = counterpart instanceof HeldValue ? counterpart.at : undefined;
  const isOfElements = knownEditor(theirs?.editorAlias)?.reads === "elements";
  const editorAlias = isOfElements ? undefined : theirs?.editorAlias;
  // Ids of options are each site's own.
  const multiple = theirs && flagIn(theirs.configuration, "multiple");
  const configuration = multiple === undefined ? NO_CONFIGURATION : { multiple };
  const held = given instanceof HeldValue ? given : undefined;
  const { value, problems } = held
    ? side.open(held, { editorAlias, configuration })
    : { value: given, problems: new Set<string>() };
  const comparable = comparableOf(value, held?.at.editorAlias ?? editorAlias, side);
  const isDead = problems.has("dead-reference") || problems.has("unresolved-id");
  return { value, comparable, held, isDead };
}

/** The value as it is stored; of rich text the markup. */
function storedIn({ held }: OpenedValue): string | undefined {
  return held && (held.at.value.entered().member("markup") ?? held.at.value).compact;
}

/** What macros and grids hold has no stored form of its own. */
function areStoredAlike(...sides: [OpenedValue, OpenedValue]): boolean {
  const [was, is] = sides.map((side) => storedIn(side) ?? jsonOf(side.value));
  return isSameValue(was, is);
}

/** The value to show, as JSON. */
function shownJson(side: OpenedValue): string | undefined {
  const { comparable, value } = side;
  switch (comparable.is) {
    case "nothing":
      return value === false ? "false" : undefined;
    case "targets":
      return namesOf(comparable.targets);
    case "text":
      return JSON.stringify(comparable.text);
    case "scalars":
      return jsonOf(value);
    default:
      return storedIn(side);
  }
}

/** The blocks of a value; `undefined` if it is of another kind. */
function blocksIn(comparable: Comparable): DecodedMembers | undefined {
  if (comparable.is === "nothing") return NO_BLOCKS;
  return comparable.is === "blocks" || comparable.is === "text" ? comparable.blocks : undefined;
}

function namesOf(targets: readonly ReferencedTarget[]): string {
  return JSON.stringify(targets.map(({ name }) => name).join(", "));
}

/** The type of a block, to show. */
function nameIn(block: PlacedBlock | undefined): string | undefined {
  return block && JSON.stringify(block.content.contentType ?? "");
}

function markupIn({ value }: OpenedValue): DecodedValue | undefined {
  return isObject(value) ? value.markup : value;
}

/** A block with its settings, if it has any. */
type PlacedBlock = {
  content: DecodedMembers;
  settings: DecodedMembers | undefined;
  /** Whether it is called by no type of the CMS: a fieldset, a control of a grid, a macro. */
  isTypeless: boolean;
};

/** The blocks that visitors see, with those in their areas. The rows of a grid are no blocks. */
function placedBlocks({ items = [], layout }: DecodedMembers, skipsRows: boolean): PlacedBlock[] {
  return (isList(items) ? items : []).flatMap((item) => {
    if (!isObject(item) || !isObject(item.content)) return [];
    const areas = isList(item.areas) ? item.areas.filter((area) => isObject(area)) : [];
    const inside = areas.flatMap((area) => placedBlocks({ ...area, layout }, skipsRows));
    if (skipsRows && areas.length > 0) return inside;
    const { content, settings } = item;
    const isTypeless = layout === "archetype" || layout === "grid" || item.layout === "macro";
    return [{ content, settings: isObject(settings) ? settings : undefined, isTypeless }, ...inside];
  });
}

/** The alias of a block's type; `undefined` if the data has no types, so that only the key is known. */
function typeIn(content: DecodedMembers | undefined): string | undefined {
  const type = content?.contentType;
  return typeof type === "string" && parseKey(type) === undefined ? type : undefined;
}

function fieldsOf(element: DecodedMembers | undefined): Map<string, DecodedValue> {
  return new Map(Object.entries(isObject(element?.properties) ? element.properties : {}));
}

/** `what` could not be compared; `how` the values differ. */
type Outcome = "equal" | { what: string } | { how: string };

function outcomeOf(old: OpenedValue, now: OpenedValue): Outcome {
  const [before, after] = [old.comparable, now.comparable];
  const [was, is] = [old, now].map(({ held }) => held?.at.editorAlias ?? NO_EDITOR);
  if (before.is === "nothing" && after.is === "nothing") return "equal";
  // Values of an unknown editor that are stored alike cannot be compared: the ids inside may differ in meaning.
  const isOfUnknown = was === is && was !== NO_EDITOR && knownEditor(was) === undefined;
  if (isOfUnknown && before.is === "unknown" && after.is === "unknown" && !areStoredAlike(old, now))
    return { how: "changed" };
  if (before.is === "nothing" || after.is === "nothing") {
    if (before.is !== "nothing" && before.is !== "targets") return { how: "changed" };
    return old.isDead ? { what: DEAD } : { how: now.isDead ? "points to other nodes" : "changed" };
  }
  if (before.is === "unknown") return { what: before.what };
  if (after.is === "unknown") return { what: after.what };
  const otherKind = { what: `${was} as ${is}` };
  if (before.is === "scalars" && after.is === "scalars") return scalarOutcome(before, after);
  if (before.is === "text" || after.is === "text") {
    const [was, is] = [asText(before), asText(after)];
    if (!was || !is) return otherKind;
    if (was.isMarkdown !== is.isMarkdown) return { what: "Markdown as markup" };
    return was.text === is.text
      ? targetOutcome(was.targets, is.targets, old.isDead)
      : { how: "text differs" };
  }
  if (before.is !== "targets" || after.is !== "targets") return otherKind;
  const outcome = targetOutcome(before.targets, after.targets, old.isDead);
  const areTitled = before.titles !== undefined && after.titles !== undefined;
  return outcome === "equal" && areTitled && before.titles !== after.titles
    ? { how: "text differs" }
    : outcome;
}

type Scalars = Extract<Comparable, { is: "scalars" }>;

function scalarOutcome(before: Scalars, after: Scalars): Outcome {
  const [was, is] = [before.texts.join("\n"), after.texts.join("\n")];
  if (was === is || (before.reads === "json" && isSameValue(was, is))) return "equal";
  const isOfChoices = before.reads === "choices" || after.reads === "choices";
  if (isOfChoices && areChoiceIds(before) !== areChoiceIds(after)) {
    return { what: "ids of what a data type offers" };
  }
  return { how: "changed" };
}

/** Whether all texts look like ids of choices of a data type. */
function areChoiceIds({ texts }: Scalars): boolean {
  return texts.every((text) => /^\d+$/.test(text));
}

type Text = Pick<Extract<Comparable, { is: "text" }>, "text" | "targets" | "isMarkdown">;

/** Plain text compares as text without links. */
function asText(comparable: Comparable): Text | undefined {
  if (comparable.is === "text") return comparable;
  if (comparable.is !== "scalars") return undefined;
  return { text: comparable.texts.join("\n").replace(/\s+/g, " "), targets: [], isMarkdown: false };
}

/** @param isDead whether a reference on the old side leads nowhere, so that its target cannot be compared */
function targetOutcome(
  olds: readonly ReferencedTarget[],
  news: readonly ReferencedTarget[],
  isDead: boolean,
): Outcome {
  const areSame = olds.length === news.length && olds.every((target, i) => isSameTarget(target, news[i]));
  if (areSame) return "equal";
  return isDead ? { what: DEAD } : { how: "points to other nodes" };
}

function isSameTarget(one: ReferencedTarget, other: ReferencedTarget): boolean {
  return one.identity === other.identity || (one.url !== undefined && one.url === other.url);
}
