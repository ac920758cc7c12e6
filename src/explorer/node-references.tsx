/** The references of a node, in both directions. */
import { useEffect, useState } from "preact/hooks";
import type { PropertyDetails, PropertyGroup, ReferenceDetails } from "../http/explorer/explorer-api.ts";
import { type Answered, useAnswer } from "./fetch-view.ts";
import { countOf, inDigits } from "./locale-text.ts";
import { isDead, NodeLinks, Reference } from "./node-name.tsx";
import { propertiesIn } from "./node-properties.tsx";
import { ProblemText } from "./problem-text.tsx";
import { propertiesInside } from "./property-view.tsx";

/** The nodes that refer to a node. */
export function UsedBy({ used: { answer, problem, isLoading } }: { used: Answered<"links"> }) {
  if (problem) return <ProblemText text={problem} />;
  if (!answer || isLoading) {
    return (
      <p class="quiet">
        <ReadingReferences />
      </p>
    );
  }
  if (answer.total === 0) return <p class="quiet">No node refers to this one.</p>;
  return (
    <>
      <NodeLinks nodes={answer.nodes} />
      {answer.total > answer.nodes.length ? (
        <p class="quiet">
          The first {inDigits(answer.nodes.length)} of {inDigits(answer.total)}.
        </p>
      ) : null}
    </>
  );
}

/** The interval between requests for the progress, in milliseconds. */
const PROGRESS_INTERVAL = 500;

/** Says how many nodes have been read, while a view waits for the references of all. */
export function ReadingReferences() {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setAsked((count) => count + 1), PROGRESS_INTERVAL);
    return () => clearInterval(timer);
  }, []);
  const { answer } = useAnswer("progress", asked > 0 ? {} : undefined, String(asked));
  return (
    <>
      Reading all values…
      {answer ? ` ${inDigits(answer.read)} of ${countOf(answer.of, "node", "nodes")}` : ""}
    </>
  );
}

/** A target of a node's references. */
type ReferenceTargetRow = {
  reference: ReferenceDetails;
  /** The names of the node's properties that refer to it. */
  properties: readonly string[];
};

/** The nodes that a node refers to, dead references first. */
export function LinksTo({ targets }: { targets: readonly ReferenceTargetRow[] }) {
  const dead = targets.filter(({ reference }) => isDead(reference));
  const others = targets.filter(({ reference }) => !isDead(reference));
  if (targets.length === 0) return <p class="quiet">No value of this node refers to another node.</p>;
  return (
    <>
      {dead.length > 0 ? (
        <section>
          <h2 class="dead-count">{countOf(dead.length, "dead reference", "dead references")}</h2>
          <TargetList targets={dead} />
        </section>
      ) : null}
      <TargetList targets={others} />
    </>
  );
}

function TargetList({ targets }: { targets: readonly ReferenceTargetRow[] }) {
  if (targets.length === 0) return null;
  return (
    <ul class="references">
      {targets.map(({ reference, properties }) => (
        <li key={reference.node?.row.key ?? reference.text}>
          <Reference reference={reference} isBelowHeading />{" "}
          <span class="quiet reference-uses">
            in <bdi>{properties.join(", ")}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the values of a node refer to, each target once. @param nodeKey the node's own key: a media node's file refers to itself */
export function linksOf(groups: readonly PropertyGroup[], nodeKey: string): ReferenceTargetRow[] {
  const byTarget = new Map<string, { reference: ReferenceDetails; properties: Set<string> }>();
  for (const property of groups.flatMap(propertiesIn)) {
    for (const reference of referencesIn(property)) {
      const target = reference.node?.row.key ?? reference.text;
      const known = byTarget.get(target) ?? { reference, properties: new Set() };
      known.properties.add(property.name ?? property.alias);
      byTarget.set(target, known);
    }
  }
  byTarget.delete(nodeKey);
  return Array.from(byTarget.values(), ({ reference, properties }) => ({
    reference,
    properties: [...properties],
  }));
}

function referencesIn({ references, elements }: PropertyDetails): ReferenceDetails[] {
  return [...references, ...propertiesInside(elements).flatMap(referencesIn)];
}
