/** The page of results: what was searched for, how many nodes of each kind and type were found, and a table of them. */
import { CRITERIA_OF_REFERENCES, criterionNamed } from "../analysis/find/criteria.ts";
import type { ExplorerSite, FoundNodes } from "../http/explorer/explorer-api.ts";
import { useAnswer } from "./fetch-view.ts";
import { countOf, inDigits, kindTitle } from "./locale-text.ts";
import { chosenFields } from "./node-columns.ts";
import { ReadingReferences } from "./node-references.tsx";
import { ColumnChoice, CsvLink, NodeTable } from "./node-table.tsx";
import { Pager } from "./pager.tsx";
import { ProblemText } from "./problem-text.tsx";
import { criteriaIn, linkTo, type Query, queryWithout, setQuery, useTitle } from "./route.ts";

const SHOWN_NODES = 100;

/** @param state the criteria, and the columns and first row of the table */
export function FindPage({ site, query: state }: { site: ExplorerSite; query: Query }) {
  const from = Number(state.from ?? 0);
  const query = criteriaIn(state);
  const { search, ...criteria } = query;
  useTitle(site.name, ["Find", ...Object.values(query)].join(" "));
  const fields = chosenFields(state, "type");
  const parameters = { ...query, from, count: SHOWN_NODES, fields: fields.join(",") || undefined };
  // The first rows are the same in both answers, and come long before the count.
  const first = useAnswer("find", parameters, site.version);
  const whole = useAnswer("find", { ...parameters, whole: "true" }, site.version);
  const { answer, problem } = whole.isLoading && !first.isLoading ? first : whole;
  const isStale = first.isLoading && whole.isLoading;
  const total = isStale ? undefined : whole.answer?.total;
  const isCounting = whole.isLoading && !problem;
  const facets = whole.answer?.facets;
  return (
    <article class="sheet" aria-busy={isStale || undefined}>
      <h1>
        {search === undefined ? (
          "Find"
        ) : (
          <>
            Find “<bdi>{search}</bdi>”
          </>
        )}
      </h1>
      <Criteria state={state} criteria={criteria} />
      <ProblemText text={problem} />
      <p class="found-count" role="status">
        {problem ? (
          ""
        ) : isStale ? (
          <>Searching… {CRITERIA_OF_REFERENCES.some((name) => query[name]) ? <ReadingReferences /> : null}</>
        ) : isCounting || total === undefined ? (
          <>{countOf(answer?.nodes.length ?? 0, "node", "nodes")} so far, counting the rest…</>
        ) : total === 0 ? (
          "Nothing found."
        ) : (
          `${countOf(total, "node", "nodes")} found`
        )}
      </p>
      {total === 0 ? (
        <p class="quiet">
          {search === undefined
            ? "Remove a criterion to find more."
            : "A node must contain every word, in its name, type, URL or values. Try fewer words, or the beginning of a word."}
        </p>
      ) : null}
      {answer && (answer.nodes.length > 0 || answer.from > 0) ? (
        <div class="found-body" data-stale={isStale || undefined} inert={isStale}>
          {facets ? <Facets facets={facets} state={state} /> : null}
          <div class="found-table">
            <div class="table-tools">
              <ColumnChoice
                fields={fields}
                titles={answer.titles}
                type={facets?.types[0]}
                version={site.version}
              />
              <CsvLink query={query} fields={fields} name="find" />
            </div>
            <NodeTable
              nodes={answer.nodes}
              fields={fields}
              titles={answer.titles}
              query={search}
              sort={query.sort}
              label="Found nodes"
            />
            <Pager
              label="More results"
              from={answer.from}
              count={answer.nodes.length}
              size={SHOWN_NODES}
              total={total ?? (answer.isMore ? undefined : answer.from + answer.nodes.length)}
              onPage={(next) => setQuery({ from: next || undefined })}
            />
          </div>
        </div>
      ) : null}
    </article>
  );
}

/** The criteria, each with a link to the search without it. */
function Criteria({ state, criteria }: { state: Query; criteria: Query }) {
  const given = Object.entries(criteria);
  if (given.length === 0) return null;
  return (
    <ul class="criteria" aria-label="Criteria">
      {given.map(([name, value]) => {
        const criterion = criterionNamed(name);
        const title = criterion?.title ?? name;
        return (
          <li key={name}>
            {title} {criterion && !criterion.value ? null : <bdi class="criterion">{value}</bdi>}
            <a
              class="remove"
              href={linkTo({ view: "find", query: queryWithout(state, name) })}
              aria-label={`Remove: ${title} ${value}`}
            >
              ×
            </a>
          </li>
        );
      })}
    </ul>
  );
}

type FacetsProps = { facets: NonNullable<FoundNodes["facets"]>; state: Query };

/** How many nodes of each kind and type were found, as links that narrow the search. */
function Facets({ facets: { kinds, types }, state }: FacetsProps) {
  const narrowed = (more: Query) => linkTo({ view: "find", query: { ...queryWithout(state), ...more } });
  return (
    <nav class="facets" aria-label="Narrow the search">
      <h2>Tree</h2>
      <ul>
        {kinds.map(({ kind, nodes }) => (
          <li key={kind}>
            {kinds.length > 1 ? <a href={narrowed({ kind })}>{kindTitle(kind)}</a> : kindTitle(kind)}{" "}
            <span class="quiet">{inDigits(nodes)}</span>
          </li>
        ))}
      </ul>
      <h2>Type</h2>
      <ul>
        {types.map(({ kind, alias, name, nodes }) => (
          <li key={`${kind} ${alias}`}>
            {types.length > 1 ? (
              <a href={narrowed({ kind, type: alias })}>
                <bdi>{name ?? alias}</bdi>
              </a>
            ) : (
              <a href={linkTo({ view: "types", kind, alias })}>
                <bdi>{name ?? alias}</bdi>
              </a>
            )}{" "}
            <span class="quiet">{inDigits(nodes)}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
