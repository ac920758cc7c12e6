/** Full-text search: every word must match, and nodes with the best matching names come first. */

import type { Kind } from "../../operations.ts";
import { entryIn } from "../../site/map-entries.ts";
import { findType } from "../../site/schema/find-type.ts";
import type { SiteTypes } from "../../site/schema/site-types.ts";
import type { SiteNode, SiteProperty } from "../../site/site-nodes.ts";
import type { SiteReader } from "../../site/site-reader.ts";
import type { Tree } from "../../site/tree/tree.ts";
import { visibleText } from "../../site/values/visible-html.ts";
import { shortened } from "../../text/visible-text.ts";
import { type NodeSelector, parseNodeSelector } from "./criteria.ts";
import { selectedNodes, wholeUrl } from "./criteria-tests.ts";
import { markedParts, searchWords } from "./marked-text.ts";
import { foldedLetters, letterFolder, mayHoldWords, searchedText, valueTexts } from "./search-text.ts";

/**
 * How well a node fits, best first: its id, key, UDI or URL is the text; its name is the text, begins with it, has a word
 * that begins with it, contains it, contains all words; its name and type contain all words; its URL begins with the
 * text, or name, type and URL contain all words; its key contains the digits; its values contain the words that name,
 * type and URL lack.
 */
const RANKS = ["named", "exact", "start", "word", "part", "words", "type", "url", "key", "value"] as const;
type Rank = (typeof RANKS)[number];

/** What of a node contains the words. */
type FoundIn = {
  in: "id" | "key" | "url" | "name" | "type" | "value";
  /** Whether the text is the node's id, key, UDI or URL. */
  isNamed?: true;
  /** The alias of the property, if a value was searched. */
  property?: string;
  /** The URL, or the part of the value around the first word. */
  text?: string;
};

/** A text, read once for all nodes. */
export type TextQuery = {
  /** Without case and accents. */
  text: string;
  words: readonly string[];
  named?: NodeSelector;
  /** Set if the text is a path or a URL: the path in lower case. */
  path?: string;
  /** Set if the text may be a part of a key: its digits. */
  keyDigits?: string;
};

/** Shorter runs of hexadecimal digits are in too many keys by chance. */
const FEWEST_KEY_DIGITS = 6;
/** How many characters of a value are shown before the first word, and in all. */
const SNIPPET_BEFORE = 40;
const SNIPPET_LENGTH = 160;

export function readTextQuery(given: string): TextQuery {
  const text = given.trim();
  const named = parseNodeSelector(text);
  const path = /^(?:\/|https?:\/\/)/i.test(text) ? pathBehindHost(text) : undefined;
  const digits = text.replaceAll("-", "").toLowerCase();
  const isKeyPart = /^[0-9a-f]+$/.test(digits) && digits.length >= FEWEST_KEY_DIGITS;
  return {
    text: foldedLetters(text),
    words: named || path ? [foldedLetters(text)] : searchWords(text),
    named,
    path: path || undefined,
    keyDigits: isKeyPart ? digits : undefined,
  };
}

type RankedSearch = {
  kinds?: readonly Kind[];
  /** Nodes that exist only in other languages. Default: none. */
  elsewhere?: readonly SiteNode[];
  /** What a node must meet beside the text. Default: nothing. */
  isWanted?: (node: SiteNode) => boolean;
  /** The heads of the site's nodes, if they are kept between searches. Default: they are read for this one. */
  heads?: SearchedHeads | undefined;
  /** The properties of a node without secrets. */
  properties: (node: SiteNode) => Iterable<SiteProperty>;
  /** Values are searched until so many nodes are found; names, types, URLs and keys always are, so that the order holds. */
  enough: number;
};

/** `isComplete`: whether all nodes were searched. */
export type FoundSoFar = { nodes: readonly SiteNode[]; isComplete: boolean };

