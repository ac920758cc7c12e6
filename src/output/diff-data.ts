/** Differences for machines: as one JSON document, as a line each, as rows of CSV. */

import type { ChangeKind } from "../analysis/change-kinds.ts";
import { parseNodeRecord, parseString } from "../analysis/compact-json.ts";
import { type Change, changeLine } from "../analysis/compare-trees.ts";
import { type ComparedSite, countAll, type SiteDiff } from "../analysis/site-diff.ts";
import type { Kind } from "../operations.ts";
import { NodeNames } from "../tree/node-names.ts";
import { type CsvCell, csvLine } from "./csv.ts";

/** Yields a line for each change. */
export function* diffLines({ kinds }: SiteDiff): Generator<string> {
  for (const { kind, changes, describe } of kinds) {
    for (const changed of changes) yield `${changeLine(kind, describe(changed, true))}\n`;
  }
}

/** Yields the parts of `{"old","new","counts","changes","notCompared"}`. */
export function* diffJson(diff: SiteDiff): Generator<string> {
  const urls = diff.kinds.reduce((sum, { followedUrls }) => sum + followedUrls, 0);
  const counts = { ...countAll(diff), urlsOfAncestors: urls };
  const head = { old: sideOf(diff.old), new: sideOf(diff.new), counts };
  yield `${JSON.stringify(head).slice(0, -1)},"changes":[`;
  let separator = "";
  for (const line of diffLines(diff)) {
    yield separator + line.slice(0, -1);
    separator = ",";
  }
  const shared = diff.kinds.flatMap(({ kind, comparison }) =>
    comparison.matches.shared.map(({ identity, ...counts }) => ({ kind, mark: identity, ...counts })),
  );
  const { values } = diff;
  const tally = values && { ...values, notCompared: Object.fromEntries(values.notCompared) };
  const rest = {
    notCompared: diff.notCompared,
    ...(tally && { values: tally }),
    ...(shared.length > 0 && { matchedTwice: shared }),
  };
  yield `],${JSON.stringify(rest).slice(1)}\n`;
}

export function sideOf({ path, format, version, trees }: ComparedSite) {
  return { place: path, format, version, nodes: { content: trees.content.size, media: trees.media.size } };
}

const HEADS = ["kind", "key", "id", "type", "place", "change", "field", "before", "after"];

/** Yields rows: one for each verb that was done to a node, or for each field and property that differs. */
export function* diffRows({ kinds }: SiteDiff): Generator<string> {
  yield csvLine(HEADS);
  for (const diff of kinds) {
    const names = { before: new NodeNames(diff.before), after: new NodeNames(diff.after) };
    for (const changed of diff.changes) {
      const place = changed.is < 0 ? names.before.path(changed.was) : names.after.path(changed.is);
      yield* rowsOf(diff.kind, diff.describe(changed), place);
    }
  }
}

function* rowsOf(kind: Kind, change: Change, place: string): Generator<string> {
  const { key, id, text, changeKinds, difference } = change;
  const type = parseString(parseNodeRecord(text).fields.get("type")) ?? "";
  const row = (verb: ChangeKind, field = "", before = "", after = "") => {
    const cells: CsvCell[] = [kind, key, id, type, place, verb, field, before, after];
    return csvLine(cells);
  };
  if (difference === undefined) {
    yield row(changeKinds[0]);
    return;
  }
  const { before, after, properties } = difference;
  for (const field of new Set([...before.keys(), ...after.keys()])) {
    yield row(verbOfField(field, changeKinds), field, plain(before.get(field)), plain(after.get(field)));
  }
  for (const { alias, before, after } of properties) {
    yield row("changed", `properties/${alias}`, plain(before), plain(after));
  }
}

const FIELD_VERBS: Readonly<Record<string, ChangeKind | undefined>> = {
  name: "renamed",
  type: "retyped",
  parentKey: "moved",
  position: "reordered",
};

/** A url changes with what else was done to a node. */
function verbOfField(field: string, verbs: readonly ChangeKind[]): ChangeKind {
  if (field === "url") return verbs[0];
  return (Object.hasOwn(FIELD_VERBS, field) ? FIELD_VERBS[field] : undefined) ?? "changed";
}

/** A string as what it says, all else as JSON. */
function plain(json: string | undefined): string {
  return parseString(json) ?? json ?? "";
}
