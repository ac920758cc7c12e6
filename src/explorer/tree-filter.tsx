/** The tree narrowed to the nodes whose names have a text, with their ancestors. */
import { useMemo } from "preact/hooks";
import type { ExplorerSite, PathRow, TreeRow } from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";
import { useAnswer } from "./fetch-view.ts";
import { FoundName } from "./found-node.tsx";
import { Icon, typeIcon } from "./icon.tsx";
import { linkTo } from "./route.ts";
import { useSettled } from "./typing.ts";

/** How many nodes are shown. */
const MOST_FOUND = 40;

type FilteredRow = { row: TreeRow; isMatch: boolean; children: Map<string, FilteredRow> };

type FilterProps = { site: ExplorerSite; kind: Kind; text: string; current: string | undefined };

export function FilteredTree({ site, kind, text, current }: FilterProps) {
  const name = useSettled(text);
  const { answer, problem, isLoading } = useAnswer("filter", { kind, name, count: MOST_FOUND }, site.version);
  const roots = useMemo(() => treeOf(answer?.paths ?? []), [answer]);
  const count = answer?.paths.length ?? 0;
  return (
    <div class="filtered">
      <p class="quiet filtered-count" role="status">
        {isLoading || name !== text
          ? "Searching…"
          : problem !== undefined
            ? problem
            : count === 0
              ? "No name has this text. Press Enter in the search above to search values too."
              : `${answer?.isMore ? "The first " : ""}${count} found`}
      </p>
      <Nodes nodes={roots} site={site} kind={kind} text={name} current={current} />
    </div>
  );
}

/** The nodes at the ends of the paths, below their ancestors. */
function treeOf(paths: readonly (readonly PathRow[])[]): Map<string, FilteredRow> {
  const roots = new Map<string, FilteredRow>();
  for (const path of paths) {
    let level = roots;
    path.forEach(({ row }, i) => {
      const known = level.get(row.key) ?? { row, isMatch: false, children: new Map() };
      known.isMatch ||= i === path.length - 1;
      level.set(row.key, known);
      level = known.children;
    });
  }
  return roots;
}

type NodesProps = { nodes: Map<string, FilteredRow> } & FilterProps;

function Nodes({ nodes, site, kind, text, current }: NodesProps) {
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
            <FoundName node={{ row }} query={isMatch ? text : undefined} />
          </a>
          {children.size > 0 ? (
            <Nodes nodes={children} site={site} kind={kind} text={text} current={current} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
