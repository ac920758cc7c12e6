/** The changes of a site for the explorer: groups of nodes in which the same differs, filtered by kind, type and property. */

import type { GroupedNode } from "../../analysis/diff/change-groups.ts";
import { CHANGE_KINDS } from "../../analysis/diff/change-kinds.ts";
import { countIn } from "../../site/map-entries.ts";
import { typeNamer } from "../../site/schema/find-type.ts";
import type { ExploredSite } from "./explored-site.ts";
import type { Changes, ViewParameters } from "./explorer-api.ts";
import { TypeCounter } from "./type-counter.ts";

/** How many nodes a group shows if it is not named, and how many if it is. */
const SHOWN_NODES = 5;
const DEFAULT_ROWS = 100;
/** How many groups, types and properties are listed. */
const MOST_LISTED = 200;

export async function changesView(
  site: ExploredSite,
  {
    changeKind,
    kind,
    typeAlias,
    alias,
    group: named,
    from = 0,
    count = DEFAULT_ROWS,
  }: ViewParameters<"changes">,
): Promise<Changes> {
  const all = await site.changeGroups();
  const namesOf = typeNamer(site.types);
  const isWanted = (node: GroupedNode) =>
    (kind === undefined || node.kind === kind) && (typeAlias === undefined || node.type === typeAlias);
  const groups = all
    .filter(
      ({ id, changeKinds, properties, fields }) =>
        (named === undefined || id === named) &&
        (changeKind === undefined || changeKinds.includes(changeKind)) &&
        (alias === undefined || properties.includes(alias) || fields.includes(alias)),
    )
    .map((group) => ({ ...group, nodes: group.nodes.filter(isWanted) }))
    .filter(({ nodes }) => nodes.length > 0);
  const changeKinds = new Map<string, number>();
  const types = new TypeCounter();
  const properties = new Map<string, number>();
  for (const group of groups) {
    for (const each of group.changeKinds) countIn(changeKinds, each, group.nodes.length);
    for (const each of group.properties) countIn(properties, each, group.nodes.length);
    for (const node of group.nodes) types.add(node.kind, node.type);
  }
  return {
    total: groups.reduce((sum, { nodes }) => sum + nodes.length, 0),
    groups: groups.slice(0, MOST_LISTED).map(({ nodes, ...group }) => {
      const [start, length] = named === undefined ? [0, SHOWN_NODES] : [from, count];
      const window = nodes.slice(start, start + length).map(({ kind: own, was, is }) => ({
        kind: own,
        shown: is < 0 ? { index: was, isRemoved: true } : { index: is, isRemoved: false },
      }));
      return {
        id: group.id,
        changeKinds: [...group.changeKinds],
        fields: [...group.fields],
        properties: group.properties.map((each) => ({
          alias: each,
          name: namesOf({ ...nodes[0], of: "node" }).properties.get(each) ?? null,
        })),
        total: nodes.length,
        from: start,
        nodes: site.listedShown(window),
      };
    }),
    facets: {
      changeKinds: CHANGE_KINDS.flatMap((name) => {
        const nodes = changeKinds.get(name);
        return nodes === undefined ? [] : [{ name, nodes }];
      }),
      types: types.list(site.types, MOST_LISTED),
      properties: [...properties]
        .sort((one, other) => other[1] - one[1])
        .slice(0, MOST_LISTED)
        .map(([each, nodes]) => ({ alias: each, name: null, nodes })),
    },
  };
}
