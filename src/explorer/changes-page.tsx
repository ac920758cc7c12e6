/** All nodes that differ from the earlier state, as a list. */
import { useState } from "preact/hooks";
import type { Changes, ExplorerSite, PlacedLink } from "../explorer-answers.ts";
import { urlOf } from "./ask.ts";
import { ChangeMarks } from "./change-marks.tsx";
import { HowToGet } from "./how-to-get.tsx";
import { inDigits } from "./in-words.ts";
import { Pager } from "./pager.tsx";
import { NodeLink } from "./reference-list.tsx";
import { useAnswer } from "./use-answer.ts";

const SHOWN_CHANGES = 100;

export function ChangesPage({ site }: { site: ExplorerSite }) {
  const [from, setFrom] = useState(0);
  const url = urlOf("/explorer/changes", { from, count: SHOWN_CHANGES });
  const { answer } = useAnswer<Changes>(url, site.version);
  const counts = Object.entries(site.against?.counts ?? {}).filter(([, count]) => count > 0);
  return (
    <article class="sheet">
      <h1>Changes</h1>
      <p class="lead">
        Since <bdi>{site.against?.name ?? "…"}</bdi>
        {counts.length === 0
          ? ": none."
          : `: ${counts.map(([verb, count]) => `${inDigits(count)} ${verb}`).join(", ")}.`}
      </p>
      <ChangedNodes nodes={answer?.nodes ?? []} />
      {answer ? (
        <Pager
          label="More changes"
          from={from}
          count={answer.nodes.length}
          size={SHOWN_CHANGES}
          total={answer.total}
          onPage={setFrom}
        />
      ) : null}
      <HowToGet request={url} command={site.against?.command ?? "migrations diff OLD NEW"} />
    </article>
  );
}

function ChangedNodes({ nodes }: { nodes: readonly PlacedLink[] }) {
  return (
    <ul class="found-nodes">
      {nodes.map((node) => (
        <li key={`${node.kind} ${node.row.key}`}>
          <ChangeMarks row={{ ...node.row, changedBelow: undefined }} /> <NodeLink node={node} />
          <span class="link-place quiet">
            {[node.kind === "media" ? "Media" : "Content", ...node.place].join(" › ")}
          </span>
        </li>
      ))}
    </ul>
  );
}
