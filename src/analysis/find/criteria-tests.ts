/** Tests whether a node meets criteria: its fields, its values and its references. */

import { type Kind, kindsOf } from "../../operations.ts";
import { entryIn } from "../../site/map-entries.ts";
import type { LanguageView, ReferenceGraph } from "../../site/references/reference-graph.ts";
import { foldedPage, type NodeIndex } from "../../site/references/resolve-reference.ts";
import type { Site } from "../../site/site.ts";
import type { SiteFields, SiteNode, SiteProperty } from "../../site/site-nodes.ts";
import type { SiteReader } from "../../site/site-reader.ts";
import type { Element, ElementProperty, Reference, ValueParts } from "../../site/values/value-parts.ts";
import { wildcard } from "../wildcard.ts";
import {
  type Criteria,
  instantOf,
  type LeftoverTest,
  type NodeSelector,
  type PropertyTest,
  type TargetSelector,
} from "./criteria.ts";
import {
  holdsNothing,
  letterFolder,
  mayBeNested,
  mayHoldWords,
  searchedText,
  valueTexts,
} from "./search-text.ts";
import { unusedNodes } from "./unused-nodes.ts";

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
  readonly own: readonly SiteProperty[];
  readonly #read: SiteReader["read"];
  #elements: readonly Element[] | undefined;

  constructor(own: readonly SiteProperty[], read: SiteReader["read"]) {
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

/** @returns a test of a node's properties; `undefined` if no criterion is about values */
export function valueTest(
  criteria: Criteria,
  read: SiteReader["read"],
): ((properties: Iterable<SiteProperty>) => boolean) | undefined {
  const { property = [], without = [], editor = [], element = [], in: owner, leftover, text } = criteria;
  const elementTests = element.map(elementTest);
  const tests: ValueTest[] = [
    ...(text === undefined ? [] : [textTest(text)]),
    ...property.map((each) => propertyTest(each, owner, elementTests)),
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
  return (given) => {
    const values = new NodeValues([...given], read);
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
  return (value) => {
    if (mayBeNested(value) && !mayHoldWords(value, [wanted], fold)) return false;
    for (const each of valueTexts(value)) if (searchedText(each, fold).includes(wanted)) return true;
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
): ValueTest {
  const isNamed = wildcard(alias);
  const fits = valueFits(value);
  const has = (property: { alias: string; value: string }) => isNamed(property.alias) && fits(property.value);
  const looksInside = owner === undefined ? elementTests.length > 0 : owner === "element";
  return (values) =>
    (owner !== "element" && values.own.some(has)) ||
    (looksInside && anyElement(values, elementTests, ({ properties }) => properties.some(has)));
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

type NodeSets = Record<Kind, Set<number>>;

/** @param graph called if a criterion needs references: building the graph reads all values */
export function linkTests(
  site: SiteReader,
  { linksTo, withoutLinksTo, linkedFrom, unused }: Criteria,
  graph: () => ReferenceGraph,
): ((node: SiteNode) => boolean)[] {
  const notAmong = (nodes: NodeSets) => (node: SiteNode) => !nodes[node.kind].has(node.index);
  const among = (nodes: NodeSets) => (node: SiteNode) => nodes[node.kind].has(node.index);
  return [
    ...(linksTo === undefined ? [] : [among(setOf(usersOf(site, linksTo, graph())))]),
    ...(withoutLinksTo === undefined ? [] : [notAmong(setOf(usersOf(site, withoutLinksTo, graph())))]),
    ...(linkedFrom === undefined ? [] : [among(setOf(usedBy(site, linkedFrom, graph())))]),
    ...(unused === true ? [unusedNodes(site.trees, graph())] : []),
  ];
}

/** Returns the nodes that a selector matches: at most one per tree. */
export function selectedNodes(site: SiteReader, named: TargetSelector): SiteNode[] {
  const nodes =
    named.by === "path" ? [site.node(named)] : kindsOf(named.kind).map((kind) => site.node(named, kind));
  return nodes.filter((index) => index !== undefined);
}

/**
 * Returns the selector of a criterion if its node does not exist: the search would find nothing, or with
 * `withoutLinksTo` all nodes. The node of `withoutLinksTo` may be missing if references lead to it.
 * @param graph the references of all languages, if the data has several: the node may exist in any
 */
export function unknownNode(
  site: SiteReader,
  { below, linkedFrom, withoutLinksTo }: Criteria,
  graph: ReferenceGraph | undefined,
): TargetSelector | undefined {
  const isUnknown = (named: TargetSelector) => selectedNodes(site, named).length === 0;
  const isElsewhere = (named: TargetSelector) => graph && nodesElsewhere(named, graph).length > 0;
  if (below && isUnknown(below)) return below;
  if (linkedFrom && isUnknown(linkedFrom) && !isElsewhere(linkedFrom)) return linkedFrom;
  if (!withoutLinksTo || !isUnknown(withoutLinksTo)) return undefined;
  const isNamed = graph && usersOf(site, withoutLinksTo, graph).length > 0;
  return isNamed || isElsewhere(withoutLinksTo) ? undefined : withoutLinksTo;
}

/**
 * A node at the other end of a reference: an index in the trees that are read, or a view if the node exists only in
 * other languages.
 */
type LinkEnd = { at: NodeIndex | SiteNode; language?: string };

/**
 * Returns the nodes that refer to a node, once per language; if the node does not exist, the nodes with dead references
 * to it.
 */
function usersOf(site: SiteReader, named: TargetSelector, graph: ReferenceGraph): LinkEnd[] {
  const nodes = selectedNodes(site, named);
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
    ...deadTo(named, graph).flatMap(({ from, view, languages }) =>
      languages.map((language) => ({ at: view ?? from, language })),
    ),
    ...uses.map(({ from, view, language }) => ({ at: from ?? view, language })),
  ];
}

/** Returns the nodes that a node refers to, once per language. */
function usedBy(site: SiteReader, named: NodeSelector, graph: ReferenceGraph): LinkEnd[] {
  const nodes = selectedNodes(site, named);
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

/**
 * Returns dead references to a selector. A reference that is dead in the language that is read may lead to a node of
 * another language.
 */
function deadTo(named: TargetSelector, graph: ReferenceGraph) {
  const nodes = nodesElsewhere(named, graph).map(({ view: { tree, index } }) => ({ tree, index }));
  const keys = new Set(nodes.map(({ tree, index }) => tree.keyAt(index)));
  const ids = new Set(nodes.map(({ tree, index }) => tree.idAt(index)));
  return graph.dead.filter(({ reference }) => {
    const { target } = reference;
    if (target.by === "key" && keys.has(target.key)) return true;
    return (target.by === "id" && ids.has(target.id)) || isReferenceTo(reference, named);
  });
}

/** Returns the nodes that a selector matches and that exist only in other languages, once per language. */
export function nodesElsewhere(named: TargetSelector, graph: ReferenceGraph): LanguageView[] {
  return graph.onlyElsewhere.filter(({ view }) => matchesNode(view, named));
}

/**
 * Returns the nodes that exist only in other languages and meet `linksTo` and `linkedFrom`, each once. Returns none
 * without such a criterion, or with `below` or `unused`, which are about the trees that are read.
 */
export function linkedElsewhere(
  site: SiteReader,
  { linksTo, linkedFrom, below, unused }: Criteria,
  graph: ReferenceGraph,
): SiteNode[] {
  if (below || unused) return [];
  const [first, second] = [
    ...(linksTo ? [viewsOf(usersOf(site, linksTo, graph))] : []),
    ...(linkedFrom ? [viewsOf(usedBy(site, linkedFrom, graph))] : []),
  ];
  return [...(first ?? [])].flatMap(([key, view]) => (second === undefined || second.has(key) ? [view] : []));
}

function viewsOf(ends: readonly LinkEnd[]): Map<string, SiteNode> {
  return new Map(ends.flatMap(({ at }) => ("tree" in at ? [[at.tree.keyAt(at.index), at]] : [])));
}

/**
 * Returns a function for the languages of the references by which a node was found: `da, en-US`; `undefined` if no
 * reference led to it. There is no such function if the site has one language.
 * @param graph absent if no criterion is about references
 */
export function linkLanguages(
  site: Site,
  { linksTo, linkedFrom }: Pick<Criteria, "linksTo" | "linkedFrom">,
  graph: ReferenceGraph | undefined,
): ((node: SiteNode) => string | undefined) | undefined {
  if (!graph || site.otherLanguages.length === 0) return undefined;
  const languages = new Map<string, Set<string>>();
  for (const { at, language } of [
    ...(linksTo ? usersOf(site, linksTo, graph) : []),
    ...(linkedFrom ? usedBy(site, linkedFrom, graph) : []),
  ]) {
    const tree = "tree" in at ? at.tree : site.trees[at.kind];
    entryIn(languages, tree.keyAt(at.index), () => new Set()).add(language ?? site.culture ?? "");
  }
  return ({ tree, index }) => {
    const codes = languages.get(tree.keyAt(index));
    return codes && [...codes].join(", ");
  };
}

/** Whether a selector matches a node, in the node's own language. */
function matchesNode(view: SiteNode, named: TargetSelector): boolean {
  const { kind, tree, index } = view;
  if (named.by !== "path") {
    if (named.kind !== undefined && named.kind !== kind) return false;
    return named.by === "id" ? tree.idAt(index) === named.id : tree.keyAt(index) === named.key;
  }
  const { url } = view.fields();
  return kind === "content" && url !== undefined && foldedPage(url) === foldedPage(named.path);
}

function isReferenceTo({ kind, target }: Reference, named: TargetSelector): boolean {
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
