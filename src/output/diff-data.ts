/** Differences for scripts: as one JSON document, as a line each, as rows. */

import type { ChangeKind } from "../analysis/diff/change-kinds.ts";
import type { DictionaryChange } from "../analysis/diff/compare-dictionaries.ts";
import type { Change } from "../analysis/diff/compare-trees.ts";
import { comparedAs, countAll, type SiteDiff } from "../analysis/diff/site-diff.ts";
import { changeLine } from "../copy/change-line.ts";
import { parseNodeRecord } from "../json/node-text.ts";
import { parseString } from "../json/outline.ts";
import type { Kind } from "../operations.ts";
import { NodeNames } from "../site/tree/node-names.ts";
import { sourceJson } from "./compared-sources.ts";
import type { Columns } from "./rows.ts";

/** Yields a line for each change. */
export function* diffLines({ kinds, dictionary }: SiteDiff): Generator<string> {
  for (const { kind, changes, describe } of kinds) {
    for (const changed of changes) yield `${changeLine(kind, describe(changed, true))}\n`;
  }
  for (const change of dictionary?.changes ?? []) yield `${JSON.stringify(dictionaryMembers(change))}\n`;
}

/** An item of the dictionary that changed, with the members that changes of nodes have. */
function dictionaryMembers({ item, changeKinds, fields }: DictionaryChange) {
  const { key, id, parent, translations } = item;
  const head = { kind: DICTIONARY, key, id, changes: changeKinds };
  if (fields.length === 0) {
    const whole = { parent, ...translations };
    return changeKinds[0] === "removed"
      ? { ...head, before: whole, after: {} }
      : { ...head, before: {}, after: whole };
  }
  const side = (name: "before" | "after") =>
    Object.fromEntries(fields.map((each) => [each.field, each[name] ?? null]));
  return { ...head, before: side("before"), after: side("after") };
}

export const DICTIONARY = "dictionary";

/** Yields the parts of `{"old","new","counts","changes","comparedAs","notCompared"}`. */
export function* diffJson(diff: SiteDiff): Generator<string> {
  const urls = diff.kinds.reduce((sum, { followedUrls }) => sum + followedUrls, 0);
  const counts = { ...countAll(diff), urlsOfAncestors: urls };
  const head = { old: sourceJson(diff.old), new: sourceJson(diff.new), counts };
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
    comparedAs: comparedAs(diff),
    notCompared: diff.notCompared,
    ...(tally && { values: tally }),
    ...(shared.length > 0 && { matchedTwice: shared }),
  };
  yield `],${JSON.stringify(rest).slice(1)}\n`;
}

/** A row of a list of differences: one for each change of a node as a whole, or for each field and property that differs. */
type DiffRow = {
  kind: Kind | typeof DICTIONARY;
  /** The node; absent for an item of the dictionary. */
  change?: Change;
  key: string;
  id: number | string;
  /** The names from the root to the node. */
  path: string;
  is: ChangeKind;
  field?: string;
  before?: string;
  after?: string;
};

/** The columns of a list of differences. */
export const DIFF_COLUMNS: Columns<DiffRow> = {
  kind: { about: "content, media or dictionary", of: ({ kind }) => kind },
  key: { about: "key", of: ({ key }) => key },
  id: { about: "id on the new side, or the old one if the node was removed", of: ({ id }) => id },
  type: {
    about: "alias of the type",
    of: ({ change }) => change && parseString(parseNodeRecord(change.text).fields.get("type")),
  },
  path: { about: "names from the root to the node", of: ({ path }) => path },
  change: { about: "change kind", of: ({ is }) => is },
  field: { about: "field that differs, or properties/ALIAS", of: ({ field }) => field },
  before: { about: "old value", of: ({ before }) => before },
  after: { about: "new value", of: ({ after }) => after },
};

/** Yields the rows of a list of differences. */
export function* diffRows({ kinds, dictionary }: SiteDiff): Generator<DiffRow> {
  for (const diff of kinds) {
    const names = { before: new NodeNames(diff.before), after: new NodeNames(diff.after) };
    for (const changed of diff.changes) {
      const path = changed.is < 0 ? names.before.path(changed.was) : names.after.path(changed.is);
      yield* rowsOfNode(diff.kind, diff.describe(changed), path);
    }
  }
  yield* dictionaryRows(dictionary);
}

/** Yields a row for each item that was added or removed, and for each part of another one that differs. */
export function* dictionaryRows(dictionary: SiteDiff["dictionary"]): Generator<DiffRow> {
  for (const { item, changeKinds, fields } of dictionary?.changes ?? []) {
    const head = { kind: DICTIONARY, key: item.key, id: item.id, path: item.key } as const;
    if (fields.length === 0) yield { ...head, is: changeKinds[0] };
    for (const { field, before, after } of fields)
      yield { ...head, is: field === "parent" ? "moved" : "changed", field, before, after };
  }
}

function* rowsOfNode(kind: Kind, change: Change, path: string): Generator<DiffRow> {
  const { changeKinds, difference, key, id } = change;
  const node = { kind, change, key, id, path };
  if (difference === undefined) {
    yield { ...node, is: changeKinds[0] };
    return;
  }
  const { before, after, properties } = difference;
  for (const field of new Set([...before.keys(), ...after.keys()])) {
    const values = { before: plainText(before.get(field)), after: plainText(after.get(field)) };
    yield { ...node, is: changeKindOfField(field, changeKinds), field, ...values };
  }
  for (const { alias, before, after } of properties) {
    const values = { before: plainText(before), after: plainText(after) };
    yield { ...node, is: "changed", field: `properties/${alias}`, ...values };
  }
}

const FIELD_CHANGE_KINDS: Readonly<Record<string, ChangeKind | undefined>> = {
  name: "renamed",
  type: "retyped",
  parentKey: "moved",
  position: "reordered",
};

/** A url has the first change kind of its node. */
export function changeKindOfField(field: string, changeKinds: readonly ChangeKind[]): ChangeKind {
  if (field === "url") return changeKinds[0];
  return (Object.hasOwn(FIELD_CHANGE_KINDS, field) ? FIELD_CHANGE_KINDS[field] : undefined) ?? "changed";
}

/** A string without quotes and escapes; other values as JSON. */
export function plainText(json: string | undefined): string {
  return parseString(json) ?? json ?? "";
}
