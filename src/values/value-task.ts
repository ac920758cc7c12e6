/** What of a value is still to be looked at, and how. */
import { hasBlockKeys } from "./block-order.ts";
import type { Editor } from "./editors.ts";
import { type JsonNode, memberOf } from "./json-outline.ts";
import type { FoundElement } from "./layouts.ts";
import { mayHold } from "./text-references.ts";
import type { Shape } from "./value-parts.ts";

/** What values that lie in one text and one element have in common. */
export type ValueScope = {
  text: string;
  /** The index of the element. */
  element: number | undefined;
  /** How many strings it lies in that hold JSON. */
  strings: number;
  /** The alias of the grid's control around it. */
  control?: string;
  /** Whether it is rich text whose blocks are named by GUIDs. */
  hasBlockKeys?: boolean;
};

/** A value that is still to be looked at. */
export type ValueTask = {
  scope: ValueScope;
  node: JsonNode;
  pointer: string;
  editor: Editor | undefined;
  /** Whose whole value it is, and so to be told its shape. */
  whole?: Shaped;
};

/** A property, while its shape is still to be told. */
export type Shaped = { shape: Shape };

/** An element that is still to be told. */
export type ElementTask = {
  scope: ValueScope;
  found: FoundElement;
  pointer: string;
  /** The indexes that the elements of the same object have got so far. */
  siblings: (number | undefined)[];
  place: number;
};

/** Whether a value can be seen to hold nothing without being taken out of its text. */
export function isDull(text: string, node: JsonNode, editor: Editor | undefined): boolean {
  if (node.kind === "literal") return true;
  if (editor?.reads === "nodes") return false;
  if (node.kind === "number") return true;
  if (node.kind !== "string") return node.items.length === 0;
  // Links may be the URLs of pages.
  if (editor?.reads === "links" && text.startsWith('"/', node.start)) return false;
  const written = text.slice(node.start, node.end);
  return !(mayHold(written) || written.includes("\\"));
}

/** Of the members of an object: those of links, and of what keeps a file, are of it. */
export function heldEditor(editor: Editor | undefined): Editor | undefined {
  return editor?.reads === "links" || editor?.reads === "file" ? editor : undefined;
}

/** Where an object is rich text with blocks, what the markup in it is to be known by. */
export function richTextScope({ scope, node }: ValueTask): ValueScope | undefined {
  const blocks = memberOf(node, "markup") && memberOf(node, "blocks");
  return blocks && { ...scope, hasBlockKeys: hasBlockKeys(scope.text, blocks) };
}
