/** The format umbraco.config: a file of this name in a directory, or any `.config` file. */
import { dirname } from "node:path";
import { NO_TYPES } from "../../site/schema/site-types.ts";
import { CMS_FIELDS, type DataFormat } from "../data-format.ts";
import { typeFiles } from "../type-lists.ts";

const NAME = "umbraco.config";
const ENDING = /\.config$/i;

export const UMBRACO_CONFIG: DataFormat = {
  name: NAME,
  files: [
    { in: "path", names: [ENDING] },
    { in: "directory", names: [NAME], label: NAME },
    { in: "site", names: ["App_Data", NAME], label: `App_Data/${NAME}` },
  ],
  takes: ["editors", "urls"],
  fields: [...CMS_FIELDS, "urlName"],
  beside: (path) => (ENDING.test(path) ? typeFiles(dirname(path)) : []),
  load: async ({ path }, { options, findings, types: typesBeside }) => {
    const { loadUmbracoConfig } = await import("./load-umbraco-config.ts");
    const types = typesBeside()?.(findings) ?? NO_TYPES;
    const { readEditors } = await import("../editor-aliases.ts");
    const editors = await readEditors(options.editors);
    const content = loadUmbracoConfig(path, { ...options, types, editors }, findings);
    return {
      trees: { content },
      hasMadeUrls: options.urls === true,
      types: () => types,
      givenEditors: (type, alias) => editors.find(type, alias),
    };
  },
};
