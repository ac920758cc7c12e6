/** The page of a node: its breadcrumbs, fields, properties, references and children. */

import { useState } from "preact/hooks";
import type {
  ExplorerSite,
  NodeDetails,
  PropertyDetails,
  PropertyGroup,
  ReferenceDetails,
  TreeRow,
} from "../http/explorer/explorer-api.ts";
import { type Kind, operationFor, operationUrl } from "../operations.ts";
import { type Answered, useAnswer } from "./ask.ts";
import { ChangeSection } from "./changes-page.tsx";
import { ChildrenTable } from "./children-table.tsx";
import { CopyButton } from "./copy-button.tsx";
import { type ExactJson, isNest, readJson } from "./exact-json.ts";
import { commandLine, HowToGet } from "./how-to-get.tsx";
import { countOf, inDigits, kindTitle, localDate } from "./in-words.ts";
import { JsonTree, Scalar } from "./json-tree.tsx";
import { isDead, NodeLink, NodeName, ReferenceList } from "./node-name.tsx";
import { ProblemText } from "./problem-text.tsx";
import { type Owner, PropertyView } from "./property-view.tsx";
import { linkTo, type Query, useTitle } from "./route.ts";

/** Fields that the head of the page shows. */
const SHOWN_ABOVE = ["id", "key", "name"];

type PageProps = { site: ExplorerSite; node: Answered<"node">; query: Query };

export function NodePage({ site, node, query }: PageProps) {
  const shown = node.answer?.path.at(-1)?.row;
  useTitle(site.name, node.isLoading ? undefined : (shown?.name ?? "Not found"));
  if (node.problem)
    return (
      <article class="sheet">
        <h1>Nothing to see here</h1>
        <ProblemText text={node.problem} />
      </article>
    );
  const details = node.answer;
  const own = details?.path.at(-1)?.row;
  if (!details || !own) return null;
  const { kind } = details;
  return (
    <article class="sheet" aria-busy={node.isLoading || undefined} key={own.key}>
      <NodeHead details={details} own={own} />
      {details.change ? <ChangeSection change={details.change} /> : null}
      <div class="node-body">
        <div class="node-main">
          <PropertyTabs groups={details.groups} owner={{ kind, key: own.key, version: site.version }} />
          {own.children > 0 ? (
            <section>
              <h2>{countOf(own.children, "child", "children")}</h2>
              <ChildrenTable
                kind={kind}
                parent={own.key}
                version={site.version}
                label="Children"
                query={query}
              />
            </section>
          ) : null}
        </div>
        <aside class="node-aside">
          {details.image ? (
            <a href={details.image} class="picture">
              <img src={details.image} alt={own.name} />
            </a>
          ) : null}
          <FieldList fields={details.fields} />
          <LinksIn kind={kind} nodeKey={own.key} version={site.version} />
          <LinksOut groups={details.groups} nodeKey={own.key} />
        </aside>
      </div>
      <HowToGet
        request={operationUrl("", site.prefix, operationFor(kind, "key"), { key: own.key })}
        command={commandLine(site, `${kind} --key ${own.key}`)}
      />
    </article>
  );
}

function NodeHead({ details: { kind, path, typeName }, own }: { details: NodeDetails; own: TreeRow }) {
  return (
    <>
      <nav class="breadcrumbs" aria-label="Place">
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
      <h1>
        <NodeName row={own} />
      </h1>
      <p class="node-facts">
        <span class="tag">{typeName ?? own.type}</span>
        {own.isUnpublished ? <span class="tag tag-warning">not published</span> : null}
        <span class="quiet">id {own.id}</span>
        <span class="key">
          <code>{own.key}</code>
          <CopyButton text={own.key} what="the key" />
        </span>
      </p>
    </>
  );
}

