/** The expected results of the .NET client for the program's answers. */
import type { SeenItem, SeenNode } from "./reader.ts";

/** An answer of an operation, or an item in one. */
export type Answered = {
  id: number;
  key: string;
  name?: string | null;
  url?: string | null;
  type: string;
  createDate?: string | null;
  updateDate?: string | null;
  path?: Answered[];
  children?: Answered[];
  properties?: Record<string, { alias: string; editorAlias: string | null; value: unknown }>;
};

export type AnsweredType = {
  id: number;
  key: string;
  alias: string;
  name: string;
  icon: string | null;
  tabs: {
    id: number;
    key: string;
    name: string;
    properties: {
      id: number;
      key: string;
      alias: string;
      name: string;
      editorAlias: string | null;
      dataTypeId: number;
    }[];
  }[];
};

/** The client drops these members, and properties whose editor is unknown. */
const DROPPED_EDITOR = "Umbraco.ListView";

export function seenItem({ id, key, name, url, type, children = [] }: Answered): SeenItem {
  return { id, key, name: name ?? null, url: url ?? null, type, children: children.map(seenItem) };
}

export function seenNode(answer: Answered): SeenNode {
  const all = Object.values(answer.properties ?? {});
  const isKept = ({ editorAlias }: { editorAlias: string | null }) =>
    editorAlias !== null && editorAlias !== DROPPED_EDITOR;
  return {
    ...seenItem(answer),
    createDate: milliseconds(answer.createDate),
    updateDate: milliseconds(answer.updateDate),
    properties: all
      .filter(isKept)
      .map(({ alias, editorAlias, value }) => ({ alias, editorAlias: editorAlias ?? "", value })),
    dropped: all.filter((property) => !isKept(property)).map(({ alias }) => alias),
    path: (answer.path ?? []).map(seenItem),
  };
}

export function seenType({ id, key, alias, name, icon, tabs }: AnsweredType) {
  return {
    id,
    key,
    alias,
    name,
    icon: icon ?? "",
    tabs: tabs.map((tab) => ({
      id: tab.id,
      key: tab.key,
      name: tab.name,
      properties: tab.properties.map(
        ({ sortOrder, mandatory, description, ...seen }: Record<string, unknown>) => seen,
      ),
    })),
  };
}

/** A date without an offset is the machine's own time, which is UTC here. */
function milliseconds(date: string | null | undefined): number | null {
  if (!date) return null;
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`);
}
