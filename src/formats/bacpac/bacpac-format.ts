/** A backup of a SQL Server database as a format: a `.bacpac`, whatever its name. */
import { beginsWith } from "../data-file.ts";
import { CMS_FIELDS, type DataFormat } from "../data-format.ts";
import { refuseSqlServerFile } from "../sql-server-files.ts";

const ENDING = /\.bacpac$/i;
/** How zip files begin. */
const ZIP_MAGIC = Buffer.from("504b0304", "hex");

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
  find: ({ path, entries }) => {
    if (entries) return [];
    refuseSqlServerFile(path);
    if (!isNamedAsBackup(path) && !beginsWith(path, ZIP_MAGIC)) return [];
    return [
      {
        what: "a .bacpac",
        load: async ({ options, findings, settings, segment, onProgress }) => {
          const { loadBacpac } = await import("./load-bacpac.ts");
          return loadBacpac(path, { ...options, settings: settings?.urls, segment }, findings, onProgress);
        },
      },
    ];
  },
};
