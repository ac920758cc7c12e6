/** What a property's value consists of, as plain data: the elements that it holds, and what it refers to. */
import type { Kind } from "../operations.ts";
import type { Key } from "../tree/key.ts";

/** The ways in which values hold elements. */
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
  /** Blocks of an editor that is not known. */
  "blocks",
] as const;
export type Layout = (typeof LAYOUTS)[number];

/** How a reference is written. */
export const SYNTAXES = [
  "udi",
  /** `{localLink:…}` with an integer, a UDI or a GUID. */
  "local-link",
  "data-udi",
  "data-id",
  "rel",
  "media-path",
  /** The path of a file that the property itself keeps, as upload fields and image croppers do: it need not be media. */
  "upload",
  /** The path of a page, from the root of the site on, in a link. */
  "url",
  /** An integer, or a bare GUID, where the editor says that it is a node. */
  "id",
  "guid",
  /** `mediaKey` of media picker 3. */
  "media-key",
  /** `type` and `unique` of 14 and later. */
  "unique",
] as const;
export type Syntax = (typeof SYNTAXES)[number];

/** What values look like as a whole. */
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
  /** As pickers up to version 6 kept it. */
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

/** What later versions of the CMS do not read. */
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

/** A property of an element. */
export type ElementProperty = {
  alias: string;
  /** As the value itself tells, else by the element's type; `undefined` where neither does. */
  editorAlias: string | undefined;
  /** Where the value tells them. */
  culture?: string;
  segment?: string;
  pointer: string;
  /** JSON text as it stands there, numbers with their digits. */
  value: string;
  /** What the value looks like, as `ValueParts.shape` tells it of a node's property. */
  shape: ValueShape;
};

export type Element = {
  /**
   * RFC 6901, into the value. A string that holds JSON is entered as if it were that JSON.
   */
  pointer: string;
  layout: Layout;
  /** Blocks have their content and, apart, their settings. */
  role: "content" | "settings";
  /**
   * How the value names its type; the alias comes from the types where these know the key. In a grid it is the alias of the
   * control's editor (`rte`, `media`), in an archetype that of the fieldset, which are no types; Vorto names none.
   */
  type: { alias?: string; key?: Key };
  /** The index of the element that holds it. */
  parent: number | undefined;
  properties: readonly ElementProperty[];
};

/** What a reference names. */
export type ReferenceTarget =
  | { by: "id"; id: number }
  | { by: "key"; key: Key }
  /** Without host, query and fragment, its escapes as they stand. `host` where the URL was absolute. */
  | { by: "path"; path: string; host?: string };

export type Reference = {
  /** `undefined`: a node of either tree. */
  kind: Kind | undefined;
  target: ReferenceTarget;
  syntax: Syntax;
  /** A link or an image within a text, or what a picker holds. */
  from: "text" | "picker";
  /** As it stands there. */
  text: string;
  /** Where it stands, as `Element.pointer` has it. */
  pointer: string;
  /** The index of the element that it stands in. */
  element: number | undefined;
};

export type Leftover = {
  kind: LeftoverKind;
  /** As it stands there, or what it is called: the alias of a macro. */
  text: string;
  pointer: string;
};

/**
 * Of one value. Elements stand in the order in which editors show them, each before those that it holds: of a block the content,
 * what that holds, its settings, and then the blocks in its areas. References stand in the same order.
 */
export type ValueParts = {
  shape: ValueShape;
  elements: readonly Element[];
  references: readonly Reference[];
  leftovers: readonly Leftover[];
  /** Set if a part lies deeper than 1,000 levels, counting those of JSON in strings: nothing is read of that part. */
  isTooDeep?: true;
};
