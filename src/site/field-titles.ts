/** The names and titles of the fields of nodes, apart from their readers (`node-fields.ts`), which the explorer's page lacks. */

/** What heads of tables call a field, in the order in which columns are offered. */
const NODE_FIELD_TITLES = {
  kind: "Tree",
  name: "Name",
  breadcrumbs: "Path",
  type: "Type",
  url: "URL",
  createDate: "Created",
  updateDate: "Updated",
  published: "Published",
  language: "Language",
  children: "Children",
  words: "Words",
  images: "Images",
  references: "Links to",
  referencedBy: "Used by",
  deadReferences: "Dead references",
  elements: "Elements",
  editors: "Editors",
  files: "Files",
  template: "Template",
  level: "Level",
  sortOrder: "Sort order",
  id: "Id",
  key: "Key",
  parentId: "Id of the parent",
  parentKey: "Key of the parent",
  decision: "Decision",
  newUrl: "New URL",
} as const;

export type NodeFieldName = keyof typeof NODE_FIELD_TITLES;

/** The titles, also of members of nodes that are not fields of lists. */
export const FIELD_TITLES: Readonly<Record<string, string>> = {
  ...NODE_FIELD_TITLES,
  urlName: "URL name",
  position: "Position",
};

/** The beginning of the name of a field that is the value of a property: `property:title`. */
export const PROPERTY_FIELD = "property:";

/** Whether lists of nodes have a field of this name. */
export function isNodeFieldName(name: string): boolean {
  return (
    Object.hasOwn(NODE_FIELD_TITLES, name) ||
    (name.startsWith(PROPERTY_FIELD) && name.length > PROPERTY_FIELD.length)
  );
}

/** The title of a field; a field that is not listed is called by its name. */
export function fieldTitle(name: string): string {
  return Object.hasOwn(FIELD_TITLES, name) ? FIELD_TITLES[name] : name;
}
