/** What differs from the earlier state: all nodes as a list, and of one node both values beside each other. */
import type { ExplorerSite, NodeChange } from "../http/explorer/explorer-api.ts";
import { useAnswer } from "./ask.ts";
import { isNest, readJson } from "./exact-json.ts";
import { HowToGet } from "./how-to-get.tsx";
import { inDigits } from "./in-words.ts";
import { JsonTree, Scalar } from "./json-tree.tsx";
import { PlacedNodes } from "./node-name.tsx";
import { Pager } from "./pager.tsx";
import { type Query, setQuery, useTitle } from "./route.ts";

const SHOWN_CHANGES = 100;

export function ChangesPage({ site, query }: { site: ExplorerSite; query: Query }) {
  useTitle(site.name, "Changes");
  const from = Number(query.from ?? 0);
  const { answer, url } = useAnswer("changes", { from, count: SHOWN_CHANGES }, site.version);
  const counts = Object.entries(site.against?.counts ?? {}).filter(([, count]) => count > 0);
  return (
    <article class="sheet">
      <h1>Changes</h1>
      <p class="lead">
        Since <bdi>{site.against?.name ?? "…"}</bdi>
        {counts.length === 0
          ? ": none."
          : `: ${counts.map(([verb, count]) => `${inDigits(count)} ${verb}`).join(", ")}.`}
      </p>
      <PlacedNodes nodes={answer?.nodes ?? []} />
      {answer ? (
        <Pager
          label="More changes"
          from={from}
          count={answer.nodes.length}
          size={SHOWN_CHANGES}
          total={answer.total}
          onPage={(next) => setQuery({ from: next || undefined })}
        />
      ) : null}
      <HowToGet request={url} command={site.against?.command ?? "migrations diff OLD NEW"} />
    </article>
  );
}

export function ChangeSection({ change }: { change: NodeChange }) {
  const rows = [...change.fields, ...change.properties];
  return (
    <section class="change-section" aria-label="What has changed">
      <h2>
        {change.verbs.map((verb) => (
          <span key={verb} class="tag change-tag" data-verb={verb}>
            {verb}
          </span>
        ))}
      </h2>
      {rows.length > 0 ? (
        <section class="table-scroller" aria-label="Before and now" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Before</th>
                <th scope="col">Now</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  <td class="was">
                    <Side json={before} />
                  </td>
                  <td class="is">
                    <Side json={after} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </section>
  );
}

function Side({ json }: { json: string | undefined }) {
  const value = json === undefined ? undefined : readJson(json);
  if (value === undefined) return <span class="quiet">none</span>;
  return isNest(value) ? <JsonTree value={value} isOpen={false} /> : <Scalar value={value} />;
}
