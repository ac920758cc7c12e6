/** What people call the fields of nodes, in the heads of tables. */

/** By name, in the order in which columns are offered. */
export const FIELD_TITLES: Readonly<Record<string, string>> = {
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
  urlName: "URL name",
};

/** The title of a field; a field that is not listed is called by its name. */
export function fieldTitle(name: string): string {
  return Object.hasOwn(FIELD_TITLES, name) ? FIELD_TITLES[name] : name;
}
