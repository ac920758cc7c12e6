/** Decodes the grid of versions 7 and 8 as a block grid. */

import {
  CONTROL_EDITORS,
  controlKind,
  type GridArea,
  type GridSection,
  gridSections,
  MACRO_MEMBERS,
} from "../site/values/layouts.ts";
import { referenceOfObject } from "../site/values/picked-references.ts";
import type { StoredValue } from "../site/values/stored-value.ts";
import type { ValueShape } from "../site/values/value-parts.ts";
import { type DecodedMembers, type DecodedValue, jsonOf, PART } from "./decoded-value.ts";
import type { CountedValue, Decode, Decoding, TypelessPart, ValueAt } from "./decoding.ts";
import { derivedKey, elementId } from "./element-ids.ts";
import { decodedElement, storedElements } from "./elements.ts";
import { focalPointIn } from "./media-crops.ts";
import { parsed } from "./plain-values.ts";
import { pickedMedia, referencedNode } from "./referenced-nodes.ts";
import { macroItem } from "./rich-text.ts";

const COLUMNS = 12;

/** @param richText decodes the controls of the rich text editor */
export function grid(richText: Decode): Decode {
  return (at, decoding) => {
    const entered = at.value.entered();
    if (!entered.member("sections")) decoding.report(at, "malformed-value", entered.written);
    const reader = new GridReader(at, decoding, richText);
    const sections = gridSections(entered);
    const [only] = sections;
    const isSingle = sections.length === 1 && only !== undefined && reader.settings(only.value) === null;
    const items = isSingle ? reader.rows(only) : sections.map((section) => reader.section(section));
    return {
      gridColumns: COLUMNS,
      items,
      ...(decoding.site.mode !== "delivery" && { layout: "grid" }),
      [PART]: { is: "block-grid" },
    };
  };
}

class GridReader {
  readonly #at: ValueAt;
  readonly #decoding: Decoding;
  readonly #richText: Decode;

  constructor(at: ValueAt, decoding: Decoding, richText: Decode) {
    this.#at = at;
    this.#decoding = decoding;
    this.#richText = richText;
  }

  section(section: GridSection): DecodedMembers {
    const { value, columnSpan = COLUMNS } = section;
    const area = { alias: "rows", rowSpan: 1, columnSpan: COLUMNS, items: this.rows(section) };
    return this.#item(value, "gridSection", "section", columnSpan, [area]);
  }

