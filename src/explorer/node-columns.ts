/** The columns of a table of nodes, which the URL of a view names. */
import { FIELD_TITLES, PROPERTY_FIELD } from "../site/field-titles.ts";
import type { Query } from "./route.ts";

/** Fields that every table shows, that are empty, or that nodes of formats with ids alone have. */
const NOT_OFFERED = ["kind", "name", "breadcrumbs", "decision", "newUrl", "urlName"];

/** Fields of nodes that can be columns, in the order of the table. */
export const OFFERED_FIELDS = Object.keys(FIELD_TITLES).filter((name) => !NOT_OFFERED.includes(name));

/** The field that has the value of a property. */
export function fieldOfProperty(alias: string): string {
  return PROPERTY_FIELD + alias;
}

/** The alias of the property that a field has; `undefined` for other fields. */
export function propertyOfField(field: string): string | undefined {
  return field.startsWith(PROPERTY_FIELD) ? field.slice(PROPERTY_FIELD.length) : undefined;
}

/** The fields that the URL names, as `find --fields` does. */
export function chosenFields({ fields }: Query, byDefault: string): string[] {
  return (fields ?? byDefault).split(",").filter((name) => name !== "" && name !== NO_FIELDS);
}

/** In the URL if no fields are chosen. */
const NO_FIELDS = "none";

/** With a field or without it, in the order of the offered fields; properties come last. */
export function toggledField(fields: readonly string[], name: string): string {
  const next = fields.includes(name) ? fields.filter((each) => each !== name) : [...fields, name];
  const all = [...OFFERED_FIELDS.filter((each) => next.includes(each)), ...next.filter(propertyOfField)];
  return all.join(",") || NO_FIELDS;
}
