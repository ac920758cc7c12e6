/** Command lines that print what a view shows. */
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import { shellQuoted } from "../text/shell-quoted.ts";

/** A command line that requests data of this server. */
export function commandLine(site: ExplorerSite, command: string): string {
  const prefix = site.prefix === site.defaultPrefix ? "" : ` --prefix ${quoted(site.prefix)}`;
  const key = site.needsKey ? " --api-key-file ./key" : "";
  return `migrations ${command} --base-url ${location.origin}${prefix}${key}`;
}

/** A command line that reads the server's data. */
export function dataCommand(site: ExplorerSite, command: string, flags: string): string {
  return ["migrations", command, site.dataFlags, flags.trim()].filter((word) => word !== "").join(" ");
}

/** As most shells take it. */
export function quoted(text: string): string {
  return shellQuoted(text, "linux");
}
