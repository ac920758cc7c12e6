/** Makes an element of what a layout was found to hold. */
import { pointerBelow } from "../json/grammar.ts";
import { parseKey } from "../tree/key.ts";
import type { ElementType, ElementTypes } from "./element-types.ts";
import type { FoundElement, FoundProperty } from "./layouts.ts";
import type { Element, ElementProperty, Layout } from "./value-parts.ts";

/** Whose aliases are not those of types. */
const TYPELESS: readonly Layout[] = ["grid", "leblender", "archetype", "vorto"];

type Around = {
  /** What the element's text lies in. */
  text: string;
  /** The pointer to the object that has the layout. */
  pointer: string;
  parent: number | undefined;
  types: ElementTypes;
};

/** @returns the element, the shapes of its properties still to be told */
export function elementOf(found: FoundElement, { text, pointer, parent, types }: Around): Element {
  const { layout, role, alias, key, path, properties } = found;
  const type = TYPELESS.includes(layout) ? undefined : types.find(alias, key);
  const named = type?.key ?? (key === undefined ? undefined : parseKey(key));
  const typeAlias = type?.alias ?? alias;
  return {
    pointer: pointerBelow(pointer, path),
    layout,
    role,
    type: {
      ...(typeAlias === undefined ? {} : { alias: typeAlias }),
      ...(named === undefined ? {} : { key: named }),
    },
    parent,
    properties: properties.map((property) => elementProperty(property, text, pointer, type)),
  };
}

function elementProperty(
  { alias, editorAlias, culture, segment, path, node }: FoundProperty,
  text: string,
  pointer: string,
  type: ElementType | undefined,
): ElementProperty {
  return {
    alias,
    editorAlias: editorAlias ?? type?.editors.get(alias),
    ...(culture === undefined ? {} : { culture }),
    ...(segment === undefined ? {} : { segment }),
    pointer: pointerBelow(pointer, path),
    value: text.slice(node.start, node.end),
    shape: "empty",
  };
}
