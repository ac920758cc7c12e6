/** An audit as one page of HTML that holds all it needs: it can be sent, sorted and printed, and asks nothing of anybody. */
import { createHash } from "node:crypto";
import type { AuditRow, AuditSection } from "../analysis/audit/audit-section.ts";
import { visible } from "../visible-text.ts";
import { type ShownColumn, shownColumns } from "./audit-cells.ts";
import { PAGE_SCRIPT, PAGE_STYLE } from "./audit-page-parts.ts";
import type { ShownAudit } from "./audit-view.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Yields the page in parts. */
export function* auditPage(audit: ShownAudit): Generator<string> {
  const title = escaped(`Audit of ${audit.headline}`);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${contents(audit)}
<p class="query">Flags under <em>find</em> are those of <code>${escaped(audit.find)}</code>: it lists the nodes that a row speaks of.</p>
`;
  for (const section of audit.sections) yield* sectionParts(section, audit);
  yield `<script>${PAGE_SCRIPT}</script>\n</body>\n</html>\n`;
}

/** Nothing is loaded, sent or run but what stands in the page. */
function policy(): string {
  const sources = [
    ["script-src", PAGE_SCRIPT],
    ["style-src", PAGE_STYLE],
  ].map(([name, text]) => `${name} 'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return ["default-src 'none'", ...sources, "base-uri 'none'", "form-action 'none'"].join("; ");
}

function contents({ sections }: ShownAudit): string {
  const links = sections.map(
    ({ name, title, rows }) =>
      `<li><a href="#${name}">${escaped(title)}</a> <span class="count">${rows.length}</span></li>`,
  );
  return `<nav><ul>${links.join("\n")}</ul></nav>`;
}

function* sectionParts(section: AuditSection, { flagsOf }: ShownAudit): Generator<string> {
  const { name, title, rows } = section;
  yield `<section id="${name}"><h2>${escaped(title)} <span class="count">${rows.length}</span></h2>\n`;
  if (rows.length === 0) yield "<p>None.</p>\n";
  else {
    const columns = shownColumns(section);
    const hasQueries = rows.some(({ query }) => query);
    const heads = columns.map(
      ({ head, number }) =>
        `<th${number ? ' class="number"' : ""} scope="col"><button type="button">${escaped(head)}</button></th>`,
    );
    yield `<table><thead><tr>${heads.join("")}${hasQueries ? '<th class="query">find</th>' : ""}</tr></thead><tbody>\n`;
    for (const row of rows) {
      const cells = columns.map((column) => cellOf(column, row));
      const query = row.query ? `<code>${escaped(flagsOf(row.query))}</code>` : "";
      yield `<tr>${cells.join("")}${hasQueries ? `<td class="query">${query}</td>` : ""}</tr>\n`;
    }
    yield "</tbody></table>\n";
  }
  yield "</section>\n";
}

function cellOf({ head, of, text, number }: ShownColumn, row: AuditRow): string {
  const shown = escaped(text(row));
  if (head === "key")
    return `<td class="key"><code title="${escaped(row.node?.name ?? "")}">${shown}</code></td>`;
  if (!number) return `<td>${shown}</td>`;
  const value = number(row);
  return `<td class="number" data-value="${value}">${of === "share" ? bar(value) : ""}${shown}</td>`;
}

/** A bar of that share. As a picture, since a style of its own is what the policy forbids. */
function bar(share: number): string {
  const width = (Math.min(Math.max(share, 0), 1) * 100).toFixed(1);
  return `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="room" width="100" height="10"/><rect width="${width}" height="10"/></svg>`;
}

/** Text of a page, with nothing in it that cannot be seen. */
function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ESCAPES[character]);
}
