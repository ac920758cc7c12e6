/** The format of Umbraco's SQLite databases: a file, or the file in a site folder. */
import { CMS_FIELDS, type DataFormat } from "../data-format.ts";
import { DATABASE_NAME } from "../site-settings.ts";

export const DATABASE: DataFormat = {
  name: "Umbraco database",
  files: [
    { in: "path", names: [DATABASE_NAME], label: "database file" },
    {
      in: "path",
      names: [],
      matches: async (path) => (await import("./database-image.ts")).beginsAsDatabase(path),
    },
    {
      in: "site",
      names: ["umbraco", "Data", /\.sqlite\.db$/i],
      label: "umbraco/Data/*.sqlite.db",
      isInSettings: true,
    },
    { in: "any", names: [/\.(?:db|sqlite3?)-wal$/i] },
  ],
  takes: ["culture", "includeUnpublished", "urls"],
  fields: CMS_FIELDS,
  // What is written to a database goes to its log first.
  beside: (path) => [`${path}-wal`],
  load: async ({ path }, { options, findings }) => {
    const { loadDatabase } = await import("./load-database.ts");
    return loadDatabase(path, options, findings);
  },
};
