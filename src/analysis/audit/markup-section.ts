/** The section about markup in rich text: tags, attributes, classes and inline styles by editor. */

import { entryIn } from "../../site/map-entries.ts";
import { editorFor } from "../../site/values/editors.ts";
import { tagsIn } from "../../site/values/tag-reader.ts";
import type { ReadableValue } from "../../site/values/value-parts.ts";
import { markupIn } from "../../site/values/visible-words.ts";
import {
  type AuditRow,
  type AuditSection,
  NODES_COLUMN,
  type NodeAt,
  type PropertyUse,
  sortedBy,
  TEXT_COLUMN,
} from "./audit-section.ts";

/** Comments are skipped, and closing tags are no tags of their own. */
const TAG_OR_COMMENT = /<!--[\s\S]*?(?:-->|$)|<(?=[a-z])/gi;

type MarkupUse = {
  what: "tag" | "attribute" | "class" | "style";
  /** `font`, `td valign`, `btn`, `text-align`. */
  name: string;
  editorAlias: string | undefined;
  count: number;
  nodes: number;
  /** The first node with it, and the one that was counted last. */
  example: PropertyUse;
  last: PropertyUse;
};

/** Counts the markup of values. */
export class MarkupUses {
  readonly #uses = new Map<string, MarkupUse>();

  /** Only rich text has markup, and an editor of plain text shows tags as text. */
  add(value: ReadableValue, editorAlias: string | null | undefined, where: PropertyUse): void {
    const { reads = "markup" } = editorFor(editorAlias ?? undefined) ?? {};
    if (reads !== "markup") return;
    for (const html of markupIn(value)) this.#addHtml(html, editorAlias ?? undefined, where);
  }

  #addHtml(html: string, editorAlias: string | undefined, where: PropertyUse): void {
    for (const tag of tagsIn(html, TAG_OR_COMMENT)) {
      const add = (what: MarkupUse["what"], name: string) => this.#count({ what, name, editorAlias }, where);
      add("tag", tag.name);
      for (const { name, value } of tag.attributes) {
        add("attribute", `${tag.name} ${name}`);
        if (name === "class") for (const each of value.split(/\s+/).filter(Boolean)) add("class", each);
        if (name === "style") for (const each of stylesIn(value)) add("style", each);
      }
    }
  }

  #count(use: Pick<MarkupUse, "what" | "name" | "editorAlias">, where: PropertyUse): void {
    const known = entryIn(this.#uses, JSON.stringify([use.what, use.name, use.editorAlias]), () => {
      return { ...use, count: 0, nodes: 0, example: where, last: where };
    });
    const isSameNode = known.last.index === where.index && known.last.owner.kind === where.owner.kind;
    if (known.count === 0 || !isSameNode) known.nodes++;
    known.count++;
    known.last = where;
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = Array.from(this.#uses.values(), (use): AuditRow => {
      const { what, name, editorAlias, count, nodes, example } = use;
      return {
        cells: { markup: what, called: name, count, nodes, editor: editorAlias },
        node: nodeAt(example.owner.kind, example.index),
      };
    });
    return sortedBy("count", {
      name: "markup",
      title: "Markup in rich text, by editor",
      columns: {
        markup: TEXT_COLUMN,
        called: TEXT_COLUMN,
        count: { of: "count", title: "Times" },
        nodes: NODES_COLUMN,
        editor: TEXT_COLUMN,
      },
      rows,
    });
  }
}

/** The names of the properties in a `style` attribute, each once. */
function stylesIn(style: string): string[] {
  const names = style.split(";").map((declaration) => declaration.split(":", 1)[0].trim().toLowerCase());
  return [...new Set(names)].filter((name) => /^-{0,2}[a-z][a-z0-9-]*$/.test(name));
}
