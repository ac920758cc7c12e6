/** Takes values apart for the explorer: elements as a tree, with their own values, and references with the nodes they lead to. */

import { blockAreas, gridColumns } from "../../decode/grid-columns.ts";
import type { Kind } from "../../operations.ts";
import { entryIn } from "../../site/map-entries.ts";
import { findType, typeNamer, typeOfOwner } from "../../site/schema/find-type.ts";
import { elementType, NO_TYPE, type TypeOwner } from "../../site/schema/type-owner.ts";
import { hasText, withoutInnerSecrets } from "../../site/secrets.ts";
import type { Site } from "../../site/site.ts";
import { gridSections } from "../../site/values/layouts.ts";
import { StoredValue } from "../../site/values/stored-value.ts";
import type { Reference, ValueContent, ValueParts, ValueShape } from "../../site/values/value-parts.ts";
import type { AreaDetails, ElementDetails, PropertyDetails, ReferenceDetails } from "./explorer-api.ts";

/** Longer values are left out; the page fetches them one by one. */
const LONG_VALUE = 100_000;
/** Deeper elements are left out: an answer can nest no deeper. */
const MOST_DEPTH = 100;
/** The pointer of an area of a grid, before those of its controls. */
const AREA = /^\/sections\/[0-9]+\/rows\/[0-9]+\/areas\/[0-9]+(?=\/)/;
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

const NOTHING: ValueContent = { elements: [], references: [], leftovers: [] };

/** Where the explainer is. */
type At = { parts: ValueParts; inAreas: ReturnType<typeof elementsInAreas>; depth: number };

/**
 * Makes the function that takes a property's value apart.
 * @param explain resolves a reference
 */
