/** The children of a node as a table that sorts, a page at a time. */

import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";
import { ChangeMarks } from "./change-marks.tsx";
import { useAnswer } from "./fetch-view.ts";
import { Icon, typeIcon } from "./icon.tsx";
import { inDigits, localDate } from "./locale-text.ts";
import { NodeName } from "./node-name.tsx";
import { Pager } from "./pager.tsx";
import { linkTo, type Query, setQuery } from "./route.ts";
import { SortHeading } from "./sort-heading.tsx";
import { MediaCard } from "./value-view.tsx";

const SHOWN_ROWS = 50;

const COLUMNS = [
  { field: "name", title: "Name" },
  { field: "type", title: "Type" },
  { field: "children", title: "Children" },
  { field: "updateDate", title: "Updated" },
  { field: "id", title: "Id" },
] as const;

type TableProps = {
  site: ExplorerSite;
  kind: Kind;
  /** `undefined` above the roots. */
  parent: string | undefined;
  label: string;
  /** The state: `sort` and `from`. */
  query: Query;
};

export function ChildrenTable({ site, kind, parent, label, query }: TableProps) {
  const { sort } = query;
  const from = Number(query.from ?? 0);
  const parameters = { kind, key: parent, from, count: SHOWN_ROWS, order: sort };
  const { answer, problem, isLoading } = useAnswer("children", parameters, site.version);
  if (problem) return <p class="problem">{problem}</p>;
  if (!answer) return <p aria-busy="true" />;
  if (answer.total === 0) return <p class="quiet">{parent === undefined ? "No nodes." : "No children."}</p>;
  // Some formats have no such date.
  const hasDates = answer.rows.some(({ updateDate }) => updateDate);
  const columns = COLUMNS.filter(({ field }) => field !== "updateDate" || hasDates);
  const sortBy = (next: string | undefined) => setQuery({ sort: next, from: undefined });
  const isGrid = kind === "media" && query.as !== "list";
  return (
    <>
      {kind === "media" ? (
        <p class="toolbar">
          <button
            type="button"
            class="link"
            onClick={() => setQuery({ as: isGrid ? "list" : undefined }, "replace")}
          >
            {isGrid ? "Show as a list" : "Show as pictures"}
          </button>
        </p>
      ) : null}
      {isGrid ? (
        <ul class="cards cards-large" aria-label={label} aria-busy={isLoading || undefined}>
          {answer.rows.map((row) => (
            <li key={row.key}>
              <MediaCard node={{ row, image: row.image }} />
            </li>
          ))}
        </ul>
      ) : (
        <section class="table-scroller" aria-label={label} aria-busy={isLoading || undefined} tabIndex={0}>
          <table class="children-table">
            <thead>
              <tr>
                {columns.map(({ field, title }) => (
                  <SortHeading
                    key={field}
                    class={`column-${field}`}
                    field={field}
                    title={title}
                    sort={sort}
                    onSort={answer.isSortable ? sortBy : undefined}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {answer.rows.map((row) => (
                <tr key={row.key}>
                  <td class="column-name">
                    <a href={linkTo({ view: "node", kind, key: row.key })}>
                      <Icon name={typeIcon(site, kind, row.type)} />
                      <NodeName row={row} />
                    </a>
                    <ChangeMarks row={row} />
                  </td>
                  <td class="column-type">{row.type}</td>
                  <td class="column-children">
                    {row.children > 0 ? inDigits(row.children) : <span class="quiet">–</span>}
                  </td>
                  {hasDates ? (
                    <td class="column-updateDate">
                      {row.updateDate ? (
                        <time title={row.updateDate}>{localDate(row.updateDate)}</time>
                      ) : null}
                    </td>
                  ) : null}
                  <td class="column-id">{row.id}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Pager
        label="More rows"
        from={answer.from}
        count={answer.rows.length}
        size={SHOWN_ROWS}
        total={answer.total}
        onPage={(next) => setQuery({ from: next || undefined })}
      />
    </>
  );
}
