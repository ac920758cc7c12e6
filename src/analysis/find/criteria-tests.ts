/** The criteria that look at what lists show of a node: its name, type, url and dates. */

import { type Kind, kindsOf } from "../../operations.ts";
import type { ElementTypes } from "../../values/element-types.ts";
import { readValue } from "../../values/read-value.ts";
import type { Element, ElementProperty, Reference, ValueParts } from "../../values/value-parts.ts";
import { entryIn } from "../map-entries.ts";
import type { LanguageView, ReferenceGraph } from "../reference-graph.ts";
import { foldedPage, type NodeIndex, ReferenceResolver } from "../resolve-reference.ts";
import type { NodeView, SiteFields, SiteProperty, SiteTrees } from "../site-nodes.ts";
import { wildcard } from "../wildcard.ts";
import {
  type Criteria,
  instantOf,
  type LeftoverTest,
  type NodeSelector,
  type PropertyTest,
  type TargetSelector,
} from "./criteria.ts";
import { folded, holdsNothing, valueTexts } from "./search-text.ts";
import { unusedNodes } from "./unused-nodes.ts";

type FieldTest = (fields: SiteFields) => boolean;

/** @returns whether a node's fields meet the criteria; `undefined` where none of these looks at fields */
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
  /** Types are few, and nodes many. */
  const known = new Map<string, boolean>();
  return ({ type }) => {
    if (type === undefined) return false;
    const is = known.get(type) ?? tests.some((test) => test(type));
    known.set(type, is);
    return is;
  };
}

function nameTest(wanted: string): FieldTest {
  const text = folded(wanted);
  return ({ name }) => folded(name).includes(text);
}

/** What begins with a slash is compared with the path of an absolute URL, too. After `=` the whole URL is compared. */
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

/** A URL as it is compared: in any case, with or without a slash at its end. */
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
type ElementTest = (element: Element) => boolean;

