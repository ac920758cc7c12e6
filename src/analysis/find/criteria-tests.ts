/** Tests whether a node meets criteria about its fields and its values. */

import { kindsOf } from "../../operations.ts";
import { once } from "../../site/once.ts";
import type { SiteFields, SiteNode, SiteProperty } from "../../site/site-nodes.ts";
import type { SiteReader } from "../../site/site-reader.ts";
import type { Element, ElementProperty, ValueParts } from "../../site/values/value-parts.ts";
import { visibleText } from "../../site/values/visible-html.ts";
import { wildcard } from "../wildcard.ts";
import {
  type Criteria,
  instantOf,
  type LeftoverTest,
  type PropertyTest,
  type TargetSelector,
} from "./criteria.ts";
import { type ListItems, listItemsOf } from "./list-items.ts";
import {
  holdsNothing,
  letterFolder,
  mayBeNested,
  mayHoldWords,
  searchedText,
  valueTexts,
} from "./search-text.ts";

type FieldTest = (fields: SiteFields) => boolean;

/** @returns a test of a node's fields; `undefined` if no criterion is about fields */
export function fieldTest({ type, name, url, changedSince }: Criteria): FieldTest | undefined {
  const tests = [
    ...(type === undefined ? [] : [typeTest(type)]),
    ...(name === undefined ? [] : [nameTest(name)]),
    ...(url === undefined ? [] : [urlTest(url)]),
    ...(changedSince === undefined ? [] : [dateTest(changedSince)]),
  ];
  return tests.length === 0 ? undefined : (fields) => tests.every((test) => test(fields));
}

function typeTest(patterns: readonly string[]): FieldTest {
  const tests = patterns.map(wildcard);
  /** There are few types and many nodes. */
  const known = new Map<string, boolean>();
  return ({ type }) => {
    if (type === undefined) return false;
    const is = known.get(type) ?? tests.some((test) => test(type));
    known.set(type, is);
    return is;
  };
}

function nameTest(wanted: string): FieldTest {
  const fold = letterFolder();
  const text = fold(wanted);
  return ({ name }) => fold(name).includes(text);
}

/** A prefix that starts with a slash also matches the path of an absolute URL. After `=`, the whole URL must match. */
function urlTest(prefix: string): FieldTest {
  if (prefix.startsWith("=")) {
    const whole = wholeUrl(prefix.slice(1));
    return ({ url }) => url !== undefined && wholeUrl(url) === whole;
  }
  const wanted = prefix.toLowerCase();
  return ({ url }) => {
    const lower = url?.toLowerCase();
    if (lower === undefined) return false;
    return (
      lower.startsWith(wanted) ||
      (wanted.startsWith("/") && lower.replace(/^https?:\/\/[^/]*/, "").startsWith(wanted))
    );
  };
}

/** Normalises a URL for comparison: ignores case and a trailing slash. */
export function wholeUrl(url: string): string {
  return url.toLowerCase().replace(/(?<=.)\/$/, "");
}

function dateTest(since: string): FieldTest {
  const from = instantOf(since) ?? Number.NaN;
  return ({ all: { updateDate } }) => {
    const instant = typeof updateDate === "string" ? instantOf(updateDate) : undefined;
    return instant !== undefined && instant >= from;
  };
}

/** The properties of a node; elements are read on first use. */
class NodeValues {
  readonly node: SiteNode;
  readonly own: readonly SiteProperty[];
  readonly #read: SiteReader["read"];
  #elements: readonly Element[] | undefined;

  constructor(node: SiteNode, own: readonly SiteProperty[], read: SiteReader["read"]) {
    this.node = node;
    this.own = own;
    this.#read = read;
  }

  get elements(): readonly Element[] {
    this.#elements ??= this.own.flatMap((property) => this.partsOf(property).elements);
    return this.#elements;
  }

  partsOf({ alias, editorAlias, value }: SiteProperty): ValueParts {
    return this.#read(value, editorAlias, alias);
  }
}

type ValueTest = (values: NodeValues) => boolean;
type ElementTest = (element: Element) => boolean;

/** @returns a test of a node and its properties; `undefined` if no criterion is about values */
export function valueTest(
  criteria: Criteria,
  site: SiteReader,
): ((node: SiteNode, properties: Iterable<SiteProperty>) => boolean) | undefined {
  const { property = [], without = [], editor = [], element = [], in: owner, leftover, text } = criteria;
  const elementTests = element.map(elementTest);
  const items = once(() => listItemsOf(site));
  const tests: ValueTest[] = [
    ...(text === undefined ? [] : [textTest(text)]),
    ...property.map((each) => propertyTest(each, owner, elementTests, items)),
    ...without.map(emptyTest),
    ...editor.map((pattern) => editorTest(pattern, owner, elementTests)),
    ...(leftover === undefined ? [] : [leftoverTest(leftover)]),
    ...elementTests.map(
      (isWanted): ValueTest =>
        (values) =>
          values.elements.some(isWanted),
    ),
  ];
  if (tests.length === 0) return undefined;
  return (node, given) => {
    const values = new NodeValues(node, [...given], site.read);
    return tests.every((test) => test(values));
  };
}

