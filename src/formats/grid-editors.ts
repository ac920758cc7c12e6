/** Reads the grid editors of a site (Umbraco 7 to 10) from its own configuration. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { isMembers } from "../json/shape.ts";
import type { Findings } from "../site/findings.ts";
import { readWholeText } from "./data-file.ts";
import { withoutComments } from "./site-settings.ts";

/** A grid editor, in the shape in which the API answers. */
type GridEditor = {
  name: string;
  nameTemplate?: string;
  alias: string;
  view: string;
  render?: string;
  icon: string;
  config?: unknown;
};

const CONFIG_FILE = "config/grid.editors.config.js";
const PLUGINS_FOLDER = "App_Plugins";
const MANIFEST_NAME = "package.manifest";
/** The API's .NET client fails without these. */
const REQUIRED = ["name", "alias", "view", "icon"] as const;
const MEMBERS = ["name", "nameTemplate", "alias", "view", "render", "icon", "config"] as const;
/** The folders of a site that data can be in: the site is the folder above. */
const DATA_FOLDER = /[\\/](?:uSync(?:[\\/](?:v[0-9]+|data))?|App_Data(?:[\\/]umbraco\.config)?)$/i;

/**
 * Reads `config/grid.editors.config.js`, then `gridEditors` of the `package.manifest` of each plugin. If several editors have
 * one alias, the first one wins, as in Umbraco.
 * @param path the data, which is the site's folder, a folder or file in it, or has these files beside it
 * @param findings gets a warning for each file that is not JSON, and for each editor without a required member
 */
export function readGridEditors(path: string, findings: Findings): GridEditor[] {
  const folder = resolve(path);
  const site = folder.replace(DATA_FOLDER, "");
  for (const root of new Set([folder, site])) {
    const files = [CONFIG_FILE, ...pluginManifests(root)].filter((file) => existsSync(join(root, file)));
    if (files.length === 0) continue;
    const editors = new Map<string, GridEditor>();
    for (const editor of files.flatMap((file) => gridEditorsIn(root, file, findings)))
      if (!editors.has(editor.alias)) editors.set(editor.alias, editor);
    return [...editors.values()];
  }
  return [];
}

function pluginManifests(root: string): string[] {
  try {
    const names = readdirSync(join(root, PLUGINS_FOLDER)).sort();
    return names.map((name) => `${PLUGINS_FOLDER}/${name}/${MANIFEST_NAME}`);
  } catch {
    return [];
  }
}

function gridEditorsIn(root: string, file: string, findings: Findings): GridEditor[] {
  const report = (text: string) => {
    findings.warn(file, text, "unreadSettings");
    return [];
  };
  let value: unknown;
  try {
    value = JSON.parse(withoutComments(readWholeText(join(root, file))));
  } catch {
    return report("cannot be read: its grid editors are not served");
  }
  const list = isMembers(value) ? value.gridEditors : value;
  if (!Array.isArray(list)) return [];
  return list.flatMap((editor: unknown, index) => {
    const missing = REQUIRED.find((name) => !isMembers(editor) || typeof editor[name] !== "string");
    if (!isMembers(editor) || missing !== undefined)
      return report(`grid editor ${index + 1} has no ${missing}: it is not served`);
    const members = MEMBERS.filter((name) => editor[name] !== undefined && editor[name] !== null);
    return [Object.fromEntries(members.map((name) => [name, editor[name]])) as GridEditor];
  });
}
