/** Reads a site's settings: its database, its URLs and its media folder. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Findings } from "../site/findings.ts";
import { URL_ASCII_MODES, type UrlSettings } from "../site/urls/node-urls.ts";
import { readWholeText } from "./data-file.ts";
import { pathBelow } from "./path-below.ts";

export type SiteSettings = {
  database: NamedDatabase | undefined;
  urls: UrlSettings;
  media: MediaSettings;
};

/** The configured path of media URLs, between slashes, and the configured media folder. */
export type MediaSettings = { path?: string; folder?: string };

/** The site's database: a file below its folder, as names of folders and the file, or elsewhere. */
export type NamedDatabase = {
  /** The settings file. */
  settingsFile: string;
  location: { file: readonly string[] } | "server" | "unknown";
};

/** Later files override earlier ones, as on a developer's machine. */
const FILES = ["appsettings.json", "appsettings.Development.json"];
/** Names are joined by colons and ignore case, as in .NET. */
const CONNECTION = "connectionstrings:umbracodbdsn";
const MEDIA_PATH = "umbraco:cms:global:umbracomediapath";
const MEDIA_FOLDER = "umbraco:cms:global:umbracomediaphysicalrootpath";
/** The settings up to version 8. */
const WEB_CONFIG = "web.config";
const WEB_CONFIG_CONNECTION = "umbracodbdsn";
const WEB_CONFIG_MEDIA_PATH = "umbracomediapath";
const REQUESTS = "umbraco:cms:requesthandler";
const HIDES_TOP_LEVEL = "umbraco:cms:global:hidetoplevelnodefrompath";
const CHARACTERS = `${REQUESTS}:userdefinedcharcollection`;

/** Names of databases, since an encrypted or truncated one cannot be recognised by its content. */
export const DATABASE_NAME = /\.(?:db|sqlite3?)$/i;

/** A setting and its file. */
type Setting = { value: string; settingsFile: string };
type Settings = ReadonlyMap<string, Setting>;

/**
 * Reads the settings in a site folder. Connection strings have passwords, so messages never show them.
 * @param findings gets a warning about a file that cannot be read
 */
export function readSiteSettings(root: string, findings: Findings): SiteSettings {
  const settings = new Map<string, Setting>();
  for (const settingsFile of FILES) {
    const path = join(root, settingsFile);
    if (!existsSync(path)) continue;
    try {
      const json: unknown = JSON.parse(withoutComments(readWholeText(path)));
      for (const [name, value] of flattened(json)) settings.set(name.toLowerCase(), { value, settingsFile });
    } catch {
      findings.warn(settingsFile, UNREAD, "unreadSettings");
    }
  }
  const webConfig = readXmlSettings(root, [WEB_CONFIG], findings);
  return {
    database: databaseIn(settings) ?? databaseInWebConfig(webConfig, root, findings),
    urls: urlsIn(settings),
    media: mediaSettingsIn(settings, webConfig),
  };
}

const UNREAD = "cannot be read: its settings of URLs and the database are ignored";

/** JSON of settings may have comments and trailing commas. */
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

function mediaSettingsIn(settings: Settings, webConfig: string): MediaSettings {
  const configured =
    settings.get(MEDIA_PATH)?.value ?? settingsInXml(webConfig).get(WEB_CONFIG_MEDIA_PATH) ?? "";
  const path = slashedPath(configured);
  const folder = settings.get(MEDIA_FOLDER)?.value.trim();
  return { ...(path && { path }), ...(folder && { folder }) };
}

/** The text of a file such as `web.config` without comments; empty if there is none. */
function readXmlSettings(root: string, names: readonly string[], findings: Findings): string {
  const path = pathBelow(root, names);
  if (path === undefined) return "";
  try {
    return readWholeText(path).replace(/<!--[\s\S]*?-->/g, "");
  } catch {
    findings.warn(names.join("/"), UNREAD, "unreadSettings");
    return "";
  }
}

