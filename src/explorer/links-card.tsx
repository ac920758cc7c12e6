/** What refers to a node, and what it refers to itself. */
import { useState } from "preact/hooks";
import type {
  Links,
  NodeDetails,
  PropertyDetails,
  ReferenceDetails,
} from "../http/explorer/explorer-answers.ts";
import { urlOf, useAnswer } from "./ask.ts";
import { countOf, inDigits } from "./in-words.ts";
import { NodeLink } from "./node-name.tsx";
import { isDead, ReferenceList } from "./reference-list.tsx";

const SHOWN_LINKS = 20;
/** Asked for at once when all are wanted. */
const MOST_LINKS = 1000;

type CardProps = { details: NodeDetails; nodeKey: string; version: string };

export function LinksCard({ details, nodeKey, version }: CardProps) {
  return (
    <>
      <LinksIn kind={details.kind} nodeKey={nodeKey} version={version} />
      <LinksOut details={details} nodeKey={nodeKey} />
    </>
  );
}

function LinksIn({
  kind,
  nodeKey,
  version,
}: {
  kind: NodeDetails["kind"];
  nodeKey: string;
  version: string;
}) {
  const [count, setCount] = useState(SHOWN_LINKS);
  const url = urlOf("/explorer/links", { kind, key: nodeKey, count });
  const { answer, problem } = useAnswer<Links>(url, version);
  return (
    <section class="card" aria-busy={answer ? undefined : true}>
      <h2 class="card-title">{answer ? `Used by ${inDigits(answer.total)}` : "Used by …"}</h2>
      {problem ? <p class="problem">{problem}</p> : null}
      <ul class="links">
        {answer?.nodes.map((node) => (
          <li key={node.row.key}>
            <NodeLink node={node} />
            <span class="link-place quiet">{node.place.join(" › ")}</span>
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

function LinksOut({ details, nodeKey }: Omit<CardProps, "version">) {
  const [isWhole, setWhole] = useState(false);
  const references = distinct(
    details.groups.flatMap((group) => group.properties.flatMap(referencesIn)),
  ).filter(
    // The file that a media node keeps is its own.
    ({ node }) => node?.row.key !== nodeKey,
  );
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

/** Each node once, what is dead first. */
function distinct(references: readonly ReferenceDetails[]): ReferenceDetails[] {
  const byTarget = new Map(references.map((each) => [each.node?.row.key ?? each.text, each]));
  return [...byTarget.values()].sort((one, other) => Number(!one.dead) - Number(!other.dead));
}
