/** The references of a node, in both directions. */
import type { PropertyDetails, PropertyGroup, ReferenceDetails } from "../http/explorer/explorer-api.ts";
import type { Answered } from "./ask.ts";
import { countOf, inDigits } from "./in-words.ts";
import { isDead, PlacedNodes, ReferenceList } from "./node-name.tsx";
import { propertiesIn } from "./node-properties.tsx";
import { ProblemText } from "./problem-text.tsx";
import { propertiesInside } from "./property-view.tsx";

/** The nodes that refer to a node. */
export function UsedBy({ used: { answer, problem, isLoading } }: { used: Answered<"links"> }) {
  if (problem) return <ProblemText text={problem} />;
  if (!answer || isLoading) return <p class="quiet">Reading all values …</p>;
  if (answer.total === 0) return <p class="quiet">No node refers to this one.</p>;
  return (
    <>
      <PlacedNodes nodes={answer.nodes} />
      {answer.total > answer.nodes.length ? (
        <p class="quiet">
          The first {inDigits(answer.nodes.length)} of {inDigits(answer.total)}.
        </p>
      ) : null}
    </>
  );
}

/** The nodes that a node refers to, dead references first. */
export function LinksTo({ references }: { references: readonly ReferenceDetails[] }) {
  const dead = references.filter(isDead);
  const others = references.filter((each) => !isDead(each));
  if (references.length === 0) return <p class="quiet">This node refers to no other.</p>;
  return (
    <>
      {dead.length > 0 ? (
        <section>
          <h2 class="dead-count">{countOf(dead.length, "dead reference", "dead references")}</h2>
          <ReferenceList references={dead} />
        </section>
      ) : null}
      <ReferenceList references={others} />
    </>
  );
}

/** What the values of a node refer to, each target once. @param nodeKey the node's own key: a media node's file refers to itself */
export function linksOf(groups: readonly PropertyGroup[], nodeKey: string): ReferenceDetails[] {
  const all = groups.flatMap(propertiesIn).flatMap(referencesIn);
  const byTarget = new Map(all.map((each) => [each.node?.row.key ?? each.text, each]));
  byTarget.delete(nodeKey);
  return [...byTarget.values()];
}

function referencesIn({ references, elements }: PropertyDetails): ReferenceDetails[] {
  return [...references, ...propertiesInside(elements).flatMap(referencesIn)];
}
