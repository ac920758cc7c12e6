/** Real sites beside the repository, in a folder that only some machines have. Their names are paths in that folder. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SHARED } from "./repository.ts";

export type SiteFolder = "corpus" | "databases" | "sites" | "trees";

/** The sites of folders; none if the folder is missing. */
export function sharedSites(...folders: readonly SiteFolder[]): string[] {
  return folders.flatMap((folder) => {
    const path = join(SHARED, folder);
    const names = existsSync(path) ? readdirSync(path) : [];
    return names.filter((name) => !/\.md$|-wal$/.test(name)).map((name) => `${folder}/${name}`);
  });
}

/** Sites without nodes, of which nothing can be lost. */
export const EMPTY_SITES = ["databases/empty-7.2-2014.bak"];

/** Whose types, editors and forms of values other sites have, too. */
const LIKE_OTHERS = [
  "corpus/clean-v17",
  "trees/schemeweaver",
  ...EMPTY_SITES,
  "databases/starter-7.7-compressed.bak",
  "databases/starter-7.7.mdf",
];

/** The sites of folders without those that have nothing which the others lack, for tests in which a site takes seconds. */
export function distinctSites(...folders: readonly SiteFolder[]): string[] {
  return sharedSites(...folders).filter((name) => !LIKE_OTHERS.includes(name));
}