  rows({ rows }: GridSection): DecodedMembers[] {
    return rows.map(({ value, name = "row", areas }) => {
      const columns = areas.map((area, i) => this.#column(area, i));
      return this.#item(value, "gridRow", name, COLUMNS, columns);
    });
  }

  /** The configuration and styles of a part of the grid, if it has any. */
  settings(part: StoredValue): DecodedMembers | null {
    const stored: [string, StoredValue][] = [];
    for (const name of ["config", "styles"]) {
      const members = part.member(name)?.entered();
      if (members?.node.kind !== "object") continue;
      for (const [i, alias] of members.node.names.entries())
        stored.push([alias, members.part(members.node.items[i], [alias])]);
    }
    if (stored.length === 0) return null;
    const properties = stored.map(([alias, value]): [string, DecodedValue] => [alias, parsed(value)]);
    const values = stored.map(([alias, { written }]) => ({ alias, value: written }));
    this.#count("gridSettings", "gridSettings", { ...this.#at, value: part }, values);
    return {
      contentType: "gridSettings",
      id: derivedKey({ ...this.#at, value: part }, "settings"),
      properties: Object.fromEntries(properties),
    };
  }

  #count(
    part: TypelessPart,
    alias: string,
    { property, value }: ValueAt,
    values: readonly CountedValue[] = [],
  ): void {
    this.#decoding.site.uses?.addPart(part, alias, property.alias + value.pointer, values);
  }

  #item(
    stored: StoredValue,
    part: TypelessPart,
    contentType: string,
    columnSpan: number,
    areas: readonly DecodedMembers[],
  ): DecodedMembers {
    const at = { ...this.#at, value: stored };
    this.#count(part, contentType, at);
    const content = { contentType, id: elementId(at, stored.memberText("id")), properties: {} };
    return {
      ...this.#spans(columnSpan),
      areas,
      content,
      settings: this.settings(stored),
      [PART]: { is: "block" },
    };
  }

  #spans(columnSpan: number): DecodedMembers {
    return { rowSpan: 1, columnSpan, areaGridColumns: COLUMNS };
  }

  #column({ value, columnSpan = COLUMNS, controls }: GridArea, index: number): DecodedMembers {
    const settings = this.settings(value);
    return {
      alias: `column${index + 1}`,
      rowSpan: 1,
      columnSpan,
      items: controls.flatMap((control) => this.#control(control, columnSpan)),
      ...(settings && { settings }),
    };
  }

  #control(control: StoredValue, columnSpan: number): DecodedMembers[] {
    const settings = this.settings(control);
    return this.#contents(control).map(({ layout, ...block }) => ({
      ...this.#spans(columnSpan),
      areas: [],
      content: block.content,
      settings: settings ?? block.settings,
      ...(layout !== undefined && { layout }),
      [PART]: { is: "block" },
    }));
  }

  /** The elements of a control: LeBlender has one for each of its entries. */
  #contents(control: StoredValue): DecodedMembers[] {
    const editor = control.member("editor")?.entered();
    const alias = editor?.memberText("alias") ?? "";
    const value = control.member("value")?.entered();
    const at: ValueAt = { ...this.#at, value: value ?? control };
    if (value === undefined || value.text.trim() === "") return [this.#simple(at, alias, { value: null })];
    const macro = value.member(MACRO_MEMBERS.alias);
    if (macro) return [this.#macro(at, macro.text)];
    if (value.node.kind !== "string") {
      const stored = (value.node.kind === "array" ? value.items() : [value]).map((item) =>
        storedElements({ ...at, value: item.entered() }, this.#decoding),
      );
      const isElements = stored.length > 0 && stored.every((each) => each !== undefined);
      if (isElements) return stored.flatMap((each) => this.#elements(at, each?.elements ?? [], alias));
    }
    const kind = controlKind(editor?.memberText("view"), alias);
    if (kind === "rte")
      return [this.#simple(at, alias, { value: this.#richText(at, this.#decoding) }, "html")];
    if (kind === "media" && value.node.kind === "object") return [this.#media(at, alias)];
    if (value.node.kind === "object" || value.node.kind === "array") {
      if (kind !== "embed") this.#decoding.report(at, "unknown-editor", alias);
      return [this.#simple(at, alias, { value: this.#decoding.decodeByForm(at) })];
    }
    return [this.#simple(at, alias, { value: parsed(value) })];
  }

  /** @param shape what the value is. Default: what its text looks like */
  #simple(at: ValueAt, contentType: string, properties: DecodedMembers, shape?: ValueShape): DecodedMembers {
    const values = Object.entries(properties).map(([alias, value]) =>
      alias === "value"
        ? { alias, value: value === null ? "null" : at.value.written, shape }
        : { alias, value: jsonOf(value) },
    );
    this.#count("gridControl", contentType, at, values);
    this.#decoding.site.uses?.addHeld(at, contentType);
    return { content: { contentType, id: derivedKey(at), properties }, settings: null };
  }

  #elements(
    at: ValueAt,
    elements: NonNullable<ReturnType<typeof storedElements>>["elements"],
    alias: string,
  ): DecodedMembers[] {
    return elements.map(({ value, stored }) => {
      const named = { ...stored, alias: stored.alias ?? alias };
      return { content: decodedElement({ ...at, value }, named, this.#decoding), settings: null };
    });
  }

  #macro(at: ValueAt, alias: string): DecodedMembers {
    const stored = at.value.member(MACRO_MEMBERS.parameters)?.entered();
    const parameters = (stored?.node.names ?? []).map((name) => ({
      name,
      value: stored?.member(name)?.text ?? "",
    }));
    this.#decoding.site.uses?.addHeld(at, alias);
    return macroItem(at, alias, parameters, "macro", this.#decoding);
  }

  /** An image with its caption and its other texts. */
  #media(at: ValueAt, alias: string): DecodedMembers {
    const { value } = at;
    const found = referenceOfObject(value, CONTROL_EDITORS.media);
    const node = found && referencedNode(at, found, this.#decoding, "media");
    const others = value.node.names.flatMap((name, i): [string, DecodedValue][] =>
      OF_MEDIA.includes(name) ? [] : [[name, parsed(value.part(value.node.items[i], [name]))]],
    );
    const url = value.memberText("image");
    const stored = focalPointIn(value);
    const isOfNode = node && "focalPoint" in node && jsonOf(node.focalPoint) === jsonOf(stored);
    const entry = { key: undefined, focalPoint: isOfNode ? null : stored, crops: [] };
    const items = node ? [pickedMedia(node, this.#decoding, {}, entry)] : [];
    const properties = {
      ...{ value: items, ...(found === undefined && url && { image: url }) },
      ...Object.fromEntries(others),
    };
    return this.#simple(at, alias, properties, "media-picker-3");
  }
}

/** Members of an image that the media node has, or that lead to it. */
const OF_MEDIA: readonly string[] = ["id", "udi", "image", "thumbnail", "focalPoint", "coordinates"];
