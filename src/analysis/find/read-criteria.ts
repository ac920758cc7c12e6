/** Reads what nodes are looked for by from text, for the flags of the shell and the parameters of the explorer alike. */
import { HIGHEST_LEVEL, type Kind, parseId } from "../../operations.ts";
import { parseKey } from "../../tree/key.ts";
import { LEFTOVERS } from "../../values/value-parts.ts";
import type { LeftoverTest, NamedNode, NamedTarget, PropertyTest } from "./criteria.ts";

/** Umbraco's own names for the kinds, in its identifiers (UDIs). */
const UDI_KINDS: Readonly<Record<string, Kind>> = { document: "content", media: "media" };
const UDI = /^umb:\/\/([a-z-]+)\/(.*)$/i;
const PATH = /^(?:~?\/|https?:\/\/)/i;

/** The type of a UDI that names something else than a node, such as `member`; `undefined` for any other text. */
export function otherUdiType(text: string): string | undefined {
  const [, type, digits = ""] = UDI.exec(text) ?? [];
  if (type === undefined || parseKey(digits) === undefined) return undefined;
  return UDI_KINDS[type.toLowerCase()] === undefined ? type : undefined;
}

/**
 * Reads a node's id, its key, or its UDI, which also tells the kind.
 * @returns `undefined` for any other text
 */
export function readNamedNode(text: string): NamedNode | undefined {
  const id = parseId(text);
  if (id !== undefined) return { by: "id", id };
  const [, type, digits] = UDI.exec(text) ?? [];
  const key = parseKey(digits ?? text);
  if (key === undefined) return undefined;
  if (type === undefined) return { by: "key", key };
  const kind = UDI_KINDS[type.toLowerCase()];
  return kind === undefined ? undefined : { by: "key", key, kind };
}

/** The same, or the path or URL of a file or page. */
export function readNamedTarget(text: string): NamedTarget | undefined {
  return PATH.test(text) ? { by: "path", path: text } : readNamedNode(text);
}

/** Reads `alias`, `alias=value` or `alias~text`. */
export function readPropertyTest(text: string): PropertyTest | undefined {
  const [, alias = "", sign, value = ""] = /^([^=~]*)(?:([=~])(.*))?$/s.exec(text) ?? [];
  if (alias === "") return undefined;
  if (sign === undefined) return { alias };
  return { alias, value: sign === "=" ? { is: value } : { holds: value } };
}

/** Reads `kind`, `property:kind` or either with `=text`. */
export function readLeftoverTest(text: string): LeftoverTest | undefined {
  const [, property, name, wanted] = /^(?:([^:=]+):)?([a-z-]+)(?:=(.*))?$/s.exec(text) ?? [];
  const kind = LEFTOVERS.find((each) => each === name);
  return kind && { kind, property, text: wanted };
}

/** Reads a level of the tree, from 1. */
export function readLevel(text: string): number | undefined {
  const level = /^[0-9]+$/.test(text) ? Number(text) : 0;
  return level >= 1 && level <= HIGHEST_LEVEL ? level : undefined;
}
