/** What nodes are looked for by, as plain data: what is given must all be met. */
import { HIGHEST_LEVEL, type Kind, parseId } from "../../operations.ts";
import { type Key, parseKey } from "../../tree/key.ts";
import { LEFTOVERS, type LeftoverKind } from "../../values/value-parts.ts";

/** A node as somebody names it; a UDI also tells the kind. */
export type NamedNode = { by: "id"; id: number; kind?: Kind } | { by: "key"; key: Key; kind?: Kind };

/** The same, or what a file or page is named by. */
export type NamedTarget = NamedNode | { by: "path"; path: string };

export type PropertyTest = {
  /** `*` stands for any characters. */
  alias: string;
  /** What its text is, or what its text holds. Default: that it has a value. */
  value?: { is: string } | { holds: string };
};

/** What later versions of the CMS do not read, in the value of a property. */
export type LeftoverTest = {
  kind: LeftoverKind;
  /** `*` stands for any characters. Default: in any property. */
  property?: string;
  /** What it is called: the alias of a macro. Default: anything. */
  text?: string;
};

/** What has properties. */
export const OWNERS = ["node", "element"] as const;

export type Criteria = {
  /** Default: both. */
  kind?: Kind;
  /** Held by the name, without regard to case and accents. */
  name?: string;
  /** Aliases, one of which the type has; `*` stands for any characters, here and in what follows. */
  types?: readonly string[];
  /** Aliases or keys of types of elements, each of which is used anywhere inside. */
  elements?: readonly string[];
  /** Aliases of editors, each of which a property has, of the node or of an element inside. */
  editors?: readonly string[];
  /** Of the node; where there are `elements`, of one of these too. */
  properties?: readonly PropertyTest[];
  /**
   * Where `editors` and `properties` are looked for: among the properties of the node itself, or of the elements inside, which are
   * those of `elements` if there are any. Default: both, as told above.
   */
  in?: (typeof OWNERS)[number];
  /** In the value of a property, at any depth. */
  leftover?: LeftoverTest;
  /** In any value, at any depth. */
  text?: string;
  /** Below this node, at any depth. */
  below?: NamedNode;
  /** From 1. */
  level?: number;
  /** The `updateDate` is this or later: ISO 8601. What names no zone is taken as UTC, here and there. */
  changedSince?: string;
  /** What the `url`, or its path, begins with; after `=`, what the `url` is. */
  url?: string;
  /** Refers to this node, or to this file or page. */
  linksTo?: NamedTarget;
  /** This node refers to it. */
  linkedFrom?: NamedNode;
  /** Nothing refers to it: `unused-nodes.ts` tells what that means. */
  unused?: boolean;
};

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

/** Names a node by key, or by the UDI if the kind is known, as `readNamedNode` reads it. */
export function namedByKey(key: Key, kind: Kind | undefined): string {
  const type = Object.keys(UDI_KINDS).find((each) => UDI_KINDS[each] === kind);
  return type === undefined ? key : `umb://${type}/${key.replaceAll("-", "")}`;
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
