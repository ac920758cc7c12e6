/** Takes values apart for the explorer: elements as a tree, with their own values, and references with the nodes they lead to. */
import type { TypeOwner } from "../../analysis/audit/audit-section.ts";
import { elementType } from "../../analysis/audit/use-sections.ts";
import type { SecretProperties } from "../../analysis/secrets.ts";
import type { Kind } from "../../operations.ts";
import { findType, propertyNames } from "../../schema/find-type.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import { ElementTypes } from "../../values/element-types.ts";
import { readValueSteps } from "../../values/read-value.ts";
import type { Leftover, Reference, ValueParts, ValueShape } from "../../values/value-parts.ts";
import type { ElementDetails, PropertyDetails, ReferenceDetails } from "./explorer-api.ts";

/** Longer values are left out; the page fetches them one by one. */
const LONG_VALUE = 100_000;
/** Deeper elements are left out: an answer can nest no deeper. */
const MOST_DEPTH = 100;
/** An element's own part of a pointer has at most so many steps: `/fieldsets/0/properties/0/value`. */
const MOST_STEPS = 8;
/** Longer pointers are not looked through for what they lie in. */
const LONGEST_POINTER = 2000;
/** What an object of an answer takes beside its texts, in characters. */
const OBJECT_LENGTH = 120;
/** How much an answer may hold, in characters. */
const MOST_CHARACTERS = 12_000_000;
/** Switches keep a 1 or a 0, as a number or as its text. */
const SWITCHES = /^Umbraco\.(?:TrueFalse|PropertyEditorUi\.Toggle)$/;
const SWITCHED = /^"?[01]"?$/;

/** What a property is called. */
type PropertyHead = Pick<
  PropertyDetails,
  "alias" | "name" | "description" | "editorAlias" | "culture" | "segment"
>;
type ValueDetails = Omit<PropertyDetails, keyof PropertyHead>;

/** A value that is still JSON. */
type Text = {
  value: string;
  editorAlias: string | undefined;
  pointer: string;
  owner: TypeOwner;
  alias: string;
};

/** What a type and its properties are called. */
type TypeNames = { typeName?: string; names?: ReturnType<typeof propertyNames> };

/** What lies in one value, and in none of its elements. */
type Content = { elements: number[]; references: Reference[]; leftovers: Leftover[] };

/** How much more an answer may hold, in characters. */
export class AnswerRoom {
  #left = MOST_CHARACTERS;

