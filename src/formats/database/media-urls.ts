/** Where the files of media are served. */

import { FILE_PROPERTY, mediaUrl } from "../media-url.ts";
import type { ChosenNode } from "./choose-versions.ts";
import type { NodeValues } from "./node-values.ts";
import type { SqliteDatabase } from "./sqlite/sqlite-database.ts";

/**
 * @param media in any order
 * @param first the place of the first of them among the nodes that the values are of
 * @returns for each, what its file property tells, else what is kept beside its version
 */
export function mediaUrls(
  database: SqliteDatabase,
  media: readonly ChosenNode[],
  values: NodeValues,
  first: number,
): (string | undefined)[] {
  const paths = new Map<number, string>();
  for (const row of database.rows("umbracoMediaVersion", ["id", "path"])) {
    const path = row.text(1);
    if (path !== undefined) paths.set(row.id(0), path);
  }
  return media.map(({ type, version }, index) => {
    const place = type.properties.findIndex(({ alias }) => alias === FILE_PROPERTY);
    const value = place < 0 ? undefined : values.get(first + index, place);
    return (value && !value.isJson ? mediaUrl(value.text) : undefined) ?? paths.get(version.id);
  });
}
