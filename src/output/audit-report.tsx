/** An audit as people read it: a first screen of numbers, tables and sentences, and tables that start with the page. The explorer and the HTML report show the same. */

import {
  type EditorNumbers,
  fateSentences,
  groupColumns,
  groupNumbers,
  SHOWN_TYPES,
  type SiteNumbers,
  siteFacts,
  type TypeNumbers,
  typeColumns,
} from "../analysis/audit/audit-overview.ts";
import type { AuditSummary } from "../analysis/audit/audit-summary.ts";
import type { FindQuery } from "../analysis/find/criteria.ts";
import type { Kind } from "../operations.ts";
import { entryIn } from "../site/map-entries.ts";
import { inPercent } from "../text/counted.ts";
import { FoldingTable, NUMBERS, Numbers, numberHead } from "./report-tables.tsx";

type Line = { count: number; text: string; section?: string; finding?: string };

type ReportNode = {
  kind: Kind;
  id: number;
  key: string;
  name: string;
  path: readonly string[];
  url?: string;
  isElsewhere?: boolean;
};

type Row = {
  /** By the names of columns. */
  cells: Readonly<Record<string, string | number | null>>;
  owner?: { kind: Kind; of: string; type: string; name?: string };
  propertyName?: string;
  finding?: string;
  node?: ReportNode;
  leadsTo?: DeadRow;
  filled?: { count: number; of: number };
  sameValue?: string;
  query?: FindQuery;
};

/** What a dead reference leads to. */
type DeadRow = {
  kind: Kind | "node";
  target: string;
  why: keyof typeof REASONS;
  count: number;
  language?: string;
};

type ReportColumn = { name: string; of: string; title: string; role?: string; isHidden?: boolean };

export type ReportSection = {
  name: string;
  title: string;
  about?: string;
  /** What each row is about, whose column comes first. Default: a type; the node of a row is an example. */
  subject?: string;
  /** Whether rows that differ in the type alone are shown as one. */
  mergesTypes?: boolean;
  columns: readonly ReportColumn[];
  /** The first rows, or all. */
  rows: readonly Row[];
  total: number;
  /** A line for each finding of the rows. */
  lines: readonly Line[];
  /** What could not be checked. Default: all was. */
  unchecked?: string | undefined;
};

/** Where names and numbers lead; `undefined` if nowhere. */
export type ReportLinks = {
  node: (node: ReportNode) => string | undefined;
  find: (query: FindQuery) => string | undefined;
  section: (name: string) => string | undefined;
  /** The command that prints all rows of a section. */
  command: (section: string) => string;
};

const BANDS = [
  { name: "wrong", title: "Wrong", none: undefined },
  { name: "decisions", title: "Needs a decision", none: "Nothing needs a decision." },
] as const;

type SummaryProps = { summary: AuditSummary; links: ReportLinks };

/** The first screen. */
export function AuditOverview({ summary, links }: SummaryProps) {
  return (
    <div class="overview">
      <SiteFacts site={summary.site} />
      <div class="overview-tables">
        <TypesTable site={summary.site} types={summary.types} links={links} />
        <FatesTable editors={summary.editors} links={links} />
      </div>
      <Bands summary={summary} links={links} />
    </div>
  );
}

function SiteFacts({ site }: { site: SiteNumbers }) {
  const { facts, notes } = siteFacts(site, NUMBERS.format);
  return (
    <section aria-label="The site">
      <ul class="facts">
        {facts.map(({ count, text }) => (
          <li key={text}>
            <b>{NUMBERS.format(count)}</b> {text}
          </li>
        ))}
      </ul>
      {notes.length > 0 ? <p class="quiet">{notes.join(" ")}</p> : null}
    </section>
  );
}

function TypesTable({
  site,
  types,
  links,
}: {
  site: SiteNumbers;
  types: readonly TypeNumbers[];
  links: ReportLinks;
}) {
  const numbers = typeColumns(site, types);
  return (
    <section aria-label="Pages by type">
      <h2>Pages by type</h2>
      <FoldingTable
        label="Pages by type"
        shown={SHOWN_TYPES}
        isStacked={false}
        more="types"
        heads={["Type", ...numbers.map(numberHead)]}
        rows={types.map((each) => {
          const { type, name } = each;
          const href = type === "" ? undefined : links.find({ kind: "content", type });
          const text = <bdi title={type}>{name ?? (type === "" ? "no type" : type)}</bdi>;
          return (
            <tr key={type}>
              <td>{href === undefined ? text : <a href={href}>{text}</a>}</td>
              <Numbers titles={numbers} cells={numbers.map((of) => each[of])} />
            </tr>
          );
        })}
      />
    </section>
  );
}