/** What every node has, and what this data has besides. */
function FieldList({ fields }: Pick<NodeDetails, "fields">) {
  const shown = fields.filter(({ name }) => !SHOWN_ABOVE.includes(name));
  if (shown.length === 0) return null;
  return (
    <section class="card">
      <h2 class="card-title">Fields</h2>
      <dl>
        {shown.map(({ name, json }) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <FieldValue name={name} value={readJson(json) ?? json} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function FieldValue({ name, value }: { name: string; value: ExactJson }) {
  if (isNest(value)) return <JsonTree value={value} isOpen={false} />;
  const isDate = typeof value === "string" && /date$/i.test(name);
  return isDate ? <time title={value}>{localDate(value)}</time> : <Scalar value={value} />;
}

type TabsProps = { groups: readonly PropertyGroup[]; owner: Owner };

function PropertyTabs({ groups, owner }: TabsProps) {
  // By position: several tabs may have one name, as groups and compositions do.
  const [chosen, setChosen] = useState(0);
  const at = chosen < groups.length ? chosen : 0;
  const group = groups[at];
  if (!group) return <p class="quiet">No properties.</p>;
  const listOf = (properties: PropertyGroup["properties"]) =>
    properties.map((property) => (
      <PropertyView
        key={`${owner.key} ${owner.version} ${property.alias}`}
        property={property}
        owner={owner}
      />
    ));
  const list = (
    <>
      {listOf(group.properties)}
      {group.groups?.map(({ name, properties }, i) => (
        <section key={`group-${i}`} class="property-group" aria-label={name}>
          <h3>{name}</h3>
          {listOf(properties)}
        </section>
      ))}
    </>
  );
  return (
    <section aria-label="Properties">
      <h2 class="hidden">Properties</h2>
      {groups.length === 1 ? (
        list
      ) : (
        <>
          <TabList groups={groups} at={at} onChoose={setChosen} />
          <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${at}`}>
            {list}
          </div>
        </>
      )}
    </section>
  );
}

type TabListProps = { groups: readonly PropertyGroup[]; at: number; onChoose: (at: number) => void };

function TabList({ groups, at, onChoose }: TabListProps) {
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const to = (at + step + groups.length) % groups.length;
    onChoose(to);
    document.getElementById(`tab-${to}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Properties" onKeyDown={move}>
      {groups.map((group, i) => (
        <button
          key={`tab-${i}`}
          type="button"
          role="tab"
          id={`tab-${i}`}
          aria-selected={i === at}
          aria-controls="tab-panel"
          tabIndex={i === at ? 0 : -1}
          onClick={() => onChoose(i)}
        >
          {group.name ?? "Others"} <span class="quiet">{propertiesIn(group).length}</span>
        </button>
      ))}
    </div>
  );
}

/** The properties of a tab, and of its groups. */
function propertiesIn({ properties, groups = [] }: PropertyGroup): PropertyDetails[] {
  return [properties, ...groups.map((group) => group.properties)].flat();
}

const SHOWN_LINKS = 20;
/** How many links are shown after "more". */
const MOST_LINKS = 1000;

function LinksIn({ kind, nodeKey, version }: { kind: Kind; nodeKey: string; version: string }) {
  const [count, setCount] = useState(SHOWN_LINKS);
  const { answer, problem } = useAnswer("links", { kind, key: nodeKey, count }, version);
  return (
    <section class="card" aria-busy={answer ? undefined : true}>
      <h2 class="card-title">{answer ? `Used by ${inDigits(answer.total)}` : "Used by …"}</h2>
      {problem ? <p class="problem">{problem}</p> : null}
      <ul class="links">
        {answer?.nodes.map((node) => (
          <li key={node.row.key}>
            <NodeLink node={node} />
            <span class="link-place quiet">{node.breadcrumbs.join(" › ")}</span>
          </li>
        ))}
      </ul>
      {answer && answer.total > answer.nodes.length && count < MOST_LINKS ? (
        <button type="button" class="link" onClick={() => setCount(MOST_LINKS)}>
          more
        </button>
      ) : null}
    </section>
  );
}

function LinksOut({ groups, nodeKey }: { groups: readonly PropertyGroup[]; nodeKey: string }) {
  const [isWhole, setWhole] = useState(false);
  const all = groups.flatMap(propertiesIn).flatMap(referencesIn);
  const byTarget = new Map(all.map((each) => [each.node?.row.key ?? each.text, each]));
  // A media node's own file refers to the node.
  byTarget.delete(nodeKey);
  const references = [...byTarget.values()].sort((one, other) => Number(!one.dead) - Number(!other.dead));
  const dead = references.filter(isDead).length;
  return (
    <section class="card">
      <h2 class="card-title">
        Links to {inDigits(references.length)}
        {dead > 0 ? <span class="dead-count">{countOf(dead, "dead", "dead")}</span> : null}
      </h2>
      <ReferenceList references={isWhole ? references : references.slice(0, SHOWN_LINKS)} />
      {references.length > SHOWN_LINKS && !isWhole ? (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          more
        </button>
      ) : null}
    </section>
  );
}

function referencesIn({ references, elements }: PropertyDetails): ReferenceDetails[] {
  return [...references, ...elements.flatMap((element) => element.properties.flatMap(referencesIn))];
}
