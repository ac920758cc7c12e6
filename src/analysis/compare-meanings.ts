/** Compares what two values of different generations mean, down to the fields of the elements that they hold. */
import type { Element, ElementProperty } from "../values/value-parts.ts";
import { isSameValue } from "./json-value.ts";
import { countIn } from "./map-entries.ts";
import { outcomeOf } from "./meaning-outcome.ts";
import type { TypeMap } from "./type-map.ts";
import { type GivenValue, type Meaning, meaningOf, noValue, type ValueSide } from "./value-meaning.ts";

/** Something that differs within a value. Values are compact JSON; `undefined` where there is none. */
export type MeaningDifference = {
  /** In which elements, such as `block 3, field title`; empty for the value as a whole. */
  at: string;
  /** In words, such as `points to other nodes`. */
  how: string;
  before: string | undefined;
  after: string | undefined;
  /** The fields of elements that the value is in, outermost first, on the old side. */
  fields: readonly ElementField[];
};

/** A field of an element: the type of the element, where it is known, and the alias. */
export type ElementField = { type: string | undefined; alias: string };

/** Where a value is, within that of a property: in words, and by the fields of elements. */
type Location = { words: readonly string[]; fields: readonly ElementField[] };

/** How many values were equal, differed, and could not be compared; elements count by their fields. */
export type ValueTally = {
  equal: number;
  /** Of those that are equal, texts whose markup differs. */
  markup: number;
  differ: number;
  /** By what could not be compared: mostly the alias of an editor. */
  notCompared: Map<string, number>;
};

const NO_EDITOR = "(no editor)";
/** Elements in elements in elements: what lies deeper was not written by any editor. */
const DEEPEST = 20;

/** Two values, what they mean, and the elements around them. */
type Pair = { was: GivenValue; is: GivenValue; before: Meaning; after: Meaning; at: Location };

export function noValues(): ValueTally {
  return { equal: 0, markup: 0, differ: 0, notCompared: new Map() };
}

/** Adds what was counted elsewhere. */
export function addTally(sum: ValueTally, more: ValueTally): void {
  sum.equal += more.equal;
  sum.markup += more.markup;
  sum.differ += more.differ;
  for (const [what, count] of more.notCompared) countIn(sum.notCompared, what, count);
}

/** Both sides, and how the types of the old one are called on the new one. */
export type ComparedSides = { old: ValueSide; new: ValueSide; map: TypeMap };

/**
 * Compares two values, with all that they hold.
 * @param tally what is added to
 */
export function compareMeanings(
  was: GivenValue,
  is: GivenValue,
  sides: ComparedSides,
  tally: ValueTally,
): readonly MeaningDifference[] {
  const comparison = new MeaningComparison(sides, tally);
  comparison.compare(was, is, { words: [], fields: [] });
  return comparison.differences;
}

class MeaningComparison {
  readonly differences: MeaningDifference[] = [];
  readonly #sides: ComparedSides;
  readonly #tally: ValueTally;

  constructor(sides: ComparedSides, tally: ValueTally) {
    this.#sides = sides;
    this.#tally = tally;
  }

  /** @param at the elements around the values */
  compare(was: GivenValue, is: GivenValue, at: Location): void {
    const before = meaningOf(was, was.editorAlias ?? is.editorAlias, this.#sides.old);
    const after = meaningOf(is, is.editorAlias ?? was.editorAlias, this.#sides.new);
    // What an unknown editor holds may mean the same or not, even where it is written alike.
    const unknown = [before, after].find(({ level }) => level === "none");
    if (at.words.length > DEEPEST) this.#notCompared("elements within too many others");
    else if (unknown?.level === "none") this.#notCompared(unknown.what);
    else if (before.level === "empty" && after.level === "empty") this.#tally.equal++;
    else if (before.level === "empty" || after.level === "empty") {
      this.#differ("changed", was.value, is.value, at);
    } else this.#compareFilled({ was, is, before, after, at });
  }

  #compareFilled({ was, is, before, after, at }: Pair): void {
    const [olds, news] = [elementsIn(before), elementsIn(after)];
    const isOfElements = before.level === "elements" || after.level === "elements";
    if (!isOfElements) this.#compareWhole({ was, is, before, after, at });
    if (olds && news) this.#compareElements(olds, news, at);
    else if (isOfElements) {
      this.#notCompared(`${was.editorAlias ?? NO_EDITOR} as ${is.editorAlias ?? NO_EDITOR}`);
    }
  }

  #compareWhole({ was, is, before, after, at }: Pair): void {
    const outcome = outcomeOf(before, after);
    if (outcome.state === "none") this.#notCompared(outcome.what);
    else if (outcome.state === "differs") {
      const [from, to] = outcome.shown ?? [was.value, is.value];
      this.#differ(outcome.how, from, to, at);
    } else {
      this.#tally.equal++;
      if (before.level === "text" && !isSameValue(was.value, is.value)) this.#tally.markup++;
    }
  }