/** @returns whether a node's properties meet the criteria; `undefined` where none of these looks into values */
export function valueTest(
  criteria: Criteria,
  types: () => ElementTypes,
): ((properties: Iterable<SiteProperty>) => boolean) | undefined {
  const { property = [], editor = [], element = [], in: owner, leftover, text } = criteria;
  const elementTests = element.map(elementTest);
  const tests: ValueTest[] = [
    ...(text === undefined ? [] : [textTest(text)]),
    ...property.map((each) => propertyTest(each, owner, elementTests)),
    ...editor.map((pattern) => editorTest(pattern, owner, elementTests)),
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
  const wanted = folded(text);
  return ({ own }) => own.some(({ value }) => holds(value, wanted));
}

function holds(value: string, wanted: string): boolean {
  for (const text of valueTexts(value)) if (folded(text).includes(wanted)) return true;
  return false;
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

/** Whether an element fits that meets one of the tests, or any if there are none. */
function anyElement(values: NodeValues, tests: readonly ElementTest[], fits: ElementTest): boolean {
  return values.elements.some(
    (element) => (tests.length === 0 || tests.some((isWanted) => isWanted(element))) && fits(element),
  );
}

/** Of the node, or of the elements that are wanted. */
function propertyTest(
  { alias, value }: PropertyTest,
  owner: Criteria["in"],
  elementTests: readonly ElementTest[],
): ValueTest {
  const isNamed = wildcard(alias);
  const fits = valueFits(value);
  const has = (property: { alias: string; value: string }) => isNamed(property.alias) && fits(property.value);
  const looksInside = owner === undefined ? elementTests.length > 0 : owner === "element";
  return (values) =>
    (owner !== "element" && values.own.some(has)) ||
    (looksInside && anyElement(values, elementTests, ({ properties }) => properties.some(has)));
}

function valueFits(wanted: PropertyTest["value"]): (value: string) => boolean {
  if (wanted === undefined) return (value) => !holdsNothing(value);
  if ("holds" in wanted) {
    const text = folded(wanted.holds);
    return (value) => holds(value, text);
  }
  // One of several that a list holds, such as a tag, counts as well.
  return (value) => {
    for (const text of valueTexts(value)) if (text === wanted.is) return true;
    return wanted.is === "" && holdsNothing(value);
  };
}

type NodeSets = Record<Kind, Set<number>>;

/** @param graph read where a criterion needs it: that takes a reading of all values */
export function linkTests(
  trees: SiteTrees,
  { linksTo, linkedFrom, unused }: Criteria,
  graph: () => ReferenceGraph,
): ((node: NodeView) => boolean)[] {
  const among = (nodes: NodeSets) => (node: NodeView) => nodes[node.kind].has(node.index);
  return [
    ...(linksTo === undefined ? [] : [among(setOf(usersOf(trees, linksTo, graph())))]),
    ...(linkedFrom === undefined ? [] : [among(setOf(usedBy(trees, linkedFrom, graph())))]),
    ...(unused === true ? [unusedNodes(trees, graph())] : []),
  ];
}

/** The nodes that a name stands for: one in each tree at most. */
export function selectedNodes(trees: SiteTrees, named: TargetSelector): NodeIndex[] {
  const resolver = new ReferenceResolver(trees);
  const nodes =
    named.by === "path"
      ? [resolver.find(named)]
      : kindsOf(named.kind).map((kind) => resolver.find(named, kind));
  return nodes.filter((index) => index !== undefined);
}

/**
 * The node of `below` or `linkedFrom` that does not exist: then nothing is found, whatever the other criteria are.
 * @param graph the references of all languages, if the data holds several: `linkedFrom` may name a node of any
 */
export function unknownNode(
  trees: SiteTrees,
  { below, linkedFrom }: Criteria,
  graph: ReferenceGraph | undefined,
): NodeSelector | undefined {
  const isUnknown = (named: NodeSelector) => selectedNodes(trees, named).length === 0;
  if (below && isUnknown(below)) return below;
  if (!linkedFrom || !isUnknown(linkedFrom)) return undefined;
  return graph && nodesElsewhere(linkedFrom, graph).length > 0 ? undefined : linkedFrom;
}

/** A node at the other end of a reference: in the trees that are read, or one that is there in other languages alone. */
type LinkEnd = { at: NodeIndex | NodeView; language?: string };

/** What refers to a node, once for each language; if no node has the name, the references that lead nowhere. */
function usersOf(trees: SiteTrees, named: TargetSelector, graph: ReferenceGraph): LinkEnd[] {
  const nodes = selectedNodes(trees, named);
  if (nodes.length > 0) {
    const elsewhere = nodes.flatMap((index) => graph.elsewhereTo(index));
    return [
      ...nodes.flatMap((index) => graph.referencesTo(index)).map(endAt),
      ...elsewhere.map(({ view, language }) => ({ at: view, language })),
    ];
  }
  const uses = graph.betweenLanguages.filter(
    ({ target, targetView }) => !target && matchesNode(targetView, named),
  );
  return [
    ...deadTo(named, graph).map(({ from, view, language }) => ({ at: view ?? from, language })),
    ...uses.map(({ from, view, language }) => ({ at: from ?? view, language })),
  ];
}

/** What a node refers to, once for each language. */
function usedBy(trees: SiteTrees, named: NodeSelector, graph: ReferenceGraph): LinkEnd[] {
  const nodes = selectedNodes(trees, named);
  const uses = graph.betweenLanguages.filter(({ from, view, target }) =>
    from
      ? !target && nodes.some(({ kind, index }) => kind === from.kind && index === from.index)
      : matchesNode(view, named),
  );
  return [
    ...nodes.flatMap((index) => graph.referencesFrom(index)).map(endAt),
    ...uses.map(({ target, targetView, language }) => ({ at: target ?? targetView, language })),
  ];
}

function endAt({ language, ...at }: NodeIndex & { language?: string }): LinkEnd {
  return { at, language };
}

/** The references that lead nowhere. In the language that is read, they may lead to a node that is there in another one. */
function deadTo(named: TargetSelector, graph: ReferenceGraph) {
  const nodes = nodesElsewhere(named, graph).map(({ view: { tree, index } }) => ({ tree, index }));
  const keys = new Set(nodes.map(({ tree, index }) => tree.keyAt(index)));
  const ids = new Set(nodes.map(({ tree, index }) => tree.idAt(index)));
  return graph.dead.filter(({ reference }) => {
    const { target } = reference;
    if (target.by === "key" && keys.has(target.key)) return true;
    return (target.by === "id" && ids.has(target.id)) || isNamed(reference, named);
  });
}

/** The nodes of a name that are there in other languages alone, once for each of these. */
export function nodesElsewhere(named: TargetSelector, graph: ReferenceGraph): LanguageView[] {
  return graph.onlyElsewhere.filter(({ view }) => matchesNode(view, named));
}

/**
 * The nodes that are there in other languages alone, and that references lead to, or from, as the criteria want it, each once.
 * Without such criteria there are none: these nodes have no place in the language that is read.
 */
export function linkedElsewhere(
  trees: SiteTrees,
  { linksTo, linkedFrom, below, unused }: Criteria,
  graph: ReferenceGraph,
): NodeView[] {
  if (below || unused) return [];
  const [first, second] = [
    ...(linksTo ? [viewsOf(usersOf(trees, linksTo, graph))] : []),
    ...(linkedFrom ? [viewsOf(usedBy(trees, linkedFrom, graph))] : []),
  ];
  return [...(first ?? [])].flatMap(([key, view]) => (second === undefined || second.has(key) ? [view] : []));
}

function viewsOf(ends: readonly LinkEnd[]): Map<string, NodeView> {
  return new Map(ends.flatMap(({ at }) => ("tree" in at ? [[at.tree.keyAt(at.index), at]] : [])));
}

/**
 * The languages of the references by which a node was found: `da, en-US`; `undefined` if no reference led to it.
 * @param read the language that is read
 */
export function linkLanguages(
  trees: SiteTrees,
  { linksTo, linkedFrom }: Pick<Criteria, "linksTo" | "linkedFrom">,
  graph: ReferenceGraph,
  read = "",
): (node: NodeView) => string | undefined {
  const languages = new Map<string, Set<string>>();
  for (const { at, language } of [
    ...(linksTo ? usersOf(trees, linksTo, graph) : []),
    ...(linkedFrom ? usedBy(trees, linkedFrom, graph) : []),
  ]) {
    const tree = "tree" in at ? at.tree : trees[at.kind];
    entryIn(languages, tree.keyAt(at.index), () => new Set()).add(language ?? read);
  }
  return ({ tree, index }) => {
    const codes = languages.get(tree.keyAt(index));
    return codes && [...codes].join(", ");
  };
}

/** Whether a node has the name, in its own language. */
function matchesNode(view: NodeView, named: TargetSelector): boolean {
  const { kind, tree, index } = view;
  if (named.by !== "path") {
    if (named.kind !== undefined && named.kind !== kind) return false;
    return named.by === "id" ? tree.idAt(index) === named.id : tree.keyAt(index) === named.key;
  }
  const { url } = view.fields();
  return kind === "content" && url !== undefined && foldedPage(url) === foldedPage(named.path);
}

function isNamed({ kind, target }: Reference, named: TargetSelector): boolean {
  if (named.by === "path") return target.by === "path" && foldedPage(target.path) === foldedPage(named.path);
  if (kind !== undefined && named.kind !== undefined && kind !== named.kind) return false;
  if (named.by === "id") return target.by === "id" && target.id === named.id;
  return target.by === "key" && target.key === named.key;
}

function setOf(ends: readonly LinkEnd[]): NodeSets {
  const sets: NodeSets = { content: new Set(), media: new Set() };
  for (const { at } of ends) if (!("tree" in at)) sets[at.kind].add(at.index);
  return sets;
}
