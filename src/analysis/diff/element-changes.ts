/** What differs between two values that hold elements: block by block, and in each block property by property. */

import {
  enteredOutline,
  type JsonOutline,
  memberOf,
  parseStrictOutline,
  stringOf,
} from "../../json/outline.ts";
import { partAt } from "../../json/pointer.ts";
import { entryIn } from "../../site/map-entries.ts";
import type { Element, ValueParts } from "../../site/values/value-parts.ts";
import { isEmptyValue } from "./empty-values.ts";

/** A value as compact JSON, and its parts. */
type ReadValue = { json: string; parts: ValueParts };

/** What is said of a property of an element. */
type Names = (element: Element, alias: string) => string | undefined;

/** A difference: where it is, such as `block 3 of 7: heading`, and both sides as JSON, absent if there is none. */
type ElementChange = { at: string; before?: string | undefined; after?: string | undefined };

/** The members of blocks that have their key, in the order in which versions of Umbraco wrote them. */
const KEYS = ["contentKey", "key", "udi", "contentUdi", "id"];

/**
 * Compares two values element by element: elements are paired by key, or by type and position.
 * @param before `undefined` if there was no value; likewise `after`
 * @param nameOf the name of a property in the type of an element. Default: its alias
 * @returns `undefined` if no side has elements, or if the elements and the text around them are the same
 */
export function elementChanges(
  before: ReadValue | undefined,
  after: ReadValue | undefined,
  nameOf: Names,
): ElementChange[] | undefined {
  const sides = [before, after].map((side) => side?.parts.elements ?? []);
  if (sides.every((elements) => elements.length === 0)) return undefined;
  const around = [before, after].map((side) => side && textAround(side.parts));
  const changes = [
    ...(around[0] === around[1] ? [] : [{ at: "text", before: around[0], after: around[1] }]),
    ...changesBelow(sideOf(before), sideOf(after), undefined, undefined, ""),
  ];
  return changes.length > 0 ? changes : undefined;

  function changesBelow(
    was: Side,
    is: Side,
    parentWas: number | undefined,
    parentIs: number | undefined,
    path: string,
  ): ElementChange[] {
    const [old, now] = [was.below.get(parentWas) ?? [], is.below.get(parentIs) ?? []];
    const left = new Map(old.map((index, i) => [was.names[index], { index, i }]));
    const order = (all: readonly number[], { names }: Side, other: ReadonlySet<string>) =>
      all.map((index) => names[index]).filter((name) => other.has(name));
    const [namesWas, namesIs] = [old.map((i) => was.names[i]), now.map((i) => is.names[i])];
    const isReordered =
      order(old, was, new Set(namesIs)).join(" ") !== order(now, is, new Set(namesWas)).join(" ");
    const changed = now.flatMap((index, i) => {
      const pair = left.get(is.names[index]);
      left.delete(is.names[index]);
      return pairChanges(pair?.index, index, `${path}${titleOf(is.elements[index], i, now.length)}`);
    });
    const removed = [...left.values()].flatMap(({ index, i }) =>
      pairChanges(index, undefined, `${path}${titleOf(was.elements[index], i, old.length)}`),
    );
    const places = (names: readonly string[]) =>
      JSON.stringify(names.map((name) => namesWas.indexOf(name) + 1 || "new").join(", "));
    return [
      ...(isReordered ? [{ at: `${path}order`, before: places(namesWas), after: places(namesIs) }] : []),
      ...changed,
      ...removed,
    ];

    function pairChanges(old: number | undefined, now: number | undefined, at: string): ElementChange[] {
      const state = old === undefined ? " (new)" : now === undefined ? " (removed)" : "";
      const valuesWas = old === undefined ? new Map() : was.values(old);
      const valuesIs = now === undefined ? new Map() : is.values(now);
      const element = now === undefined ? was.elements[old ?? 0] : is.elements[now];
      const own = [...new Set([...valuesIs.keys(), ...valuesWas.keys()])].flatMap((alias) => {
        const [one, other] = [valuesWas.get(alias), valuesIs.get(alias)];
        if (one === other || (isEmptyValue(one) && isEmptyValue(other))) return [];
        return [{ at: `${at}${state}: ${nameOf(element, alias) ?? alias}`, before: one, after: other }];
      });
      const inner =
        old === undefined || was.below.has(old) || now === undefined || is.below.has(now)
          ? changesBelow(
              old === undefined ? NONE : was,
              now === undefined ? NONE : is,
              old,
              now,
              `${at}${state}, `,
            )
          : [];
      // A block that says nothing is a change, too.
      return own.length + inner.length === 0 && state !== "" ? [{ at: at + state }] : [...own, ...inner];
    }
  }
}

/** One side: its elements, those below each, and what pairs them with those of the other side. */
type Side = {
  elements: readonly Element[];
  /** The indexes of elements by that of the element around them. */
  below: ReadonlyMap<number | undefined, number[]>;
  /** By index: the key, or the type and its position among its own. */
  names: readonly string[];
  /** The values of an element that hold no other, by alias. */
  values: (index: number) => Map<string, string>;
};

const NONE: Side = { elements: [], below: new Map(), names: [], values: () => new Map() };

function sideOf(value: ReadValue | undefined): Side {
  if (!value) return NONE;
  const { elements } = value.parts;
  const strict = parseStrictOutline(value.json);
  const whole = strict && enteredOutline(strict);
  const below = new Map<number | undefined, number[]>();
  const counts = new Map<string, number>();
  const names = elements.map((element, index) => {
    entryIn(below, element.parent, () => []).push(index);
    const key = whole && keyOf(whole, element);
    if (key !== undefined) return `${element.role} ${key}`;
    const type = `${element.parent} ${element.role} ${element.type.alias ?? element.type.key ?? element.layout}`;
    const position = (counts.get(type) ?? 0) + 1;
    counts.set(type, position);
    return `${type} ${position}`;
  });
  const holders = elements.map(({ pointer }) => pointer);
  return {
    elements,
    below,
    names,
    values: (index) =>
      new Map(
        elements[index].properties.flatMap(({ alias, pointer, value: own, culture }) =>
          holders.some((inner) => inner.startsWith(`${pointer}/`))
            ? []
            : [[culture === undefined ? alias : `${alias}, ${culture}`, own] as const],
        ),
      ),
  };
}

/** The key of an element; `undefined` in layouts without one. */
function keyOf(whole: JsonOutline, { pointer }: Element): string | undefined {
  const part = partAt(whole, pointer);
  if (!part) return undefined;
  const { text, node } = enteredOutline(part);
  const keys = KEYS.map((name) => stringOf(text, memberOf(node, name)));
  return keys.find((key) => key !== undefined && key !== "");
}

/** `block 3 of 7`; settings belong to the block that they are in. */
function titleOf({ role, layout }: Element, index: number, count: number): string {
  if (role === "settings") return "settings";
  return `${/grid|leblender/.test(layout) && layout !== "block-grid" ? "control" : "block"} ${index + 1} of ${count}`;
}

/** The text around the blocks of rich text, as JSON. */
function textAround({ texts }: ValueParts): string | undefined {
  return texts.length === 0 ? undefined : JSON.stringify(texts.join("\n"));
}
