/** The page of a node: its head, and one of its views. */

import { useEffect, useState } from "preact/hooks";
import { deliveryPath } from "../delivery/delivery-paths.ts";
import type { ExplorerSite, NodeDetails, TreeRow } from "../http/explorer/explorer-api.ts";
import { requestUrl } from "./api-links.tsx";
import { ChangeSection } from "./changes-page.tsx";
import { ChildrenTable } from "./children-table.tsx";
import { nodeCommand } from "./command-lines.ts";
import { CopyMenu } from "./copy-menu.tsx";
import { indented, readJson } from "./exact-json.ts";
import { type Answered, fetchText, shownUrl, useAnswer } from "./fetch-view.ts";
import { Icon, typeIcon } from "./icon.tsx";
import { JsonView } from "./json-view.tsx";
import { inDigits, kindTitle, localDate } from "./locale-text.ts";
import { MediaStage } from "./media-stage.tsx";
import { NodeName } from "./node-name.tsx";
import { NodeProperties, propertiesIn } from "./node-properties.tsx";
import { LinksTo, linksOf, UsedBy } from "./node-references.tsx";
import { ProblemText } from "./problem-text.tsx";
import { addressOf } from "./rich-text-view.tsx";
import { linkTo, type Query, type Route, useTitle } from "./route.ts";

type NodeRoute = Extract<Route, { view: "node" }>;
type PageProps = { site: ExplorerSite; node: Answered<"node">; route: NodeRoute };

const VIEW_TITLES = {
  properties: "Properties",
  children: "Children",
  "used-by": "Used by",
  "links-to": "Links to",
  changes: "Changes",
  json: "JSON",
} as const;

export function NodePage({ site, node, route }: PageProps) {
  const { kind, key, of = "properties", query } = route;
  const shown = node.answer?.path.at(-1)?.row;
  const name = node.isLoading ? undefined : (shown?.name ?? "Not found");
  useTitle(site.name, of === "properties" ? undefined : VIEW_TITLES[of], name);
  const last = useLastAnswer(node, key);
  if (node.problem) return <MissingNode problem={node.problem} route={route} last={last} />;
  const details = node.answer;
  if (!details || !shown) {
    return (
      <article class="sheet" aria-busy="true">
        <ReadingLine />
      </article>
    );
  }
  return (
    <article class="sheet node" aria-busy={node.isLoading || undefined} key={shown.key}>
      {node.isLoading ? <ReadingLine key={key} /> : null}
      <NodeHead site={site} details={details} own={shown} query={query} />
      <NodeViews site={site} details={details} own={shown} of={of} query={query} kind={kind} />
    </article>
  );
}

/** Shorter waits need no words, in milliseconds. */
const SHORT_WAIT = 1000;

/** Says that a node is being read, if that takes a while: one with megabytes of blocks takes seconds. */
function ReadingLine() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHORT_WAIT);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? <p class="quiet">Reading the values of the node…</p> : null;
}

/** The last answer for a key: where a removed node was. */
function useLastAnswer({ answer, isLoading }: Answered<"node">, key: string): NodeDetails | undefined {
  const [last, setLast] = useState<NodeDetails>();
  useEffect(() => {
    if (answer && !isLoading) setLast(answer);
  }, [answer, isLoading]);
  return last?.path.at(-1)?.row.key === key ? last : undefined;
}

type MissingProps = { problem: string; route: NodeRoute; last: NodeDetails | undefined };

