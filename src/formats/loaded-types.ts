/** The types that a data directory holds, made when they are first asked for: a look-up of a node does without. */
import type { Kind } from "../operations.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import { Findings, type Note } from "./findings.ts";

/** Types, and what was found while they were made. */
export type LoadedTypes = SiteTypes & { notes: readonly Note[] };

/** Makes the types of what was loaded. Where errors are found, what it returns does not count. */
export type ReadTypes = (findings: Findings) => SiteTypes;

/** The files that tell types beside the data. */
export const TYPE_FILES: Readonly<Record<Kind, string>> = {
  content: "content-types.json",
  media: "media-types.json",
};

/** The types of data that has none. */
export const NO_TYPES: SiteTypes = { content: [], media: [] };

/**
 * @param directory the path as it was given
 * @returns gives the types, each time the same; throws DataError where they have errors
 */
export function typesWhenAsked(directory: string, read: ReadTypes): () => LoadedTypes {
  let loaded: LoadedTypes | undefined;
  return () => {
    if (loaded) return loaded;
    const findings = new Findings();
    const types = read(findings);
    findings.throwErrors(directory);
    loaded = { ...types, notes: findings.notes };
    return loaded;
  };
}
