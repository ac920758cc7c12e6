/** The sections, rows and areas of the grid of versions 7 and 8. */
import {
  type JsonNode,
  memberCount,
  memberOf,
  memberText,
  nestedJson,
  strictSteps,
  stringOf,
} from "./json-outline.ts";
import { isGrid } from "./layouts.ts";

/** A section or an area of a row, and how many of 12 columns it spans. */
type Column = { columnSpan?: number };
type GridSection = Column & { rows: { name?: string; areas: Column[] }[] };

/**
 * Returns the sections of a grid, in steps. The elements in an area have its pointer
 * (`/sections/0/rows/0/areas/0`) and more.
 * @param value JSON text, also of a string that holds the grid
 * @returns none if the value is no grid
 */
export function* gridSections(value: string): Generator<void, GridSection[], void> {
  const whole = yield* strictSteps(value);
  const nested = whole && nestedJson(stringOf(whole.text, whole.node) ?? "");
  const outline = nested === undefined ? whole : yield* strictSteps(nested);
  if (!outline || !isGrid(outline.node)) return [];
  const { text, node } = outline;
  const itemsOf = (parent: JsonNode, name: string) => memberOf(parent, name)?.items ?? [];
  const columnSpan = (column: JsonNode) => memberCount(text, column, "grid");
  const sections: GridSection[] = [];
  for (const section of itemsOf(node, "sections")) {
    const rows: GridSection["rows"] = [];
    for (const row of itemsOf(section, "rows")) {
      const areas: Column[] = [];
      for (const area of itemsOf(row, "areas")) {
        areas.push({ columnSpan: columnSpan(area) });
        yield;
      }
      rows.push({ name: memberText(text, row, "name"), areas });
      yield;
    }
    sections.push({ columnSpan: columnSpan(section), rows });
  }
  return sections;
}