/** The nodes that fit, best first, nodes of equal rank in the order of the site. Takes a step for each node. */
export function* rankedSteps(
  query: TextQuery,
  site: SiteReader,
  {
    kinds,
    elsewhere = [],
    isWanted = () => true,
    heads = new SearchedHeads(site.types()),
    properties,
    enough,
  }: RankedSearch,
): Generator<void, FoundSoFar, void> {
  const { trees } = site;
  const byRank = new Map<Rank, SiteNode[]>();
  const seen = new Set<number | SiteNode>();
  let count = 0;
  const add = (rank: Rank, node: SiteNode) => {
    entryIn(byRank, rank, () => []).push(node);
    count++;
  };
  /** One number for each node of the site: positions of media are negative. */
  const identity = (node: SiteNode) => {
    const { kind, tree, index } = node;
    if (tree !== trees[kind]) return node;
    return kind === "content" ? index : -1 - index;
  };
  const all = function* () {
    yield* site.nodes(kinds);
    yield* elsewhere;
  };
  const fold = letterFolder();
  const ranked = () => RANKS.flatMap((rank) => byRank.get(rank) ?? []);
  if (query.named) {
    // By index, since the keys of some nodes are derived.
    for (const node of selectedNodes(site, query.named)) {
      if ((kinds && !kinds.includes(node.kind)) || !isWanted(node)) continue;
      seen.add(identity(node));
      add("named", node);
    }
  }
  for (const node of all()) {
    yield;
    const rank = seen.has(identity(node)) ? undefined : headRank(query, node, heads.of(node));
    if (!rank || !isWanted(node)) continue;
    seen.add(identity(node));
    add(rank, node);
  }
  for (const node of all()) {
    if (count >= enough) return { nodes: ranked(), isComplete: false };
    yield;
    if (seen.has(identity(node))) continue;
    const missing = wordsMissingIn(heads.of(node), query);
    if (!mayHoldWords(node.tree.text(node.index).toString(), missing, fold)) continue;
    if (!valuesHold(missing, node.properties(), fold)) continue;
    // Redacting takes longer than matching, so only matches are redacted.
    if (isWanted(node) && valuesHold(missing, properties(node), fold)) add("value", node);
  }
  return { nodes: ranked(), isComplete: true };
}

/** Why a node was found. */
export function explainMatch(
  query: TextQuery,
  node: SiteNode,
  { types, properties }: Pick<RankedSearch, "properties"> & { types: SiteTypes },
): FoundIn {
  const head = new SearchedHeads(types).of(node);
  const rank = headRank(query, node, head);
  const { url } = node.fields();
  if (rank === "named") {
    const by = query.path ? "url" : query.named?.by === "id" ? "id" : "key";
    return { in: by, isNamed: true, ...(by === "url" && { text: url }) };
  }
  if (rank === "key") return { in: "key" };
  if (rank === "url") return { in: "url", text: url };
  if (rank === "type") return { in: "type" };
  if (rank) return { in: "name" };
  return snippetFrom(wordsMissingIn(head, query), properties(node));
}

function headRank(
  { text, words, named, path, keyDigits }: TextQuery,
  node: SiteNode,
  head: SearchedHead,
): Rank | undefined {
  if (isSelected(node, named)) return "named";
  const url = path === undefined ? undefined : pathBehindHost(node.fields().url ?? "");
  if (path && url && wholeUrl(url) === wholeUrl(path)) return "named";
  const { name, type } = head;
  if (name.includes(text)) {
    if (name === text) return "exact";
    if (name.startsWith(text)) return "start";
    return beginsWord(name, text) ? "word" : "part";
  }
  if (words.every((word) => name.includes(word))) return "words";
  const isIn = (word: string) => name.includes(word) || type.includes(word);
  if (words.every(isIn)) return "type";
  if (path && url?.startsWith(path)) return "url";
  if (head.path !== "" && words.every((word) => isIn(word) || head.path.includes(word))) return "url";
  return keyDigits && node.tree.keyAt(node.index).replaceAll("-", "").includes(keyDigits) ? "key" : undefined;
}

function isSelected({ kind, tree, index }: SiteNode, named: NodeSelector | undefined): boolean {
  if (!named || (named.kind ?? kind) !== kind) return false;
  return named.by === "id" ? tree.idAt(index) === named.id : tree.keyAt(index) === named.key;
}

