/** The names of the fields of nodes, apart from their readers, which the explorer's page does not need. */

/** In the order in which help lists them. */
export const NODE_FIELD_NAMES = [
  ...[
    "kind",
    "id",
    "key",
    "parentId",
    "parentKey",
    "level",
    "breadcrumbs",
    "name",
    "type",
    "url",
    "template",
  ],
  ...["published", "language", "createDate", "updateDate", "sortOrder", "children", "words", "images"],
  ...["references", "referencedBy", "deadReferences", "elements", "editors", "files", "decision", "newUrl"],
] as const;
export type NodeFieldName = (typeof NODE_FIELD_NAMES)[number];

/** The beginning of the name of a field that is the value of a property: `property:title`. */
export const PROPERTY_FIELD = "property:";

/** Whether lists of nodes have a field of this name. */
export function isNodeFieldName(name: string): boolean {
  return (
    NODE_FIELD_NAMES.some((each) => each === name) ||
    (name.startsWith(PROPERTY_FIELD) && name.length > PROPERTY_FIELD.length)
  );
}
