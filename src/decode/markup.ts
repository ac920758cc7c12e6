/** Markup as its parts: text, and the tags that lead to nodes, show media, or are the places of blocks and macros. */
import type { Kind } from "../operations.ts";
import type { Key } from "../site/tree/key.ts";
import type { Tag } from "../site/values/tag-reader.ts";

/** Changes to the attributes of a tag: `undefined` removes one. */
export type AttributeChanges = Map<string, string | undefined>;

/** What a tag refers to. */
export type TagReference =
  | {
      is: "link";
      kind: Kind;
      key: Key;
      /** The query and fragment behind the node. */
      suffix: string;
    }
  | { is: "image"; key: Key }
  | { is: "block"; id: Key };

/** A tag as it is stored, with the changes that are made however it is written, and `html`, the tag in the public JSON. */
type ReferringTag = TagReference & {
  html: string;
  tag: Tag;
  source: string;
  changes: Readonly<AttributeChanges>;
};

/** The place of a macro. What is between its tags stays where it is. */
type MacroPlace = ({ is: "macro"; id: Key } | { is: "macro-end" }) & { html: string };

/** Text, with all tags that refer to nothing, is the same however it is written. */
export type MarkupPart = string | ReferringTag | MacroPlace;

/** Returns markup as the public JSON has it. */
export function htmlOf(parts: readonly MarkupPart[]): string {
  let html = "";
  for (const part of parts) html += typeof part === "string" ? part : part.html;
  return html;
}
