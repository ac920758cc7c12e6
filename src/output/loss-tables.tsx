/** The head, and the tables of pages and totals, in reports of what is lost. */
import type { NamedSources } from "./compared-sources.ts";

const NUMBERS = new Intl.NumberFormat("en");

/** Cells of numbers, or of texts that are like numbers. */
export function Numbers({
  titles,
  cells,
}: {
  titles: readonly string[];
  cells: readonly (number | string)[];
}) {
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

/** The head of a report: its question, and the sources that it compares. */
export function ReportHead({ title, sources }: { title: string; sources: NamedSources }) {
  return (
    <>
      <h1>
        Is everything there? <bdi>{title}</bdi>
      </h1>
      <p class="lead">
        Old: <bdi>{sources.old.path}</bdi>, {sources.old.about}
        <br />
        New: <bdi>{sources.new.path}</bdi>, {sources.new.about}
      </p>
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

type TableProps = {
  heads: readonly string[];
  label: string;
  /** The first column of numbers, and how many there are. Default: all after it. */
  numbersFrom?: number;
  numbers?: number;
  children: preact.ComponentChildren;
};

/** A table that scrolls sideways where it is too wide. */
export function Table({
  heads,
  label,
  numbersFrom = heads.length,
  numbers = heads.length,
  children,
}: TableProps) {
  const isNumber = (i: number) => i >= numbersFrom && i < numbersFrom + numbers;
  return (
    <section class="table-scroller" aria-label={`${label}, a table`} tabIndex={0}>
      <table class="stacked">
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th key={head} scope="col" class={isNumber(i) ? "column-number" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
