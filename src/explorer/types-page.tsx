/** The types of a site: a list of them, and of one its properties, how often each is filled in, and its nodes. */
import type { ExplorerSite, TypeCount, TypeDetails, TypeUse } from "../http/explorer/explorer-api.ts";
import { KINDS, type Kind } from "../operations.ts";
import { FilledIn } from "../output/audit-report.tsx";
import { useAnswer } from "./fetch-view.ts";
import { Icon, typeIcon } from "./icon.tsx";
import { countOf, inDigits, kindTitle } from "./locale-text.ts";
import { chosenFields } from "./node-columns.ts";
import { ColumnChoice, CsvLink, NodeTable } from "./node-table.tsx";
import { Pager } from "./pager.tsx";
import { ProblemText } from "./problem-text.tsx";
import { linkTo, type Query, setQuery, useTitle } from "./route.ts";

const SHOWN_NODES = 50;

export function TypesPage({ site, kind }: { site: ExplorerSite; kind: Kind | undefined }) {
  useTitle(site.name, "Types");
  const { answer, problem, isLoading } = useAnswer("types", {}, site.version);
  return (
    <article class="sheet" aria-busy={isLoading || undefined}>
      <h1>Types</h1>
      <ProblemText text={problem} />
      {answer
        ? KINDS.filter((each) => kind === undefined || each === kind).map((each) => (
            <TypeList
              key={each}
              site={site}
              kind={each}
              types={answer.filter((type) => type.kind === each)}
            />
          ))
        : null}
    </article>
  );
}

type ListProps = { site: ExplorerSite; kind: Kind; types: readonly TypeCount[] };