  /** @returns whether there was room; something that was too long may still be followed by what is short */
  take(length: number): boolean {
    if (length + OBJECT_LENGTH > this.#left) return false;
    this.#left -= length + OBJECT_LENGTH;
    return true;
  }
}

/** Where the explainer is. */
type At = { parts: ValueParts; contents: ValueContents; room: AnswerRoom; depth: number };

/**
 * Makes the function that takes a property's value apart.
 * @param secrets the properties whose values are left out
 * @param explain resolves a reference
 */
export function valueExplainer(
  types: SiteTypes,
  secrets: SecretProperties,
  explain: (reference: Reference) => ReferenceDetails,
) {
  const elementTypes = new ElementTypes(types);
  /** The names of types and of their properties, by the aliases of types as values write them. */
  const known = new Map<string, TypeNames>();

  function namesOf(alias: string | undefined): TypeNames {
    if (alias === undefined) return {};
    const found = known.has(alias) ? undefined : findType(types.content, { by: "alias", alias });
    // Aliases of types that do not exist can be of any number.
    if (found) {
      const names = propertyNames(types.content, found.alias);
      known.set(alias, { typeName: found.name || undefined, names });
    }
    return known.get(alias) ?? {};
  }

  function* explainValue(
    { value, editorAlias, pointer, owner, alias }: Text,
    shape: ValueShape,
    content: Content,
    at: At,
  ): Generator<void, ValueDetails, void> {
    const { room, depth } = at;
    const bytes = Buffer.byteLength(value);
    if (shape !== "empty" && secrets.has(owner, alias)) {
      return { shape, pointer, bytes, references: [], elements: [], leftovers: [], isSecret: true };
    }
    const elements: ElementDetails[] = [];
    for (const index of depth < MOST_DEPTH ? content.elements : []) {
      const element = yield* explainElement(owner.kind, index, { ...at, depth: depth + 1 });
      if (!element) break;
      elements.push(element);
      yield;
    }
    const references = content.references
      .filter(({ text }) => room.take(text.length + OBJECT_LENGTH))
      .map(explain);
    const leftovers = content.leftovers.filter(({ text }) => room.take(text.length));
    const omitted =
      content.elements.length -
      elements.length +
      (content.references.length - references.length) +
      (content.leftovers.length - leftovers.length);
    const isShown = bytes <= LONG_VALUE && elements.length === 0 && room.take(value.length);
    const isSwitch = SWITCHES.test(editorAlias ?? "") && SWITCHED.test(value);
    return {
      shape: isSwitch ? "boolean" : shape,
      pointer,
      json: isShown ? value : undefined,
      bytes,
      references,
      elements,
      leftovers: leftovers.map(({ kind, text }) => ({ kind, text })),
      omitted: omitted || undefined,
    };
  }

  /** @returns `undefined` if the element does not fit */
  function* explainElement(
    kind: Kind,
    index: number,
    at: At,
  ): Generator<void, ElementDetails | undefined, void> {
    const element = at.parts.elements[index];
    const { layout, role, type, properties } = element;
    const owner = { kind, of: "element", type: elementType(element) } as const;
    const length = properties.reduce(
      (sum, { alias, pointer, editorAlias = "", culture = "", segment = "" }) =>
        sum + [alias, pointer, editorAlias, culture, segment].join().length + OBJECT_LENGTH,
      type.alias?.length ?? 0,
    );
    if (!at.room.take(length)) return undefined;
    const { typeName, names } = namesOf(type.alias);
    const details: PropertyDetails[] = [];
    for (const { pointer, value, shape, alias, editorAlias, culture, segment } of properties) {
      const content = at.contents.take(index, pointer);
      details.push({
        ...{ alias, name: names?.get(alias), editorAlias, culture, segment },
        ...(yield* explainValue({ value, editorAlias, pointer, owner, alias }, shape, content, at)),
      });
    }
    return { layout, role, alias: type.alias, typeName, properties: details };
  }

  /**
   * A property of a node, one element of it a step. Takes time linear in the length of the value.
   * @param room what does not fit is left out
   */
  return function* explainProperty(
    owner: TypeOwner,
    head: PropertyHead,
    value: string,
    room: AnswerRoom,
  ): Generator<void, PropertyDetails, void> {
    const parts = yield* readValueSteps(value, head.editorAlias, elementTypes, head.alias);
    yield;
    const contents = yield* contentsIn(parts);
    const text = { value, editorAlias: head.editorAlias, pointer: "", owner, alias: head.alias };
    const at = { parts, contents, room, depth: 0 };
    return { ...head, ...(yield* explainValue(text, parts.shape, contents.whole, at)) };
  };
}

/** What lies in a value as a whole, and in each property of its elements. */
type ValueContents = {
  whole: Content;
  /** What lies in a property of an element. If two properties have one pointer, the first gets all of it. */
  take: (element: number, pointer: string) => Content;
};

function noContent(): Content {
  return { elements: [], references: [], leftovers: [] };
}

/** Finds out what lies where, a part a step. */
function* contentsIn({ elements, references, leftovers }: ValueParts): Generator<void, ValueContents, void> {
  const whole = noContent();
  /** For each element that anything lies in, by the pointers of its properties. */
  const within: (Map<string, Content> | undefined)[] = [];
  /** @returns `undefined` if the pointer lies in no property of the element */
  const contentAt = (element: number | undefined, pointer: string): Content | undefined => {
    if (element === undefined) return whole;
    const { pointer: start, properties } = elements[element];
    within[element] ??= new Map(properties.map((property) => [property.pointer, noContent()]));
    let end = start.length;
    for (let step = 0; step < MOST_STEPS && end < pointer.length; step++) {
      const next = pointer.indexOf("/", end + 1);
      end = next < 0 ? pointer.length : next;
      const content = within[element].get(pointer.slice(0, end));
      if (content) return content;
    }
    return undefined;
  };
  for (const [i, { parent, pointer }] of elements.entries()) {
    contentAt(parent, pointer)?.elements.push(i);
    yield;
  }
  for (const each of references) {
    contentAt(each.element, each.pointer)?.references.push(each);
    yield;
  }
  /** A leftover counts to each of the values that it lies in. */
  const holders = new Map<string, Content>();
  for (const [i, { properties }] of leftovers.length > 0 ? elements.entries() : []) {
    for (const { pointer } of properties) {
      const content = contentAt(i, pointer);
      if (content) holders.set(pointer, content);
    }
    yield;
  }
  for (const leftover of leftovers) {
    yield;
    whole.leftovers.push(leftover);
    const { pointer } = leftover;
    if (pointer.length > LONGEST_POINTER) continue;
    for (let end = pointer.indexOf("/", 1); end > 0; end = pointer.indexOf("/", end + 1)) {
      holders.get(pointer.slice(0, end))?.leftovers.push(leftover);
    }
    holders.get(pointer)?.leftovers.push(leftover);
  }
  const take = (element: number, pointer: string) => {
    const content = within[element]?.get(pointer) ?? noContent();
    within[element]?.delete(pointer);
    return content;
  };
  return { whole, take };
}
