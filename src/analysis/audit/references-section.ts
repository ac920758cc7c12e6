/** References that lead nowhere, or to pages that are not published. */
import type { Kind } from "../../operations.ts";
import type { ReferenceTarget } from "../../values/value-parts.ts";
import { entryIn } from "../map-entries.ts";
import type { DeadReference, ReferenceIndex } from "../reference-index.ts";
import type { SitePlace } from "../resolve-reference.ts";
import { type AuditRow, type AuditSection, type NodeAt, sortedBy, type TypeOwner } from "./audit-section.ts";

const NOT_PUBLISHED = "not-published";

/** What is told beside the references themselves. */
type ReferenceTelling = {
  /** The trees in whose nodes references stand that are told. */
  kinds: readonly Kind[];
  /** Pages that are there and not published. */
  unpublished: readonly SitePlace[];
  nodeAt: NodeAt;
  typeAt: (node: SitePlace) => TypeOwner;
};

export function referencesSection(index: ReferenceIndex, telling: ReferenceTelling): AuditSection {
  return sortedBy("count", {
    name: "references",
    title: "References that lead nowhere",
    columns: {
      "should be": "text",
      why: "text",
      count: "count",
      property: "text",
      text: "text",
      syntax: "text",
      pointer: "text",
    },
    extras: ["count", "text", "syntax", "pointer"],
    rows: [...deadRows(index.dead, telling), ...unpublishedRows(index, telling)],
  });
}

/** A row for each text in each property of each node. */
function deadRows(dead: readonly DeadReference[], { kinds, nodeAt, typeAt }: ReferenceTelling): AuditRow[] {
  const groups = new Map<string, DeadReference[]>();
  for (const one of dead) {
    const { from, property, reference } = one;
    if (!kinds.includes(from.kind)) continue;
    const name = JSON.stringify([from.kind, from.place, property, reference.text]);
    entryIn(groups, name, () => []).push(one);
  }
  return [...groups.values()].map((group): AuditRow => {
    const [first] = group;
    const { from, property, reference, why } = first;
    const { kind, target, text, syntax, pointer } = reference;
    return {
      owner: typeAt(from),
      cells: [
        nameOfTarget(kind ?? "node", target),
        why,
        group.length,
        property,
        text,
        syntax,
        pointer || undefined,
      ],
      finding: why === NOT_PUBLISHED ? "unpublished-reference" : "dead-reference",
      node: nodeAt(from.kind, from.place),
      query: { kind: from.kind, text },
    };
  });
}

function unpublishedRows(
  index: ReferenceIndex,
  { kinds, unpublished, nodeAt, typeAt }: ReferenceTelling,
): AuditRow[] {
  return unpublished.flatMap((target) => {
    const { kind, id, key } = nodeAt(target.kind, target.place);
    const told = index.to(target).filter((from) => kinds.includes(from.kind));
    return told.map(
      (from): AuditRow => ({
        owner: typeAt(from),
        cells: [`${kind} ${id}`, NOT_PUBLISHED, 1, undefined, undefined, undefined, undefined],
        finding: "unpublished-reference",
        node: nodeAt(from.kind, from.place),
        query: { linksTo: key },
      }),
    );
  });
}

/** `content 1234`, `media 47d30fa6-…`, `media /media/1/a.jpg`. */
function nameOfTarget(kind: string, target: ReferenceTarget): string {
  if (target.by === "path") return `media ${target.path}`;
  return `${kind} ${target.by === "id" ? target.id : target.key}`;
}
