/** Properties whose editor the data does not name: what all their values have in common decides. */
import { KINDS, type Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import type { SiteTrees } from "../site/site-data.ts";
import { siteNodes } from "../site/site-nodes.ts";
import type { GivenEditors } from "../site/values/element-types.ts";
import { nodeId } from "../site/values/text-references.ts";
import { isUnset } from "./node-values.ts";
import { TEXT_EDITOR } from "./target-data-types.ts";
import type { TargetProperty } from "./target-model.ts";

/** Editors of values that are texts in the data, from the narrowest to the widest, by what all values must match. */
const EDITORS: readonly { editor: string; matches: RegExp }[] = [
  // Check boxes of old versions.
  { editor: "Umbraco.TrueFalse", matches: /^[01]$/ },
  // A number prints back as it is stored: not 007, 1.50 or 12345678901, which an integer does not hold.
  { editor: "Umbraco.Integer", matches: /^(?:0|-?[1-9]\d{0,8})$/ },
  { editor: "Umbraco.Decimal", matches: /^(?:0|-?[1-9]\d{0,8}|-?(?:0|[1-9]\d{0,8})\.\d{0,8}[1-9])$/ },
];

/** Ids in a stored value, with commas between them, as pickers of version 7 store them if they do not store XML. */
const IDS = /^"?([1-9]\d*(?:,[1-9]\d*)*)"?$/;

/** What the values of a property pick so far; without a kind if they do not pick nodes of one kind. */
type Picked = { kind: Kind | undefined; hasSeveral: boolean };

/**
 * Finds the properties of nodes whose values are ids of nodes.
 * @returns the old editor of a property: a media picker, or, if a value has several ids of pages, a tree picker
 */
export function guessedPickers(trees: SiteTrees): GivenEditors {
  const picked = new Map<string, Picked>();
  for (const node of siteNodes(trees)) {
    const { type = "" } = node.fields();
    for (const { alias, editorAlias, value } of node.properties()) {
      if (editorAlias !== null || value === '""' || value === "null") continue;
      const isXml = value.startsWith('"<MultiNodePicker');
      const ids = IDS.exec(value)?.[1].split(",") ?? [""];
      const kinds = isXml
        ? new Set(["content" as const])
        : new Set(ids.map((id) => KINDS.find((kind) => trees[kind].findId(nodeId(id) ?? 0) >= 0)));
      const [kind] = kinds;
      const found = entryIn(picked, `${type}.${alias}`.toLowerCase(), () => ({ kind, hasSeveral: false }));
      if (kinds.size > 1 || found.kind !== kind) found.kind = undefined;
      if (ids.length > 1 || isXml) found.hasSeveral = true;
    }
  }
  return (type, alias) => {
    const { kind, hasSeveral = false } = picked.get(`${type}.${alias}`.toLowerCase()) ?? {};
    if (kind === "media") return hasSeveral ? "Umbraco.MultipleMediaPicker" : "Umbraco.MediaPicker";
    // A number alone can be the id of a page by chance.
    return kind === "content" && hasSeveral ? "Umbraco.MultiNodeTreePicker" : undefined;
  };
}

export class GuessedProperties {
  /** By property, the editors that all its values so far can have. */
  readonly #editors = new Map<TargetProperty, Set<string>>();

  /** The media pickers that keep texts, since the data lacks the media. */
  readonly #lostMedia = new Set<TargetProperty>();

  /** Notes a value of a property. */
  add(value: unknown, property: TargetProperty): void {
    const isPicker = property.dataType.editor === "Umbraco.MediaPicker3";
    if (isPicker && typeof value === "string" && value !== "") this.#lostMedia.add(property);
    if (!property.isGuessed || property.dataType.editor !== TEXT_EDITOR || isUnset(value)) return;
    const left = entryIn(this.#editors, property, () => new Set(EDITORS.map(({ editor }) => editor)));
    for (const { editor, matches } of EDITORS)
      if (typeof value !== "string" || !matches.test(value)) left.delete(editor);
  }

  /** Whether a property picks media that the data lacks, whose paths or ids it keeps as a text. */
  losesMedia(property: TargetProperty): boolean {
    return this.#lostMedia.has(property);
  }

  /** The editor of a property, for all of its values; `undefined` if they are no more than texts. */
  editorOf(property: TargetProperty): string | undefined {
    const left = this.#editors.get(property);
    return EDITORS.find(({ editor }) => left?.has(editor))?.editor;
  }
}
