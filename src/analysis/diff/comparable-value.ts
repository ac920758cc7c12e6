/** What is compared of a decoded value, the same for all versions of the CMS. */

import {
  type DecodedMembers,
  type DecodedValue,
  isList,
  isObject,
  JsonText,
  partOf,
} from "../../decode/decoded-value.ts";
import { decoderOf } from "../../decode/editor-values.ts";
import { knownEditor, type Reading, readsScalar } from "../../site/values/editors.ts";
import { htmlParts } from "../../site/values/html-parts.ts";
import { spaceFolded, visibleText } from "../../site/values/visible-html.ts";
import { readIsoDate } from "../../text/iso-date.ts";
import { comparableNumber } from "../json-value.ts";
import type { DecodedSide, ReferencedTarget } from "./decoded-side.ts";

export type Comparable =
  | { is: "nothing" }
  | { is: "scalars"; texts: readonly string[]; reads: Reading }
  /** `titles`: those of links. */
  | { is: "targets"; targets: readonly ReferencedTarget[]; titles?: string }
  | {
      is: "text";
      text: string;
      targets: readonly ReferencedTarget[];
      blocks: DecodedMembers;
      isMarkdown: boolean;
    }
  | { is: "blocks"; blocks: DecodedMembers }
  /** It cannot be compared. `what` is the editor or another reason. */
  | { is: "unknown"; what: string };

/** What a value is called whose editor is not known. */
export const NO_EDITOR = "(no editor)";
const NOTHING: Comparable = { is: "nothing" };

/**
 * @param value decoded on this side
 * @param editorAlias `undefined` if neither side says it: then the form of the value decides
 */
export function comparableOf(
  value: DecodedValue,
  editorAlias: string | undefined,
  side: DecodedSide,
): Comparable {
  if (isNothing(value)) return NOTHING;
  const unknown: Comparable = { is: "unknown", what: editorAlias ?? NO_EDITOR };
  const { reads, isMarkdown = false } = knownEditor(editorAlias) ?? { reads: undefined };
  if (reads === "other" || (editorAlias !== undefined && !decoderOf(editorAlias))) return unknown;
  const is = partOf(value)?.is;
  if (isObject(value)) {
    if (is === "rich-text") return markupOf(String(value.markup), { items: value.blocks }, false, side);
    if (is === "blocks" || is === "block-grid") return { is: "blocks", blocks: value };
    if (is === "block") return { is: "blocks", blocks: { items: [value] } };
  }
  if (reads === "markup" && typeof value === "string")
    return markupOf(value, { items: [] }, isMarkdown, side);
  const isFile = reads === "file" || (reads === undefined && /^\/media\//i.test(String(value)));
  if (isFile && typeof value === "string") return { is: "targets", targets: [side.targetOfUrl(value)] };
  const members = isList(value) ? value : [value];
  const targets = members.flatMap((each) => (isObject(each) ? (targetIn(each, side) ?? []) : []));
  if (targets.length > 0) {
    const titles = members.flatMap((each) =>
      isObject(each) && partOf(each)?.is === "link" ? titlesOf(each) : [],
    );
    return { is: "targets", targets, ...(titles.length > 0 && { titles: titles.join("\n") }) };
  }
  const reading = reads ?? (value instanceof JsonText ? "number" : "text");
  const texts = readsScalar(reading) ? scalarsIn(value, reading) : undefined;
  if (texts === undefined) return unknown;
  const normal = texts.map((text) => normalised(text, reading)).filter((text) => text !== "");
  return normal.length === 0 ? NOTHING : { is: "scalars", texts: normal, reads: reading };
}

function isNothing(value: DecodedValue): boolean {
  if (value instanceof JsonText) return /^(?:null|false|\[\]|\{\})$/.test(value.text);
  if (isList(value)) return value.length === 0;
  if (isObject(value)) return isList(value.items) && value.items.length === 0;
  return (
    value === null ||
    value === false ||
    (typeof value === "string" && /^\s*(?:\[\s*\]|\{\s*\})?\s*$/.test(value))
  );
}

function markupOf(html: string, blocks: DecodedMembers, isMarkdown: boolean, side: DecodedSide): Comparable {
  const text = visibleText(html);
  const targets = htmlParts(html).uses.map(({ key, urls: [url = ""] }) =>
    key === undefined ? side.targetOfUrl(url) : side.targetOfId(key),
  );
  if (text === "" && targets.length === 0 && isNothing(blocks)) return NOTHING;
  return { is: "text", text, targets, blocks, isMarkdown };
}

/** What a link, a picked node or a file leads to, with the links below it; `undefined` for any other object. */
function targetIn(value: DecodedMembers, side: DecodedSide): ReferencedTarget[] | undefined {
  const { legacyId, url, children = [] } = value;
  const part = partOf(value);
  if (part?.is !== "image" && !(part && "key" in part)) return undefined;
  const key = part.is === "image" ? null : part.key;
  const target =
    key !== null
      ? side.targetOfId(key)
      : legacyId
        ? side.targetOfId(`id ${legacyId}`)
        : side.targetOfUrl(String(url ?? ""));
  const below = isList(children) ? children : [];
  return [target, ...below.flatMap((each) => (isObject(each) ? (targetIn(each, side) ?? []) : []))];
}

function titlesOf({ title, children = [] }: DecodedMembers): string[] {
  const below = isList(children) ? children.flatMap((each) => (isObject(each) ? titlesOf(each) : [])) : [];
  return [String(title ?? "").trim(), ...below];
}

/** @returns `undefined` if these editors cannot have written the value */
function scalarsIn(value: DecodedValue, reads: Reading): string[] | undefined {
  if (value instanceof JsonText)
    return reads === "json" || !/^[[{]/.test(value.text) ? [value.text] : undefined;
  if (isList(value)) {
    const all = value.map((each) => scalarsIn(each, reads));
    return all.every((each) => each !== undefined) ? all.flat() : undefined;
  }
  if (!isObject(value)) return value === null ? [] : [String(value)];
  // Of a colour the label is no value; a range with equal ends equals a single number.
  const { value: own, minimum, maximum } = value;
  if (own !== undefined) return scalarsIn(own, reads);
  const ends = scalarsIn([minimum ?? null, maximum ?? null], reads) ?? [];
  return ends.length === 0 ? undefined : [...new Set(ends)];
}

function normalised(text: string, reads: Reading): string {
  const plain = reads === "text" ? text.replaceAll("\r\n", "\n").normalize("NFC").trim() : spaceFolded(text);
  if (reads === "number" || reads === "slider")
    return /^-?\d+(?:\.\d+)?$/.test(plain) ? comparableNumber(plain) : plain;
  if (reads === "date") return comparableDate(plain);
  return reads === "color" ? plain.replace(/^#/, "").toLowerCase() : plain;
}

/** Normalises a date to the second, without zone; midnight becomes the day. */
function comparableDate(text: string): string {
  const date = readIsoDate(text);
  if (!date) return text;
  const { day, minute = "00:00", second = "00" } = date;
  const time = `${minute}:${second}`;
  return time === "00:00:00" ? day : `${day}T${time}`;
}
