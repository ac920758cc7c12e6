/** The criteria that look into values: properties, their texts, the editors and the elements inside. */
import type { ElementTypes } from "../../values/element-types.ts";
import { readValue } from "../../values/read-value.ts";
import type { Element, ElementProperty, ValueParts } from "../../values/value-parts.ts";
import type { SiteProperty } from "../property-heads.ts";
import { wildcard } from "../wildcard.ts";
import type { Criteria, LeftoverTest, PropertyTest } from "./criteria.ts";
import { folded, valueTexts } from "./search-text.ts";

/** The properties of one node, whose elements are looked for when they are first asked for. */
class NodeValues {
  readonly own: readonly SiteProperty[];
  readonly #types: ElementTypes;
  #elements: readonly Element[] | undefined;

  constructor(own: readonly SiteProperty[], types: ElementTypes) {
    this.own = own;
    this.#types = types;
  }

  get elements(): readonly Element[] {
    this.#elements ??= this.own.flatMap((property) => this.partsOf(property).elements);
    return this.#elements;
  }

  partsOf({ alias, editorAlias, value }: SiteProperty): ValueParts {
    return readValue(value, editorAlias, this.#types, alias);
  }
}

type ValueTest = (values: NodeValues) => boolean;

/** @returns whether a node's properties meet the criteria; `undefined` where none of these looks into values */
export function valueTest(
  criteria: Criteria,
  types: () => ElementTypes,
): ((properties: Iterable<SiteProperty>) => boolean) | undefined {
  const { properties = [], editors = [], elements = [], leftover, text } = criteria;
  const elementTests = elements.map(elementTest);
  const tests: ValueTest[] = [
    ...(text === undefined ? [] : [textTest(text)]),
    ...properties.map((property) => propertyTest(property, elementTests)),
    ...editors.map(editorTest),
    ...(leftover === undefined ? [] : [leftoverTest(leftover)]),
    ...elementTests.map(
      (isWanted): ValueTest =>
        (values) =>
          values.elements.some(isWanted),
    ),
  ];
  if (tests.length === 0) return undefined;
  const known = types();
  return (given) => {
    const values = new NodeValues([...given], known);
    return tests.every((test) => test(values));
  };
}

function leftoverTest({ kind, property = "*", text }: LeftoverTest): ValueTest {
  const isNamed = wildcard(property);
  return (values) =>
    values.own.some(
      (own) =>
        isNamed(own.alias) &&
        values
          .partsOf(own)
          .leftovers.some((each) => each.kind === kind && (text === undefined || each.text === text)),
    );
}

function textTest(text: string): ValueTest {
  const wanted = folded(text);
  return ({ own }) => own.some(({ value }) => holds(value, wanted));
}

function holds(value: string, wanted: string): boolean {
  for (const text of valueTexts(value)) if (folded(text).includes(wanted)) return true;
  return false;
}

function elementTest(pattern: string): (element: Element) => boolean {
  const isWanted = wildcard(pattern);
  return ({ type: { alias, key } }) =>
    (alias !== undefined && isWanted(alias)) || (key !== undefined && isWanted(key));
}

function editorTest(pattern: string): ValueTest {
  const isWanted = wildcard(pattern);
  const has = ({ editorAlias }: Pick<SiteProperty | ElementProperty, "editorAlias">) =>
    editorAlias !== null && editorAlias !== undefined && isWanted(editorAlias);
  return (values) => values.own.some(has) || values.elements.some(({ properties }) => properties.some(has));
}

/** Of the node, or of the elements that are wanted. */
function propertyTest(
  { alias, value }: PropertyTest,
  elementTests: readonly ((element: Element) => boolean)[],
): ValueTest {
  const isNamed = wildcard(alias);
  const fits = valueFits(value);
  const has = (property: { alias: string; value: string }) => isNamed(property.alias) && fits(property.value);
  return (values) =>
    values.own.some(has) ||
    (elementTests.length > 0 &&
      values.elements.some(
        (element) => elementTests.some((isWanted) => isWanted(element)) && element.properties.some(has),
      ));
}

function valueFits(wanted: PropertyTest["value"]): (value: string) => boolean {
  if (wanted === undefined) return (value) => !isEmpty(value);
  if ("holds" in wanted) {
    const text = folded(wanted.holds);
    return (value) => holds(value, text);
  }
  // One of several that a list holds, such as a tag, counts as well.
  return (value) => {
    for (const text of valueTexts(value)) if (text === wanted.is) return true;
    return wanted.is === "" && isEmpty(value);
  };
}

/** Whether there is nothing in a value but white space and the brackets of lists and objects. */
function isEmpty(value: string): boolean {
  for (const text of valueTexts(value)) if (text.trim() !== "") return false;
  return true;
}
