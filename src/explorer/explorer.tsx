/** The page as a whole: its head, the tree, and the view that the URL names. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ExplorerSite, TypeCount } from "../http/explorer/explorer-api.ts";
import { KINDS, type Kind } from "../operations.ts";
import { ApiLinks } from "./api-links.tsx";
import { AuditView } from "./audit-page.tsx";
import { ChangesPage } from "./changes-page.tsx";
import { ChildrenTable } from "./children-table.tsx";
import { type Answered, fetchView, useAnswer } from "./fetch-view.ts";
import { FindPage } from "./find-page.tsx";
import { LoadedData } from "./loaded-data.tsx";
import { countOf, inDigits, kindTitle } from "./locale-text.ts";
import { NodePage } from "./node-page.tsx";
import { PageHead } from "./page-head.tsx";
import { ProblemText } from "./problem-text.tsx";
import { linkTo, type Query, type Route, useRoute, useTitle } from "./route.ts";
import { useScrollAndFocus } from "./scroll-and-focus.ts";
import { SidePanel } from "./side-panel.tsx";
import { TypePage, TypesPage } from "./types-page.tsx";
import type { Trees } from "./use-tree.ts";

export function Explorer() {
  const { site, problem } = useSite();
  // Until the site has arrived, the page shows what its HTML has.
  if (!site) return <p class={problem ? "page-state page-problem" : "page-state"}>{problem ?? "Loading…"}</p>;
  return <Loaded site={site} problem={problem} />;
}

function Loaded({ site, problem }: { site: ExplorerSite; problem: string | undefined }) {
  const route = useRoute();
  // Views of no kind leave the tree as it is.
  const treeKind = useRef<Kind>("content");
  if ("kind" in route && route.kind) treeKind.current = route.kind;
  const kind = treeKind.current;
  const isNode = route.view === "node";
  const parameters = isNode ? { kind: route.kind, key: route.key } : undefined;
  const node = useAnswer("node", parameters, site.version);
  const view = useRef<HTMLElement>(null);
  useScrollAndFocus(view, route);
  const trees = useRef(new Map() as Trees).current;
  const [isTreeShown, setTreeShown] = useState(false);
  useEffect(() => setTreeShown(false), [route.view, isNode ? route.key : ""]);
  // The previous node stays until the next one comes; its path is not in this tree.
  const path = isNode && !node.isLoading ? node.answer?.path : undefined;
  const announced = useAnnouncement(route, isNode && node.isLoading);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") setTreeShown(false);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <div class="page" data-tree={isTreeShown || undefined}>
      <button type="button" class="skip" onClick={() => skipTo(view.current)}>
        Skip to the content
      </button>
      <p class="hidden" role="status">
        {announced}
      </p>
      <PageHead
        route={route}
        site={site}
        isTreeShown={isTreeShown}
        onTree={() => setTreeShown(!isTreeShown)}
      />
      <SidePanel site={site} kind={kind} trees={trees} path={path} />
      <main class="view" ref={view} tabIndex={-1}>
        <ProblemText text={problem} />
        {site.failure === undefined ? null : (
          <p class="notice" role="alert">
            The data has changed and cannot be loaded. This is the last state that was loaded. {site.failure}
          </p>
        )}
        <View route={route} site={site} node={node} />
      </main>
    </div>
  );
}

/** Focuses the heading of the view. */
function skipTo(view: HTMLElement | null): void {
  const heading = view?.querySelector<HTMLElement>("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}

/** Shorter waits are not announced, in milliseconds. */
const NOTICED_WAIT = 300;

/** What screen readers announce: that a view is loading, if that takes a while, then its title. */
function useAnnouncement(route: Route, isLoading: boolean): string {
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setText(isLoading ? "Loading" : document.title), NOTICED_WAIT);
    return () => clearTimeout(timer);
  }, [route, isLoading]);
  return text;
}

