/** What an importer will meet, section by section: each number leads to the nodes behind it. */
import type { AuditAnswer, AuditRecordRow, ExplorerSite } from "../http/explorer/explorer-api.ts";
import { useAnswer } from "./ask.ts";
import { dataCommand, HowToGet } from "./how-to-get.tsx";
import { countOf, inDigits } from "./in-words.ts";
import { ProblemText } from "./problem-text.tsx";
import { linkTo, useTitle } from "./route.ts";

const SHARES = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });

export function AuditView({ site, section }: { site: ExplorerSite; section: string | undefined }) {
  useTitle(site.name, "Audit", section);
  const { answer, problem, isLoading, url } = useAnswer("audit", { section }, site.version);
  const flags = section === undefined ? "" : ` --section ${section}`;
  return (
    <article class="sheet audit" aria-busy={isLoading || undefined}>
      <h1>Audit</h1>
      <p class="lead">What an importer will meet in this data.</p>
      <ProblemText text={problem} />
      {answer ? (
        <>
          <nav class="choice sections" aria-label="Sections">
            {answer.sections.map(({ name, title, rows }) => (
              <a
                key={name}
                class="choice-link"
                aria-current={name === answer.name ? "true" : undefined}
                href={linkTo({ view: "audit", section: name })}
              >
                <span title={title}>{name}</span> <span class="quiet">{inDigits(rows)}</span>
              </a>
            ))}
          </nav>
          <Section answer={answer} />
        </>
      ) : (
        <p class="quiet">All values are read …</p>
      )}
      <HowToGet request={url} command={dataCommand(site, "audit", flags)} />
    </article>
  );
}

function Section({ answer: { title, columns, rows, total } }: { answer: AuditAnswer }) {
  if (rows.length === 0) return <p>{title}: none.</p>;
  const hasOwners = rows.some(({ owner }) => owner);
  const hasFindings = rows.some(({ finding }) => finding);
  const hasNodes = rows.some(({ node, query }) => node ?? query);
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <section class="table-scroller" aria-label={`${title}, a table`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name, of }) => (
                <th key={name} scope="col" class={of === "text" ? undefined : "column-number"}>
                  {name}
                </th>
              ))}
              {hasOwners ? <th scope="col">on</th> : null}
              {hasFindings ? <th scope="col">finding</th> : null}
              {hasNodes ? <th scope="col">for example</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={`${i} ${row.cells[0]}`}>
                {columns.map(({ name, of }, at) => (
                  <td key={name} class={of === "text" ? "column-text" : "column-number"}>
                    <Cell cell={row.cells[at]} of={of} query={name === "nodes" ? row.query : undefined} />
                  </td>
                ))}
                {hasOwners ? <td>{ownerText(row)}</td> : null}
                {hasFindings ? <td>{row.finding}</td> : null}
                {hasNodes ? (
                  <td>
                    <Example row={row} />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > rows.length ? (
        <p class="quiet">
          The first {countOf(rows.length, "row", "rows")} of {inDigits(total)}.
        </p>
      ) : null}
    </section>
  );
}

type CellProps = {
  cell: AuditRecordRow["cells"][number];
  of: AuditAnswer["columns"][number]["of"];
  /** The search for the nodes that are counted; other counts are of values, references or elements. */
  query: AuditRecordRow["query"];
};

function Cell({ cell, of, query }: CellProps) {
  if (cell === null) return <span class="quiet">–</span>;
  if (of === "share") return <>{SHARES.format(Number(cell))}</>;
  if (of === "text") return <bdi>{cell}</bdi>;
  const text = inDigits(Number(cell));
  return <span>{query ? <a href={linkTo({ view: "find", query })}>{text}</a> : text}</span>;
}

function Example({ row: { node, query } }: { row: AuditRecordRow }) {
  const name = node && <bdi>{node.name === "" ? node.id : node.name}</bdi>;
  const isLink = node && !node.isElsewhere;
  return (
    <>
      {isLink ? <a href={linkTo({ view: "node", kind: node.kind, key: node.key })}>{name}</a> : name}{" "}
      {query ? (
        <a class="all-of-them" href={linkTo({ view: "find", query })}>
          all
        </a>
      ) : null}
    </>
  );
}

/** `article`, `element quote`, `media Image`. */
function ownerText({ owner }: AuditRecordRow): string {
  if (!owner) return "";
  const words = [owner.kind === "content" ? "" : owner.kind, owner.of === "node" ? "" : owner.of, owner.type];
  return words.filter((word) => word !== "").join(" ");
}