export function valueExplainer(site: Site, explain: (reference: Reference) => ReferenceDetails) {
  const types = site.types();
  const { isSecret } = site.secrets();
  const knownAreas = blockAreas(types.data);
  const namesOf = typeNamer(types);

  /** The number of columns of the grid that a property holds; `undefined` if its data type is not known. */
  function columnsOf(owner: TypeOwner, alias: string): number | undefined {
    const property = typeOfOwner(types, owner)
      ?.tabs.flatMap(({ properties }) => properties)
      .find((each) => each.alias.toLowerCase() === alias.toLowerCase());
    const dataType = property && findType(types.data, { by: "id", id: property.dataTypeId });
    return dataType && gridColumns(dataType);
  }

  function explainValue(
    { value, editorAlias, pointer, owner, alias }: Text,
    shape: ValueShape,
    content: ValueContent,
    at: At,
  ): ValueDetails {
    const bytes = Buffer.byteLength(value);
    if (shape !== "empty" && isSecret(owner, alias)) {
      return { shape, pointer, bytes, references: [], elements: [], leftovers: [], isSecret: true };
    }
    const columns = shape === "grid" || shape === "block-grid" ? columnsOf(owner, alias) : undefined;
    const { elements, omitted } =
      shape === "grid" && content.elements.length > 0
        ? explainGrid({ value, pointer, columns }, owner.kind, content.elements, at)
        : explainElements(owner.kind, content.elements, at, columns);
    const isShown = bytes <= LONG_VALUE && elements.length === 0;
    const isSwitch = SWITCHES.test(editorAlias ?? "") && SWITCHED.test(value);
    const shown = withoutInnerSecrets(value);
    const references =
      shown === value ? content.references : content.references.filter(({ text }) => hasText(shown, text));
    return {
      shape: isSwitch ? "boolean" : shape,
      pointer,
      json: isShown ? shown : undefined,
      bytes,
      references: references.map(explain),
      elements,
      leftovers: content.leftovers.map(({ kind, text }) => ({ kind, text })),
      omitted,
    };
  }

  /**
   * @param columns of the grid or the area that they are in, if it is known
   * @returns the values, and how many are left out
   */
  function explainElements(
    kind: Kind,
    indices: readonly number[],
    at: At,
    columns: number | undefined,
  ): AreaDetails {
    if (at.depth >= MOST_DEPTH) return { elements: [], omitted: indices.length || undefined };
    const below = { ...at, depth: at.depth + 1 };
    return { elements: indices.map((index) => explainElement(kind, index, below, columns)) };
  }

  /** The rows of a grid of version 7 or 8 as elements with areas, in sections if there are several. */
  function explainGrid(
    { value, pointer, columns }: { value: string; pointer: string; columns: number | undefined },
    kind: Kind,
    indices: readonly number[],
    at: At,
  ): AreaDetails {
    const inAreas = new Map<string, number[]>();
    for (const index of indices) {
      const own = at.parts.elements[index].pointer.slice(pointer.length);
      entryIn(inAreas, AREA.exec(own)?.[0] ?? "", () => []).push(index);
    }
    const sections: AreaDetails[] = [];
    for (const [s, { columnSpan, rows }] of gridSections(StoredValue.of(value).entered()).entries()) {
      const elements: ElementDetails[] = [];
      for (const [r, { name = "", areas }] of rows.entries()) {
        const details: AreaDetails[] = [];
        for (const [a, { columnSpan }] of areas.entries()) {
          const held = inAreas.get(`/sections/${s}/rows/${r}/areas/${a}`) ?? [];
          details.push({ columnSpan, columns, ...explainElements(kind, held, at, undefined) });
        }
        elements.push({
          ...{ layout: "grid-row", role: "content", alias: name || undefined },
          ...{ properties: [], areas: details },
        });
      }
      sections.push({ columnSpan, columns, elements });
    }
    const others = explainElements(kind, inAreas.get("") ?? [], at, undefined);
    const [first, second] = sections;
    if (!first) return others;
    const grid: AreaDetails = second
      ? { elements: [{ layout: "grid-sections", role: "content", properties: [], areas: sections }] }
      : first;
    return { elements: [...grid.elements, ...others.elements], omitted: others.omitted };
  }

  function explainElement(kind: Kind, index: number, at: At, columns: number | undefined): ElementDetails {
    const element = at.parts.elements[index];
    const { layout, role, type, properties, columnSpan, rowSpan, areas = [] } = element;
    const owner = { kind, of: "element", type: elementType(element) } as const;
    const names = namesOf({ ...owner, type: type.alias ?? NO_TYPE });
    const details: PropertyDetails[] = [];
    for (const {
      pointer,
      value,
      shape,
      alias,
      editorAlias,
      culture,
      segment,
      content = NOTHING,
    } of properties) {
      details.push({
        ...{ alias, name: names.properties.get(alias), editorAlias, culture, segment },
        ...explainValue({ value, editorAlias, pointer, owner, alias }, shape, content, at),
      });
    }
    const held = at.inAreas.get(index) ?? [];
    const areaDetails: AreaDetails[] = [];
    for (const [i, key] of areas.entries()) {
      const area = key === undefined ? undefined : knownAreas.get(key);
      const inside = explainElements(kind, held[i] ?? [], at, area?.columnSpan);
      areaDetails.push({ ...area, ...inside });
    }
    return {
      ...{ layout, role, alias: type.alias, typeName: names.name, properties: details },
      ...{ columnSpan, columns: columnSpan && columns, rowSpan },
      areas: areaDetails.length > 0 ? areaDetails : undefined,
    };
  }

  /** A property of a node. Takes time linear in the length of the value. */
  return function explainProperty(owner: TypeOwner, head: PropertyHead, value: string): PropertyDetails {
    const parts = site.read(value, head.editorAlias, head.alias);
    const text = { value, editorAlias: head.editorAlias, pointer: "", owner, alias: head.alias };
    const at = { parts, inAreas: elementsInAreas(parts), depth: 0 };
    return { ...head, ...explainValue(text, parts.shape, parts.content ?? NOTHING, at) };
  };
}

/** The elements in each area of each element. */
function elementsInAreas({ elements }: ValueParts): ReadonlyMap<number, readonly (readonly number[])[]> {
  const areas = new Map<number, number[][]>();
  for (const [i, { parent, area }] of elements.entries()) {
    if (parent === undefined || area === undefined) continue;
    const ofParent = entryIn(areas, parent, () => []);
    ofParent[area] ??= [];
    ofParent[area].push(i);
  }
  return areas;
}
