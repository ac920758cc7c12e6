/** What the CMS's own formats can tell of a node beside id, key and properties. */
export const CMS_FIELDS = [
  "name",
  "url",
  "type",
  "sortOrder",
  "createDate",
  "updateDate",
  "template",
  "published",
] as const;
