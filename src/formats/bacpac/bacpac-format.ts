/** A backup of a SQL Server database as a format: a `.bacpac`, whatever its name. */
import { beginsWith } from "../data-file.ts";
import { CMS_FIELDS, type DataFormat } from "../data-format.ts";

/** How zip files begin. */
const ZIP_MAGIC = Buffer.from("504b0304", "hex");

export const BACPAC: DataFormat = {
  name: "Umbraco .bacpac",
  files: [
    { in: "path", names: [/\.bacpac$/i], label: ".bacpac file" },
    { in: "path", names: [], matches: (path) => beginsWith(path, ZIP_MAGIC) },
  ],
  takes: ["culture", "includeUnpublished", "urls"],
  fields: [...CMS_FIELDS, "urlName"],
  load: async ({ path }, { options, findings, onProgress }) => {
    const { loadBacpac } = await import("./load-bacpac.ts");
    return loadBacpac(path, options, findings, onProgress);
  },
};
