/** What an encoder makes of a decoded value: the form in which Umbraco 17 stores it. */
/*
 * A value takes three steps: `decode/` reads it, as any version stores it, into a decoded value, whose objects say what they
 * are and what was stored of them (`PART`); the data type's editor becomes one of 17 (`data-type-editors.ts`); and the encoder
 * of that editor (`encoders.ts`) writes the decoded value in 17's form. To add an encoder:
 *
 * 1. In `data-type-editors.ts`, say what the old editor becomes, with its configuration.
 * 2. In `encoders.ts`, give the new editor an `Encode`, if it has none. Elements without types say by the `layout` of their
 *    decoded value where they come from (`block-encoders.ts`).
 * 3. Types and data types that only the encoder knows about are added to `encoding.model` while values are encoded; types
 *    and data types are written last.
 *
 * What an encoder cannot write is reported with `encoding.report`, never dropped in silence.
 */
import {
  type DecodedMembers,
  type DecodedValue,
  isList,
  isObject,
  JsonText,
} from "../decode/decoded-value.ts";
import type { Kind } from "../operations.ts";
import type { Key } from "../site/tree/key.ts";
import { counted } from "../text/counted.ts";
import { shortened } from "../text/visible-text.ts";
import type { MoveProblem } from "./move-report.ts";
import type { TargetDataType } from "./target-data-types.ts";
import type { TargetModel } from "./target-model.ts";

/** A value as 17 stores it: text, or JSON, which stays JSON inside blocks and becomes text at a node's property. */
export type EncodedValue = string | DecodedMembers | readonly DecodedValue[];

/** The property that a value belongs to: one of a node, or of an element in it. */
export type EncodeAt = {
  kind: Kind;
  /** The key of the node. */
  node: Key;
  /** The alias of the node's property. */
  property: string;
  /** The language of the value; `undefined` if it does not vary. */
  culture: string | undefined;
  /** The segment of the value, if it varies by segment. */
  segment?: string;
  /** The way from the node's property to this value, through elements. It distinguishes derived keys. */
  path: readonly (string | number)[];
  /** Receives the keys of the elements in the node's property. */
  keys: Set<Key>;
  /** The data type in 17. */
  dataType: TargetDataType;
  /** The text as it is stored, in the language that is read. Absent for what macros and grids hold. */
  stored?: string;
};

export interface Encoding {
  /** The types of 17, to which encoders add what they need. */
  readonly model: TargetModel;
  /** Whether the data has no media nodes, as an umbraco.config. */
  readonly lacksMedia: boolean;
  /** Encodes the value of another property or element. @returns `undefined` if there is nothing to store */
  encode(value: DecodedValue, at: EncodeAt): EncodedValue | undefined;
  /** Reports what is not carried over. @param text a clause without JSON */
  report(at: EncodeAt, problem: MoveProblem, text: string): void;
  /** A text with its local links in the form of 17. */
  localLinks(text: string): string;
}

/** @returns `undefined` for a decoded value that the editor has no form for, which is then reported */
export type Encode = (value: DecodedValue, at: EncodeAt, encoding: Encoding) => EncodedValue | undefined;

/** How much of a text a line of the report shows. */
const SHOWN_LENGTH = 80;

/** A decoded value in words, for the report. */
export function valueWords(value: DecodedValue): string {
  if (value === null) return "nothing";
  if (isList(value)) return value.length === 1 ? valueWords(value[0]) : counted(value.length, "item");
  if (!isObject(value))
    return JSON.stringify(shortened(String(value instanceof JsonText ? value.text : value), SHOWN_LENGTH));
  const { title, name, url, alias, contentType, legacyId, id } = value;
  const named = [title, name, url, alias, contentType, legacyId, id].find(
    (each) => each !== null && each !== undefined,
  );
  return named === undefined || isObject(named) ? "an object" : valueWords(named);
}
