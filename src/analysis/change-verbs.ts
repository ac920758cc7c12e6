/** What a change did to a node: the verbs, their order, and their signs in the shell and on the page. */

/** In the order in which changes are printed. */
export const VERBS = ["added", "gone", "moved", "renamed", "retyped", "reordered", "changed"] as const;
export type Verb = (typeof VERBS)[number];

export const VERB_SIGNS: Readonly<Record<Verb, string>> = {
  added: "+",
  gone: "-",
  moved: ">",
  renamed: '"',
  retyped: ":",
  reordered: "#",
  changed: "~",
};

/** How many nodes each verb was done to. */
export type ChangeCounts = Record<Verb, number>;

export function noChanges(): ChangeCounts {
  return { added: 0, gone: 0, moved: 0, renamed: 0, retyped: 0, reordered: 0, changed: 0 };
}
