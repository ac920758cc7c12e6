/** The chosen columns of a list of nodes: their titles, and the texts of their cells. */

import { redactedProperties } from "../../analysis/find/find-nodes.ts";
import { holdsNothing } from "../../analysis/find/search-text.ts";
import { KINDS } from "../../operations.ts";
import { fieldTitle } from "../../site/field-titles.ts";
import { type FieldContext, fieldReader, nodeField } from "../../site/node-fields.ts";
import { typeNamer } from "../../site/schema/find-type.ts";
import type { SiteNode, SiteProperty } from "../../site/site-nodes.ts";
import { visibleTexts } from "../../site/values/visible-words.ts";
import { counted } from "../../text/counted.ts";
import { shortened } from "../../text/visible-text.ts";
import type { ExploredSite } from "./explored-site.ts";

/** Longer texts of cells are cut: no spreadsheet takes longer ones. */
const LONGEST_CELL = 32_000;
const PROPERTY = "property:";

/** What a field of the name `property:ALIAS` is a property of; `undefined` for any other field. */
function aliasIn(field: string): string | undefined {
  return field.startsWith(PROPERTY) ? field.slice(PROPERTY.length) : undefined;
}

/**
 * The titles of fields; a property has the name that the types give it, or its alias if they give several.
 * @param type the alias of the only type of the nodes, if they have one
 */
export function fieldTitles({ types }: ExploredSite, fields: readonly string[], type?: string): string[] {
  const names = new Map<string, Set<string>>();
  const namesOf = typeNamer(types);
  for (const { alias } of KINDS.flatMap((kind): readonly { alias: string }[] => types[kind])) {
    if (type !== undefined && alias.toLowerCase() !== type.toLowerCase()) continue;
    for (const kind of KINDS) {
      for (const [own, name] of namesOf({ kind, of: "node", type: alias }).properties) {
        names.set(own.toLowerCase(), (names.get(own.toLowerCase()) ?? new Set()).add(name));
      }
    }
  }
  return fields.map((field) => {
    const alias = aliasIn(field);
    if (alias === undefined) return fieldTitle(field);
    const [name = alias, ...others] = names.get(alias.toLowerCase()) ?? [];
    return others.length > 0 ? alias : name;
  });
}

/** Makes the function that reads the cells of a node. The first use of fields of references reads the whole site. */
export async function cellReader(
  site: ExploredSite,
  fields: readonly string[],
  languageOf?: FieldContext["languageOf"],
): Promise<(node: SiteNode) => (string | number)[]> {
  const own = fields.map((name) => (aliasIn(name) === undefined ? nodeField(name) : undefined));
  const graph = own.some((field) => field?.needs === "references")
    ? await site.idleReading.references()
    : undefined;
  const read = fieldReader(site.site, { graph, languageOf, redactor: site.site.secrets() });
  const textsOf = propertyTexts(
    site,
    fields.flatMap((name) => aliasIn(name) ?? []),
  );
  return (node) => {
    const texts = textsOf(node);
    return fields.map((name, i) => {
      const field = own[i];
      if (!field) return texts.get(aliasIn(name)?.toLowerCase() ?? "") ?? "";
      const value = read(field, node);
      if (value === undefined) return "";
      if (typeof value === "number") return value;
      if (typeof value === "boolean") return value ? "yes" : "no";
      return typeof value === "string"
        ? value
        : "json" in value
          ? value.json
          : value.join(field.between ?? ", ");
    });
  };
}

/** Makes the function that reads texts of properties, by their aliases in lower case: of a picker the names of nodes, of rich text what is visible, of tags a list, of blocks their number, else a text or compact JSON. */
export function propertyTexts(
  { site }: ExploredSite,
  aliases: readonly string[],
): (node: SiteNode) => Map<string, string> {
  const wanted = new Set(aliases.map((alias) => alias.toLowerCase()));
  const textOf = ({ alias, editorAlias, value }: SiteProperty): string => {
    if (holdsNothing(value)) return "";
    const parts = site.read(value, editorAlias, alias);
    const { references, elements, shape } = parts;
    const picked = references.filter(({ from }) => from === "picker").map((each) => site.resolve(each));
    const isPicked = picked.length > 0 && picked.length === references.length && elements.length === 0;
    const names = picked.map((each) => (each.state === "found" ? (site.at(each).fields().name ?? "") : ""));
    if (isPicked && names.every((name) => name !== "")) return names.join(", ");
    const texts = shape === "text" ? [] : visibleTexts(parts);
    if (texts.length > 0) return shortened(texts.join(", ").replace(/\s+/g, " ").trim(), LONGEST_CELL);
    if (elements.length > 0) return counted(elements.length, "element");
    const text = value.startsWith('"') ? String(JSON.parse(value)) : value;
    return shortened(text, LONGEST_CELL);
  };
  return (node) => {
    const texts = new Map<string, string>();
    if (wanted.size === 0) return texts;
    const properties = redactedProperties(node, site.secrets(), ({ alias }) =>
      wanted.has(alias.toLowerCase()),
    );
    for (const property of properties) texts.set(property.alias.toLowerCase(), textOf(property));
    return texts;
  };
}
