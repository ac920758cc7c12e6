/** Redirects as packages of the CMS import them, and as a table for everyone else: files of CSV. */
import type { Redirect } from "../../analysis/urls/map-urls.ts";
import type { RedirectForm } from "./redirect-form.ts";

const SKYBRUD_COLUMNS = "Root Key,Original URL,Destination Type,Destination Key,Destination URL,Type,Forward";
const URLTRACKER_COLUMNS =
  "RootNodeId;Culture;Old URL;Regex;Redirect URL;Redirect node ID;Redirect HTTP Code;Forward query;Force redirect;Notes";

/** The packages do not regard case, nor a slash at the end. */
function packageMarks({ path, query }: Redirect): string[] {
  return [(path.replace(/(?<=.)\/$/, "") + query).toLowerCase()];
}

export const umbracoForms: Readonly<Record<"skybrud" | "urltracker" | "seotoolkit" | "csv", RedirectForm>> = {
  skybrud: {
    takesQuery: true,
    marks: packageMarks,
    // A path that is no page's is refused by the import, whole file and all.
    fault: ({ to, node }) =>
      node || /^https?:/i.test(to)
        ? undefined
        : "a path must be that of a page or a file of the new site, else it is to be a whole URL",
    head: () => [SKYBRUD_COLUMNS],
    lines: ({ path, query, to, node }, status) => {
      const type = node ? (node.kind === "media" ? "Media" : "Content") : "Url";
      const lasting = status === 301 ? "Permanent" : "Temporary";
      return [csv(["", path + query, type, node?.key ?? "", to, lasting, "False"], ",")];
    },
  },
  urltracker: {
    takesQuery: true,
    marks: packageMarks,
    head: () => [URLTRACKER_COLUMNS],
    lines: ({ path, query, to }, status) => [
      csv(["", "", path + query, "", to, "", String(status), "False", "False", ""], ";"),
    ],
  },
  seotoolkit: {
    takesQuery: true,
    marks: packageMarks,
    lines: ({ path, query, to }) => [csv([path + query, to], ",")],
  },
  csv: {
    takesQuery: true,
    marks: ({ path, query }) => [path + query],
    head: () => ["from,to,status"],
    lines: ({ path, query, to }, status) => [csv([path + query, to, String(status)], ",")],
  },
};

/** A line of CSV (RFC 4180). Addresses begin with a slash or a scheme, so no spreadsheet takes one for a formula. */
function csv(cells: readonly string[], separator: "," | ";"): string {
  const isPlain = (cell: string) => !/["\r\n]/.test(cell) && !cell.includes(separator);
  return cells.map((cell) => (isPlain(cell) ? cell : `"${cell.replaceAll('"', '""')}"`)).join(separator);
}
