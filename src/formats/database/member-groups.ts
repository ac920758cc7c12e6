/** Queries the member groups of a site: members are not read, but values name their groups. */
import { type Database, rows } from "./sql.ts";

const GROUPS = `
  select id, uniqueId as key, text as name from umbracoNode
  where nodeObjectType = '366E63B9-880F-4E13-A61C-98069B029728' and text <> ''`;

/** The names of member groups by their ids, and by their keys in lower case. */
export function readMemberGroups(database: Database): ReadonlyMap<string, string> {
  const groups = [...rows<{ id: number; key: string; name: string }>(database, GROUPS)];
  return new Map(
    groups.flatMap(({ id, key, name }) => [
      [String(id), name],
      [key.toLowerCase(), name],
    ]),
  );
}