function MissingNode({ problem, route: { kind }, last }: MissingProps) {
  const parent = last?.path.at(-2)?.row;
  return (
    <article class="sheet">
      <h1>{last ? "This node was removed" : "Not found"}</h1>
      <ProblemText text={problem} />
      {last ? null : (
        <p class="quiet">
          The link may be of another site, or the node may be in the other tree. Search for it by its name
          (press <kbd>/</kbd>), or start from <a href={linkTo({ view: "roots", kind })}>{kindTitle(kind)}</a>.
        </p>
      )}
      {last ? (
        <p>
          <NodeName row={last.path[last.path.length - 1].row} /> was here until the data changed.{" "}
          {parent ? (
            <>
              Its parent: <a href={linkTo({ view: "node", kind, key: parent.key })}>{parent.name}</a>
            </>
          ) : (
            <a href={linkTo({ view: "roots", kind })}>{kindTitle(kind)}</a>
          )}
        </p>
      ) : null}
    </article>
  );
}

type HeadProps = { site: ExplorerSite; details: NodeDetails; own: TreeRow; query: Query };

function NodeHead({ site, details, own }: HeadProps) {
  const { kind, path, typeName } = details;
  const url = fieldOf(details, "url");
  const address = url === undefined || kind === "media" ? undefined : addressOf(url, site.siteUrl);
  const updated = own.updateDate ?? fieldOf(details, "updateDate");
  const json = async () => {
    const text = await fetchText(shownUrl("json", { kind, key: own.key }));
    const value = readJson(text);
    return value === undefined ? text : indented(value);
  };
  return (
    <>
      <div class="node-place">
        <nav class="breadcrumbs" aria-label="Breadcrumbs">
          <ol>
            <li>
              <a href={linkTo({ view: "roots", kind })}>{kindTitle(kind)}</a>
            </li>
            {path.slice(0, -1).map(({ row }) => (
              <li key={row.key}>
                <a href={linkTo({ view: "node", kind, key: row.key })}>
                  <NodeName row={row} />
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <Siblings site={site} details={details} />
      </div>
      <div class="node-title">
        <Icon name={typeIcon(site, kind, own.type)} />
        <h1>
          <NodeName row={own} />
        </h1>
        <div class="actions">
          {address ? (
            <a class="button" href={address} target="_blank" rel="noopener noreferrer">
              Open on site ↗
            </a>
          ) : null}
          <CopyMenu
            items={[
              { label: "Key", text: own.key },
              { label: "JSON", text: json },
              { label: "Command", text: nodeCommand(site, kind, own.key) },
              { label: "Request URL", text: requestUrl(site, kind, own.key) },
            ]}
          />
        </div>
      </div>
      <p class="node-facts">
        <a href={linkTo({ view: "types", kind, alias: own.type })} title={own.type}>
          {typeName ?? own.type}
        </a>
        {details.change?.changeKinds.map((name) => (
          <a
            key={name}
            class="tag change-tag"
            data-change={name}
            href={linkTo({ view: "node", kind, key: own.key, of: "changes" })}
          >
            {name}
          </a>
        ))}
        {own.isUnpublished ? <span class="tag tag-warning">not published</span> : null}
        {url ? <bdi class="quiet node-url">{url}</bdi> : null}
        {updated ? (
          <span class="quiet">
            Updated <time title={updated}>{localDate(updated)}</time>
          </span>
        ) : null}
        <span
          class="quiet"
          title={site.hasDerivedIds ? "The data has no ids: this one is derived from the key." : undefined}
        >
          id {own.id}
          {site.hasDerivedIds ? " (derived)" : ""}
        </span>
        <code class="key">{own.key}</code>
        {own.isUnpublished || site.servedCulture !== undefined ? null : (
          <a
            href={deliveryPath(kind, own.key)}
            target="_blank"
            rel="noopener noreferrer"
            title={deliveryPath(kind, own.key)}
          >
            Delivery API ↗
          </a>
        )}
      </p>
    </>
  );
}

/** A field that is a text and not empty. */
function fieldOf({ fields }: NodeDetails, name: string): string | undefined {
  const value = readJson(fields.find((field) => field.name === name)?.json ?? "");
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The siblings before and after, and the position among them. */
function Siblings({ site, details: { kind, path } }: { site: ExplorerSite; details: NodeDetails }) {
  const { index, of } = path[path.length - 1];
  const from = Math.max(0, index - 1);
  const parameters = of < 2 ? undefined : { kind, key: path.at(-2)?.row.key, from, count: 3 };
  const { answer, isLoading } = useAnswer("children", parameters, site.version);
  if (of < 2) return null;
  const rows = isLoading ? [] : (answer?.rows ?? []);
  const link = (row: TreeRow | undefined, sign: string, what: string) =>
    row ? (
      <a
        href={linkTo({ view: "node", kind, key: row.key })}
        title={row.name}
        aria-label={`${what}: ${row.name}`}
      >
        {sign}
      </a>
    ) : (
      <span class="quiet" aria-hidden="true">
        {sign}
      </span>
    );
  return (
    <nav class="siblings" aria-label="Siblings">
      {link(index > 0 ? rows[index - 1 - from] : undefined, "‹", "Previous sibling")}
      <span class="quiet">
        {inDigits(index + 1)} of {inDigits(of)}
      </span>
      {link(rows[index + 1 - from], "›", "Next sibling")}
    </nav>
  );
}

type ViewsProps = HeadProps & { of: keyof typeof VIEW_TITLES; kind: NodeRoute["kind"] };

function NodeViews({ site, details, own, of, query }: ViewsProps) {
  const { kind, groups, change } = details;
  const used = useAnswer("links", { kind, key: own.key, count: 100 }, site.version);
  const links = linksOf(groups, own.key);
  const counts = {
    properties: groups.flatMap(propertiesIn).length,
    children: own.children,
    "used-by": used.answer && !used.isLoading ? used.answer.total : undefined,
    "links-to": links.length,
    changes: change
      ? (change.moved ? 1 : 0) +
        change.fields.length +
        new Set(change.properties.map(({ name }) => name)).size
      : undefined,
    json: undefined,
  };
  const isFolder = kind === "media" && own.children > 0;
  const names = (Object.keys(VIEW_TITLES) as (keyof typeof VIEW_TITLES)[]).filter(
    // The first view of a folder shows its children, then its properties.
    (name) => (name !== "changes" || change !== undefined) && (name !== "children" || !isFolder),
  );
  const labelOf = (name: keyof typeof VIEW_TITLES) => (isFolder && name === "properties" ? "children" : name);
  const shown = isFolder && of === "children" ? "properties" : of;
  return (
    <>
      {kind === "media" ? <MediaStage site={site} details={details} own={own} /> : null}
      <nav class="node-views" aria-label="Views of the node">
        {names.map((name) => (
          <a
            key={name}
            href={linkTo({ view: "node", kind, key: own.key, of: name })}
            aria-current={name === shown ? "page" : undefined}
          >
            {VIEW_TITLES[labelOf(name)]}{" "}
            {name === "json" ? null : (
              <span class="quiet">
                {name === "used-by" && counts[name] === undefined
                  ? "…"
                  : inDigits(counts[labelOf(name)] ?? 0)}
              </span>
            )}
          </a>
        ))}
      </nav>
      {shown === "children" ? (
        <ChildrenTable site={site} kind={kind} parent={own.key} label="Children" query={query} />
      ) : shown === "used-by" ? (
        <UsedBy used={used} />
      ) : shown === "links-to" ? (
        <LinksTo targets={links} />
      ) : shown === "json" ? (
        <JsonView kind={kind} nodeKey={own.key} version={site.version} query={query} />
      ) : shown === "changes" && change ? (
        <ChangeSection kind={kind} change={change} />
      ) : (
        <>
          {isFolder ? (
            <section>
              <h2 class="hidden">Children</h2>
              <ChildrenTable site={site} kind={kind} parent={own.key} label="Children" query={query} />
            </section>
          ) : kind === "media" ? (
            <section>
              <h2>Used by</h2>
              <UsedBy used={used} />
            </section>
          ) : null}
          <NodeProperties site={site} details={details} own={own} query={query} />
        </>
      )}
    </>
  );
}
