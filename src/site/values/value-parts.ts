/** The parts of a property's value: its shape, elements, references and leftovers. */
import type { Kind } from "../../operations.ts";
import type { Key } from "../tree/key.ts";

/** The layouts in which values hold elements. */
export const LAYOUTS = [
  "nested-content",
  "stacked-content",
  "archetype",
  "vorto",
  "grid",
  "doc-type-grid",
  "leblender",
  "content-blocks",
  "block-list",
  "block-grid",
  "single-block",
  "rich-text-blocks",
  /** Blocks of an unknown editor. */
  "blocks",
] as const;
export type Layout = (typeof LAYOUTS)[number];

/** The syntax of a reference. */
export const SYNTAXES = [
  "udi",
  /** `{localLink:…}` with an integer, a UDI or a GUID. */
  "local-link",
  "data-udi",
  "data-id",
  "rel",
  "media-path",
  /** The path of a file that the property itself stores (upload field, image cropper), which need not be media. */
  "upload",
  /** A root-relative URL of a page in a link. */
  "url",
  /** An integer or a bare GUID in an editor that picks nodes. */
  "id",
  "guid",
  /** `mediaKey` of media picker 3. */
  "media-key",
  /** `type` and `unique`, from version 14 on. */
  "unique",
] as const;
export type Syntax = (typeof SYNTAXES)[number];

/** Value shapes. */
export const VALUE_SHAPES = [
  "empty",
  "boolean",
  "number",
  "date",
  "id",
  "ids",
  "guid",
  "guids",
  "udi",
  "udis",
  "media-path",
  "url",
  "html",
  /** The format of pickers up to version 6. */
  "xml",
  "text",
  ...LAYOUTS,
  "rich-text-json",
  "image-cropper",
  "media-picker-3",
  "links",
  "texts",
  "json-array",
  "json-object",
] as const;
export type ValueShape = (typeof VALUE_SHAPES)[number];

/** Parts of values that later versions of the CMS do not read. */
export const LEFTOVERS = [
  /** A local link with an integer. */
  "integer-local-link",
  "data-id",
  "rel",
  "macro",
  "grid",
  "archetype",
  /** `data-content-udi` in rich text whose blocks have keys. */
  "data-content-udi",
] as const;
export type LeftoverKind = (typeof LEFTOVERS)[number];

/** What a value is as a whole. */
export type ReadableValue = {
  shape: ValueShape;
  /** What people read in a value of text: the text, each text of a list, or the HTML of rich text. Empty for other shapes. */
  texts: readonly string[];
};

/** What lies in one value, and in none of the elements in it; leftovers also in these. */
export type ValueContent = { elements: number[]; references: Reference[]; leftovers: Leftover[] };

/** A property of an element. */
export type ElementProperty = ReadableValue & {
  /** Absent if there is nothing. */
  content?: ValueContent;
  alias: string;
  /** From the value itself, or else from the element's type; `undefined` if unknown. */
  editorAlias: string | undefined;
  /** Set if the value contains them. */
  culture?: string;
  segment?: string;
  pointer: string;
  /** JSON text as written; numbers keep their digits. */
  value: string;
};

export type Element = {
  /** The JSON pointer (RFC 6901) within the value. JSON inside a string has the pointers of that JSON. */
  pointer: string;
  layout: Layout;
  /** Blocks have separate content and settings. */
  role: "content" | "settings";
  /**
   * The type as the value gives it; the alias is added if the types contain the key. In a grid, it is the alias of the
   * control's editor (`rte`, `media`), in an archetype that of the fieldset; neither is a type. Vorto has none.
   */
  type: { alias?: string; key?: Key };
  /** The index of the element that holds this one. */
  parent: number | undefined;
  /** Set if visitors do not see it: no layout places it, no language exposes it, it is disabled, or it is inside such an element. */
  isHidden?: true;
  /** How many columns and rows a block of a block grid spans. */
  columnSpan?: number;
  rowSpan?: number;
  /** The keys of a block's areas, in order. The configuration of the data type has their aliases. */
  areas?: readonly (Key | undefined)[];
  /** The index of the area of `parent` that holds this element. */
  area?: number;
  properties: readonly ElementProperty[];
};

/** The target of a reference. */
export type ReferenceTarget =
  | { by: "id"; id: number }
  | { by: "key"; key: Key }
  /**
   * A page if the reference is one to content, otherwise a file. Without host, query and fragment, escapes as written.
   * `host`, in lower case, is set if the URL was absolute, `isOwnFile` if the property itself stores the file, which need not be media.
   */
  | { by: "path"; path: string; host?: string; isOwnFile?: true };

export type Reference = {
  /** `undefined`: a node of either tree. */
  kind: Kind | undefined;
  target: ReferenceTarget;
  syntax: Syntax;
  /** A link or an image within a text, or the value of a picker. */
  from: "text" | "picker";
  /** As written. */
  text: string;
  /** The JSON pointer of the text, like `Element.pointer`. */
  pointer: string;
  /** The index of the element around it. */
  element: number | undefined;
};

export type Leftover = {
  kind: LeftoverKind;
  /** As written, or the alias of a macro. */
  text: string;
  pointer: string;
  /** The index of the element around it. */
  element?: number;
  /** Set if it is in a text, and no object. */
  isInText?: true;
};

/**
 * The parts of a value. Elements are in the order in which editors show them, each before the elements inside it: the
 * content of a block, the elements in that, its settings, then the blocks in its areas. References are in the same
 * order.
 */
export type ValueParts = ReadableValue & {
  /** Absent if there is nothing. */
  content?: ValueContent;
  elements: readonly Element[];
  references: readonly Reference[];
  leftovers: readonly Leftover[];
  /** Set if a part is deeper than 1,000 levels, including those of JSON in strings: that part is not read. */
  isTooDeep?: true;
};