/** What the values hold, and what becomes of them in Umbraco 17. */
function FatesTable({ editors, links }: { editors: readonly EditorNumbers[]; links: ReportLinks }) {
  const title = "What the values become in Umbraco 17";
  const numbers = groupColumns(editors);
  const all = links.section("editors");
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <FoldingTable
        label={title}
        isStacked={false}
        heads={["Values hold", ...numbers.map(numberHead)]}
        rows={groupNumbers(editors).map((row) => (
          <tr key={row.holds}>
            <td>{row.holds}</td>
            <Numbers
              titles={numbers}
              cells={numbers.map((name) => row[name] || <span class="quiet">–</span>)}
            />
          </tr>
        ))}
      />
      {fateSentences(editors, NUMBERS.format).map(({ lead, text, more }) => (
        <p key={lead} class="fates">
          <b>{lead}:</b> {text}
          {more === 0 ? null : <> and {all === undefined ? `${more} more` : <a href={all}>{more} more</a>}</>}
        </p>
      ))}
    </section>
  );
}

function Bands({ summary, links }: SummaryProps) {
  return (
    <div class="audit-bands">
      {BANDS.map(({ name, title, none }) => (
        <section key={name} class={`band band-${name}`} aria-label={title}>
          <h2>{title}</h2>
          <ul class="lines">
            {summary[name].map((line) => (
              <li key={line.text}>
                <LineText
                  line={line}
                  href={line.section === undefined ? undefined : links.section(line.section)}
                />
              </li>
            ))}
          </ul>
          {name === "wrong"
            ? summary.unchecked.map((text) => (
                <p key={text} class="quiet">
                  {text}
                </p>
              ))
            : null}
          {/* After what was not checked: else it reads as if all was. */}
          {summary[name].length === 0 ? <p class="quiet">{none ?? summary.nothingWrong}</p> : null}
        </section>
      ))}
    </div>
  );
}

function LineText({ line: { count, text }, href }: { line: Line; href: string | undefined }) {
  const words = (
    <>
      <b>{NUMBERS.format(count)}</b> <span>{text}</span>
    </>
  );
  return href === undefined ? (
    <span class="line">{words}</span>
  ) : (
    <a class="line" href={href}>
      {words}
    </a>
  );
}

type SectionProps = { section: ReportSection; links: ReportLinks };

/**
 * The rows of a section, those of each finding under a sentence of its own.
 * @param heading the level of these sentences
 */
export function AuditTables({ section, links, heading: Heading }: SectionProps & { heading: "h2" | "h3" }) {
  const { name, about, rows, total, lines, unchecked } = section;
  const findings = [...new Set(rows.map(({ finding }) => finding))];
  return (
    <>
      {about ? <p class="audit-about quiet">{about}</p> : null}
      {rows.length === 0 ? <p>{unchecked ?? "Nothing was found."}</p> : null}
      {findings.map((finding) => {
        const line = lines.find((each) => each.finding === finding);
        const own = { ...section, rows: rows.filter((row) => row.finding === finding) };
        return (
          <section key={finding ?? ""} class="audit-finding">
            {line ? (
              <Heading>
                <LineText line={line} href={undefined} />
              </Heading>
            ) : null}
            {own.rows.some(({ leadsTo }) => leadsTo) ? (
              <ReferenceTable section={own} links={links} />
            ) : (
              <PlainTable section={own} links={links} />
            )}
          </section>
        );
      })}
      {total > rows.length ? (
        <p class="quiet">
          The first {NUMBERS.format(rows.length)} of {NUMBERS.format(total)} rows. All rows:{" "}
          <code>{links.command(name)}</code>
        </p>
      ) : null}
    </>
  );
}

/** A column of a table. */
type Shown = {
  title: string;
  isNumber: boolean;
  /** @param group the rows that are shown as one, its first row included */
  cell: (row: Row, group: readonly Row[]) => preact.ComponentChild;
};

