/** What a node shows of what an audit lists: its type, its editors and the shapes of their values, the elements inside. */
import type { ElementTypes } from "../../values/element-types.ts";
import { readValue } from "../../values/read-value.ts";
import type { Element } from "../../values/value-parts.ts";
import { NO_TYPE } from "../audit/audit-section.ts";
import { elementType } from "../audit/elements-section.ts";
import { entryIn } from "../map-entries.ts";
import type { NodeView } from "../site-nodes.ts";

/** Numbers what nodes show, the same for the same. */
export class TraitNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];

  /** What a number stands for, in words. */
  wordsOf(trait: number): string {
    return this.#words[trait];
  }

  /** @param name tells one from another, and begins with the words for people, up to a tab */
  numberOf(name: string): number {
    return entryIn(this.#numbers, name, () => this.#words.push(name.split("\t", 1)[0]) - 1);
  }
}

/** @returns what a node shows, each once, by number */
export function traitsOf(node: NodeView, types: ElementTypes, numbers: TraitNumbers): ReadonlySet<number> {
  const { type = NO_TYPE } = node.brief();
  const traits = new Set([numbers.numberOf(`type ${type}\t${node.kind}`)]);
  const show = (name: string) => traits.add(numbers.numberOf(name));
  for (const { alias, editorAlias, value } of node.properties()) {
    const { shape, elements } = readValue(value, editorAlias, types, alias);
    const editor = editorAlias ?? "";
    show(`editor ${editor}\t${node.kind} node ${type}`);
    show(`${shape} of ${editor}`);
    for (const element of elements) showElement(element, node.kind, show);
  }
  return traits;
}

function showElement(element: Element, kind: string, show: (name: string) => void): void {
  const type = elementType(element);
  show(`element ${type}\t${element.layout}`);
  for (const { editorAlias = "", shape } of element.properties) {
    show(`editor ${editorAlias}\t${kind} element ${type}`);
    show(`${shape} of ${editorAlias}`);
  }
}
