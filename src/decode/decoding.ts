/** What a value is decoded with: the site in one language, and the stored value's own property. */
import type { Kind } from "../operations.ts";
import type { Key } from "../site/tree/key.ts";
import type { StoredValue } from "../site/values/stored-value.ts";
import type { ReferenceTarget, ValueShape } from "../site/values/value-parts.ts";
import type { Configuration } from "./configuration.ts";
import type { DecodedMembers, DecodedValue } from "./decoded-value.ts";
import type { PropertyTypes } from "./property-types.ts";

/** What cannot be decoded or resolved. */
export const DECODING_PROBLEMS = [
  /** No decoder is known for the editor: the value is given as it is stored. */
  "unknown-editor",
  /** The data does not say which editor the property has: the form of the value decides. */
  "no-editor",
  /** The node is missing or not published. */
  "dead-reference",
  /** The page is only visible in other languages. */
  "other-language",
  /** The data cannot show which node is meant. */
  "unresolved-id",
  "malformed-value",
  /** The data has no type of this element, or the type has no such property, or the data type does not list the type. */
  "missing-type",
  /** The block is not exposed in this language. */
  "hidden-block",
  /** No layout places the block. */
  "unplaced-block",
  /** A media file is missing. */
  "missing-file",
  /** Another page has the same path on the same host. */
  "same-url",
  /** A file is damaged and skipped, or a node is left out since data of it or of its parent is missing. */
  "skipped",
] as const;
export type DecodingProblem = (typeof DECODING_PROBLEMS)[number];

/** The URL of a page as the Delivery API gives it. */
export type PageRoute = {
  path: string;
  queryString: string | null;
  startItem: { id: Key; path: string };
};

/** What values show of a page. */
export type ContentSummary = {
  kind: "content";
  key: Key;
  /** The alias of its type. */
  type: string;
  name: string;
  /** `null` if the data has none. */
  createDate: string | null;
  updateDate: string | null;
  /** `null` if it has no URL in this language. */
  route: PageRoute | null;
};

/** What values show of a media node. */
export type MediaSummary = {
  kind: "media";
  key: Key;
  /** The alias of its type. */
  type: string;
  name: string;
  url: string | null;
  extension: string | null;
  width: DecodedValue;
  height: DecodedValue;
  bytes: DecodedValue;
  /** Whether it has an image cropper with a file; its focal point and crops follow. */
  hasCropper: boolean;
  focalPoint: DecodedValue;
  crops: readonly DecodedMembers[];
};

export type NodeSummary = ContentSummary | MediaSummary;

/** The node that a reference points to, or why there is none. */
export type Resolved =
  | {
      state: "found";
      node: NodeSummary;
      /** Whether it is not visible in the language that is read: the reference is kept, and reported. Default: no */
      isElsewhere?: boolean;
    }
  /** The node is missing or not published: the reference is dropped. */
  | { state: "dead" }
  /** The data lacks the tree, or its ids or keys are not the site's: the reference stays as it is stored. */
  | { state: "unknown" };

/** Which properties of picked nodes are given; without one, none are. */
export interface Expansion {
  /** @returns the expansion of a property of an element; `undefined` if it is not expanded */
  below(alias: string): Expansion | undefined;
  properties(node: NodeSummary): DecodedMembers;
}

/** A property of a node to decode. */
export type StoredProperty = {
  /** The key of its node, from which ids of elements are derived. */
  node: Key;
  kind: Kind;
  /** The alias of the node's type. */
  type: string;
  alias: string;
  /** `null` if the data has none; then the type's own editor counts, if it is known. */
  editorAlias: string | null;
  /** JSON text. */
  value: string;
  /** The language of the value, if it varies. */
  culture?: string;
  segment?: string;
  /** Default: picked nodes have no properties. */
  expansion?: Expansion;
};

