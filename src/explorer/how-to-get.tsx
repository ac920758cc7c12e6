/** The request and the command line that give what a view shows. */
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import { shellQuoted } from "../text/shell-quoted.ts";
import { CopyButton } from "./copy-button.tsx";

/** @property command absent if no command prints the same */
type HowProps = { request: string; command: string | undefined };

export function HowToGet({ request, command }: HowProps) {
  return (
    <section class="how" aria-label="The same by other means">
      <Line sign="GET" text={request} copied={location.origin + request} what="the URL of the request" />
      {command === undefined ? null : <Line sign="$" text={command} copied={command} what="the command" />}
    </section>
  );
}

function Line({ sign, text, copied, what }: { sign: string; text: string; copied: string; what: string }) {
  return (
    <div class="how-line">
      <span class="how-sign">{sign}</span>
      <code tabIndex={0}>{text}</code>
      <CopyButton text={copied} what={what} />
    </div>
  );
}

/** A command line that asks this server. */
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
