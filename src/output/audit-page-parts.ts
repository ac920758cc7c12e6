/** The style and the script of the audit's page. */

/** Colours are those of the system, light or dark; on paper all is black on white, and commands break where they must. */
export const PAGE_STYLE = `
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
export const PAGE_SCRIPT = `
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
      body.append(...rows.map(({ row }) => row));
    });
  });
}
`;
