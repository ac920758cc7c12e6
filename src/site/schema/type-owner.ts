/** What owns a property: nodes of a type, or elements of a type in values. */
import type { Kind } from "../../operations.ts";
import type { Element } from "../values/value-parts.ts";

/** The type of nodes without one. */
export const NO_TYPE = "";

export type TypeOwner = {
  kind: Kind;
  of: "node" | "element";
  /** The alias; the key, if the type of an element is unknown. */
  type: string;
};

/** Returns the alias of an element's type, its key if the type is unknown, or else the layout. */
export function elementType({ type, layout }: Pick<Element, "type" | "layout">): string {
  return type.alias ?? type.key ?? layout;
}
