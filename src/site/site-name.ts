/** The name of a site for people, wherever it is shown. */

import { basename, dirname, resolve } from "node:path";
import { SAMPLE_DIRECTORY } from "../io.ts";
import type { SiteTrees } from "./site-data.ts";
import { namesByTree } from "./tree/node-names.ts";

/** Folders whose names come from the format, the same for every site. */
const FORMAT_FOLDER = /^(?:usync|v[0-9]+(?:\.[0-9]+)*|content|media|data|umbraco|app_data)$/i;
const DATA_FILE = /(?:\.config|(?:\.sqlite)?\.db|\.sqlite|\.bacpac)$/i;

/** The name that Umbraco gives its database. */
const DEFAULT_DATABASE = /^umbraco$/i;

/**
 * `sample` for the sample; else the folder above the format's own folders. A file elsewhere has its own name, without ending, unless it is Umbraco's
 * default, which names the folder. If there is no folder, the first root.
 * @param path of the data
 */
export function siteNameOf(path: string, { content }: Pick<SiteTrees, "content">): string {
  if (path === SAMPLE_DIRECTORY) return "sample";
  const whole = resolve(path);
  const isFile = DATA_FILE.test(whole);
  let folder = isFile ? dirname(whole) : whole;
  const stem = basename(whole).replace(DATA_FILE, "");
  if (isFile && !FORMAT_FOLDER.test(basename(folder)) && !DEFAULT_DATABASE.test(stem)) return stem;
  while (FORMAT_FOLDER.test(basename(folder))) folder = dirname(folder);
  const firstRoot = content.size > 0 ? namesByTree()(content).at(0) : "";
  return basename(folder) || firstRoot || basename(whole);
}
