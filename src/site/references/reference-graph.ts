/** All references between the nodes of a site, in all its languages: outgoing, incoming and dead. */

import { copiedText } from "../../text/file-text.ts";
import { entryIn } from "../map-entries.ts";
import { type Pause, runInSlices, runSteps } from "../run-in-slices.ts";
import { variesByCulture } from "../schema/definitions.ts";
import type { SiteTypes, TypeTraits } from "../schema/site-types.ts";
import type { SiteNode } from "../site-nodes.ts";
import type { SiteReader } from "../site-reader.ts";
import type { Reference, ReferenceTarget } from "../values/value-parts.ts";
import { type NodeIndex, nodeIndexOf, type Resolution, siteIndexOf } from "./resolve-reference.ts";

export type DeadReference = {
  /** The node with the reference, in another language if it does not exist in the language that is read. */
  from: SiteNode;
  /** The alias of the node's property. */
  property: string;
  reference: Reference;
  why: Extract<Resolution, { state: "dead" }>["why"];
  /** The languages of the value; `undefined` is the language that is read. */
  languages: readonly (string | undefined)[];
};

/** A node at the other end of a reference. */
export type LinkEnd = {
  /** In the language of the reference, if it does not exist in the language that is read. */
  node: SiteNode;
  /** The language of the reference, if it is not the language that is read. */
  language?: string;
};

/** A node of a tree in any language. */
type TreeNode = Pick<SiteNode, "kind" | "tree" | "index">;

/**
 * References as edges between nodes, in whatever languages these exist. Several references from one node to another are
 * one edge; references to the own node are left out.
 */
export class ReferenceGraph {
  readonly dead: readonly DeadReference[];
  /** Nodes that exist only in other languages, once per language. */
  readonly onlyElsewhere: readonly LanguageView[];
  readonly #site: SiteReader;
  readonly #out: Edges;
  readonly #in: Edges;
  /** References in other languages, by the number of their source and of their target. */
  readonly #otherOut = new Map<number, LinkEnd[]>();
  readonly #otherIn = new Map<number, LinkEnd[]>();
  /** The numbers of nodes that exist only in other languages, by kind and key. */
  readonly #numbers = new Map<string, number>();

