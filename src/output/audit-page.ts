/** An audit as one page of HTML that holds all it needs: it can be sent, sorted and printed, and asks nothing of anybody. */
import { createHash } from "node:crypto";
import type { AuditRow, AuditSection } from "../analysis/audit/audit-section.ts";
import { visible } from "../text/visible-text.ts";
import { type ShownAudit, type ShownColumn, shownColumns } from "./audit-view.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Colours are those of the system, light or dark; on paper all is black on white, and commands break where they must. */
const PAGE_STYLE = `
:root { --line: #8884; --bar: #2f6fd0; --dim: #6a6a6a; }
@media (prefers-color-scheme: dark) { :root { --bar: #6ea8fe; --dim: #9a9a9a; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 100rem; padding: 0 1rem; background: Canvas; color: CanvasText; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; list-style: none; padding: 0; }
a { color: LinkText; }
section { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
th { white-space: nowrap; }
th button { all: unset; cursor: pointer; font-weight: 600; }
th button:focus-visible { outline: 2px solid var(--bar); }
th[aria-sort=ascending] button::after { content: " ▲"; }
th[aria-sort=descending] button::after { content: " ▼"; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.count { color: var(--dim); font-weight: normal; }
code { font: .85em ui-monospace, monospace; }
td { min-width: 5rem; }
.number { min-width: 0; }
td.key { min-width: 9rem; }
.query { color: var(--dim); font-weight: normal; }
td.query { min-width: 12rem; }
svg { width: 6rem; height: .6rem; margin-right: .5rem; }
rect { fill: var(--bar); }
rect.room { fill: var(--line); }
@media print {
  :root { --bar: #333; --dim: #333; color-scheme: light; }
  body { margin: 0; max-width: none; font-size: 9pt; }
  nav, .query { display: none; }
  section { overflow: visible; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  svg, rect { print-color-adjust: exact; }
}
`;

/** Sorts a table by the column whose head is pressed: numbers from the highest, texts from a; pressed again, the other way. */
const PAGE_SCRIPT = `
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  const order = new Intl.Collator(undefined, { numeric: true });
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const isNumber = head.classList.contains("number");
      const was = head.getAttribute("aria-sort");
      const now = was ? (was === "ascending" ? "descending" : "ascending") : isNumber ? "descending" : "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", now);
      const sign = now === "ascending" ? 1 : -1;
      const valueOf = (row) => isNumber ? Number(row.cells[column].dataset.value) : row.cells[column].textContent;
      const compare = isNumber ? (a, b) => a - b : order.compare;
      const body = table.tBodies[0];
      const rows = [...body.rows].map((row) => ({ row, value: valueOf(row) }));
      rows.sort((a, b) => sign * compare(a.value, b.value));
      for (const { row } of rows) body.append(row);
    });
  });
}
`;

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
