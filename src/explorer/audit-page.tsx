/** What an importer will meet, section by section: each number leads to the nodes behind it. */
import type { AuditAnswer, AuditRecordRow, ExplorerSite } from "../http/explorer/explorer-api.ts";
import { useAnswer } from "./ask.ts";
import { dataCommand, HowToGet } from "./how-to-get.tsx";
import { countOf, inDigits } from "./in-words.ts";
import { ProblemText } from "./problem-text.tsx";
import { linkTo } from "./route.ts";

const SHARES = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });

export function AuditView({ site, section }: { site: ExplorerSite; section: string | undefined }) {
  const { answer, problem, isLoading, url } = useAnswer("audit", { section }, site.version);
  const flags = section === undefined ? "" : ` --section ${section}`;
  return (
    <article class="sheet audit" aria-busy={isLoading || undefined}>
      <h1>Audit</h1>
      <p class="lead">What an importer will meet in this data.</p>
      <ProblemText text={problem} />
      {answer ? <Sections answer={answer} /> : <p class="quiet">All values are read …</p>}
      {answer ? <Section answer={answer} /> : null}
      <HowToGet request={url} command={dataCommand(site, "audit", flags)} />
    </article>
  );
}

function Sections({ answer }: { answer: AuditAnswer }) {
  return (
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
  );
}

type Has = { owners: boolean; findings: boolean; nodes: boolean };

function Section({ answer }: { answer: AuditAnswer }) {
  const { title, rows, total } = answer;
  if (rows.length === 0) return <p>{title}: none.</p>;
  const has = {
    owners: rows.some(({ owner }) => owner),
    findings: rows.some(({ finding }) => finding),
    nodes: rows.some(({ node, query }) => node ?? query),
  };
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <section class="table-scroller" aria-label={`${title}, a table`} tabIndex={0}>
        <table>
          <AuditHead columns={answer.columns} has={has} />
          <tbody>
            {rows.map((row, i) => (
              <AuditLine key={`${i} ${row.cells[0]}`} row={row} columns={answer.columns} has={has} />
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

function AuditHead({ columns, has }: { columns: AuditAnswer["columns"]; has: Has }) {
  return (
    <thead>
      <tr>
        {columns.map(({ name, of }) => (
          <th key={name} scope="col" class={of === "text" ? undefined : "column-number"}>
            {name}
          </th>
        ))}
        {has.owners ? <th scope="col">on</th> : null}
        {has.findings ? <th scope="col">finding</th> : null}
        {has.nodes ? <th scope="col">for example</th> : null}
      </tr>
    </thead>
  );
}

type LineProps = { row: AuditRecordRow; columns: AuditAnswer["columns"]; has: Has };

function AuditLine({ row, columns, has }: LineProps) {
  return (
    <tr>
      {columns.map(({ name, of }, at) => (
        <td key={name} class={of === "text" ? "column-text" : "column-number"}>
          <Cell row={row} at={at} of={of} isOfNodes={name === "nodes"} />
        </td>
      ))}
      {has.owners ? <td>{ownerText(row)}</td> : null}
      {has.findings ? <td>{row.finding}</td> : null}
      {has.nodes ? (
        <td>
          <Example row={row} />
        </td>
      ) : null}
    </tr>
  );
}

type CellProps = { row: AuditRecordRow; at: number; of: "text" | "count" | "share"; isOfNodes: boolean };

/** A count of nodes leads to these nodes; other counts are of values, references or elements. */
function Cell({ row, at, of, isOfNodes }: CellProps) {
  const cell = row.cells[at];
  if (cell === null) return <span class="quiet">–</span>;
  if (of === "share") return <>{SHARES.format(Number(cell))}</>;
  if (of === "text") return <bdi>{cell}</bdi>;
  const text = inDigits(Number(cell));
  return (
    <span>
      {isOfNodes && row.query ? <a href={linkTo({ view: "find", query: row.query })}>{text}</a> : text}
    </span>
  );
}

function Example({ row: { node, query } }: { row: AuditRecordRow }) {
  const name = node && <bdi>{node.name === "" ? node.id : node.name}</bdi>;
  return (
    <>
      {node?.isElsewhere ? name : null}
      {node && !node.isElsewhere ? (
        <a href={linkTo({ view: "node", kind: node.kind, key: node.key })}>{name}</a>
      ) : null}{" "}
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