  #notCompared(what: string): void {
    countIn(this.#tally.notCompared, what);
  }

  #differ(how: string, before: string | undefined, after: string | undefined, at: Location): void {
    this.#tally.differ++;
    this.differences.push({ at: at.words.join(", "), how, before, after, fields: at.fields });
  }

  /** In their order; keys of elements are made anew by each generation, and say nothing. */
  #compareElements(olds: readonly Element[], news: readonly Element[], at: Location): void {
    const hasSettings = [olds, news].every((side) => side.some(({ role }) => role === "settings"));
    const [was, is] = [olds, news].map((side) => topmost(side, hasSettings));
    for (let i = 0; i < Math.max(was.length, is.length); i++) {
      const block = { ...at, words: [...at.words, `block ${i + 1}`] };
      if (was[i] === undefined) this.#differ("added", undefined, elementText(is[i]), block);
      else if (is[i] === undefined) this.#differ("gone", elementText(was[i]), undefined, block);
      else this.#compareElement(was[i], is[i], block);
    }
  }

  #compareElement(was: Element, is: Element, at: Location): void {
    const oldType = was.type.alias;
    const newType = oldType === undefined ? undefined : this.#sides.map.typeOf(oldType);
    if (newType === null) return;
    if (newType !== undefined && is.type.alias !== undefined && !isSameAlias(newType, is.type.alias)) {
      this.#differ("another type", JSON.stringify(newType), JSON.stringify(is.type.alias), at);
      return;
    }
    const fields = new Map(is.properties.map((property) => [fieldOf(property.alias, property), property]));
    for (const property of was.properties) {
      const alias = this.#sides.map.aliasOf(oldType, property.alias);
      if (alias === null) continue;
      const counterpart = fields.get(fieldOf(alias, property));
      const other = counterpart ? givenOf(counterpart) : noValue(alias);
      this.compare(givenOf(property), other, {
        words: [...at.words, `field ${property.alias}`],
        fields: [...at.fields, { type: oldType ?? was.type.key, alias: property.alias }],
      });
    }
  }
}

function elementsIn(meaning: Meaning): readonly Element[] | undefined {
  return meaning.level === "elements" || meaning.level === "text" ? meaning.elements : undefined;
}

/** Elements that no property of another holds: those in areas stand among the others. */
function topmost(elements: readonly Element[], hasSettings: boolean): Element[] {
  return elements.filter((element) => {
    if (element.role === "settings" && !hasSettings) return false;
    const holder = element.parent === undefined ? undefined : elements[element.parent];
    return !holder?.properties.some(
      ({ pointer }) => element.pointer.startsWith(`${pointer}/`) || element.pointer === pointer,
    );
  });
}

function fieldOf(alias: string, { culture, segment }: ElementProperty): string {
  return [alias.toLowerCase(), culture?.toLowerCase() ?? "", segment ?? ""].join("\n");
}

function givenOf({ alias, editorAlias, value }: ElementProperty): GivenValue {
  return { alias, editorAlias: editorAlias ?? null, value };
}

function elementText({ type, properties }: Element): string {
  return JSON.stringify({ type: type.alias ?? type.key, fields: properties.map(({ alias }) => alias) });
}

/** Whether two aliases are one to the CMS. */
export function isSameAlias(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
