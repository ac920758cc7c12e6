/** What the explorer's page can ask for, a row each: what serves it and what describes it follow from it. */
import type { ExplorerParameter } from "./explorer-query.ts";

type View = {
  path: `/explorer/${string}`;
  summary: string;
  needs: readonly ExplorerParameter[];
  takes: readonly ExplorerParameter[];
  /** The name of the answer's schema; `json` and `html` are what they say. */
  answers:
    | "ExplorerSite"
    | "TypeCounts"
    | "Level"
    | "Sought"
    | "Path"
    | "NodeDetails"
    | "Links"
    | "Changes"
    | "FoundNodes"
    | "AuditAnswer"
    | "json"
    | "html";
};

/** What nodes are looked for by: all of it must be met. */
export const FIND_PARAMETERS = [
  "kind",
  "name",
  "type",
  "element",
  "editor",
  "property",
  "in",
  "leftover",
  "text",
  "url",
  "below",
  "level",
  "changedSince",
  "linksTo",
  "linkedFrom",
  "unused",
] as const satisfies readonly ExplorerParameter[];

export const VIEWS = {
  site: {
    path: "/explorer/site",
    summary: "What is served, and how",
    needs: [],
    takes: [],
    answers: "ExplorerSite",
  },
  types: {
    path: "/explorer/types",
    summary: "How many nodes each type has",
    needs: [],
    takes: [],
    answers: "TypeCounts",
  },
  children: {
    path: "/explorer/children",
    summary: "A window of the children of a node, or of the roots",
    needs: ["kind"],
    takes: ["key", "from", "count", "sort"],
    answers: "Level",
  },
  seek: {
    path: "/explorer/seek",
    summary: "The next sibling whose name begins with a text",
    needs: ["kind", "start"],
    takes: ["key", "from"],
    answers: "Sought",
  },
  path: {
    path: "/explorer/path",
    summary: "The place of a node: its ancestors, root first, and itself",
    needs: ["kind", "key"],
    takes: [],
    answers: "Path",
  },
  node: {
    path: "/explorer/node",
    summary: "One node: its place, its fields, its properties",
    needs: ["kind", "key"],
    takes: [],
    answers: "NodeDetails",
  },
  links: {
    path: "/explorer/links",
    summary: "The nodes that refer to a node",
    needs: ["kind", "key"],
    takes: ["from", "count"],
    answers: "Links",
  },
  find: {
    path: "/explorer/find",
    summary: "The nodes that are looked for, by what somebody types or by what is told apart",
    needs: [],
    takes: ["q", ...FIND_PARAMETERS, "from", "count"],
    answers: "FoundNodes",
  },
  changes: {
    path: "/explorer/changes",
    summary: "The nodes to which something was done since the earlier state that the data is compared with",
    needs: [],
    takes: ["from", "count"],
    answers: "Changes",
  },
  audit: {
    path: "/explorer/audit",
    summary: "What an importer will meet, section by section",
    needs: [],
    takes: ["section"],
    answers: "AuditAnswer",
  },
  value: {
    path: "/explorer/value",
    summary: "The value of one property, or a part of it",
    needs: ["kind", "key", "alias"],
    takes: ["pointer", "secrets"],
    answers: "json",
  },
  richText: {
    path: "/explorer/rich-text",
    summary: "The rich text of one property as a page that runs nothing and loads nothing",
    needs: ["kind", "key", "alias"],
    takes: ["pointer", "version", "secrets"],
    answers: "html",
  },
} as const satisfies Record<string, View>;

export type ViewName = keyof typeof VIEWS;
