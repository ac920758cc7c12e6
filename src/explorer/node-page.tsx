/** A node: where it is, what it is, its properties, and what is below it. */
import type { ExplorerSite, NodeDetails, PlacedRow, TreeRow } from "../explorer-answers.ts";
import { type Kind, operationFor, operationUrl } from "../operations.ts";
import { ChangeSection } from "./change-section.tsx";
import { ChildrenTable } from "./children-table.tsx";
import { CopyButton } from "./copy-button.tsx";
import { FieldList } from "./field-list.tsx";
import { commandLine, HowToGet } from "./how-to-get.tsx";
import { countOf } from "./in-words.ts";
import { LinksCard } from "./links-card.tsx";
import { NodeName } from "./node-name.tsx";
import { PropertyTabs } from "./property-tabs.tsx";
import { linkTo } from "./route.ts";
import type { Answered } from "./use-answer.ts";

export function NodePage({ site, node }: { site: ExplorerSite; node: Answered<NodeDetails> }) {
  if (node.problem)
    return (
      <article class="sheet">
        <h1>Nothing to see here</h1>
        <p class="problem" role="alert">
          {node.problem}
        </p>
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
          <a href={linkTo({ view: "roots", kind })}>{kind === "content" ? "Content" : "Media"}</a>
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
