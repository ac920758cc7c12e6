/** What differs from the earlier state: nodes grouped by what changed, and the values of one node side by side. */
import { CHANGE_SIGNS, type ChangeKind } from "../analysis/diff/change-kinds.ts";
import type {
  Changes,
  ExplorerSite,
  ListedNode,
  NodeChange,
  ValueChange,
} from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";
import { fieldTitle } from "../site/field-titles.ts";
import { type ExactJson, isExactObject, isNest, readJson } from "./exact-json.ts";
import { useAnswer } from "./fetch-view.ts";
import { countOf, inDigits, kindTitle } from "./locale-text.ts";
import { NodeLinks, NodeName, pathText } from "./node-name.tsx";
import { Pager } from "./pager.tsx";
import { ProblemText } from "./problem-text.tsx";
import { linkTo, type Query, queryWithout, setQuery, useTitle } from "./route.ts";
import {
  differences,
  isOfEmptyValues,
  type PartDifference,
  textOf,
  type WordRun,
  wordDifferences,
} from "./value-difference.ts";

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
      <h1>Changes</h1>
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

/** The filters that are set, each with a link that removes it, and the other filters. */
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
      <NodeLinks nodes={nodes} of="changes" />
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

/** The fields by which nodes are moved, renamed, retyped and reordered: the kind of change names them. */
const NAMED_BY_KIND = ["parentKey", "name", "type", "position"];

function GroupTitle({ group: { changeKinds, fields, properties, total } }: { group: GroupProps["group"] }) {
  const nodes = countOf(total, "node", "nodes");
  const kinds = changeKinds.filter((name) => name !== "changed");
  const names = [
    ...fields.filter((name) => !NAMED_BY_KIND.includes(name)).map(fieldTitle),
    ...properties.map(({ alias, name }) => name ?? alias),
  ];
  if (names.length === 0) {
    return kinds.length > 0 ? (
      <>
        {nodes} {kinds.join(" and ")}
      </>
    ) : (
      <>{nodes} stored differently, with the same values</>
    );
  }
  const all = [...kinds, ...names];
  return (
    <>
      <bdi>{all.join(", ")}</bdi> {all.length === 1 ? "alone, on" : "on"} {nodes}
    </>
  );
}

/** A part that differs, and the field or property that it is in. */
type ChangedPart = PartDifference & { change: ValueChange };

/** What differs in a node, before and now side by side; where a moved node was and is; empty parts folded. */
export function ChangeSection({ kind, change }: { kind: Kind; change: NodeChange }) {
  const { moved, names = {} } = change;
  const parts = [...change.fields, ...change.properties].flatMap(partsOf);
  const empty = parts.filter(isOfEmptyValues);
  return (
    <section class="change-section" aria-label="What has changed">
      <h2 class="hidden">{change.changeKinds.join(", ")}</h2>
      {moved ? (
        <p class="moved">
          Moved from <ParentLink kind={kind} parent={moved.from} /> to{" "}
          <ParentLink kind={kind} parent={moved.to} />
        </p>
      ) : null}
      <ComparedParts
        parts={parts.filter((part) => !isOfEmptyValues(part))}
        names={names}
        label="Before and now"
      />
      {empty.length > 0 ? (
        <details class="stored-differently">
          <summary>{countOf(empty.length, "empty part", "empty parts")} stored differently</summary>
          <ComparedParts parts={empty} names={names} label="Stored differently" />
        </details>
      ) : null}
    </section>
  );
}

function ParentLink({ kind, parent }: { kind: Kind; parent: ListedNode | undefined }) {
  if (!parent) return <a href={linkTo({ view: "roots", kind })}>{kindTitle(kind)}</a>;
  return (
    <>
      <span class="quiet">{pathText(parent)} › </span>
      <a href={linkTo({ view: "node", kind, key: parent.row.key })}>
        <NodeName row={parent.row} />
      </a>
    </>
  );
}

/** The value as a whole if it is a text, a number or a list without a counterpart; of JSON on both sides, each part that differs. */
function partsOf(change: ValueChange): ChangedPart[] {
  const [before, after] = [change.before, change.after].map((json) =>
    json === undefined ? undefined : readJson(json),
  );
  const parts = differences(before, after);
  // Values that are equal but for what is redacted.
  const all = parts.length > 0 ? parts : [{ path: [], before, after }];
  return all.map((part) => ({ ...part, change }));
}

type ComparedProps = {
  parts: readonly ChangedPart[];
  names: Readonly<Record<string, string>>;
  label: string;
};

function ComparedParts({ parts, names, label }: ComparedProps) {
  if (parts.length === 0) return null;
  return (
    <section class="table-scroller" aria-label={label} tabIndex={0}>
      <table class="compared stacked">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part, i) => {
            const { change, path } = part;
            const isFirst = parts[i - 1]?.change.name !== change.name;
            const within = [...(change.at ? [change.at] : []), ...path];
            return (
              <tr key={i} class={isFirst ? undefined : "same-value"}>
                <th scope="row">
                  {isFirst ? <bdi title={change.name}>{change.title ?? fieldTitle(change.name)}</bdi> : null}
                  {within.length > 0 ? <span class="part-path quiet">{within.join(" › ")}</span> : null}
                </th>
                <Sides part={part} names={names} />
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Sides({ part: { before, after }, names }: { part: PartDifference; names: ComparedProps["names"] }) {
  const [was, is] = [before, after].map((value) => withNames(readableText(value, names), names));
  // Two nodes may have one name.
  const runs = was === is ? wordDifferences(textOf(before), textOf(after)) : wordDifferences(was, is);
  return (
    <>
      <td class="was" data-title="Before">
        <Side value={before} runs={runs.before} of="del" />
      </td>
      <td class="is" data-title="Now">
        <Side value={after} runs={runs.after} of="ins" />
      </td>
    </>
  );
}

/** A value as a text: of a picker the names of its nodes, of links their titles and addresses. */
function readableText(value: ExactJson | undefined, names: ComparedProps["names"]): string {
  if (Array.isArray(value) && value.length > 0 && value.every(isNest)) {
    return value.map((item) => readableText(item, names)).join("\n");
  }
  if (!isExactObject(value)) return textOf(value);
  const texts = Object.values(value).filter((text) => typeof text === "string");
  const picked = texts.find((text) => names[text] !== undefined);
  const { name, url } = value;
  const title = typeof name === "string" && name !== "" ? name : undefined;
  if (picked !== undefined) return [title, picked].filter(Boolean).join(": ");
  if (title !== undefined && typeof url === "string") return `${title}: ${url}`;
  return textOf(value);
}

/** A text with the names of nodes instead of the references to them. */
function withNames(text: string, names: ComparedProps["names"]): string {
  return Object.entries(names).reduce(
    (all, [reference, name]) => all.replaceAll(reference, `“${name}”`),
    text,
  );
}

type SideProps = { value: ExactJson | undefined; runs: readonly WordRun[]; of: "del" | "ins" };

function Side({ value, runs, of: Mark }: SideProps) {
  if (value === undefined || value === null || value === "") return <span class="quiet">empty</span>;
  return (
    <bdi class="text">{runs.map(({ text, isOwn }, i) => (isOwn ? <Mark key={i}>{text}</Mark> : text))}</bdi>
  );
}
