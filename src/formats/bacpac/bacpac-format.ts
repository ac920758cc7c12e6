/** A backup of a SQL Server database as a format: a `.bacpac`, whatever its name. */
import { CMS_FIELDS, type DataFormat } from "../data-format.ts";
import { refuseSqlServerFile } from "../sql-server-files.ts";
import { beginsAsZip } from "./zip-file.ts";

const ENDING = /\.bacpac$/i;

export function isNamedAsBackup(path: string): boolean {
  return ENDING.test(path);
}

export const BACPAC: DataFormat = {
  name: "Umbraco .bacpac",
  pathName: ".bacpac file",
  expected: [],
  watched: ENDING,
  fields: [...CMS_FIELDS, "urlName"],
  refused: { editors: "has editor aliases itself" },
  subject: "a .bacpac",
  find: ({ path, entries }) => {
    if (entries) return [];
    refuseSqlServerFile(path);
    if (!isNamedAsBackup(path) && !beginsAsZip(path)) return [];
    return [
      {
        what: "a .bacpac",
        load: async ({ options, findings, settings, onProgress }) => {
          const { loadBacpac } = await import("./load-bacpac.ts");
          return loadBacpac(path, { ...options, settings: settings?.urls }, findings, onProgress);
        },
      },
    ];
  },
};
