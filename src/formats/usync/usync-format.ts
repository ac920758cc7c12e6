/** uSync exports as a format: a folder of sections, or one with folders of versions. */
import { CMS_FIELDS, type DataFormat } from "../data-format.ts";

/** What version folders are called in a site's own folder; that of version 7 is `data`. */
const VERSION = /^(?:v[0-9]{1,4}|data)$/i;

export const USYNC: DataFormat = {
  name: "uSync",
  pathName: "uSync folder",
  expected: ["the folders Content or Media with *.config files"],
  watched: /\.config$/i,
  fields: CMS_FIELDS,
  refused: {},
  inSite: {
    at: ["uSync"],
    expected: "uSync/v*",
    choose: (path, entries) => (entries.some((name) => VERSION.test(name)) ? path : undefined),
  },
  beside: async (path) => (await import("./find-files.ts")).layersBeside(path),
  find: async ({ path, entries }, findings) => {
    if (!entries) return [];
    const { findUsyncFolder } = await import("./find-files.ts");
    const folder = findUsyncFolder(path, findings);
    if (!folder) return [];
    return [
      {
        what: "a uSync folder",
        load: async (job) => {
          const { loadUsync } = await import("./load-usync.ts");
          const { readEditors } = await import("../editor-aliases.ts");
          const editors = await readEditors(job.options.editors);
          const options = { ...job.options, editors, settings: job.settings?.urls, segment: job.segment };
          return loadUsync(folder, options, job.findings);
        },
      },
    ];
  },
};
