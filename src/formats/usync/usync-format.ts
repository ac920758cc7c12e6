/** uSync exports as a format: a folder of sections, or one with folders of versions. */
import { CMS_FIELDS, type DataFormat } from "../data-format.ts";

export const USYNC: DataFormat = {
  name: "uSync",
  files: [
    {
      in: "directory",
      names: [],
      label: "the folders Content or Media with *.config files",
      matches: async (path) => (await import("./find-files.ts")).findUsyncFolder(path) !== undefined,
    },
    {
      in: "site",
      names: ["uSync"],
      label: "uSync/v*",
      matches: async (path) => (await import("./find-files.ts")).holdsVersions(path),
    },
    { in: "any", names: [/\.config$/i], label: "the Content folder of a uSync export" },
  ],
  takes: ["culture", "includeUnpublished", "editors", "skipDamaged", "urls"],
  fields: CMS_FIELDS,
  beside: async (path) => (await import("./find-files.ts")).layersBeside(path),
  load: async ({ path }, { options, findings }) => {
    const { loadUsync } = await import("./load-usync.ts");
    const { readEditors } = await import("../editor-aliases.ts");
    return loadUsync(path, { ...options, editors: await readEditors(options.editors) }, findings);
  },
};
