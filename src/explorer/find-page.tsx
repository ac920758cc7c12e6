/** All nodes that are looked for, and what they are looked for by. */
import { criterionNamed, type FindQuery, findOptions } from "../analysis/find/criteria.ts";
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import { useAnswer, viewUrl } from "./ask.ts";
import { dataCommand, HowToGet, quoted } from "./how-to-get.tsx";
import { PlacedNodes } from "./node-name.tsx";
import { Pager } from "./pager.tsx";
import { ProblemText } from "./problem-text.tsx";
import { linkTo, type Query, setQuery, useTitle } from "./route.ts";

const SHOWN_NODES = 100;

/** What one text may be looked for in. */
const PLACES = [
  { name: "name", title: "In names" },
  { name: "text", title: "In values" },
  { name: "type", title: "Of the type" },
  { name: "url", title: "URLs that begin so" },
] as const;

/** @param state the criteria, and `from` */
export function FindPage({ site, query: state }: { site: ExplorerSite; query: Query }) {
  const from = Number(state.from ?? 0);
  const query = Object.fromEntries(Object.entries(state).filter(([name]) => name !== "from"));
  useTitle(site.name, ["Find", ...Object.values(query)].join(" "));
  const { answer, problem, isLoading } = useAnswer(
    "find",
    { ...query, from, count: SHOWN_NODES },
    site.version,
  );
  return (
    <article class="sheet" aria-busy={isLoading || undefined}>
      <h1>Find</h1>
      <Criteria query={query} />
      <ProblemText text={problem} />
      {!answer ? (
        <p class="quiet">Looking …</p>
      ) : answer.nodes.length === 0 && answer.from === 0 ? (
        <p>Nothing is like this.</p>
      ) : (
        <>
          <PlacedNodes nodes={answer.nodes} />
          <Pager
            label="More that was found"
            from={answer.from}
            count={answer.nodes.length}
            size={SHOWN_NODES}
            total={answer.isMore ? undefined : answer.from + answer.nodes.length}
            onPage={(next) => setQuery({ from: next || undefined })}
          />
        </>
      )}
      <HowToGet
        request={viewUrl("find", query)}
        command={dataCommand(site, "find", findOptions(query, quoted))}
      />
    </article>
  );
}

function Criteria({ query }: { query: FindQuery }) {
  const given = Object.entries(query);
  const [only, text] = given.length === 1 ? given[0] : [];
  const isOneText = PLACES.some(({ name }) => name === only);
  return (
    <>
      <ul class="criteria">
        {given.map(([name, value]) => {
          const criterion = criterionNamed(name);
          return (
            <li key={name}>
              {criterion?.title ?? name}{" "}
              {criterion && !criterion.value ? null : <bdi class="criterion">{value}</bdi>}
            </li>
          );
        })}
      </ul>
      {isOneText ? (
        <nav class="choice" aria-label="Where to look">
          {PLACES.map(({ name, title }) => (
            <a
              key={name}
              class="choice-link"
              aria-current={name === only ? "true" : undefined}
              href={linkTo({ view: "find", query: { [name]: text ?? "" } })}
            >
              {title}
            </a>
          ))}
        </nav>
      ) : null}
    </>
  );
}