/** The values of `<add key value>` and `<add name connectionString>` by their names in lower case. */
function settingsInXml(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const [, attributes] of text.matchAll(/<add\s((?:[^>"']|"[^"]*"|'[^']*')*)>/gi)) {
    const named = attributesIn(attributes);
    const name = named.get("key") ?? named.get("name");
    const value = named.get("value") ?? named.get("connectionstring");
    if (name !== undefined && value !== undefined) settings.set(name.toLowerCase(), value);
  }
  return settings;
}

function attributesIn(text: string): Map<string, string> {
  const pairs = text.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map(
    Array.from(pairs, ([, name, inDouble, inSingle]) => [
      name.toLowerCase(),
      (inDouble ?? inSingle)
        .replace(/&quot;/g, '"')
        .replace(/&apos;/g, "'")
        .replace(/&amp;/g, "&"),
    ]),
  );
}

/** Sections of `web.config` that can be in files of their own. */
const OWN_FILE = /<(?:connectionStrings|appSettings)\s[^>]*?\b(?:configSource|file)\s*=\s*"([^"]*)"/gi;

/** Version 4 has the connection among its other settings, later ones among the connections. */
function databaseInWebConfig(webConfig: string, root: string, findings: Findings): NamedDatabase | undefined {
  const inOwnFiles = Array.from(webConfig.matchAll(OWN_FILE), ([, path]) =>
    readXmlSettings(root, path.split(/[\\/]/), findings),
  );
  const texts = [webConfig, ...inOwnFiles];
  const value = texts
    .map((text) => settingsInXml(text).get(WEB_CONFIG_CONNECTION))
    .findLast((each) => each?.trim());
  if (value === undefined) return undefined;
  // A file of SQL Server that LocalDB or SQL Server Express attaches, or a database of SQL Server Compact.
  const [, attached] = /(?:^|;)\s*attachdbfilename\s*=\s*["']?([^;"']*)/i.exec(value) ?? [];
  const [, source = ""] = DATA_SOURCE.exec(value) ?? [];
  const file = attached ?? (/\.sdf\s*$/i.test(source) ? source : undefined);
  return {
    settingsFile: WEB_CONFIG,
    location: file === undefined ? "server" : databaseLocation(file.trim(), "App_Data/"),
  };
}

/** A path below the site's root, between slashes; `undefined` for any other, and for the root itself. */
function slashedPath(value: string): string | undefined {
  const names = value
    .trim()
    .replace(/^~/, "")
    .split("/")
    .filter((name) => name !== "");
  const isBelow = names.length > 0 && !names.some((name) => /^\.|[\\:?#%\0]/.test(name));
  return isBelow ? `/${names.join("/")}/` : undefined;
}

const DATA_SOURCE = /(?:^|;)\s*(?:data ?source|filename)\s*=\s*["']?([^;"']*)/i;

function databaseIn(settings: Settings): NamedDatabase | undefined {
  const connection = settings.get(CONNECTION);
  if (connection === undefined) return undefined;
  const { value, settingsFile } = connection;
  if (value.trim() === "") return { settingsFile, location: "unknown" };
  const [, source = ""] = DATA_SOURCE.exec(value) ?? [];
  const provider = settings.get(`${CONNECTION}_providername`)?.value ?? "";
  const isFile = /sqlite/i.test(provider) || DATABASE_NAME.test(source.trim());
  return { settingsFile, location: isFile ? databaseLocation(source.trim(), "umbraco/Data/") : "server" };
}

/**
 * A path on the server that ends in the site's own data folder names a file of this folder: the site has been copied.
 * @param dataDirectory what `|DataDirectory|` is in the site folder
 */
function databaseLocation(source: string, dataDirectory: string): NamedDatabase["location"] {
  const ofServer = new RegExp(
    String.raw`^(?:[a-z]:|[\\/]).*[\\/]${dataDirectory.replace(/\//g, String.raw`[\\/]`)}`,
    "is",
  );
  const names = source
    .replace(/^\|DataDirectory\|/i, dataDirectory)
    .replace(ofServer, dataDirectory)
    .split(/[\\/]/);
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
