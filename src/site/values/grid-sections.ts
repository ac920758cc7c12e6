/** The sections, rows and areas of the grid of versions 7 and 8. */
import { type JsonNode, memberCount, memberOf, memberText, openedOutline } from "../../json/outline.ts";
import { isGrid } from "./layouts.ts";

/** A section or an area of a row, and how many of 12 columns it spans. */
type GridColumn = { columnSpan?: number };
type GridSection = GridColumn & { rows: { name?: string; areas: GridColumn[] }[] };

/**
 * Returns the sections of a grid. The elements in an area have its pointer (`/sections/0/rows/0/areas/0`) and more.
 * @param value JSON text, also of a string that holds the grid
 * @returns none if the value is no grid
 */
export function gridSections(value: string): GridSection[] {
  const { text, node } = openedOutline(value);
  if (!isGrid(node)) return [];
  const itemsOf = (parent: JsonNode, name: string) => memberOf(parent, name)?.items ?? [];
  const columnOf = (column: JsonNode): GridColumn => ({ columnSpan: memberCount(text, column, "grid") });
  return itemsOf(node, "sections").map((section) => ({
    ...columnOf(section),
    rows: itemsOf(section, "rows").map((row) => ({
      name: memberText(text, row, "name"),
      areas: itemsOf(row, "areas").map(columnOf),
    })),
  }));
}
