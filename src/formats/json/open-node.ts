/** A node whose object is being read: what is known of it so far. */
import type { Members } from "../../json/members.ts";

export type OpenNode = {
  row: number;
  members: Members;
  /** Where in the buffer its text begins. */
  start: number;
  /** Where its key begins, in quotes. */
  key: number;
  /** The known names among its members so far, a bit each, and the other names. */
  seen: number;
  otherNames: Set<string> | undefined;
  faulty: boolean;
  /** Whether it has more members than are looked at. */
  isCrowded?: boolean;
};

/**
 * @param members an empty list, for those that are to come
 * @param start where in the buffer its text begins
 */
export function openedNode(row: number, members: Members, start: number): OpenNode {
  return { row, members, start, key: start, seen: 0, otherNames: undefined, faulty: false };
}
