/** Compares two dictionaries: their items, what these lie below, and their texts by language. */
import type { DictionaryItem } from "../../site/languages.ts";
import { entryIn } from "../../site/map-entries.ts";
import { CHANGE_KINDS, type ChangeCounts, type ChangeKind, noChanges } from "./change-kinds.ts";

/** A part of an item that differs: `parent`, or the code of a language. */
type FieldChange = { field: string; before: string | undefined; after: string | undefined };

export type DictionaryChange = {
  /** The new item; the old one if it was removed. */
  item: DictionaryItem;
  changeKinds: readonly ChangeKind[];
  /** Empty if the item was added or removed. */
  fields: readonly FieldChange[];
};

export type DictionaryDiff = { changes: readonly DictionaryChange[]; counts: ChangeCounts };

/**
 * Compares items of one key. Items of one site that share a key are matched in order.
 * @param changeKinds the kinds that are listed
 * @returns the changes in the order of keys, old and new
 */
export function compareDictionaries(
  old: readonly DictionaryItem[],
  other: readonly DictionaryItem[],
  changeKinds: ReadonlySet<ChangeKind>,
): DictionaryDiff {
  const [before, after] = [itemsByKey(old), itemsByKey(other)];
  const changes = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((key) => {
    const change = changeOf(before.get(key), after.get(key));
    const listed = change?.changeKinds.filter((kind) => changeKinds.has(kind)) ?? [];
    return change && listed.length > 0 ? [{ ...change, changeKinds: listed }] : [];
  });
  const counts = noChanges();
  for (const change of changes) for (const kind of change.changeKinds) counts[kind]++;
  return { changes, counts };
}

function itemsByKey(items: readonly DictionaryItem[]): Map<string, DictionaryItem> {
  const counts = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const count = entryIn(counts, item.key, () => 0);
      counts.set(item.key, count + 1);
      return [`${item.key}\0${count}`, item] as const;
    }),
  );
}

function changeOf(
  was: DictionaryItem | undefined,
  is: DictionaryItem | undefined,
): DictionaryChange | undefined {
  if (!was || !is) {
    const item = is ?? was;
    return item && { item, changeKinds: [was ? "removed" : "added"], fields: [] };
  }
  const moved = was.parent === is.parent ? [] : [fieldChange("parent", was.parent, is.parent)];
  const texts = [textsOf(was), textsOf(is)];
  const codes = new Set(texts.flatMap((each) => [...each.keys()]));
  const changed = [...codes].sort().flatMap((code) => {
    const [before, after] = texts.map((each) => each.get(code));
    return sameText(before?.text, after?.text)
      ? []
      : [fieldChange(before?.code ?? after?.code ?? code, before?.text, after?.text)];
  });
  const kinds = { moved: moved.length > 0, changed: changed.length > 0 };
  const changeKinds = CHANGE_KINDS.filter((kind) => (kind === "moved" || kind === "changed") && kinds[kind]);
  return changeKinds.length === 0 ? undefined : { item: is, changeKinds, fields: [...moved, ...changed] };
}

function fieldChange(field: string, before?: string | null, after?: string | null): FieldChange {
  return { field, before: before ?? undefined, after: after ?? undefined };
}

/** The texts of an item by language, in whatever case the code is written. */
function textsOf({ translations }: DictionaryItem): Map<string, { code: string; text: string }> {
  return new Map(Object.entries(translations).map(([code, text]) => [code.toLowerCase(), { code, text }]));
}

function sameText(one = "", other = ""): boolean {
  return one.replace(/\r\n?/g, "\n").trim() === other.replace(/\r\n?/g, "\n").trim();
}
