/** Pages that only members see: the protected pages of the data, and their descendants. */
import type { SiteData } from "./site-data.ts";

type ProtectedData = Pick<SiteData, "trees" | "protectedNodes">;

/** Whether only members see a page; `null` if the data cannot say. @param index in the tree of content */
export function isProtectedPage({ trees, protectedNodes }: ProtectedData, index: number): boolean | null {
  if (protectedNodes === undefined) return null;
  const { content } = trees;
  for (let at = index; at >= 0 && protectedNodes.size > 0; at = content.parentAt(at))
    if (protectedNodes.has(content.keyAt(at))) return true;
  return false;
}

/** How many pages of the language that is read only members see; `undefined` if the data cannot say. */
export function countProtectedPages({ trees, protectedNodes }: ProtectedData): number | undefined {
  if (protectedNodes === undefined) return undefined;
  const { content } = trees;
  const indexes = Array.from(protectedNodes, (key) => content.findKey(key)).filter((index) => index >= 0);
  let [count, end] = [0, 0];
  for (const index of indexes.sort((a, b) => a - b)) {
    if (index < end) continue;
    end = content.columns.end[index];
    count += end - index;
  }
  return count;
}
