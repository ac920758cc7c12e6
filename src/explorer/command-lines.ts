/** What every view offers to copy: the request for its data, and the command that prints the same. */
import { findOptions } from "../analysis/find/criteria.ts";
import { deliveryPath } from "../delivery/delivery-paths.ts";
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import { type Kind, operationFor, operationPath, operationUrl } from "../operations.ts";
import { shellQuoted } from "../text/shell-quoted.ts";
import { viewUrl } from "./fetch-view.ts";
import { chosenFields, fieldsOption } from "./node-columns.ts";
import { criteriaIn, type Query, type View } from "./route.ts";

/** A view that shows data of the site; `query` is its state. */
export type CopiedView = Exclude<View, { view: "home" | "unknown" }> & { query?: Query };

/** Lines to paste into a shell. */
type CopiedLines = { curl: string; command: string };

/** @param origin the server's, as the browser knows it */
export function copiedLines(site: ExplorerSite, view: CopiedView, origin: string): CopiedLines {
  return {
    curl: curlOf(site, origin + requestOf(site, view)),
    command: commandOf(site, view, origin),
  };
}

/** The request for a node as the Content Delivery API gives it. */
export function deliveryCurl(site: ExplorerSite, kind: Kind, key: string, origin: string): string {
  const language = site.servedCulture === undefined ? "" : ` -H "Accept-Language: ${site.culture}"`;
  return curlOf(site, origin + deliveryPath(kind, key), language);
}

function curlOf(site: ExplorerSite, url: string, header = ""): string {
  // The shell inserts the key, so that it is neither in the page nor in the clipboard.
  const key = site.needsKey ? ' -u "api:$MIGRATIONS_API_KEY"' : "";
  return `curl${key}${header} ${quoted(url)}`;
}

/** Path and query. */
function requestOf({ prefix, culture: shown, servedCulture }: ExplorerSite, view: CopiedView): string {
  const { query = {} } = view;
  // The operations answer in one language.
  const culture = servedCulture === undefined ? undefined : shown;
  switch (view.view) {
    case "roots":
      return culture === undefined
        ? operationPath(prefix, operationFor(view.kind, "root"))
        : viewUrl("children", { kind: view.kind, culture });
    case "node":
      return culture === undefined
        ? operationUrl("", prefix, operationFor(view.kind, "key"), { key: view.key })
        : viewUrl("json", { kind: view.kind, key: view.key, culture });
    case "find":
      return viewUrl("find", {
        ...criteriaIn(query),
        fields: chosenFields(query, "").join(",") || undefined,
        culture,
      });
    case "types":
      return view.alias === undefined
        ? viewUrl("types", { culture })
        : viewUrl("type", { kind: view.kind ?? "content", typeAlias: view.alias, culture });
    case "audit":
      return viewUrl("audit", { section: view.section, culture });
    case "changes":
      return viewUrl("changes", { ...query, culture });
  }
}

function commandOf(site: ExplorerSite, view: CopiedView, origin: string): string {
  const { query = {} } = view;
  switch (view.view) {
    case "roots":
      return siteCommand(site, view.kind, origin);
    case "node":
      return siteCommand(site, `${view.kind} --key ${view.key}`, origin);
    case "find":
      return dataCommand(
        site,
        "find",
        `${findOptions(criteriaIn(query), quoted)}${fieldsOption(query, quoted)}`,
      );
    case "types": {
      const { alias, kind } = view;
      const command = alias === undefined ? "types" : `types ${quoted(alias)}`;
      const ofMedia = dataCommand(site, command, "--kind media");
      if (kind === "media") return ofMedia;
      // The command prints one kind, the view without a kind shows both.
      const ofContent = dataCommand(site, command, "");
      return kind === undefined ? `${ofContent} && ${ofMedia}` : ofContent;
    }
    case "audit":
      return dataCommand(
        site,
        "audit",
        view.section === undefined ? "" : `--section ${quoted(view.section)}`,
      );
    case "changes":
      return site.against?.command ?? "migrations diff OLD NEW";
  }
}

/** The command that prints all rows of a section of the audit. */
export function sectionCommand(site: ExplorerSite, section: string): string {
  return dataCommand(site, "audit", `--section ${quoted(section)} --format csv`);
}

/** A command line that requests data of this server. */
function siteCommand(site: ExplorerSite, command: string, origin: string): string {
  // The server answers commands in one language.
  if (site.servedCulture !== undefined) return dataCommand(site, command, "");
  const prefix = site.prefix === site.defaultPrefix ? "" : ` --prefix ${quoted(site.prefix)}`;
  const key = site.needsKey ? " --api-key-file ./key" : "";
  return `migrations ${command} --base-url ${origin}${prefix}${key}`;
}

/** A command line that reads the server's data. */
function dataCommand(site: ExplorerSite, command: string, flags: string): string {
  return ["migrations", command, site.dataFlags, flags.trim()].filter((word) => word !== "").join(" ");
}

/** As most shells take it. */
function quoted(text: string): string {
  return shellQuoted(text, "linux");
}
