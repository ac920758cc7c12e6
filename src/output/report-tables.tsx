/** Tables of reports: each a section that scrolls sideways if it is too wide; on a phone a row is a block. */

export const NUMBERS = new Intl.NumberFormat("en");

/** The title of a column. A text is that of a column of texts. */
type Head = string | { title: string; isNumber: boolean };

export function numberHead(title: string): Head {
  return { title, isNumber: true };
}

type TableProps = {
  label: string;
  heads: readonly Head[];
  /** Whether a row is a block on a phone. Default: yes */
  isStacked?: boolean | undefined;
};

export function Table(props: TableProps & { children: preact.ComponentChildren }) {
  const { label, heads, isStacked = true, children } = props;
  return (
    <section class="table-scroller" aria-label={`${label}, a table`} tabIndex={0}>
      <table class={isStacked ? "stacked" : undefined}>
        <thead>
          <tr>
            {heads.map((head) => {
              const { title, isNumber } = typeof head === "string" ? { title: head, isNumber: false } : head;
              return (
                <th key={title} scope="col" class={isNumber ? "column-number" : undefined}>
                  {title}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** Rows of a table that are shown at first. */
const SHOWN_ROWS = 20;

type FoldingProps = TableProps & {
  rows: readonly preact.VNode[];
  /** How many rows are not folded. */
  shown?: number;
  /** What the rows are, in the plural. */
  more?: string;
};

/** A table whose further rows are folded; a page that runs nothing can do no more. */
export function FoldingTable({ rows, shown = SHOWN_ROWS, more = "rows", ...table }: FoldingProps) {
  const left = rows.length - shown;
  return (
    <>
      <Table {...table}>{rows.slice(0, shown)}</Table>
      {left > 0 ? (
        <details class="more-rows">
          <summary>
            and {NUMBERS.format(left)} more {more}
          </summary>
          <Table {...table} label={`${table.label}, continued`}>
            {rows.slice(shown)}
          </Table>
        </details>
      ) : null}
    </>
  );
}

type NumbersProps = { titles: readonly string[]; cells: readonly preact.ComponentChild[] };

/** Cells of numbers, or of what is in place of a number. */
export function Numbers({ titles, cells }: NumbersProps) {
  return (
    <>
      {cells.map((cell, i) => (
        <td key={titles[i]} class="column-number" data-title={titles[i]}>
          {typeof cell === "number" ? NUMBERS.format(cell) : cell}
        </td>
      ))}
    </>
  );
}

/** The name of a page, with those of its ancestors below it. @param path the root first */
export function PageName({ path }: { path: readonly string[] }) {
  const above = path.slice(0, -1).join(" › ");
  return (
    <>
      <bdi>{path.at(-1)}</bdi>
      {above === "" ? null : (
        <span class="page-path quiet" title={above}>
          <bdi>{above}</bdi>
        </span>
      )}
    </>
  );
}

type SectionProps = { title: string; count: number; shown: number; children: preact.ComponentChildren };

/** A titled list of which the first rows are shown. */
export function Section({ title, count, shown, children }: SectionProps) {
  return (
    <section class="audit-section" aria-label={title}>
      <h2>
        {title} ({NUMBERS.format(count)})
      </h2>
      {children}
      {count > shown ? (
        <p class="quiet">
          The first {NUMBERS.format(shown)} of {NUMBERS.format(count)}: <code>--format csv</code> lists all.
        </p>
      ) : null}
    </section>
  );
}

/** What a report compares: the old side and the new. */
export function ComparedSources({ old, other }: Record<"old" | "other", { path: string; about: string }>) {
  return (
    <p class="lead">
      Old: <bdi>{old.path}</bdi>, {old.about}
      <br />
      New: <bdi>{other.path}</bdi>, {other.about}
    </p>
  );
}
