/** The kinds of change between two versions of a node: their order, and their signs in the shell and on the page. */

/** In the order in which they are printed. */
export const CHANGE_KINDS = [
  "added",
  "removed",
  "moved",
  "renamed",
  "retyped",
  "reordered",
  "changed",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const CHANGE_SIGNS: Readonly<Record<ChangeKind, string>> = {
  added: "+",
  removed: "-",
  moved: ">",
  renamed: '"',
  retyped: ":",
  reordered: "#",
  changed: "~",
};

/** The number of nodes with each kind of change. */
export type ChangeCounts = Record<ChangeKind, number>;

export function noChanges(): ChangeCounts {
  return { added: 0, removed: 0, moved: 0, renamed: 0, retyped: 0, reordered: 0, changed: 0 };
}
