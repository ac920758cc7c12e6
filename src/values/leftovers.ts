/** Objects within values that later versions of the CMS have no editor for. */
import { type JsonNode, memberOf, memberText } from "./json-outline.ts";
import type { Leftover } from "./value-parts.ts";

/** Whether an object is the value of a grid. */
export function isGrid(node: JsonNode): boolean {
  const sections = memberOf(node, "sections");
  if (sections?.kind !== "array") return false;
  const hasRows = sections.items.every((section) => memberOf(section, "rows")?.kind === "array");
  return hasRows && (sections.items.length > 0 || memberOf(node, "name") !== undefined);
}

/** Whether an object is the value of an archetype. */
export function isArchetype(node: JsonNode): boolean {
  const fieldsets = memberOf(node, "fieldsets");
  if (fieldsets?.kind !== "array") return false;
  return fieldsets.items.every((fieldset) => memberOf(fieldset, "properties")?.kind === "array");
}

/** @returns none, or what an object is by itself; what it holds is not looked at */
export function leftoversIn(text: string, node: JsonNode): Omit<Leftover, "pointer">[] {
  if (isGrid(node)) {
    return [{ kind: "grid", text: memberText(text, node, "name") ?? "" }];
  }
  if (isArchetype(node)) {
    const fieldsets = memberOf(node, "fieldsets")?.items ?? [];
    const aliases = fieldsets.map((fieldset) => memberText(text, fieldset, "alias") ?? "");
    return [{ kind: "archetype", text: [...new Set(aliases)].join(", ") }];
  }
  const macro = memberText(text, node, "macroAlias");
  return macro === undefined || !memberOf(node, "macroParamsDictionary")
    ? []
    : [{ kind: "macro", text: macro }];
}
