/** Elements as editors know them: blocks, items of nested content, controls of a grid, each with its properties. */
import { useState } from "preact/hooks";
import type { ElementDetails } from "../http/explorer/explorer-answers.ts";
import { type Owner, PropertyView } from "./property-view.tsx";

/** What editors call each layout. */
const LAYOUT_NAMES: Readonly<Record<string, string>> = {
  "nested-content": "nested content",
  "stacked-content": "stacked content",
  archetype: "archetype fieldset",
  vorto: "languages",
  grid: "grid control",
  "doc-type-grid": "doc type grid",
  leblender: "LeBlender",
  "content-blocks": "content block",
  "block-list": "block",
  "block-grid": "block in a grid",
  "single-block": "single block",
  "rich-text-blocks": "block in rich text",
  blocks: "block",
};
/** Deeper ones are closed until one wants to see them. */
const OPEN_DEPTH = 2;

type ListProps = { elements: readonly ElementDetails[]; owner: Owner; depth: number };

export function ElementList({ elements, owner, depth }: ListProps) {
  if (elements.length === 0) return null;
  return (
    <ol class="elements">
      {elements.map((element, i) => (
        <li key={`${i} ${element.alias}`}>
          <ElementView element={element} owner={owner} depth={depth} />
        </li>
      ))}
    </ol>
  );
}

type ElementProps = { element: ElementDetails; owner: Owner; depth: number };

function ElementView({ element, owner, depth }: ElementProps) {
  const { layout, role, alias, typeName, properties } = element;
  const [isOpen, setOpen] = useState(depth < OPEN_DEPTH);
  return (
    <details class="element" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <bdi class="element-name">{typeName ?? alias ?? LAYOUT_NAMES[layout] ?? layout}</bdi>
        <span class="quiet">
          {LAYOUT_NAMES[layout] ?? layout}
          {role === "settings" ? ", settings" : ""}
        </span>
      </summary>
      {isOpen ? (
        <div class="element-properties">
          {properties.length === 0 ? <p class="quiet">No properties.</p> : null}
          {properties.map((property) => (
            <PropertyView key={property.pointer} property={property} owner={owner} depth={depth + 1} />
          ))}
        </div>
      ) : null}
    </details>
  );
}
