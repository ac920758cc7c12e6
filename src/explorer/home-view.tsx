/** What is seen before a node is chosen: what is served, which types its nodes have, the roots of a tree. */
import type { ExplorerSite, TypeCount } from "../http/explorer/explorer-answers.ts";
import { KINDS, type Kind, operationFor, operationPath } from "../operations.ts";
import { useAnswer } from "./ask.ts";
import { ChildrenTable } from "./children-table.tsx";
import { commandLine, HowToGet } from "./how-to-get.tsx";
import { countOf, inDigits, kindTitle } from "./in-words.ts";
import { linkTo } from "./route.ts";

export function HomeView({ site }: { site: ExplorerSite }) {
  const { answer } = useAnswer<TypeCount[]>("/explorer/types", site.version);
  return (
    <article class="sheet">
      <p class="eyebrow">{site.format}</p>
      <h1>
        <bdi>{site.name}</bdi>
      </h1>
      <p class="lead">
        {countOf(site.nodes.content, "content node", "content nodes")} and{" "}
        {countOf(site.nodes.media, "media node", "media nodes")}, read-only. Open the tree, or press{" "}
        <kbd>/</kbd> to find.
      </p>
      <div class="columns">
        {KINDS.map((kind) => (
          <Types key={kind} counts={answer} kind={kind} />
        ))}
      </div>
      <HowToGet request="/" command={commandLine(site, "content")} />
    </article>
  );
}

function Types({ counts, kind }: { counts: readonly TypeCount[] | undefined; kind: Kind }) {
  const types = (counts ?? []).filter((type) => type.kind === kind);
  const most = types[0]?.nodes ?? 1;
  return (
    <section>
      <h2>{kindTitle(kind)} types</h2>
      {types.length === 0 ? <p class="quiet">{counts ? "None." : "…"}</p> : null}
      <ul class="bars">
        {types.map(({ alias, name, nodes }) => (
          <li key={alias} style={{ "--share": nodes / most }}>
            <span class="bar-name">
              <a href={linkTo({ view: "find", query: { kind, type: alias } })}>
                <bdi>{name ?? alias}</bdi>
              </a>{" "}
              {name && name !== alias ? <code class="quiet">{alias}</code> : null}
            </span>
            <span class="number">{inDigits(nodes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RootsView({ site, kind }: { site: ExplorerSite; kind: Kind }) {
  return (
    <article class="sheet">
      <h1>{kindTitle(kind)}</h1>
      <p class="lead">{countOf(site.nodes[kind], "node", "nodes")} in all. These are the roots.</p>
      <ChildrenTable kind={kind} parent={undefined} version={site.version} label="Roots" />
      <HowToGet
        request={operationPath(site.prefix, operationFor(kind, "root"))}
        command={commandLine(site, kind)}
      />
    </article>
  );
}
