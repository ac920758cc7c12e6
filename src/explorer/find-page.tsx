/** All nodes that are looked for, and what they are looked for by. */
import { useEffect, useState } from "preact/hooks";
import { criterionNamed, findOptions } from "../analysis/find/criteria.ts";
import type { ExplorerSite, FindQuery, FoundNodes } from "../http/explorer/explorer-answers.ts";
import { urlOf, useAnswer } from "./ask.ts";
import { dataCommand, HowToGet, quoted } from "./how-to-get.tsx";
import { PlacedNodes } from "./node-name.tsx";
import { Pager } from "./pager.tsx";
import { ProblemText } from "./problem-text.tsx";
import { linkTo } from "./route.ts";

const SHOWN_NODES = 100;

/** What one text may be looked for in. */
const PLACES = [
  { name: "name", title: "In names" },
  { name: "text", title: "In values" },
  { name: "type", title: "Of the type" },
  { name: "url", title: "URLs that begin so" },
] as const;

export function FindPage({ site, query }: { site: ExplorerSite; query: FindQuery }) {
  const [from, setFrom] = useState(0);
  const address = JSON.stringify(query);
  useEffect(() => setFrom(0), [address]);
  const { answer, problem, isLoading } = useAnswer<FoundNodes>(
    urlOf("/explorer/find", { ...query, from, count: SHOWN_NODES }),
    site.version,
  );
  return (
    <article class="sheet" aria-busy={isLoading || undefined}>
      <h1>Find</h1>
      <Criteria query={query} />
      <ProblemText text={problem} />
      {answer ? <Found found={answer} onPage={setFrom} /> : <p class="quiet">Looking …</p>}
      <HowToGet
        request={urlOf("/explorer/find", query)}
        command={dataCommand(site, "find", findOptions(query, quoted))}
      />
    </article>
  );
}

function Criteria({ query }: { query: FindQuery }) {
  const names = Object.keys(query);
  const [only] = names;
  const isOneText = names.length === 1 && PLACES.some(({ name }) => name === only);
  return (
    <>
      <ul class="criteria">
        {Object.entries(query).map(([name, text]) => {
          const criterion = criterionNamed(name);
          return (
            <li key={name}>
              {criterion?.title ?? name}{" "}
              {criterion && !criterion.value ? null : <bdi class="criterion">{text}</bdi>}
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
              href={linkTo({ view: "find", query: { [name]: query[only] } })}
            >
              {title}
            </a>
          ))}
        </nav>
      ) : null}
    </>
  );
}

function Found({
  found: { from, nodes, isMore },
  onPage,
}: {
  found: FoundNodes;
  onPage: (from: number) => void;
}) {
  if (nodes.length === 0 && from === 0) return <p>Nothing is like this.</p>;
  return (
    <>
      <PlacedNodes nodes={nodes} />
      <Pager
        label="More that was found"
        from={from}
        count={nodes.length}
        size={SHOWN_NODES}
        total={isMore ? undefined : from + nodes.length}
        onPage={onPage}
      />
    </>
  );
}
