/** Takes values apart for the explorer: elements as a tree, with their own values, and references with the nodes they lead to. */
import type {
  ElementDetails,
  PropertyDetails,
  PropertyHead,
  ReferenceDetails,
  ValueDetails,
} from "../../explorer-answers.ts";
import { findType, propertyNames } from "../../schema/find-type.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { ElementTypes } from "../../values/element-types.ts";
import { readValue } from "../../values/read-value.ts";
import type { Element, Reference, ValueParts } from "../../values/value-parts.ts";

/** Longer values are asked for by themselves. */
const LONG_VALUE = 100_000;
/** Switches keep a 1 or a 0, as a number or as its text. */
const SWITCHES = /^Umbraco\.(?:TrueFalse|PropertyEditorUi\.Toggle)$/;
const SWITCHED = /^"?[01]"?$/;

/** A value that is still JSON. */
type Text = { value: string; editorAlias: string | undefined; pointer: string };

export class ValueExplainer {
  readonly #types: SiteTypes;
  readonly #elementTypes: ElementTypes;
  readonly #explain: (reference: Reference) => ReferenceDetails;

  /** @param explain tells where a reference leads */
  constructor(types: SiteTypes, explain: (reference: Reference) => ReferenceDetails) {
    this.#types = types;
    this.#elementTypes = new ElementTypes(types);
    this.#explain = explain;
  }

  /** A property of a node. */
  property(head: PropertyHead, value: string): PropertyDetails {
    const parts = readValue(value, head.editorAlias, this.#elementTypes, head.alias);
    const text = { value, editorAlias: head.editorAlias, pointer: "" };
    return { ...head, ...this.#value(text, parts, undefined) };
  }

  /** @param element the index of the element whose property it is */
  #value(
    { value, editorAlias, pointer }: Text,
    parts: ValueParts,
    element: number | undefined,
  ): ValueDetails {
    const isHere = (place: string) => place === pointer || place.startsWith(`${pointer}/`);
    const elements = parts.elements.flatMap((each, i) =>
      each.parent === element && isHere(each.pointer) ? [this.#element(each, i, parts)] : [],
    );
    const references = parts.references.filter((each) => each.element === element && isHere(each.pointer));
    const leftovers = parts.leftovers.filter((each) => isHere(each.pointer));
    const bytes = Buffer.byteLength(value);
    return {
      shape: isSwitch(value, editorAlias) ? "boolean" : parts.shape,
      pointer,
      json: bytes > LONG_VALUE || elements.length > 0 ? undefined : value,
      bytes,
      references: references.map(this.#explain),
      elements,
      leftovers: leftovers.map(({ kind, text }) => ({ kind, text })),
    };
  }

  #element({ layout, role, type, properties }: Element, index: number, parts: ValueParts): ElementDetails {
    const found =
      type.alias === undefined
        ? undefined
        : findType(this.#types.content, { by: "alias", alias: type.alias });
    const names = found ? propertyNames(this.#types.content, found.alias) : undefined;
    return {
      layout,
      role,
      alias: type.alias,
      typeName: found?.name || undefined,
      properties: properties.map(({ pointer, value, shape, alias, editorAlias, culture, segment }) => ({
        ...{ alias, name: names?.get(alias), editorAlias, culture, segment },
        ...this.#value({ value, editorAlias, pointer }, { ...parts, shape }, index),
      })),
    };
  }
}

function isSwitch(value: string, editorAlias: string | undefined): boolean {
  return editorAlias !== undefined && SWITCHES.test(editorAlias) && SWITCHED.test(value);
}
