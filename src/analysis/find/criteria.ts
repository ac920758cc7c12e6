/** What nodes are looked for by, as plain data: what is given must all be met. */
import type { Kind } from "../../operations.ts";
import type { Key } from "../../tree/key.ts";
import type { LeftoverKind } from "../../values/value-parts.ts";

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
