/** All nodes that differ from the earlier state, as a list. */
import { useState } from "preact/hooks";
import type { Changes, ExplorerSite } from "../explorer-answers.ts";
import { urlOf } from "./ask.ts";
import { ChangeMarks } from "./change-marks.tsx";
import { HowToGet } from "./how-to-get.tsx";
import { inDigits } from "./in-words.ts";
import { NodeLink } from "./reference-list.tsx";
import { useAnswer } from "./use-answer.ts";

const SHOWN_CHANGES = 100;

export function ChangesPage({ site }: { site: ExplorerSite }) {
  const [from, setFrom] = useState(0);
  const url = urlOf("/explorer/changes", { from, count: SHOWN_CHANGES });
  const { answer } = useAnswer<Changes>(url, site.version);
  const counts = Object.entries(site.against?.counts ?? {}).filter(([, count]) => count > 0);
  const directory = site.dataFlags.replace(/^--data /, "");
  return (
    <article class="sheet">
      <h1>Changes</h1>
      <p class="lead">
        Since <bdi>{site.against?.name ?? "…"}</bdi>
        {counts.length === 0
          ? ": none."
          : `: ${counts.map(([verb, count]) => `${inDigits(count)} ${verb}`).join(", ")}.`}
      </p>
      <ul class="found-nodes">
        {answer?.nodes.map((node) => (
          <li key={`${node.kind} ${node.row.key}`}>
            <ChangeMarks row={{ ...node.row, changedBelow: undefined }} /> <NodeLink node={node} />
            <span class="link-place quiet">
              {[node.kind === "media" ? "Media" : "Content", ...node.place].join(" › ")}
            </span>
          </li>
        ))}
      </ul>
      {answer && answer.total > SHOWN_CHANGES ? (
        <nav class="pager" aria-label="More changes">
          <button type="button" disabled={from === 0} onClick={() => setFrom(from - SHOWN_CHANGES)}>
            Previous
          </button>
          <span>
            {inDigits(from + 1)}–{inDigits(from + answer.nodes.length)} of {inDigits(answer.total)}
          </span>
          <button
            type="button"
            disabled={from + SHOWN_CHANGES >= answer.total}
            onClick={() => setFrom(from + SHOWN_CHANGES)}
          >
            Next
          </button>
        </nav>
      ) : null}
      <HowToGet request={url} command={`migrations diff ${site.against?.name ?? "OLD"} ${directory}`} />
    </article>
  );
}
