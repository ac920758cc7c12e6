/** The list of all formats, from which recognition, help and hints follow. Of several formats, the first that a path holds is read. */
import { inWords } from "../text/counted.ts";
import { BACPAC } from "./bacpac/bacpac-format.ts";
import type { DataFormat, FilePattern, ReadOption } from "./data-format.ts";
import { DATABASE } from "./database/database-format.ts";
import { JSON_FORMAT, NDJSON } from "./json/json-formats.ts";
import { UMBRACO_CONFIG } from "./umbraco-config/umbraco-config-format.ts";
import { USYNC } from "./usync/usync-format.ts";

/** The formats of one file a kind, of which a directory can hold two; then Umbraco's own, the one with the most data first. */
export const DATA_FORMATS: readonly DataFormat[] = [
  JSON_FORMAT,
  NDJSON,
  BACPAC,
  DATABASE,
  USYNC,
  UMBRACO_CONFIG,
];

/** The files of a kind each, of one format or of all that have such. */
export function kindFileNames(formats: readonly DataFormat[] = DATA_FORMATS): string[] {
  return labels(formats, (pattern) => pattern.kind !== undefined);
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
