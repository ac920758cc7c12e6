/** The list of all formats, from which recognition, help and hints follow. Umbraco's own are in order of age. */
import { inWords } from "../text/counted.ts";
import { BACPAC } from "./bacpac/bacpac-format.ts";
import type { DataFormat, ReadOptions } from "./data-format.ts";
import { DATABASE } from "./database/database-format.ts";
import { JSON_FORMAT, NDJSON } from "./json/json-formats.ts";
import { UMBRACO_CONFIG } from "./umbraco-config/umbraco-config-format.ts";
import { USYNC } from "./usync/usync-format.ts";

export const DATA_FORMATS: readonly DataFormat[] = [
  JSON_FORMAT,
  NDJSON,
  UMBRACO_CONFIG,
  USYNC,
  DATABASE,
  BACPAC,
];

/** Formats of one file a kind: one directory can hold two of them. */
export const KIND_FORMATS = DATA_FORMATS.filter(({ fileNames }) => fileNames !== undefined);

/** The other formats, the newest first, since it has the most data. */
export const SITE_FORMATS = DATA_FORMATS.filter((format) => !KIND_FORMATS.includes(format)).reverse();

/** The names of the files of a kind each, of all formats that have such. */
export function kindFileNames(formats: readonly DataFormat[] = KIND_FORMATS): string[] {
  return formats.flatMap(({ fileNames }) => Object.values(fileNames ?? {}));
}

/** What data there may be in a directory, in words. */
export function expectedData(): string {
  const all = DATA_FORMATS.flatMap(({ expected }) => expected);
  const inSites = SITE_FORMATS.flatMap(({ inSite }) => inSite?.expected ?? []);
  return `${all.join(", ")}, or a site's own ${inWords(inSites)}`;
}

/** What help calls the paths that are data by themselves. */
export function pathNames(): string {
  return SITE_FORMATS.map(({ pathName }) => pathName).join(", ");
}

/** Whether data of a format takes an option. @param data the name of the format, as data that was loaded has it */
export function takesOption(data: string, option: keyof ReadOptions): boolean {
  return DATA_FORMATS.some(({ name, refused }) => data === name && refused[option] === undefined);
}

/** The names of the formats that take an option, for help. */
export function formatsTaking(option: keyof ReadOptions): string {
  return DATA_FORMATS.filter(({ refused }) => refused[option] === undefined)
    .map(({ name }) => name)
    .join(", ");
}
