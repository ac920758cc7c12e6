/** Objects within values that later versions of the CMS have no editor for. */
import { type JsonNode, memberOf, stringOf } from "./json-outline.ts";
import type { Leftover } from "./value-parts.ts";

/** @returns none, or what an object is by itself; what it holds is not looked at */
export function leftoversIn(text: string, node: JsonNode): Omit<Leftover, "pointer">[] {
  if (memberOf(node, "sections")?.kind === "array") {
    return [{ kind: "grid", text: stringOf(text, memberOf(node, "name")) ?? "" }];
  }
  const fieldsets = memberOf(node, "fieldsets");
  if (fieldsets?.kind === "array") {
    const aliases = fieldsets.items.map((fieldset) => stringOf(text, memberOf(fieldset, "alias")) ?? "");
    return [{ kind: "archetype", text: [...new Set(aliases)].join(", ") }];
  }
  const macro = stringOf(text, memberOf(node, "macroAlias"));
  return macro === undefined || !memberOf(node, "macroParamsDictionary")
    ? []
    : [{ kind: "macro", text: macro }];
}