function leftoverTest({ kind, property = "*", text }: LeftoverTest): ValueTest {
  const matchesReference = wildcard(property);
  return (values) =>
    values.own.some(
      (own) =>
        matchesReference(own.alias) &&
        values
          .partsOf(own)
          .leftovers.some((each) => each.kind === kind && (text === undefined || each.text === text)),
    );
}

function textTest(text: string): ValueTest {
  const holds = textFinder(text);
  return ({ own }) => own.some(({ value }) => holds(value));
}

/** Returns a test whether a value has a text. */
function textFinder(text: string): (value: string) => boolean {
  const fold = letterFolder();
  const wanted = fold(text);
  const words = wanted.split(/\s+/).filter((word) => word !== "");
  const holds = (each: string) => {
    const searched = searchedText(each, fold);
    if (searched.includes(wanted)) return true;
    // A phrase can have tags between its words.
    const mayHavePhrase =
      words.length > 1 && each.includes("<") && words.every((word) => searched.includes(word));
    return mayHavePhrase && fold(visibleText(each)).includes(words.join(" "));
  };
  return (value) => {
    if (mayBeNested(value) && !mayHoldWords(value, [wanted], fold)) return false;
    for (const each of valueTexts(value)) if (holds(each)) return true;
    return false;
  };
}

function elementTest(pattern: string): ElementTest {
  const isWanted = wildcard(pattern);
  return ({ type: { alias, key } }) =>
    (alias !== undefined && isWanted(alias)) || (key !== undefined && isWanted(key));
}

function editorTest(pattern: string, owner: Criteria["in"], elementTests: readonly ElementTest[]): ValueTest {
  const isWanted = wildcard(pattern);
  const has = ({ editorAlias }: Pick<SiteProperty | ElementProperty, "editorAlias">) =>
    editorAlias !== null && editorAlias !== undefined && isWanted(editorAlias);
  const tests = owner === "element" ? elementTests : [];
  return (values) =>
    (owner !== "element" && values.own.some(has)) ||
    (owner !== "node" && anyElement(values, tests, ({ properties }) => properties.some(has)));
}

/** Whether any element that meets one of the tests (or any element, without tests) passes the last test. */
function anyElement(values: NodeValues, tests: readonly ElementTest[], fits: ElementTest): boolean {
  return values.elements.some(
    (element) => (tests.length === 0 || tests.some((isWanted) => isWanted(element))) && fits(element),
  );
}

/** Tests properties of the node, or of the matching elements. */
function propertyTest(
  { alias, value }: PropertyTest,
  owner: Criteria["in"],
  elementTests: readonly ElementTest[],
  items: () => ListItems,
): ValueTest {
  const isNamed = wildcard(alias);
  const fits = valueFits(value);
  const isItem = (node: SiteNode, property: SiteProperty | ElementProperty, element?: Element) =>
    value !== undefined && "is" in value && items()(node, property, element).includes(value.is);
  const has = (node: SiteNode, property: SiteProperty | ElementProperty, element?: Element) =>
    isNamed(property.alias) && (fits(property.value) || isItem(node, property, element));
  const looksInside = owner === undefined ? elementTests.length > 0 : owner === "element";
  return (values) => {
    const { node, own } = values;
    const inElement: ElementTest = (element) =>
      element.properties.some((property) => has(node, property, element));
    return (
      (owner !== "element" && own.some((property) => has(node, property))) ||
      (looksInside && anyElement(values, elementTests, inElement))
    );
  };
}

/** No property of the node with this alias has a value. */
function emptyTest(alias: string): ValueTest {
  const isNamed = wildcard(alias);
  return ({ own }) => own.every((property) => !isNamed(property.alias) || holdsNothing(property.value));
}

function valueFits(wanted: PropertyTest["value"]): (value: string) => boolean {
  if (wanted === undefined) return (value) => !holdsNothing(value);
  if ("holds" in wanted) return textFinder(wanted.holds);
  // A value that is a list, such as tags, matches if one of its items does.
  return (value) => {
    for (const text of valueTexts(value)) if (text === wanted.is) return true;
    return wanted.is === "" && holdsNothing(value);
  };
}

/** Returns the nodes that a selector matches: at most one per tree. */
export function selectedNodes(site: SiteReader, named: TargetSelector): SiteNode[] {
  const nodes =
    named.by === "path" ? [site.node(named)] : kindsOf(named.kind).map((kind) => site.node(named, kind));
  return nodes.filter((node) => node !== undefined);
}
