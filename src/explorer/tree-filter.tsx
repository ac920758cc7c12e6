/** The tree narrowed to the nodes whose names have a text, with their ancestors. */
import { useEffect, useState } from "preact/hooks";
import type { ExplorerSite, TreeRow } from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";
import { fetchView } from "./fetch-view.ts";
import { Icon, typeIcon } from "./icon.tsx";
import { NodeName } from "./node-name.tsx";
import { linkTo } from "./route.ts";
import { useSettled } from "./typing.ts";

/** How many nodes are shown; each takes a request for its path. */
const MOST_FOUND = 40;

type Found = { row: TreeRow; isMatch: boolean; children: Map<string, Found> };
type Result = { roots: Map<string, Found>; count: number; isMore: boolean };

type FilterProps = { site: ExplorerSite; kind: Kind; text: string; current: string | undefined };

export function FilteredTree({ site, kind, text, current }: FilterProps) {
  const [result, setResult] = useState<Result>();
  const settled = useSettled(text);
  useEffect(() => {
    let isOver = false;
    search(kind, settled).then(
      (found) => {
        if (!isOver) setResult(found);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [kind, settled, site.version]);
  return (
    <div class="filtered">
      <p class="quiet filtered-count" role="status">
        {result === undefined
          ? "Searching …"
          : result.count === 0
            ? "No name has this text. Press Enter in the search above to search values too."
            : `${result.isMore ? "The first " : ""}${result.count} found`}
      </p>
      {result ? <Nodes nodes={result.roots} site={site} kind={kind} current={current} /> : null}
    </div>
  );
}

async function search(kind: Kind, name: string): Promise<Result> {
  const { nodes, isMore } = await fetchView("find", { kind, name, count: MOST_FOUND });
  const paths = await Promise.all(nodes.map(({ row }) => fetchView("path", { kind, key: row.key })));
  const roots = new Map<string, Found>();
  for (const path of paths) {
    let level = roots;
    path.forEach(({ row }, i) => {
      const known = level.get(row.key) ?? { row, isMatch: false, children: new Map() };
      known.isMatch ||= i === path.length - 1;
      level.set(row.key, known);
      level = known.children;
    });
  }
  return { roots, count: nodes.length, isMore };
}

type NodesProps = { nodes: Map<string, Found> } & Omit<FilterProps, "text">;

function Nodes({ nodes, site, kind, current }: NodesProps) {
  return (
    <ul>
      {[...nodes.values()].map(({ row, isMatch, children }) => (
        <li key={row.key}>
          <a
            class="filtered-link"
            data-match={isMatch || undefined}
            aria-current={row.key === current ? "page" : undefined}
            title={`${row.name} – ${row.type}`}
            href={linkTo({ view: "node", kind, key: row.key })}
          >
            <Icon name={typeIcon(site, kind, row.type)} />
            <NodeName row={row} />
          </a>
          {children.size > 0 ? <Nodes nodes={children} site={site} kind={kind} current={current} /> : null}
        </li>
      ))}
    </ul>
  );
}
