/** The format umbraco.config: a file of this name in a directory, or any `.config` file. */

import { dirname, join } from "node:path";
import { NO_TYPES } from "../../site/schema/site-types.ts";
import { CMS_FIELDS, type DataFormat, type Found } from "../data-format.ts";
import { typeFiles } from "../type-lists.ts";

const NAME = "umbraco.config";
const ENDING = ".config";

export const UMBRACO_CONFIG: DataFormat = {
  name: NAME,
  pathName: NAME,
  expected: [NAME],
  watched: /\.config$/i,
  fields: [...CMS_FIELDS, "urlName"],
  refused: {
    culture: "holds only one culture",
    includeUnpublished: "holds published content alone",
  },
  inSite: { at: ["App_Data", NAME], expected: `App_Data/${NAME}`, choose: (path) => path },
  beside: (path) => (path.toLowerCase().endsWith(ENDING) ? typeFiles(dirname(path)) : []),
  find: ({ path, entries }) => {
    if (entries) return entries.includes(NAME) ? [foundAt(join(path, NAME))] : [];
    return path.toLowerCase().endsWith(ENDING) ? [foundAt(path)] : [];
  },
};

function foundAt(path: string): Found {
  return {
    what: NAME,
    typesIn: dirname(path),
    load: async ({ options, findings, types: readTypes }) => {
      const { loadUmbracoConfig } = await import("./load-umbraco-config.ts");
      const types = readTypes?.(findings) ?? NO_TYPES;
      const { readEditors } = await import("../editor-aliases.ts");
      const editors = await readEditors(options.editors);
      const content = loadUmbracoConfig(path, { ...options, types, editors }, findings);
      return {
        trees: { content },
        types: () => types,
        givenEditors: (type, alias) => editors.find(type, alias),
      };
    },
  };
}
