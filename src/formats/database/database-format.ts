/** The format of Umbraco's SQLite databases: a file, or the file in a site folder. */
import { join } from "node:path";
import { DataError } from "../../errors.ts";
import { CMS_FIELDS, type DataFormat, type DataPath } from "../data-format.ts";
import { isNamedAsDatabase } from "../site-settings.ts";

/** How the names of databases end in a site's own folder. */
const ENDING = ".sqlite.db";
/** How the name of a database's log ends. */
const LOG_ENDING = "-wal";

export const DATABASE: DataFormat = {
  name: "Umbraco database",
  pathName: "Umbraco database",
  expected: [],
  watched: /\.(?:db|sqlite3?)(?:-wal)?$/i,
  fields: CMS_FIELDS,
  refused: { editors: "holds editor aliases itself" },
  inSite: {
    at: ["umbraco", "Data"],
    expected: `umbraco/Data/*${ENDING}`,
    isInSettings: true,
    choose: chooseDatabase,
  },
  // What is written to a database goes to its log first.
  beside: (path) => [`${path}${LOG_ENDING}`],
  find: async ({ path, entries }) => {
    if (entries) return [];
    const { beginsAsDatabase } = await import("./database-image.ts");
    if (!isNamedAsDatabase(path) && !beginsAsDatabase(path)) return [];
    return [
      {
        what: "a database",
        load: async ({ options, findings, settings, segment }) => {
          const { loadDatabase } = await import("./load-database.ts");
          return loadDatabase(path, { ...options, settings: settings?.urls, segment }, findings);
        },
      },
    ];
  },
};

function chooseDatabase(folder: string, entries: readonly string[], root: DataPath): string | undefined {
  const [path, ...others] = entries
    .filter((name) => name.toLowerCase().endsWith(ENDING))
    .map((name) => join(folder, name));
  if (others.length === 0) return path;
  throw new DataError(
    `${root.path} holds several databases: ${root.givenAs} can name one of them, ${[path, ...others].join(" or ")}`,
  );
}