function PlainTable({ section, links }: SectionProps) {
  const { title } = section;
  const columns = shownColumns(section, links);
  const groups = rowGroups(section);
  return (
    <FoldingTable
      label={title}
      heads={columns}
      rows={groups.map((group, i) => (
        <tr key={i}>
          {columns.map((column) => (
            <td
              key={column.title}
              class={column.isNumber ? "column-number" : "column-text"}
              data-title={column.title}
            >
              {column.cell(group[0], group)}
            </td>
          ))}
        </tr>
      ))}
    />
  );
}

/** Rows that differ in the type alone are one group. */
function rowGroups({ mergesTypes, rows, columns }: ReportSection): Row[][] {
  if (!mergesTypes) return rows.map((row) => [row]);
  const texts = columns.flatMap(({ of, name }) => (of === "text" ? [name] : []));
  return [
    ...grouped(rows, ({ cells, propertyName }) =>
      JSON.stringify([propertyName, ...texts.map((name) => cells[name])]),
    ).values(),
  ];
}

/** The columns that say something, those about the page and its property first. */
function shownColumns(section: ReportSection, links: ReportLinks): Shown[] {
  const { subject, mergesTypes, rows, columns } = section;
  const isOfPages = subject === "page" || subject === "media";
  const own = columns.filter((column) => !column.isHidden && rows.some((row) => saysMore(row, column.name)));
  const [first, ...others] = own.map(
    (column): Shown => ({
      title: column.title,
      isNumber: column.of === "count",
      cell: (row, group) => <Cell row={row} group={group} column={column} links={links} />,
    }),
  );
  const node: Shown[] = rows.some((row) => row.node)
    ? [
        {
          title: isOfPages ? (subject === "media" ? "Media" : "Page") : "Example",
          isNumber: false,
          cell: (row) => <NodeText node={row.node} links={links} />,
        },
      ]
    : [];
  const owner: Shown[] =
    !isOfPages && rows.some((row) => row.owner)
      ? [
          {
            title: "Type",
            isNumber: false,
            cell: (_row, group) => <Owners section={section} group={group} links={links} />,
          },
        ]
      : [];
  if (isOfPages) return [...node, ...(first ? [first] : []), ...others];
  const isByType = first?.isNumber || (own[0]?.role === "property" && !mergesTypes);
  const leading = isByType ? [...owner, first] : [...(first ? [first] : []), ...owner];
  return [...leading, ...others, ...node];
}

/** Whether a cell has something, and not the name of the node again. */
function saysMore({ cells, node }: Row, name: string): boolean {
  return cells[name] !== null && cells[name] !== node?.name;
}

/** A property with dead references on more pages is one row. */
const SHOWN_PAGES = 5;

/**
 * Dead references: a row for each property of each page, with all that is missing there; a property that many pages have
 * is one row, with its pages folded.
 */
function ReferenceTable({ section, links }: SectionProps) {
  const { name: property = "" } = section.columns.find(({ role }) => role === "property") ?? {};
  const aliasOf = ({ cells }: Row) => cells[property] ?? null;
  const pageOf = ({ node }: Row) => `${node?.kind} ${node?.key}`;
  const properties = grouped(section.rows, (row) =>
    JSON.stringify([row.owner?.type, row.owner?.of, aliasOf(row)]),
  );
  const common = [...properties.values()].filter((rows) => grouped(rows, pageOf).size > SHOWN_PAGES);
  const folded = new Set(common.flat());
  const pages = grouped(
    section.rows.filter((row) => !folded.has(row)),
    pageOf,
  );
  // A row alone has its pages and targets open.
  const isOpen = common.length + pages.size === 1;
  return (
    <FoldingTable
      label={section.title}
      heads={["Page", "Property", "Leads to"]}
      rows={[
        ...common.map((rows) => (
          <tr>
            <td data-title="Page">
              <details open={isOpen}>
                <summary>{NUMBERS.format(grouped(rows, pageOf).size)} pages</summary>
                <ul class="targets">
                  {[...grouped(rows, pageOf).values()].map((own) => (
                    <li>
                      <NodeText node={own[0].node} links={links} />
                      <Targets rows={own} links={links} isOpen={isOpen} />
                    </li>
                  ))}
                </ul>
              </details>
            </td>
            <td data-title="Property">
              <PropertyText alias={aliasOf(rows[0])} name={rows[0].propertyName} />
            </td>
            <td data-title="Leads to">{targetsInWords(rows)}</td>
          </tr>
        )),
        ...[...pages.values()].flatMap((rows) => {
          const properties = [...grouped(rows, (row) => aliasOf(row)).values()];
          return properties.map((own, i) => (
            <tr class={i > 0 ? "same-page" : undefined}>
              {i === 0 ? (
                <td rowSpan={properties.length} data-title="Page">
                  <NodeText node={own[0].node} links={links} />
                </td>
              ) : null}
              <td data-title="Property">
                <PropertyText alias={aliasOf(own[0])} name={own[0].propertyName} />
              </td>
              <td data-title="Leads to">
                <Targets rows={own} links={links} isOpen={isOpen} />
              </td>
            </tr>
          ));
        }),
      ]}
    />
  );
}

