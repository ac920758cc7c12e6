/** All formats, a row each, from which recognition, help and hints follow. Of several formats, the first that a path holds is read. */

import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { NO_TYPES } from "../site/schema/site-types.ts";
import { inWords } from "../text/counted.ts";
import { beginsWith } from "./data-file.ts";
import { CMS_FIELDS, type DataFormat, type FilePattern, type ReadOption } from "./data-format.ts";
import { JSON_FORMAT, NDJSON } from "./json/json-formats.ts";
import { DATABASE_NAME } from "./site-settings.ts";
import type { OpenTables } from "./tables/table-reader.ts";
import { typeFiles } from "./type-lists.ts";

/** How zip files begin. */
const ZIP_MAGIC = Buffer.from("504b0304", "hex");

/** How backups of SQL Server begin, plain and compressed. */
const BACKUP_MAGICS = ["TAPE", "MSSQLBAK"].map((text) => Buffer.from(text));
/** How data files of SQL Server begin. */
const DATA_FILE_MAGIC = Buffer.of(1, 15);

/** A format of databases that are read table by table. @param importOpen imports what opens a file of the format */
function tablesFormat(
  name: string,
  files: readonly FilePattern[],
  importOpen: () => Promise<OpenTables>,
): DataFormat {
  return {
    name,
    files,
    takes: ["culture", "includeUnpublished", "urls"],
    fields: [...CMS_FIELDS, "urlName"],
    load: async ({ path }, { options, findings, onProgress }) => {
      const { loadFromTables } = await import("./tables/load-tables.ts");
      return loadFromTables(await importOpen(), path, options, findings, onProgress);
    },
  };
}

const BACPAC = tablesFormat(
  "Umbraco .bacpac",
  [
    { in: "path", names: [/\.bacpac$/i], label: ".bacpac file" },
    { in: "path", names: [], matches: (path) => beginsWith(path, ZIP_MAGIC) },
  ],
  async () => (await import("./bacpac/open-bacpac.ts")).openBacpac,
);

const openSqlServer = async () => (await import("./sqlserver/open-sqlserver.ts")).openSqlServer;

const MDF = tablesFormat(
  "Umbraco .mdf",
  [
    { in: "path", names: [/\.[mn]df$/i], label: ".mdf file" },
    { in: "path", names: [], matches: (path) => beginsWith(path, DATA_FILE_MAGIC) },
    {
      in: "site",
      names: ["App_Data", /\.mdf$/i],
      label: "App_Data/*.mdf",
      isInSettings: true,
      isPassedOver: true,
    },
  ],
  openSqlServer,
);

const BAK = tablesFormat(
  "Umbraco .bak",
  [
    { in: "path", names: [/\.bak$/i], label: ".bak file" },
    { in: "path", names: [], matches: (path) => BACKUP_MAGICS.some((magic) => beginsWith(path, magic)) },
  ],
  openSqlServer,
);

const SQL_SCRIPT = tablesFormat(
  "Umbraco .sql",
  [{ in: "path", names: [/\.sql$/i], label: ".sql file" }],
  async () => (await import("./sql-script/open-script.ts")).openScript,
);