  /** Called by `ReferenceCollector` only. */
  constructor(
    site: SiteReader,
    out: Edges,
    dead: readonly DeadReference[],
    elsewhere: LanguageReferences = { found: [], same: [], dead: [], onlyElsewhere: [] },
  ) {
    this.#site = site;
    this.#out = out;
    this.#in = inverted(out);
    this.onlyElsewhere = elsewhere.onlyElsewhere;
    this.dead = elsewhere.dead.length > 0 ? joinedDead([...dead, ...elsewhere.dead]) : dead;
    const isBetween = ({ from, to }: LanguageLink) =>
      [from, to].some(({ kind, tree }) => tree !== site.trees[kind]);
    const links = [...elsewhere.same, ...elsewhere.found];
    // References of nodes that exist only in other languages come last.
    for (const { from, to, language } of links.toSorted((a, b) => +isBetween(a) - +isBetween(b))) {
      entryIn(this.#otherOut, this.numberOf(from), () => []).push({ node: to, language });
      entryIn(this.#otherIn, this.numberOf(to), () => []).push({ node: from, language });
    }
  }

  /** The number of a node, the same in all languages. */
  numberOf({ kind, tree, index }: TreeNode): number {
    const { content, media } = this.#site.trees;
    if (tree === this.#site.trees[kind]) return siteIndexOf({ kind, index }, content.size);
    const next = () => content.size + media.size + this.#numbers.size;
    return entryIn(this.#numbers, `${kind} ${tree.keyAt(index)}`, next);
  }

  /** Returns the nodes that a node refers to, in the order of its references; references in other languages last. */
  from(node: TreeNode): SiteNode[] {
    return this.#distinct(this.referencesFrom(node));
  }

  /**
   * Returns the nodes that refer to a node: content before media, each in preorder, then nodes that refer to it only in
   * other languages, last nodes that exist only there.
   */
  to(node: TreeNode): SiteNode[] {
    return this.#distinct(this.referencesTo(node));
  }

  /** Like `from`, with one entry per language. */
  referencesFrom(node: TreeNode): LinkEnd[] {
    const number = this.numberOf(node);
    return [...this.#linked(this.#out, number), ...(this.#otherOut.get(number) ?? [])];
  }

  /** Like `to`, with one entry per language. */
  referencesTo(node: TreeNode): LinkEnd[] {
    const number = this.numberOf(node);
    return [...this.#linked(this.#in, number), ...(this.#otherIn.get(number) ?? [])];
  }

  /** Counts the nodes that refer to a node. */
  countTo(node: TreeNode): number {
    const number = this.numberOf(node);
    const { bounds } = this.#in;
    if (this.#otherIn.has(number) || number + 1 >= bounds.length) return this.to(node).length;
    return bounds[number + 1] - bounds[number];
  }

  #distinct(linked: readonly LinkEnd[]): SiteNode[] {
    return [...new Map(linked.map(({ node }) => [this.numberOf(node), node])).values()];
  }

  #linked({ bounds, targets }: Edges, number: number): LinkEnd[] {
    const { content } = this.#site.trees;
    // Nodes that exist only in other languages have no edges in the language that is read.
    if (number + 1 >= bounds.length) return [];
    return Array.from(targets.subarray(bounds[number], bounds[number + 1]), (target) => ({
      node: this.#site.at(nodeIndexOf(target, content.size)),
    }));
  }
}

/** The targets of node n are `targets[bounds[n] … bounds[n + 1]]`. */
type Edges = { bounds: Uint32Array; targets: Uint32Array };

/** Reverses all edges by a counting sort. */
function inverted({ bounds, targets }: Edges): Edges {
  const nodes = bounds.length - 1;
  const begins = new Uint32Array(nodes + 2);
  for (const target of targets) begins[target + 2]++;
  for (let i = 1; i < begins.length; i++) begins[i] += begins[i - 1];
  const sources = new Uint32Array(targets.length);
  for (let node = 0; node < nodes; node++) {
    // Filling moves the start of each group to its end, where the next group starts.
    for (let at = bounds[node]; at < bounds[node + 1]; at++) sources[begins[targets[at] + 1]++] = node;
  }
  return { bounds: begins.subarray(0, nodes + 1), targets: sources };
}

/** Builds the graph in one pass over `siteNodes`, for callers that read all values anyway. */
export class ReferenceCollector {
  readonly #site: SiteReader;
  readonly #contentSize: number;
  readonly #bounds: Uint32Array;
  #targets = new Uint32Array(1024);
  #count = 0;
  /** By site index, the last node that referred to it, plus 1. */
  readonly #seenBy: Uint32Array;
  #node = 0;
  readonly #dead: DeadReference[] = [];

  constructor(site: SiteReader) {
    this.#site = site;
    const { content, media } = site.trees;
    this.#contentSize = content.size;
    this.#bounds = new Uint32Array(content.size + media.size + 1);
    this.#seenBy = new Uint32Array(content.size + media.size);
  }

  /** Adds the references of a node. Nodes must come in order. */
  read(node: SiteNode): void {
    for (const { property, parts } of this.#site.values(node)) {
      if (parts.references.length > 0) this.add(node, property.alias, parts.references);
    }
  }

  /**
   * @param from the same node as in the last call, or a later one
   * @param property the alias of the node's property
   * @returns what the references lead to
   */
  add(from: NodeIndex, property: string, references: readonly Reference[]): Resolution[] {
    this.#goTo(siteIndexOf(from, this.#contentSize));
    return references.map((reference) => {
      const found = this.#site.resolve(reference);
      if (found.state === "found") this.#addEdge(siteIndexOf(found, this.#contentSize));
      else if (found.state === "dead") this.#addDead(from, property, reference, found.why);
      return found;
    });
  }

  /** @param elsewhere references in other languages. Default: none */
  finish(elsewhere?: LanguageReferences): ReferenceGraph {
    this.#goTo(this.#seenBy.length);
    const edges = { bounds: this.#bounds, targets: this.#targets.slice(0, this.#count) };
    return new ReferenceGraph(this.#site, edges, this.#dead, elsewhere);
  }

  #addDead(from: NodeIndex, property: string, reference: Reference, why: DeadReference["why"]): void {
    const kept = { ...reference, target: ownTarget(reference.target), text: copiedText(reference.text) };
    this.#dead.push({
      from: this.#site.at(from),
      property: copiedText(property),
      reference: kept,
      why,
      languages: [undefined],
    });
  }

  /** Closes the edge lists of all nodes before this one. */
  #goTo(node: number): void {
    while (this.#node < node) this.#bounds[++this.#node] = this.#count;
  }

  #addEdge(target: number): void {
    if (target === this.#node || this.#seenBy[target] === this.#node + 1) return;
    this.#seenBy[target] = this.#node + 1;
    if (this.#count === this.#targets.length) {
      const larger = new Uint32Array(this.#count * 2);
      larger.set(this.#targets);
      this.#targets = larger;
    }
    this.#targets[this.#count++] = target;
  }
}

/**
 * Joins the dead references of all languages: the same text in the same property of a node is one dead reference, which
 * names each language that has it.
 */
function joinedDead(all: readonly DeadReference[]): DeadReference[] {
  const byText = new Map<string, (string | undefined)[]>();
  return all.flatMap((each) => {
    const { from, property, reference, languages } = each;
    const name = JSON.stringify([from.kind, from.tree.keyAt(from.index), property, reference.text]);
    const known = entryIn(byText, name, () => [...languages]);
    // The text can occur several times in a value; values of other languages only add their language.
    if (known[0] === languages[0]) return [{ ...each, languages: known }];
    for (const language of languages) if (!known.includes(language)) known.push(language);
    return [];
  });
}

function ownTarget(target: ReferenceTarget): ReferenceTarget {
  if (target.by === "id") return target;
  return target.by === "key"
    ? { ...target, key: copiedText(target.key) }
    : { ...target, path: copiedText(target.path) };
}

/** Reads all values of a site in the language that is read, and builds the graph of their references. */
export function buildReferenceGraph(site: SiteReader): ReferenceGraph {
  return runSteps(referenceSteps(site));
}

/**
 * Like `buildReferenceGraph`, one node per step, so that a server can answer requests in between.
 * @param elsewhere references in other languages. Default: none
 * @param visit called with each node while `site.values` has its values. Default: nothing
 */
export function* referenceSteps(
  site: SiteReader,
  elsewhere?: LanguageReferences,
  visit?: (node: SiteNode) => void,
): Generator<void, ReferenceGraph, void> {
  const collector = new ReferenceCollector(site);
  for (const node of site.nodes()) {
    collector.read(node);
    visit?.(node);
    yield;
  }
  return collector.finish(elsewhere);
}

/** A node in one of the languages of its site. */
export type LanguageView = { view: SiteNode; language: string };

/**
 * A reference in another language than the one that is read. Its ends are nodes in the language that is read, or in its own
 * language if they exist only in others.
 */
type LanguageLink = { language: string; from: SiteNode; to: SiteNode };

type LanguageReference = LanguageLink & { property: string; reference: Reference };

export type LanguageReferences = {
  found: readonly LanguageReference[];
  /** References that are the same in the language that is read. */
  same: readonly LanguageLink[];
  dead: readonly DeadReference[];
  /** Nodes that exist only in other languages, once per language. */
  onlyElsewhere: readonly LanguageView[];
};

/**
 * Reads the values that differ in the other languages of a site, and equal values that vary by language. A
 * reference in a value that does not vary belongs to no language.
 * @param read the site in the language that is read
 * @param others the site in its other languages; references resolve within their own language
 * @param pause as for `runInSlices`
 */
export async function readLanguageReferences(
  read: SiteReader,
  others: AsyncIterable<SiteReader>,
  pause?: Pause,
): Promise<LanguageReferences> {
  const all = { found: [], same: [], dead: [], onlyElsewhere: [] };
  for await (const other of others)
    await runInSlices(languageReferenceSteps(read, other, all), undefined, pause);
  return all;
}

/** @param all receives the references */
function* languageReferenceSteps(
  read: SiteReader,
  other: SiteReader,
  all: { [Part in keyof LanguageReferences]: LanguageReferences[Part][number][] },
): Generator<void, void, void> {
  const { culture: language = "" } = other;
  const variesIn = variants(read.types());
  const onlyHere = Array.from(other.nodes()).filter((node) => !sameNode(node, read));
  for (const view of onlyHere) all.onlyElsewhere.push({ view, language });
  for (const view of other.nodes()) {
    const inRead = sameNode(view, read);
    const from = inRead ?? view;
    const known = inRead && valuesByAlias(inRead);
    const varies = variesIn(view);
    for (const { alias: property, editorAlias, value } of view.properties()) {
      const isSame = known?.get(property) === value;
      // A value that does not vary is one value of all languages.
      const isOwn = !isSame || varies(property);
      // An equal value can only lead elsewhere if its target exists only in this language.
      if (!isOwn && onlyHere.length === 0) continue;
      // The types are the same in all languages, and resolved for one.
      for (const reference of read.read(value, editorAlias, property).references) {
        const resolved = other.resolve(reference);
        if (resolved.state === "dead" && isOwn)
          all.dead.push({ from, property, reference, why: resolved.why, languages: [language] });
        if (resolved.state !== "found") continue;
        const isItself = resolved.kind === view.kind && resolved.index === view.index;
        if (isItself) continue;
        const target = other.at(resolved);
        const targetInRead = sameNode(target, read);
        const to = targetInRead ?? target;
        if (!isSame || !targetInRead) all.found.push({ language, from, to, property, reference });
        else if (isOwn) all.same.push({ language, from, to });
      }
    }
    yield;
  }
}

/** Returns a test whether a property has a value for each language, as types say; never if they do not. */
function variants(types: SiteTypes): (node: SiteNode) => (alias: string) => boolean {
  const byType = new Map<string, TypeTraits | undefined>();
  return (node) => {
    const { type = "" } = node.brief();
    const traits = entryIn(byType, `${node.kind} ${type}`, () => {
      const found = types[node.kind].find((each) => each.alias === type);
      return found && types.traits?.get(found.key);
    });
    if (!traits || !variesByCulture(traits.variation)) return () => false;
    return (alias) => variesByCulture(traits.properties.get(alias)?.variation ?? "nothing");
  };
}

/** The node in the language that is read. */
function sameNode({ kind, tree, index }: SiteNode, read: SiteReader): SiteNode | undefined {
  const same = read.trees[kind].findKey(tree.keyAt(index));
  return same < 0 ? undefined : read.at({ kind, index: same });
}

function valuesByAlias(node: SiteNode): ReadonlyMap<string, string> {
  return new Map(Array.from(node.properties(), ({ alias, value }) => [alias, value]));
}
