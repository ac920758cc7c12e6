/** All nodes that are looked for, and what they are looked for by. */
import { useEffect, useState } from "preact/hooks";
import type { ExplorerSite, FindQuery, FoundNodes } from "../http/explorer/explorer-answers.ts";
import { urlOf, useAnswer } from "./ask.ts";
import { dataCommand, findFlags, HowToGet } from "./how-to-get.tsx";
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

/** How each criterion reads. */
const TITLES: Readonly<Record<string, string>> = {
  kind: "in",
  name: "the name holds",
  text: "a value holds",
  type: "of the type",
  url: "the URL begins with",
  element: "uses the element",
  editor: "has the editor",
  property: "has the property",
  in: "among the properties of the",
  leftover: "holds the leftover",
  below: "below",
  level: "on level",
  changedSince: "changed since",
  linksTo: "links to",
  linkedFrom: "linked from",
  unused: "nothing refers to it",
};

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
        command={dataCommand(site, "find", findFlags(query))}
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
        {Object.entries(query).map(([name, value]) => (
          <li key={name}>
            {TITLES[name] ?? name} {name === "unused" ? null : <bdi class="criterion">{value}</bdi>}
          </li>
        ))}
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