const DATABASE: DataFormat = {
  name: "Umbraco database",
  files: [
    { in: "path", names: [DATABASE_NAME], label: "database file" },
    {
      in: "path",
      names: [],
      matches: async (path) => (await import("./database/database-image.ts")).beginsAsDatabase(path),
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
    const { loadDatabase } = await import("./database/load-database.ts");
    return loadDatabase(path, options, findings);
  },
};

const SDF = tablesFormat(
  "Umbraco .sdf",
  [
    { in: "path", names: [/\.sdf$/i], label: ".sdf file" },
    {
      in: "path",
      names: [],
      matches: async (path) => (await import("./sdf/sdf-pages.ts")).beginsAsSdf(path),
    },
    {
      in: "site",
      names: ["App_Data", /\.sdf$/i],
      label: "App_Data/*.sdf",
      isInSettings: true,
      isPassedOver: true,
    },
  ],
  async () => (await import("./sdf/open-sdf.ts")).openSdf,
);

/** A folder of sections, or one with folders of versions. */
const USYNC: DataFormat = {
  name: "uSync",
  files: [
    {
      in: "directory",
      names: [],
      label: "the folders Content or Media with *.config files",
      matches: async (path) => (await import("./usync/find-files.ts")).findUsyncFolder(path) !== undefined,
    },
    {
      in: "site",
      names: ["uSync"],
      label: "uSync/v*",
      matches: async (path) => (await import("./usync/find-files.ts")).holdsVersions(path),
    },
    { in: "any", names: [/\.config$/i], label: "the Content folder of a uSync export" },
  ],
  takes: ["culture", "includeUnpublished", "editors", "skipDamaged", "urls"],
  fields: CMS_FIELDS,
  beside: async (path) => (await import("./usync/find-files.ts")).layersBeside(path),
  load: async ({ path }, { options, findings }) => {
    const { loadUsync } = await import("./usync/load-usync.ts");
    const { readEditors } = await import("./editor-aliases.ts");
    return loadUsync(path, { ...options, editors: await readEditors(options.editors) }, findings);
  },
};

const CACHE_NAME = "umbraco.config";
const CACHE_ENDING = /\.config$/i;

export const UMBRACO_CONFIG: DataFormat = {
  name: CACHE_NAME,
  files: [
    { in: "path", names: [CACHE_ENDING] },
    { in: "directory", names: [CACHE_NAME], label: CACHE_NAME },
    { in: "site", names: ["App_Data", CACHE_NAME], label: `App_Data/${CACHE_NAME}` },
  ],
  takes: ["editors", "urls"],
  fields: [...CMS_FIELDS, "urlName"],
  beside: (path) => (CACHE_ENDING.test(path) ? typeFiles(dirname(path)) : []),
  load: async ({ path }, { options, findings, types: typesBeside }) => {
    const { loadUmbracoConfig } = await import("./umbraco-config/load-umbraco-config.ts");
    const types = typesBeside()?.(findings) ?? NO_TYPES;
    const { readEditors } = await import("./editor-aliases.ts");
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

/** The formats of one file a kind, of which a directory can hold two; then Umbraco's own, the one with the most data first. */
export const DATA_FORMATS: readonly DataFormat[] = [
  JSON_FORMAT,
  NDJSON,
  BACPAC,
  DATABASE,
  SDF,
  MDF,
  BAK,
  SQL_SCRIPT,
  USYNC,
  UMBRACO_CONFIG,
];

/** The files of a kind each, of one format or of all that have such. */
export function kindFileNames(formats: readonly DataFormat[] = DATA_FORMATS): string[] {
  return labels(formats, (pattern) => pattern.kind !== undefined);
}

/** The data that a path names: of a file with the nodes of a kind, such as content.json, its folder, whose other files belong to it. */
export function dataAtPath(path: string): string {
  const isKindFile =
    kindFileNames().includes(basename(path)) && statSync(path, { throwIfNoEntry: false })?.isFile();
  return isKindFile ? dirname(path) : path;
}

/** What a file of a name would be, by its ending: what messages call such a file. */
export function labelOfFile(path: string): string | undefined {
  const name = basename(path);
  for (const { name: format, files } of DATA_FORMATS)
    for (const { in: where, names, label = format } of files)
      if (where === "path" && names[0] instanceof RegExp && names[0].test(name)) return label;
  return undefined;
}

/** What data there may be in a directory, in words. */
export function expectedData(): string {
  const inDirectory = labels(DATA_FORMATS, (pattern) => pattern.in === "directory");
  const inSite = labels(DATA_FORMATS, (pattern) => pattern.in === "site");
  return `${inDirectory.join(", ")}, or a site's own ${inWords(inSite)}`;
}

function labels(formats: readonly DataFormat[], isWanted: (pattern: FilePattern) => boolean): string[] {
  return formats.flatMap(({ files }) => files.filter(isWanted).flatMap(({ label }) => label ?? []));
}

/** Whether data of a format takes an option. @param data the name of the format, as data that was loaded has it */
export function takesOption(data: string, option: ReadOption): boolean {
  return DATA_FORMATS.some(({ name, takes }) => data === name && takes.includes(option));
}

/** The names of the formats that take an option, for help. Default: of all formats. */
export function formatsTaking(option?: ReadOption): string {
  return DATA_FORMATS.filter(({ takes }) => option === undefined || takes.includes(option))
    .map(({ name }) => name)
    .join(", ");
}