/** More targets are folded on a screen. */
const SHOWN_TARGETS = 3;

type TargetsProps = { rows: readonly Row[]; links: ReportLinks; isOpen: boolean };

function Targets({ rows, links, isOpen }: TargetsProps) {
  const list = (
    <ul class="targets">
      {rows.map(({ leadsTo, query }) =>
        leadsTo ? (
          <li>
            <TargetText leadsTo={leadsTo} href={query && links.find(query)} />
          </li>
        ) : null,
      )}
    </ul>
  );
  if (rows.length <= SHOWN_TARGETS) return list;
  return (
    <details open={isOpen}>
      <summary>{targetsInWords(rows)}</summary>
      {list}
    </details>
  );
}

/** `3 pages, 1 media file`: each target once. */
function targetsInWords(rows: readonly Row[]): string {
  const all = rows.flatMap(({ leadsTo }) => leadsTo ?? []);
  const targets = [...grouped(all, ({ kind, target }) => `${kind} ${target}`).values()];
  return [...grouped(targets, ([{ kind }]) => kind)]
    .map(([kind, own]) => `${NUMBERS.format(own.length)} ${targetNoun(kind, own.length)}`)
    .join(", ");
}

function targetNoun(kind: DeadRow["kind"], count: number): string {
  const one = kind === "content" ? "page" : kind === "media" ? "media file" : "node";
  return count === 1 ? one : `${one}s`;
}

/** Why a reference leads nowhere, in a few words. */
const REASONS = {
  "no-such-node": "does not exist",
  "not-published": "is not published",
  "other-kind": "is in the other tree",
  "no-such-file": "is the file of no media node",
} as const;

function TargetText({ leadsTo, href }: { leadsTo: DeadRow; href: string | undefined }) {
  const { kind, target, why, count, language } = leadsTo;
  const name = (
    <code title={target}>
      <bdi>{shortKey(target)}</bdi>
    </code>
  );
  return (
    <>
      {targetNoun(kind, 1)} {href === undefined ? name : <a href={href}>{name}</a>}{" "}
      <span class="quiet">
        {REASONS[why]}
        {count > 1 ? `, ${NUMBERS.format(count)} times` : ""}
        {language === undefined ? "" : `, ${language}`}
      </span>
    </>
  );
}

/** The beginning of a GUID, which is unique enough on a page; any other text as it is. */
function shortKey(text: string): string {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text) ? `${text.slice(0, 8)}…` : text;
}

/** The name of a node with its path. */
function NodeText({ node, links }: { node: ReportNode | undefined; links: ReportLinks }) {
  if (!node) return null;
  const href = links.node(node);
  const name = <bdi>{node.name === "" ? `(no name, id ${node.id})` : node.name}</bdi>;
  return (
    <>
      {href === undefined ? (
        <span class="page-name">{name}</span>
      ) : (
        <a class="page-name" href={href}>
          {name}
        </a>
      )}
      {node.path.length > 0 ? (
        <span class="page-path quiet" title={node.path.join(" › ")}>
          {node.path.join(" › ")}
        </span>
      ) : null}
    </>
  );
}

