/** Commands to paste into a shell on the server's machine. */
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";
import { shellQuoted } from "../text/visible-text.ts";

type SiteFlags = Pick<ExplorerSite, "dataFlags">;

/** The command that prints a node. */
export function nodeCommand({ dataFlags }: SiteFlags, kind: Kind, key: string): string {
  return `migrations ${kind} --key ${key} ${dataFlags}`.trim();
}

/** The command that prints all rows of a section of the audit. */
export function sectionCommand({ dataFlags }: SiteFlags, section: string): string {
  return `migrations audit ${dataFlags} --section ${shellQuoted(section, "linux")} --format csv`;
}