function View({ route, site, node }: { route: Route; site: ExplorerSite; node: Answered<"node"> }) {
  switch (route.view) {
    case "node":
      return <NodePage site={site} node={node} route={route} />;
    case "roots":
      return <RootsView site={site} kind={route.kind} query={route.query} />;
    case "find":
      return <FindPage site={site} query={route.query} />;
    case "changes":
      return <ChangesPage site={site} query={route.query} />;
    case "audit":
      return <AuditView site={site} section={route.section} />;
    case "types":
      return route.kind && route.alias !== undefined ? (
        <TypePage site={site} kind={route.kind} alias={route.alias} query={route.query} />
      ) : (
        <TypesPage site={site} kind={route.kind} />
      );
    case "home":
      return <HomeView site={site} />;
    case "unknown":
      return <UnknownView site={site} />;
  }
}

function UnknownView({ site }: { site: ExplorerSite }) {
  useTitle(site.name, "Not found");
  return (
    <article class="sheet">
      <h1>Not found</h1>
      <p>
        There is no view at this address. Start from the <a href={linkTo({ view: "home" })}>first page</a>.
      </p>
    </article>
  );
}

/** How long to wait between two questions, in milliseconds. */
const PAUSE = 2000;

function useSite(): { site: ExplorerSite | undefined; problem: string | undefined } {
  const [site, setSite] = useState<ExplorerSite>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const answer = await fetchView("site", {});
        setProblem(undefined);
        setSite((before) =>
          before?.version === answer.version && before.failure === answer.failure ? before : answer,
        );
        if (answer.isWatched) timer = setTimeout(lookIfSeen, PAUSE);
      } catch (error) {
        setProblem((error as Error).message);
        timer = setTimeout(look, PAUSE);
      }
    };
    // A page that is hidden requests nothing.
    const lookIfSeen = () => {
      if (document.hidden) addEventListener("visibilitychange", look, { once: true });
      else look();
    };
    look();
    return () => clearTimeout(timer);
  }, []);
  return { site, problem };
}

function HomeView({ site }: { site: ExplorerSite }) {
  useTitle(site.name);
  const { answer } = useAnswer("types", {}, site.version);
  return (
    <article class="sheet">
      <h1>
        <bdi>{site.name}</bdi>
      </h1>
      <p class="lead">
        {countOf(site.nodes.content, "content node", "content nodes")} and{" "}
        {countOf(site.nodes.media, "media node", "media nodes")}, read-only.
      </p>
      <LoadedData site={site} />
      <ApiLinks site={site} />
      <div class="columns">
        {KINDS.map((kind) => (
          <Types key={kind} counts={answer} kind={kind} />
        ))}
      </div>
    </article>
  );
}

/** How many types the first page lists. */
const SHOWN_TYPES = 12;

function Types({ counts, kind }: { counts: readonly TypeCount[] | undefined; kind: Kind }) {
  const all = (counts ?? []).filter((type) => type.kind === kind);
  const types = all.filter(({ nodes }) => nodes > 0);
  const most = types[0]?.nodes ?? 1;
  return (
    <section>
      <h2>{kindTitle(kind)} types</h2>
      {types.length === 0 ? <p class="quiet">{counts ? `The data has no ${kind} nodes.` : "…"}</p> : null}
      <ul class="bars">
        {types.slice(0, SHOWN_TYPES).map(({ alias, name, nodes }) => (
          <li key={alias} style={{ "--share": nodes / most }}>
            <a href={linkTo({ view: "types", kind, alias })} title={alias}>
              <bdi>{name || alias}</bdi>
            </a>
            <span class="number">{inDigits(nodes)}</span>
          </li>
        ))}
      </ul>
      {all.length > Math.min(types.length, SHOWN_TYPES) ? (
        <a class="more" href={linkTo({ view: "types", kind })}>
          All types
        </a>
      ) : null}
    </section>
  );
}

function RootsView({ site, kind, query }: { site: ExplorerSite; kind: Kind; query: Query }) {
  useTitle(site.name, kindTitle(kind));
  return (
    <article class="sheet">
      <h1>{kindTitle(kind)}</h1>
      <p class="lead">{countOf(site.nodes[kind], "node", "nodes")} in all. These are the roots.</p>
      <ChildrenTable site={site} kind={kind} parent={undefined} label="Roots" query={query} />
    </article>
  );
}