/** The name of a type, and what of it has the property. */
function OwnerText({ row: { owner } }: { row: Row }) {
  if (!owner) return null;
  const { kind, of, type, name } = owner;
  const what = [kind === "media" ? "media" : "", of === "element" ? "element" : ""].filter(Boolean).join(" ");
  return (
    <>
      <bdi title={type}>{name ?? (type === "" ? "no type" : shortKey(type))}</bdi>
      {what === "" ? null : <span class="quiet"> {what}</span>}
    </>
  );
}

type OwnersProps = {
  section: Pick<ReportSection, "mergesTypes" | "columns">;
  group: readonly Row[];
  links: ReportLinks;
};

/** The type of a row; those of a group with their numbers, folded. */
function Owners({ section, group, links }: OwnersProps) {
  const [row] = group;
  // A section that does not merge types has a column for it.
  const filledOf = ({ filled }: Row) => (section.mergesTypes ? filled : undefined);
  if (group.length === 1) {
    const filled = filledOf(row);
    return (
      <>
        <OwnerText row={row} />
        {filled ? <span class="quiet">, {filledInWords(filled)}</span> : null}
      </>
    );
  }
  const counted = section.columns.find(({ of }) => of === "count")?.name ?? "";
  return (
    <details>
      <summary>{NUMBERS.format(group.length)} types</summary>
      <ul class="targets">
        {group.map((own) => {
          const href = own.query && links.find(own.query);
          const filled = filledOf(own);
          const count = own.cells[counted] ?? null;
          return (
            <li>
              {href === undefined ? (
                <OwnerText row={own} />
              ) : (
                <a href={href}>
                  <OwnerText row={own} />
                </a>
              )}{" "}
              {filled ? (
                <span class="quiet">{filledInWords(filled)}</span>
              ) : count === null ? null : (
                <span class="quiet">{NUMBERS.format(Number(count))}</span>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** `0 of 11 filled in`: empty values do not count. */
function filledInWords({ count, of }: NonNullable<Row["filled"]>): string {
  return `${NUMBERS.format(count)} of ${NUMBERS.format(of)} filled in`;
}

/** `always empty`, or the value that all nodes have if it may be shown. */
function SameValue({ row: { filled, sameValue } }: { row: Row }) {
  if (filled?.count === 0) return <>always empty</>;
  return sameValue === undefined ? <>always the same</> : <bdi>always {sameValue}</bdi>;
}

/** A share, and the numbers that it is made of. */
export function FilledIn({
  filled,
  href,
}: {
  filled: NonNullable<Row["filled"]>;
  href?: string | undefined;
}) {
  const count = NUMBERS.format(filled.count);
  return (
    <span class="filled-in">
      <Share share={filled.count / filled.of} />{" "}
      <span class="quiet">
        {href === undefined ? count : <a href={href}>{count}</a>} of {NUMBERS.format(filled.of)}
      </span>
    </span>
  );
}

function PropertyText({ alias, name }: { alias: string | number | null; name: string | undefined }) {
  if (alias === null) return null;
  return <bdi title={String(alias)}>{name ?? alias}</bdi>;
}

type CellProps = { row: Row; group: readonly Row[]; column: ReportColumn; links: ReportLinks };

function Cell({ row, group, column: { name, of, role }, links }: CellProps) {
  const cell = row.cells[name] ?? null;
  const href = row.query && links.find(row.query);
  if (role === "fill-rate" && row.filled) return <FilledIn filled={row.filled} href={href} />;
  if (role === "same-value") return <SameValue row={row} />;
  if (cell === null) return <span class="quiet">–</span>;
  if (of === "share") return <Share share={Number(cell)} />;
  if (role === "property") return <PropertyText alias={cell} name={row.propertyName} />;
  if (of === "text") return <bdi title={String(cell)}>{shortKey(String(cell))}</bdi>;
  const text = NUMBERS.format(group.reduce((sum, { cells }) => sum + Number(cells[name] ?? 0), 0));
  if (group.length > 1) return <span>{text}</span>;
  return <span>{role === "nodes" && href !== undefined ? <a href={href}>{text}</a> : text}</span>;
}

function Share({ share }: { share: number }) {
  return (
    <span class="share">
      {/* The report's policy forbids styles of elements, and browsers draw a meter each in their own way. */}
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={share} height="1" />
      </svg>{" "}
      <span class="share-text">{inPercent(share)}</span>
    </span>
  );
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) entryIn(groups, keyOf(item), () => []).push(item);
  return groups;
}
