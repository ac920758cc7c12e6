/** References that lead nowhere, or to pages that are not published. */
import type { Kind } from "../../operations.ts";
import type { ReferenceTarget } from "../../values/value-parts.ts";
import { entryIn } from "../map-entries.ts";
import type { DeadReference, ReferenceIndex } from "../reference-index.ts";
import type { SitePlace } from "../resolve-reference.ts";
import {
  type AuditRow,
  type AuditSection,
  exampleOf,
  type NodeAt,
  ownerOf,
  sortedBy,
  type TypeOwner,
} from "./audit-section.ts";

const NOT_PUBLISHED = "not-published";

/** What is told beside the references themselves. */
type ReferenceTelling = {
  /** The trees in whose nodes references stand that are told. */
  kinds: readonly Kind[];
  /** Pages that are there and not published. */
  unpublished: readonly SitePlace[];
  /** The code of the language that is read, if the site is one of several. */
  language: string | undefined;
  nodeAt: NodeAt;
  typeAt: (node: SitePlace) => TypeOwner;
};

export function referencesSection(index: ReferenceIndex, telling: ReferenceTelling): AuditSection {
  const hasLanguages = telling.language !== undefined;
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
      ...(hasLanguages && ({ language: "text" } as const)),
    },
    extras: ["count", "text", "syntax", "pointer"],
    rows: [...deadRows(index.dead, telling), ...unpublishedRows(index, telling)],
  });
}

/** A row for each text in each property of each node. */
function deadRows(
  dead: readonly DeadReference[],
  { kinds, nodeAt, typeAt, language: read }: ReferenceTelling,
): AuditRow[] {
  const groups = new Map<string, DeadReference[]>();
  for (const one of dead) {
    const { from, property, reference, language, view } = one;
    if (!kinds.includes(from.kind)) continue;
    const at = [from.kind, from.place, view !== undefined, language];
    const name = JSON.stringify([...at, property, reference.text]);
    entryIn(groups, name, () => []).push(one);
  }
  return [...groups.values()].map((group): AuditRow => {
    const [first] = group;
    const { from, property, reference, why, view, language = read } = first;
    const { kind, target, text, syntax, pointer } = reference;
    return {
      owner: view ? ownerOf(view) : typeAt(from),
      cells: [
        nameOfTarget(kind ?? "node", target),
        why,
        group.length,
        property,
        text,
        syntax,
        pointer || undefined,
        ...(read === undefined ? [] : [language]),
      ],
      finding: why === NOT_PUBLISHED ? "unpublished-reference" : "dead-reference",
      node: view ? exampleOf(view) : nodeAt(from.kind, from.place),
      // A search looks through the values of the language that is read.
      ...(first.language === undefined && { query: { kind: from.kind, text } }),
    };
  });
}

function unpublishedRows(
  index: ReferenceIndex,
  { kinds, unpublished, nodeAt, typeAt, language }: ReferenceTelling,
): AuditRow[] {
  return unpublished.flatMap((target) => {
    const { kind, id, key } = nodeAt(target.kind, target.place);
    const told = index.to(target).filter((from) => kinds.includes(from.kind));
    return told.map(
      (from): AuditRow => ({
        owner: typeAt(from),
        cells: [
          `${kind} ${id}`,
          NOT_PUBLISHED,
          1,
          undefined,
          undefined,
          undefined,
          undefined,
          ...(language === undefined ? [] : [undefined]),
        ],
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
