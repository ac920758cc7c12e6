/** What the editor of a property must have been, as far as a value itself shows. */
import type { Kind } from "../../operations.ts";
import type { Shape } from "../../values/value-parts.ts";

/** Editors by what their values look like: what the CMS calls them up to version 7, and from 8 on. */
const EDITORS = {
  "rich text": ["Umbraco.TinyMCEv3", "Umbraco.TinyMCE"],
  dates: ["Umbraco.DateTime", "Umbraco.DateTime"],
  "0 and 1": ["Umbraco.TrueFalse", "Umbraco.TrueFalse"],
  "a media id": ["Umbraco.MediaPicker", "Umbraco.MediaPicker"],
  "media ids": ["Umbraco.MultipleMediaPicker", "Umbraco.MediaPicker"],
  "a content id": ["Umbraco.ContentPickerAlias", "Umbraco.ContentPicker"],
  "content ids": ["Umbraco.MultiNodeTreePicker", "Umbraco.MultiNodeTreePicker"],
  "a media UDI": ["Umbraco.MediaPicker2", "Umbraco.MediaPicker"],
  "media UDIs": ["Umbraco.MediaPicker2", "Umbraco.MediaPicker"],
  "a content UDI": ["Umbraco.ContentPicker2", "Umbraco.ContentPicker"],
  "content UDIs": ["Umbraco.MultiNodeTreePicker2", "Umbraco.MultiNodeTreePicker"],
  "paths of files": ["Umbraco.UploadField", "Umbraco.UploadField"],
  "files with crops": ["Umbraco.ImageCropper", "Umbraco.ImageCropper"],
  "media with crops": ["Umbraco.MediaPicker3", "Umbraco.MediaPicker3"],
  "nested content": ["Umbraco.NestedContent", "Umbraco.NestedContent"],
  "stacked content": ["Our.Umbraco.StackedContent", "Our.Umbraco.StackedContent"],
  archetypes: ["Imulus.Archetype", "Imulus.Archetype"],
  "values by language (Vorto)": ["Our.Umbraco.Vorto", "Our.Umbraco.Vorto"],
  grids: ["Umbraco.Grid", "Umbraco.Grid"],
  "block lists": ["Umbraco.BlockList", "Umbraco.BlockList"],
  "block grids": ["Umbraco.BlockGrid", "Umbraco.BlockGrid"],
  "single blocks": ["Umbraco.SingleBlock", "Umbraco.SingleBlock"],
  "rich text with blocks": ["Umbraco.RichText", "Umbraco.RichText"],
  "lists of links": ["Umbraco.RelatedLinks", "Umbraco.MultiUrlPicker"],
} as const;
export type ValueLook = keyof typeof EDITORS;

const BY_SHAPE: Readonly<Partial<Record<Shape, ValueLook>>> = {
  html: "rich text",
  date: "dates",
  boolean: "0 and 1",
  "media-path": "paths of files",
  "image-cropper": "files with crops",
  "media-picker-3": "media with crops",
  "nested-content": "nested content",
  "stacked-content": "stacked content",
  archetype: "archetypes",
  vorto: "values by language (Vorto)",
  grid: "grids",
  "block-list": "block lists",
  "block-grid": "block grids",
  "single-block": "single blocks",
  "rich-text-blocks": "rich text with blocks",
  "rich-text-json": "rich text with blocks",
  links: "lists of links",
};

/** Of these, one value that names several shows what all may. */
const SEVERAL: Readonly<Partial<Record<ValueLook, ValueLook>>> = {
  "a media id": "media ids",
  "a content id": "content ids",
  "a media UDI": "media UDIs",
  "a content UDI": "content UDIs",
};

const BOOLEAN = /^"?[01]"?$/;
const IDS = /^"?[1-9][0-9]{0,9}(?:,[1-9][0-9]{0,9})*"?$/;
const UDIS = /^"umb:\/\/(document|media)\/[0-9a-f]{32}(?:,umb:\/\/\1\/[0-9a-f]{32})*"$/i;

/** Tells which tree has a node of this id; `undefined` where none has. */
export type KindOfId = (id: number) => Kind | undefined;

/**
 * @param value compact JSON
 * @returns `undefined` where the value does not show it
 */
export function lookOf(value: string, shape: Shape, kindOfId: KindOfId): ValueLook | undefined {
  if (BOOLEAN.test(value)) return "0 and 1";
  const udi = UDIS.exec(value)?.[1].toLowerCase();
  if (udi !== undefined) return named(udi === "media" ? "media" : "content", "UDI", value);
  if (!IDS.test(value)) return BY_SHAPE[shape];
  const ids = value.replaceAll('"', "").split(",");
  const kinds = new Set(ids.map((id) => kindOfId(Number(id))));
  const [kind] = kinds;
  return kinds.size === 1 && kind !== undefined ? named(kind, "id", value) : undefined;
}

function named(kind: Kind, what: "id" | "UDI", value: string): ValueLook {
  return value.includes(",") ? `${kind} ${what}s` : `a ${kind} ${what}`;
}

/** Counts of looks, those of one node with those of several where any value has several. */
export function joined(looks: ReadonlyMap<ValueLook, number>): Map<ValueLook, number> {
  const all = new Map(looks);
  for (const [one, several] of Object.entries(SEVERAL) as [ValueLook, ValueLook][]) {
    const [count, more] = [all.get(one), all.get(several)];
    if (count === undefined || more === undefined) continue;
    all.delete(one);
    all.set(several, count + more);
  }
  return all;
}

/** @param isOld whether the data is that of a version up to 7 */
export function editorOf(look: ValueLook, isOld: boolean): string {
  return EDITORS[look][isOld ? 0 : 1];
}
