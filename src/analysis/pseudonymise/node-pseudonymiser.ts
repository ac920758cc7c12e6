/** Pseudonymises personal data in nodes: the same value always gets the same pseudonym. */

import { CMS_NODE_FIELDS } from "../../json/members.ts";
import type { NodeText } from "../../json/node-text.ts";
import { isNestedJson, replaceValues, stringOf } from "../../json/outline.ts";
import { type Rewriting, rewrittenNode } from "../../site/rewrite-node.ts";
import type { SiteReader } from "../../site/site-reader.ts";
import type { ValueParts } from "../../site/values/value-parts.ts";
import {
  numberPseudonym,
  type PseudonymCounts,
  type PseudonymScope,
  pseudonymiseText,
} from "./pseudonymise-text.ts";

export type PseudonymOptions = {
  /** Whether e-mail addresses and phone numbers are replaced in all texts. */
  contacts: boolean;
  /** Aliases of properties, of nodes and elements, whose visible text is replaced completely. */
  properties: readonly string[];
};

/** Fields that identify or describe a node. */
const KEPT_FIELDS: readonly string[] = CMS_NODE_FIELDS.filter((name) => name !== "name");
/** Aliases of properties that hold phone numbers. */
const OF_PHONES = /phone|telef|mobil|tlf|^tel|tel$|fax/i;

/**
 * @returns a function that pseudonymises the text of a node and keeps its references, the counts so far, and the properties
 * that no node has had so far
 */
export function nodePseudonymiser(
  { contacts, properties }: PseudonymOptions,
  site: Pick<SiteReader, "read">,
) {
  const counts: PseudonymCounts = { emails: 0, phones: 0, properties: 0 };
  const names = new Set(properties.map((alias) => alias.toLowerCase()));
  const unmet = new Set(names);

  const field = (name: string, json: string): string => {
    if (!contacts || KEPT_FIELDS.includes(name)) return json;
    return pseudonymiseJson(json, () => (OF_PHONES.test(name) ? "phone" : "contacts"), counts);
  };

  const property = ({ alias, editorAlias, value }: Parameters<Rewriting["property"]>[0]): string => {
    const parts = site.read(value, editorAlias, alias);
    const own = parts.elements.flatMap(({ properties }) => properties);
    const pointersOf = (isMeant: (alias: string) => boolean) => [
      ...(isMeant(alias) ? [""] : []),
      ...own.filter((each) => isMeant(each.alias)).map(({ pointer }) => pointer),
    ];
    const named = pointersOf((each) => {
      unmet.delete(each.toLowerCase());
      return names.has(each.toLowerCase());
    });
    if (named.length === 0 && !contacts) return value;
    const phones = pointersOf((each) => OF_PHONES.test(each));
    const isStructure = structureOf(parts);
    const picked = parts.references.filter(({ from }) => from === "picker").map(({ pointer }) => pointer);
    const partAt: PartAt = (pointer) => {
      if (picked.some((each) => isAtOrBelow(each, pointer))) return undefined;
      if (named.some((each) => isAtOrBelow(pointer, each)) && !isStructure(pointer)) return "all";
      if (!contacts) return undefined;
      return phones.some((each) => isAtOrBelow(pointer, each)) ? "phone" : "contacts";
    };
    return pseudonymiseJson(value, partAt, counts);
  };

  return { counts, unmet, scrub: (text: NodeText) => rewrittenNode(text, { field, property }) };
}

/**
 * Returns a test whether a pointer is in the structure around elements (keys, aliases, layouts) and not in a property
 * of one.
 */
function structureOf({ elements }: ValueParts): (pointer: string) => boolean {
  if (elements.length === 0) return () => false;
  const properties = elements.flatMap((element) => element.properties);
  const deepest = (all: readonly { pointer: string }[], pointer: string) =>
    all.reduce((length, each) => {
      return isAtOrBelow(pointer, each.pointer) ? Math.max(length, each.pointer.length) : length;
    }, -1);
  return (pointer) => deepest(properties, pointer) <= deepest(elements, pointer);
}

function isAtOrBelow(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}

/**
 * Returns the scope of replacement for the text or number at a JSON pointer; `undefined` to keep it. JSON inside a
 * string has the pointers of that JSON.
 */
type PartAt = (pointer: string) => PseudonymScope | undefined;

const FEWEST_DIGITS = 7;

/**
 * Replaces texts and numbers in JSON, and in JSON inside strings; the rest stays byte for byte.
 * @param json well-formed
 * @param counts changed
 */
function pseudonymiseJson(json: string, partAt: PartAt, counts: PseudonymCounts): string {
  return replaceValues(json, ({ text, node, pointer }) => {
    const own = text.slice(node.start, node.end);
    if (node.kind === "number") return pseudonymiseNumber(own, partAt(pointer), counts);
    const string = stringOf(text, node);
    if (string === undefined || isNestedJson(string)) return undefined;
    const part = partAt(pointer);
    const made = part === undefined ? string : pseudonymiseText(string, part, counts);
    return made === string ? own : JSON.stringify(made);
  });
}

function pseudonymiseNumber(text: string, part: PseudonymScope | undefined, counts: PseudonymCounts): string {
  const isReplaced = part === "all" || (part === "phone" && text.length >= FEWEST_DIGITS);
  if (!isReplaced) return text;
  counts[part === "all" ? "properties" : "phones"]++;
  return numberPseudonym(text);
}
