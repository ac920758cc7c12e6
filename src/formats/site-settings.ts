/** Reads what the `appsettings.json` of a site says of where its data is, and of how its URLs are made. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { withoutMark } from "../text/byte-order-mark.ts";
import { URL_ASCII_MODES, type UrlSettings } from "../urls/node-urls.ts";
import { readRegularFile } from "./data-file.ts";
import type { Findings } from "./findings.ts";

export type SiteSettings = {
  database: NamedDatabase | undefined;
  urls: UrlSettings;
  media: MediaSettings;
};

/** Where media files are, as far as that is configured: the path of their URLs between slashes, and their folder as it is written. */
export type MediaSettings = { path?: string; folder?: string };

/** Where the site's data is: in a file below its folder, by names below each other, or somewhere else. */
export type NamedDatabase = {
  /** The file that says so. */
  saidIn: string;
  place: { file: readonly string[] } | "server" | "unknown";
};

/** A later one wins over those before it, as where a developer runs the site. */
const FILES = ["appsettings.json", "appsettings.Development.json"];
/** Names are joined by colons and read without regard to case, as .NET does. */
const CONNECTION = "connectionstrings:umbracodbdsn";
const MEDIA_PATH = "umbraco:cms:global:umbracomediapath";
const MEDIA_FOLDER = "umbraco:cms:global:umbracomediaphysicalrootpath";
/** Up to version 8 `web.config` says it. */
const WEB_CONFIG_MEDIA_PATH = /<add\s+key\s*=\s*"umbracoMediaPath"\s+value\s*=\s*"([^"]*)"/i;
const REQUESTS = "umbraco:cms:requesthandler";
const HIDES_TOP_LEVEL = "umbraco:cms:global:hidetoplevelnodefrompath";
const CHARACTERS = `${REQUESTS}:userdefinedcharcollection`;

/** A setting, and the file that it stands in. */
type Setting = { value: string; saidIn: string };
type Settings = ReadonlyMap<string, Setting>;

/**
 * Reads the settings that a site's own folder holds. Connection strings hold passwords: nothing of them is told.
 * @param findings told of a file that is none of settings
 */
export function readSiteSettings(root: string, findings: Findings): SiteSettings {
  const settings = new Map<string, Setting>();
  for (const saidIn of FILES) {
    const path = join(root, saidIn);
    if (!existsSync(path)) continue;
    try {
      const json: unknown = JSON.parse(withoutComments(withoutMark(readRegularFile(path))));
      for (const [name, value] of flattened(json)) settings.set(name.toLowerCase(), { value, saidIn });
    } catch {
      findings.warn(
        saidIn,
        "cannot be read: what it may say of URLs and of the database does not count",
        "unreadSettings",
      );
    }
  }
  return { database: databaseIn(settings), urls: urlsIn(settings), media: mediaIn(settings, root) };
}

/** The JSON of settings may hold comments, and commas behind the last of several things. */
export function withoutComments(text: string): string {
  const kept = (_: string, string: string | undefined) => string ?? " ";
  return text
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, kept)
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, kept);
}

/** The values in an object by their names, joined by colons. */
function* flattened(value: unknown, name = ""): Generator<[name: string, value: string]> {
  if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* flattened(inner, name ? `${name}:${key}` : key);
  } else if (value !== null) yield [name, String(value)];
}

function mediaIn(settings: Settings, root: string): MediaSettings {
  const path = pathOf(settings.get(MEDIA_PATH)?.value ?? mediaPathInWebConfig(root) ?? "");
  const folder = settings.get(MEDIA_FOLDER)?.value.trim();
  return { ...(path && { path }), ...(folder && { folder }) };
}

function mediaPathInWebConfig(root: string): string | undefined {
  try {
    const text = readRegularFile(join(root, "web.config")).replace(/<!--[\s\S]*?-->/g, "");
    return WEB_CONFIG_MEDIA_PATH.exec(text)?.[1];
  } catch {
    return undefined;
  }
}

/** A path below the site's root, between slashes; `undefined` for any other, and for the root itself. */
function pathOf(value: string): string | undefined {
  const names = value
    .trim()
    .replace(/^~/, "")
    .split("/")
    .filter((name) => name !== "");
  const isBelow = names.length > 0 && !names.some((name) => /^\.|[\\:?#%\0]/.test(name));
  return isBelow ? `/${names.join("/")}/` : undefined;
}

function databaseIn(settings: Settings): NamedDatabase | undefined {
  const connection = settings.get(CONNECTION);
  if (connection === undefined) return undefined;
  const { value, saidIn } = connection;
  if (value.trim() === "") return { saidIn, place: "unknown" };
  const [, source = ""] = /(?:^|;)\s*(?:data ?source|filename)\s*=\s*["']?([^;"']*)/i.exec(value) ?? [];
  const provider = settings.get(`${CONNECTION}_providername`)?.value ?? "";
  const isFile = /sqlite/i.test(provider) || isNamedAsDatabase(source.trim());
  return { saidIn, place: isFile ? placeOf(source.trim()) : "server" };
}

function placeOf(source: string): NamedDatabase["place"] {
  const names = source.replace(/^\|DataDirectory\|/i, "umbraco/Data/").split(/[\\/]/);
  // What lies elsewhere is not this folder's to name.
  const isBelow = names[0] !== "" && !names.some((name) => name === ".." || name.includes(":"));
  return isBelow ? { file: names.filter((name) => !/^\.?$/.test(name)) } : "unknown";
}

function urlsIn(settings: Settings): UrlSettings {
  const flag = (name: string) => {
    const value = settings.get(name)?.value.toLowerCase();
    return value === "true" ? true : value === "false" ? false : undefined;
  };
  const ascii = settings.get(`${REQUESTS}:converturlstoascii`)?.value.toLowerCase();
  return {
    hidesTopLevel: flag(HIDES_TOP_LEVEL),
    addsTrailingSlash: flag(`${REQUESTS}:addtrailingslash`),
    ascii: URL_ASCII_MODES.find((mode) => mode === ascii),
    replacements: replacementsIn(settings),
    keepsReplacements: flag(`${REQUESTS}:enabledefaultcharreplacements`),
  };
}

function replacementsIn(settings: Settings): Map<string, string> {
  const replacements = new Map<string, string>();
  for (let index = 0; settings.has(`${CHARACTERS}:${index}:char`); index++) {
    const text = settings.get(`${CHARACTERS}:${index}:char`)?.value;
    if (text) replacements.set(text, settings.get(`${CHARACTERS}:${index}:replacement`)?.value ?? "");
  }
  return replacements;
}

/** How databases are called: one that is encrypted, or cut off, is known by that alone. */
const DATABASE_NAME = /\.(?:db|sqlite3?)$/i;

export function isNamedAsDatabase(path: string): boolean {
  return DATABASE_NAME.test(path);
}