function TypeList({ site, kind, types }: ListProps) {
  return (
    <section aria-label={`${kindTitle(kind)} types`}>
      <h2>
        {kindTitle(kind)} types <span class="quiet">{inDigits(types.length)}</span>
      </h2>
      <section class="table-scroller" aria-label={`${kindTitle(kind)} types, a table`} tabIndex={0}>
        <table class="type-table type-list">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" class="column-alias">
                Alias
              </th>
              <th scope="col" class="column-number">
                Nodes
              </th>
            </tr>
          </thead>
          <tbody>
            {types.map(({ alias, name, nodes }) => (
              <tr key={alias}>
                <td>
                  <a href={linkTo({ view: "types", kind, alias })}>
                    <Icon name={typeIcon(site, kind, alias)} /> <bdi>{name || alias}</bdi>
                  </a>
                </td>
                <td class="column-alias">
                  <code>
                    <bdi>{alias}</bdi>
                  </code>
                </td>
                <td class="column-number">{inDigits(nodes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

type TypeProps = { site: ExplorerSite; kind: Kind; alias: string; query: Query };

/** @param query the columns and the first row of the table of nodes */
export function TypePage({ site, kind, alias, query }: TypeProps) {
  const target = { kind, typeAlias: alias };
  const { answer: type, problem, isLoading } = useAnswer("type", target, site.version);
  const { answer: use } = useAnswer("type-use", target, site.version);
  const title = type?.name ?? alias;
  useTitle(site.name, title);
  if (problem) {
    return (
      <article class="sheet">
        <h1>{alias}</h1>
        <ProblemText text={problem} />
      </article>
    );
  }
  return (
    <article class="sheet" aria-busy={isLoading || undefined} key={`${kind} ${alias}`}>
      <nav class="breadcrumbs node-place" aria-label="Breadcrumbs">
        <ol>
          <li>
            <a href={linkTo({ view: "types" })}>Types</a>
          </li>
          <li>
            <a href={linkTo({ view: "types", kind })}>{kindTitle(kind)}</a>
          </li>
        </ol>
      </nav>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {type ? (
        <>
          <p class="node-facts">
            <code>{type.alias}</code>
            {type.nodes > 0 ? (
              <a href={linkTo({ view: "find", query: { kind, type: type.alias } })}>
                {countOf(type.nodes, "node", "nodes")}
              </a>
            ) : (
              <span class="quiet">no nodes</span>
            )}
            {use && use.shownElements > 0 ? (
              <a href={linkTo({ view: "find", query: { kind: "content", element: type.alias } })}>
                {countOf(use.shownElements, "element", "elements")} in values
              </a>
            ) : null}
          </p>
          <TypeNames title="Compositions" kind={kind} names={type.compositions} />
          <TypeNames title="Allowed below" kind={kind} names={type.allowed} />
          <PropertyTable type={type} use={use} />
          {type.nodes > 0 ? <TypeNodes site={site} type={type} query={query} /> : null}
        </>
      ) : null}
    </article>
  );
}

function TypeNames({
  title,
  kind,
  names,
}: {
  title: string;
  kind: Kind;
  names: TypeDetails["compositions"];
}) {
  if (names.length === 0) return null;
  return (
    <p class="type-names">
      <span class="quiet">{title}:</span>{" "}
      {names.map(({ alias, name }) => (
        <a key={alias} href={linkTo({ view: "types", kind, alias })}>
          <bdi>{name || alias}</bdi>
        </a>
      ))}
    </p>
  );
}

type Filled = TypeUse["nodes"]["properties"][number];

/** The properties in their tabs; properties that values have and the type lacks come last. */
function PropertyTable({ type, use }: { type: TypeDetails; use: TypeUse | undefined }) {
  const counted = use && (use.nodes.total > 0 ? use.nodes : use.elements);
  const filled = new Map(counted?.properties.map((each) => [each.alias.toLowerCase(), each]));
  const known = new Set(
    type.tabs.flatMap(({ properties }) => properties.map(({ alias }) => alias.toLowerCase())),
  );
  const others = counted?.properties.filter(({ alias }) => !known.has(alias.toLowerCase())) ?? [];
  const tabs = [
    ...tabsByName(type.tabs),
    ...(others.length > 0
      ? [
          {
            name: type.tabs.length > 0 ? "Not in the type" : "Properties",
            properties: others.map(({ alias, editorAlias }) => ({
              alias,
              name: alias,
              isMandatory: false,
              editorAlias,
            })),
          },
        ]
      : []),
  ];
  if (tabs.length === 0) return <p class="quiet">No properties.</p>;
  return (
    <section class="table-scroller" aria-label="Properties" aria-busy={use ? undefined : true} tabIndex={0}>
      <table class="type-table type-properties stacked">
        <thead>
          <tr>
            <th scope="col">Property</th>
            <th scope="col">Editor</th>
            <th scope="col">Filled in</th>
            <th scope="col">Example</th>
          </tr>
        </thead>
        {tabs.map(({ name, properties }, i) => (
          <tbody key={`${i} ${name}`}>
            <tr>
              <th scope="rowgroup" colSpan={4} class="tab-name">
                <bdi>{name || "Properties"}</bdi>
              </th>
            </tr>
            {properties.map((property) => (
              <tr key={property.alias}>
                <td>
                  <bdi>{property.name || property.alias}</bdi>
                  {property.isMandatory ? <span title="mandatory"> *</span> : null}{" "}
                  {property.name && property.name !== property.alias ? (
                    <code class="quiet">{property.alias}</code>
                  ) : null}
                </td>
                <td data-title="Editor">{property.editorAlias}</td>
                <td data-title="Filled in">
                  <FilledShare
                    use={use}
                    filled={filled.get(property.alias.toLowerCase())}
                    total={counted?.total ?? 0}
                  />
                </td>
                <td class="column-value" data-title="Example">
                  <ExampleText filled={filled.get(property.alias.toLowerCase())} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** Compositions bring tabs of the same name: Umbraco shows each name once. */
function tabsByName(tabs: TypeDetails["tabs"]): TypeDetails["tabs"] {
  const byName = new Map<string, TypeDetails["tabs"][number]>();
  for (const tab of tabs) {
    const { name, properties } = tab;
    if (properties.length === 0) continue;
    const known = byName.get(name ?? "");
    byName.set(name ?? "", known ? { ...known, properties: [...known.properties, ...properties] } : tab);
  }
  return [...byName.values()];
}

type ShareProps = { use: TypeUse | undefined; filled: Filled | undefined; total: number };

function FilledShare({ use, filled, total }: ShareProps) {
  if (!use) return <span class="quiet">…</span>;
  if (total === 0) return <span class="quiet">–</span>;
  return <FilledIn filled={{ count: filled?.filled ?? 0, of: total }} />;
}

function ExampleText({ filled }: { filled: Filled | undefined }) {
  const example = filled?.example;
  if (!example) return null;
  const { kind, key, name, text, isElsewhere } = example;
  const shown = filled.isSecret ? "a secret" : (text ?? name);
  if (isElsewhere) return <bdi>{shown}</bdi>;
  return (
    <a href={linkTo({ view: "node", kind, key })} title={name}>
      <bdi>{shown}</bdi>
    </a>
  );
}

type NodesProps = { site: ExplorerSite; type: TypeDetails; query: Query };

/** The nodes of a type with the properties that were chosen. */
function TypeNodes({ site, type, query }: NodesProps) {
  const from = Number(query.from ?? 0);
  const fields = chosenFields(query, "url");
  const criteria = { kind: type.kind, type: type.alias, ...(query.sort && { sort: query.sort }) };
  const parameters = {
    ...criteria,
    from,
    count: SHOWN_NODES,
    fields: fields.join(",") || undefined,
  };
  const { answer, problem, isLoading } = useAnswer("find", parameters, site.version);
  return (
    <section class="type-nodes" aria-label="Nodes" aria-busy={isLoading || undefined}>
      <h2>{countOf(type.nodes, "node", "nodes")}</h2>
      <ProblemText text={problem} />
      <div class="table-tools">
        <ColumnChoice fields={fields} titles={answer?.titles} type={type} version={site.version} />
        <CsvLink query={criteria} fields={fields} name={type.alias} />
      </div>
      {answer ? (
        <>
          <NodeTable
            nodes={answer.nodes}
            fields={fields}
            titles={answer.titles}
            sort={query.sort}
            label="Nodes, a table"
          />
          <Pager
            label="More nodes"
            from={answer.from}
            count={answer.nodes.length}
            size={SHOWN_NODES}
            total={type.nodes}
            onPage={(next) => setQuery({ from: next || undefined })}
          />
        </>
      ) : null}
    </section>
  );
}
