/** What differs from the earlier state: nodes grouped by what changed, and the values of one node side by side. */
import { CHANGE_SIGNS, type ChangeKind } from "../analysis/diff/change-kinds.ts";
import type { Changes, ExplorerSite, NodeChange, ValueChange } from "../http/explorer/explorer-api.ts";
import { readJson } from "./exact-json.ts";
import { useAnswer } from "./fetch-view.ts";
import { countOf, fieldTitle, inDigits } from "./locale-text.ts";
import { NodeLinks } from "./node-name.tsx";
import { Pager } from "./pager.tsx";
import { ProblemText } from "./problem-text.tsx";
import { linkTo, type Query, queryWithout, setQuery, useTitle } from "./route.ts";
import {
  differences,
  type PartDifference,
  textOf,
  type WordRun,
  wordDifferences,
} from "./value-difference.ts";
import { ViewTitle } from "./view-title.tsx";

const SHOWN_NODES = 100;

/** @param query the filters `changeKind`, `kind`, `typeAlias` and `alias`, the `group` that is open, and `from` */
export function ChangesPage({ site, query }: { site: ExplorerSite; query: Query }) {
  useTitle(site.name, "Changes");
  const from = Number(query.from ?? 0);
  const parameters = { ...query, from, count: SHOWN_NODES };
  const { answer, problem, isLoading } = useAnswer("changes", parameters, site.version);
  const counts = Object.entries(site.against?.counts ?? {}).filter(([, count]) => count > 0);
  return (
    <article class="sheet changes" aria-busy={isLoading || undefined}>
      <ViewTitle site={site} view={{ view: "changes", query }}>
        Changes
      </ViewTitle>
      <p class="lead">
        Since <bdi>{site.against?.name ?? "…"}</bdi>
        {counts.length === 0
          ? ": no changes."
          : `: ${counts.map(([name, count]) => `${inDigits(count)} ${name}`).join(", ")}.`}
      </p>
      <ProblemText text={problem} />
      {answer ? (
        <>
          <Filters answer={answer} query={query} />
          <ul class="change-groups" aria-label="What changed">
            {answer.groups.map((group) => (
              <li key={group.id}>
                <Group group={group} query={query} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p class="quiet" role="status">
          Comparing…
        </p>
      )}
    </article>
  );
}

const FILTERS = ["changeKind", "kind", "typeAlias", "alias", "group"] as const;

/** The filters that are set, each with a link that removes it, and those that can be set. */
function Filters({ answer: { facets }, query }: { answer: Changes; query: Query }) {
  const linkWith = (more: Query) => linkTo({ view: "changes", query: { ...queryWithout(query), ...more } });
  const isSet = (name: string) => query[name] !== undefined;
  return (
    <nav class="change-filters" aria-label="Filter the changes">
      {FILTERS.some(isSet) ? (
        <p>
          {FILTERS.filter(isSet).map((name) => (
            <a
              key={name}
              class="choice-link"
              href={linkTo({ view: "changes", query: queryWithout(query, name) })}
            >
              <bdi>{name === "group" ? "this group" : query[name]}</bdi> <span aria-hidden="true">×</span>
              <span class="hidden">, remove the filter</span>
            </a>
          ))}
        </p>
      ) : null}
      <ul hidden={isSet("changeKind")}>
        {facets.changeKinds.map(({ name, nodes }) => (
          <li key={name}>
            <a class="choice-link" href={linkWith({ changeKind: name })}>
              <span>
                <ChangeSign name={name} /> {name}
              </span>{" "}
              <span class="quiet">{inDigits(nodes)}</span>
            </a>
          </li>
        ))}
      </ul>
      <details>
        <summary>By type and property</summary>
        <ul>
          {facets.types.map(({ kind, alias, name, nodes }) => (
            <li key={`${kind} ${alias}`}>
              <a class="choice-link" href={linkWith({ kind, typeAlias: alias })}>
                <bdi>{name ?? alias}</bdi> <span class="quiet">{inDigits(nodes)}</span>
              </a>
            </li>
          ))}
        </ul>
        <ul>
          {facets.properties.map(({ alias, nodes }) => (
            <li key={alias}>
              <a class="choice-link" href={linkWith({ alias })}>
                <bdi>{alias}</bdi> <span class="quiet">{inDigits(nodes)}</span>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

function ChangeSign({ name }: { name: ChangeKind }) {
  return (
    <span class="change" data-change={name} aria-hidden="true">
      {CHANGE_SIGNS[name]}
    </span>
  );
}

type GroupProps = { group: Changes["groups"][number]; query: Query };

/** `price alone, on 433 nodes`, and the first of them; all of them if the group is open. */
function Group({ group, query }: GroupProps) {
  const { id, changeKinds, total, from, nodes } = group;
  const isOpen = query.group === id;
  const others = total - nodes.length;
  return (
    <section class="change-group">
      <h2>
        {changeKinds.map((name) => (
          <ChangeSign key={name} name={name} />
        ))}{" "}
        <GroupTitle group={group} />
      </h2>
      <NodeLinks nodes={nodes} />
      {isOpen ? (
        <Pager
          label="More nodes"
          from={from}
          count={nodes.length}
          size={SHOWN_NODES}
          total={total}
          onPage={(next) => setQuery({ from: next || undefined })}
        />
      ) : others > 0 ? (
        <a class="more" href={linkTo({ view: "changes", query: { ...queryWithout(query), group: id } })}>
          {inDigits(others)} more
        </a>
      ) : null}
    </section>
  );
}

function GroupTitle({ group: { changeKinds, fields, properties, total } }: { group: GroupProps["group"] }) {
  const nodes = countOf(total, "node", "nodes");
  const names = [...fields.map(fieldTitle), ...properties.map(({ alias, name }) => name ?? alias)];
  // Moved, renamed and retyped nodes differ in the field that the kind names.
  const isNamed = changeKinds.length === 1 && changeKinds[0] !== "changed" && properties.length === 0;
  if (names.length === 0 || isNamed) {
    return (
      <>
        {nodes} {changeKinds.join(" and ")}
      </>
    );
  }
  return (
    <>
      <bdi>{names.join(", ")}</bdi> {names.length === 1 ? "alone, on" : "on"} {nodes}
    </>
  );
}

/** What differs in a node, before and now side by side. */
export function ChangeSection({ change }: { change: NodeChange }) {
  const rows = [...change.fields, ...change.properties];
  return (
    <section class="change-section" aria-label="What has changed">
      <h2 class="hidden">{change.changeKinds.join(", ")}</h2>
      {rows.length > 0 ? (
        <section class="table-scroller" aria-label="Before and now" tabIndex={0}>
          <table class="compared">
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Before</th>
                <th scope="col">Now</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <ComparedValue key={row.name} change={row} />
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </section>
  );
}

/** A row for a text, a number or a list without a counterpart; for JSON on both sides, a row for each part that differs. */
function ComparedValue({ change: { name, title, before, after } }: { change: ValueChange }) {
  const [was, is] = [before, after].map((json) => (json === undefined ? undefined : readJson(json)));
  const parts = differences(was, is);
  return (
    <>
      {parts.map((part, i) => (
        <tr key={part.path.join("/")} class={i > 0 ? "same-value" : undefined}>
          <th scope="row">
            {i === 0 ? <bdi title={name}>{title ?? fieldTitle(name)}</bdi> : null}
            {part.path.length > 0 ? <span class="part-path quiet">{part.path.join(" › ")}</span> : null}
          </th>
          <Sides part={part} />
        </tr>
      ))}
    </>
  );
}

function Sides({ part: { before, after } }: { part: PartDifference }) {
  const runs = wordDifferences(textOf(before), textOf(after));
  return (
    <>
      <td class="was" data-title="Before">
        {before === undefined ? <span class="quiet">none</span> : <Runs runs={runs.before} of="del" />}
      </td>
      <td class="is" data-title="Now">
        {after === undefined ? <span class="quiet">none</span> : <Runs runs={runs.after} of="ins" />}
      </td>
    </>
  );
}

function Runs({ runs, of: Mark }: { runs: readonly WordRun[]; of: "del" | "ins" }) {
  return (
    <bdi class="text">{runs.map(({ text, isOwn }, i) => (isOwn ? <Mark key={i}>{text}</Mark> : text))}</bdi>
  );
}
