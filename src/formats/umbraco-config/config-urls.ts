/** Makes the urls of an `umbraco.config`, which holds their segments alone. */
import { NO_PARENT } from "../../tree/preorder.ts";
import { nodeUrls } from "../../urls/node-urls.ts";
import type { WrittenNode } from "../node-writer.ts";

/** What is kept of a node until all are known. */
export type ConfigRow = {
  position: number;
  id: number;
  parent: number;
  sortOrder: number;
  segment: string | undefined;
  text: WrittenNode | undefined;
};

/** The urls of nodes by row. Which root is the first matters; the order of others does not. */
export function configUrls(rows: readonly ConfigRow[]): (string | undefined)[] {
  const roots = rows.flatMap(({ parent }, row) => (parent === NO_PARENT ? [row] : []));
  const [first] = roots.toSorted((a, b) => rows[a].sortOrder - rows[b].sortOrder);
  const order = [...rows.keys()].sort((a, b) => Number(b === first) - Number(a === first));
  const places = new Map(order.map((row, place) => [row, place]));
  const urls = nodeUrls(
    order.map((row) => ({
      name: String(rows[row].id),
      parent: places.get(rows[row].parent) ?? -1,
      segment: rows[row].segment,
    })),
    { domains: [] },
  );
  return [...rows.keys()].map((row) => urls[places.get(row) ?? -1]);
}