/** A line of the report. */
export type DecodingReport = {
  problem: DecodingProblem;
  property: StoredProperty;
  /** A JSON pointer (RFC 6901) into the stored value; JSON inside strings has the pointers of that JSON. */
  pointer: string;
  /** What is stored there. */
  text: string;
};

/** The site that values are decoded against, in one language. */
export type DecodingSite = {
  /**
   * `export`: all that the values hold. `delivery`: as the Delivery API answers, without members of our own and with
   * properties that it hides. `usync`: as `export`, but the values of packages are kept as they are, whatever they hold.
   */
  mode: "export" | "delivery" | "usync";
  /** The code of the language that is read, if it is known. */
  culture?: string;
  /** The code of the site's default language, if it is known. */
  defaultCulture?: string;
  /** @param kind the tree to search; `undefined` for both, content first */
  resolve(reference: { kind: Kind | undefined; target: ReferenceTarget }): Resolved;
  /** The name of a member group by its id or key, if it is known. Default: none are */
  memberGroup?(id: string): string | undefined;
  report(line: DecodingReport): void;
  /**
   * Called with each language that a value holds within itself (Vorto, blocks of version 15 on). Default: not called
   * @param property that of the node
   */
  language?(code: string, property: StoredProperty): void;
  /**
   * Called with the data type that a value inside an element has beside it (LeBlender). Default: not called
   * @param element what the element is called
   * @param dataType a GUID
   */
  elementDataType?(element: string, alias: string, dataType: string): void;
  /** Counts elements. Default: they are not counted */
  readonly uses?: ElementCounter;
};

/** What has no type, although decoded values show it as an element: a part of a grid of version 7 or 8, or a macro. */
export const PARTS = ["gridSection", "gridRow", "gridControl", "gridSettings", "macro"] as const;
export type TypelessPart = (typeof PARTS)[number];

export type CountedValue = {
  alias: string;
  editorAlias?: string | null;
  /** JSON text. */
  value: string;
  /** The shape of the value. Default: that of its text */
  shape?: ValueShape;
};

/** The property that an element is in, of a node or of another element. */
export type Holder = { property: { kind: Kind; type: string }; type: string; alias: string };

/** Counts the elements of the node whose values are decoded. */
export interface ElementCounter {
  /**
   * @param at the property that holds the element
   * @param role settings do not count as elements, nor do their values; of these, editors and shapes are noted
   * @param element distinguishes the element from the others of the node, in all languages
   */
  addElement(
    at: Holder,
    type: string,
    role: "content" | "settings",
    element: string,
    values: Iterable<CountedValue>,
  ): void;
  /**
   * Adds a part of a grid, or a macro. Controls and macros are elements.
   * @param alias what the part is called: a grid editor, a row's layout, a macro
   * @param element as for `addElement`
   */
  addPart(part: TypelessPart, alias: string, element: string, values?: Iterable<CountedValue>): void;
  /** Adds the alias of an element to the aliases that a property holds. */
  addHeld(at: Holder, element: string): void;
}

/** A value to decode, within the property's value. */
export type ValueAt = {
  property: StoredProperty;
  value: StoredValue;
  /** The alias of the type and of the property that hold the value: of the node, or of an element in it. */
  type: string;
  alias: string;
  /** `undefined` if it is not known. */
  editorAlias: string | undefined;
  configuration: Configuration;
  expansion: Expansion | undefined;
};

/** Decodes what a value holds. */
export interface Decoding {
  readonly site: DecodingSite;
  /** Decodes a value by its editor. */
  decode(at: ValueAt): DecodedValue;
  /** Decodes a value whose editor is not known, and reports nothing of that. */
  decodeByForm(at: ValueAt): DecodedValue;
  /** The types of the site. */
  readonly types: PropertyTypes;
  report(at: ValueAt, problem: DecodingProblem, text: string): void;
}

/** Decodes the values of an editor. */
export type Decode = (at: ValueAt, decoding: Decoding) => DecodedValue;
