/** A node: where it is, what it is, its properties, and what is below it. */
import type { ExplorerSite, NodeDetails, PlacedRow, TreeRow } from "../http/explorer/explorer-answers.ts";
import { type Kind, operationFor, operationUrl } from "../operations.ts";
import type { Answered } from "./ask.ts";
import { ChangeSection } from "./changes-page.tsx";
import { ChildrenTable } from "./children-table.tsx";
import { CopyButton } from "./copy-button.tsx";
import { type ExactJson, isNest, readJson } from "./exact-json.ts";
import { commandLine, HowToGet } from "./how-to-get.tsx";
import { countOf, kindTitle, localDate } from "./in-words.ts";
import { JsonTree, Scalar } from "./json-tree.tsx";
import { LinksCard } from "./links-card.tsx";
import { NodeName } from "./node-name.tsx";
import { ProblemText } from "./problem-text.tsx";
import { PropertyTabs } from "./property-tabs.tsx";
import { linkTo } from "./route.ts";

/** Those that stand in the head of the node. */
const SHOWN_ABOVE = ["id", "key", "name"];

export function NodePage({ site, node }: { site: ExplorerSite; node: Answered<NodeDetails> }) {
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
              <ChildrenTable kind={kind} parent={own.key} version={site.version} label="Children" />
            </section>
          ) : null}
        </div>
        <NodeAside details={details} own={own} version={site.version} />
      </div>
      <HowToGet
        request={operationUrl("", site.prefix, operationFor(kind, "key"), { key: own.key })}
        command={commandLine(site, `${kind} --key ${own.key}`)}
      />
    </article>
  );
}

type PartProps = { details: NodeDetails; own: TreeRow };

function NodeHead({ details, own }: PartProps) {
  return (
    <>
      <Breadcrumbs kind={details.kind} path={details.path} />
      <h1>
        <NodeName row={own} />
      </h1>
      <p class="node-facts">
        <span class="tag">{details.typeName ?? own.type}</span>
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

function NodeAside({ details, own, version }: PartProps & { version: string }) {
  return (
    <aside class="node-aside">
      {details.image ? (
        <a href={details.image} class="picture">
          <img src={details.image} alt={own.name} />
        </a>
      ) : null}
      <FieldList fields={details.fields} />
      <LinksCard details={details} nodeKey={own.key} version={version} />
    </aside>
  );
}

function Breadcrumbs({ kind, path }: { kind: Kind; path: readonly PlacedRow[] }) {
  return (
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