/** Whether the text follows a character that is no letter and no digit. */
function beginsWord(name: string, text: string): boolean {
  for (let at = name.indexOf(text, 1); at > 0; at = name.indexOf(text, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(name[at - 1])) return true;
  }
  return false;
}

/** The path of a URL in lower case, without its host. */
function pathBehindHost(url: string): string {
  return url.toLowerCase().replace(/^https?:\/\/[^/]*/, "");
}

/** What of a node is searched beside its values, folded. */
type SearchedHead = {
  name: string;
  /** Alias and name of the type. */
  type: string;
  url: string;
  /** The URL without its host. */
  path: string;
};

/** The heads of the nodes of a site, each folded when it is first searched. They take 200 to 300 bytes a node. */
export class SearchedHeads {
  readonly #types: SiteTypes;
  /** Alias and name of types, by kind and alias. */
  readonly #typeTexts = new Map<string, string>();
  readonly #fold = letterFolder();
  /** By tree, then by index. */
  readonly #heads = new Map<Tree, SearchedHead[]>();

  constructor(types: SiteTypes) {
    this.#types = types;
  }

  of(node: SiteNode): SearchedHead {
    const { tree, index } = node;
    const heads = entryIn(this.#heads, tree, () => []);
    heads[index] ??= this.#read(node);
    return heads[index];
  }

  #read(node: SiteNode): SearchedHead {
    const { name, type, url: written = "" } = node.fields();
    const url = this.#fold(written);
    const path = this.#fold(pathBehindHost(written));
    return {
      name: this.#fold(name),
      type: type ? this.#textOfType(node.kind, type) : "",
      url,
      path: path === url ? url : path,
    };
  }

  #textOfType(kind: Kind, alias: string): string {
    return entryIn(this.#typeTexts, `${kind} ${alias}`, () => {
      const found = findType(this.#types[kind], { by: "alias", alias });
      return foldedLetters(`${alias} ${found?.name ?? ""}`);
    });
  }
}

function wordsMissingIn({ name, type, url }: SearchedHead, { words }: TextQuery): string[] {
  return words.filter((word) => !(name.includes(word) || type.includes(word) || url.includes(word)));
}

function valuesHold(
  words: readonly string[],
  properties: Iterable<SiteProperty>,
  fold: (text: string) => string,
): boolean {
  const left = new Set(words);
  for (const { value } of properties) {
    for (const text of valueTexts(value)) {
      const searched = searchedText(text, fold);
      for (const word of left) if (searched.includes(word)) left.delete(word);
      if (left.size === 0) return true;
    }
  }
  return left.size === 0;
}

/** The part of a value that contains most of the words; of several, the first. */
function snippetFrom(words: readonly string[], properties: Iterable<SiteProperty>): FoundIn {
  let best: { property: string; text: string; count: number } | undefined;
  for (const { alias, value } of properties) {
    for (const text of valueTexts(value)) {
      const searched = searchedText(text, foldedLetters);
      const count = words.filter((word) => searched.includes(word)).length;
      if (count > (best?.count ?? 0)) best = { property: alias, text, count };
    }
  }
  if (!best) return { in: "value" };
  const readable = visibleText(best.text);
  const text = firstMatch(readable, words) === undefined ? best.text : readable;
  return { in: "value", property: best.property, text: snippetOf(text, words) };
}

function snippetOf(text: string, words: readonly string[]): string {
  const at = firstMatch(text, words) ?? 0;
  const space = at > SNIPPET_BEFORE ? text.indexOf(" ", at - SNIPPET_BEFORE) : -1;
  const start = at <= SNIPPET_BEFORE ? 0 : space >= 0 && space < at ? space + 1 : at - SNIPPET_BEFORE;
  return `${start > 0 ? "…" : ""}${shortened(text.slice(start), SNIPPET_LENGTH)}`;
}

/** Where the first of the words begins in a text. */
function firstMatch(text: string, words: readonly string[]): number | undefined {
  let at = 0;
  for (const { text: part, isMatch } of markedParts(text, words)) {
    if (isMatch) return at;
    at += part.length;
  }
  return undefined;
}
