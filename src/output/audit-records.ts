/** An audit for scripts: rows as objects, and as lines of CSV. */
import type { AuditRow, AuditSection } from "../analysis/audit/audit-section.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import type { ShownAudit } from "./audit-view.ts";
import { type CsvCell, csvLine } from "./csv.ts";

/** A row as a flat object: cells by their names, `null` where there is nothing. */
type AuditRecord = Record<string, string | number | null>;

/** What every row has behind its cells. */
const COMMON: Readonly<Record<string, (row: AuditRow) => string | number | undefined>> = {
  kind: ({ owner, node, query }) => (owner ?? node ?? query)?.kind,
  in: ({ owner }) => owner?.of,
  type: ({ owner }) => owner?.type || undefined,
  finding: ({ finding }) => finding,
  id: ({ node }) => node?.id,
  key: ({ node }) => node?.key,
  name: ({ node }) => node?.name,
};
/** And behind that, the command that lists its nodes. */
const FIND = "find";

/** A row with the names of its section's columns; the same names in every row of it. */
function auditRecord(
  { columns }: AuditSection,
  row: AuditRow,
  { find, flagsOf }: Pick<ShownAudit, "find" | "flagsOf">,
): AuditRecord {
  const cells = Object.keys(columns).map((name, i) => [name, row.cells[i] ?? null]);
  const common = Object.entries(COMMON).map(([name, read]) => [name, read(row) ?? null]);
  return {
    ...Object.fromEntries(cells),
    ...Object.fromEntries(common),
    [FIND]: row.query ? `${find} ${flagsOf(row.query)}` : null,
  };
}

/** All of it as one object. */
export function auditJson(
  audit: ShownAudit,
  { path, format, version, trees }: Pick<LoadedData, "path" | "format" | "version" | "trees">,
): object {
  return {
    path,
    format,
    version,
    nodes: { content: trees.content.size, media: trees.media.size },
    sections: audit.sections.map((section) => ({
      name: section.name,
      title: section.title,
      rows: section.rows.map((row) => auditRecord(section, row, audit)),
    })),
  };
}

/** Yields a line of JSON for each row, which says of which section it is. */
export function* auditLines(audit: ShownAudit): Generator<string> {
  for (const record of recordsOf(audit)) yield `${JSON.stringify(record)}\n`;
}

/** Yields a line for each row, below the names of all columns; each says which section it is of, and leaves empty what only others have. */
export function* auditCsv(audit: ShownAudit): Generator<string> {
  const cells = audit.sections.flatMap(({ columns }) => Object.keys(columns));
  const names = ["section", ...new Set(cells), ...Object.keys(COMMON), FIND];
  yield csvLine(names);
  for (const record of recordsOf(audit)) yield csvLine(names.map((name): CsvCell => record[name] ?? ""));
}

function recordsOf(audit: ShownAudit): AuditRecord[] {
  return audit.sections.flatMap((section) =>
    section.rows.map((row): AuditRecord => ({ section: section.name, ...auditRecord(section, row, audit) })),
  );
}
